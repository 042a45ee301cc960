// Device functions that are plain arithmetic, compiled for the host: conversions with a rounding direction,
// integer and SIMD intrinsics, and the software sampling of textures.
#include <hip/hip_vector_types.h>

#define __WL_DEVICE__ inline
typedef struct __hip_texture* hipTextureObject_t;

#include <hip/detail/float_functions.h>
#include <hip/detail/integer_functions.h>
#include <hip/detail/texture_sampling.h>

#include <cuda/detail/cuda_simd.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

// What the host's own conversion gives in a rounding mode.
template <class To, class From> To rounded(From x, int mode) {
  const volatile From v = x;
  std::fesetround(mode);
  const volatile To r = static_cast<To>(v);
  std::fesetround(FE_TONEAREST);
  return r;
}

template <class To, class From, class Down, class Up, class Zero>
void check_directions(const std::vector<From>& values, Down down, Up up, Zero zero) {
  for (From x : values) {
    ASSERT_EQ(down(x), (rounded<To>(x, FE_DOWNWARD))) << x;
    ASSERT_EQ(up(x), (rounded<To>(x, FE_UPWARD))) << x;
    ASSERT_EQ(zero(x), (rounded<To>(x, FE_TOWARDZERO))) << x;
  }
}

template <class T> std::vector<T> integers() {
  std::vector<T> v = {0, 1, std::numeric_limits<T>::max(), std::numeric_limits<T>::min(),
                      static_cast<T>(std::numeric_limits<T>::max() - 1)};
  std::mt19937_64 random(7);
  for (int i = 0; i < 3000; ++i) v.push_back(static_cast<T>(random() >> (i % 64)));
  for (int bit = 0; bit < static_cast<int>(sizeof(T) * 8) - 1; ++bit)
    for (int d = -1; d <= 1; ++d) v.push_back(static_cast<T>((T(1) << bit) + static_cast<T>(d)));
  return v;
}

TEST(FloatFunctions, IntegersToFloatInEveryDirection) {
  check_directions<float>(integers<int>(), __int2float_rd, __int2float_ru, __int2float_rz);
  check_directions<float>(integers<unsigned>(), __uint2float_rd, __uint2float_ru, __uint2float_rz);
  check_directions<float>(integers<long long>(), __ll2float_rd, __ll2float_ru, __ll2float_rz);
  check_directions<float>(integers<unsigned long long>(), __ull2float_rd, __ull2float_ru, __ull2float_rz);
  check_directions<double>(integers<long long>(), __ll2double_rd, __ll2double_ru, __ll2double_rz);
  check_directions<double>(integers<unsigned long long>(), __ull2double_rd, __ull2double_ru, __ull2double_rz);
}

TEST(FloatFunctions, DoubleToFloatInEveryDirection) {
  std::vector<double> v = {0.0,          -0.0,  1e300, -1e300, 1e-300, -1e-300, 3.4028234663852886e38,
                           3.4028235e38, 1e-45, 7e-46};
  std::mt19937_64 random(11);
  for (int i = 0; i < 5000; ++i)
    v.push_back(std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -200 + i % 300));
  check_directions<float>(v, __double2float_rd, __double2float_ru, __double2float_rz);
  EXPECT_TRUE(std::isnan(__double2float_rd(std::nan(""))));
}

TEST(FloatFunctions, ToIntegersRoundAndSaturate) {
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rn(3.5f), 4);
  EXPECT_EQ(__float2int_rd(-1.5f), -2);
  EXPECT_EQ(__float2int_ru(-1.5f), -1);
  EXPECT_EQ(__float2int_rz(-1.5f), -1);
  EXPECT_EQ(__float2int_rn(3e9f), 2147483647);
  EXPECT_EQ(__float2int_rn(-3e9f), -2147483647 - 1);
  EXPECT_EQ(__float2uint_rn(-1.0f), 0u);
  EXPECT_EQ(__float2uint_rn(5e9f), 4294967295u);
  EXPECT_EQ(__float2int_rn(NAN), 0);
  EXPECT_EQ(__double2ll_rn(1e30), 9223372036854775807ll);
  EXPECT_EQ(__double2ll_rn(-9.3e18), -9223372036854775807ll - 1);
  EXPECT_EQ(__double2ull_rn(18446744073709549568.0), 18446744073709549568ull);
  EXPECT_EQ(__double2hiint(1.0), 0x3ff00000);
  EXPECT_EQ(__hiloint2double(0x3ff00000, 0), 1.0);
}

