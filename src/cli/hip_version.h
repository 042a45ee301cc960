// --hip-version, as several verbs take it.
#pragma once
#include <optional>
#include <string>

namespace wavelift::cli {

// 6.3 as 603, 10 as 1000; nothing when it is no version.
std::optional<int> hip_version_of(const std::string& text);

}  // namespace wavelift::cli
