// What a search asks of each candidate: is it right where that is cheap to see, and how many times as fast as the baseline is it. The judge's
// own verdict is asked of the winner alone.
#pragma once
#include "device/discovery.h"
#include "hardware/specs.h"
#include "judge/prepare.h"
#include "judge/reference.h"
#include "judge/remote.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wavelift::tune {

struct Evaluation {
  bool right = false;                    // compiled, passed the audit, and right where it was looked at
  std::string why;                       // it is not; otherwise the times of the shapes
  double gain = 0;                       // baseline's time / candidate's, geometric mean over shapes
  std::string identity;                  // of the code (judge::Audit::identity)
  bool repeated = false;                 // the same code was evaluated before: the answer is that one's, and cost nothing
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Errors are ours; what is wrong with the candidate is an evaluation.
  virtual Result<Evaluation> evaluate(const judge::Source& source) = 0;
};

struct Bench {
  std::string device;                    // as device::open; the software GPU's times are those that the model predicts for `card`
  std::string arch;                      // that candidates are compiled for
  const hardware::Spec* card = nullptr;
  uint64_t seed = 1;                     // of data, and of the coins of the timing
};

// Right: on the first simulated shape, under all checks of the software GPU. Fast: on the timed shapes, by the device's clock where it is a card
// (nobody else may time on it meanwhile), by the model where it is the software GPU. Errors: the baseline cannot be run; a busy card.
Result<std::unique_ptr<Evaluator>> make_evaluator(const judge::Task& task, const judge::Reference& reference, const judge::Source& baseline, const Bench& bench);

}  // namespace wavelift::tune
