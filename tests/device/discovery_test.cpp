#include "device/discovery.h"
#include "base/files.h"
#include "device/kfd.h"
#include "fake.h"
#include <algorithm>
#include <set>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::device;
namespace fs = std::filesystem;

namespace {

using Discovery = WithFakes;

TEST_F(Discovery, CardsOfRunTimesWithWhatManagementLibrariesTell) {
  Found f = discover();
  ASSERT_EQ(f.cards.size(), 5u);
  const Card& hip1 = f.cards[1];
  EXPECT_EQ(hip1.address, "hip:1");
  EXPECT_EQ(hip1.info.arch, "gfx90a");
  EXPECT_EQ(hip1.reading.uuid, "amd-2");
  EXPECT_EQ(hip1.reading.name, "SMI MI");
  EXPECT_EQ(hip1.reading.memory_used, 3ull << 30);   // AMD SMI's before ROCm SMI's
  EXPECT_EQ(hip1.reading.memory, 64ull << 30);
  EXPECT_EQ(hip1.reading.utilisation, 0.12);
  const Card& cuda1 = f.cards[3];
  EXPECT_EQ(cuda1.address, "cuda:1");
  EXPECT_EQ(cuda1.info.name, "Fake H101");
  EXPECT_EQ(cuda1.reading.uuid, "GPU-2");            // A2 in NVML's order
  EXPECT_EQ(cuda1.reading.memory_used, 2ull << 30);
  EXPECT_EQ(cuda1.reading.utilisation, 0.37);
  EXPECT_EQ(cuda1.reading.telemetry.core_mhz, 1980);
  ASSERT_EQ(cuda1.reading.processes.value().size(), 100u);
  EXPECT_EQ(cuda1.reading.processes->front().pid, 1);
  EXPECT_EQ(cuda1.reading.processes->front().memory, 0u);
  EXPECT_EQ(cuda1.reading.processes->front().name, process_name(1));
  EXPECT_EQ(cuda1.reading.processes->back().memory, 5u << 20);
  EXPECT_EQ(cuda1.identity(), "GPU-2");
  // Hidden from the run time.
  const Card& hidden = f.cards[4];
  EXPECT_EQ(hidden.address, "");
  EXPECT_EQ(hidden.info.name, "NVML 1");
  EXPECT_EQ(hidden.info.pci, "0000:a3:00.0");
  EXPECT_FALSE(hidden.reading.utilisation);
  for (const Looked& l : f.libraries) EXPECT_TRUE(l.there && l.says == FAKE_GPU) << l.says;
  EXPECT_EQ(f.libraries.size(), 5u);
}

TEST_F(Discovery, NothingIsThere) {
  for (const char* v : kVariables) ::setenv(v, "/nowhere", 1);
  Found f = discover();
  EXPECT_TRUE(f.cards.empty());
  for (const Looked& l : f.libraries) EXPECT_FALSE(l.there);
  EXPECT_EQ(nothing_found(f), "no GPU found: looked for libamdhip64.so, libamd_smi.so, librocm_smi64.so, libcuda.so.1, "
                              "libnvidia-ml.so.1; the software GPU is there");
}

TEST_F(Discovery, ALibraryWithoutCards) {
  for (const char* v : {"WAVELIFT_NVML_LIBRARY", "WAVELIFT_AMDSMI_LIBRARY", "WAVELIFT_ROCM_SMI_LIBRARY"}) ::setenv(v, "/nowhere", 1);
  reset(0);
  Found f = discover();
  EXPECT_TRUE(f.cards.empty());
  EXPECT_TRUE(f.libraries[0].there);
}

Card card(const std::string& address, std::optional<double> memory_part, std::optional<double> utilisation) {
  Card c;
  c.address = address;
  c.info.memory = 1000;
  if (memory_part) c.reading.memory_used = static_cast<uint64_t>(*memory_part * 1000);
  c.reading.utilisation = utilisation;
  return c;
}
using Order = std::vector<size_t>;

TEST(Choose, ByEachStrategy) {
  const std::vector<Card> cards{card("cuda:0", 0.05, 0.02), card("cuda:1", 0.01, 0.08), card("cuda:2", 0.03, 0.0), card("cuda:3", 0.5, 0.0),
                                card("cuda:4", 0.0, 0.9),   card("", 0.0, 0.0),         card("cuda:6", {}, {})};
  EXPECT_EQ(choose(cards, Strategy::first, {}, 0).value(), (Order{0, 1, 2, 6}));
  EXPECT_EQ(choose(cards, Strategy::min_mem, {}, 0).value(), (Order{1, 2, 0, 6}));
  EXPECT_EQ(choose(cards, Strategy::min_util, {}, 0).value(), (Order{2, 0, 1, 6}));
  EXPECT_EQ(choose(cards, Strategy::first, {.memory = 1, .utilisation = 0.05}, 0).value(), (Order{0, 2, 3, 6}));
  EXPECT_EQ(choose(cards, Strategy::min_mem, {.memory = 1, .utilisation = 1}, 0).value(), (Order{4, 1, 2, 0, 3, 6}));
}

TEST(Choose, EqualOnesKeepTheirOrder) {
  std::vector<Card> cards;
  for (int i = 0; i < 40; ++i) cards.push_back(card("hip:" + std::to_string(i), 0.01, 0.0));
  Order all(40);
  for (size_t i = 0; i < 40; ++i) all[i] = i;
  EXPECT_EQ(choose(cards, Strategy::min_mem, {}, 0).value(), all);
  EXPECT_EQ(choose(cards, Strategy::min_util, {}, 0).value(), all);
}

TEST(Choose, AtRandomBySeed) {
  const std::vector<Card> cards{card("cuda:0", 0, 0), card("cuda:1", 0.9, 0), card("cuda:2", 0, 0), card("cuda:3", 0, 0)};
  std::set<Order> seen;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Order o = choose(cards, Strategy::random, {}, seed).value();
    EXPECT_EQ(o, choose(cards, Strategy::random, {}, seed).value());
    seen.insert(o);
    std::ranges::sort(o);
    EXPECT_EQ(o, (Order{0, 2, 3}));
  }
  EXPECT_EQ(seen.size(), 6u);
}

