// The figures that a file of share/hardware may give of a card: one row each. A new one is a row here and its lines there.
#pragma once
#include <cstdint>
#include <string_view>

namespace wavelift::hardware {

// X(key, unit, who has it, meaning). Who: `all` cards, the `targets` that the software GPU executes, or `some`.
#define WL_HARDWARE_FIGURES(X)                                                                                              \
  X(compute_units, "", all, "compute units; multiprocessors of NVIDIA's")                                                   \
  X(simds_per_cu, "", all, "SIMDs of a compute unit; schedulers of a multiprocessor")                                       \
  X(wave_size, "lanes", all, "of a wavefront that HIP programs get by default; of a warp")                                  \
  X(max_waves_per_simd, "", all, "waves resident at once")                                                                  \
  X(vgprs_per_simd_lane, "", all, "32-bit vector registers that a SIMD holds for each lane, with AGPRs where unified")      \
  X(vgpr_granule, "", all, "vector registers are given out in multiples of this")                                           \
  X(unified_agprs, "", all, "1: AGPRs come out of the same file as VGPRs")                                                  \
  X(sgprs_per_simd, "", all, "scalar registers that the waves of a SIMD share; 0: each wave has its own")                   \
  X(max_groups_per_cu, "", all, "workgroups, of more than one wave on AMD's")                                               \
  X(cus_per_unit, "", all, "compute units that share LDS: 2 for the workgroup processors of RDNA")                          \
  X(lds_per_group, "bytes", all, "LDS (shared memory) that a workgroup can use")                                            \
  X(lds_per_unit, "bytes", all, "LDS that the workgroups of one unit share")                                                \
  X(lds_granule, "bytes", all, "LDS is given out in multiples of this")                                                     \
  X(lds_reserved, "bytes", some, "LDS that the system takes for each workgroup")                                            \
  X(lds_banks, "", all, "of 4 bytes")                                                                                       \
  X(lds_bytes_per_clock, "bytes", all, "LDS traffic of a compute unit in a cycle")                                          \
  X(l1_kib, "KiB", all, "vector L1 of a compute unit (L0 on RDNA)")                                                         \
  X(l1_line, "bytes", all, "a line of it")                                                                                  \
  X(l1_ways, "", targets, "its associativity")                                                                              \
  X(l1_bytes_per_clock, "bytes", some, "its traffic in a cycle")                                                            \
  X(scalar_kib, "KiB", targets, "scalar data cache, as one wave sees it")                                                   \
  X(scalar_line, "bytes", targets, "a line of it")                                                                          \
  X(l2_kib, "KiB", all, "L2 of one die")                                                                                    \
  X(l2_line, "bytes", all, "a line of it")                                                                                  \
  X(l2_ways, "", targets, "its associativity")                                                                              \
  X(l2_bytes_per_clock, "bytes", some, "traffic of one die's L2 in a cycle")                                                \
  X(dies, "", all, "L2 caches that do not share lines")                                                                     \
  X(mall_mib, "MiB", some, "last-level cache at the memory")                                                                \
  X(mall_gbs, "GB/s", some, "its bandwidth")                                                                                \
  X(memory_gib, "GiB", all, "device memory")                                                                                \
  X(memory_gbs, "GB/s", all, "its peak bandwidth")                                                                          \
  X(memory_clock_mhz, "MHz", targets, "as HIP's run time reports it")                                                       \
  X(memory_bus_bits, "bits", targets, "width of its interface")                                                             \
  X(copy_gbs, "GB/s", some, "bytes read and written by the fastest copy that was seen")                                     \
  X(clock_mhz, "MHz", all, "peak clock")                                                                                    \
  X(matrix_clock_mhz, "MHz", some, "clock that matrix instructions hold")                                                   \
  X(fp64_tflops, "TFLOP/s", all, "vector peak")                                                                             \
  X(fp32_tflops, "TFLOP/s", all, "vector peak")                                                                             \
  X(fp64_matrix_tflops, "TFLOP/s", some, "matrix peak, dense, as are the following")                                        \
  X(fp32_matrix_tflops, "TFLOP/s", some, "")                                                                                \
  X(tf32_matrix_tflops, "TFLOP/s", some, "")                                                                                \
  X(fp16_matrix_tflops, "TFLOP/s", some, "")                                                                                \
  X(bf16_matrix_tflops, "TFLOP/s", some, "")                                                                                \
  X(fp8_matrix_tflops, "TFLOP/s", some, "")                                                                                 \
  X(int8_matrix_tops, "TOP/s", some, "")                                                                                    \
  X(lds_latency, "cycles", some, "of a load from LDS")                                                                      \
  X(l1_latency, "cycles", some, "of a load that hits L1")                                                                   \
  X(l2_latency, "cycles", some, "of a load that hits L2")                                                                   \
  X(memory_latency, "cycles", some, "of a load from device memory")

enum class Key : uint8_t {
#define WL_HARDWARE_KEY(key, unit, who, meaning) key,
  WL_HARDWARE_FIGURES(WL_HARDWARE_KEY)
#undef WL_HARDWARE_KEY
};

enum class Who : uint8_t { all, targets, some };

struct KeyInfo {
  std::string_view name, unit;
  Who who;
  std::string_view meaning;
};

inline constexpr KeyInfo kKeys[] = {
#define WL_HARDWARE_INFO(key, unit, who, meaning) {#key, unit, Who::who, meaning},
    WL_HARDWARE_FIGURES(WL_HARDWARE_INFO)
#undef WL_HARDWARE_INFO
};

// How far a figure can be trusted, best first.
enum class Grade : uint8_t { measured, published, compiler, derived, assumed, unchecked };
inline constexpr std::string_view kGrades[] = {"measured", "published", "compiler", "derived", "assumed", "unchecked"};

}  // namespace wavelift::hardware
