// The software GPU through the interface, from a code object's bytes to what its kernels wrote. WAVELIFT_TEST_DEVICE names another
// architecture than the first.
#include "base/files.h"
#include "device/device.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <gtest/gtest.h>
#include <numeric>

using namespace wavelift;
using namespace wavelift::device;

namespace {

std::string address() {
  const char* named = std::getenv("WAVELIFT_TEST_DEVICE");
  return named ? named : "software:gfx90a";
}
std::string arch() { return address().substr(address().find(':') + 1); }

template <class T> void append(std::vector<std::byte>& to, T value) {
  to.resize((to.size() + sizeof value - 1) / sizeof value * sizeof value);
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}
template <class... T> std::vector<std::byte> packed(T... values) {
  std::vector<std::byte> bytes;
  (append(bytes, values), ...);
  return bytes;
}

class Software : public testing::Test {
 protected:
  std::unique_ptr<Device> device;
  std::string object;
  std::unique_ptr<Module> module;

  void SetUp() override {
    auto opened = device::open(address());
    ASSERT_TRUE(opened) << opened.error().sentence();
    device = std::move(*opened);
    object = read_file(KERNELS "/kernels_" + arch() + ".co").value();
    auto loaded = device->load(std::as_bytes(std::span(object)));
    ASSERT_TRUE(loaded) << loaded.error().sentence();
    module = std::move(*loaded);
  }
  void TearDown() override { module.reset(); }

