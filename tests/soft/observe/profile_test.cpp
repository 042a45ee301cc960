// Kernels with known counts, executed and counted: every number below can be worked out from profile_kernels.hip.
#include "base/files.h"
#include "soft/device.h"
#include "soft/observe/profile.h"
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>

using namespace wavelift;
using namespace wavelift::soft;
using Json = nlohmann::json;

namespace {

// Before the first module is loaded. The file is written when the test ends.
const bool asked_for = ::setenv("WAVELIFT_PROFILE", KERNELS "/profile_test.json", 1) == 0 && ::setenv("WAVELIFT_THREADS", "1", 1) == 0;

// Memory that no earlier test has used: every line of it is new to the caches. Page aligned, zero.
template <class T> T* fresh(size_t n) {
  void* m = ::mmap(nullptr, n * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return static_cast<T*>(m);
}

template <class... A> std::vector<std::byte> pack(A... a) {
  std::vector<std::byte> out;
  auto put = [&](auto v) {
    out.resize((out.size() + sizeof v - 1) / sizeof v * sizeof v);
    out.resize(out.size() + sizeof v);
    std::memcpy(out.data() + out.size() - sizeof v, &v, sizeof v);
  };
  (put(a), ...);
  return out;
}

class Profiled : public ::testing::Test {
protected:
  void load(const std::string& arch) {
    ASSERT_TRUE(asked_for);
    auto bytes = read_file(KERNELS "/profile_kernels_" + arch + ".co");
    ASSERT_TRUE(bytes) << bytes.error().sentence();
    auto m = Module::load(std::as_bytes(std::span(*bytes)), arch);
    ASSERT_TRUE(m) << m.error().sentence();
    module = std::move(*m);
  }
  void SetUp() override { load("gfx90a"); }

  void run(const char* kernel, unsigned blocks, unsigned threads, const std::vector<std::byte>& args) {
    Launch l;
    l.kernel = module->kernel(kernel);
    ASSERT_NE(l.kernel, nullptr) << kernel;
    l.blocks = {blocks};
    l.threads = {threads};
    l.kernarg = args.data();
    l.kernarg_size = static_cast<uint32_t>(args.size());
    auto r = module->launch(l);
    ASSERT_TRUE(r) << r.error().sentence();
  }

  // The kernel's profile, of this test's module.
  Json profile(const std::string& kernel) {
    Json found;
    for (const Json& k : Json::parse(Profile::of_process().json())["kernels"])
      if (k["name"] == kernel) found = k;
    EXPECT_FALSE(found.is_null()) << kernel;
    return found;
  }
  // The executed instructions whose text begins with `mnemonic`.
  static std::vector<Json> insts(const Json& kernel, const std::string& mnemonic) {
    std::vector<Json> found;
    for (const Json& i : kernel["instructions"])
      if (i["text"].get<std::string>().starts_with(mnemonic)) found.push_back(i);
    return found;
  }
  // The number of the line of profile_kernels.hip that holds `text`.
  static int line_of(const std::string& text) {
    auto source = read_file(SOURCE);
    size_t at = source->find(text);
    EXPECT_NE(at, source->npos) << text;
    return 1 + static_cast<int>(std::count(source->begin(), source->begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }

  std::unique_ptr<Module> module;
};

void expect_saxpy(const Json& k, unsigned wave_size, unsigned l1_line) {
  const unsigned waves = 16 * 256 / wave_size;
  const Json& c = k["counters"];
  EXPECT_EQ(k["launches"], 1);
  EXPECT_EQ(k["workgroups"], 16);
  EXPECT_EQ(k["analysed_workgroups"], 16);
  EXPECT_EQ(c["SQ_WAVES"], waves);
  EXPECT_EQ(c["SQ_INSTS_VMEM_RD"], 2 * waves);
  EXPECT_EQ(c["SQ_INSTS_VMEM_WR"], waves);
  EXPECT_EQ(c["SQ_INSTS_VALU_FMA_F32"], waves);
  EXPECT_EQ(c["flops_f32"], 2 * 4096);
  EXPECT_EQ(c["requests"], 3 * waves);
  EXPECT_EQ(c["contiguous_requests"], 3 * waves);
  EXPECT_EQ(c["load_bytes"], 2 * 4096 * 4);
  EXPECT_EQ(c["store_bytes"], 4096 * 4);
  EXPECT_EQ(c["sectors_32B"], 3 * 4096 * 4 / 32);
  EXPECT_EQ(c["lines_64B"], 3 * 4096 * 4 / 64);
  EXPECT_EQ(c["lines_128B"], 3 * 4096 * 4 / 128);
  // Nothing is read twice: all lookups miss, all misses reach memory, the stores are written back.
  EXPECT_EQ(c["l1_lookups"], 2 * 4096 * 4 / l1_line);
  EXPECT_EQ(c["l1_hits"], 0);
  EXPECT_EQ(c["TCP_TCC_WRITE_REQ"], 4096 * 4 / l1_line);
  EXPECT_GE(c["dram_read_bytes"], 2 * 4096 * 4);
  EXPECT_LE(c["dram_read_bytes"], 2 * 4096 * 4 + 16 * 128);   // and the arguments
  EXPECT_EQ(c["dram_write_bytes"], 4096 * 4);
  EXPECT_EQ(k["derived"]["VALUUtilization"], 100);
  EXPECT_EQ(k["derived"]["coalescing_percent"], 100);
  EXPECT_EQ(k["derived"]["sectors_per_request"], wave_size * 4 / 32);
  EXPECT_EQ(c["scratch_bytes"], 0);
  EXPECT_EQ(c["lds_requests"], 0);
}

TEST_F(Profiled, Saxpy) {
  auto *x = fresh<float>(4096), *y = fresh<float>(4096);
  run("saxpy", 16, 256, pack(2.0f, x, y));
  const Json k = profile("saxpy");
  expect_saxpy(k, 64, 64);
  // All of it is on one line, but for the index.
  const int line = line_of("y[i] = a * x[i] + y[i];");
  bool seen = false;
  for (const Json& l : k["lines"])
    if (l["line"] == line) {
      seen = true;
      EXPECT_EQ(l["vmem"], 3 * 64);
      EXPECT_EQ(l["flops"], 2 * 4096);
      EXPECT_EQ(l["bytes"], 3 * 4096 * 4);
      EXPECT_TRUE(l["file"].get<std::string>().ends_with("profile_kernels.hip"));
    }
  EXPECT_TRUE(seen);
  // Instructions sum to the kernel.
  uint64_t sum = 0;
  for (const Json& i : k["instructions"]) sum += i["executions"].get<uint64_t>();
  EXPECT_EQ(sum, k["counters"]["SQ_INSTS"]);
}

TEST_F(Profiled, SaxpyOnOtherTargets) {
  struct Row {
    const char* arch;
    unsigned wave_size, l1_line;
  };
  for (Row r : {Row{"gfx942", 64, 128}, Row{"gfx1030", 32, 128}, Row{"gfx1100", 32, 128}}) {
    SCOPED_TRACE(r.arch);
    load(r.arch);
    auto *x = fresh<float>(4096), *y = fresh<float>(4096);
    run("saxpy", 16, 256, pack(2.0f, x, y));
    expect_saxpy(profile("saxpy"), r.wave_size, r.l1_line);
  }
}

TEST_F(Profiled, LaunchesAreSummed) {
  auto *x = fresh<float>(4096), *y = fresh<float>(4096);
  run("saxpy", 16, 256, pack(2.0f, x, y));
  run("saxpy", 4, 256, pack(2.0f, x, y));
  const Json k = profile("saxpy");
  EXPECT_EQ(k["launches"], 2);
  EXPECT_EQ(k["workgroups"], 20);
  EXPECT_EQ(k["counters"]["SQ_WAVES"], 80);
  EXPECT_EQ(k["sizes_vary"], true);
  EXPECT_EQ(k["grid"][0], 16);
  // The second launch finds x and y in the L2, and dirties a quarter of y again.
  EXPECT_LE(k["counters"]["dram_read_bytes"], 2 * 4096 * 4 + 20 * 128);
  EXPECT_EQ(k["counters"]["dram_write_bytes"], 4096 * 4 + 1024 * 4);
}

TEST_F(Profiled, SectorsOfStridedLoads) {
  // Floats apart, sectors and 64-byte lines that 64 lanes touch, bytes used of a sector in percent.
  struct Row {
    unsigned stride, sectors, lines;
    double percent;
  };
  for (Row r : {Row{1, 8, 4, 100}, Row{2, 16, 8, 50}, Row{4, 32, 16, 25}, Row{8, 64, 32, 12.5}, Row{32, 64, 64, 12.5}}) {
    SCOPED_TRACE(r.stride);
    load("gfx90a");
    auto *in = fresh<float>(4 * 64 * 32), *out = fresh<float>(4 * 64);
    run("strided", 4, 64, pack(in, out, r.stride));
    const Json k = profile("strided");
    const auto loads = insts(k, "global_load_dword");
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0]["executions"], 4);
    EXPECT_EQ(loads[0]["sectors"], 4 * r.sectors);
    EXPECT_EQ(loads[0]["lines_64B"], 4 * r.lines);
    EXPECT_EQ(loads[0]["sectors_per_request"], r.sectors);
    EXPECT_EQ(loads[0]["coalescing_percent"], r.percent);
  }
}

TEST_F(Profiled, OrderOfLanesDoesNotMatter) {
  auto *in = fresh<float>(64), *out = fresh<float>(64);
  run("reversed", 1, 64, pack(in, out));
  const auto loads = insts(profile("reversed"), "global_load_dword");
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0]["sectors"], 8);
  EXPECT_EQ(loads[0]["lines_64B"], 4);
  EXPECT_EQ(loads[0]["lines_128B"], 2);
}

