// Whole kernels on the software GPU: what clang made of kernels.hip, for each family of GPUs, both wave sizes and several
// levels of optimisation, against plain C++.
#include "base/files.h"
#include "soft/device.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

using namespace wavelift;
using namespace wavelift::soft;

namespace {

// "kernels_gfx1100_O3_wave64.co" is for gfx1100.
std::string arch_of(const std::string& file) {
  size_t at = file.find("gfx");
  return at == std::string::npos ? "gfx90a" : file.substr(at, file.find('_', at) - at);
}

std::unique_ptr<Module> load(const std::string& file) {
  auto bytes = read_file(std::string(KERNELS "/") + file);
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().sentence());
  auto m = Module::load(std::as_bytes(std::span(*bytes)), arch_of(file));
  EXPECT_TRUE(m) << (m ? "" : m.error().sentence());
  return m ? std::move(*m) : nullptr;
}

// Packs arguments as the kernarg segment has them: each at its natural alignment.
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

Result<LaunchStats> launch(Module& m, const char* kernel, Dim3 blocks, Dim3 threads, const std::vector<std::byte>& args) {
  Launch l;
  l.kernel = m.kernel(kernel);
  EXPECT_NE(l.kernel, nullptr) << kernel;
  l.blocks = blocks;
  l.threads = threads;
  l.kernarg = args.data();
  l.kernarg_size = static_cast<uint32_t>(args.size());
  return m.launch(l);
}

class Machine : public ::testing::TestWithParam<const char*> {
protected:
  void SetUp() override { module = load(GetParam()); ASSERT_NE(module, nullptr); }
  void run(const char* kernel, Dim3 blocks, Dim3 threads, const std::vector<std::byte>& args) {
    auto r = launch(*module, kernel, blocks, threads, args);
    ASSERT_TRUE(r) << r.error().sentence();
  }
  std::string arch() const { return arch_of(GetParam()); }
  // Lanes of a wave.
  unsigned wave_size() const { return module->kernel("lanes")->wave_size; }
  std::unique_ptr<Module> module;
};

TEST_P(Machine, VectorAddWithPartialWave) {
  const int n = 1000;   // the last workgroup has a wave that is partly off and one that is off
  std::vector<float> a(n), b(n), c(1024, -1.0f);
  for (int i = 0; i < n; ++i) a[i] = 0.5f * i, b[i] = 1000.0f - i;
  run("vadd", {4}, {256}, pack(a.data(), b.data(), c.data(), n));
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(c[i], i < n ? a[i] + b[i] : -1.0f) << i;
}

TEST_P(Machine, IndexedRegistersInASumOfTwoHalves) {
  if (!module->kernel("indexed_sum")) return;   // of who has the instruction
  std::vector<uint64_t> out(64);
  const uint64_t a = 0x1234'5678'ffff'fff0, b = 0x0101'0101'0000'0123;
  run("indexed_sum", {1}, {64}, pack(out.data(), a, b));
  for (uint64_t x : out) ASSERT_EQ(x, a + b);
}

TEST_P(Machine, IdsInThreeDimensions) {
  const unsigned nx = 10, ny = 6, nz = 21;
  std::vector<unsigned> out(nx * ny * nz);
  run("ids", {2, 2, 3}, {5, 3, 7}, pack(out.data(), nx, ny));
  for (unsigned z = 0; z < nz; ++z)
    for (unsigned y = 0; y < ny; ++y)
      for (unsigned x = 0; x < nx; ++x) ASSERT_EQ(out[(z * ny + y) * nx + x], x | y << 8 | z << 16);
}

TEST_P(Machine, BarriersAndLds) {
  std::vector<unsigned> in(8 * 1024), out(8);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = i * 2654435761u;
  run("block_sum", {8}, {1024}, pack(in.data(), out.data()));
  for (unsigned b = 0; b < 8; ++b)
    EXPECT_EQ(out[b], std::accumulate(in.begin() + b * 1024, in.begin() + (b + 1) * 1024, 0u));
}

TEST_P(Machine, DivergentLoops) {
  const unsigned n = 300;
  std::vector<unsigned> out(n);
  run("collatz", {5}, {64}, pack(out.data(), n));
  for (unsigned i = 0; i < n; ++i) {
    unsigned steps = 0;
    for (unsigned long long x = i + 1; x != 1; ++steps) x = x & 1 ? 3 * x + 1 : x >> 1;
    ASSERT_EQ(out[i], steps) << i;
  }
}

TEST_P(Machine, PrivateArraysWithDynamicIndex) {
  std::vector<unsigned> out(64), index(32);
  for (unsigned k = 0; k < 32; ++k) index[k] = (k * 13 + 5) % 32;
  run("private_array", {1}, {64}, pack(out.data(), index.data()));
  for (unsigned t = 0; t < 64; ++t) {
    unsigned a[32], s = 0;
    for (unsigned k = 0; k < 32; ++k) a[(k * 7 + t) & 31] = k * 3 + t;
    for (unsigned k = 0; k < 32; ++k) s = s * 31 + a[index[k]];
    ASSERT_EQ(out[t], s) << t;
  }
}

