#include "proof/coverage.h"
#include <gtest/gtest.h>

using namespace wavelift::proof;

namespace {

std::string told(std::string_view profile) {
  std::string s;
  for (const Unreached& u : unreached_lines(profile, "/some/where")) s += u.file + ":" + std::to_string(u.first) + "-" + std::to_string(u.last) + " ";
  return s;
}

TEST(UnreachedLines, LinesThatFollowEachOtherAreOne) {
  EXPECT_EQ(told(R"({"unreached_lines": [{"file": "/some/where/b.cu", "line": 7}, {"file": "/some/where/sub/a.cu", "line": 3}, {"file": "b.cu", "line": 8},
                     {"file": "/some/where/b.cu", "line": 10}]})"), "b.cu:7-8 b.cu:10-10 sub/a.cu:3-3 ");
}

TEST(UnreachedLines, OfTheProgramAlone) {
  EXPECT_EQ(told(R"({"unreached_lines": [{"file": "/usr/include/x.h", "line": 1}, {"file": "/some/where/wavelift_warp.h", "line": 2}, {"file": "/some/whereelse/a.cu", "line": 3}, {"line": 4}, 5]})"), "");
  EXPECT_EQ(told("no profile"), "");
}

}  // namespace
