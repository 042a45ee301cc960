// CUDA's driver and a card's HIP run time through fake libraries: which calls are made with what, and what becomes of errors.
#include "fake.h"
#include "base/paths.h"
#include "device/peaks.h"
#include <cstring>

using namespace wavelift;
using namespace wavelift::device;

namespace {

const std::string kPtx = ".version 8.0 .target";

std::span<const std::byte> bytes(const std::string& s) { return std::as_bytes(std::span(s)); }

class Driver : public WithFakes {
 protected:
  std::unique_ptr<Device> open(const std::string& address) {
    auto d = wavelift::device::open(address);
    EXPECT_TRUE(d) << d.error().sentence();
    return d ? std::move(*d) : nullptr;
  }
  Error no(const std::string& address) {
    auto d = wavelift::device::open(address);
    EXPECT_FALSE(d);
    return d ? Error{} : d.error();
  }
};

TEST_F(Driver, CudaSaysWhatItIs) {
  auto d = open("cuda:1");
  ASSERT_TRUE(d);
  const Info& i = d->info();
  EXPECT_EQ(i.kind, Kind::cuda);
  EXPECT_EQ(i.index, 1);
  EXPECT_EQ(i.name, "Fake H101");
  EXPECT_EQ(i.arch, "sm_90");
  EXPECT_EQ(i.wave_size, 32);
  EXPECT_EQ(i.compute_units, 132);
  EXPECT_EQ(i.memory, 80ull << 30);
  EXPECT_EQ(i.last_level_cache, 60u << 20);
  EXPECT_EQ(i.group_memory, 227u << 10);
  EXPECT_EQ(i.max_threads, 1024);
  EXPECT_EQ(i.bandwidth, 4916.736e9);
  EXPECT_EQ(i.driver, "13.0");
  EXPECT_EQ(i.pci, "0000:A2:00.0");
}

TEST_F(Driver, HipSaysWhatItIs) {
  auto d = open("hip");
  ASSERT_TRUE(d);
  const Info& i = d->info();
  EXPECT_EQ(i.kind, Kind::hip);
  EXPECT_EQ(i.index, 0);
  EXPECT_EQ(i.name, "Fake MI gfx000");
  EXPECT_EQ(i.arch, "gfx90a");
  EXPECT_EQ(i.wave_size, 64);
  EXPECT_EQ(i.compute_units, 104);
  EXPECT_EQ(i.last_level_cache, 8u << 20);
  EXPECT_EQ(i.group_memory, 64u << 10);
  EXPECT_EQ(i.bandwidth, 1638.4e9);
  EXPECT_EQ(i.driver, "6.3.42134");
  EXPECT_EQ(i.pci, "0001:c1:00.0");
}

TEST(Peaks, ByCapabilityAndByTable) {
  auto of = [](const char* arch) {
    Info i;
    i.arch = arch;
    i.compute_units = 132;
    fill_peaks(i, 1980e6);
    return i;
  };
  const Info h200 = of("sm_90"), mi250 = of("gfx90a"), unknown = of("sm_99"), k100 = of("gfx928");
  EXPECT_NEAR(h200.vector_flops, 66.9e12, 0.05e12);          // NVIDIA's data sheet: 67
  EXPECT_NEAR(h200.half_flops, 1070e12, 1e12);               // 989 of the data sheet are at 1830 MHz
  EXPECT_EQ(mi250.half_flops, 191.5e12);
  EXPECT_EQ(mi250.vector_flops, 47.9e12);                    // its matrix units, which are exact in single precision
  for (const Info* i : {&unknown, &k100}) EXPECT_EQ(i->vector_flops + i->half_flops, 0) << i->arch;
}

TEST_F(Driver, EverythingIsOnOneStreamOfItsOwn) {
  for (const char* address : {"cuda:0", "hip:1"}) {
    reset(2);
    auto d = open(address);
    ASSERT_TRUE(d);
    uint64_t a = d->allocate(1000).value(), b = d->allocate(1000).value();
    std::vector<int> sent{1, 2, 3, 4}, got(4);
    EXPECT_TRUE(d->write(a, std::as_bytes(std::span(sent))));
    EXPECT_TRUE(d->fill(b, std::byte(7), 1000));
    EXPECT_TRUE(d->copy(b, a, 12));
    EXPECT_TRUE(d->read(std::as_writable_bytes(std::span(got)), b));
    EXPECT_EQ(got, (std::vector<int>{1, 2, 3, 0x07070707}));
    EXPECT_TRUE(d->release(a));
    EXPECT_TRUE(d->release(b));
    EXPECT_NE(log().find("stream 1\n"), std::string::npos);
    auto all = d->allocate(size_t(1) << 40);
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().what, address[0] == 'c' ? "cuMemAlloc_v2: out of memory" : "hipMalloc: out of memory");
    EXPECT_EQ(d->time([&] { return d->copy(0, 0, 0); }).value(), 12.5e-3);
  }
}

