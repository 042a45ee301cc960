#include "proof/kernel_log.h"
#include <gtest/gtest.h>

using namespace wavelift::proof;

namespace {

TEST(KernelLog, SumsByKernelAndForgivesHalfALine) {
  auto log = read_kernel_log(R"log({"kernel":"a(int)","grid":[1,1,1],"block":[64,1,1],"wave_instructions":10,"seconds":0.5}
{"kernel":"b","wave_instructions":100,"seconds":0.25}
not json
{"kernel":"a(int)","wave_instructions":30,"seconds":0.5}
{"unlaunched":"c"}
{"unlaunched":"b"}
{"kernel":"a(int)","wave_ins)log");
  const auto& costs = log.launched;
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[0].kernel, "b");
  EXPECT_EQ(costs[1].kernel, "a(int)");
  EXPECT_EQ(costs[1].launches, 2);
  EXPECT_EQ(costs[1].wave_instructions, 40);
  EXPECT_DOUBLE_EQ(costs[1].seconds, 1.0);
  EXPECT_EQ(log.unlaunched, std::vector<std::string>{"c"}) << "b was launched by another process";
}

}  // namespace
