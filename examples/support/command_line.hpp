// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "support/refusal.hpp"

namespace support {

// Reads the command line into what `app` is bound to. The text is what `--help` prints, where that was asked for.
inline std::optional<std::string> parse(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::ParseError& error) {
    throw refusal(std::string(error.what()) + "; try --help");
  }
}

}  // namespace support
