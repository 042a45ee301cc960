#include "cli/hip_version.h"
#include <charconv>

namespace wavelift::cli {

std::optional<int> hip_version_of(const std::string& text) {
  int major = 0, minor = 0;
  const char* end = text.data() + text.size();
  auto [after, error] = std::from_chars(text.data(), end, major);
  if (error != std::errc() || major < 1 || major > 99) return {};
  if (after != end) {
    if (*after != '.') return {};
    auto [last, wrong] = std::from_chars(after + 1, end, minor);
    if (wrong != std::errc() || last != end || minor < 0 || minor > 99) return {};
  }
  return major * 100 + minor;
}

}  // namespace wavelift::cli
