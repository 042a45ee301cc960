// The bound keeps every honest order of summation and refuses what computes less: figures after a small experiment of K products.
#include "judge/oracle.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace wavelift::judge;

namespace {

struct Dot {
  std::vector<float> a, b;
  Expected want;
  Dot(size_t k, bool positive, uint64_t seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<float> uniform;
    double sum = 0, scale = 0;
    for (size_t i = 0; i < k; ++i) {
      a.push_back(positive ? uniform(random) : normal(random));
      b.push_back(positive ? uniform(random) : normal(random));
      sum += double(a[i]) * b[i];
      scale += std::abs(double(a[i]) * b[i]);
    }
    want = {{sum}, {scale}, {double(k)}};
  }
  Judgement judged(float got, Precision p = Precision::strict) const {
    return judge({Element::f32, p, 1}, want, std::as_bytes(std::span(&got, 1)));
  }
};
float cut(float v, int bits) {
  uint32_t u;
  std::memcpy(&u, &v, 4);
  u = (u + (1u << (bits - 1))) & ~((1u << bits) - 1);
  std::memcpy(&v, &u, 4);
  return v;
}

TEST(Oracle, HonestOrdersPassAndDroppedTermsDoNot) {
  for (size_t k : {64u, 1024u, 8192u})
    for (bool positive : {false, true}) {
      int lucky = 0;   // one sum alone may come out right by chance
      for (uint64_t seed = 1; seed <= 20; ++seed) {
        const Dot d(k, positive, seed);
        float forward = 0, backward = 0, part[32] = {}, tree = 0, halved = 0;
        for (size_t i = 0; i < k; ++i) {
          forward += d.a[i] * d.b[i];
          backward += d.a[k - 1 - i] * d.b[k - 1 - i];
          part[i % 32] += d.a[i] * d.b[i];
          halved += cut(d.a[i], 16) * cut(d.b[i], 16);
        }
        for (float p : part) tree += p;
        for (float honest : {forward, backward, tree}) ASSERT_TRUE(d.judged(honest).right()) << d.judged(honest).sentence("c") << " k " << k;
        lucky += d.judged(halved).right();
        ASSERT_TRUE(d.judged(halved, Precision::bf16).right());
        ASSERT_FALSE(d.judged(0).right());
        // A term of usual size left out.
        size_t usual = 0;
        while (std::abs(d.a[usual] * d.b[usual]) < 0.25) ++usual;
        ASSERT_FALSE(d.judged(tree - d.a[usual] * d.b[usual]).right()) << "a dropped term, k " << k;
      }
      EXPECT_LE(lucky, 14) << "bf16 inputs, k " << k;
    }
}

// Most sums are far from their bound, but a matrix has many: where the first product is nearly all of the sum, each addition rounds
// the whole. With sqrt(terms) u alone some of these would be refused.
TEST(Oracle, ManyHonestSumsPass) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1, 1);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    float got = 0;
    double sum = 0, scale = 0;
    for (int k = 0; k < 64; ++k) {
      const double p = double(float(std::exp2(6 * normal(random)))) * float(uniform(random));
      got = static_cast<float>(got + p);
      sum += p;
      scale += std::abs(p);
    }
    const Judgement j = judge({Element::f32, Precision::strict, 1}, {{sum}, {scale}, {64}}, std::as_bytes(std::span(&got, 1)));
    ASSERT_TRUE(j.right()) << j.sentence("c");
    worst = std::max(worst, std::abs(got - sum) / (8 * 0x1p-24 * scale));
  }
  EXPECT_GT(worst, 1);
}

// One product is nearly all of its scale: both factors' errors count.
TEST(Oracle, BothFactorsMayBeCut) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<float> uniform(1, 2);
  int of_bf16 = 0;
  for (int i = 0; i < 1000; ++i) {
    const float a = uniform(random), b = uniform(random);
    const double p = double(a) * b;
    auto judged = [&](int bits) {
      const float got = cut(a, bits) * cut(b, bits);
      return judge({Element::f32, Precision::tf32, 1}, {{p}, {p}, {1}}, std::as_bytes(std::span(&got, 1))).right();
    };
    ASSERT_TRUE(judged(13)) << a << " " << b;
    of_bf16 += judged(16);
  }
  EXPECT_LT(of_bf16, 500);
}

Judgement one(Element e, double want, double scale, double got_value, double factor = 1) {
  std::byte got[8];
  store(e, got, got_value);
  return judge({e, Precision::strict, factor}, {{want}, {scale}, {1}}, std::span(got).first(info(e).size));
}

TEST(Oracle, WhatIsNotFinite) {
  EXPECT_FALSE(one(Element::f32, 1, 1, NAN).right());
  EXPECT_FALSE(one(Element::f32, 1, 1, INFINITY).right());
  EXPECT_TRUE(one(Element::f32, NAN, 1, NAN).right());
  EXPECT_FALSE(one(Element::f32, NAN, 1, 1).right());
  EXPECT_TRUE(one(Element::f32, INFINITY, 1, INFINITY).right());
  EXPECT_FALSE(one(Element::f32, INFINITY, 1, -INFINITY).right());
  EXPECT_FALSE(one(Element::f32, INFINITY, 1, 3e38).right());
  EXPECT_TRUE(one(Element::f16, 70000, 0, INFINITY).right());   // beyond the type
  EXPECT_FALSE(one(Element::f32, NAN, INFINITY, 0).right());
}

