// What a kernel finds in memory when it starts: LLVM's AMDGPU usage guide, "Kernel Dispatch" and "Code Object V5
// Metadata".
#include "soft/machine/dispatch.h"
#include <cstring>
#include <string_view>

namespace wavelift::soft::WAVE {

namespace {

// Byte offsets in amd_queue_t.
constexpr size_t kQueueBytes = 256, kGroupApertureHi = 0x40, kPrivateApertureHiAt = 0x44;

// Values of the hidden arguments by kind; kinds that are not listed stay 0.
uint64_t hidden_value(std::string_view kind, const LaunchState& s) {
  const Launch& l = s.launch;
  uint32_t blocks[] = {l.blocks.x, l.blocks.y, l.blocks.z}, threads[] = {l.threads.x, l.threads.y, l.threads.z};
  auto axis = [&](std::string_view prefix) {
    return kind.starts_with(prefix) && kind.size() == prefix.size() + 1 ? kind.back() - 'x' : -1;
  };
  if (int i = axis("hidden_block_count_"); i >= 0) return blocks[i];
  if (int i = axis("hidden_group_size_"); i >= 0) return threads[i];
  if (kind == "hidden_grid_dims") return blocks[2] * threads[2] > 1 ? 3 : blocks[1] * threads[1] > 1 ? 2 : 1;
  if (kind == "hidden_hostcall_buffer") return s.hostcall ? reinterpret_cast<uint64_t>(s.hostcall->buffer()) : 0;
  if (kind == "hidden_private_base") return kPrivateApertureHi;
  if (kind == "hidden_shared_base") return kSharedApertureHi;
  if (kind == "hidden_queue_ptr") return reinterpret_cast<uint64_t>(s.queue.data());
  if (kind == "hidden_dynamic_lds_size") return l.dynamic_lds;
  if (kind == "hidden_multigrid_sync_arg") return reinterpret_cast<uint64_t>(s.grid_sync.data());
  return 0;   // remainders (all workgroups are whole), global offsets, default queue, completion action, heap (malloc is a hostcall)
}

}  // namespace

void prepare(LaunchState& s) {
  const Kernel& k = *s.kernel;
  const Launch& l = s.launch;
  s.lds_size = k.lds_size + l.dynamic_lds;
  s.grid_sync.assign(256, std::byte{});
  s.queue.assign(kQueueBytes, std::byte{});
  std::memcpy(s.queue.data() + kGroupApertureHi, &kSharedApertureHi, 4);
  std::memcpy(s.queue.data() + kPrivateApertureHiAt, &kPrivateApertureHi, 4);

  s.kernarg.assign(k.kernarg_size + 64, std::byte{});
  if (l.kernarg) std::memcpy(s.kernarg.data(), l.kernarg, std::min<size_t>(l.kernarg_size, k.kernarg_size));
  for (const KernelArg& a : k.args) {
    if (!a.value_kind.starts_with("hidden_")) continue;
    uint64_t v = hidden_value(a.value_kind, s);
    std::memcpy(s.kernarg.data() + a.offset, &v, std::min<uint32_t>(a.size, 8));
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
  s.packet.resize(sizeof p);
  std::memcpy(s.packet.data(), &p, sizeof p);
}

} // namespace wavelift::soft::WAVE
