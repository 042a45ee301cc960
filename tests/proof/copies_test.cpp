#include "proof/copies.h"
#include "base/files.h"
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::proof;
namespace fs = std::filesystem;

namespace {

class Copies : public testing::Test {
 protected:
  fs::path dir = fs::path(testing::TempDir()) / ("wl-copies-test-" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(dir); }
  void TearDown() override { fs::remove_all(dir); }

  // A log whose copies have these floats, after one launch of `k` each.
  fs::path log(const std::string& name, const std::vector<std::vector<float>>& copies, bool keep = true) {
    std::string text, bytes;
    for (size_t i = 0; i < copies.size(); ++i) {
      std::string data(reinterpret_cast<const char*>(copies[i].data()), copies[i].size() * 4);
      text += fmt::format("{{\"copy\":{},\"bytes\":{},\"hash\":\"{:016x}\",\"launches\":{},\"kernel\":\"k{}\"", i, data.size(), std::hash<std::string>()(data), i + 1, i);
      text += keep ? fmt::format(",\"kept_at\":{}}}\n", bytes.size()) : "}\n";
      bytes += data;
    }
    EXPECT_TRUE(write_file(dir / name, text));
    EXPECT_TRUE(write_file(dir / (name + ".bytes"), bytes));
    return dir / name;
  }
};

TEST_F(Copies, AreTheSameCloseOrOther) {
  const auto a = log("a", {{1, 2}, {3, 4}, {5, 6}});
  auto c = compare_copies(a, log("b", {{1, 2}, {3, 4.00001f}, {5, 6}}));
  ASSERT_TRUE(c);
  EXPECT_EQ(c->same, 2u);
  EXPECT_EQ(c->close, 1u);
  EXPECT_TRUE(c->agree());
  c = compare_copies(a, log("b", {{1, 2}, {3, 4.1f}, {5, 7}}));
  ASSERT_TRUE(c);
  EXPECT_EQ(c->same, 1u);
  EXPECT_EQ(c->different, 2u);
  EXPECT_EQ(c->first, "copy 2 to the host (8 bytes, after launch 2, of k1) differs in 1 of 2 elements, taken for floats: the first beyond rounding, element 1, is 4.0999999, expected 4");
}

TEST_F(Copies, OfOtherSizesOrNumbers) {
  const auto a = log("a", {{1, 2}, {3, 4}});
  EXPECT_EQ(compare_copies(a, log("b", {{1, 2, 3}, {3, 4}}))->first, "copy 1 to the host (12 bytes, after launch 1, of k0) has 8 bytes in the other run");
  EXPECT_EQ(compare_copies(a, log("b", {{1, 2}}))->first, "1 copies come back to the host, expected 2");
  EXPECT_EQ(compare_copies(a, dir / "none")->first, "0 copies come back to the host, expected 2");
  EXPECT_TRUE(compare_copies(dir / "none", dir / "none")->agree());
  EXPECT_EQ(compare_copies(log("c", {{1, 2}}, false), log("b", {{1, 3}}, false))->first, "copy 1 to the host (8 bytes, after launch 1, of k0) differs; its bytes were not kept");
}

TEST_F(Copies, AFileThatIsCutIsSaid) {
  const auto a = log("a", {{1, 2}}), b = log("b", {{1, 3}});
  ASSERT_TRUE(write_file(dir / "b.bytes", "1"));
  auto c = compare_copies(a, b);
  ASSERT_FALSE(c);
  EXPECT_EQ(c.error().exit, Exit::no_input);
}

TEST_F(Copies, HalfALineIsForgiven) {
  EXPECT_EQ(read_copy_log("{\"copy\":0,\"bytes\":4,\"hash\":\"a\"}\nno\n{\"copy\":1,\"by").size(), 1u);
}

}  // namespace
