// Control flow: branches, calls, barriers, messages, the end of a program.
#include "soft/isa/op.h"
#include "soft/machine/workgroup.h"
#include "soft/isa/lanes.h"
#include <chrono>

namespace wavelift::soft::WAVE {

namespace {

// Counts the instructions of the block that ends with `op` and goes on at `target`. A wave that has used up its budget
// yields at a backward branch, so that a loop that waits for another wave lets it run.
const Op* transfer(Wave& w, const Op* op, const Op* target) {
  w.instructions += op->ordinal - w.block_ordinal + 1;
  w.block_ordinal = target->ordinal;
  if (target <= op && w.instructions >= w.budget) {
    w.state = WaveState::yielded;
    w.pc = target;
    return nullptr;
  }
  return target;
}

const Op* stop(Wave& w, const Op* op, WaveState state) {
  w.instructions += op->ordinal - w.block_ordinal + 1;
  w.block_ordinal = op->ordinal + 1;
  w.state = state;
  w.pc = op + 1;
  return nullptr;
}

template <auto Taken> const Op* branch_if(Wave& w, const Op* op) {
  const Op* next = op + 1;
  if (Taken(w) && !(next = transfer(w, op, op->target))) return nullptr;
  [[clang::musttail]] return next->fn(w, next);
}
const Op* branch(Wave& w, const Op* op) {
  const Op* next = transfer(w, op, op->target);
  if (!next) return nullptr;
  [[clang::musttail]] return next->fn(w, next);
}

// The address of the instruction after `op`, which is `size` bytes long.
uint64_t after(const Op* op, unsigned size = 4) { return op->address + size; }

const Op* go_to(Wave& w, const Op* op, uint64_t address) {
  const Op* target = w.group->op_at(address);
  if (!target) return stop_with_fault(w, op, "jump to an address that is not code", address);
  w.instructions += op->ordinal - w.block_ordinal + 1;
  w.block_ordinal = target->ordinal;
  return target;
}

const Op* getpc(Wave& w, const Op* op) {
  w.set_s64(op->sdst, after(op));
  WL_NEXT(w, op);
}
const Op* setpc(Wave& w, const Op* op) { return go_to(w, op, scalar64(w, op->a)); }
const Op* swappc(Wave& w, const Op* op) {
  uint64_t to = scalar64(w, op->a);
  w.set_s64(op->sdst, after(op));
  return go_to(w, op, to);
}
const Op* call(Wave& w, const Op* op) {
  w.set_s64(op->sdst, after(op));
  return transfer(w, op, op->target);
}

const Op* barrier(Wave& w, const Op* op) { return stop(w, op, WaveState::barrier); }
const Op* end(Wave& w, const Op* op) { return stop(w, op, WaveState::ended); }

// Asks the system for a value: the constant clock of 100 MHz is all that it has to say, other requests give 0.
template <bool Wide> const Op* message_with_answer(Wave& w, const Op* op) {
  constexpr int32_t kGetRealtime = 0x83;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const auto ticks = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()) / 10;
  const uint64_t answer = op->imm == kGetRealtime ? ticks : 0;
  if constexpr (Wide) w.set_s64(op->sdst, answer);
  else w.s[op->sdst] = static_cast<uint32_t>(answer);
  return op + 1;
}

// A wave sleeps while it waits for someone: other waves run, and the host side of hostcalls is served.
const Op* sleep(Wave& w, const Op* op) { return stop(w, op, WaveState::yielded); }

const Op* trap(Wave& w, const Op* op) { return stop_with_fault(w, op, "trap (__trap, abort or a failed assert)", op->address); }
const Op* halt(Wave& w, const Op* op) { return stop_with_fault(w, op, "s_sethalt", op->address); }

const Semantics rows[] = {
    {"s_branch", branch, 0, Mod::none, false, true},
    {"s_cbranch_scc0", branch_if<[](Wave& w) { return !w.scc; }>, 0},
    {"s_cbranch_scc1", branch_if<[](Wave& w) { return w.scc != 0; }>, 0},
    {"s_cbranch_vccz", branch_if<[](Wave& w) { return w.mask(kVcc) == 0; }>, 0},
    {"s_cbranch_vccnz", branch_if<[](Wave& w) { return w.mask(kVcc) != 0; }>, 0},
    {"s_cbranch_execz", branch_if<[](Wave& w) { return w.exec() == 0; }>, 0},
    {"s_cbranch_execnz", branch_if<[](Wave& w) { return w.exec() != 0; }>, 0},
    {"s_getpc_b64", getpc, 1},
    {"s_setpc_b64", setpc, 0, Mod::none, false, true},
    {"s_swappc_b64", swappc, 1},
    {"s_call_b64", call, 1},
    {"s_barrier", barrier, 0},
    {"s_endpgm", end, 0, Mod::none, false, true},
    {"s_endpgm_saved", end, 0, Mod::none, false, true},
    {"s_sleep", sleep, 0},
    {"s_trap", trap, 0},
    {"s_sethalt", halt, 0},
    // What these wait for, prefetch or raise has already happened, or is of no consequence to values.
    {"s_waitcnt", nothing, 0},
    {"s_waitcnt_vscnt", nothing, 0},
    {"s_waitcnt_vmcnt", nothing, 0},
    {"s_waitcnt_expcnt", nothing, 0},
    {"s_waitcnt_lgkmcnt", nothing, 0},
    {"s_waitcnt_depctr", nothing, 0},
    {"s_wait_idle", nothing, 0},
    {"s_wait_event", nothing, 0},
    {"s_delay_alu", nothing, 0},
    {"s_clause", nothing, 0},
    {"s_inst_prefetch", nothing, 0},
    {"s_set_inst_prefetch_distance", nothing, 0},
    {"s_version", nothing, 0},
    {"s_wakeup", nothing, 0},
    {"s_nop", nothing, 0},
    {"s_setprio", nothing, 0},
    {"s_sendmsg", nothing, 0},
    {"s_icache_inv", nothing, 0},
    {"s_incperflevel", nothing, 0},
    {"s_decperflevel", nothing, 0},
    {"s_ttracedata", nothing, 0},
    {"s_ttracedata_imm", nothing, 0},
    {"s_sendmsg_rtn_b32", message_with_answer<false>},
    {"s_sendmsg_rtn_b64", message_with_answer<true>},
};

}  // namespace

std::span<const Semantics> control_table() { return rows; }

} // namespace wavelift::soft::WAVE
