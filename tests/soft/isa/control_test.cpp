// Control: where each branch goes, what the wave's state is after it stops, and what changes nothing.
#include "harness.h"

namespace wavelift::soft::test {
namespace {

// Operations in a row; number 2 is under test, its branch goes to `target`.
struct Control {
  explicit Control(const char* mnemonic, int target = 5) {
    for (uint32_t i = 0; i < 8; ++i) program[i].ordinal = i, program[i].address = 0x1000 + 4 * i;
    program[2].fn = find_row(control_table(), mnemonic)->fn;
    program[2].target = program + target;
    program[2].sdst = kSdst;
    tw.wave().budget = 1000;
    before = tw.snapshot();
  }
  // Number of the operation that comes next, -1 when the wave stops.
  int64_t run() {
    const Op* next = program[2].fn(tw.wave(), program + 2);
    return next ? next - program : -1;
  }
  TestWave tw;
  TestWave::Snapshot before;
  Op program[8];
};

TEST(Control, BranchesAsTheirConditionSays) {
  struct Case {
    const char* mnemonic;
    void (*set)(TestWave& tw, bool value);
    bool taken_when;
  };
  constexpr auto scc = [](TestWave& tw, bool v) { tw.wave().scc = v; };
  constexpr auto vcc = [](TestWave& tw, bool v) { tw.wave().set_mask(kVcc, v ? 1ull << (kLanes - 1) : 0); };
  constexpr auto exec = [](TestWave& tw, bool v) { tw.set_exec(v ? 1ull << (kLanes - 1) : 0); };
  const Case cases[] = {{"s_cbranch_scc0", scc, false},  {"s_cbranch_scc1", scc, true},    {"s_cbranch_vccz", vcc, false},
                        {"s_cbranch_vccnz", vcc, true},  {"s_cbranch_execz", exec, false}, {"s_cbranch_execnz", exec, true}};
  for (const Case& c : cases)
    for (bool value : {false, true}) {
      Control t(c.mnemonic);
      c.set(t.tw, value);
      t.before = t.tw.snapshot();
      EXPECT_EQ(t.run(), value == c.taken_when ? 5 : 3) << c.mnemonic << ' ' << value;
      t.tw.expect_unchanged_but(t.before, {}, 0);
    }
}

TEST(Control, BranchCountsItsBlock) {
  Control t("s_branch");
  t.tw.wave().block_ordinal = 1;
  t.tw.wave().instructions = 10;
  EXPECT_EQ(t.run(), 5);
  EXPECT_EQ(t.tw.wave().instructions, 12u);   // numbers 1 and 2
  EXPECT_EQ(t.tw.wave().block_ordinal, 5u);
  t.tw.expect_unchanged_but(t.before, {}, 0);
}

TEST(Control, BackwardBranchYieldsWhenTheBudgetIsUsed) {
  Control t("s_branch", 1);
  t.tw.wave().budget = 3;
  EXPECT_EQ(t.run(), -1);
  EXPECT_EQ(t.tw.wave().state, WaveState::yielded);
  EXPECT_EQ(t.tw.wave().pc, t.program + 1);
}

TEST(Control, CallKeepsTheAddressBehindIt) {
  Control t("s_call_b64");
  EXPECT_EQ(t.run(), 5);
  EXPECT_EQ(t.tw.wave().s64(kSdst), 0x100cu);
  t.tw.expect_unchanged_but(t.before, {}, 0, {kSdst, kSdst + 1});
  Control pc("s_getpc_b64");
  EXPECT_EQ(pc.run(), 3);
  EXPECT_EQ(pc.tw.wave().s64(kSdst), 0x100cu);
  pc.tw.expect_unchanged_but(pc.before, {}, 0, {kSdst, kSdst + 1});
}

TEST(Control, WhatStopsTheWave) {
  const std::pair<const char*, WaveState> cases[] = {{"s_barrier", WaveState::barrier},     {"s_endpgm", WaveState::ended},
                                                     {"s_endpgm_saved", WaveState::ended},  {"s_sleep", WaveState::yielded},
                                                     {"s_trap", WaveState::faulted},        {"s_sethalt", WaveState::faulted}};
  for (auto [mnemonic, state] : cases) {
    Control t(mnemonic);
    EXPECT_EQ(t.run(), -1) << mnemonic;
    EXPECT_EQ(t.tw.wave().state, state) << mnemonic;
    EXPECT_EQ(t.tw.wave().pc, t.program + (state == WaveState::faulted ? 2 : 3)) << mnemonic;
    EXPECT_EQ(t.tw.wave().fault != nullptr, state == WaveState::faulted) << mnemonic;
    t.tw.expect_unchanged_but(t.before, {}, 0);
  }
}

TEST(Control, TheSystemAnswersWithItsClockOnly) {
  for (auto [mnemonic, wide] : {std::pair("s_sendmsg_rtn_b32", false), {"s_sendmsg_rtn_b64", true}}) {
    uint64_t first = 0;
    for (int32_t request : {0x83, 0x83, 0x80}) {   // the clock twice; the doorbell
      Control t(mnemonic);
      t.tw.wave().set_s64(kSdst, 0x1234567812345678);
      t.before = t.tw.snapshot();
      t.program[2].imm = request;
      EXPECT_EQ(t.run(), 3);
      const uint64_t answer = wide ? t.tw.wave().s64(kSdst) : t.tw.wave().s[kSdst];
      if (request == 0x80) EXPECT_EQ(answer, 0u) << mnemonic;
      else if (first == 0) first = answer;
      else EXPECT_LT(answer - first, 100'000'000u) << mnemonic;   // less than a second later
      EXPECT_NE(first, 0u) << mnemonic;
      t.tw.expect_unchanged_but(t.before, {}, 0, {kSdst, wide ? kSdst + 1 : kSdst});
    }
  }
}

TEST(Control, HintsChangeNothing) {
  for (const char* mnemonic : {"s_waitcnt", "s_waitcnt_vscnt", "s_nop", "s_setprio", "s_sendmsg", "s_icache_inv", "s_incperflevel",
                               "s_decperflevel", "s_ttracedata", "s_ttracedata_imm", "s_waitcnt_vmcnt", "s_waitcnt_expcnt",
                               "s_waitcnt_lgkmcnt", "s_waitcnt_depctr", "s_wait_idle", "s_wait_event", "s_delay_alu", "s_clause",
                               "s_inst_prefetch", "s_set_inst_prefetch_distance", "s_version", "s_wakeup"}) {
    Control t(mnemonic);
    EXPECT_EQ(t.run(), 3) << mnemonic;
    EXPECT_EQ(t.tw.wave().state, WaveState::running) << mnemonic;
    t.tw.expect_unchanged_but(t.before, {}, 0);
  }
}

} // namespace
} // namespace wavelift::soft::test
