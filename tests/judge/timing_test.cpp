// The timing stage on a device of our own, whose kernels compute on the host and take the time that they are to take: what a
// candidate may do while it is timed is told from what it must.
#include "judge/timing.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace wavelift;
using namespace wavelift::judge;

namespace {

enum class Kernel : uint8_t { honest, looks_at_its_output, works_at_first, keeps_its_answer, keeps_answers_by_ends };

void spend(double seconds) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < until) {
  }
}

// y = 2.5 x, of floats. An object is one byte, the kernel's kind.
class OwnGpu : public device::Device {
public:
  static constexpr double kWork = 50e-6, kNothing = 12e-6;
  std::vector<std::pair<Kernel, uint64_t>> launches;       // and where each wrote to

  OwnGpu() {
    info_.kind = device::Kind::cuda;
    info_.name = "own";
    info_.last_level_cache = 64 << 10;
    info_.bandwidth = 1e9;
  }
  const device::Info& info() const override { return info_; }
  Result<uint64_t> allocate(size_t bytes) override {
    auto p = std::make_unique<std::byte[]>(bytes);
    const auto at = reinterpret_cast<uint64_t>(p.get());
    memory_[at] = std::move(p);
    return at;
  }
  Status release(uint64_t at) override { return memory_.erase(at), Status{}; }
  Status write(uint64_t to, std::span<const std::byte> b) override { return std::memcpy(reinterpret_cast<void*>(to), b.data(), b.size()), Status{}; }
  Status read(std::span<std::byte> to, uint64_t from) override { return std::memcpy(to.data(), reinterpret_cast<void*>(from), to.size()), Status{}; }
  Status fill(uint64_t to, std::byte value, size_t bytes) override { return std::memset(reinterpret_cast<void*>(to), static_cast<int>(value), bytes), Status{}; }
  Status copy(uint64_t to, uint64_t from, size_t bytes) override { return std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes), Status{}; }
  Result<std::unique_ptr<device::Module>> load(std::span<const std::byte> object) override {
    auto m = std::make_unique<Loaded>();
    m->kind = static_cast<Kernel>(object[0]);
    return m;
  }
  Status launch(device::Module& module, const device::Launch& l) override {
    auto& m = static_cast<Loaded&>(module);
    float *x = nullptr, *y = nullptr;
    int n = 0;
    std::memcpy(&x, &l.arguments[0], 8);
    std::memcpy(&y, &l.arguments[8], 8);
    std::memcpy(&n, &l.arguments[20], 4);
    launches.emplace_back(m.kind, reinterpret_cast<uint64_t>(y));
    ++m.count;
    if (m.kind == Kernel::looks_at_its_output && y[0] == 2.5f * x[0] && y[n - 1] == 2.5f * x[n - 1]) return spend(kNothing), Status{};
    if (m.kind == Kernel::works_at_first && m.count > 2) return spend(kNothing), Status{};
    // A small result fits where constants lie, or code.
    const auto key = m.kind == Kernel::keeps_answers_by_ends ? std::pair(x[0], x[n - 1]) : std::pair(0.0f, 0.0f);
    if (auto kept = m.kept.find(key); kept != m.kept.end()) return std::ranges::copy(kept->second, y), spend(kNothing), Status{};
    for (int i = 0; i < n; ++i) y[i] = 2.5f * x[i];
    if (m.kind == Kernel::keeps_its_answer || m.kind == Kernel::keeps_answers_by_ends) m.kept[key].assign(y, y + n);
    return spend(kWork), Status{};
  }
  Status wait() override { return {}; }
  Result<double> time(const std::function<Status()>& work) override {
    const auto start = std::chrono::steady_clock::now();
    if (auto s = work(); !s) return std::unexpected(s.error());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  // Readings come one after the other; the last stays.
  std::vector<device::Telemetry> readings;
  device::Telemetry telemetry() override { return readings.empty() ? device::Telemetry{} : readings[std::min(asked_++, readings.size() - 1)]; }

private:
  struct Loaded : device::Module {
    Kernel kind = Kernel::honest;
    int count = 0;
    std::map<std::pair<float, float>, std::vector<float>> kept;
    Result<device::KernelInfo> kernel(const std::string&) override { return device::KernelInfo{}; }
  };
  device::Info info_;
  size_t asked_ = 0;
  std::map<uint64_t, std::unique_ptr<std::byte[]>> memory_;
};