TEST_F(Driver, ArgumentsComeAsOneBuffer) {
  for (const char* address : {"cuda:0", "hip"}) {
    reset(2);
    auto d = open(address);
    ASSERT_TRUE(d);
    auto m = d->load(bytes(kPtx));
    ASSERT_TRUE(m) << m.error().sentence();
    std::vector<std::byte> arguments;
    for (int v : {0x11, 0x22, 0, 0xfe}) arguments.push_back(std::byte(v));
    EXPECT_TRUE(d->launch(**m, {"scale", {3, 4, 5}, {64, 2, 1}, 1024, arguments}));
    EXPECT_TRUE(d->launch(**m, {"scale", {}, {32, 1, 1}, 0, {}}));
    EXPECT_NE(log().find("launch scale 3 4 5 64 2 1 group 1024 arguments 112200fe\n"), std::string::npos) << log();
    EXPECT_NE(log().find("launch scale 1 1 1 32 1 1 group 0\n"), std::string::npos) << log();
    auto k = (*m)->kernel("scale");
    ASSERT_TRUE(k);
    EXPECT_EQ(k->vgprs, 40);
    EXPECT_EQ(k->group_memory, 512u);
    EXPECT_EQ(k->private_memory, 16u);
    EXPECT_EQ(k->max_threads, 1024);
    EXPECT_EQ((*m)->kernel("old")->max_threads, 256);
    m->reset();
    EXPECT_NE(log().find("unload\n"), std::string::npos);
  }
}

TEST_F(Driver, MuchGroupMemoryIsAllowedFirst) {
  auto d = open("cuda");
  auto m = d->load(bytes(kPtx));
  EXPECT_TRUE(d->launch(**m, {"scale", {}, {32, 1, 1}, 200 << 10, {}}));
  Status more = d->launch(**m, {"scale", {}, {32, 1, 1}, 228 << 10, {}});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().what, "scale: invalid argument");
}

TEST_F(Driver, ErrorsAreTheLibrarysWords) {
  auto d = open("cuda");
  auto rubbish = d->load(bytes("rubbish"));
  ASSERT_FALSE(rubbish);
  EXPECT_EQ(rubbish.error().exit, Exit::failed);
  EXPECT_EQ(rubbish.error().what, "cuModuleLoadData: device kernel image is invalid");
  auto m = d->load(bytes(kPtx));
  auto absent = (*m)->kernel("absent");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().what, "no kernel absent: cuModuleGetFunction: named symbol not found");
}

TEST_F(Driver, AFaultStays) {
  for (const char* address : {"cuda", "hip"}) {
    reset(2);
    auto d = open(address);
    auto m = d->load(bytes(kPtx));
    EXPECT_TRUE(d->launch(**m, {"faults", {}, {32, 1, 1}, 0, {}}));
    Status s = d->wait();
    ASSERT_FALSE(s);
    EXPECT_EQ(s.error().what, std::string(address[0] == 'c' ? "cu" : "hip") + "StreamSynchronize: an illegal memory access was encountered");
    EXPECT_FALSE(d->allocate(16));
    EXPECT_FALSE(d->time([] { return Status(); }));
    m->reset();
  }
}

TEST_F(Driver, WhenAFaultEnds) {
  for (const char* address : {"cuda", "hip"}) {
    reset(2);
    auto d = open(address);
    auto m = d->load(bytes(kPtx));
    EXPECT_TRUE(d->launch(**m, {"faults", {}, {32, 1, 1}, 0, {}}));
    m->reset();
    d.reset();
    if (address[0] == 'c') {
      EXPECT_NE(log().find("release 0\n"), std::string::npos) << log();
      EXPECT_EQ(no(address).what, "opening Fake H100: an illegal memory access was encountered");
      continue;
    }
    d = open(address);
    ASSERT_TRUE(d);
    EXPECT_TRUE(d->wait());
    d.reset();
    // One reset: without a fault nothing else of the process's is taken from it.
    EXPECT_NE(log().find("reset\n"), std::string::npos) << log();
    EXPECT_EQ(log().find("reset\n"), log().rfind("reset\n"));
  }
}

TEST_F(Driver, TwoDevicesAreKeptApart) {
  auto a = open("cuda:0"), b = open("cuda:1");
  ASSERT_TRUE(a && b);
  reset(2);
  EXPECT_TRUE(a->allocate(16));
  EXPECT_TRUE(b->allocate(16));
  EXPECT_TRUE(b->wait());
  EXPECT_TRUE(a->wait());
  EXPECT_EQ(log(), "current 4096\ncurrent 4097\ncurrent 4096\n");
}