  uint64_t room(size_t bytes) {
    auto a = device->allocate(bytes);
    EXPECT_TRUE(a) << a.error().sentence();
    return a.value_or(0);
  }
  template <class T> uint64_t put(const std::vector<T>& values) {
    uint64_t at = room(values.size() * sizeof(T));
    EXPECT_TRUE(device->write(at, std::as_bytes(std::span(values))));
    return at;
  }
  template <class T> std::vector<T> get(uint64_t from, size_t n) {
    std::vector<T> values(n);
    auto s = device->read(std::as_writable_bytes(std::span(values)), from);
    EXPECT_TRUE(s) << s.error().sentence();
    return values;
  }
  // Launches and waits.
  Status run(Launch launch) {
    Status s = device->launch(*module, launch);
    return s ? device->wait() : s;
  }
};

TEST_F(Software, SaysWhatItIs) {
  const Info& info = device->info();
  EXPECT_EQ(info.kind, Kind::software);
  EXPECT_EQ(info.index, 0);
  EXPECT_EQ(info.arch, arch());
  EXPECT_EQ(info.name, "wavelift " + arch() + " (software)");
  EXPECT_EQ(info.wave_size, arch() == "gfx90a" ? 64 : 32);
  EXPECT_EQ(info.compute_units, arch() == "gfx90a" ? 110 : 48);
  EXPECT_EQ(info.last_level_cache, (arch() == "gfx90a" ? 8u : 6u) << 20);
  EXPECT_EQ(info.group_memory, 65536u);
  EXPECT_EQ(info.max_threads, 1024);
  EXPECT_GT(info.memory, 1u << 30);
  EXPECT_EQ(info.driver.substr(0, 2), "7.");
  EXPECT_EQ(info.pci, "");
  Telemetry t = device->telemetry();
  EXPECT_FALSE(t.core_mhz || t.memory_mhz || t.watts || t.celsius);
}

TEST_F(Software, MemoryIsWrittenFilledCopiedAndRead) {
  std::vector<uint32_t> values(1000);
  std::iota(values.begin(), values.end(), 7u);
  uint64_t a = put(values), b = room(4000);
  EXPECT_EQ(a % 256, 0u);
  EXPECT_EQ(b % 256, 0u);
  EXPECT_TRUE(device->fill(b, std::byte(0xab), 4000));
  EXPECT_EQ(get<uint32_t>(b, 1000), std::vector<uint32_t>(1000, 0xabababab));
  EXPECT_TRUE(device->copy(b + 400, a, 2000));
  auto both = get<uint32_t>(b, 1000);
  EXPECT_EQ(both[99], 0xababababu);
  EXPECT_EQ(both[100], 7u);
  EXPECT_EQ(both[599], 506u);
  EXPECT_EQ(both[600], 0xababababu);
  EXPECT_TRUE(device->release(a));
  EXPECT_TRUE(device->release(b));
  EXPECT_TRUE(device->write(b, {}));
}

TEST_F(Software, MoreMemoryThanThereIs) {
  auto a = device->allocate(size_t(1) << 50);
  ASSERT_FALSE(a);
  EXPECT_EQ(a.error().exit, Exit::failed);
  EXPECT_EQ(a.error().what, "hipMalloc: out of memory");
  // And the device goes on.
  EXPECT_TRUE(device->wait());
}

TEST_F(Software, ArgumentsOfSeveralSizesArriveWhereTheyBelong) {
  uint64_t out = room(100 * 8);
  ASSERT_TRUE(device->fill(out, std::byte(0), 100 * 8));
  auto args = packed(out, 0.5, char(3), short(-7), long(1) << 40, 0.25f, 99);
  EXPECT_EQ(args.size(), 40u);
  ASSERT_TRUE(run({"mix", {2, 1, 1}, {64, 1, 1}, 0, args}));
  auto values = get<double>(out, 100);
  for (int i = 0; i < 99; ++i) ASSERT_EQ(values[size_t(i)], 0.5 + 30 - 700 + 1099511627776.0 + 0.25 + i) << i;
  EXPECT_EQ(values[99], 0.0);
}

TEST_F(Software, GridAndBlockHaveThreeSides) {
  uint64_t out = room(6 * 6 * 4);
  ASSERT_TRUE(run({"place", {3, 2, 1}, {2, 3, 1}, 0, packed(out, 3u)}));
  auto values = get<unsigned>(out, 36);
  for (unsigned i = 0; i < 36; ++i) EXPECT_EQ(values[i], i / 6 * 100 + i % 6) << i;
}

TEST_F(Software, GroupMemoryOfTheLaunch) {
  std::vector<int> values(64);
  std::iota(values.begin(), values.end(), 0);
  uint64_t at = put(values);
  ASSERT_TRUE(run({"reverse", {}, {64, 1, 1}, 256, packed(at)}));
  values = get<int>(at, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(values[size_t(i)], 63 - i);
  // More than the device has.
  EXPECT_FALSE(run({"reverse", {}, {64, 1, 1}, 65537, packed(at)}));
}

TEST_F(Software, AKernelWithoutArguments) { EXPECT_TRUE(run({"nothing", {}, {64, 1, 1}, 0, {}})); }

TEST_F(Software, WhatAKernelNeeds) {
  auto k = module->kernel("fixed_group_memory");
  ASSERT_TRUE(k) << k.error().sentence();
  EXPECT_EQ(k->group_memory, 1024u);
  EXPECT_EQ(k->private_memory, 0u);
  EXPECT_EQ(k->max_threads, 1024);
  EXPECT_GT(k->vgprs, 0);
  EXPECT_EQ(module->kernel("mix")->group_memory, 0u);
}

TEST_F(Software, AKernelThatIsNotThere) {
  auto k = module->kernel("absent");
  ASSERT_FALSE(k);
  EXPECT_EQ(k.error().exit, Exit::failed);
  EXPECT_EQ(k.error().what, "no kernel absent: hipModuleGetFunction: named symbol not found");
  EXPECT_FALSE(device->launch(*module, {"absent", {}, {}, 0, {}}));
  EXPECT_TRUE(run({"nothing", {}, {64, 1, 1}, 0, {}}));
}

TEST_F(Software, ALaunchThatCannotBe) {
  EXPECT_FALSE(run({"nothing", {0, 1, 1}, {64, 1, 1}, 0, {}}));
  EXPECT_FALSE(run({"nothing", {}, {2048, 1, 1}, 0, {}}));
  EXPECT_TRUE(run({"nothing", {}, {64, 1, 1}, 0, {}}));
}

TEST_F(Software, RubbishIsNoCodeObject) {
  auto error = [&](std::string bytes) {
    auto m = device->load(std::as_bytes(std::span(bytes)));
    EXPECT_FALSE(m) << bytes.substr(0, 20);
    return m ? "" : m.error().what;
  };
  EXPECT_EQ(error(""), "the code object is empty");
  EXPECT_NE(error("rubbish").find("hipModuleLoadData: "), std::string::npos);
  EXPECT_NE(error(std::string(10000, '\xff')).find("hipModuleLoadData: "), std::string::npos);
  // Whatever is missing at the end.
  for (size_t size : {size_t(5), size_t(63), size_t(64), object.size() / 2, object.size() - 1})
    EXPECT_EQ(error(object.substr(0, size)), "the code object is cut off") << size;
  // A header that tells of more than there is.
  Elf64_Ehdr header;
  std::memcpy(&header, object.data(), sizeof header);
  std::string longer = object;
  const uint64_t size = object.size();
  std::memcpy(longer.data() + header.e_shoff + sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_size), &size, sizeof size);
  EXPECT_EQ(error(longer), "the code object is cut off");
  std::string narrow = object;
  narrow[offsetof(Elf64_Ehdr, e_shentsize)] = 1;
  EXPECT_EQ(error(narrow), "the code object is cut off");
  // Of another machine.
  EXPECT_NE(error(read_file("/proc/self/exe").value()).find("hipModuleLoadData: "), std::string::npos);
  EXPECT_TRUE(run({"nothing", {}, {64, 1, 1}, 0, {}}));
}

TEST_F(Software, AFaultIsAnErrorThatStaysUntilTheDeviceIsOpenedAgain) {
  uint64_t at = room(256);
  Status s = run({"stores_at", {}, {64, 1, 1}, 0, packed(uint64_t(0x10))});
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().exit, Exit::failed);
  EXPECT_TRUE(s.error().what.ends_with(": an illegal memory access was encountered")) << s.error().what;
  for (const Status& later : {device->wait(), device->fill(at, std::byte(0), 256), run({"nothing", {}, {64, 1, 1}, 0, {}})}) {
    ASSERT_FALSE(later);
    EXPECT_TRUE(later.error().what.ends_with(": an illegal memory access was encountered")) << later.error().what;
  }
  EXPECT_FALSE(device->allocate(16));
  EXPECT_FALSE(device->time([] { return Status(); }));
  module.reset();
  device.reset();
  SetUp();
  EXPECT_TRUE(run({"nothing", {}, {64, 1, 1}, 0, {}}));
}

