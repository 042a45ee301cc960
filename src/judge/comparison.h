// Is the candidate faster than the baseline? The protocol, over any clock: warm-up, blocks of four samples in an order that a coin
// decides, a few looks at the data with an error that is shared out among them, and what cannot be true told apart from what is good.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::judge {

enum class Side : uint8_t { baseline, candidate };

struct Sample {
  double device = 0;           // seconds, by the device's own clock
  double host = 0;             // seconds of the same by the host's; 0: there is no second clock
};

// The two programs on one shape. Both sides must find the same: caches as the task wants them, inputs of the same distribution.
class Clock {
public:
  virtual ~Clock() = default;
  // What `launches` launches of a side take together, one after the other.
  virtual Result<Sample> sample(Side side, int launches) = 0;

  // Before and after blocks of this shape are measured in a row: memory may be held in between alone. After an error end() is not called.
  virtual Status begin() { return {}; }
  virtual Status end() { return {}; }
  // Before each block: loads both modules again and moves what can be moved, then runs each side once. Where code and data
  // happen to lie is worth some tenths of a percent; drawn once, it looks like a difference between equal programs.
  virtual Status fresh() { return {}; }

  // What a sample may have: so many launches find data of their own. Asked for after begin().
  virtual int most_launches() const { return 1 << 20; }

  // Least seconds that one launch can take on this device (bytes / bandwidth and the like); 0: not known.
  virtual double floor() const { return 0; }
  // Seconds that the host's clock shows beyond the device's for a sample without work.
  virtual double overhead() const { return 0; }
};

struct Plan {
  double level = 0.01;         // of a false "improved", all looks together
  double delta = 0.005;        // the gain that has to be beaten
  std::vector<int> looks = {6, 12, 24, 48};   // blocks at which one looks; ascending
  double spending = 2;         // exponent of the spending function
  double hopeless = 0.05;      // level of the upper bound that, below delta, ends a comparison early
  double slower = 1.0 / 64;    // level of the upper bound that, below no change, makes it slower; six blocks cannot be surer
  double sample_s = 200e-6;    // a sample of the faster side takes at least this long ...
  double slow_sample_s = 0.1;  // ... unless one of the slower would take longer than that
  double warm_s = 3;           // of warm-up at most, each time it begins
  double largest_mde = 0.02;   // undecided with a greater minimum detectable effect is "unsteady"
  bool trade_offs = false;     // a shape may become slower when the mean gains
};

// The level that each look may use, so that a comparison errs with probability plan.level at most. Spent by look k, of blocks b_k, is
// level * (b_k / b_last)^spending (Kim and DeMets 1987); what a look cannot use, because the tests of few blocks have few levels,
// is left to the next. The levels are summed as if the looks were apart (Bonferroni), so no model of how they depend is needed.
std::vector<double> look_levels(const Plan& plan);

enum class Decision : uint8_t {
  tied,        // no gain of more than delta was shown
  improved,    // the lower bound is above delta
  mixed,       // improved on the mean, but a shape became slower and the task allows no trade-offs
  slower,      // by more than delta, and the upper bound is below no change
  unsteady,    // too much noise to tell
  anomaly,     // times that cannot be: below the floor, or two clocks that disagree
};
std::string_view name_of(Decision state);

// Ratios are baseline / candidate: 1.02 is 2 % faster.
struct ShapeComparison {
  double estimate = 1, lower = 0, upper = 0;   // at the hopeless level, two bounds
  double sd = 0;               // of a block's effect
  double baseline_s = 0, candidate_s = 0;      // medians of a launch
  double candidate_low_s = 0, candidate_high_s = 0;   // 10 % and 90 % quantiles
  int launches = 1;            // a sample
  bool settled = true;         // all warm-ups ended because times had become steady
  std::vector<double> effects; // of the blocks, for the record
};

struct Comparison {
  Decision state = Decision::tied;
  std::string why = {};        // one sentence
  double estimate = 1;         // Hodges-Lehmann, of the geometric mean over shapes. Of a win it is too good: publish the confirmation's
  double lower = 0;            // improved: at this look's share of the level; otherwise, as `upper`, at the hopeless level
  double upper = 0;
  int blocks = 0;              // of each shape
  double sd = 0;               // robust, of a block's effect
  double mde = 0;              // least gain that this noise lets a whole comparison find in four of five cases: 0.008 is 0.8 %
  double level = 0;            // the plan's
  uint64_t seed = 0;
  std::vector<ShapeComparison> shapes = {};
};

// `seed` decides the coins; a candidate must not be able to know it. Errors: those of the clocks; internal for a plan that makes no sense.
//
// Why the level holds whatever the noise is: take a candidate that is k times as fast as the baseline, on a machine whose speed
// changes as it likes, with memory, jumps and outliers, but not because of the label that a sample has. Then a block's effect is ln k plus a
// contrast of the machine's times, whose sign is the block's own coin: given the size of all contrasts the signs are independent
// and fair, which is all that the sign and signed-rank tests need. The same holds for means over shapes, each of which has its own coins.
Result<Comparison> compare(std::span<Clock* const> shapes, const Plan& plan, uint64_t seed);
inline Result<Comparison> compare(Clock& clock, const Plan& plan, uint64_t seed) {
  Clock* const one[] = {&clock};
  return compare(one, plan, seed);
}

// What may be said of a candidate. One comparison that improved is provisional: of many equal candidates one will. Confirmed is what
// a second one, in another process, at another time and with other coins, finds as well, at the level of its turn.
enum class Claim : uint8_t { none, provisional, confirmed, refuted };
std::string_view name_of(Claim claim);

// The level of a search's k-th confirmation, k = 1, 2, ...: level / (k (k + 1)). The sum over all k is `level`: the chance that a search of any
// length confirms anything false.
double confirmation_level(double level, int k);
Claim claim(const Comparison& first);
// `level`: what this confirmation was allowed. One with the same coins, or a greater level, confirms nothing: it stays provisional.
Claim claim(const Comparison& first, const Comparison& confirmation, double level);

}  // namespace wavelift::judge
