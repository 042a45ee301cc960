#include "proof/output.h"
#include <gtest/gtest.h>

using namespace wavelift::proof;

namespace {

std::string difference(std::string_view expected, std::string_view got) { return compare_output(expected, got).first; }

TEST(Outcome, WordsOfSelfCheckingPrograms) {
  EXPECT_EQ(outcome_of("n = 3\nPASS\n"), Says::pass);
  EXPECT_EQ(outcome_of("Test PASSED"), Says::pass);
  EXPECT_EQ(outcome_of("max error 0.01\nPASS"), Says::pass);
  EXPECT_EQ(outcome_of("results are correct"), Says::pass);
  EXPECT_EQ(outcome_of("Success!"), Says::pass);
  EXPECT_EQ(outcome_of("FAIL"), Says::fail);
  EXPECT_EQ(outcome_of("PASS 3, FAILED 1"), Says::fail);
  EXPECT_EQ(outcome_of("mismatch at 7"), Says::fail);
  EXPECT_EQ(outcome_of("error: correct it"), Says::fail);
  EXPECT_EQ(outcome_of("results are incorrect"), Says::nothing);
  EXPECT_EQ(outcome_of("3.14159"), Says::nothing);
}

TEST(Output, LinesThatDifferMissOrAreMore) {
  EXPECT_EQ(difference("a\nb\n", "a  \nb\n\n"), "");
  EXPECT_EQ(difference("a\nb\n", "a\nc\n"), "line 2 is 'c', expected 'b'");
  EXPECT_EQ(difference("a\nb", "a"), "line 2 is missing: 'b'");
  EXPECT_EQ(difference("", "a"), "line 1 is more than expected: 'a'");
}

TEST(Output, FractionsAgreeWithinATolerance) {
  EXPECT_EQ(difference("sum 1.00001, 3", "sum 1.00002, 3"), "");
  EXPECT_EQ(difference("sum -1e-3", "sum -1.00001e-3"), "");
  EXPECT_EQ(difference("nan inf", "nan inf"), "");
  for (auto [a, b] : {std::pair("sum 1.001", "sum 1.002"), {"sum 1.0", "sum -1.0"}, {"n 1000000", "n 1000001"}, {"1.0", "nan"}, {"inf", "-inf"}, {"a1.00001", "a1.00002"}, {"0x1.8", "0x1.9"}, {"1.5 x", "1.5 y"}, {"1.5", "1.5 2"}})
    EXPECT_NE(difference(a, b), "") << a;
}

TEST(Output, FiguresOfTimeAreCounted) {
  for (auto [a, b] : {std::pair("kernel time: 3.5", "kernel time: 120.25"), {"took 3 (us)", "took 99 (us)"}, {"   3.5ms ok", " 123.5ms ok"}, {"2.1 GB/s", "0.3 GB/s"}}) {
    const Difference d = compare_output(a, b);
    EXPECT_EQ(d.first, "") << a;
    EXPECT_EQ(d.timings, 1u) << a;
  }
  EXPECT_NE(difference("kernel time: 3.5 PASS", "kernel time: 3.6 FAIL"), "") << "words count in such lines, too";
  EXPECT_NE(difference("sum of us 3", "sum of us 4"), "");
}

}  // namespace
