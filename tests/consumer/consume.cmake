# SPDX-License-Identifier: BSL-1.0
# cmake -P: one way of consuming the library, see CMakeLists.txt.
cmake_minimum_required(VERSION 3.22)
set(stage ${WORK}/stage)
set(binary ${WORK}/${WAY})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
endfunction()
function(fail sentence)
  message(FATAL_ERROR "consumer.${WAY}: ${sentence}")
endfunction()

# The installed tree is moved after its installation, so that whoever uses it also shows that it can be.
if(WAY STREQUAL "stage")
  file(REMOVE_RECURSE ${stage} ${WORK}/elsewhere)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/elsewhere)
  file(RENAME ${WORK}/elsewhere ${stage})
  file(GLOB_RECURSE installed RELATIVE ${stage}/include/traincost ${stage}/include/*)
  set(listed ${HEADERS})
  list(SORT listed)
  list(SORT installed)
  if(NOT installed STREQUAL listed)
    fail("installed headers are not the listed ones: ${installed}")
  endif()
  return()
endif()

file(REMOVE_RECURSE ${binary})
if(WAY STREQUAL "pkg_config")
  # As in a makefile; eval because pkg-config escapes a space in a path for the shell.
  file(MAKE_DIRECTORY ${binary})
  set(ENV{PKG_CONFIG_PATH} ${stage}/share/pkgconfig)
  file(WRITE ${binary}/build.sh "set -e
[ \"$(\"$1\" --modversion traincost)\" = ${VERSION} ]
pkg_config=$1 cxx=$2 source=$3 binary=$4
eval \"set -- $(\"$pkg_config\" --cflags traincost)\"
\"$cxx\" -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Werror \\
  \"$@\" \"$source\" -MD -MF \"$binary.d\" -o \"$binary\"
")
  run(sh ${binary}/build.sh ${PKG_CONFIG} ${CXX} ${SOURCE}/tests/consumer/main.cpp ${binary}/consumer)
  file(READ ${binary}/consumer.d included)
  if(NOT included MATCHES "traincost/traincost\\.hpp" OR included MATCHES "/(boost|Eigen|eigen3)/")
    fail("traincost.hpp brings in what it should not: ${included}")
  endif()
else()
  # Nothing that the tests use is to be found: the library itself needs none of it.
  set(hidden "")
  foreach(package Boost Eigen3 doctest benchmark CLI11 nlohmann_json Python3)
    list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
  endforeach()
  run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/tests/consumer/${WAY} -B ${binary} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${stage} -DTRAINCOST_SOURCE=${SOURCE} ${hidden}
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Werror")
  run(${CMAKE_COMMAND} --build ${binary})
endif()
run(${binary}/consumer)

# As a sub-project it brings no tests and no install rules of its own.
if(WAY MATCHES "add_subdirectory|fetch_content")
  execute_process(COMMAND ${CMAKE_CTEST_COMMAND} -N WORKING_DIRECTORY ${binary} OUTPUT_VARIABLE tests)
  if(NOT tests MATCHES "Total Tests: 1\n")
    fail("the sub-project registers tests: ${tests}")
  endif()
  run(${CMAKE_COMMAND} --install ${binary} --prefix ${binary}/installed)
  file(GLOB_RECURSE installed RELATIVE ${binary}/installed ${binary}/installed/*)
  if(NOT installed STREQUAL "bin/consumer")
    fail("the sub-project installs: ${installed}")
  endif()
endif()
