#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# sh examples/run.sh [NAME] [ARGS...]: installs what is missing, builds the example NAME (reproduce_figures unless
# named) and runs it with ARGS where you are. Nothing but the example writes to standard output.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/examples/setup.sh"

name=reproduce_figures
case ${1:-} in
  '' | -*) ;;
  *) name=$1 && shift ;;
esac
case $name in */*) known= ;; *) known=$root/examples/$name.cpp ;; esac
if [ ! -f "$known" ]; then
  say "there is no example '$name'; there are:"
  for file in "$root"/examples/*.cpp; do
    [ -f "$file" ] && say "  $(basename "$file" .cpp)"
  done
  exit 2
fi

need cmake=cmake 'ninja|make=make' '<CLI/CLI.hpp>=libcli11-dev' '<nlohmann/json.hpp>=nlohmann-json3-dev' \
  '<boost/version.hpp>=libboost1.81-dev|libboost-dev' '<Eigen/Core>|<eigen3/Eigen/Core>=libeigen3-dev' \
  gnuplot=gnuplot-nox

# A folder that the tests have configured serves as it is.
configured || configure -DTRAINCOST_BUILD_TESTS=OFF
compile "$name" "$name"
exec "$build/examples/$name" "$@"
