# SPDX-License-Identifier: BSL-1.0
# What is checked by reading the tree: who includes whom, the page of errors against the headers, and the manual against
# the programs it shows. Each check shows on seeded faults that it can fail.
set(_arguments_docs --programs ${PROJECT_BINARY_DIR}/examples)
foreach(_check layers errors docs)
  set(_script ${CMAKE_CURRENT_SOURCE_DIR}/check_${_check})
  add_test(NAME ${_check} COMMAND ${Python3_EXECUTABLE} ${_script} ${_arguments_${_check}})
  add_test(NAME ${_check}.self_test COMMAND ${Python3_EXECUTABLE} ${_script} --self-test)
  set_tests_properties(${_check} ${_check}.self_test PROPERTIES LABELS fast)
endforeach()
set_tests_properties(docs PROPERTIES LABELS example)  # after the examples are built