TEST(IntegerFunctions, BitsAndBytes) {
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__ffs(0u), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(1ull << 40), 41);
  EXPECT_EQ(__brev(1u), 0x80000000u);
  EXPECT_EQ(__byte_perm(0x33221100u, 0x77665544u, 0x7350u), 0x77335500u);
  EXPECT_EQ(__byte_perm(0x00008000u, 0u, 0x0009u), 0x000000ffu); // the sign of byte 1, repeated
  EXPECT_EQ(__funnelshift_l(0x80000000u, 1u, 1), 3u);
  EXPECT_EQ(__funnelshift_l(5u, 9u, 32), 9u);
  EXPECT_EQ(__funnelshift_lc(5u, 9u, 32), 5u);
  EXPECT_EQ(__funnelshift_r(2u, 1u, 1), 0x80000001u);
  EXPECT_EQ(__funnelshift_rc(2u, 1u, 40), 1u);
  EXPECT_EQ(__fns(0b101101u, 0, 3), 3);
  EXPECT_EQ(__fns(0b101101u, 5, -2), 3);
  EXPECT_EQ(__fns(0u, 0, 1), -1);
  EXPECT_EQ(__bitextract_u32(0xabcd1234u, 8, 8), 0x12u);
  EXPECT_EQ(__bitextract_u32(0xabcd1234u, 28, 8), 0xau);
  EXPECT_EQ(__bitinsert_u32(0xffffffffu, 0u, 4, 8), 0xfffff00fu);
}

TEST(IntegerFunctions, ProductsAndAverages) {
  EXPECT_EQ(__mulhi(-1, 1), -1);
  EXPECT_EQ(__umulhi(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(__mul64hi(-1, 1), -1);
  EXPECT_EQ(__umul64hi(~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(__mul24(0x01000003, 5), 15);
  EXPECT_EQ(__mul24(0x00ffffff, 3), -3);
  EXPECT_EQ(__umul24(0x01000003u, 5u), 15u);
  EXPECT_EQ(__hadd(2147483647, 2147483645), 2147483646);
  EXPECT_EQ(__hadd(-3, 0), -2);
  EXPECT_EQ(__rhadd(-3, 0), -1);
  EXPECT_EQ(__urhadd(0xffffffffu, 0xfffffffeu), 0xffffffffu);
  EXPECT_EQ(__sad(-2147483647 - 1, 2147483647, 1u), 0u);
  EXPECT_EQ(__usad(3u, 10u, 5u), 12u);
}

TEST(SimdFunctions, PartsDoNotMix) {
  EXPECT_EQ(__vadd4(0xff01ff01u, 0x01010101u), 0x00020002u);
  EXPECT_EQ(__vaddus4(0xff01ff01u, 0x01010101u), 0xff02ff02u);
  EXPECT_EQ(__vaddss4(0x7f80007fu, 0x01ff0001u), 0x7f80007fu);
  EXPECT_EQ(__vsub2(0x00000001u, 0x00010002u), 0xffffffffu);
  EXPECT_EQ(__vsubus2(0x00000001u, 0x00010002u), 0u);
  EXPECT_EQ(__vmaxs4(0x80017fffu, 0x7f00ff01u), 0x7f017f01u);
  EXPECT_EQ(__vminu4(0x80017fffu, 0x7f00ff01u), 0x7f007f01u);
  EXPECT_EQ(__vabsdiffu4(0x01ff0010u, 0xff01100fu), 0xfefe1001u);
  EXPECT_EQ(__vcmpgtu4(0x01ff0010u, 0xff01100fu), 0x00ff00ffu);
  EXPECT_EQ(__vseteq2(0x00010002u, 0x00010003u), 0x00010000u);
  EXPECT_EQ(__vavgu4(0x01ff0010u, 0x02ff0011u), 0x02ff0011u);
  EXPECT_EQ(__vabsss4(0x80ff017fu), 0x7f01017fu);
  EXPECT_EQ(__vneg2(0x0001ffffu), 0xffff0001u);
  EXPECT_EQ(__vsadu4(0x01020304u, 0x04030201u), 8u);
  EXPECT_EQ(__vsads2(0xffff0001u, 0x00010003u), 4u);
  EXPECT_EQ(__dp4a(0x01020304, static_cast<int>(0xff010101), 10), 10 + 4 + 3 + 2 - 1);
  EXPECT_EQ(__dp4a(0x010203ffu, 0x01010101u, 0u), 1u + 2u + 3u + 255u);
  EXPECT_EQ(__dp2a_hi(static_cast<int>(0xffff0002), 0x03040000, 1), 1 + 2 * 4 - 3);
}

// A texture of `width` by `height` by `depth` floats that holds 0, 1, 2, ...
class Sampling : public testing::Test {
protected:
  wl_texture_descriptor make(unsigned width, unsigned height, unsigned depth, int filter, int mode,
                             bool normalized) {
    texels.resize(width * height * depth);
    for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
    wl_texture_descriptor t = {};
    t.data = reinterpret_cast<uint64_t>(texels.data());
    t.width = width, t.height = height, t.depth = depth;
    t.row_pitch = width * 4, t.slice_pitch = width * height * 4, t.texel_bytes = 4;
    t.channels = 1, t.channel_bits = 32, t.format = WL_TEXTURE_FLOAT;
    t.filter = static_cast<uint8_t>(filter), t.normalized = normalized;
    for (uint8_t& m : t.address_mode) m = static_cast<uint8_t>(mode);
    t.border[0] = -9;
    return t;
  }
  float at(const wl_texture_descriptor& t, float x) { return hip_impl::sample<float>(t, 1, x, 0, 0, 0); }
  std::vector<float> texels;
};

TEST_F(Sampling, PointTakesTheTexelThatCoversTheCoordinate) {
  const auto t = make(4, 3, 2, WL_TEXTURE_POINT, WL_TEXTURE_CLAMP, false);
  EXPECT_EQ(at(t, 0.0f), 0);
  EXPECT_EQ(at(t, 1.99f), 1);
  EXPECT_EQ(at(t, -5.0f), 0);
  EXPECT_EQ(at(t, 99.0f), 3);
  EXPECT_EQ(hip_impl::sample<float>(t, 2, 2.5f, 1.5f, 0, 0), 6);
  EXPECT_EQ(hip_impl::sample<float>(t, 3, 2.5f, 1.5f, 1.5f, 0), 18);
  EXPECT_EQ(hip_impl::sample<float>(t, 2, 2.5f, 1.5f, 0, 1), 18); // layer 1
}

TEST_F(Sampling, LinearBlendsBetweenCentres) {
  const auto t = make(4, 3, 2, WL_TEXTURE_LINEAR, WL_TEXTURE_CLAMP, false);
  EXPECT_EQ(at(t, 0.5f), 0);
  EXPECT_EQ(at(t, 1.0f), 0.5f);
  EXPECT_EQ(at(t, 2.75f), 2.25f);
  EXPECT_EQ(at(t, 0.0f), 0);
  EXPECT_EQ(at(t, 4.0f), 3);
  EXPECT_EQ(hip_impl::sample<float>(t, 2, 1.0f, 1.0f, 0, 0), 2.5f); // (0 + 1 + 4 + 5) / 4
  EXPECT_EQ(hip_impl::sample<float>(t, 3, 1.0f, 1.0f, 1.0f, 0), 8.5f);
  EXPECT_EQ(at(t, 1.0f + 1.0f / 1024), 0.5f); // fractions have 8 bits
}

TEST_F(Sampling, AddressModes) {
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_WRAP, true), 1.25f), 1);
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_WRAP, true), -0.25f), 3);
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_MIRROR, true), 1.1f), 3);
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_MIRROR, true), -0.3f), 1);
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_BORDER, false), 4.0f), -9);
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_LINEAR, WL_TEXTURE_BORDER, false), 0.0f), -4.5f);
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_WRAP, false), 5.0f), 3); // not normalized: clamps
  EXPECT_EQ(at(make(4, 1, 1, WL_TEXTURE_LINEAR, WL_TEXTURE_WRAP, true), 0.0f), 1.5f);
}

