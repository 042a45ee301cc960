#include "judge/element.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace wavelift::judge;

namespace {

double round_trip(Element e, double v) {
  std::byte at[8];
  store(e, at, v);
  return load(e, at);
}

TEST(Element, EveryHalfIsItsOwnValue) {
  for (uint32_t bits = 0; bits < 65536; ++bits)
    for (Element e : {Element::f16, Element::bf16}) {
      std::byte at[2], back[2];
      const uint16_t h = static_cast<uint16_t>(bits);
      std::memcpy(at, &h, 2);
      const double v = load(e, at);
      if (std::isnan(v)) continue;
      store(e, back, v);
      ASSERT_EQ(std::memcmp(at, back, 2), 0) << info(e).name << ' ' << bits;
    }
}

// The compiler's own conversion is the other opinion.
TEST(Element, RoundsToNearestEven) {
  for (int i = -200000; i < 200000; ++i) {
    const double v = std::ldexp(i * 1.000123, i % 40 - 30);
    ASSERT_EQ(round_trip(Element::f16, v), static_cast<double>(static_cast<_Float16>(v))) << v;
  }
  EXPECT_EQ(round_trip(Element::f16, 65519.9), 65504);
  EXPECT_EQ(round_trip(Element::f16, 65520), INFINITY);
  EXPECT_EQ(round_trip(Element::f16, -1e30), -INFINITY);
  EXPECT_EQ(round_trip(Element::bf16, 1 + 0x1p-8), 1);                  // a tie, to even
  EXPECT_EQ(round_trip(Element::bf16, 1 + 3 * 0x1p-8), 1 + 0x1p-6);     // a tie, to even
  EXPECT_EQ(round_trip(Element::bf16, 1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7);   // by way of float it would be a tie
  EXPECT_TRUE(std::isnan(round_trip(Element::f16, NAN)));
  EXPECT_TRUE(std::isnan(round_trip(Element::bf16, NAN)));
  EXPECT_TRUE(std::signbit(round_trip(Element::f16, -0.0)));
}

TEST(Element, WholeNumbersAreCutOff) {
  EXPECT_EQ(round_trip(Element::i8, 200), 127);
  EXPECT_EQ(round_trip(Element::u8, -3), 0);
  EXPECT_EQ(round_trip(Element::i32, -1e20), -2147483648.0);
  EXPECT_EQ(round_trip(Element::i32, 2.5), 2);
  std::byte at[8];
  store(Element::i64, at, 1e30);
  EXPECT_EQ(load_whole(Element::i64, at), INT64_MAX);
  store_whole(Element::u16, at, 65535);
  EXPECT_EQ(load_whole(Element::u16, at), 65535);
  EXPECT_EQ(load_whole(Element::i16, at), -1);
}

TEST(Element, TypesAsSourcesWriteThem) {
  EXPECT_EQ(element_of_c_type("unsigned long long"), Element::u64);
  EXPECT_EQ(element_of_c_type("__nv_bfloat16"), Element::bf16);
  EXPECT_FALSE(element_of_c_type("float4"));
  EXPECT_EQ(element_named("f16"), Element::f16);
  for (uint8_t e = 0; e < 12; ++e) EXPECT_EQ(element_named(info(static_cast<Element>(e)).name), static_cast<Element>(e));
}

TEST(Element, RoundedAndItsUnits) {
  EXPECT_EQ(rounded(Element::f32, 1 + 0x1p-25), 1);
  EXPECT_EQ(rounded(Element::bf16, 1.003), 1.0);
  EXPECT_EQ(rounded(Element::u8, 300), 255);
  EXPECT_EQ(ulp(Element::f32, 1), 0x1p-23);
  EXPECT_EQ(ulp(Element::f32, -1.99), 0x1p-23);
  EXPECT_EQ(ulp(Element::f32, 2), 0x1p-22);
  EXPECT_EQ(ulp(Element::f32, 0), 0x1p-149);
  EXPECT_EQ(ulp(Element::f32, 0x1p-140), 0x1p-149);
  EXPECT_EQ(ulp(Element::f16, 1024), 1);
  EXPECT_EQ(ulp(Element::bf16, 256), 2);
  EXPECT_EQ(ulp(Element::f64, 1), 0x1p-52);
}

}  // namespace
