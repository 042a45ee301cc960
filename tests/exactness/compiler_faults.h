// Kernels of which the compiler, not the engine, is known to make something else: in the machine code itself the operation is
// missing or wrong. Found by following the value through the code. A fault says how to know it again in another kernel; a
// switch that makes the kernel agree is a hint, never the proof, for the engine's own fault may hide behind it.
#pragma once
#include <cstdint>
#include <string_view>

namespace wavelift::exactness {

struct CompilerFault {
  uint64_t seed;
  uint32_t index;            // of the kernel
  std::string_view arch;     // how its name begins; empty: any
  std::string_view levels;   // those that show it
  std::string_view what;
};

// clang 22.1.8
inline constexpr std::string_view kOptimised = "O1 O2 O3",
    kMad24 = "(a & 0xffffff) * (b & 0xffffff) + c in 64 bits becomes v_mad_u64_u32 of a and b without their masks; mended in LLVM by "
             "pull request 198729",
    kCarry = "a 64-bit sum or difference whose carry is asked for (saturated, checked), of one operand whose upper half is zero and one whose "
             "upper half is itself a sum: one v_addc adds all three, and its carry is taken for the sum's alone; mended in LLVM by pull "
             "request 204362",
    kOnesLost = "or of a number with all ones, known only where a 64-bit s_orn2 of the same value in all lanes (x | ~(u64)u32) was split in "
                "two: si-fold-operands keeps x, not the ones (v_mov_b32 of x); mended in LLVM by pull request 189655",
    kMinusZero = "a pair of halves whose upper is the constant -0: taken for 0 before gfx11, v_and_b32 with 0xffff clears the sign",
    kByteSign = "a half whose bits are a sign-extended byte: v_cmp_o_f16_sdwa reads BYTE_0, which extends by zeros, in place of v_bfe_i32. "
                "Agrees with -mllvm -amdgpu-sdwa-peephole=0",
    kInfiniteHalf = "InstCombine takes an integer with few significant bits for exact as a half even where the half is infinite, and removes "
                    "the conversion there and back along with the test of its range; the host's own code at -O2 is the same";

inline constexpr CompilerFault kCompilerFaults[] = {
    {101, 295, "", kOptimised, kMad24},
    {104, 701, "gfx9", "O2 O3", kByteSign},            // from_bits<f16> of an i8
    {104, 701, "gfx10", "O2 O3", kByteSign},
    {106, 1364, "", kOptimised, kInfiniteHalf},        // to<u32>(to<f16>(reverse(leading(b9))))
    {107, 737, "", kOptimised, kCarry},                // add_saturated(mul(s.c, ...), to<u64>(to<u8>(v3)))
    {107, 1647, "gfx9", "O0", kMinusZero},             // h2{to<f16>(global), (f16)-0.0f}
    {107, 1647, "gfx10", "O0", kMinusZero},
    {107, 1949, "", kOptimised, kOnesLost},            // bit_or(bit_not(to<u64>(b10)), swap_bytes(b12))
};

inline const CompilerFault* find_compiler_fault(uint64_t seed, uint32_t index, std::string_view arch, std::string_view level) {
  for (const CompilerFault& f : kCompilerFaults)
    if (f.seed == seed && f.index == index && arch.starts_with(f.arch) && f.levels.contains(level)) return &f;
  return nullptr;
}

}  // namespace wavelift::exactness
