// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

// How an example ends: status 0 with its whole output, or status 2 with one line on standard error and nothing else.
namespace support {

// Something the user has to mend. The sentence says what was given, where, and what was expected.
class refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Text from outside as it may stand in one line of a terminal: control characters are spelled out, and with
// `ascii_only` everything beyond ASCII too.
inline std::string printable(std::string_view text, bool ascii_only = false) {
  constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f && (byte < 0x80 || !ascii_only)) {
      result += c;
    } else {
      result += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
    }
  }
  return result;
}

// What was given for a number or a name, in quotation marks and cut where it gets long.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  return '"' + printable(text.substr(0, most), true) + (text.size() > most ? "...\"" : "\"");
}

inline void write_whole(const std::string& text) {
  const bool complete = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!complete || std::fflush(stdout) != 0) throw refusal("standard output cannot be written");
}

// The body of main: `work` returns the output as a whole, so that nothing is printed before everything has succeeded.
template <class Work>
int run(const char* program, Work work) {
  try {
    write_whole(work());
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s: %s\n", program, printable(problem.what()).c_str());
    return 2;
  }
}

}  // namespace support
