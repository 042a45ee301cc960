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
    kOnesLost = "or of a number with all ones, known only where a 64-bit or was split in two (x | ~(u64)u32; a choice of bits by a mask "
                "whose upper half is 0): si-fold-operands keeps x, not the ones (v_mov_b32 of x); mended in LLVM by pull request 189655",
    kMinusZero = "a pair of halves one of which is the constant -0, at times made of an array's elements: taken for 0, v_and_b32 with "
                 "0xffff or 0xffff0000 clears the sign too",
    kBallotOrdered = "ballot of 'ordered and unequal', which x < infinity and x > -infinity become: v_cmp_neq, true of a NaN, in place of "
                     "v_cmp_lg",
    kByteSign = "a half whose bits are a sign-extended byte: v_cmp_o_f16_sdwa reads BYTE_0, which extends by zeros, in place of v_bfe_i32. "
                "Agrees with -mllvm -amdgpu-sdwa-peephole=0",
    kInfiniteHalf = "InstCombine takes an integer with few significant bits for exact as a half even where the half is infinite, and removes "
                    "the conversion there and back along with the test of its range; the host's own code at -O2 is the same";

inline constexpr CompilerFault kCompilerFaults[] = {
    {2, 3102, "", kOptimised, kOnesLost},              // insert(to<i64>(v3), to<i64>(s.b), -57), v3 a u8
    {2, 6700, "", kOptimised, kMinusZero},             // array[0] = round_to_even(-6.0e-8) of halves
    {2, 9069, "", kOptimised, kBallotOrdered},         // ballot_within(..., v4 < infinity), v4 a NaN in lane 4
    {2, 13113, "", kOptimised, kMad24},                // mad24(v0, s.b, to<u32>(b11)), widened as b11 is of 64 bits
    {101, 295, "", kOptimised, kMad24},
    {104, 701, "gfx9", "O2 O3", kByteSign},            // from_bits<f16> of an i8
    {104, 701, "gfx10", "O2 O3", kByteSign},
    {106, 1364, "", kOptimised, kInfiniteHalf},        // to<u32>(to<f16>(reverse(leading(b9))))
    {107, 737, "", kOptimised, kCarry},                // add_saturated(mul(s.c, ...), to<u64>(to<u8>(v3)))
    {107, 1647, "", "O0", kMinusZero},                 // h2{to<f16>(global), (f16)-0.0f}
    {107, 1949, "", kOptimised, kOnesLost},            // bit_or(bit_not(to<u64>(b10)), swap_bytes(b12))
};

inline const CompilerFault* find_compiler_fault(uint64_t seed, uint32_t index, std::string_view arch, std::string_view level) {
  for (const CompilerFault& f : kCompilerFaults)
    if (f.seed == seed && f.index == index && arch.starts_with(f.arch) && f.levels.contains(level)) return &f;
  return nullptr;
}

}  // namespace wavelift::exactness
