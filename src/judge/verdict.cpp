#include "judge/verdict.h"
#include <nlohmann/json.hpp>

namespace wavelift::judge {

namespace {

constexpr std::string_view kStates[] = {"rejected", "correct", "tied", "improved(provisional)", "improved(confirmed)", "anomaly"};
constexpr std::string_view kStages[] = {"contract", "compile", "audit", "software", "device", "timing"};

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
    all["times"] = {{"ratio", v.times.ratio}, {"lower", v.times.lower}, {"level", v.times.level}, {"mde", v.times.mde}, {"blocks", v.times.blocks}, {"shapes", shapes}};
  }
  return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace wavelift::judge
