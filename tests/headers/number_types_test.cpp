// Number types of the HIP headers as host code uses them: exhaustive where a type has few values.
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_vector_types.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

namespace {

bool same(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

TEST(Half, EveryValueSurvivesFloat) {
  for (unsigned code = 0; code < 65536; ++code) {
    const __half h = __ushort_as_half(static_cast<unsigned short>(code));
    const float f = __half2float(h);
    if (std::isnan(f)) continue;
    ASSERT_EQ(__half_as_ushort(__float2half(f)), code);
    ASSERT_EQ(__half_as_ushort(__float2half_ru(f)), code);
    ASSERT_EQ(__half_as_ushort(__float2half_rd(f)), code);
    ASSERT_EQ(__half_as_ushort(__float2half_rz(f)), code);
  }
}

TEST(Half, DirectedRoundingBrackets) {
  for (unsigned code = 1; code < 0x7bff; code += 7) {
    const float low = __half2float(__ushort_as_half(static_cast<unsigned short>(code)));
    const float high = __half2float(__ushort_as_half(static_cast<unsigned short>(code + 1)));
    for (float part : {0.25f, 0.5f, 0.75f}) {
      const float x = low + (high - low) * part;
      ASSERT_EQ(__half2float(__float2half_rd(x)), low);
      ASSERT_EQ(__half2float(__float2half_rz(-x)), -low);
      ASSERT_EQ(__half2float(__float2half_ru(x)), high);
      ASSERT_EQ(__half2float(__float2half_rd(-x)), -high);
    }
  }
}

TEST(Half, ComparesWithNaN) {
  const __half nan = __ushort_as_half(0x7e00), one = __float2half(1.0f);
  EXPECT_FALSE(__heq(nan, nan));
  EXPECT_TRUE(__hequ(nan, one));
  EXPECT_FALSE(__hne(nan, one));
  EXPECT_TRUE(__hneu(nan, one));
  EXPECT_TRUE(__hltu(nan, one));
  EXPECT_EQ(__half2float(__hmax(nan, one)), 1.0f);
  EXPECT_TRUE(__hisnan(__hmax_nan(nan, one)));
  EXPECT_EQ(__half_as_ushort(__hmin(__float2half(0.0f), __float2half(-0.0f))), 0x8000);
  EXPECT_EQ(__heq2_mask(__halves2half2(one, nan), __halves2half2(one, one)), 0xffffu);
  EXPECT_EQ(__half2int_rn(__float2half(2.5f)), 2);
  EXPECT_EQ(__half2int_ru(__float2half(2.5f)), 3);
  EXPECT_EQ(__half2short_rz(__ushort_as_half(0x7c00)), 32767);
}

TEST(Bfloat16, RoundsToNearestEvenOnce) {
  for (unsigned code = 0; code < 65536; ++code) {
    const __hip_bfloat16 b = __ushort_as_bfloat16(static_cast<unsigned short>(code));
    const float f = __bfloat162float(b);
    if (std::isnan(f)) continue;
    ASSERT_EQ(__bfloat16_as_ushort(__float2bfloat16(f)), code);
    ASSERT_EQ(__bfloat16_as_ushort(__float2bfloat16_rz(f)), code);
    ASSERT_EQ(__bfloat16_as_ushort(__float2bfloat16_ru(f)), code);
  }
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(1.00390625f)), 0x3f80);         // a tie goes to even
  EXPECT_EQ(__bfloat16_as_ushort(__double2bfloat16(1.00390625 + 1e-12)), 0x3f81); // just above it goes up
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16_ru(1.00001f)), 0x3f81);
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16_rd(-1.00001f)), 0xbf81);
  EXPECT_TRUE(std::isnan(__bfloat162float(__float2bfloat16(std::nanf("")))));
}

class Fp8 : public testing::TestWithParam<__hip_fp8_interpretation_t> {};

TEST_P(Fp8, EveryCodeSurvives) {
  for (unsigned code = 0; code < 256; ++code) {
    const float f = hip_impl::fp8_decode(static_cast<unsigned char>(code), GetParam());
    const unsigned back = __hip_cvt_float_to_fp8(f, __HIP_NOSAT, GetParam());
    if (std::isnan(f))
      EXPECT_EQ(back, hip_impl::fp8_nan(GetParam()));
    else
      EXPECT_EQ(back, code) << f;
  }
}

