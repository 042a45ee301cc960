// What the judge says of a candidate, and why.
#pragma once
#include "judge/conditions.h"
#include "judge/task.h"
#include <string>
#include <vector>

namespace wavelift::judge {

enum class State : uint8_t { rejected, correct, tied, improved_provisional, improved_confirmed, anomaly };
std::string_view name_of(State s);       // "rejected", "correct", "tied", "improved(provisional)", ...

enum class Stage : uint8_t { contract, compile, audit, software, device, timing };
std::string_view name_of(Stage s);

// One thing that was looked at, in the order of the work.
struct Evidence {
  Stage stage = Stage::contract;
  bool passed = true;
  std::string what;                      // a sentence
};

// The times of one shape. Seconds of a launch; ratios are baseline / candidate.
struct ShapeTime {
  std::string shape;
  double baseline_s = 0, candidate_s = 0, floor_s = 0;   // floor 0: not known
  double ratio = 1, lower = 0, upper = 0;
};

struct Times {
  double ratio = 1, lower = 0;           // of the geometric mean over shapes; the confirmation's where there is one
  double level = 0;                      // of the lower bound: how often it is too high at most
  double mde = 0;                        // the least gain that would have been found, 0.01 is 1 %
  int blocks = 0;
  bool cold = true;                      // what the task asks of the caches
  bool issue_clock = false;              // by the software GPU's count of instructions, no card's time
  Conditions conditions;
  std::vector<ShapeTime> shapes;         // empty: nothing was timed
};

struct Verdict {
  State state = State::rejected;
  Stage stage = Stage::contract;         // where it ended
  std::string reason;                    // one sentence
  std::vector<Evidence> evidence;
  std::string identity;                  // of the code (Audit::identity); empty before that
  std::string device;                    // that it ran on last
  bool jailed = true;                    // false: compilers, reference and worker ran as who we are
  size_t trials = 0;                     // launches whose results were compared
  Times times;
};

// For machines; docs/judge.md describes it.
std::string json_of(const Task& task, const Verdict& v);

}  // namespace wavelift::judge
