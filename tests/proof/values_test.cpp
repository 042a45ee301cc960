#include "proof/values.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace wavelift::proof;

namespace {

template <class T> Values compare(const std::vector<T>& a, const std::vector<T>& b) { return compare_values(std::as_bytes(std::span(a)), std::as_bytes(std::span(b))); }

TEST(Values, FloatsAreCloseWithinRounding) {
  std::vector<float> a(100), b;
  for (int i = 0; i < 100; ++i) a[i] = 1.5f * float(i) - 20;
  b = a;
  b[7] = std::nextafter(b[7], 100.f);
  Values v = compare(a, b);
  EXPECT_EQ(v.type, NumberType::float32);
  EXPECT_EQ(v.differing, 1u);
  EXPECT_TRUE(v.close);
  EXPECT_GT(v.largest, 0);
  b[9] *= 1.001f;
  v = compare(a, b);
  EXPECT_FALSE(v.close);
  EXPECT_EQ(v.first, 9u);
  EXPECT_EQ(v.differing, 2u);
  EXPECT_EQ(v.a, "-6.5");
  b = a, b[3] = NAN;
  EXPECT_FALSE(compare(a, b).close);
  a[3] = NAN, b[3] = -NAN;
  EXPECT_TRUE(compare(a, b).close) << "NaN for NaN";
  // What cancels out is judged against the largest of the buffer.
  a.assign(100, 1000), b = a;
  a[5] = 0, b[5] = 1e-6f;
  EXPECT_TRUE(compare(a, b).close);
  b[5] = 1e-1f;
  EXPECT_FALSE(compare(a, b).close);
}

TEST(Values, DoublesAreKnown) {
  std::vector<double> a(64), b;
  for (int i = 0; i < 64; ++i) a[i] = std::sqrt(2.0 + i);
  b = a;
  b[1] = std::nextafter(b[1], 9.0);
  EXPECT_EQ(compare(a, b).type, NumberType::float64);
  EXPECT_TRUE(compare(a, b).close);
  b[1] += 1e-9;
  EXPECT_FALSE(compare(a, b).close);
}

TEST(Values, WholeNumbersAreNeverClose) {
  std::vector<int> a(64), b;
  for (int i = 0; i < 64; ++i) a[i] = 100000 * i;
  b = a;
  EXPECT_TRUE(compare(a, b).close);
  b[10] += 1;
  const Values v = compare(a, b);
  EXPECT_EQ(v.type, NumberType::integer);
  EXPECT_FALSE(v.close);
  EXPECT_EQ(v.first, 10u);
  EXPECT_EQ(v.a, "1000000");
  EXPECT_EQ(v.b, "1000001");
  EXPECT_FALSE(compare(std::vector<char>{1, 2, 3}, std::vector<char>{1, 2, 4}).close);
  EXPECT_TRUE(compare(std::vector<char>{}, std::vector<char>{}).close);
}

}  // namespace
