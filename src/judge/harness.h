// A kernel on a device: its buffers, its launches, and what is looked at afterwards. The candidate decides none of it.
#pragma once
#include "device/device.h"
#include "judge/reference.h"

namespace wavelift::judge {

// What is launched: a code object and, for each launch of the contract, the symbol of its kernel.
struct Built {
  std::vector<std::byte> object;
  std::vector<std::string> symbols;
  Contract contract;
  Names tunables;
};

enum class Placement : uint8_t {
  exact,       // each buffer an allocation of its own size: for the software GPU, whose checks know every byte
  guarded,     // between guards, at an offset drawn anew: for a device without checks
};

// What a run left behind.
struct Outcome {
  std::vector<std::pair<std::string, Judgement>> outputs;   // by buffer
  std::string objection;                                    // an input that was changed, a guard that was written to; empty: none
  std::vector<std::vector<std::byte>> bytes;                // of the outputs, to compare runs
  bool right() const;
  std::string sentence() const;                             // the first thing that is wrong, or that all is right
};

// The memory of one case on a device, given back with it.
class Setup {
public:
  // Errors: no memory; a launch whose extents the device cannot have (usage).
  static Result<std::unique_ptr<Setup>> place(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed);
  ~Setup();
  Setup(const Setup&) = delete;

  // Inputs as they were drawn; outputs, scratch and guards full of what `seed` says, unless the checks are to see that they are
  // undefined (placement exact): who reads an output before it is written may only look whether the work was done already.
  Status fresh(uint64_t seed);
  // Outputs full of what `seed` says, and nothing else changed: what an earlier launch left in them is gone.
  Status poison(uint64_t seed);
  // All launches of the contract, in order. Does not wait.
  Status start(device::Module& module);
  // After a wait: reads everything back.
  Result<Outcome> look();

private:
  struct Piece;
  Setup(device::Device& device, const Task& task, const Case& c);
  Status piece(const Buffer& b, size_t elements, size_t index, Placement placement, uint64_t seed);
  Result<device::Launch> launch_of(const KernelLaunch& l, const std::string& symbol, const Names& names) const;

  device::Device& device_;
  const Task& task_;
  const Case& case_;
  std::vector<Piece> pieces_;
  std::vector<device::Launch> launches_;
};

// Loads the object once and runs it on fresh memory, placed anew, as often as is said, or until a run is not right: what a kernel keeps
// from launch to launch, wherever that may be, must not matter. Errors: the device's (a fault).
Result<std::vector<Outcome>> run_times(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed, int times);
Result<Outcome> run_once(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed);

}  // namespace wavelift::judge
