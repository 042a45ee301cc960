#include "judge/verdict.h"
#include <nlohmann/json.hpp>

namespace wavelift::judge {

namespace {

constexpr std::string_view kStates[] = {"rejected", "correct", "tied", "improved(provisional)", "improved(confirmed)", "anomaly"};
constexpr std::string_view kStages[] = {"contract", "compile", "audit", "software", "device", "timing"};

nlohmann::json extent(const std::optional<Conditions::Extent>& e) {
  return e ? nlohmann::json{{"low", e->low}, {"high", e->high}, {"last", e->last}} : nlohmann::json();
}

nlohmann::json conditions(const Conditions& c) {
  return {{"readings", c.readings}, {"core_mhz", extent(c.core_mhz)}, {"memory_mhz", extent(c.memory_mhz)}, {"watts", extent(c.watts)}, {"celsius", extent(c.celsius)},
          {"limited_by", c.limits_known ? nlohmann::json(c.limited_by) : nlohmann::json()}, {"blocks", c.blocks}, {"moved", c.moved}};
}

}  // namespace

std::string_view name_of(State s) { return kStates[static_cast<size_t>(s)]; }
std::string_view name_of(Stage s) { return kStages[static_cast<size_t>(s)]; }

std::string json_of(const Task& task, const Verdict& v) {
  nlohmann::json evidence = nlohmann::json::array();
  for (const Evidence& e : v.evidence) evidence.push_back({{"stage", name_of(e.stage)}, {"passed", e.passed}, {"what", e.what}});
  nlohmann::json all = {{"format", 1}, {"task", task.name}, {"state", name_of(v.state)}, {"stage", name_of(v.stage)}, {"reason", v.reason},
                        {"device", v.device}, {"identity", v.identity}, {"jailed", v.jailed}, {"trials", v.trials}, {"evidence", evidence}};
  if (!v.times.shapes.empty()) {
    nlohmann::json shapes = nlohmann::json::array();
    for (const ShapeTime& s : v.times.shapes)
      shapes.push_back({{"shape", s.shape}, {"baseline_s", s.baseline_s}, {"candidate_s", s.candidate_s}, {"floor_s", s.floor_s}, {"ratio", s.ratio}, {"lower", s.lower}, {"upper", s.upper}});
    all["times"] = {{"ratio", v.times.ratio}, {"lower", v.times.lower}, {"level", v.times.level}, {"mde", v.times.mde}, {"blocks", v.times.blocks}, {"clock", v.times.issue_clock ? "issue" : "device"}, {"cache", v.times.cold ? "cold" : "warm"},
                    {"conditions", conditions(v.times.conditions)}, {"shapes", shapes}};
  }
  return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace wavelift::judge
