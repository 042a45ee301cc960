// Device printf's text from the packed qwords that the device sends.
#include "soft/machine/hostcall.h"
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

using wavelift::soft::format_device_printf;

namespace {

struct Message {
  std::vector<uint64_t> data;
  Message& text(const char* s) {
    size_t n = std::strlen(s) + 1, at = data.size();
    data.resize(at + (n + 7) / 8);
    std::memcpy(data.data() + at, s, n);
    return *this;
  }
  Message& number(uint64_t v) { return data.push_back(v), *this; }
  Message& real(double d) { return number(std::bit_cast<uint64_t>(d)); }
  std::string str() const { return format_device_printf(data.data(), data.size()); }
};

TEST(DevicePrintf, Conversions) {
  EXPECT_EQ(Message().text("plain 100%%\n").str(), "plain 100%\n");
  EXPECT_EQ(Message().text("%d %u %x").number(0xffffffff).number(0xffffffff).number(255).str(), "-1 4294967295 ff");
  EXPECT_EQ(Message().text("%ld %lu %llx").number(~0ull).number(~0ull).number(1ull << 40).str(),
            "-1 18446744073709551615 10000000000");
  EXPECT_EQ(Message().text("%hhd %hd").number(0x1ff).number(0x18000).str(), "-1 -32768");
  EXPECT_EQ(Message().text("[%8.3f] %e %g").real(3.14159).real(1e10).real(0.5).str(), "[   3.142] 1.000000e+10 0.5");
  EXPECT_EQ(Message().text("%-5d|%05d|%+d").number(42).number(42).number(42).str(), "42   |00042|+42");
  EXPECT_EQ(Message().text("%*d|%.*f").number(4).number(7).number(2).real(1.0).str(), "   7|1.00");
  EXPECT_EQ(Message().text("%s=%c").text("a longer name").number('x').str(), "a longer name=x");
  EXPECT_EQ(Message().text("%zu").number(7).str(), "7");
}

TEST(DevicePrintf, MalformedDataEndsEarly) {
  EXPECT_EQ(format_device_printf(nullptr, 0), "");
  EXPECT_EQ(Message().text("%d %d").number(1).str(), "1 0");
  EXPECT_EQ(Message().text("50%").str(), "50");
  EXPECT_EQ(Message().text("%s").str(), "");
  uint64_t unterminated = 0x4141414141414141;
  EXPECT_EQ(format_device_printf(&unterminated, 1), "AAAAAAAA");
}

}  // namespace
