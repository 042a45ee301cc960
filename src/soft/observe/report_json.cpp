// Reports as JSON, which is read back, and as SARIF 2.1.0.
#include "soft/observe/report.h"
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::soft {

namespace {

using nlohmann::ordered_json;

constexpr int kFormat = 1;

std::string hex(uint64_t x) { return fmt::format("0x{:x}", x); }
uint64_t number(const ordered_json& j, const char* key) {
  if (!j.contains(key)) return 0;
  const auto& v = j.at(key);
  if (v.is_number()) return v.get<uint64_t>();
  const auto& s = v.get_ref<const std::string&>();
  uint64_t x = 0;
  if (s.starts_with("0x")) std::from_chars(s.data() + 2, s.data() + s.size(), x, 16);
  return x;
}
std::string word(const ordered_json& j, const char* key) { return j.value(key, std::string()); }

ordered_json json(const Dim3& d) { return ordered_json::array({d.x, d.y, d.z}); }
Dim3 dim(const ordered_json& j, const char* key) {
  if (!j.contains(key) || j.at(key).size() != 3) return {0, 0, 0};
  return {j.at(key)[0].get<uint32_t>(), j.at(key)[1].get<uint32_t>(), j.at(key)[2].get<uint32_t>()};
}

ordered_json json(const Site& s) {
  ordered_json j = {{"kernel", s.kernel}};
  if (!s.function.empty()) j["function"] = s.function;
  if (!s.line.empty()) j["line"] = s.line;
  if (!s.inlined_at.empty()) j["inlined_at"] = s.inlined_at;
  j["instruction"] = s.instruction;
  j["pc"] = hex(s.pc);
  j["offset"] = s.offset;
  j["block"] = json(s.block);
  j["thread"] = json(s.thread);
  j["wave"] = s.wave;
  j["lane"] = s.lane;
  return j;
}
Site site(const ordered_json& j) {
  Site s;
  s.kernel = word(j, "kernel");
  s.function = word(j, "function");
  s.line = word(j, "line");
  s.inlined_at = j.value("inlined_at", std::vector<std::string>());
  s.instruction = word(j, "instruction");
  s.pc = number(j, "pc");
  s.offset = number(j, "offset");
  s.block = dim(j, "block");
  s.thread = dim(j, "thread");
  s.wave = j.value("wave", 0u);
  s.lane = j.value("lane", 0u);
  return s;
}

ordered_json json(const HostSite& h) {
  ordered_json j = {{"call", h.call}};
  if (!h.line.empty()) j["line"] = h.line;
  return j;
}
HostSite host_site(const ordered_json& j) { return {word(j, "call"), word(j, "line")}; }

ordered_json json(const Report& r) {
  ordered_json j = {{"check", r.check->id},
                    {"kind", name_of(r.check->kind)},
                    {"severity", r.check->severity == Severity::error ? "error" : "warning"},
                    {"message", r.sentence},
                    {"count", r.count}};
  if (r.site) j["site"] = json(*r.site);
  if (r.host) j["host"] = json(*r.host);
  if (r.memory) j["memory"] = {{"space", r.memory->space}, {"address", hex(r.memory->address)}, {"size", r.memory->size}};
  if (r.allocation) {
    const AllocationInfo& a = *r.allocation;
    ordered_json& o = j["allocation"] = {{"kind", a.kind}, {"address", hex(a.address)}, {"size", a.size}};
    if (!a.made.call.empty()) o["made"] = json(a.made);
    if (a.freed) o["freed"] = json(*a.freed);
  }
  if (r.other) j["other"] = {{"relation", r.other_text}, {"site", json(*r.other)}};
  if (!r.notes.empty()) j["notes"] = r.notes;
  return j;
}

Report report(const ordered_json& j) {
  Report r;
  r.check = find_check(word(j, "check"));
  if (!r.check) throw std::runtime_error("it names a check that there is not: " + word(j, "check"));
  r.sentence = word(j, "message");
  r.count = j.value("count", uint64_t{1});
  if (j.contains("site")) r.site = site(j.at("site"));
  if (j.contains("host")) r.host = host_site(j.at("host"));
  if (j.contains("memory")) {
    const auto& m = j.at("memory");
    r.memory = {word(m, "space"), number(m, "address"), number(m, "size")};
  }
  if (j.contains("allocation")) {
    const auto& a = j.at("allocation");
    r.allocation = {word(a, "kind"), number(a, "address"), number(a, "size"), {}, {}};
    if (a.contains("made")) r.allocation->made = host_site(a.at("made"));
    if (a.contains("freed")) r.allocation->freed = host_site(a.at("freed"));
  }
  if (j.contains("other")) {
    r.other_text = word(j.at("other"), "relation");
    r.other = site(j.at("other").at("site"));
  }
  r.notes = j.value("notes", std::vector<std::string>());
  return r;
}

// A text that holds bytes which are not UTF-8 is still written.
std::string dump(const ordered_json& j) { return j.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n"; }

// "file:12" to a SARIF location; a line without a file name has none.
std::optional<ordered_json> location(const std::string& line) {
  std::string place = line.substr(0, line.find(" in "));
  size_t colon = place.rfind(':');
  if (colon == place.npos) return {};
  int number = std::atoi(place.c_str() + colon + 1);
  if (number <= 0) return {};
  std::string uri = place.substr(0, colon);
  if (uri.starts_with('/')) uri = "file://" + uri;
  return ordered_json{{"physicalLocation",
                       {{"artifactLocation", {{"uri", uri}}}, {"region", {{"startLine", number}}}}}};
}

ordered_json sarif_result(const Report& r) {
  ordered_json result = {{"ruleId", r.check->id},
                         {"level", r.check->severity == Severity::error ? "error" : "warning"},
                         {"message", {{"text", text_of(r)}}},
                         {"occurrenceCount", r.count}};
  ordered_json places = ordered_json::array();
  auto add = [](ordered_json& list, const std::string& line, const std::string& text) {
    if (auto l = location(line)) {
      if (!text.empty()) (*l)["message"] = {{"text", text}};
      list.push_back(std::move(*l));
    }
  };
  if (r.site) add(places, r.site->line, {});
  else if (r.host) add(places, r.host->line, {});
  if (r.site)
    for (auto& p : places)
      p["logicalLocations"] = ordered_json::array({{{"fullyQualifiedName", r.site->kernel}, {"kind", "function"}}});
  result["locations"] = places;
  ordered_json related = ordered_json::array();
  if (r.site)
    for (const auto& l : r.site->inlined_at) add(related, l, "inlined at");
  if (r.other) add(related, r.other->line, r.other_text);
  if (r.allocation) {
    add(related, r.allocation->made.line, "made by " + r.allocation->made.call);
    if (r.allocation->freed) add(related, r.allocation->freed->line, "freed by " + r.allocation->freed->call);
  }
  if (!related.empty()) result["relatedLocations"] = related;
  return result;
}

}  // namespace

std::string json_of(const ReportSet& set) {
  ordered_json j = {{"format", kFormat}, {"program", set.program}, {"dropped", set.dropped}};
  j["launches"] = {{"all", set.launches.all}, {"checked", set.launches.checked}};
  j["reports"] = ordered_json::array();
  for (const auto& r : set.reports) j["reports"].push_back(json(r));
  return dump(j);
}

Result<ReportSet> read_json(const std::string& text, const std::string& name) {
  try {
    auto j = ordered_json::parse(text);
    if (j.at("format").get<int>() != kFormat)
      return fail(Exit::no_input, fmt::format("{} is of another version of the report format", name));
    ReportSet set;
    set.program = word(j, "program");
    set.dropped = j.value("dropped", uint64_t{0});
    if (auto l = j.find("launches"); l != j.end()) set.launches = {l->value("all", uint64_t{0}), l->value("checked", uint64_t{0})};
    for (const auto& r : j.at("reports")) set.reports.push_back(report(r));
    return set;
  } catch (const std::exception& e) {
    return fail(Exit::no_input, fmt::format("{} is no report of wavelift: {}", name, e.what()));
  }
}

std::string sarif_of(const ReportSet& set, const std::string& version) {
  ordered_json rules = ordered_json::array();
  for (const Check& c : all_checks())
    rules.push_back({{"id", c.id},
                     {"shortDescription", {{"text", c.sentence}}},
                     {"help", {{"text", c.help}}},
                     {"defaultConfiguration", {{"level", c.severity == Severity::error ? "error" : "warning"}}}});
  ordered_json results = ordered_json::array();
  for (const auto& r : set.reports) results.push_back(sarif_result(r));
  ordered_json run = {{"tool", {{"driver", {{"name", "wavelift"}, {"version", version}, {"rules", rules}}}}},
                      {"results", results}};
  return dump({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", ordered_json::array({run})}});
}

}  // namespace wavelift::soft
