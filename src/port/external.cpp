#include "port/external.h"
#include "base/files.h"
#include "port/tree.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {
namespace fs = std::filesystem;

namespace {
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }
}  // namespace

void External::add_folder(const std::string& folder) {
  std::error_code ec;
  if (fs::is_directory(root / folder, ec) && std::find(folders.begin(), folders.end(), folder) == folders.end())
    folders.push_back(folder);
}

std::string External::resolve(const std::string& from, std::string_view name, bool quoted) const {
  std::error_code ec;
  auto outside = [&](const fs::path& p) -> std::string {
    std::string n = p.lexically_normal().generic_string();
    return n.starts_with("../") && fs::is_regular_file(root / n, ec) ? n : std::string();
  };
  if (quoted)
    if (auto p = outside(fs::path(from).parent_path() / name); !p.empty()) return p;
  for (const auto& f : folders)
    if (auto p = outside(fs::path(f) / name); !p.empty()) return p;
  return {};
}

// "../../other/sub/x.h" lies at wavelift-external/other/sub/x.h.
std::string External::output_of(const std::string& source) {
  std::string_view rest = source;
  while (rest.starts_with("../")) rest.remove_prefix(3);
  return fmt::format("wavelift-external/{}", rest);
}

void External::want(const std::string& from, std::string_view name, bool quoted) {
  std::vector<std::pair<std::string, std::string>> todo;  // source path, nothing else
  auto take = [&](const std::string& path) {
    if (path.empty() || found.contains(path)) return;
    auto text = read_file(root / path);
    if (!text || is_binary(*text)) return;
    found[path] = std::move(*text);
    todo.emplace_back(path, "");
  };
  take(resolve(from, name, quoted));
  while (!todo.empty()) {
    std::string path = todo.back().first;
    todo.pop_back();
    for (const auto& include : Source(found[path], path).includes()) take(resolve(path, include.path, include.quoted));
  }
}

void External::settle(ProjectFacts& facts, int hip_version, TorchUse torch) {
  for (const auto& [path, text] : found) gather_facts(Source(text, path), facts);
  std::vector<File> all;
  for (const auto& [path, text] : found) {
    File f;
    f.source = path;
    f.output = output_of(path);
    Source s(text, path);
    LexicalOptions o;
    o.hip_version = hip_version;
    o.torch = torch;
    o.unit = kind_of(path) == FileKind::cuda_unit;
    for (char c : f.output)
      if (c == '/') o.support_prefix += "../";
    o.facts = &facts;
    o.local_header = [&, from = path](std::string_view name, bool quoted) {
      return resolve(from, name, quoted).empty() ? std::string() : std::string(name);
    };
    f.summary = port_lexical(s, o);
    f.changed = !s.edits.empty();
    f.text = f.changed ? s.edits.apply(text) : text;
    f.findings = std::move(s.findings);
    if (f.changed) ported.insert(folder_of(path));
    all.push_back(std::move(f));
  }
  // A header finds its neighbours in its own folder first: where one is ported all that are used go along.
  for (auto& f : all)
    if (ported.contains(folder_of(f.source))) out.push_back(std::move(f));
}

std::string External::replacement(const std::string& from, std::string_view name, bool quoted) const {
  std::string path = resolve(from, name, quoted);
  if (path.empty()) return {};
  // A path that leads out by itself must lead to the copy; one found along -I is found in the copy's folder first.
  bool direct = quoted && (fs::path(from).parent_path() / name).lexically_normal().generic_string() == path;
  if (!direct || !ported.contains(folder_of(path))) return std::string(name);
  return fs::path(output_of(path)).lexically_relative(fs::path(from).parent_path().empty() ? "." : fs::path(from).parent_path()).generic_string();
}

std::string External::ported_folder(const std::string& folder) const {
  std::string f = folder;
  while (f.ends_with('/')) f.pop_back();
  for (const auto& p : ported)
    if (p == f || p.starts_with(f + "/")) return output_of(f);
  return {};
}

}  // namespace wavelift::port