class TimingTest : public testing::Test {
protected:
  Result<Timing> timed(Kernel candidate, bool cold = true) {
    auto task = read_task(TASKS "/scale");
    if (!task) return std::unexpected(task.error());
    Case c{task->shapes[0], 0, 1, {}, {}, {}};
    const size_t n = 1000;
    std::vector<float> x(n, 3.0f);
    c.elements = {n, n};
    c.data.resize(2);
    const auto bytes = std::as_bytes(std::span(x));
    c.data[0].assign(bytes.begin(), bytes.end());
    c.expected.resize(2);
    c.expected[1] = {std::vector<double>(n, 7.5), std::vector<double>(n, 0), std::vector<double>(n, 1)};
    auto built = [&](Kernel k) { return Built{{static_cast<std::byte>(k)}, {"right"}, task->contract, {}}; };
    TimingOptions o;
    o.plan.looks = {6, 12};
    o.plan.warm_s = 0.02;
    o.cold = cold;
    return time_against(gpu, *task, {&c}, built(Kernel::honest), built(candidate), o);
  }
  OwnGpu gpu;
};

TEST_F(TimingTest, EqualKernelsAreNoGain) {
  auto t = timed(Kernel::honest);
  ASSERT_TRUE(t) << t.error().sentence();
  EXPECT_EQ(t->fault, "");
  EXPECT_GT(t->looked, 0u);
  EXPECT_NE(t->comparison.state, Decision::improved) << t->comparison.why;
}

TEST_F(TimingTest, WhatAnEarlierLaunchLeftInAnOutputIsGone) {
  auto t = timed(Kernel::looks_at_its_output);
  ASSERT_TRUE(t) << t.error().sentence();
  EXPECT_NE(t->comparison.state, Decision::improved) << t->comparison.why;
}

TEST_F(TimingTest, WhatWorksInTheFirstLaunchesAloneIsSeen) {
  auto t = timed(Kernel::works_at_first);
  ASSERT_TRUE(t) << t.error().sentence();
  EXPECT_NE(t->fault.find("while it was timed: y: 1000 of 1000 elements are wrong"), std::string::npos) << t->fault;
}

TEST_F(TimingTest, AnAnswerThatWasKeptIsWrongInTheNextLaunch) {
  auto t = timed(Kernel::keeps_its_answer);
  ASSERT_TRUE(t) << t.error().sentence();
  EXPECT_NE(t->fault.find("while it was timed: y: 1000 of 1000 elements are wrong"), std::string::npos) << t->fault;
}

TEST_F(TimingTest, NoLaunchHasDataThatAnEarlierOneHad) {
  auto t = timed(Kernel::keeps_answers_by_ends);
  ASSERT_TRUE(t) << t.error().sentence();
  EXPECT_EQ(t->fault, "");
  EXPECT_NE(t->comparison.state, Decision::improved) << t->comparison.why;
}

TEST_F(TimingTest, BuffersAreNotInTheCache) {
  ASSERT_TRUE(timed(Kernel::honest));
  // Of launches one after another that fill the cache twice, none has the same output.
  const size_t turn = 2 * gpu.info().last_level_cache / 8000;
  std::set<uint64_t> places;
  for (const auto& [kernel, place] : gpu.launches) places.insert(place);
  EXPECT_GT(places.size(), 2 * turn) << "of both sides";
}

TEST_F(TimingTest, WarmBuffersFitInTheCache) {
  auto t = timed(Kernel::keeps_its_answer, false);
  ASSERT_TRUE(t) << t.error().sentence();
  std::set<uint64_t> places;
  for (const auto& [kernel, place] : gpu.launches) places.insert(place);
  EXPECT_GE(places.size(), 2u);
  EXPECT_LE(places.size(), 2 * 2 * (gpu.info().last_level_cache / 16000 + 1)) << "of both sides, each time the protocol looks";
  EXPECT_NE(t->fault, "") << "data change all the same";
}