TEST_F(Driver, DevicesThatAreNotThere) {
  Error e = no("cuda:2");
  EXPECT_EQ(e.exit, Exit::no_input);
  EXPECT_EQ(e.sentence(), "there is no device cuda:2; " FAKE_GPU " has 0 to 1");
  reset(1);
  EXPECT_EQ(no("hip:1").advice, FAKE_GPU " has one, 0");
  reset(0);
  e = no("cuda");
  EXPECT_EQ(e.exit, Exit::no_input);
  EXPECT_EQ(e.sentence(), "there is no device cuda:0; " FAKE_GPU " finds none");
  EXPECT_EQ(no("hip").sentence(), "there is no device hip:0; " FAKE_GPU " finds none");
}

TEST_F(Driver, LibrariesThatAreNotThereOrNotWhole) {
  ::setenv("WAVELIFT_CUDA_LIBRARY", "/nowhere/libcuda.so.1", 1);
  Error e = no("cuda");
  EXPECT_EQ(e.exit, Exit::tool_missing);
  EXPECT_EQ(e.what, "NVIDIA's driver is not there: looked for /nowhere/libcuda.so.1");
  ::setenv("WAVELIFT_CUDA_LIBRARY", FAKE_OLD_GPU, 1);
  e = no("cuda");
  EXPECT_EQ(e.exit, Exit::tool_missing);
  EXPECT_EQ(e.what, FAKE_OLD_GPU " has no cuLaunchKernel");
  ::setenv("WAVELIFT_CUDA_LIBRARY", "/proc/self/exe", 1);
  e = no("cuda");
  EXPECT_EQ(e.exit, Exit::tool_missing);
  EXPECT_TRUE(e.what.starts_with("NVIDIA's driver cannot be loaded: ")) << e.what;
  ::setenv("WAVELIFT_HIP_LIBRARY", "libnowhere.so", 1);
  EXPECT_EQ(no("hip").what, "a HIP run time is not there: looked for libnowhere.so");
  reset(2, 40321831);
  ::setenv("WAVELIFT_HIP_LIBRARY", FAKE_GPU, 1);
  EXPECT_EQ(no("hip").sentence(), FAKE_GPU " is HIP 4.3.21831; 5 or later is needed");
}

TEST_F(Driver, TheSoftwareGpuIsNoCard) {
  const std::string ours = (build_root() / "lib/libamdhip64.so").string();
  ::setenv("WAVELIFT_HIP_LIBRARY", ours.c_str(), 1);
  Error e = no("hip");
  EXPECT_EQ(e.exit, Exit::tool_missing);
  EXPECT_NE(e.what.find("is the software GPU's"), std::string::npos) << e.what;
}

TEST_F(Driver, TelemetryIsTheOpenedCards) {
  auto d = open("cuda:0");   // A1, NVML's third
  Telemetry t = d->telemetry();
  EXPECT_EQ(t.core_mhz, 1980);
  EXPECT_EQ(t.memory_mhz, 3201);
  EXPECT_NEAR(t.watts.value_or(0), 123.456, 1e-9);
  EXPECT_EQ(t.celsius, 41);
  EXPECT_EQ(t.limited_by, (std::vector<std::string>{"the power limit", "temperature"}));
  d = open("hip:0");   // C1: AMD SMI's first, the rest from ROCm SMI
  t = d->telemetry();
  EXPECT_FALSE(t.limited_by);
  EXPECT_EQ(t.celsius, 55);
  EXPECT_EQ(t.watts, 300);
  EXPECT_NEAR(t.core_mhz.value_or(0), 1700, 1e-9);
  EXPECT_NEAR(t.memory_mhz.value_or(0), 5000, 1e-9);
  d = open("hip:1");   // AMD SMI does not know its power
  EXPECT_NEAR(d->telemetry().watts.value_or(0), 210.5, 1e-9);
  ::setenv("WAVELIFT_AMDSMI_LIBRARY", "/nowhere", 1);
  reset(2, 60342134, false);
  t = open("hip:1")->telemetry();
  EXPECT_NEAR(t.core_mhz.value_or(0), 1700, 1e-9);
  EXPECT_NEAR(t.memory_mhz.value_or(0), 5000, 1e-9);
  EXPECT_EQ(t.celsius, 48.5);
  ::setenv("WAVELIFT_ROCM_SMI_LIBRARY", "/nowhere", 1);
  t = open("hip:1")->telemetry();
  EXPECT_FALSE(t.core_mhz || t.memory_mhz || t.watts || t.celsius);
}

}  // namespace
