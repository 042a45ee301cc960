#include "proof/coverage.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace wavelift::proof {
namespace fs = std::filesystem;

std::vector<Unreached> unreached_lines(std::string_view profile, const fs::path& folder) {
  auto j = nlohmann::json::parse(profile, nullptr, false);
  std::vector<Unreached> out;
  if (!j.is_object() || !j.contains("unreached_lines") || !j["unreached_lines"].is_array()) return out;
  std::error_code ec;
  const fs::path root = fs::weakly_canonical(folder, ec);
  for (const auto& l : j["unreached_lines"]) {
    if (!l.is_object() || !l.contains("file") || !l["file"].is_string() || !l.contains("line") || !l["line"].is_number_unsigned()) continue;
    const fs::path file = l["file"].get<std::string>();
    const std::string name = fs::weakly_canonical(file.is_absolute() ? file : root / file, ec).lexically_relative(root).generic_string();
    // The support headers have branches for all types.
    if (name.empty() || name.starts_with("..") || fs::path(name).filename().string().starts_with("wavelift_")) continue;
    const uint32_t line = l["line"].get<uint32_t>();
    out.push_back({name, line, line});
  }
  std::ranges::sort(out, {}, [](const Unreached& u) { return std::tie(u.file, u.first); });
  std::vector<Unreached> joined;
  for (Unreached& u : out) {
    if (!joined.empty() && joined.back().file == u.file && u.first <= joined.back().last + 1) joined.back().last = u.last;
    else joined.push_back(std::move(u));
  }
  return joined;
}

}  // namespace wavelift::proof