TEST_P(Machine, WorkgroupsThatWaitForLaterOnes) {
  int n = 24, flag = 0;
  std::vector<int> out(n);
  run("chain", {24}, {64}, pack(&flag, out.data(), n));
  EXPECT_EQ(flag, n);
  for (int i = 0; i < n; ++i) EXPECT_EQ(out[i], i * i);
}

TEST_P(Machine, SizesFromHiddenArguments) {
  std::vector<unsigned> out(5 * 96);
  run("sizes", {5}, {96}, pack(out.data()));
  for (unsigned v : out) ASSERT_EQ(v, 96u | 1u << 10 | 480u << 16);
}

TEST_P(Machine, Recursion) {
  std::vector<unsigned> out(64);
  run("recursion", {1}, {64}, pack(out.data()));
  const unsigned fib[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], fib[t & 7]) << t;
}

TEST_P(Machine, VariablesAndAtomics) {
  const Variable* v = module->variable("counter");
  ASSERT_NE(v, nullptr);
  EXPECT_EQ(v->size, 4u);
  run("count_up", {100}, {130}, {});
  EXPECT_EQ(*static_cast<unsigned*>(v->address), 13000u);
}

TEST_P(Machine, WildStoreIsReportedNotFatal) {
  auto r = launch(*module, "wild", {1}, {64}, pack(static_cast<int*>(nullptr)));
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().what.find("memory access fault at address 0x0"), std::string::npos) << r.error().what;
  EXPECT_NE(r.error().what.find("kernel wild"), std::string::npos) << r.error().what;
  EXPECT_NE(r.error().what.find("_store_"), std::string::npos) << r.error().what;
}

TEST_P(Machine, UnsupportedInstructionIsNamed) {
  auto r = launch(*module, "unknown", {1}, {64}, {});
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().what.find("unsupported instruction in kernel unknown at +0x"), std::string::npos) << r.error().what;
  EXPECT_NE(r.error().what.find("(s_rfe_b64 s[0:1])"), std::string::npos) << r.error().what;
}

TEST_P(Machine, LanesSeeEachOther) {
  const unsigned n = 2 * 256, width = wave_size();
  std::vector<unsigned> in(n), rank(n), mirrored(n);
  std::vector<unsigned long long> ballots(n);
  for (unsigned i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  run("lanes", {2}, {256}, pack(in.data(), ballots.data(), rank.data(), mirrored.data()));
  for (unsigned i = 0; i < n; ++i) {
    unsigned long long odd = 0;
    for (unsigned k = 0; k < width; ++k) odd |= (in[i / width * width + k] & 1ull) << k;
    ASSERT_EQ(ballots[i], odd) << i;
    ASSERT_EQ(rank[i], static_cast<unsigned>(__builtin_popcountll(odd & ((1ull << i % width) - 1)))) << i;
    ASSERT_EQ(mirrored[i], in[i / 32 * 32 + 31 - i % 32]) << i;
  }
}

TEST_P(Machine, Atomics) {
  std::vector<unsigned> u(4);
  unsigned long long w = 5;
  float f = 1;
  std::vector<int> before(200);
  run("atomics", {1}, {200}, pack(u.data(), &w, &f, before.data()));
  unsigned long long bits = 5;
  for (unsigned t = 0; t < 200; ++t) bits ^= 1ull << (t & 63);
  EXPECT_EQ(u[0], 199u * 200 / 2);
  EXPECT_EQ(u[1], 199u * 7);
  EXPECT_EQ(static_cast<int>(u[2]), -199);
  EXPECT_EQ(u[3], 600u);
  EXPECT_EQ(w, bits);
  EXPECT_EQ(f, 101.0f);
  std::sort(before.begin(), before.end());
  for (int i = 0; i < 200; ++i) ASSERT_EQ(before[static_cast<size_t>(i)], i);
}

TEST_P(Machine, HalvesAndShorts) {
  const int n = 96;
  std::vector<_Float16> a(2 * n), out(4 * n);
  std::vector<short> b(n), shorts(4 * n);
  for (int i = 0; i < n; ++i) {
    a[2 * i] = static_cast<_Float16>(i * 0.375f - 17);
    a[2 * i + 1] = static_cast<_Float16>(40 - i * 0.625f);
    b[i] = static_cast<short>(i * 911 - 30000);
  }
  run("halves", {1}, {n}, pack(a.data(), b.data(), out.data(), shorts.data()));
  for (int i = 0; i < n; ++i) {
    const _Float16 x = a[2 * i], y = a[2 * i + 1];
    const _Float16 product = static_cast<_Float16>(static_cast<float>(x) * static_cast<float>(y));
    // Contracted, the product is not rounded.
    const float once = static_cast<float>(product) + static_cast<float>(x);
    const float fused = __builtin_fmaf(static_cast<float>(x), static_cast<float>(y), static_cast<float>(x));
    const bool sum = out[4 * i] == static_cast<_Float16>(once) || out[4 * i] == static_cast<_Float16>(fused);
    ASSERT_TRUE(sum) << i;
    ASSERT_EQ(static_cast<float>(out[4 * i + 1]), static_cast<float>(x < y ? y : x)) << i;
    ASSERT_EQ(static_cast<float>(out[4 * i + 2]), static_cast<float>(static_cast<_Float16>(b[i] * 0.5f))) << i;
    ASSERT_EQ(static_cast<float>(out[4 * i + 3]), -static_cast<float>(out[4 * i])) << i;
    const short s = b[i], r = b[i ^ 1];
    ASSERT_EQ(shorts[4 * i], static_cast<short>(s * r + 3)) << i;
    ASSERT_EQ(shorts[4 * i + 1], static_cast<short>(s >> 3 ^ r << 2)) << i;
    ASSERT_EQ(shorts[4 * i + 2], std::min(s, r)) << i;
    ASSERT_EQ(shorts[4 * i + 3], static_cast<short>(x)) << i;
  }
}

TEST_P(Machine, MatrixProduct) {
  if (arch() != "gfx1100") return;   // who has the instruction
  std::vector<_Float16> a(256), b(256);
  std::vector<float> c(256), d(256);
  for (int i = 0; i < 256; ++i) {
    a[i] = static_cast<_Float16>(i * 7 % 23 - 11);
    b[i] = static_cast<_Float16>(i * 5 % 19 - 9);
    c[i] = static_cast<float>(i);
  }
  run("matrix", {1}, {wave_size()}, pack(a.data(), b.data(), c.data(), d.data()));
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float want = c[16 * i + j];
      for (int k = 0; k < 16; ++k) want += static_cast<float>(a[16 * i + k]) * static_cast<float>(b[16 * k + j]);
      ASSERT_EQ(d[16 * i + j], want) << i << ' ' << j;
    }
}

