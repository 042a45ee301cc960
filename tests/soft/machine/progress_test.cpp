// Forward progress, drawn schedules and deadlocks. The tests whose names begin with AnyOrder run under several values of
// WAVELIFT_SCHEDULE too (CMakeLists.txt).
#include "base/files.h"
#include "soft/device.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

using namespace wavelift;
using namespace wavelift::soft;

namespace {

// Before the first launch looks at it.
const bool short_patience = ::setenv("WAVELIFT_DEADLOCK_SECONDS", "0.2", 1) == 0;

std::unique_ptr<Module> load(const std::string& arch) {
  auto bytes = read_file(std::string(KERNELS "/progress_") + arch + ".co");
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().sentence());
  auto m = Module::load(std::as_bytes(std::span(*bytes)), arch);
  EXPECT_TRUE(m) << (m ? "" : m.error().sentence());
  return m ? std::move(*m) : nullptr;
}

template <class... A> Result<LaunchStats> launch(Module& m, const char* kernel, uint32_t blocks, uint32_t threads, A... a) {
  std::vector<std::byte> args;
  auto put = [&](auto v) {
    args.resize((args.size() + sizeof v - 1) / sizeof v * sizeof v + sizeof v);
    std::memcpy(args.data() + args.size() - sizeof v, &v, sizeof v);
  };
  (put(a), ...);
  Launch l;
  l.kernel = m.kernel(kernel);
  EXPECT_NE(l.kernel, nullptr) << kernel;
  l.blocks = {blocks};
  l.threads = {threads};
  l.kernarg = args.data();
  l.kernarg_size = static_cast<uint32_t>(args.size());
  return m.launch(l);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class AnyOrder : public ::testing::TestWithParam<const char*> {
protected:
  std::unique_ptr<Module> module = load(GetParam());
};

TEST_P(AnyOrder, LookBackFinishes) {
  constexpr unsigned kGroups = 300;
  std::vector<unsigned> in(kGroups), sums(kGroups), ready(kGroups);
  for (unsigned i = 0; i < kGroups; ++i) in[i] = i * i;
  auto r = launch(*module, "look_back", kGroups, 64, in.data(), sums.data(), ready.data());
  ASSERT_TRUE(r) << r.error().what;
  for (unsigned i = 0, sum = 0; i < kGroups; ++i) ASSERT_EQ(sums[i], sum += in[i]) << i;
}

TEST_P(AnyOrder, GridSyncFinishes) {
  constexpr unsigned kGroups = 100, kRounds = 3;
  unsigned arrived = 0;
  std::vector<unsigned> out(kGroups);
  auto r = launch(*module, "grid_sync", kGroups, 128, &arrived, out.data(), kGroups, kRounds);
  ASSERT_TRUE(r) << r.error().what;
  EXPECT_EQ(arrived, kGroups * kRounds);
  for (unsigned x : out) ASSERT_EQ(x, kRounds);
}

TEST_P(AnyOrder, BarrierThatOneWaveNeverReaches) {
  unsigned flag = 0;
  auto r = launch(*module, "barrier_never", 1, 128, &flag);
  ASSERT_FALSE(r);
  const std::string& what = r.error().what;
  EXPECT_TRUE(has(what, "deadlock in kernel barrier_never: no wave can go on")) << what;
  EXPECT_TRUE(has(what, "workgroup (0,0,0) wave 0 waits at the barrier")) << what;
  EXPECT_TRUE(has(what, "s_barrier")) << what;
  EXPECT_TRUE(has(what, "goes in circles")) << what;
  char address[100];
  std::snprintf(address, sizeof address, "reading 0x0 over and over from address 0x%lx", reinterpret_cast<unsigned long>(&flag));
  EXPECT_TRUE(has(what, address)) << what;
  EXPECT_TRUE(has(what, "progress_kernels.hip:")) << what;
}

TEST_P(AnyOrder, WorkgroupsThatWaitForEachOther) {
  std::vector<unsigned> flags(2);
  auto r = launch(*module, "two_flags", 2, 64, flags.data());
  ASSERT_FALSE(r);
  const std::string& what = r.error().what;
  EXPECT_TRUE(has(what, "deadlock in kernel two_flags")) << what;
  EXPECT_TRUE(has(what, "workgroup (0,0,0) wave 0 goes in circles")) << what;
  EXPECT_TRUE(has(what, "workgroup (1,0,0) wave 0 goes in circles")) << what;
}

TEST_P(AnyOrder, LockAmongLanesOfOneWave) {
  unsigned lock = 0, count = 0;
  auto r = launch(*module, "lane_lock", 1, 32, &lock, &count);
  if (r) GTEST_SKIP() << "the compiler let the lane go on that has the lock";
  const std::string& what = r.error().what;
  EXPECT_TRUE(has(what, "deadlock in kernel lane_lock")) << what;
  EXPECT_TRUE(has(what, "lanes 0xfffffffe")) << what;
  EXPECT_TRUE(has(what, "wait for these to leave the loop")) << what;
}

TEST_P(AnyOrder, FlagInLdsThatNobodySets) {
  std::vector<unsigned> out(128);
  auto r = launch(*module, "lds_flag", 1, 128, out.data());
  ASSERT_FALSE(r);
  EXPECT_TRUE(has(r.error().what, "deadlock in kernel lds_flag")) << r.error().what;
  EXPECT_TRUE(has(r.error().what, "from LDS at 0x")) << r.error().what;
}

// Much longer than the time after which a launch is looked at.
TEST_P(AnyOrder, LongLoopsAreNoDeadlock) {
  for (const char* kernel : {"patient", "quiet_wait"}) {
    unsigned flag = 0;
    std::vector<unsigned> out(2);
    const auto start = std::chrono::steady_clock::now();
    auto r = launch(*module, kernel, 2, 64, &flag, out.data(), 80'000'000u);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ASSERT_TRUE(r) << r.error().what;
    EXPECT_EQ(flag, 1u);
    EXPECT_GT(out[0], 0u);
    EXPECT_GT(seconds, 0.3) << "too short to tell";
  }
}

INSTANTIATE_TEST_SUITE_P(Archs, AnyOrder, ::testing::Values("gfx90a", "gfx1100"),
                         [](auto& i) { return std::string(i.param); });

// What this process's schedule makes of `order` and `missing_barrier`. Run by the tests below in processes of their own.
TEST(Schedule, DISABLED_Print) {
  auto m = load("gfx90a");
  unsigned next = 0;
  std::vector<unsigned> order(40), seen(30);
  ASSERT_TRUE(launch(*m, "order", 10, 256, &next, order.data()));
  ASSERT_TRUE(launch(*m, "missing_barrier", 30, 128, seen.data()));
  std::printf("order:");
  for (unsigned x : order) std::printf(" %u", x);
  std::printf("\nseen:");
  for (unsigned x : seen) std::printf(" %u", x);
  std::printf("\n");
}

std::string printed(const std::string& seed, const char* line) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  std::FILE* p = ::popen(("WAVELIFT_SCHEDULE=" + seed + " " + self +
                          " --gtest_also_run_disabled_tests --gtest_filter=Schedule.DISABLED_Print").c_str(), "r");
  std::string text;
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, p))
    if (std::strncmp(buffer, line, std::strlen(line)) == 0) text = buffer;
  EXPECT_EQ(::pclose(p), 0);
  return text;
}

TEST(Schedule, ASeedGivesOneOrderAndAnotherSeedAnother) {
  std::set<std::string> orders;
  for (const char* seed : {"1", "2", "3", "4"}) {
    const std::string once = printed(seed, "order:");
    EXPECT_FALSE(once.empty());
    EXPECT_EQ(once, printed(seed, "order:")) << seed;
    orders.insert(once);
  }
  EXPECT_EQ(orders.size(), 4u);
}

TEST(Schedule, ShowsAMissingBarrier) {
  const std::string seen = printed("5", "seen:");
  EXPECT_TRUE(has(seen, " 0") && has(seen, " 1")) << seen;
}

}  // namespace
