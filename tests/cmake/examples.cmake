# SPDX-License-Identifier: BSL-1.0
# Every example is a test: it runs without arguments, succeeds and leaves no file behind. What else an example promises
# is said in tests/example/CMakeLists.txt with
#
#   traincost_example_test(NAME EXAMPLE example [ARGS arg...] [STATUS 0] [STDOUT regex...] [STDERR regex...]
#                          [WRITES file...])
#
# It becomes the test example.NAME. It runs in an empty folder of its own; STDOUT and STDERR are regular expressions
# that all have to be found (Python's, with ^ and $ at lines); exactly the files of WRITES must be there afterwards.
function(traincost_example_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "EXAMPLE;STATUS" "ARGS;STDOUT;STDERR;WRITES")
  if(NOT TARGET ${test_EXAMPLE})
    message(FATAL_ERROR "traincost_example_test(${name}): there is no example ${test_EXAMPLE}")
  endif()
  if(NOT DEFINED test_STATUS)
    set(test_STATUS 0)
  endif()
  set(command ${Python3_EXECUTABLE} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_example
    --folder ${PROJECT_BINARY_DIR}/tests/example/${name} --status ${test_STATUS})
  foreach(option STDOUT STDERR WRITES)
    string(TOLOWER ${option} flag)
    foreach(value IN LISTS test_${option})
      list(APPEND command "--${flag}=${value}")
    endforeach()
  endforeach()
  add_test(NAME example.${name} COMMAND ${command} -- $<TARGET_FILE:${test_EXAMPLE}> ${test_ARGS})
  set_tests_properties(example.${name} PROPERTIES LABELS example)
endfunction()

get_property(_examples GLOBAL PROPERTY TRAINCOST_EXAMPLES)
add_custom_target(traincost_examples)
foreach(_example IN LISTS _examples)
  add_dependencies(traincost_examples ${_example})
  traincost_example_test(${_example} EXAMPLE ${_example})
endforeach()
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/example/CMakeLists.txt)
  add_subdirectory(example)
endif()
