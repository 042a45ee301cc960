// What a kernel finds in memory when it starts: LLVM's AMDGPU usage guide, "Kernel Dispatch" and "Code Object V5
// Metadata".
#include "soft/machine/dispatch.h"
#include <algorithm>
#include <cstring>
#include <string_view>

namespace wavelift::soft::WAVE {

namespace {

// Byte offsets in amd_queue_t.
constexpr size_t kGroupApertureHi = 0x40, kPrivateApertureHiAt = 0x44;

// The hidden arguments by kind. Those that are not listed stay 0: remainders (all workgroups are whole), global offsets,
// default queue, completion action, heap (malloc is a hostcall).
struct Kind {
  std::string_view name;
  uint64_t (*value)(const LaunchState& s);
};
template <class T> uint64_t address(const T& bytes) { return reinterpret_cast<uint64_t>(bytes.data()); }
constexpr Kind kKinds[] = {
    {"hidden_block_count_x", [](const LaunchState& s) -> uint64_t { return s.launch.blocks.x; }},
    {"hidden_block_count_y", [](const LaunchState& s) -> uint64_t { return s.launch.blocks.y; }},
    {"hidden_block_count_z", [](const LaunchState& s) -> uint64_t { return s.launch.blocks.z; }},
    {"hidden_group_size_x", [](const LaunchState& s) -> uint64_t { return s.launch.threads.x; }},
    {"hidden_group_size_y", [](const LaunchState& s) -> uint64_t { return s.launch.threads.y; }},
    {"hidden_group_size_z", [](const LaunchState& s) -> uint64_t { return s.launch.threads.z; }},
    {"hidden_grid_dims",
     [](const LaunchState& s) -> uint64_t {
       const Dim3 &b = s.launch.blocks, &t = s.launch.threads;
       return b.z * t.z > 1 ? 3 : b.y * t.y > 1 ? 2 : 1;
     }},
    {"hidden_hostcall_buffer",
     [](const LaunchState& s) { return s.hostcall ? reinterpret_cast<uint64_t>(s.hostcall->buffer()) : 0; }},
    {"hidden_private_base", [](const LaunchState&) -> uint64_t { return kPrivateApertureHi; }},
    {"hidden_shared_base", [](const LaunchState&) -> uint64_t { return kSharedApertureHi; }},
    {"hidden_queue_ptr", [](const LaunchState& s) { return address(s.queue); }},
    {"hidden_dynamic_lds_size", [](const LaunchState& s) -> uint64_t { return s.launch.dynamic_lds; }},
    {"hidden_multigrid_sync_arg", [](const LaunchState& s) { return address(s.grid_sync); }},
};

}  // namespace

std::vector<HiddenArgument> hidden_arguments(const Kernel& kernel) {
  std::vector<HiddenArgument> found;
  for (const KernelArg& a : kernel.args)
    for (const Kind& k : kKinds)
      if (a.value_kind == k.name) found.push_back({k.value, a.offset, std::min<uint32_t>(a.size, 8)});
  return found;
}

void prepare(LaunchState& s, std::span<const HiddenArgument> hidden) {
  const Kernel& k = *s.kernel;
  const Launch& l = s.launch;
  s.lds_size = k.lds_size + l.dynamic_lds;
  std::memcpy(s.queue.data() + kGroupApertureHi, &kSharedApertureHi, 4);
  std::memcpy(s.queue.data() + kPrivateApertureHiAt, &kPrivateApertureHi, 4);

  s.kernarg.assign(k.kernarg_size + 64, std::byte{});
  if (l.kernarg) std::memcpy(s.kernarg.data(), l.kernarg, std::min<size_t>(l.kernarg_size, k.kernarg_size));
  for (const HiddenArgument& a : hidden) {
    uint64_t v = a.value(s);
    std::memcpy(s.kernarg.data() + a.offset, &v, a.size);
  }

  struct Packet {                 // hsa_kernel_dispatch_packet_t
    uint16_t header, setup, group[3], reserved0;
    uint32_t grid[3], private_size, group_size;
    uint64_t kernel, kernarg, reserved1, signal;
  } p{};
  static_assert(sizeof(Packet) == 64);
  p.setup = 3;
  uint32_t blocks[] = {l.blocks.x, l.blocks.y, l.blocks.z}, threads[] = {l.threads.x, l.threads.y, l.threads.z};
  for (int i = 0; i < 3; ++i) {
    p.group[i] = static_cast<uint16_t>(threads[i]);
    p.grid[i] = blocks[i] * threads[i];
  }
  p.private_size = s.scratch_size;
  p.group_size = s.lds_size;
  p.kernarg = reinterpret_cast<uint64_t>(s.kernarg.data());
  std::memcpy(s.packet.data(), &p, sizeof p);
}

} // namespace wavelift::soft::WAVE