TEST(Choose, NoneOrNoneFree) {
  auto none = choose({card("", 0, 0)}, Strategy::first, {}, 0);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().exit, Exit::no_input);
  auto busy = choose({card("cuda:0", 0.5, 0), card("hip:1", 0, 0.42)}, Strategy::random, {}, 0);
  ASSERT_FALSE(busy);
  EXPECT_EQ(busy.error().exit, Exit::failed);
  EXPECT_EQ(busy.error().what, "no GPU is free: cuda:0 has 50 % of its memory in use, hip:1 is 42 % busy");
}

TEST(Choose, StrategiesByName) {
  EXPECT_EQ(strategy_of("default").value(), Strategy::first);
  EXPECT_EQ(strategy_of("random").value(), Strategy::random);
  EXPECT_EQ(strategy_of("min_mem").value(), Strategy::min_mem);
  EXPECT_EQ(strategy_of("min_util").value(), Strategy::min_util);
  ASSERT_FALSE(strategy_of("first"));
  EXPECT_EQ(strategy_of("first").error().exit, Exit::usage);
}

class Claims : public testing::Test {
 protected:
  fs::path dir = fs::path(testing::TempDir()) / ("wl-claims-" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(dir); }
  void TearDown() override { fs::remove_all(dir); }
};

TEST_F(Claims, OneHolderADevice) {
  auto a = Claim::of("GPU-1", dir);
  ASSERT_TRUE(a) << a.error().sentence();
  auto again = Claim::of("GPU-1", dir);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().exit, Exit::failed);
  EXPECT_EQ(again.error().what, "in use by process " + std::to_string(::getpid()));
  EXPECT_TRUE(Claim::of("GPU-2", dir));
  Claim moved = std::move(*a);
  EXPECT_FALSE(Claim::of("GPU-1", dir));
  moved = Claim::of("GPU-3", dir).value();
  EXPECT_FALSE(Claim::of("GPU-3", dir));
  EXPECT_TRUE(Claim::of("GPU-1", dir));
}

