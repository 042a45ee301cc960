#include "judge/element.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace wavelift::judge {

namespace {

constexpr std::array<ElementInfo, 12> kElements{{
    {Element::f64, "f64", 8, 0x1p-53, 0x1p-1074},
    {Element::f32, "f32", 4, 0x1p-24, 0x1p-149},
    {Element::f16, "f16", 2, 0x1p-11, 0x1p-24},
    {Element::bf16, "bf16", 2, 0x1p-8, 0x1p-133},
    {Element::i64, "i64", 8, 0, 1},
    {Element::u64, "u64", 8, 0, 1},
    {Element::i32, "i32", 4, 0, 1},
    {Element::u32, "u32", 4, 0, 1},
    {Element::i16, "i16", 2, 0, 1},
    {Element::u16, "u16", 2, 0, 1},
    {Element::i8, "i8", 1, 0, 1},
    {Element::u8, "u8", 1, 0, 1},
}};

struct Spelling {
  std::string_view words;
  Element element;
};
constexpr std::array kSpellings{
    Spelling{"double", Element::f64},         Spelling{"float", Element::f32},
    Spelling{"half", Element::f16},           Spelling{"__half", Element::f16},
    Spelling{"_Float16", Element::f16},       Spelling{"bf16", Element::bf16},
    Spelling{"__hip_bfloat16", Element::bf16}, Spelling{"__nv_bfloat16", Element::bf16},
    Spelling{"long long", Element::i64},      Spelling{"int64_t", Element::i64},
    Spelling{"long", Element::i64},           Spelling{"unsigned long long", Element::u64},
    Spelling{"uint64_t", Element::u64},       Spelling{"size_t", Element::u64},
    Spelling{"int", Element::i32},            Spelling{"int32_t", Element::i32},
    Spelling{"unsigned", Element::u32},       Spelling{"unsigned int", Element::u32},
    Spelling{"uint32_t", Element::u32},       Spelling{"short", Element::i16},
    Spelling{"int16_t", Element::i16},        Spelling{"unsigned short", Element::u16},
    Spelling{"uint16_t", Element::u16},       Spelling{"signed char", Element::i8},
    Spelling{"int8_t", Element::i8},          Spelling{"unsigned char", Element::u8},
    Spelling{"uint8_t", Element::u8},
};

template <class T> T read(const std::byte* at) {
  T v;
  std::memcpy(&v, at, sizeof v);
  return v;
}
template <class T> void write(std::byte* at, T v) { std::memcpy(at, &v, sizeof v); }

// The nearest value with `digits` binary digits (those before the point included) and exponents from `least` on.
double nearest(double x, int digits, int least) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int e = std::max(std::ilogb(x), least) - (digits - 1);
  return std::ldexp(std::nearbyint(std::ldexp(x, -e)), e);
}

uint16_t to_f16(double x) {
  if (std::isnan(x)) return 0x7e00;
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  const double r = std::abs(nearest(x, 11, -14));
  if (r > 65504) return sign | 0x7c00;
  if (r < 0x1p-14) return sign | static_cast<uint16_t>(std::ldexp(r, 24));
  const int e = std::ilogb(r);
  return sign | static_cast<uint16_t>(((e + 15) << 10) + static_cast<int>(std::ldexp(r, 10 - e)) - 1024);
}
double from_f16(uint16_t h) {
  const int e = h >> 10 & 31, m = h & 1023;
  const double magnitude = e == 31 ? (m ? NAN : INFINITY) : e == 0 ? std::ldexp(m, -24) : std::ldexp(1024 + m, e - 25);
  return h & 0x8000 ? -magnitude : magnitude;
}
uint16_t to_bf16(double x) {
  if (std::isnan(x)) return 0x7fc0;
  // Rounded once, from the double: by way of float it would be twice.
  const double r = nearest(x, 8, -126);
  return static_cast<uint16_t>(std::bit_cast<uint32_t>(static_cast<float>(r)) >> 16);
}
double from_bf16(uint16_t h) { return std::bit_cast<float>(uint32_t(h) << 16); }

template <class T> void write_cut(std::byte* at, double v) {
  constexpr double low = static_cast<double>(std::numeric_limits<T>::min()), high = static_cast<double>(std::numeric_limits<T>::max());
  const double n = std::isnan(v) ? 0 : std::nearbyint(v);
  write<T>(at, n <= low ? std::numeric_limits<T>::min() : n >= high ? std::numeric_limits<T>::max() : static_cast<T>(n));
}

}  // namespace

const ElementInfo& info(Element e) { return kElements[static_cast<size_t>(e)]; }

std::optional<Element> element_named(std::string_view name) {
  for (const ElementInfo& i : kElements)
    if (i.name == name) return i.element;
  return std::nullopt;
}

std::optional<Element> element_of_c_type(std::string_view words) {
  for (const Spelling& s : kSpellings)
    if (s.words == words) return s.element;
  return std::nullopt;
}

void store(Element e, std::byte* at, double v) {
  switch (e) {
  case Element::f64: return write(at, v);
  case Element::f32: return write(at, static_cast<float>(v));
  case Element::f16: return write(at, to_f16(v));
  case Element::bf16: return write(at, to_bf16(v));
  case Element::i64: return write_cut<int64_t>(at, v);
  case Element::u64: return write_cut<uint64_t>(at, v);
  case Element::i32: return write_cut<int32_t>(at, v);
  case Element::u32: return write_cut<uint32_t>(at, v);
  case Element::i16: return write_cut<int16_t>(at, v);
  case Element::u16: return write_cut<uint16_t>(at, v);
  case Element::i8: return write_cut<int8_t>(at, v);
  case Element::u8: return write_cut<uint8_t>(at, v);
  }
}

double load(Element e, const std::byte* at) {
  switch (e) {
  case Element::f64: return read<double>(at);
  case Element::f32: return read<float>(at);
  case Element::f16: return from_f16(read<uint16_t>(at));
  case Element::bf16: return from_bf16(read<uint16_t>(at));
  case Element::u64: return static_cast<double>(read<uint64_t>(at));
  default: return static_cast<double>(load_whole(e, at));
  }
}

double rounded(Element e, double v) {
  std::byte at[8];
  store(e, at, v);
  return load(e, at);
}

double ulp(Element e, double v) {
  const ElementInfo& i = info(e);
  return v == 0 || !std::isfinite(v) ? i.smallest : std::max(i.smallest, std::ldexp(2 * i.half_ulp, std::ilogb(v)));
}

int64_t load_whole(Element e, const std::byte* at) {
  switch (e) {
  case Element::i64: return read<int64_t>(at);
  case Element::u64: return static_cast<int64_t>(read<uint64_t>(at));
  case Element::i32: return read<int32_t>(at);
  case Element::u32: return read<uint32_t>(at);
  case Element::i16: return read<int16_t>(at);
  case Element::u16: return read<uint16_t>(at);
  case Element::i8: return read<int8_t>(at);
  case Element::u8: return read<uint8_t>(at);
  default: return static_cast<int64_t>(load(e, at));
  }
}

void store_whole(Element e, std::byte* at, int64_t v) {
  switch (info(e).size) {
  case 8: return e == Element::f64 ? store(e, at, static_cast<double>(v)) : write(at, v);
  case 4: return e == Element::f32 ? store(e, at, static_cast<double>(v)) : write(at, static_cast<uint32_t>(v));
  case 2: return is_float(e) ? store(e, at, static_cast<double>(v)) : write(at, static_cast<uint16_t>(v));
  default: return write(at, static_cast<uint8_t>(v));
  }
}

}  // namespace wavelift::judge
