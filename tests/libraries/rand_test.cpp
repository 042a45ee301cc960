// hipRAND: known answers, skipping ahead against stepping, moments of the distributions, Sobol's first points.
#include "support.h"
#include <cmath>
#include <hiprand/detail/distributions.h>
#include <hiprand/hiprand.h>

using namespace test;
using namespace hiprand_impl;

namespace {

TEST(Rand, PhiloxKnownAnswer) {
  Philox p;
  p.seed(0, 0, 0);
  const u32 expected[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (u32 e : expected) EXPECT_EQ(p.next(), e);
}
TEST(Rand, XorwowIsMarsaglias) {
  // With the seed's mixing undone the first numbers are those of the published generator (JSS 8(14), 2003).
  Xorwow x;
  x.seed(0, 0, 0);
  x.x[0] = 123456789, x.x[1] = 362436069, x.x[2] = 521288629, x.x[3] = 88675123, x.x[4] = 5783321, x.d = 6615241;
  EXPECT_EQ(x.next(), 246875399u);
  EXPECT_EQ(x.next(), 3690007200u);
  EXPECT_EQ(x.next(), 1264581005u);
}
TEST(Rand, Mrg32k3aIsLEcuyers) {
  // All seeds 12345: the published first numbers of the generator.
  Mrg32k3a m;
  m.seed(1, 0, 0);
  for (int i = 0; i < 3; ++i) m.g1[i] = m.g2[i] = 12345;
  // He divides by m1 + 1.
  EXPECT_NEAR(m.next_raw() / 4294967088.0, 0.127011122046577, 1e-14);
  EXPECT_NEAR(m.next_raw() / 4294967088.0, 0.318527565396794, 1e-14);
}
TEST(Rand, Mt19937IsTheStandards) {
  hiprandGenerator_t g;
  ASSERT_EQ(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_MT19937), HIPRAND_STATUS_SUCCESS);
  ASSERT_EQ(hiprandSetPseudoRandomGeneratorSeed(g, 5489), HIPRAND_STATUS_SUCCESS);
  Device<unsigned> d(10000);
  ASSERT_EQ(hiprandGenerate(g, d.get(), d.size()), HIPRAND_STATUS_SUCCESS);
  EXPECT_EQ(d[9999], 4123659995u);
  hiprandDestroyGenerator(g);
}

template <class E> void skip_is_stepping() {
  for (u64 n : {0ull, 1ull, 3ull, 64ull, 1237ull}) {
    E stepped, skipped, offset;
    stepped.seed(99, 5, 7);
    skipped.seed(99, 5, 7);
    offset.seed(99, 5, 7 + n);
    for (u64 i = 0; i < n; ++i) stepped.next();
    skipped.skip(n);
    for (int i = 0; i < 5; ++i) {
      u32 e = stepped.next();
      EXPECT_EQ(skipped.next(), e) << n;
      EXPECT_EQ(offset.next(), e) << n;
    }
  }
  // Subsequences add up.
  E a, b;
  a.seed(3, 12, 0);
  b.seed(3, 5, 0);
  b.skip_subsequences(7);
  EXPECT_EQ(a.next(), b.next());
}
TEST(Rand, SkippingIsStepping) {
  skip_is_stepping<Xorwow>();
  skip_is_stepping<Mrg32k3a>();
  skip_is_stepping<Philox>();
}
// A subsequence is 2^67 (XORWOW) or 2^76 (MRG32k3a) numbers: skipping 2^63 sixteen times, ...
TEST(Rand, SubsequencesAreAsLongAsSaid) {
  Xorwow x, y;
  x.seed(4, 0, 0);
  y.seed(4, 1, 0);
  for (int i = 0; i < 16; ++i) x.skip(1ull << 63);
  EXPECT_EQ(x.next(), y.next());
  Mrg32k3a m, n;
  m.seed(4, 0, 0);
  n.seed(4, 1, 0);
  for (int i = 0; i < 8192; ++i) m.skip(1ull << 63);
  EXPECT_EQ(m.next_raw(), n.next_raw());
}

struct Moments {
  double mean, variance;
};
template <class T> Moments moments(Device<T>& d) {
  double sum = 0, square = 0;
  for (size_t i = 0; i < d.size(); ++i) sum += d[i], square += static_cast<double>(d[i]) * d[i];
  double n = static_cast<double>(d.size()), mean = sum / n;
  return {mean, square / n - mean * mean};
}
TEST(Rand, Distributions) {
  for (auto type : {HIPRAND_RNG_PSEUDO_XORWOW, HIPRAND_RNG_PSEUDO_MRG32K3A, HIPRAND_RNG_PSEUDO_PHILOX4_32_10,
                    HIPRAND_RNG_PSEUDO_MT19937, HIPRAND_RNG_PSEUDO_MTGP32, HIPRAND_RNG_QUASI_SOBOL32, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
    hiprandGenerator_t g;
    ASSERT_EQ(hiprandCreateGenerator(&g, type), HIPRAND_STATUS_SUCCESS);
    const size_t n = 20000;
    Device<float> f(n);
    Device<double> d(n);
    Device<unsigned> u(n);
    ASSERT_EQ(hiprandGenerateUniform(g, f.get(), n), HIPRAND_STATUS_SUCCESS);
    EXPECT_NEAR(moments(f).mean, 0.5, 0.01);
    EXPECT_NEAR(moments(f).variance, 1 / 12.0, 0.005);
    for (size_t i = 0; i < n; ++i) ASSERT_TRUE(f[i] > 0 && f[i] <= 1);
    ASSERT_EQ(hiprandGenerateNormalDouble(g, d.get(), n, 3, 2), HIPRAND_STATUS_SUCCESS);
    EXPECT_NEAR(moments(d).mean, 3, 0.05);
    EXPECT_NEAR(moments(d).variance, 4, 0.15);
    for (double lambda : {4.0, 200.0}) {
      ASSERT_EQ(hiprandGeneratePoisson(g, u.get(), n, lambda), HIPRAND_STATUS_SUCCESS);
      EXPECT_NEAR(moments(u).mean, lambda, 0.02 * lambda) << type;
      EXPECT_NEAR(moments(u).variance, lambda, 0.06 * lambda) << type;
    }
    ASSERT_EQ(hiprandGenerateLogNormal(g, f.get(), n, 0, 0.5f), HIPRAND_STATUS_SUCCESS);
    EXPECT_NEAR(moments(f).mean, std::exp(0.125), 0.03);
    hiprandDestroyGenerator(g);
  }
}
TEST(Rand, SobolFirstPointsByDimension) {
  hiprandGenerator_t g;
  ASSERT_EQ(hiprandCreateGenerator(&g, HIPRAND_RNG_QUASI_SOBOL32), HIPRAND_STATUS_SUCCESS);
  ASSERT_EQ(hiprandSetQuasiRandomGeneratorDimensions(g, 3), HIPRAND_STATUS_SUCCESS);
  Device<unsigned> d(12);
  ASSERT_EQ(hiprandGenerate(g, d.get(), 12), HIPRAND_STATUS_SUCCESS);
  // Sixteenths of the unit interval, for Joe and Kuo's first three dimensions.
  const unsigned expected[] = {0, 8, 12, 4, 0, 8, 4, 12, 0, 8, 4, 12};
  for (int i = 0; i < 12; ++i) EXPECT_EQ(d[i] >> 28, expected[i]) << i;
  EXPECT_EQ(hiprandGenerate(g, d.get(), 10), HIPRAND_STATUS_LENGTH_NOT_MULTIPLE);
  hiprandDestroyGenerator(g);
}
TEST(Rand, Refusals) {
  hiprandGenerator_t g;
  EXPECT_EQ(hiprandCreateGenerator(&g, static_cast<hiprandRngType>(77)), HIPRAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(hiprandGenerate(nullptr, nullptr, 1), HIPRAND_STATUS_NOT_INITIALIZED);
  ASSERT_EQ(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_PHILOX4_32_10), HIPRAND_STATUS_SUCCESS);
  Device<unsigned> d(1);
  EXPECT_EQ(hiprandGenerateLongLong(g, reinterpret_cast<unsigned long long*>(d.get()), 0), HIPRAND_STATUS_TYPE_ERROR);
  {
    Capture capture;
    hiprandSetStream(g, capture.stream);
    EXPECT_EQ(hiprandGenerate(g, d.get(), 1), HIPRAND_STATUS_NOT_IMPLEMENTED);
  }
  hiprandDestroyGenerator(g);
}

}  // namespace