TEST(Oracle, WithoutScaleTheValueIsRoundedOnce) {
  EXPECT_TRUE(one(Element::f32, 1.0 / 3, 0, 1.0f / 3).right());
  EXPECT_FALSE(one(Element::f32, 1.0 / 3, 0, std::nextafter(1.0f / 3, 1.0f)).right());
  EXPECT_TRUE(one(Element::i32, 7, 0, 7).right());
  EXPECT_FALSE(one(Element::i32, 7, 0, 8).right());
  EXPECT_TRUE(one(Element::i32, 7, 1, 8).right());
  EXPECT_FALSE(one(Element::i32, 7, 1, 9).right());
}

TEST(Oracle, UnitsInTheLastPlace) {
  auto off = [](Element e, double want, double units, double limit) {
    std::byte got[8];
    store(e, got, want + units * ulp(e, want));
    return judge({e, Precision::strict, 1, 1, limit}, {{want}, {0}, {1}}, std::span(got).first(info(e).size)).right();
  };
  for (const Element e : {Element::f64, Element::f32, Element::f16, Element::bf16})
    for (const double want : {1.0, 1.5, -3.0, 0x1p-10}) {
      EXPECT_TRUE(off(e, want, 2, 2)) << info(e).name << " " << want;
      EXPECT_TRUE(off(e, want, -2, 2)) << info(e).name << " " << want;
      EXPECT_FALSE(off(e, want, 3, 2)) << info(e).name << " " << want;
    }
  EXPECT_TRUE(off(Element::f32, 0, 2, 2));       // of the least denormal number
  EXPECT_FALSE(off(Element::f32, 0, 3, 2));
  EXPECT_TRUE(off(Element::f32, 0x1p-130, 2, 2));
  EXPECT_FALSE(off(Element::f32, 0x1p-130, 3, 2));
  // Beside the bound of a sum.
  const float got = 1 + 0x1p-20f;
  EXPECT_FALSE(judge({Element::f32, Precision::strict, 1, 1, 2}, {{1}, {0}, {1}}, std::as_bytes(std::span(&got, 1))).right());
  EXPECT_TRUE(judge({Element::f32, Precision::strict, 1, 1, 2}, {{1}, {4}, {1}}, std::as_bytes(std::span(&got, 1))).right());
}

TEST(Oracle, WhatIsWithinTheBoundMayOverflow) {
  const double largest = 0x1.fffffep127;
  auto infinite = [](double want, double units, float got) {
    return judge({Element::f32, Precision::strict, 1, 1, units}, {{want}, {0}, {1}}, std::as_bytes(std::span(&got, 1))).right();
  };
  EXPECT_TRUE(infinite(largest, 2, INFINITY));
  EXPECT_FALSE(infinite(largest, 2, -INFINITY));
  EXPECT_FALSE(infinite(largest / 2, 2, INFINITY));
  EXPECT_TRUE(infinite(largest * 1.0000001, 4, static_cast<float>(largest)));
}

TEST(Oracle, ResidualsAreZeroWithinTheirBounds) {
  auto right = [](double value, double scale) { return judge_residual({Element::f32, Precision::strict, 1}, {{0, value}, {0, scale}, {1, 1}}).right(); };
  EXPECT_TRUE(right(0, 0));
  EXPECT_TRUE(right(4e-8, 1));
  EXPECT_TRUE(right(-2e-7, 1));
  EXPECT_FALSE(right(3e-7, 1));
  EXPECT_FALSE(right(NAN, 1));
  EXPECT_FALSE(right(INFINITY, 1));
  EXPECT_FALSE(right(INFINITY, INFINITY));
  EXPECT_FALSE(right(1, INFINITY));      // what is got must not widen its own bound without end
  EXPECT_FALSE(right(0, NAN));
}

TEST(Oracle, SetsAreRightInAnyOrder) {
  const Expected want{{5, 3, -1, 1, 2, 9}, {0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1}};
  auto judged = [&](const std::vector<int32_t>& got, size_t set) { return judge({Element::i32, Precision::strict, 1, set}, want, std::as_bytes(std::span(got))); };
  EXPECT_TRUE(judged({-1, 5, 3, 9, 1, 2}, 3).right());
  EXPECT_FALSE(judged({-1, 5, 3, 9, 1, 2}, 1).right());
  EXPECT_FALSE(judged({1, 5, 3, 9, -1, 2}, 3).right());    // from the other set
  EXPECT_FALSE(judged({5, 5, 3, 9, 1, 2}, 3).right());     // twice
  EXPECT_TRUE(judged({3, 5, -1, 1, 9, 2}, 4).right());     // the last set is shorter
  EXPECT_EQ(judged({3, 5, -1, 2, 9, 1}, 4).wrong, 2u);
  const Judgement j = judged({-1, 5, 3, 9, 1, 4}, 3);
  EXPECT_EQ(j.wrong, 1u);
  EXPECT_EQ(j.sentence("y"), "y: 1 of 6 elements are wrong; of the 3 from y[3] on, by size the 2. is 4 where 2 is right");
}

TEST(Oracle, SaysWhichElement) {
  const std::vector<float> got{1, 2, 9, 4};
  const Judgement j = judge({Element::f32, Precision::strict, 1}, {{1, 2, 3, 4}, {1, 1, 1, 1}, {1, 1, 1, 1}}, std::as_bytes(std::span(got)));
  EXPECT_EQ(j.wrong, 1u);
  EXPECT_EQ(j.at, 2u);
  EXPECT_EQ(j.sentence("y").substr(0, 73), "y: 1 of 4 elements are wrong; y[2] is 9 where 3 is right to within 4.17e-");
}

}  // namespace