TEST_F(Profiled, WideAndUniformLoads) {
  auto *in = fresh<float>(64 * 4), *out = fresh<float>(64 * 4);
  auto* index = fresh<unsigned>(64);
  for (int i = 0; i < 64; ++i) index[i] = 9;
  run("wide", 1, 64, pack(in, out, index));
  const Json k = profile("wide");
  const auto loads = insts(k, "global_load_dwordx4");
  ASSERT_EQ(loads.size(), 2u);
  std::vector<uint64_t> sectors = {loads[0]["sectors"], loads[1]["sectors"]};
  std::ranges::sort(sectors);
  EXPECT_EQ(sectors, (std::vector<uint64_t>{1, 32}));
  EXPECT_EQ(k["counters"]["load_bytes"], 64 * 16 * 2 + 64 * 4);
}

TEST_F(Profiled, LdsBankConflicts) {
  // A read of 64 lanes is two passes; `ways` lanes of a pass share a bank.
  struct Row {
    unsigned stride, ways;
  };
  for (Row r : {Row{0, 1}, Row{1, 1}, Row{2, 2}, Row{3, 1}, Row{4, 4}, Row{8, 8}, Row{16, 16}, Row{32, 32}, Row{33, 1}}) {
    SCOPED_TRACE(r.stride);
    load("gfx90a");
    run("banks", 1, 64, pack(fresh<float>(64), r.stride));
    const Json k = profile("banks");
    const auto reads = insts(k, "ds_read_b32");
    ASSERT_EQ(reads.size(), 1u);
    EXPECT_EQ(reads[0]["lds_cycles"], 2 * r.ways);
    EXPECT_EQ(reads[0].value("lds_conflict_cycles", 0u), 2 * (r.ways - 1));
    EXPECT_EQ(k["counters"]["SQ_LDS_BANK_CONFLICT"], 2 * (r.ways - 1));   // the stores have none
    EXPECT_EQ(k["counters"]["barrier_insts"], 1);
  }
}

