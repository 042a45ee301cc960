#include "lint/sarif.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::lint {

namespace {

const char* level(Severity s) { return s == Severity::info ? "note" : severity_name(s); }

// RFC 3986: what may stand in a path stays, the rest as %XX.
std::string uri(const std::string& path) {
  constexpr std::string_view plain = "-._~/!$&'()*+,;=:@";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (unsigned char c : path)
    if (std::isalnum(c) || plain.find(static_cast<char>(c)) != plain.npos) out += static_cast<char>(c);
    else out += fmt::format("%{:02X}", c);
  return out;
}

nlohmann::json fix(const Finding& f) {
  using nlohmann::json;
  json replacements = json::array();
  for (const Replacement& e : f.fix.edits)
    replacements.push_back({{"deletedRegion", {{"startLine", e.first.line}, {"startColumn", e.first.column}, {"endLine", e.last.line}, {"endColumn", e.last.column}}}, {"insertedContent", {{"text", e.text}}}});
  json change = {{"artifactLocation", {{"uri", uri(f.file)}}}, {"replacements", replacements}};
  return {{"description", {{"text", f.fix.what}}}, {"artifactChanges", json::array({change})}};
}

}  // namespace

std::string sarif(std::span<const Finding> findings, std::span<const FindingKind> kinds, const std::string& version) {
  using nlohmann::json;
  json rules = json::array(), results = json::array();
  for (const FindingKind& k : kinds)
    rules.push_back({{"id", fmt::format("WL{}", k.code)}, {"shortDescription", {{"text", k.title}}}, {"defaultConfiguration", {{"level", level(k.severity)}}}});
  for (const Finding& f : findings) {
    json place = {{"artifactLocation", {{"uri", uri(f.file)}}}};
    if (f.line) place["region"] = {{"startLine", f.line}, {"startColumn", f.column}};
    size_t rule = 0;
    while (rule < kinds.size() && kinds[rule].code != f.code) ++rule;
    std::string text = f.message + (f.more ? fmt::format(" (and {} more)", f.more) : "");
    json result = {{"ruleId", fmt::format("WL{}", f.code)}, {"ruleIndex", rule}, {"level", level(f.severity)}, {"message", {{"text", text}}},
                   {"locations", {{{"physicalLocation", place}}}}};
    if (!f.fix.edits.empty()) result["fixes"] = json::array({fix(f)});
    results.push_back(std::move(result));
  }
  json driver = {{"name", "wavelift"}, {"version", version}, {"rules", rules}};
  json run = {{"tool", {{"driver", driver}}}, {"columnKind", "utf16CodeUnits"}, {"results", results}};
  json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
  return log.dump(1, ' ', false, json::error_handler_t::replace);
}

}  // namespace wavelift::lint
