// A kernel on a device: its buffers, its launches, and what is looked at afterwards. The candidate decides none of it.
#pragma once
#include "device/device.h"
#include "judge/stock.h"
#include <memory>

namespace wavelift::judge {

// What is launched: a code object and, for each launch of the contract, the symbol of its kernel.
struct Built {
  std::vector<std::byte> object;
  std::vector<std::string> symbols;
  Contract contract;
  Names tunables;
  std::vector<int> max_threads = {};   // of a workgroup, for each launch; 0, or no list: not known
};

enum class Placement : uint8_t {
  exact,       // each buffer an allocation of its own size: for the software GPU, whose checks know every byte
  guarded,     // between guards, at an offset drawn anew, outputs and scratch full of poison: for a device without checks
  sealed,      // guarded, but outputs and scratch stay undefined and inputs cannot be written: for a device that sees who does
};

// What a run left behind.
struct Outcome {
  Judgements outputs;                                       // by buffer or residual
  std::string objection;                                    // an input that was changed, a guard that was written to; empty: none
  std::vector<std::vector<std::byte>> bytes;                // of each buffer, to compare runs; of inputs none
  bool right() const;
  std::string sentence() const;                             // the first thing that is wrong, or that all is right
};

// Buffers on a device, between guards where the placement says so; given back with it.
class Memory {
public:
  // The task's buffers for one case.
  static Result<std::shared_ptr<Memory>> place(device::Device& device, const Task& task, const Case& c, Placement placement, uint64_t seed);
  Memory(device::Device& device, const Task& task, const Case& c) : device_(device), task_(task), case_(c) {}
  ~Memory();
  Memory(const Memory&) = delete;

  // One more buffer. `index`: among the task's; beyond them, scratch.
  Status add(const Buffer& b, size_t elements, size_t index, Placement placement, uint64_t seed);
  // Inputs as they were drawn; outputs, scratch and guards full of what `seed` says, unless the checks are to see that they are
  // undefined (placement exact or sealed): who reads an output before it is written may only look whether the work was done already.
  Status fresh(uint64_t seed);
  // Guards alone, where the placement has any; their contents are `seed`'s from then on.
  Status guards(uint64_t seed);
  // Inputs from the stock, without the host; outputs and scratch full of what `seed` says.
  Status refill(const Stock& stock, uint64_t seed);
  // Reads guards, inputs and outputs into `out`, which judges nothing yet.
  Status look(Outcome& out) const;
  // The buffer's address on the device, or nullptr.
  const uint64_t* address(std::string_view name) const;

private:
  struct Piece {
    const Buffer* buffer = nullptr;
    size_t index = 0;
    uint64_t allocation = 0, address = 0;
    size_t bytes = 0;
    Placement placement = Placement::exact;
    bool protected_now = false;
    bool guarded() const { return placement != Placement::exact; }
    uint64_t guard_seed = 0;
  };
  device::Device& device_;
  const Task& task_;
  const Case& case_;
  std::vector<Piece> pieces_;
};

// A kernel's launches on the task's buffers, and the scratch of its own.
class Setup {
public:
  // Errors: no memory; a launch whose extents the device cannot have (usage). Without `memory`, buffers of its own are placed.
  static Result<std::unique_ptr<Setup>> place(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed,
                                              std::shared_ptr<Memory> memory = nullptr);
  Setup(const Setup&) = delete;

  // As Memory's, of the task's buffers and the scratch.
  Status fresh(uint64_t seed);
  Status refill(const Stock& stock, uint64_t seed);
  // The scratch alone, guards and all: for buffers that are another's, too.
  Status fresh_scratch(uint64_t seed) { return scratch_.fresh(seed); }
  // All launches of the contract, in order. Does not wait.
  Status start(device::Module& module);
  // After a wait: reads everything back.
  Result<Outcome> look();

private:
  Setup(device::Device& device, const Task& task, const Case& c, std::shared_ptr<Memory> memory)
      : device_(device), task_(task), case_(c), memory_(std::move(memory)), scratch_(device, task, c) {}
  Result<device::Launch> launch_of(const KernelLaunch& l, const std::string& symbol, int max_threads, const Names& names) const;

  device::Device& device_;
  const Task& task_;
  const Case& case_;
  std::shared_ptr<Memory> memory_;
  Memory scratch_;
  std::vector<device::Launch> launches_;
};

// Loads the object once and runs it on fresh memory, placed anew, once for each placement, or until a run is not right: what a kernel keeps
// from launch to launch, wherever that may be, must not matter. Errors: the device's (a fault).
Result<std::vector<Outcome>> run_each(device::Device& device, const Task& task, const Case& c, const Built& built, std::span<const Placement> placements, uint64_t seed);
Result<std::vector<Outcome>> run_times(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed, int times);
Result<Outcome> run_once(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed);

}  // namespace wavelift::judge
