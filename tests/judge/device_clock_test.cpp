#include "judge/device_clock.h"
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace wavelift;
using namespace wavelift::judge;

namespace {

void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// A device whose kernels sleep. Work that hides from the events is waited for by wait().
class Sleeping : public device::Device {
public:
  double start_s = 0, hidden_s = 0;
  int waits = 0;
  Sleeping() { info_.kind = device::Kind::cuda; }
  const device::Info& info() const override { return info_; }
  Result<uint64_t> allocate(size_t) override { return 0; }
  Status release(uint64_t) override { return {}; }
  Status write(uint64_t, std::span<const std::byte>) override { return {}; }
  Status read(std::span<std::byte>, uint64_t) override { return {}; }
  Status fill(uint64_t, std::byte, size_t) override { return {}; }
  Status copy(uint64_t, uint64_t, size_t) override { return {}; }
  Result<std::unique_ptr<device::Module>> load(std::span<const std::byte>) override { return nullptr; }
  Status launch(device::Module&, const device::Launch&) override { return {}; }
  Status wait() override {
    ++waits;
    sleep(std::exchange(hidden_s, 0));
    return {};
  }
  Result<double> time(const std::function<Status()>& work) override {
    sleep(start_s);
    const auto start = std::chrono::steady_clock::now();
    if (Status s = work(); !s) return std::unexpected(s.error());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  device::Telemetry telemetry() override { return {}; }

private:
  device::Info info_;
};

TEST(DeviceClock, TimesABatchByBothClocks) {
  Sleeping gpu;
  std::vector<int> indices;
  int prepared = 0;
  DeviceClock clock(gpu, {.launch = [&](Side side, int index) -> Status {
                            indices.push_back(index);
                            sleep(side == Side::baseline ? 2e-3 : 1e-3);
                            return {};
                          },
                          .prepare = [&](Side, int launches) -> Status {
                            prepared += launches;
                            sleep(5e-2);   // belongs to no sample
                            return {};
                          }});
  const auto s = clock.sample(Side::baseline, 3);
  ASSERT_TRUE(s);
  EXPECT_EQ(indices, (std::vector{0, 1, 2}));
  EXPECT_EQ(prepared, 3);
  EXPECT_GE(s->device, 6e-3);
  EXPECT_GE(s->host, s->device);
  EXPECT_LT(s->device, 5e-2);
}

TEST(DeviceClock, MeasuresWhatASampleCostsTheHost) {
  Sleeping gpu;
  gpu.start_s = 3e-3;
  DeviceClock clock(gpu, {.launch = [](Side, int) -> Status { return {}; }});
  ASSERT_TRUE(clock.begin());
  EXPECT_GE(clock.overhead(), 3e-3);
  EXPECT_LT(clock.overhead(), 3e-2);
}

// Work that goes on when the events say it is over is in the host's time, and makes the candidate an anomaly.
TEST(DeviceClock, HiddenWorkIsAnAnomaly) {
  Sleeping gpu;
  DeviceClock clock(gpu, {.launch = [&](Side side, int) -> Status {
                            sleep(side == Side::baseline ? 2e-3 : 5e-4);
                            if (side == Side::candidate) gpu.hidden_s = 3e-3;
                            return {};
                          }});
  const auto o = compare(clock, {.looks = {6, 12}, .warm_s = 0.05}, 1);
  ASSERT_TRUE(o);
  EXPECT_EQ(o->state, Decision::anomaly) << o->why;
}

TEST(DeviceClock, ErrorsOfALaunchComeBack) {
  Sleeping gpu;
  DeviceClock clock(gpu, {.launch = [](Side side, int) -> Status {
                            if (side == Side::candidate) return fail(Exit::failed, "an illegal memory access was encountered");
                            return {};
                          }});
  const auto o = compare(clock, {}, 1);
  ASSERT_FALSE(o);
  EXPECT_EQ(o.error().what, "an illegal memory access was encountered");
}

}  // namespace
