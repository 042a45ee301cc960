// What instructions count as.
#include "soft/observe/inst_class.h"
#include <gtest/gtest.h>

using namespace wavelift::soft;

namespace {

Inst inst(const char* mnemonic, uint8_t result_dwords = 1) {
  Inst i;
  i.mnemonic = mnemonic;
  i.size = 4;
  Operand o;
  o.kind = Operand::Kind::vgpr;
  o.dwords = result_dwords;
  i.ops.push_back(o);
  return i;
}

struct Expected {
  const char* mnemonic;
  Unit unit;
  Arithmetic arithmetic;
  Number number;
  uint32_t flops;
};

TEST(InstClass, Table) {
  using enum Unit;
  constexpr auto none = Arithmetic::none;
  const Expected table[] = {
      {"v_add_f32", valu, Arithmetic::add, Number::f32, 1},
      {"v_subrev_f16", valu, Arithmetic::add, Number::f16, 1},
      {"v_mul_f64", valu, Arithmetic::mul, Number::f64, 1},
      {"v_fma_f32", valu, Arithmetic::fma, Number::f32, 2},
      {"v_fmac_f64", valu, Arithmetic::fma, Number::f64, 2},
      {"v_fmamk_f32", valu, Arithmetic::fma, Number::f32, 2},
      {"v_mac_f32", valu, Arithmetic::fma, Number::f32, 2},
      {"v_mad_u32_u24", valu, Arithmetic::integer, Number::i32, 0},
      {"v_div_fmas_f32", valu, Arithmetic::fma, Number::f32, 2},
      {"v_pk_fma_f32", valu, Arithmetic::fma, Number::f32, 4},
      {"v_pk_add_f16", valu, Arithmetic::add, Number::f16, 2},
      {"v_fma_mix_f32", valu, Arithmetic::fma, Number::f32, 2},
      {"v_dot2_f32_f16", valu, Arithmetic::dot, Number::f32, 4},
      {"v_rcp_f32", valu, Arithmetic::trans, Number::f32, 1},
      {"v_exp_f16", valu, Arithmetic::trans, Number::f16, 1},
      {"v_cvt_f32_u32", valu, Arithmetic::convert, Number::f32, 0},
      {"v_add_u32", valu, Arithmetic::integer, Number::i32, 0},
      {"v_lshlrev_b64", valu, Arithmetic::integer, Number::i64, 0},
      {"v_mov_b32", valu, none, Number::i32, 0},
      {"v_cndmask_b32", valu, none, Number::i32, 0},
      {"v_cmp_gt_f32", valu, none, Number::f32, 0},
      {"v_max_f32", valu, none, Number::f32, 0},
      {"s_add_u32", salu, none, Number::none, 0},
      {"s_load_dwordx4", smem, none, Number::none, 0},
      {"s_memtime", smem, none, Number::none, 0},
      {"s_cbranch_execz", branch, none, Number::none, 0},
      {"s_swappc_b64", branch, none, Number::none, 0},
      {"s_barrier", barrier, none, Number::none, 0},
      {"s_waitcnt", wait, none, Number::none, 0},
      {"s_waitcnt_vscnt", wait, none, Number::none, 0},
      {"s_sendmsg", message, none, Number::none, 0},
      {"s_endpgm", other, none, Number::none, 0},
      {"global_load_dwordx4", vmem, none, Number::none, 0},
      {"buffer_store_dword", vmem, none, Number::none, 0},
      {"scratch_load_dword", vmem, none, Number::none, 0},
      {"buffer_wbl2", other, none, Number::none, 0},
      {"flat_atomic_add", flat, none, Number::none, 0},
      {"ds_read2_b32", lds, none, Number::none, 0},
      {"ds_bpermute_b32", lds, none, Number::none, 0},
  };
  for (const auto& e : table) {
    const InstClass c = classify(inst(e.mnemonic));
    EXPECT_EQ(name_of(c.unit), name_of(e.unit)) << e.mnemonic;
    EXPECT_EQ(name_of(c.arithmetic), name_of(e.arithmetic)) << e.mnemonic;
    EXPECT_EQ(name_of(c.number), name_of(e.number)) << e.mnemonic;
    EXPECT_EQ(c.lane_flops, e.flops) << e.mnemonic;
  }
}

TEST(InstClass, DualInstructionsCountBothHalves) {
  Inst i = inst("v_fmac_f32::v_mul_f32");
  i.dual = {inst("v_fmac_f32"), inst("v_mul_f32")};
  const InstClass c = classify(i);
  EXPECT_EQ(c.unit, Unit::valu);
  EXPECT_EQ(c.arithmetic, Arithmetic::fma);
  EXPECT_EQ(c.number, Number::f32);
  EXPECT_EQ(c.lane_flops, 3u);
}

TEST(InstClass, MatrixOperations) {
  struct Row {
    const char* mnemonic;
    uint8_t dwords;
    Number number;
    uint64_t flops;
  };
  const Row table[] = {
      {"v_mfma_f32_32x32x8f16", 16, Number::f16, 2 * 32 * 32 * 8},
      {"v_mfma_f32_32x32x1f32", 32, Number::f32, 2 * 32 * 32 * 1 * 2},      // two blocks
      {"v_mfma_f32_4x4x4f16", 4, Number::f16, 2 * 4 * 4 * 4 * 16},
      {"v_mfma_f64_16x16x4f64", 8, Number::f64, 2 * 16 * 16 * 4},
      {"v_mfma_i32_16x16x16i8", 4, Number::i8, 2 * 16 * 16 * 16},
      {"v_mfma_f32_16x16x16bf16_1k", 4, Number::bf16, 2 * 16 * 16 * 16},
      {"v_mfma_f32_16x16x32_fp8_bf8", 4, Number::f8, 2 * 16 * 16 * 32},
      {"v_wmma_f32_16x16x16_f16", 8, Number::f16, 2 * 16 * 16 * 16},
  };
  for (const auto& row : table) {
    const InstClass c = classify(inst(row.mnemonic, row.dwords));
    EXPECT_EQ(c.unit, Unit::matrix) << row.mnemonic;
    EXPECT_EQ(name_of(c.number), name_of(row.number)) << row.mnemonic;
    EXPECT_EQ(c.wave_flops, row.flops) << row.mnemonic;
  }
}

}  // namespace