TEST_F(Claims, EndWithTheProcessHoweverItEnds) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);   // also when the test fails
    auto claim = Claim::of("0000:81:00.0", dir);
    if (::write(ready[1], claim ? "y" : "n", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char said = 0;
  ASSERT_EQ(::read(ready[0], &said, 1), 1);
  EXPECT_EQ(said, 'y');
  auto held = Claim::of("0000:81:00.0", dir);
  ASSERT_FALSE(held);
  EXPECT_EQ(held.error().what, "in use by process " + std::to_string(child));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(Claim::of("0000:81:00.0", dir));
}

TEST_F(Claims, NamesStayInTheFolder) {
  EXPECT_TRUE(Claim::of("../../x/y", dir));
  EXPECT_TRUE(fs::exists(dir / "wavelift-device-.._.._x_y.lock"));
  fs::create_symlink(dir / "elsewhere", dir / "wavelift-device-link.lock");
  EXPECT_FALSE(Claim::of("link", dir));
  EXPECT_FALSE(fs::exists(dir / "elsewhere"));
  auto nowhere = Claim::of("GPU-1", dir / "nowhere");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().exit, Exit::output);
}

TEST_F(Claims, AFreeDeviceThatNobodyHas) {
  const std::vector<Card> cards{card("cuda:0", 0.02, 0), card("cuda:1", 0.01, 0), card("cuda:2", 0.9, 0)};
  auto first = take_free(cards, Strategy::min_mem, {}, 0, dir);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->card.address, "cuda:1");
  auto second = take_free(cards, Strategy::min_mem, {}, 0, dir);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->card.address, "cuda:0");
  auto third = take_free(cards, Strategy::min_mem, {}, 0, dir);
  ASSERT_FALSE(third);
  const std::string held = ": in use by process " + std::to_string(::getpid());
  EXPECT_EQ(third.error().what, "no GPU is free: cuda:1" + held + ", cuda:0" + held);
  first = std::unexpected(Error{});
  EXPECT_EQ(take_free(cards, Strategy::min_mem, {}, 0, dir)->card.address, "cuda:1");
}

TEST_F(Claims, WhatTheKernelsDriverTellsOfAmdsCards) {
  auto put = [&](const std::string& path, const std::string& text) { ASSERT_TRUE(write_file(dir / path, text)); };
  put("topology/nodes/0/gpu_id", "0\n");
  put("topology/nodes/0/properties", "cpu_cores_count 64\nlocation_id 0\ndomain 0\n");
  put("topology/nodes/1/gpu_id", "4711\n");
  put("topology/nodes/1/properties", "cpu_cores_count 0\nlocation_id 49680\ndomain 2\n");   // c2:02.0
  put("topology/nodes/1/caches/0/properties", "level 1\nsize 32\n");
  put("topology/nodes/1/caches/1/properties", "level 3\nsize 262144\n");
  put("topology/nodes/1/caches/2/properties", "level 2\nsize 999999\n");
  put("proc/" + std::to_string(::getpid()) + "/vram_4711", "1048576\n");
  put("proc/2/vram_4711", "0\n");
  put("proc/3/vram_12", "4096\n");
  auto cards = kfd_cards(dir);
  ASSERT_EQ(cards.size(), 1u);
  EXPECT_EQ(cards[0].pci, "0002:c2:02.0");
  EXPECT_EQ(cards[0].last_level_cache, 256u << 20);
  ASSERT_EQ(cards[0].processes.size(), 1u);
  EXPECT_EQ(cards[0].processes[0].pid, ::getpid());
  EXPECT_EQ(cards[0].processes[0].memory, 1u << 20);
  EXPECT_EQ(cards[0].processes[0].name, process_name(::getpid()));
  EXPECT_TRUE(kfd_cards(dir / "nowhere").empty());
}

TEST(Pci, AddressesHoweverTheyAreWritten) {
  EXPECT_EQ(pci_address("00000000:A2:00.0"), "0000:a2:00.0");
  EXPECT_EQ(pci_address("0001:c1:1f.7"), "0001:c1:1f.7");
  EXPECT_EQ(pci_address("10000:01:00"), "10000:01:00.0");
  EXPECT_EQ(pci_address(""), "");
  EXPECT_EQ(pci_address("rubbish"), "");
}

}  // namespace
