#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# sh tests/run.sh              installs what is missing, builds everything and runs every test
# sh tests/run.sh LABEL        only the tests with that label
# sh tests/run.sh benchmark    runs the benchmarks and writes build/benchmark.json
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/examples/setup.sh"

what=${1:-all}
case $what in
  all | fast | refused | compilers | aarch64 | sanitize | consumer | cost | example | benchmark) ;;
  *)
    say "there are no tests '$what', only: all fast refused compilers aarch64 sanitize consumer cost example benchmark"
    exit 2
    ;;
esac

need cmake=cmake 'ninja|make=make' python3=python3 '<doctest/doctest.h>=doctest-dev' \
  '<boost/version.hpp>=libboost1.81-dev|libboost-dev' '<Eigen/Core>|<eigen3/Eigen/Core>=libeigen3-dev' \
  '<CLI/CLI.hpp>=libcli11-dev' '<nlohmann/json.hpp>=nlohmann-json3-dev' gnuplot=gnuplot-nox \
  '<benchmark/benchmark.h>=libbenchmark-dev' valgrind=valgrind pkg-config=pkg-config
case $what in
  all | refused | compilers | aarch64)
    want g++-11=g++-11 g++-12=g++-12 clang++-14=clang-14 clang++-16=clang-16 \
      aarch64-linux-gnu-g++=g++-aarch64-linux-gnu qemu-aarch64=qemu-user
    ;;
esac

configure
case $what in
  all) compile everything ;;
  example) compile "the examples" traincost_examples ;;
  benchmark) compile benchmarks traincost_benchmarks ;;
  fast | refused) compile "the fast tests" traincost_fast ;;
esac
case $what in
  benchmark)
    exec python3 "$root/tests/benchmark/run" --build "$build/tests/benchmark" --output "$build/benchmark.json"
    ;;
  all) set -- ;;
  *) set -- -L "^$what\$" ;;
esac
cd "$build"
exec ctest --output-on-failure --no-tests=error -j "$JOBS" "$@"