TEST_F(Profiled, AtomicContention) {
  // All lanes on one address, pairs, each its own.
  for (unsigned lanes : {64u, 2u, 1u}) {
    SCOPED_TRACE(lanes);
    load("gfx90a");
    auto *out = fresh<unsigned>(64), *index = fresh<unsigned>(64);
    for (unsigned i = 0; i < 64; ++i) index[i] = i / lanes;
    run("contended", 1, 64, pack(out, index));
    EXPECT_EQ(out[0], lanes);
    const Json k = profile("contended");
    const auto atomics = insts(k, "global_atomic_add");
    ASSERT_EQ(atomics.size(), 1u);
    EXPECT_EQ(atomics[0]["atomic_lanes_on_one_address"], lanes);
    EXPECT_EQ(k["counters"]["vmem_atomic_insts"], 1);
    EXPECT_EQ(k["counters"]["atomic_turns"], lanes);
    EXPECT_EQ(k["counters"]["atomic_addresses"], 64 / lanes);
    if (lanes == 64) {
      EXPECT_EQ(atomics[0]["hot_addresses"][0]["address"], reinterpret_cast<uint64_t>(out));
      EXPECT_EQ(atomics[0]["hot_addresses"][0]["lanes"], 64);
    }
  }
}

TEST_F(Profiled, DivergentLanes) {
  run("divergent", 1, 64, pack(fresh<float>(64), 8));
  const Json k = profile("divergent");
  const Json& c = k["counters"];
  EXPECT_EQ(c["SQ_INSTS_VALU_FMA_F32"], 8);
  EXPECT_EQ(c["flops_f32"], 8 * 32 * 2);
  EXPECT_LT(k["derived"]["VALUUtilization"], 100);
  for (const Json& i : k["instructions"])
    if (i.value("arithmetic", "") == "fma") EXPECT_EQ(i["lanes"], 8 * 32) << i;
}