TEST_F(Sampling, IntegersAndNormalizedFloats) {
  const unsigned char bytes[8] = {0, 51, 102, 255, 128, 127, 0, 1};
  wl_texture_descriptor t = make(2, 1, 1, WL_TEXTURE_POINT, WL_TEXTURE_CLAMP, false);
  t.data = reinterpret_cast<uint64_t>(bytes);
  t.channels = 4, t.channel_bits = 8, t.format = WL_TEXTURE_UNSIGNED, t.texel_bytes = 4;
  EXPECT_TRUE(hip_impl::sample<uchar4>(t, 1, 0, 0, 0, 0) == make_uchar4(0, 51, 102, 255));
  EXPECT_EQ(hip_impl::sample<unsigned char>(t, 1, 1, 0, 0, 0), 128);
  t.read_mode = WL_TEXTURE_NORMALIZED_FLOAT;
  EXPECT_TRUE(hip_impl::sample<float4>(t, 1, 0, 0, 0, 0) == make_float4(0.0f, 0.2f, 0.4f, 1.0f));
  t.format = WL_TEXTURE_SIGNED;
  EXPECT_EQ(hip_impl::sample<float4>(t, 1, 1, 0, 0, 0).x, -1.0f);
  EXPECT_EQ(hip_impl::sample<float4>(t, 1, 1, 0, 0, 0).y, 1.0f);
  const _Float16 halves[2] = {static_cast<_Float16>(1.5f), static_cast<_Float16>(-2.0f)};
  t.data = reinterpret_cast<uint64_t>(halves);
  t.channels = 2, t.channel_bits = 16, t.format = WL_TEXTURE_FLOAT, t.read_mode = WL_TEXTURE_ELEMENT;
  EXPECT_TRUE(hip_impl::sample<float2>(t, 1, 0, 0, 0, 0) == make_float2(1.5f, -2.0f));
}

TEST_F(Sampling, CubeFaces) {
  EXPECT_EQ(hip_impl::on_cube(1, 0, 0).face, 0);
  EXPECT_EQ(hip_impl::on_cube(-1, 0, 0).face, 1);
  EXPECT_EQ(hip_impl::on_cube(0.1f, 2, 0).face, 2);
  EXPECT_EQ(hip_impl::on_cube(0, -2, 0.1f).face, 3);
  EXPECT_EQ(hip_impl::on_cube(0, 0, 3).face, 4);
  EXPECT_EQ(hip_impl::on_cube(0, 0, -3).face, 5);
  const hip_impl::cube_point p = hip_impl::on_cube(1, 0.5f, 0.5f);
  EXPECT_EQ(p.s, 0.25f);
  EXPECT_EQ(p.t, 0.25f);
}

} // namespace
