# SPDX-License-Identifier: BSL-1.0
# cmake -P: configure, build and test one leg; see legs.cmake.
cmake_minimum_required(VERSION 3.22)
foreach(_list OPTIONS TARGETS TESTS)
  string(REPLACE "|" ";" ${_list} "${${_list}}")
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} --preset ${PRESET} -G ${GENERATOR} -S . -B ${BINARY} ${OPTIONS}
  WORKING_DIRECTORY ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --parallel 1 --target ${TARGETS} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error ${TESTS}
  WORKING_DIRECTORY ${BINARY} COMMAND_ERROR_IS_FATAL ANY)