TEST_P(Fp8, RoundsToTheNearestCode) {
  for (unsigned k = 0; k < 5000; ++k) {
    const float x = static_cast<float>(k * 2654435761u % 100000) / 100000.0f * (k % 3 ? 1.0f : 200.0f) *
                    (k % 7 ? 1.0f : 0.001f);
    unsigned nearest = 0;
    double distance = 1e9;
    for (unsigned code = 0; code < 128; ++code) {
      const float f = hip_impl::fp8_decode(static_cast<unsigned char>(code), GetParam());
      if (!std::isfinite(f)) continue;
      const double d = std::fabs(static_cast<double>(f) - x);
      if (d < distance || (d == distance && !(code & 1))) distance = d, nearest = code;
    }
    ASSERT_EQ(__hip_cvt_float_to_fp8(x, __HIP_SATFINITE, GetParam()), nearest) << x;
    ASSERT_EQ(__hip_cvt_double_to_fp8(x, __HIP_SATFINITE, GetParam()), nearest) << x;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Fp8,
                         testing::Values(__HIP_E4M3, __HIP_E5M2, __HIP_E4M3_FNUZ, __HIP_E5M2_FNUZ));

TEST(Fp8Limits, LargestAndSpecialValues) {
  EXPECT_EQ(static_cast<float>(__hip_fp8_e4m3(1e6f)), 448.0f);
  EXPECT_EQ(static_cast<float>(__hip_fp8_e5m2(-1e6f)), -57344.0f);
  EXPECT_EQ(static_cast<float>(__hip_fp8_e4m3_fnuz(1e6f)), 240.0f);
  EXPECT_EQ(__hip_cvt_float_to_fp8(1e6f, __HIP_NOSAT, __HIP_E4M3), 0x7f);
  EXPECT_EQ(__hip_cvt_float_to_fp8(-1e6f, __HIP_NOSAT, __HIP_E5M2), 0xfc);
  EXPECT_EQ(__hip_cvt_float_to_fp8(1e6f, __HIP_NOSAT, __HIP_E5M2_FNUZ), 0x80);
  EXPECT_EQ(__hip_cvt_float_to_fp8(-0.0f, __HIP_NOSAT, __HIP_E4M3), 0x80);
  EXPECT_EQ(__hip_cvt_float_to_fp8(-0.0f, __HIP_NOSAT, __HIP_E4M3_FNUZ), 0x00);
}

TEST(Vectors, LayoutAndConstruction) {
  static_assert(sizeof(float3) == 12 && alignof(float3) == 4);
  static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
  static_assert(sizeof(char2) == 2 && alignof(char2) == 2 && sizeof(uchar3) == 3);
  static_assert(alignof(double2) == 16 && sizeof(longlong4) == 32);
  static_assert(std::is_trivially_copyable_v<float4> && std::is_trivially_default_constructible_v<int2>);
  const float4 one = {1.0f};
  EXPECT_EQ(one.x, 1.0f);
  EXPECT_EQ(one.y + one.z + one.w, 0.0f); // one value does not fill the others
  const int3 v = make_int3(1, 2, 3);
  EXPECT_EQ(v.x + 10 * v.y + 100 * v.z, 321);
}

TEST(Vectors, Arithmetic) {
  float4 a = make_float4(1, 2, 3, 4);
  a += make_float4(1, 1, 1, 1);
  a *= 2.0f;
  EXPECT_TRUE(a == make_float4(4, 6, 8, 10));
  EXPECT_TRUE(10.0f - a == make_float4(6, 4, 2, 0));
  EXPECT_TRUE(a / 2 == make_float4(2, 3, 4, 5));
  EXPECT_TRUE(-a == make_float4(-4, -6, -8, -10));
  EXPECT_TRUE(a != make_float4(4, 6, 8, 11));
  EXPECT_TRUE((make_int2(5, 6) << 1) % 4 == make_int2(2, 0));
  EXPECT_TRUE(~make_uint2(0, 1) == make_uint2(~0u, ~1u));
  uchar4 c = make_uchar4(250, 1, 2, 3);
  c += make_uchar4(10, 0, 0, 0);
  EXPECT_EQ(c.x, 4); // wraps like the element type
}

TEST(Complex, QuotientAndModulusDoNotOverflow) {
  const hipDoubleComplex z = make_hipDoubleComplex(3, 4);
  EXPECT_DOUBLE_EQ(hipCabs(z), 5.0);
  EXPECT_DOUBLE_EQ(hipCabs(make_hipDoubleComplex(3e300, 4e300)), 5e300);
  EXPECT_EQ(hipCabs(make_hipDoubleComplex(0, 0)), 0.0);
  EXPECT_EQ(hipCabs(make_hipDoubleComplex(0, -2)), 2.0);
  EXPECT_TRUE(std::isinf(hipCabs(make_hipDoubleComplex(HUGE_VAL, 1))));
  EXPECT_TRUE(std::isinf(hipCabs(make_hipDoubleComplex(HUGE_VAL, -HUGE_VAL))));
  const hipFloatComplex q = hipCdivf(make_hipFloatComplex(1e30f, 2e30f), make_hipFloatComplex(1e30f, -1e30f));
  EXPECT_FLOAT_EQ(q.x, -0.5f);
  EXPECT_FLOAT_EQ(q.y, 1.5f);
  const hipFloatComplex p = hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4));
  EXPECT_TRUE(same(p.x, -5.0f) && same(p.y, 10.0f));
}

} // namespace
