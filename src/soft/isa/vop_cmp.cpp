// Vector compares: every condition over every type, as lane masks. v_cmpx also makes the mask EXEC.
#include "soft/isa/blocks.h"
#include "soft/isa/int_lanes.h"

namespace wavelift::soft::WAVE {
namespace {

using u32 = uint32_t;
using u64 = uint64_t;

// Conditions, of lanes and of host vectors of lanes. A comparison of unordered operands is false; the n-forms
// are the negations and so true.
inline bool negated(bool x) { return !x; }
inline auto negated(I64 x) { return ~x; }
constexpr auto kFalse = [](auto a, auto b) { return (a < b) & (a > b); };
constexpr auto kTrue = [](auto a, auto b) { return negated((a < b) & (a > b)); };
constexpr auto kLt = [](auto a, auto b) { return a < b; };
constexpr auto kEq = [](auto a, auto b) { return a == b; };
constexpr auto kLe = [](auto a, auto b) { return a <= b; };
constexpr auto kGt = [](auto a, auto b) { return a > b; };
constexpr auto kNe = [](auto a, auto b) { return a != b; };
constexpr auto kGe = [](auto a, auto b) { return a >= b; };
constexpr auto kLg = [](auto a, auto b) { return (a < b) | (a > b); };
constexpr auto kOrdered = [](auto a, auto b) { return (a == a) & (b == b); };
constexpr auto kUnordered = [](auto a, auto b) { return (a != a) | (b != b); };
constexpr auto kNge = [](auto a, auto b) { return negated(a >= b); };
constexpr auto kNlg = [](auto a, auto b) { return negated((a < b) | (a > b)); };
constexpr auto kNgt = [](auto a, auto b) { return negated(a > b); };
constexpr auto kNle = [](auto a, auto b) { return negated(a <= b); };
constexpr auto kNlt = [](auto a, auto b) { return negated(a < b); };

// Does the class of a float (its bits) lie in the mask? Bits of the mask: 0 signalling NaN, 1 quiet NaN, then
// from -infinity over -normal, -denormal, -0 up to +infinity in bit 9.
template <class B, int Mantissa>
constexpr auto kInClass = [](B x, u32 mask) {
  constexpr int kBits = sizeof(B) * 8;
  constexpr B kSign = static_cast<B>(B{1} << (kBits - 1));
  constexpr B kNormal = static_cast<B>(B{1} << Mantissa), kInfinity = static_cast<B>((kSign >> Mantissa) - 1)
                                                                      << Mantissa;
  constexpr B kQuiet = kNormal >> 1;
  const B magnitude = x & static_cast<B>(~kSign);
  const u32 size = (magnitude != 0) + (magnitude >= kNormal) + (magnitude == kInfinity);
  const u32 number = x & kSign ? 5 - size : 6 + size;
  const u32 nan = magnitude & kQuiet ? 1 : 0;
  return (mask >> (magnitude > kInfinity ? nan : number) & 1) != 0;
};

// Compares of lanes of type T; of 64-bit lanes, on V: F64, U64 or I64; and the class of a double, which shows in
// its high dword, once that tells whether any low bit is set.
template <class T, auto F, class U = T> struct OfLanes {
  static constexpr bool kHasForms = true;
  template <int Form> static void compare(Wave& w, const Op* op) { compare_lanes<T, F, U, Form>(w, op); }
};
template <class V, auto F> struct OfQwords {
  static constexpr bool kHasForms = true;
  template <int Form> static void compare(Wave& w, const Op* op) {
    const auto a = blocks_of<V, true, Form, 1>(w, op->a);
    const auto b = blocks_of<V, true, Form, 2>(w, op->b);
    const u64 r = signs_of_lanes([&](int i) {
      const auto x = as<std::array<__m256, 2>>(I64(F(a(i), b(i))));
      return _mm256_shuffle_ps(x[0], x[1], 0xdd);
    });
    w.set_mask(op->sdst, r & w.exec());
  }
};
using ClassOfHalf = OfLanes<uint16_t, kInClass<uint16_t, 10>, u32>;
using ClassOfFloat = OfLanes<u32, kInClass<u32, 23>>;
struct ClassOfDouble {
  static constexpr bool kHasForms = false;
  template <int> static void compare(Wave& w, const Op* op) {
    const LanePtr a = rows_of<true>(w, op->a, 0);
    const u32* mask = rows_of<false>(w, op->b, 1).lo;
    w.set_mask(op->sdst, lanes_where([&](int i) {
                          return kInClass<u32, 20>(a.hi[i] | (a.lo[i] != 0), mask[i]);
                        }) & w.exec());
  }
};

template <class T, auto F> struct CompareOf : OfLanes<T, F> {};
template <auto F> struct CompareOf<double, F> : OfQwords<F64, F> {};
template <auto F> struct CompareOf<int64_t, F> : OfQwords<I64, F> {};
template <auto F> struct CompareOf<uint64_t, F> : OfQwords<U64, F> {};

template <class C, int Form> const Op* cmp_form(Wave& w, const Op* op) {
  C::template compare<Form>(w, op);
  WL_NEXT(w, op);
}
template <class C> const Op* cmpx(Wave& w, const Op* op) {
  C::template compare<-1>(w, op);
  w.set_mask(kExec, w.mask(op->sdst));
  WL_NEXT(w, op);
}
template <class C> struct CompareForms {
  template <int Form> static constexpr Handler handler = cmp_form<C, Form>;
};
template <class C> consteval Operation cmp_operation() {
  if constexpr (C::kHasForms) return with_forms<CompareForms<C>>(2);
  else return cmp_form<C, -1>;
}
template <class C> constexpr Operation cmp = cmp_operation<C>();

#define CONDITION(name, type, T, F, mod)                                                                     \
  {"v_cmp_" name "_" type, cmp<CompareOf<T, F>>, 1, mod}, {                                                        \
    "v_cmpx_" name "_" type, cmpx<CompareOf<T, F>>, 1, mod                                                \
  }

#define FLOAT_CONDITIONS(type, T, mod)                                                                       \
  CONDITION("f", type, T, kFalse, mod), CONDITION("lt", type, T, kLt, mod),                                  \
      CONDITION("eq", type, T, kEq, mod), CONDITION("le", type, T, kLe, mod),                                \
      CONDITION("gt", type, T, kGt, mod), CONDITION("lg", type, T, kLg, mod),                                \
      CONDITION("ge", type, T, kGe, mod), CONDITION("o", type, T, kOrdered, mod),                            \
      CONDITION("u", type, T, kUnordered, mod), CONDITION("nge", type, T, kNge, mod),                        \
      CONDITION("nlg", type, T, kNlg, mod), CONDITION("ngt", type, T, kNgt, mod),                            \
      CONDITION("nle", type, T, kNle, mod), CONDITION("neq", type, T, kNe, mod),                             \
      CONDITION("nlt", type, T, kNlt, mod), CONDITION("tru", type, T, kTrue, mod)

#define INTEGER_CONDITIONS(type, T)                                                                          \
  CONDITION("f", type, T, kFalse, Mod::none), CONDITION("lt", type, T, kLt, Mod::none),                      \
      CONDITION("eq", type, T, kEq, Mod::none), CONDITION("le", type, T, kLe, Mod::none),                    \
      CONDITION("gt", type, T, kGt, Mod::none), CONDITION("ne", type, T, kNe, Mod::none),                    \
      CONDITION("ge", type, T, kGe, Mod::none), CONDITION("t", type, T, kTrue, Mod::none)

#define CLASS(type, compare, mod)                                                                            \
  {"v_cmp_class_" type, cmp<compare>, 1, mod}, { "v_cmpx_class_" type, cmpx<compare>, 1, mod }

constexpr Semantics kTable[] = {
    FLOAT_CONDITIONS("f16", _Float16, Mod::f16),
    FLOAT_CONDITIONS("f32", float, Mod::f32),
    FLOAT_CONDITIONS("f64", double, Mod::f64),
    INTEGER_CONDITIONS("i16", int16_t),
    INTEGER_CONDITIONS("u16", uint16_t),
    INTEGER_CONDITIONS("i32", int32_t),
    INTEGER_CONDITIONS("u32", uint32_t),
    INTEGER_CONDITIONS("i64", int64_t),
    INTEGER_CONDITIONS("u64", uint64_t),
    CLASS("f16", ClassOfHalf, Mod::f16),
    CLASS("f32", ClassOfFloat, Mod::f32),
    CLASS("f64", ClassOfDouble, Mod::f64),
};

#undef CONDITION
#undef FLOAT_CONDITIONS
#undef INTEGER_CONDITIONS
#undef CLASS

} // namespace

std::span<const Semantics> vop_cmp_table() { return kTable; }

} // namespace wavelift::soft::WAVE
