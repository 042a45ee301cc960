#include "judge/object_cache.h"
#include "base/files.h"
#include "base/paths.h"
#include "store/hash.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace wavelift::judge {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr size_t most_entries = 4096; // some ten kilobytes each
constexpr size_t hash_size = 64;

fs::path folder() { return cache_root() / "candidates"; }

// Keeps the newer half when there are too many.
void prune() {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code ec;
  for (const auto& e : fs::directory_iterator(folder(), ec)) files.emplace_back(e.last_write_time(ec), e.path());
  if (files.size() <= most_entries) return;
  std::ranges::sort(files);
  for (size_t i = 0; i < files.size() / 2; ++i) fs::remove(files[i].second, ec);
}

}  // namespace

// An entry: the hash of the rest in hexadecimal digits, a line of JSON with the diagnostics, the object.
std::optional<Compiled> cached_object(const std::string& key) {
  auto bytes = read_file(folder() / key);
  if (!bytes || bytes->size() < hash_size) return std::nullopt;
  std::string_view rest = std::string_view(*bytes).substr(hash_size);
  if (store::content_hash(rest) != std::string_view(*bytes).substr(0, hash_size)) return std::nullopt;
  size_t n = rest.find('\n');
  if (n == rest.npos) return std::nullopt;
  json said = json::parse(rest.substr(0, n), nullptr, false);
  Compiled c;
  if (!said.is_object()) return std::nullopt;
  c.hidden_diagnostics = said["hidden"];
  for (const json& d : said["diagnostics"]) c.diagnostics.push_back({d[0], d[1], d[2], d[3]});
  auto object = std::as_bytes(std::span(rest.substr(n + 1)));
  c.object.assign(object.begin(), object.end());
  return c;
}

void keep_object(const std::string& key, const Compiled& c) {
  json said = {{"hidden", c.hidden_diagnostics}, {"diagnostics", json::array()}};
  for (const Diagnostic& d : c.diagnostics) said["diagnostics"].push_back({d.line, d.column, d.severity, d.message});
  std::string rest = said.dump() + '\n';
  rest.append(reinterpret_cast<const char*>(c.object.data()), c.object.size());
  if (write_file(folder() / key, store::content_hash(rest) + rest)) prune();
}

}  // namespace wavelift::judge
