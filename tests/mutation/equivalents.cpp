// Mutants that are no faults: what is spoiled is not there.
#include "mutants.h"

namespace wavelift::soft::mutation {

namespace {

constexpr const char* kHint = "waits, prefetches or orders what has already happened here; it changes nothing";
constexpr const char* kFence = "orders memory, which is coherent here; it has no address";
constexpr const char* kConstant = "the condition is constant, whatever the sources";
constexpr const char* kClock = "a clock: any later value will do, and it has no address";
constexpr const char* kPlain = "its encoding has no such modifiers";

constexpr Equivalent kEquivalents[] = {
    {"s_nop", "*", kHint}, {"v_nop", "*", kHint}, {"ds_nop", "*", kHint}, {"s_waitcnt*", "*", kHint}, {"s_setprio", "*", kHint},
    {"s_sendmsg", "*", kHint}, {"s_icache_inv", "*", kHint}, {"s_incperflevel", "*", kHint}, {"s_decperflevel", "*", kHint},
    {"s_ttracedata*", "*", kHint}, {"s_wait_idle", "*", kHint}, {"s_wait_event", "*", kHint}, {"s_delay_alu", "*", kHint},
    {"s_clause", "*", kHint}, {"s_inst_prefetch", "*", kHint}, {"s_set_inst_prefetch_distance", "*", kHint}, {"s_version", "*", kHint},
    {"s_wakeup", "*", kHint}, {"v_pipeflush", "*", kHint}, {"v_clrexcp", "*", kHint},
    {"s_sendmsg_rtn_*", "scalar-bit", kClock},
    {"s_dcache_*", "*", kFence}, {"s_gl1_inv", "*", kFence}, {"buffer_gl*", "*", kFence}, {"buffer_inv*", "*", kFence},
    {"buffer_wb*", "*", kFence},
    {"s_memtime", "offset", kClock}, {"s_memtime", "scalar-bit", kClock},
    {"s_memrealtime", "offset", kClock}, {"s_memrealtime", "scalar-bit", kClock},
    {"v_cmp_f_*", "same-source", kConstant}, {"v_cmp_t_*", "same-source", kConstant}, {"v_cmp_tru_*", "same-source", kConstant},
    {"v_cmpx_f_*", "same-source", kConstant}, {"v_cmpx_t_*", "same-source", kConstant}, {"v_cmpx_tru_*", "same-source", kConstant},
    {"v_dot2c_*", "no-selects", kPlain}, {"v_dot4*", "no-selects", kPlain}, {"v_dot8*", "no-selects", kPlain},
    {"v_pk_fmac_f16", "no-selects", kPlain}, {"v_wmma_f32_*", "no-clamp", kPlain}, {"v_wmma_f16_*", "no-clamp", kPlain},
    {"v_wmma_bf16_*", "no-clamp", kPlain},
};

}  // namespace

std::span<const Equivalent> equivalents() { return kEquivalents; }

}  // namespace wavelift::soft::mutation
