// Whether a candidate is worth a measurement: skip, try or must be measured, from two predictions; and what earlier predictions say of how far
// to trust them.
#pragma once
#include "model/model.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wavelift::model {

// What came of a prediction.
struct Trial {
  std::string family;            // kernels that are alike: a task's name
  double predicted = 0, measured = 0;   // seconds, both more than 0
};

enum class Decision : uint8_t {
  skip,          // it will be slower
  attempt,       // it will be faster
  must_measure,  // the model cannot tell
};
std::string_view name_of(Decision d);

struct GateRules {
  double worse = 1.1;            // it is skipped when even the least ratio to the best is above this
  double coverage = 0.8;         // of the intervals
  double audited = 0.1;          // part of what is skipped that is measured all the same
};

// How predictions of one card came out so far. Families with fewer than `kFewest` trials borrow those of all.
class Calibration {
public:
  static constexpr size_t kFewest = 8;
  void add(Trial trial);
  const std::vector<Trial>& trials() const { return trials_; }

  // For predict(): the factor that the asked part of the family's trials lay within, by split conformal prediction on |log(measured / predicted)|. Not known
  // with fewer than kFewest trials in all.
  Width width(const std::string& family, double coverage) const;
  // The same of a ratio of two predictions of the family: what is wrong with all of them alike cancels.
  Width ratio_width(const std::string& family, double coverage) const;
  // How likely a kernel of the family is faster than another, when so many times its time is predicted for it: the part of pairs of trials whose residuals
  // make it so. Without trials: a half at 1, by the assumed width of a ratio.
  double faster(const std::string& family, double predicted_ratio) const;

  // Of the trials, each judged by those before it: the part that lay within their intervals, and how many were judged.
  struct Coverage {
    double inside = 0;
    size_t judged = 0;
  };
  Coverage coverage(double asked) const;
  // Mean squared error of faster() over the family's pairs of trials in order, each by the trials before: 0 is always right and sure, 0.25 knows nothing.
  std::optional<double> brier() const;

private:
  std::vector<double> residuals(const std::string& family, size_t before) const;   // of trials before that number
  std::vector<Trial> trials_;
};

// `known`: every knob by which the two differ was measured once on this card. Where it was not, nothing is skipped.
Decision decide(const Prediction& candidate, const Prediction& best, const std::string& family, const Calibration& past, bool known, const GateRules& rules = {});

// Whether a skipped candidate is measured all the same; `id` is its own (a hash of its code). The same answer for the same id.
bool audited(uint64_t id, const GateRules& rules = {});

// What the audited skips cost: the most that one of them was faster than the best at its time, 0.1 is a tenth; 0 when none was.
struct AuditedSkip {
  double measured = 0, best = 0;   // seconds
};
double regret(const std::vector<AuditedSkip>& skips);

}  // namespace wavelift::model
