// The expressions that kernels are made of: one row a form.
#pragma once
#include "kernel.h"

namespace wavelift::exactness {

constexpr uint32_t bit_of(Type t) { return 1u << static_cast<int>(t); }
inline constexpr uint32_t kInts = 0xff, kInts32 = bit_of(Type::i32) | bit_of(Type::u32), kInts64 = bit_of(Type::i64) | bit_of(Type::u64),
                          kFloats = bit_of(Type::f16) | bit_of(Type::f32) | bit_of(Type::f64), kScalars = kInts | kFloats,
                          kFloatVectors = bit_of(Type::h2) | bit_of(Type::f2), kVectors = kFloatVectors | bit_of(Type::s2),
                          kConditions = bit_of(Type::condition);

// Arguments, a letter each: T the form's own type; X a scalar type, Y an integer type, Z a float type, drawn anew for each
// expression (all X of one are the same); c a condition; others by the table below.
struct Form {
  const char* text;
  uint32_t types;      // results that it can give
  const char* args;
  int weight;
};

struct Letter {
  char letter;
  Type type;
};
inline constexpr Letter kLetters[] = {{'b', Type::u8}, {'s', Type::u16}, {'i', Type::i32}, {'w', Type::u32}, {'p', Type::i64}, {'q', Type::u64},
                                      {'h', Type::f16}, {'f', Type::f32}, {'d', Type::f64}, {'H', Type::h2}, {'G', Type::f2}, {'S', Type::s2},
                                      {'c', Type::condition}};

inline constexpr Form kForms[] = {
    {"add($0, $1)", kScalars | kVectors, "TT", 12},
    {"sub($0, $1)", kScalars | kVectors, "TT", 10},
    {"mul($0, $1)", kScalars | kVectors, "TT", 10},
    {"neg($0)", kScalars, "T", 3},
    {"divide($0, $1)", kInts, "TT", 1},
    {"modulo($0, $1)", kInts, "TT", 1},
    {"divide($0, $1)", kFloats, "TT", 3},
    {"least($0, $1)", kScalars | bit_of(Type::h2) | bit_of(Type::s2), "TT", 4},
    {"greatest($0, $1)", kScalars | bit_of(Type::h2) | bit_of(Type::s2), "TT", 4},
    {"median($0, $1, $2)", kScalars, "TTT", 2},
    {"absolute($0)", kScalars, "T", 3},
    {"($0 ? $1 : $2)", kScalars | kVectors, "cTT", 7},
    {"to<$T>($0)", kScalars, "X", 12},
    // Integers
    {"bit_and($0, $1)", kInts, "TT", 6},
    {"bit_or($0, $1)", kInts, "TT", 6},
    {"bit_xor($0, $1)", kInts, "TT", 6},
    {"bit_not($0)", kInts, "T", 3},
    {"insert($0, $1, $2)", kInts, "TTT", 2},
    {"shl($0, $1)", kInts | bit_of(Type::s2), "Tw", 5},
    {"shr($0, $1)", kInts | bit_of(Type::s2), "Tw", 6},
    {"rotl($0, $1)", kInts, "Tw", 2},
    {"bitfield($0, $1, $2)", kInts, "Tww", 3},
    {"bitfield($0, 8, 8)", kInts32, "T", 2},
    {"to<$T>(to<i8>($0))", kInts32, "T", 2},
    {"to<$T>(to<u16>($0))", kInts32, "T", 2},
    {"popcount($0)", kInts, "T", 2},
    {"leading($0)", kInts, "T", 2},
    {"trailing($0)", kInts, "T", 2},
    {"reverse($0)", kInts, "T", 2},
    {"swap_bytes($0)", kInts, "T", 2},
    {"mul_high($0, $1)", kInts, "TT", 3},
    {"add_saturated($0, $1)", kInts, "TT", 2},
    {"sub_saturated($0, $1)", kInts, "TT", 2},
    {"add_checked($0, $1)", kInts, "TT", 2},
    {"sub_checked($0, $1)", kInts, "TT", 2},
    {"mul_checked($0, $1)", kInts, "TT", 1},
    {"to<$T>(bits($0))", kInts, "Z", 3},
    {"to<$T>(exponent($0))", kInts, "Z", 1},
    {"to<$T>($0)", kInts, "c", 3},
    {"mad_wide($0, $1, $2)", bit_of(Type::u64), "wwq", 4},
    {"mad_wide_signed($0, $1, $2)", bit_of(Type::i64), "iip", 4},
    {"((u64)$0 << 32 | $1)", bit_of(Type::u64), "ww", 3},
    {"mad24($0, $1, $2)", bit_of(Type::u32), "TTT", 2},
    {"mad24_signed($0, $1, $2)", bit_of(Type::i32), "TTT", 2},
    {"alignbit($0, $1, $2)", bit_of(Type::u32), "TTT", 2},
    {"byte_permute($0, $1, $2)", bit_of(Type::u32), "TTT", 1},
    {"sum_of_differences($0, $1, $2)", bit_of(Type::u32), "TTT", 1},
    {"dot4($0, $1, $2)", bit_of(Type::u32), "TTT", 1},
    {"(u32)($0 >> 32)", bit_of(Type::u32), "q", 3},
    {"((u32)$0 << 24 | (u32)$1 << 16 | (u32)$2 << 8 | $3)", bit_of(Type::u32), "bbbb", 1},
    // Floating point
    {"fused($0, $1, $2)", kFloats | kFloatVectors, "TTT", 7},
    {"square_root($0)", kFloats, "T", 2},
    {"round_down($0)", kFloats, "T", 2},
    {"round_up($0)", kFloats, "T", 1},
    {"round_to_zero($0)", kFloats, "T", 1},
    {"round_to_even($0)", kFloats, "T", 1},
    {"round_half_away($0)", kFloats, "T", 1},
    {"sub($0, round_down($0))", kFloats, "T", 1},
    {"copysign($0, $1)", kFloats, "TT", 2},
    {"scaled($0, $1)", kFloats, "Ti", 2},
    {"scaled($0, $1 % 16)", kFloats, "Ti", 1},
    {"mantissa($0)", kFloats, "T", 1},
    {"least(greatest($0, ($T)0), ($T)1)", kFloats, "T", 2},
    {"mul($0, ($T)2)", kFloats, "T", 1},
    {"from_bits<$T>($0)", kFloats | kVectors, "q", 2},
    {"from_bits<$T>((u64)$0 << 32)", kFloats, "w", 1},
    // Vectors
    {"h2{$0, $1}", bit_of(Type::h2), "hh", 4},
    {"f2{$0, $1}", bit_of(Type::f2), "ff", 4},
    {"s2{$0, $1}", bit_of(Type::s2), "ss", 4},
    {"($0).yx", kVectors, "T", 3},
    {"($0).x", bit_of(Type::f16), "H", 2},
    {"($0).y", bit_of(Type::f16), "H", 2},
    {"($0).x", bit_of(Type::f32), "G", 2},
    {"($0).y", bit_of(Type::f32), "G", 2},
    {"($0).x", bit_of(Type::u16), "S", 2},
    {"($0).y", bit_of(Type::u16), "S", 2},
    // Conditions
    {"($0 < $1)", kConditions, "XX", 8},
    {"($0 >= $1)", kConditions, "XX", 6},
    {"($0 == $1)", kConditions, "XX", 5},
    {"($0 != $1)", kConditions, "XX", 5},
    {"!($0 <= $1)", kConditions, "ZZ", 3},
    {"($0 && $1)", kConditions, "cc", 3},
    {"($0 || $1)", kConditions, "cc", 3},
    {"($0 != $1)", kConditions, "cc", 1},
    {"(($0 & 1) != 0)", kConditions, "Y", 5},
    {"(($0 & 0x18) == 8)", kConditions, "Y", 2},
    {"__builtin_isfpclass($0, 0x204)", kConditions, "Z", 1},   // infinities
    {"__builtin_isfpclass($0, 0x063)", kConditions, "Z", 1},   // NaNs and zeros
    {"__builtin_isfpclass($0, 0x198)", kConditions, "Z", 1},   // normal of either sign and positive denormals
};

}  // namespace wavelift::exactness