TEST_F(Profiled, ScratchTraffic) {
  auto *index = fresh<unsigned>(64), *out = fresh<unsigned>(64);
  run("spills", 1, 64, pack(index, out));
  const Json k = profile("spills");
  // 32 stores and a load of every lane.
  EXPECT_EQ(k["counters"]["scratch_bytes"], 33 * 64 * 4);
  EXPECT_EQ(k["counters"]["load_bytes"], 64 * 4);
  EXPECT_GE(k["resources"]["scratch_bytes_per_lane"], 128);
}

TEST_F(Profiled, TheL1KeepsWhatIsReadAgain) {
  auto *in = fresh<float>(16 * 64), *out = fresh<float>(64);
  run("reread", 1, 64, pack(in, out, 10));
  const Json c = profile("reread")["counters"];
  EXPECT_EQ(c["l1_lookups"], 10 * 64);       // 4 KiB are 64 lines
  EXPECT_EQ(c["l1_hits"], 9 * 64);
  EXPECT_GE(c["dram_read_bytes"], 4096);
  EXPECT_LE(c["dram_read_bytes"], 4096 + 2 * 128);
}

TEST_F(Profiled, NumbersByType) {
  run("mixed", 1, 64, pack(fresh<float>(4096), fresh<float>(4096), fresh<double>(4096), fresh<float>(4096)));
  const Json c = profile("mixed")["counters"];
  EXPECT_EQ(c["SQ_INSTS_MFMA"], 1);
  EXPECT_EQ(c["SQ_INSTS_VALU_MFMA_F16"], 1);
  EXPECT_EQ(c["matrix_flops_f16"], 2 * 32 * 32 * 8);
  EXPECT_EQ(c["SQ_INSTS_VALU_MUL_F64"], 1);
  EXPECT_EQ(c["flops_f64"], 64);
  EXPECT_EQ(c["SQ_INSTS_VALU_ADD_F16"], 1);
  EXPECT_EQ(c["flops_f16"], 64);
}

TEST_F(Profiled, LargeLaunchesAreSampledAndScaled) {
  // More workgroups than are looked at one by one.
  const unsigned groups = 8192;
  auto *in = fresh<float>(groups * 64 * 2), *out = fresh<float>(groups * 64);
  run("strided", groups, 64, pack(in, out, 2u));
  const Json k = profile("strided");
  EXPECT_LT(k["analysed_workgroups"], groups / 4);
  EXPECT_GT(k["analysed_workgroups"], groups / 16);
  const Json& c = k["counters"];
  EXPECT_EQ(c["SQ_INSTS_VMEM_RD"], groups);                 // counted, not sampled
  EXPECT_EQ(c["load_bytes"], groups * 64 * 4);
  EXPECT_EQ(k["derived"]["sectors_per_request"], (16 + 8) / 2.0);
  EXPECT_NEAR(c["sectors_32B"].get<double>(), groups * 24.0, groups);
  EXPECT_NEAR(c["dram_read_bytes"].get<double>(), groups * 512.0, groups * 10.0);
  EXPECT_NEAR(c["dram_write_bytes"].get<double>(), groups * 256.0, groups * 10.0);
}

}  // namespace
