#include "apimap/gen/read_tsv.h"
#include "base/files.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <set>

namespace wavelift::apimap::gen {
namespace fs = std::filesystem;

namespace {

// How a name of a library is made into HIP's: the longest prefix that matches is replaced.
struct Rule {
  std::string library, from, to, how;  // how: "prefix" keeps the rest, "camel" turns MAX_GRID_DIM into MaxGridDim
};

std::vector<std::string> split(std::string_view line, char by) {
  std::vector<std::string> out;
  while (true) {
    size_t at = line.find(by);
    out.emplace_back(line.substr(0, at));
    if (at == std::string_view::npos) return out;
    line.remove_prefix(at + 1);
  }
}

template <class F> Status each_line(const fs::path& file, F&& f) {
  auto text = read_file(file);
  if (!text) return std::unexpected(text.error());
  int number = 0;
  for (const auto& line : split(*text, '\n')) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::string problem = f(split(line, '\t'));
    if (!problem.empty()) return fail(Exit::failed, fmt::format("{}:{}: {}", file.string(), number, problem));
  }
  return {};
}

std::string camel(std::string_view rest) {
  std::string out;
  bool up = true;
  for (char c : rest) {
    if (c == '_') {
      up = true;
      continue;
    }
    out += static_cast<char>(up ? std::toupper(c) : std::tolower(c));
    up = false;
  }
  return out;
}

int version(const std::string& text) {
  if (text.empty()) return 0;
  size_t dot = text.find('.');
  return std::stoi(text) * 100 + (dot == std::string::npos ? 0 : std::stoi(text.substr(dot + 1)));
}

const std::set<std::string, std::less<>> kinds = {"function", "type",  "enum",   "macro",
                                                  "device",   "guard", "header", "name"};

std::string finish(Row& r, const std::vector<Rule>& rules) {
  if (!kinds.contains(r.kind)) return fmt::format("'{}' is no kind", r.kind);
  if (r.hip == "-") {
    r.fate = "none";
    r.hip.clear();
  } else if (r.hip == "*") {
    r.fate = "special";
    r.hip.clear();
  } else if (r.hip == "=") {
    r.fate = "same";
    r.hip = r.cuda;
  } else if (r.hip.starts_with("wl32::")) {
    r.fate = "warp";
  } else if (r.hip.starts_with("wlcuda::") || r.hip.starts_with("wlblaslt::")) {
    r.fate = "shim";
  } else if (!r.hip.empty()) {
    r.fate = "renamed";
  } else {
    const Rule* best = nullptr;
    for (const auto& rule : rules)
      if (rule.library == r.library && r.cuda.starts_with(rule.from) &&
          (!best || rule.from.size() > best->from.size()))
        best = &rule;
    if (!best) return fmt::format("no rule names '{}' in HIP", r.cuda);
    std::string rest = r.cuda.substr(best->from.size());
    r.hip = best->to + (best->how == "camel" ? camel(rest) : rest);
    r.fate = r.hip == r.cuda ? "same" : "renamed";
  }
  return {};
}

}  // namespace

Result<std::vector<Row>> read_folder(const fs::path& folder) {
  std::vector<Rule> rules;
  auto status = each_line(folder / "rules.tsv", [&](const std::vector<std::string>& c) -> std::string {
    if (c.size() != 4) return "a rule has 4 columns: library, from, to, how";
    rules.push_back({c[0], c[1], c[2], c[3]});
    return {};
  });
  if (!status) return std::unexpected(status.error());

  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".tsv" && entry.path().filename() != "rules.tsv" && entry.path().filename() != "torch.tsv") files.push_back(entry.path());
  std::sort(files.begin(), files.end());

  std::map<std::string, Row> rows;
  for (const auto& file : files) {
    status = each_line(file, [&](std::vector<std::string> c) -> std::string {
      if (c.size() < 2 || c.size() > 6) return "a row has 2 to 6 columns: cuda, kind, hip, since, until, note";
      c.resize(6);
      Row r{c[0], c[2], file.stem().string(), c[1], "", c[5], version(c[3]), version(c[4])};
      std::string problem = finish(r, rules);
      if (!problem.empty()) return problem;
      if (!rows.emplace(r.cuda, r).second) return fmt::format("'{}' is in the map already", r.cuda);
      return {};
    });
    if (!status) return std::unexpected(status.error());
  }
  std::vector<Row> out;
  for (auto& [name, row] : rows) out.push_back(std::move(row));
  return out;
}

Result<std::vector<TorchRow>> read_torch(const fs::path& folder) {
  static const std::set<std::string, std::less<>> kinds_of_torch = {"header", "folder", "space", "name", "macro", "gone"};
  std::vector<TorchRow> out;
  auto status = each_line(folder / "torch.tsv", [&](std::vector<std::string> c) -> std::string {
    if (c.size() < 3 || c.size() > 6) return "a row has 3 to 6 columns: cuda, kind, hip, since, until, note";
    c.resize(6);
    if (!kinds_of_torch.contains(c[1])) return fmt::format("'{}' is no kind", c[1]);
    if (c[2] == "-" && c[5].empty()) return fmt::format("'{}' is in no release: a note has to say what to use", c[0]);
    out.push_back({c[0], c[2] == "=" ? c[0] : c[2] == "-" ? std::string() : c[2], c[1], c[5], version(c[3]), version(c[4])});
    return {};
  });
  if (!status) return std::unexpected(status.error());
  std::ranges::sort(out, {}, [](const TorchRow& r) { return std::pair(r.cuda, r.since); });
  for (size_t k = 1; k < out.size(); ++k)
    if (out[k].cuda == out[k - 1].cuda && (out[k - 1].until == 0 || out[k - 1].until > out[k].since))
      return fail(Exit::failed, fmt::format("torch.tsv: '{}' has two rows for one release", out[k].cuda));
  return out;
}

}  // namespace wavelift::apimap::gen
