# SPDX-License-Identifier: BSL-1.0
# The flags under which every header, test and example compiles. The library's headers come in through -I and not
# -isystem, so that they are held to them too. Warnings are errors where the tests are built, and not for somebody who
# only builds an example with a compiler that is newer than the ones tested.
add_library(traincost_warnings INTERFACE)
target_compile_options(traincost_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion
  $<$<BOOL:${TRAINCOST_BUILD_TESTS}>:-Werror>)
