#include "lint/baseline.h"
#include "base/files.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::lint {
namespace fs = std::filesystem;

namespace {

std::string_view line_of(std::string_view text, uint32_t number) {
  size_t at = 0;
  for (uint32_t line = 1; line < number; ++line) {
    at = text.find('\n', at);
    if (at == text.npos) return {};
    ++at;
  }
  std::string_view line = text.substr(at, text.find('\n', at) - at);
  const size_t first = line.find_first_not_of(" \t\r");
  if (number == 0 || first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace

Baseline::Key Baseline::key(const Finding& f, const fs::path& path, std::map<std::string, std::string>& texts) {
  auto [it, is_new] = texts.try_emplace(f.file);
  if (is_new)
    if (auto text = read_file(f.file)) it->second = std::move(*text);
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  return {fmt::format("WL{}", f.code), fs::absolute(f.file).lexically_normal().lexically_relative(folder).generic_string(), std::string(line_of(it->second, f.line))};
}

Result<Baseline> Baseline::read(const fs::path& path) {
  auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  auto json = nlohmann::json::parse(*text, nullptr, false);
  auto none = [&] { return fail(Exit::no_input, fmt::format("{} is no baseline of wl lint", path.string()), "wl lint --write-baseline writes one"); };
  if (!json.is_object() || json.value("wavelift_baseline", 0) != 1 || !json.contains("findings") || !json["findings"].is_array()) return none();
  Baseline out;
  out.path_ = path;
  for (const auto& f : json["findings"]) {
    const bool good = f.is_object() && f.contains("code") && f["code"].is_string() && f.contains("file") && f["file"].is_string() && f.contains("text") && f["text"].is_string() &&
                      f.contains("count") && f["count"].is_number_unsigned();
    if (!good) return none();
    out.known_[{f["code"], f["file"], f["text"]}] += f["count"].get<size_t>();
  }
  return out;
}

std::string Baseline::text(std::span<const Finding> findings, const fs::path& path) {
  std::map<std::string, std::string> texts;
  std::map<Key, size_t> counts;
  for (const Finding& f : findings) ++counts[key(f, path, texts)];
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [k, n] : counts) list.push_back({{"code", std::get<0>(k)}, {"file", std::get<1>(k)}, {"text", std::get<2>(k)}, {"count", n}});
  nlohmann::json all = {{"wavelift_baseline", 1}, {"findings", list}};
  return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

bool Baseline::take(const Finding& finding) {
  auto it = known_.find(key(finding, path_, texts_));
  if (it == known_.end() || it->second == 0) return false;
  --it->second;
  return true;
}

}  // namespace wavelift::lint
