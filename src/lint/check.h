// What a check is, and what it can ask. A family of checks is one file with a table of rows.
#pragma once
#include "lint/lint.h"
#include <map>
#include <set>
#include <span>
#include <string>

namespace wavelift::lint {

// What is known of the warps of one function: over all kernels that reach it and all that these reach.
struct WarpUse {
  bool calls = false;           // there are warp intrinsics: the function is warp code
  bool hip = false, cuda = false, port = false;  // whose they are
  bool groups_of_32 = false;    // lanes or warps are counted by 32
  bool waves = false;           // by warpSize or 64
  bool mixes_lanes = false;     // an intrinsic joins all lanes of a wave: a ballot, a match, a broadcast without width
  bool votes = false;           // there are others than shuffles
  bool narrow = false;          // groups narrower than the wave: by a shuffle's width, a tile, a block that is 32 threads wide

  WarpUse& operator|=(const WarpUse& o) {
    calls |= o.calls, hip |= o.hip, cuda |= o.cuda, port |= o.port;
    groups_of_32 |= o.groups_of_32, waves |= o.waves, mixes_lanes |= o.mixes_lanes, votes |= o.votes, narrow |= o.narrow;
    return *this;
  }
};

class Context {
 public:
  Context(const analysis::Facts& facts, const Options& options, std::vector<Finding>& out);

  const analysis::Facts& facts;
  const Options& options;

  const WarpUse& use(uint32_t function) const { return uses_[function]; }
  // The calls of the function itself and of all that it reaches.
  const std::vector<const analysis::WarpCall*>& reached_calls(uint32_t function) const { return reached_[function]; }
  // The function and all that it reaches.
  std::set<uint32_t> reached_functions(uint32_t function) const;
  const std::string& name(uint32_t function) const;

  // What the analysis knows to write at the place; null: nothing.
  const analysis::Rewrite* rewrite(analysis::Rewrite::Kind kind, const analysis::Place& place) const;
  // In HIP source: whether all lanes of a wave work together in the function and in all kernels that reach it, none of which is
  // in another unit, so that its masks have a bit for each lane.
  bool whole_waves(const analysis::Place& place, uint32_t function) const;
  // The same for groups of 32 lanes and shuffles among them.
  bool groups_of_32(const analysis::Place& place, uint32_t function) const;

  // A finding of the check that runs, with what repairs it. In CUDA source it speaks of native width alone, and how a kernel comes
  // to that is for a person, or for `wl port --width`.
  void find(const analysis::Place& place, uint32_t function, std::string message, std::string subject, const analysis::Rewrite* fix = nullptr);
  // The same for what is wrong, or slow, whatever width is chosen. `inserted` stands before the texts of the fix.
  void find_always(const analysis::Place& place, std::string message, std::string subject, const analysis::Rewrite* fix = nullptr, std::string_view inserted = {});

 private:
  friend std::vector<Finding> lint(const analysis::Facts&, const Options&);
  bool is_new(const analysis::Place& place);
  bool closed(const analysis::Place& place) const { return !facts.relocatable && place.file == options.source; }
  Fix fix_of(const analysis::Rewrite* how, const analysis::Place& place, std::string_view inserted) const;
  std::vector<Finding>& out_;
  const FindingKind* kind_ = nullptr;
  std::vector<WarpUse> uses_;
  std::vector<std::vector<const analysis::WarpCall*>> reached_;
  std::set<std::pair<int, analysis::Place>> seen_;
  std::map<std::pair<int, uint32_t>, size_t> first_;  // of each code in each function
};

struct Check {
  FindingKind kind;
  void (*run)(Context&);
};

std::span<const Check> width_checks();    // warp_width.cpp
std::span<const Check> mask_checks();     // masks.cpp
std::span<const Check> shuffle_checks();  // shuffles.cpp
std::span<const Check> block_checks();    // block_limits.cpp
std::span<const Check> group_checks();    // groups.cpp
std::span<const Check> machine_checks();  // machine.cpp
std::span<const Check> synchronisation_checks();  // synchronisation.cpp
std::span<const Check> gpu_test_checks(); // gpu_tests.cpp
std::span<const Check> target_checks();   // targets.cpp
std::span<const Check> format_checks();   // formats.cpp
std::span<const Check> coverage_checks(); // coverage.cpp
std::span<const Check> device_checks();   // device_code.cpp
std::span<const Check> number_checks();   // numbers.cpp
std::span<const Check> building_checks(); // building.cpp
std::span<const Check> runtime_checks();  // runtime_calls.cpp
std::span<const Check> capability_checks();  // compute_capability.cpp
std::span<const Check> module_checks();   // modules.cpp
std::span<const Check> version_checks();  // hip_versions.cpp
std::span<const Check> performance_checks();  // performance.cpp; silent unless asked for

}  // namespace wavelift::lint
