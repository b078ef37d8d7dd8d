# SPDX-License-Identifier: BSL-1.0
# A leg is one more configuration of this project, from a preset, in build/legs/<name>: built one job at a time (ctest
# runs several legs at once), then tested with its own ctest. It stays there, so the second run only rebuilds changes.

# traincost_leg(NAME LABEL label PRESET preset [OPTIONS -D...] TARGETS target... TESTS ctest-arguments...)
function(traincost_leg name)
  cmake_parse_arguments(PARSE_ARGV 1 leg "" "LABEL;PRESET" "OPTIONS;TARGETS;TESTS")
  foreach(list OPTIONS TARGETS TESTS)
    list(JOIN leg_${list} "|" leg_${list})
  endforeach()
  add_test(NAME leg.${name} COMMAND ${CMAKE_COMMAND}
    -DSOURCE=${PROJECT_SOURCE_DIR} -DBINARY=${PROJECT_BINARY_DIR}/legs/${name} -DGENERATOR=${CMAKE_GENERATOR}
    -DPRESET=${leg_PRESET} "-DOPTIONS=${leg_OPTIONS}" "-DTARGETS=${leg_TARGETS}" "-DTESTS=${leg_TESTS}"
    -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/leg.cmake)
  set_tests_properties(leg.${name} PROPERTIES LABELS ${leg_LABEL} TIMEOUT 1200 COST 1000)
endfunction()

set(_fast TARGETS traincost_fast TESTS -L ^fast$)

foreach(_compiler g++-11 g++-12 clang++-14 clang++-16)
  string(REGEX MATCH "^(.+)-([0-9]+)$" _ ${_compiler})
  set(_id GNU)
  if(CMAKE_MATCH_1 STREQUAL "clang++")
    set(_id Clang)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL _id AND CMAKE_CXX_COMPILER_VERSION MATCHES "^${CMAKE_MATCH_2}\\.")
    continue()  # this build
  endif()
  find_program(TRAINCOST_${_compiler} ${_compiler})
  if(NOT TRAINCOST_${_compiler})
    message(STATUS "traincost: ${_compiler} is not here, so it is not tested")
    continue()
  endif()
  set(_leg_compiler -DCMAKE_CXX_COMPILER=${TRAINCOST_${_compiler}})
  traincost_leg(${_compiler} LABEL compilers PRESET warnings OPTIONS ${_leg_compiler}
    TARGETS traincost_fast traincost_examples TESTS -L ^fast$)
endforeach()

set(_this -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
traincost_leg(sanitize LABEL sanitize PRESET debug-sanitize OPTIONS ${_this} TARGETS traincost_fast TESTS -L ^unit$)
# Nothing in a header may need NaN, run-time type information or this project's flags in order to compile and link.
traincost_leg(Ofast LABEL compilers PRESET warnings OPTIONS ${_this} -DCMAKE_CXX_FLAGS_DEBUG=-Ofast
  -DTRAINCOST_BUILD_EXAMPLES=OFF TARGETS traincost_headers traincost_odr_all TESTS -R ^headers.odr_all$)
traincost_leg(no-rtti LABEL compilers PRESET warnings OPTIONS ${_this} "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -fno-rtti"
  -DTRAINCOST_BUILD_EXAMPLES=OFF TARGETS traincost_headers traincost_odr_light TESTS -R ^headers.odr_light$)

# Ascend hosts are mostly Kunpeng: char is unsigned, long double has 128 bits in software, and multiply-add contracts.
find_program(TRAINCOST_AARCH64 aarch64-linux-gnu-g++)
find_program(TRAINCOST_QEMU NAMES qemu-aarch64 qemu-aarch64-static)
if(TRAINCOST_AARCH64 AND TRAINCOST_QEMU)
  traincost_leg(aarch64 LABEL aarch64 PRESET default OPTIONS
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=${TRAINCOST_AARCH64}
    "-DCMAKE_CXX_FLAGS=-ffp-contract=fast" -DCMAKE_EXE_LINKER_FLAGS=-static
    -DCMAKE_CROSSCOMPILING_EMULATOR=${TRAINCOST_QEMU}
    -DTRAINCOST_BUILD_EXAMPLES=OFF -DTRAINCOST_TEST_LEGS=OFF
    ${_fast})
else()
  message(STATUS "traincost: no aarch64-linux-gnu-g++ with qemu-aarch64 here, so aarch64 is not tested")
endif()