INSTANTIATE_TEST_SUITE_P(Objects, Machine, ::testing::Values(KERNEL_OBJECTS), [](auto& i) {
  std::string name = i.param;
  return name.substr(8, name.find('.') - 8);
});

TEST(MachineStats, CountsWaveInstructions) {
  auto m = load("kernels_gfx90a_O3.co");
  const int n = 256;
  std::vector<float> a(n), b(n), c(n);
  auto r = launch(*m, "vadd", {1}, {256}, pack(a.data(), b.data(), c.data(), n));
  ASSERT_TRUE(r);
  // The kernel is straight code with one branch that no wave takes; every wave executes the same number.
  EXPECT_EQ(r->waves, 4u);
  EXPECT_EQ(r->wave_instructions % 4, 0u);
  EXPECT_GT(r->wave_instructions, 4u * 15);
  EXPECT_LT(r->wave_instructions, 4u * 40);
}

TEST(MachineMode, FlushesDenormalsWhenTheKernelAsks) {
  std::vector<float> a(64, 0x1p-40f), out(64);
  ASSERT_TRUE(launch(*load("kernels_gfx90a_O3.co"), "tiny", {1}, {64}, pack(a.data(), out.data())));
  for (float x : out) ASSERT_EQ(x, 0x1p-140f);
  ASSERT_TRUE(launch(*load("kernels_flush.co"), "tiny", {1}, {64}, pack(a.data(), out.data())));
  for (float x : out) ASSERT_EQ(x, 0.0f);
  volatile float host = 0x1p-100f;   // the host's own arithmetic keeps its denormals
  EXPECT_EQ(host * 0x1p-40f, 0x1p-140f);
}

TEST(MachineFault, NamesTheSourceLine) {
  auto m = load("kernels_gfx90a_O3.co");
  auto r = launch(*m, "wild", {1}, {64}, pack(static_cast<int*>(nullptr)));
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().what.find("kernels.hip:"), std::string::npos) << r.error().what;
}

TEST(ModuleLoad, RefusesWhatIsNoCodeObject) {
  auto bytes = read_file(KERNELS "/kernels_gfx90a_O3.co");
  ASSERT_TRUE(bytes);
  auto try_load = [](std::string b, const char* arch = "gfx90a") {
    auto m = Module::load(std::as_bytes(std::span(b)), arch);
    return m ? std::string("loaded") : m.error().what;
  };
  EXPECT_EQ(try_load(*bytes), "loaded");
  EXPECT_NE(try_load("").find("truncated"), std::string::npos);
  EXPECT_NE(try_load(std::string(200, 'x')).find("not an ELF"), std::string::npos);
  EXPECT_NE(try_load(*bytes, "gfx942").find("is for gfx90a, the device is gfx942"), std::string::npos);
  std::string foreign = *bytes;
  foreign[18] = 62;   // e_machine: x86-64
  foreign[19] = 0;
  EXPECT_NE(try_load(foreign).find("another machine"), std::string::npos);
  // Cut anywhere, it is refused or loads what is whole; it never crashes.
  for (size_t n = 0; n < bytes->size(); n += 97) try_load(bytes->substr(0, n));
  for (size_t i = 0; i < 4096 && i < bytes->size(); i += 3) {
    std::string bent = *bytes;
    bent[i] = static_cast<char>(bent[i] ^ 0xff);
    try_load(bent);
  }
}

}  // namespace
