// NVIDIA's command-line tools, and the shell scripts that call them: those are not ported.
#pragma once
#include "port/finding.h"
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::port {

struct NvidiaTool {
  std::string_view name, instead;  // instead: what is to be said of it, after its name
};
// Null when `name` is no tool of NVIDIA's.
const NvidiaTool* nvidia_tool(std::string_view name);

// A finding for each of NVIDIA's tools that the script calls, at its first call. Comments do not count.
std::vector<Finding> script_findings(std::string_view text, const std::string& file);

}  // namespace wavelift::port