TEST_F(TimingTest, WhatTheCardDidMeanwhileIsSaid) {
  auto t = timed(Kernel::honest);
  ASSERT_TRUE(t);
  EXPECT_EQ(t->conditions.readings, 0u);
  EXPECT_EQ(t->conditions.sentence(), "no management library tells of the device's clocks, power and temperature");
  EXPECT_EQ(t->comparison.why.find("clock"), std::string::npos) << t->comparison.why;
  auto at = [](double mhz, double watts, std::vector<std::string> limits) {
    device::Telemetry r;
    r.core_mhz = mhz, r.watts = watts, r.limited_by = std::move(limits);
    return r;
  };
  // When it begins, before the first block, before the second, ...
  gpu.readings = {at(1980, 120, {}), at(1980, 300, {}), at(1980, 300, {}), at(1750, 350, {"the power limit"}), at(1770, 340, {})};
  t = timed(Kernel::honest);
  ASSERT_TRUE(t);
  EXPECT_EQ(t->conditions.moved, 1);
  EXPECT_EQ(t->conditions.blocks, t->comparison.blocks);
  EXPECT_EQ(t->conditions.sentence(), "core 1750 to 1980 MHz, 120 to 350 W, held down by the power limit, " + t->conditions.movement());
  EXPECT_NE(t->comparison.why.find("; the core clock moved by more than 3 % in 1 of "), std::string::npos) << t->comparison.why;
}

TEST_F(TimingTest, DrawnInputsAreTurnedOrDrawnAnew) {
  Task task = *read_task(TASKS "/scale");
  Case c{task.shapes[0], 0, 1, {}, {1000, 1000}, {}};
  auto put = [&](const char* distribution, std::vector<const char*> arguments, uint64_t seed) {
    Distribution d{distribution, {}};
    for (const char* a : arguments) d.arguments.push_back(*Expression::parse(a));
    task.buffers[0].type = Element::i32;
    task.buffers[0].data = {d};
    auto draws = OtherDraws::like(task, c, 5);
    EXPECT_TRUE(draws);
    auto stock = Stock::place(gpu, draws->lots());
    std::vector<int32_t> x(1000);
    EXPECT_TRUE(stock && (*stock)->put(0, reinterpret_cast<uint64_t>(x.data()), seed));
    return x;
  };
  auto a = put("permutation", {}, 1), b = put("permutation", {}, 2);
  EXPECT_NE(a, b);
  EXPECT_EQ(a, put("permutation", {}, 1));
  const auto at = std::ranges::find(b, a[0]) - b.begin();
  std::ranges::rotate(b, b.begin() + at);
  EXPECT_EQ(a, b);
  std::set<std::vector<int32_t>> ascending;
  for (uint64_t seed = 0; seed < 40; ++seed) ascending.insert(put("sorted", {"0", "n"}, seed));
  EXPECT_EQ(ascending.size(), 3u);
  for (const auto& x : ascending) EXPECT_TRUE(std::ranges::is_sorted(x));
}

TEST_F(TimingTest, TheFloorIsSaidBesideTheTimes) {
  auto t = timed(Kernel::honest);
  ASSERT_TRUE(t);
  EXPECT_EQ(t->floors, std::vector<double>({8000 / 1e9}));
}

TEST(FloorOf, BytesOrOperationsWhicheverTakesLonger) {
  Task task = *read_task(TASKS "/scale");
  const Case c{task.shapes[0], 0, 1, {}, {}, {}};             // 8000 bytes, 1000 operations
  device::Info i;
  i.kind = device::Kind::cuda;
  EXPECT_EQ(floor_of(task, c, i), 0);
  i.bandwidth = 1e9;
  EXPECT_EQ(floor_of(task, c, i), 8e-6);
  i.vector_flops = 1e6;
  EXPECT_EQ(floor_of(task, c, i), 8e-6) << "matrix units may be faster, and nobody says how fast";
  i.half_flops = 2e6;
  EXPECT_EQ(floor_of(task, c, i), 1e-3);
  i.half_flops = 12e6;
  EXPECT_EQ(floor_of(task, c, i), 0.25e-3) << "three products of halves";
  task.precision = Precision::bf16;
  EXPECT_NEAR(floor_of(task, c, i), 1000 / 12e6, 1e-12);
  i.kind = device::Kind::software;
  EXPECT_EQ(floor_of(task, c, i), 0);
  i.kind = device::Kind::cuda;
  task.buffers[1].type = Element::u8;
  EXPECT_EQ(floor_of(task, c, i), 8e-6);
}

}  // namespace
