// How the work of a kernel is shared out among a GPU's threads, apart from what it computes: a plan is what the built-in transformations
// have made of the launch so far, and the source that is emitted from it declares the numbers that a tuner may still choose.
#pragma once
#include "analysis/nest.h"
#include "hardware/specs.h"
#include "judge/candidate.h"
#include "judge/task.h"
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::tune {

struct Target {
  std::string arch;                      // "gfx90a", "sm_90"
  judge::Language language = judge::Language::hip;   // that is emitted
  const hardware::Spec* spec = nullptr;  // of the card; its wave size is the one compiled for
};

// What a search starts from. `nests` has one answer a launch of the task's contract.
struct Subject {
  const judge::Task* task = nullptr;
  judge::Source baseline;
  std::vector<analysis::Raised> nests;
  Target target;
};

// A number that a tuner may choose, as judge::Tunable; the first value is the default.
struct Knob {
  std::string name;                      // a macro of the emitted source: "TILE_M"
  std::vector<int64_t> values;
};

// A launch, transformed. Each transformation adds its name to `done` and what it needs to `knobs` and `flags`; the emitter of `form` knows them.
struct Plan {
  std::string form;                      // whose emitter: "tiled", "rows", "elements", "source" (the baseline's text with hints); empty: untouched
  std::vector<std::string> done;         // transformations, in their order
  std::map<std::string, int64_t> flags;  // structure that is not for tuning: {"buffers", 2}
  std::vector<Knob> knobs;
  std::vector<std::string> constraints;  // on knobs, as judge::Contract::constraints
};

// The plans of all launches of a candidate: as many as the subject has nests.
using Plans = std::vector<Plan>;

// One rewrite. A file each in tune/transform, and a row in its table.
class Transform {
 public:
  virtual ~Transform() = default;
  virtual std::string_view name() const = 0;       // "tile", "stage", "double-buffer"
  virtual std::string_view changes() const = 0;    // what it should change, a sentence for the log
  // Why it may not or need not be applied to the plan of a launch: what dependences, types or the target forbid. Empty: it may be.
  virtual std::string objection(const Subject& subject, size_t launch, const Plans& plans) const = 0;
  // Only where there is no objection.
  virtual void apply(const Subject& subject, size_t launch, Plans& plans) const = 0;
};

// All of them, in the order in which they are worth trying.
std::span<const Transform* const> transforms();
const Transform* find_transform(std::string_view name);

// The source of a candidate, readable, with its launches, scratch and tunables declared in its first comment (judge::read_contract). Errors:
// internal, a plan that no transformation makes.
Result<judge::Source> emit(const Subject& subject, const Plans& plans);

// The same source with other values of its tunables. Errors: usage, a name or a value that it does not declare.
Result<judge::Source> with_values(const judge::Source& source, const std::map<std::string, int64_t>& values);

}  // namespace wavelift::tune
