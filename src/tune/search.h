// The search without a language model: structures from the built-in transformations, then their numbers.
#pragma once
#include "tune/evaluate.h"
#include "tune/transform.h"
#include <functional>

namespace wavelift::tune {

struct Trial {
  std::vector<std::string> done;         // transformations, in their order, of all launches
  std::map<std::string, int64_t> values; // of tunables
  std::string change;                    // against what was best before, a few words
  Evaluation evaluation;
  bool best = false;                     // it became the best
};

struct Found {
  judge::Source source;                  // the best one; the baseline where nothing is better
  std::optional<size_t> best;            // of the trials
  std::vector<Trial> trials;             // in the order of the work
  size_t charged = 0;                    // evaluations that cost something
  std::vector<std::string> objections;   // why transformations were not applied to the baseline's launches: "transpose: stage: ..."
  bool exhausted = false;                // nothing was left to try
};

struct SearchOptions {
  size_t budget = 40;                    // evaluations; code that was evaluated before is free
  double least_gain = 0.003;             // relative, by which a trial must beat the best to follow it
  std::function<void(const Trial&, size_t charged)> told;   // after each
  std::function<bool()> stop;            // asked before each
};

// First all transformations that have no objection, one after the other; then that without each of them; then each tunable of the best in turn,
// until no value of any is better. The same answers of the evaluator give the same search.
Result<Found> search(const Subject& subject, Evaluator& evaluator, const SearchOptions& options);

}  // namespace wavelift::tune
