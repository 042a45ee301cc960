// Options of a verb by CLI11.
#pragma once
#include "cli/verb.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <optional>

namespace wavelift::cli {

// Reads the words after the verb. What it gives is the exit code to end with: help was asked for and is printed, or a word makes no sense
// and its sentence is.
inline std::optional<int> parse(CLI::App& app, Args args) {
  std::vector<std::string> reversed(args.rbegin(), args.rend());   // as CLI11 wants them
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return 0;
  } catch (const CLI::ParseError& e) {
    return report({Exit::usage, fmt::format("{}: {}", app.get_name(), e.what()), app.get_name() + " --help says how"});
  }
  return {};
}

}  // namespace wavelift::cli
