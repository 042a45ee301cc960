// A workgroup in execution: its waves, LDS and scratch, and where it is in the grid.
#pragma once
#include "soft/device.h"
#include "soft/isa/program.h"
#include "soft/machine/group_memory.h"
#include "soft/machine/hostcall.h"
#include "soft/machine/schedule.h"
#include <array>
#include <memory>
#include <span>

namespace wavelift::soft::WAVE {

// What all workgroups of a launch share.
struct LaunchState {
  Program* program = nullptr;
  const Kernel* kernel = nullptr;
  Launch launch;
  std::string arch;
  std::vector<std::byte> kernarg;      // explicit and hidden arguments, as the kernel reads them
  alignas(64) std::array<std::byte, 64> packet{};      // hsa_kernel_dispatch_packet_t
  alignas(64) std::array<std::byte, 256> queue{};      // the part of amd_queue_t that kernels read
  alignas(64) std::array<std::byte, 256> grid_sync{};  // memory for grid-wide barriers (hidden_multigrid_sync_arg)
  Hostcall* hostcall = nullptr;
  const Op* entry = nullptr;
  uint32_t lds_size = 0;               // static and dynamic, bytes
  uint32_t scratch_size = 0;           // bytes a lane
};

struct Workgroup {
  // waiting: it may wait for another workgroup, since it sleeps or looks at memory that others change; busy: it does not.
  enum class Progress : uint8_t { finished, waiting, busy, faulted };
  static constexpr uint64_t kQuantum = 4096;

  explicit Workgroup(const LaunchState& shared);
  ~Workgroup();

  // Sets up the waves for workgroup (x, y, z).
  void start(Dim3 id);
  // Runs until all waves have ended, one has faulted, `slice` wave instructions are used up or every wave waits for
  // something outside. A wave's turn ends at a backward branch after `quantum` instructions.
  Progress run(uint64_t slice, uint64_t quantum = kQuantum);
  // The same with order and length of the turns drawn.
  Progress run(Draws& draws);
  // A number for the state of the waves that have not ended: when it stays, they go in circles.
  uint64_t fingerprint() const;

  // The lanes of wave number `wave` that have a thread: all but in the last wave of a block.
  uint64_t lanes_of(uint32_t wave) const;

  const Op* op_at(uint64_t address) { return shared.program->at(address); }

  const LaunchState& shared;
  Dim3 id;
  std::span<Wave> waves;
  std::vector<std::unique_ptr<Watch>> watches;   // one an observer of the program
  Wave* faulted = nullptr;
  uint64_t instructions = 0;           // of all workgroups that this object has run
  uint64_t last_fingerprint = 0;       // kept for the dispatcher

private:
  void make_ids();
  void init_wave(Wave& w, uint32_t index);
  void run_wave(Wave& w, uint64_t quantum);
  Progress turns(uint64_t slice, uint64_t quantum, Draws* draws);

  GroupMemory memory_;
};

} // namespace wavelift::soft::WAVE
