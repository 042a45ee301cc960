// The verdict on one candidate: stage after stage, and the first that it does not pass is where it is rejected.
#pragma once
#include "judge/candidate.h"
#include "judge/harness.h"
#include <functional>
#include <optional>
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

struct Verdict {
  State state = State::rejected;
  Stage stage = Stage::contract;         // where it ended
  std::string reason;                    // one sentence
  std::vector<Evidence> evidence;
  std::string identity;                  // of the code (Audit::identity); empty before that
  std::string device;                    // that it ran on last
  size_t trials = 0;                     // launches whose results were compared
};

struct JudgeOptions {
  std::string device = "software";       // as device::open
  std::vector<std::string> software;     // targets of the software stage; empty: the device's own where it is one, else the default
  std::optional<uint64_t> seed;          // else the system's random numbers
  size_t hidden = 3;                     // shapes that are drawn
  double software_s = 600;               // of one trial on the software GPU
  std::function<void(const std::string&)> progress;
};

// Errors are ours or the task's: no jail, a reference that fails. What is wrong with the candidate is a verdict.
Result<Verdict> judge(const Task& task, const Reference& reference, const Source& candidate, const JudgeOptions& options);

// For machines; docs/judge.md describes it.
std::string json_of(const Task& task, const Verdict& v);

}  // namespace wavelift::judge
