#include "cli/lint_report.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::cli {

Position LintOutcome::place(size_t finding) const {
  const Finding& f = findings[finding];
  Position at{f.line, f.column};
  if (f.line == 0 || is_fixed(finding)) return at;
  for (const lint::FixedFile& file : fixes.files)
    if (std::ranges::any_of(file.findings, [&](size_t i) { return is_fixed(i); }) && lint::Texts::target_of(f.file) == file.target) return file.moved(f.line, f.column);
  return at;
}

void print_text(const LintOutcome& o, std::FILE* to) {
  size_t counts[3] = {};
  for (const lint::FixedFile& file : o.fixes.files)
    for (size_t i : file.findings)
      if (const Finding& f = o.findings[i]; o.is_fixed(i)) fmt::print(to, "{}:{}:{}: fixed: {} [WL{}]\n", f.file, f.line, f.column, f.fix.what, f.code);
  for (size_t i = 0; i < o.findings.size(); ++i) {
    const Finding& f = o.findings[i];
    if (o.is_fixed(i)) continue;
    ++counts[static_cast<int>(f.severity)];
    const Position at = o.place(i);
    std::string place = at.line ? fmt::format("{}:{}:{}", f.file, at.line, at.column) : f.file;
    auto why = o.fixes.left.find(i);
    fmt::print(to, "{}: {}: {} [WL{}]{}{}\n", place, severity_name(f.severity), f.message, f.code, f.more ? fmt::format(" (and {} more)", f.more) : "",
               o.fixing && why != o.fixes.left.end() ? fmt::format(" (not fixed: {})", why->second) : "");
  }
  size_t lines = 0, fixed_files = 0;
  for (const auto& [file, n] : o.lines) lines += n;
  for (const lint::FixedFile& file : o.fixes.files) fixed_files += std::ranges::any_of(file.findings, [&](size_t i) { return o.is_fixed(i); });
  fmt::print(to, "{}{} errors, {} warnings, {} notes in {} files of {} lines{}\n", o.fixing ? fmt::format("{} findings are fixed in {} files; left: ", o.fixed.size(), fixed_files) : "", counts[2], counts[1],
             counts[0], o.lines.size(), lines, o.known ? fmt::format("; {} more are in the baseline", *o.known) : "");
}

void print_json(const LintOutcome& o) {
  nlohmann::json findings = nlohmann::json::array(), files = nlohmann::json::array();
  for (size_t i = 0; i < o.findings.size(); ++i) {
    const Finding& f = o.findings[i];
    const Position at = o.place(i);
    nlohmann::json j = {{"code", fmt::format("WL{}", f.code)}, {"severity", severity_name(f.severity)}, {"file", f.file}, {"line", at.line},
                        {"column", at.column}, {"more", f.more}, {"subject", f.subject}, {"message", f.message}};
    if (!f.fix.edits.empty()) {
      nlohmann::json edits = nlohmann::json::array();
      for (const Replacement& e : f.fix.edits)
        edits.push_back({{"at", e.at}, {"size", e.size}, {"text", e.text}, {"line", e.first.line}, {"column", e.first.column}, {"end_line", e.last.line}, {"end_column", e.last.column}});
      j["fix"] = {{"what", f.fix.what}, {"edits", edits}};
    }
    if (o.fixing) {
      j["fixed"] = o.is_fixed(i);
      if (auto why = o.fixes.left.find(i); why != o.fixes.left.end()) j["not_fixed"] = why->second;
    }
    findings.push_back(std::move(j));
  }
  for (const auto& [file, n] : o.lines) files.push_back({{"path", file}, {"lines", n}});
  nlohmann::json all = {{"findings", findings}, {"files", files}};
  if (o.known) all["in_baseline"] = *o.known;
  fmt::print("{}\n", all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_diff(const LintOutcome& o) {
  for (const lint::FixedFile& file : o.fixes.files) {
    const std::string name = file.name.substr(std::min(file.name.find_first_not_of('/'), file.name.size()));
    const std::string diff = unified_diff(file.text, file.edits, "a/" + name, "b/" + name);
    std::fwrite(diff.data(), 1, diff.size(), stdout);
  }
}

}  // namespace wavelift::cli
