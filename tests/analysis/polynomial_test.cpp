#include "analysis/polynomial.h"
#include <gtest/gtest.h>

namespace wavelift::analysis {
namespace {

const Polynomial i = Polynomial::name("i"), j = Polynomial::name("j"), cols = Polynomial::name("cols");

TEST(Polynomial, EqualOnesAreEqual) {
  EXPECT_EQ((i + 1) * cols + j - cols, j + cols * i);
  EXPECT_EQ(i - i, Polynomial(0));
  EXPECT_EQ(Polynomial(0).constant(), 0);
  EXPECT_EQ(i.constant(), std::nullopt);
}

TEST(Polynomial, FactorsAreStrides) {
  const Polynomial index = i * cols + j * 4 + 7;
  EXPECT_EQ(index.factor_of("i"), cols);
  EXPECT_EQ(index.factor_of("j"), Polynomial(4));
  EXPECT_EQ(index.factor_of("k"), Polynomial(0));
  EXPECT_EQ((i * i).factor_of("i"), std::nullopt);
}

TEST(Polynomial, NamesArePutIn) {
  EXPECT_EQ((i * i + j).with("i", j + 1), j * j + j * 3 + 1);
  EXPECT_TRUE((i * cols).reads("cols"));
  EXPECT_EQ((i * cols + i * i).names(), (std::vector<std::string>{"cols", "i"}));
}

TEST(Polynomial, ReadsAsC) {
  EXPECT_EQ((i * cols + j - 1).text(), "cols*i + j - 1");
  EXPECT_EQ((Polynomial(0) - i * 2).text(), "-2*i");
  EXPECT_EQ(Polynomial(-3).text(), "-3");
  EXPECT_EQ(Polynomial().text(), "0");
}

}  // namespace
}  // namespace wavelift::analysis
