// Names that gfx10 and gfx11 gave to what gfx9 has under another one; nothing else differs.
#include "soft/isa/op.h"

namespace wavelift::soft::WAVE {
namespace {

// clang-format off
#define LOADS_AND_STORES(space)                                 \
  {space "_load_u8", space "_load_ubyte"},                      \
  {space "_load_i8", space "_load_sbyte"},                      \
  {space "_load_u16", space "_load_ushort"},                    \
  {space "_load_i16", space "_load_sshort"},                    \
  {space "_load_b32", space "_load_dword"},                     \
  {space "_load_b64", space "_load_dwordx2"},                   \
  {space "_load_b96", space "_load_dwordx3"},                   \
  {space "_load_b128", space "_load_dwordx4"},                  \
  {space "_load_d16_u8", space "_load_ubyte_d16"},              \
  {space "_load_d16_hi_u8", space "_load_ubyte_d16_hi"},        \
  {space "_load_d16_i8", space "_load_sbyte_d16"},              \
  {space "_load_d16_hi_i8", space "_load_sbyte_d16_hi"},        \
  {space "_load_d16_b16", space "_load_short_d16"},             \
  {space "_load_d16_hi_b16", space "_load_short_d16_hi"},       \
  {space "_store_b8", space "_store_byte"},                     \
  {space "_store_d16_hi_b8", space "_store_byte_d16_hi"},       \
  {space "_store_b16", space "_store_short"},                   \
  {space "_store_d16_hi_b16", space "_store_short_d16_hi"},     \
  {space "_store_b32", space "_store_dword"},                   \
  {space "_store_b64", space "_store_dwordx2"},                 \
  {space "_store_b96", space "_store_dwordx3"},                 \
  {space "_store_b128", space "_store_dwordx4"}

#define ATOMICS(space)                                          \
  {space "_atomic_swap_b32", space "_atomic_swap"},             \
  {space "_atomic_swap_b64", space "_atomic_swap_x2"},          \
  {space "_atomic_cmpswap_b32", space "_atomic_cmpswap"},       \
  {space "_atomic_cmpswap_b64", space "_atomic_cmpswap_x2"},    \
  {space "_atomic_cmpswap_f32", space "_atomic_fcmpswap"},      \
  {space "_atomic_add_u32", space "_atomic_add"},               \
  {space "_atomic_add_u64", space "_atomic_add_x2"},            \
  {space "_atomic_sub_u32", space "_atomic_sub"},               \
  {space "_atomic_sub_u64", space "_atomic_sub_x2"},            \
  {space "_atomic_csub_u32", space "_atomic_csub"},             \
  {space "_atomic_min_i32", space "_atomic_smin"},              \
  {space "_atomic_min_i64", space "_atomic_smin_x2"},           \
  {space "_atomic_min_u32", space "_atomic_umin"},              \
  {space "_atomic_min_u64", space "_atomic_umin_x2"},           \
  {space "_atomic_min_f32", space "_atomic_fmin"},              \
  {space "_atomic_max_i32", space "_atomic_smax"},              \
  {space "_atomic_max_i64", space "_atomic_smax_x2"},           \
  {space "_atomic_max_u32", space "_atomic_umax"},              \
  {space "_atomic_max_u64", space "_atomic_umax_x2"},           \
  {space "_atomic_max_f32", space "_atomic_fmax"},              \
  {space "_atomic_and_b32", space "_atomic_and"},               \
  {space "_atomic_and_b64", space "_atomic_and_x2"},            \
  {space "_atomic_or_b32", space "_atomic_or"},                 \
  {space "_atomic_or_b64", space "_atomic_or_x2"},              \
  {space "_atomic_xor_b32", space "_atomic_xor"},               \
  {space "_atomic_xor_b64", space "_atomic_xor_x2"},            \
  {space "_atomic_inc_u32", space "_atomic_inc"},               \
  {space "_atomic_inc_u64", space "_atomic_inc_x2"},            \
  {space "_atomic_dec_u32", space "_atomic_dec"},               \
  {space "_atomic_dec_u64", space "_atomic_dec_x2"}

#define BY_SIZE(now, before) {now "_b32", before "_b32"}, {now "_b64", before "_b64"}

constexpr Rename kRenames[] = {
  // Scalar
  BY_SIZE("s_and_not1", "s_andn2"),
  BY_SIZE("s_or_not1", "s_orn2"),
  BY_SIZE("s_and_not0_saveexec", "s_andn1_saveexec"),
  BY_SIZE("s_and_not1_saveexec", "s_andn2_saveexec"),
  BY_SIZE("s_or_not0_saveexec", "s_orn1_saveexec"),
  BY_SIZE("s_or_not1_saveexec", "s_orn2_saveexec"),
  BY_SIZE("s_and_not0_wrexec", "s_andn1_wrexec"),
  BY_SIZE("s_and_not1_wrexec", "s_andn2_wrexec"),
  BY_SIZE("s_ctz_i32", "s_ff1_i32"),
  {"s_clz_i32_u32", "s_flbit_i32_b32"},
  {"s_clz_i32_u64", "s_flbit_i32_b64"},
  {"s_cls_i32", "s_flbit_i32"},
  {"s_cls_i32_i64", "s_flbit_i32_i64"},
  {"s_load_b32", "s_load_dword"},
  {"s_load_b64", "s_load_dwordx2"},
  {"s_load_b128", "s_load_dwordx4"},
  {"s_load_b256", "s_load_dwordx8"},
  {"s_load_b512", "s_load_dwordx16"},
  {"s_buffer_load_b32", "s_buffer_load_dword"},
  {"s_buffer_load_b64", "s_buffer_load_dwordx2"},
  {"s_buffer_load_b128", "s_buffer_load_dwordx4"},
  {"s_buffer_load_b256", "s_buffer_load_dwordx8"},
  {"s_buffer_load_b512", "s_buffer_load_dwordx16"},
  // Vector
  {"v_add_nc_u32", "v_add_u32"},
  {"v_sub_nc_u32", "v_sub_u32"},
  {"v_subrev_nc_u32", "v_subrev_u32"},
  {"v_add_nc_i32", "v_add_i32"},
  {"v_sub_nc_i32", "v_sub_i32"},
  {"v_add_nc_u16", "v_add_u16"},
  {"v_sub_nc_u16", "v_sub_u16"},
  {"v_add_nc_i16", "v_add_i16"},
  {"v_sub_nc_i16", "v_sub_i16"},
  {"v_add_co_ci_u32", "v_addc_co_u32"},
  {"v_sub_co_ci_u32", "v_subb_co_u32"},
  {"v_subrev_co_ci_u32", "v_subbrev_co_u32"},
  {"v_mul_lo_i32", "v_mul_lo_u32"},
  {"v_clz_i32_u32", "v_ffbh_u32"},
  {"v_cls_i32", "v_ffbh_i32"},
  {"v_ctz_i32_b32", "v_ffbl_b32"},
  {"v_mul_dx9_zero_f32", "v_mul_legacy_f32"},
  {"v_fma_dx9_zero_f32", "v_fma_legacy_f32"},
  {"v_fmac_dx9_zero_f32", "v_fmac_legacy_f32"},
  {"v_dot2acc_f32_f16", "v_dot2c_f32_f16"},
  {"v_dot2acc_f32_bf16", "v_dot2c_f32_bf16"},
  {"v_cvt_floor_i32_f32", "v_cvt_flr_i32_f32"},
  {"v_cvt_nearest_i32_f32", "v_cvt_rpi_i32_f32"},
  {"v_cvt_pk_rtz_f16_f32", "v_cvt_pkrtz_f16_f32"},
  {"v_cvt_pk_norm_i16_f32", "v_cvt_pknorm_i16_f32"},
  {"v_cvt_pk_norm_u16_f32", "v_cvt_pknorm_u16_f32"},
  {"v_cvt_pk_norm_i16_f16", "v_cvt_pknorm_i16_f16"},
  {"v_cvt_pk_norm_u16_f16", "v_cvt_pknorm_u16_f16"},
  {"v_cmp_t_f16", "v_cmp_tru_f16"},
  {"v_cmp_t_f32", "v_cmp_tru_f32"},
  {"v_cmp_t_f64", "v_cmp_tru_f64"},
  {"v_cmpx_t_f16", "v_cmpx_tru_f16"},
  {"v_cmpx_t_f32", "v_cmpx_tru_f32"},
  {"v_cmpx_t_f64", "v_cmpx_tru_f64"},
  // Memory
  LOADS_AND_STORES("global"),
  LOADS_AND_STORES("flat"),
  LOADS_AND_STORES("scratch"),
  LOADS_AND_STORES("buffer"),
  ATOMICS("global"),
  ATOMICS("flat"),
  ATOMICS("buffer"),
  // LDS
  {"ds_load_u8", "ds_read_u8"},
  {"ds_load_i8", "ds_read_i8"},
  {"ds_load_u16", "ds_read_u16"},
  {"ds_load_i16", "ds_read_i16"},
  {"ds_load_b32", "ds_read_b32"},
  {"ds_load_b64", "ds_read_b64"},
  {"ds_load_b96", "ds_read_b96"},
  {"ds_load_b128", "ds_read_b128"},
  {"ds_load_u8_d16", "ds_read_u8_d16"},
  {"ds_load_u8_d16_hi", "ds_read_u8_d16_hi"},
  {"ds_load_i8_d16", "ds_read_i8_d16"},
  {"ds_load_i8_d16_hi", "ds_read_i8_d16_hi"},
  {"ds_load_u16_d16", "ds_read_u16_d16"},
  {"ds_load_u16_d16_hi", "ds_read_u16_d16_hi"},
  {"ds_load_addtid_b32", "ds_read_addtid_b32"},
  {"ds_store_b8", "ds_write_b8"},
  {"ds_store_b8_d16_hi", "ds_write_b8_d16_hi"},
  {"ds_store_b16", "ds_write_b16"},
  {"ds_store_b16_d16_hi", "ds_write_b16_d16_hi"},
  {"ds_store_b96", "ds_write_b96"},
  {"ds_store_b128", "ds_write_b128"},
  {"ds_store_addtid_b32", "ds_write_addtid_b32"},
  BY_SIZE("ds_store", "ds_write"),
  BY_SIZE("ds_load_2addr", "ds_read2"),
  BY_SIZE("ds_load_2addr_stride64", "ds_read2st64"),
  BY_SIZE("ds_store_2addr", "ds_write2"),
  BY_SIZE("ds_store_2addr_stride64", "ds_write2st64"),
  BY_SIZE("ds_storexchg_rtn", "ds_wrxchg_rtn"),
  BY_SIZE("ds_storexchg_2addr_rtn", "ds_wrxchg2_rtn"),
  BY_SIZE("ds_storexchg_2addr_stride64_rtn", "ds_wrxchg2st64_rtn"),
};
// clang-format on

} // namespace

std::span<const Rename> renames() { return kRenames; }

} // namespace wavelift::soft::WAVE