TEST_F(Software, TimesWhatIsAskedFor) {
  uint64_t out = room(64 * 4);
  auto seconds = [&](int rounds) {
    auto t = device->time([&] { return device->launch(*module, {"spins", {}, {64, 1, 1}, 0, packed(out, rounds)}); });
    EXPECT_TRUE(t) << t.error().sentence();
    return t.value_or(0);
  };
  seconds(10);
  double few = std::min({seconds(1000), seconds(1000), seconds(1000)}), many = seconds(300'000);
  EXPECT_GT(few, 0);
  EXPECT_GT(many, 20 * few);
  EXPECT_LT(many, 60);
  auto wrong = device->time([&] { return device->launch(*module, {"absent", {}, {}, 0, {}}); });
  ASSERT_FALSE(wrong);
  EXPECT_TRUE(wrong.error().what.starts_with("no kernel absent")) << wrong.error().what;
}

TEST_F(Software, AModuleLoadedAfreshHasItsVariablesAfresh) {
  uint64_t at = room(4);
  auto counted = [&](Module& m) {
    EXPECT_TRUE(device->launch(m, {"count", {}, {64, 1, 1}, 0, packed(at)}));
    return get<int>(at, 1)[0];
  };
  EXPECT_EQ(counted(*module), 8);
  EXPECT_EQ(counted(*module), 9);
  auto second = device->load(std::as_bytes(std::span(object)));
  ASSERT_TRUE(second);
  EXPECT_EQ(counted(**second), 8);
  second->reset();
  EXPECT_EQ(counted(*module), 10);
}

TEST_F(Software, OneArchitectureAProcess) {
  std::string other = arch() == "gfx90a" ? "gfx1100" : "gfx90a";
  auto opened = device::open("software:" + other);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().exit, Exit::unsupported);
  EXPECT_EQ(opened.error().sentence(), "this process's software GPU is wavelift " + arch() + " (software) already; " + other + " needs a process of its own");
}

TEST(Addresses, ThatNameNoDevice) {
  for (const char* wrong : {"", "gpu", "software:", "hip:", "hip:x", "hip:-1", "cuda:1x", "cuda:99999999999", "software:h100", "Software"}) {
    auto opened = device::open(wrong);
    ASSERT_FALSE(opened) << wrong;
    EXPECT_EQ(opened.error().exit, Exit::usage) << wrong;
  }
}

}  // namespace
