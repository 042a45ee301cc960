// A task's reference in its jail, and kernels in a worker: right ones pass, each wrong one is told from them.
#include "judge/harness.h"
#include "base/files.h"
#include "device/discovery.h"
#include "judge/judge.h"
#include "judge/noise.h"
#include "judge/remote.h"
#include "judge/timing.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

class Harness : public testing::Test {
protected:
  static std::unique_ptr<Task> task;
  static std::unique_ptr<Reference> reference;
  static std::unique_ptr<Case> a_case;
  static Built built;

  static void SetUpTestSuite() {
    auto t = read_task(TASKS "/scale");
    ASSERT_TRUE(t) << t.error().sentence();
    task = std::make_unique<Task>(std::move(*t));
    auto r = Reference::build(*task);
    ASSERT_TRUE(r) << r.error().sentence();
    reference = std::make_unique<Reference>(std::move(*r));
    auto c = reference->make(*task, task->shapes[0], 0, 11);
    ASSERT_TRUE(c) << c.error().sentence();
    a_case = std::make_unique<Case>(std::move(*c));
    auto bytes = read_file(KERNELS);
    ASSERT_TRUE(bytes);
    auto* p = reinterpret_cast<const std::byte*>(bytes->data());
    built.object.assign(p, p + bytes->size());
    built.contract = task->contract;
  }
  static void TearDownTestSuite() { task.reset(), reference.reset(), a_case.reset(); }

  struct Ran {
    Result<Outcome> outcome;
    Result<soft::ReportSet> reports;
  };
  Ran run(const std::string& kernel, const std::string& checks, Placement placement, double wall_s = 60) {
    RemoteOptions o;
    o.address = "software:gfx90a";
    o.checks = checks;
    o.wall_s = wall_s;
    auto device = open_remote(o);
    if (!device) return {std::unexpected(device.error()), std::unexpected(device.error())};
    Built b = built;
    b.symbols = {kernel};
    auto outcome = run_once(**device, *task, *a_case, b, placement, 3);
    return {std::move(outcome), (*device)->end()};
  }
};
std::unique_ptr<Task> Harness::task;
std::unique_ptr<Reference> Harness::reference;
std::unique_ptr<Case> Harness::a_case;
Built Harness::built;

constexpr const char* kAll = "memory,init,race,sync";

TEST_F(Harness, TheReferenceComputesWhatTheTaskSays) {
  ASSERT_EQ(a_case->expected[1].value.size(), 1000u);
  for (size_t i = 0; i < 1000; ++i) ASSERT_EQ(a_case->expected[1].value[i], 2.5 * load(Element::f32, &a_case->data[0][4 * i]));
}

TEST_F(Harness, ARightKernelIsRight) {
  for (Placement p : {Placement::exact, Placement::guarded}) {
    const Ran r = run("right", kAll, p);
    ASSERT_TRUE(r.outcome) << r.outcome.error().sentence();
    EXPECT_TRUE(r.outcome->right()) << r.outcome->sentence();
    ASSERT_TRUE(r.reports) << r.reports.error().sentence();
    EXPECT_TRUE(r.reports->reports.empty());
  }
}

TEST_F(Harness, WrongResultsAreWrong) {
  for (const char* kernel : {"zeros", "last_left_out"})
    for (Placement p : {Placement::exact, Placement::guarded}) {
      const Ran r = run(kernel, kAll, p);
      ASSERT_TRUE(r.outcome) << r.outcome.error().sentence();
      EXPECT_FALSE(r.outcome->right()) << kernel;
    }
  EXPECT_EQ(run("last_left_out", "", Placement::exact).outcome->sentence().substr(0, 39), "y: 1 of 1000 elements are wrong; y[999]");
}

TEST_F(Harness, InputsAreNotToBeChanged) {
  EXPECT_EQ(run("changes_input", "", Placement::exact).outcome->sentence(), "the input x was changed");
}

TEST_F(Harness, WritesAroundABufferAreSeen) {
  EXPECT_EQ(run("beyond", "", Placement::guarded).outcome->sentence(), "y was written to 0 bytes behind its end");
  EXPECT_EQ(run("before", "", Placement::guarded).outcome->sentence(), "y was written to 8 bytes before its beginning");
  for (const char* kernel : {"beyond", "before"}) {
    const Ran r = run(kernel, kAll, Placement::exact);
    ASSERT_TRUE(r.reports) << r.reports.error().sentence();
    ASSERT_FALSE(r.reports->reports.empty()) << kernel;
    EXPECT_EQ(r.reports->reports[0].check->id, "memory-out-of-bounds");
  }
}

TEST_F(Harness, AFaultIsAnErrorAndNotOurs) {
  const Ran r = run("crashes", "", Placement::exact);
  ASSERT_FALSE(r.outcome);
  EXPECT_NE(r.outcome.error().what.find("illegal"), std::string::npos) << r.outcome.error().what;
}

TEST_F(Harness, AKernelWithoutEndIsStopped) {
  const auto from = std::chrono::steady_clock::now();
  const Ran r = run("for_ever", "", Placement::exact, 3);
  ASSERT_FALSE(r.outcome);
  EXPECT_NE(r.outcome.error().what.find("its time was over"), std::string::npos) << r.outcome.error().what;
  EXPECT_LT(std::chrono::steady_clock::now() - from, std::chrono::seconds(20));
}

TEST_F(Harness, TheIssueClockCountsInstructions) {
  RemoteOptions o;
  o.address = "software:gfx90a";
  o.issue_clock = true;
  auto device = open_remote(o);
  ASSERT_TRUE(device) << device.error().sentence();
  auto module = (*device)->load(built.object);
  ASSERT_TRUE(module);
  auto time = [&](const char* kernel, int launches) {
    Built b = built;
    b.symbols = {kernel};
    auto setup = Setup::place(**device, *task, *a_case, b, Placement::exact, 1);
    auto t = (*device)->time([&]() -> Status {
      for (int i = 0; i < launches; ++i)
        if (auto s = (*setup)->start(**module); !s) return s;
      return {};
    });
    return t.value_or(-1);
  };
  const double once = time("right", 1), slow = time("slow", 1);
  EXPECT_GT(once, 5e-6);               // a launch
  EXPECT_LT(once, 6e-6);
  EXPECT_GT(slow - 5e-6, 50 * (once - 5e-6));
  EXPECT_NEAR(time("right", 1), once, 1e-9 * once);
  EXPECT_NEAR(time("right", 7), 7 * once, 1e-6 * once);
}

// Real kernels through the timing stage, on the clock that counts instructions.
class IssueClock : public Harness {
protected:
  Result<Timing> timed(const std::string& baseline, const std::string& candidate, const Noise& noise, uint64_t seed) {
    if (!device) {
      RemoteOptions o;
      o.address = "software:gfx90a";
      o.issue_clock = true;
      auto opened = open_remote(o);
      if (!opened) return std::unexpected(opened.error());
      device = std::move(*opened);
    }
    TimingOptions o;
    o.plan.sample_s = 1e-6;
    o.seed = seed;
    o.cold = false;
    o.instead = [&](Clock& of) { return std::make_unique<NoisyClock>(of, noise, seed); };
    Built b = built, c = built;
    b.symbols = {baseline}, c.symbols = {candidate};
    return time_against(*device, *task, {&*a_case}, b, c, o);
  }
  std::unique_ptr<RemoteDevice> device;
};

// A short edition of bench/null_experiment_software.cpp. Seeds are fixed and the clock counts: the figures do not change from run to run.
TEST_F(IssueClock, EqualKernelsDoNotWinAndTwoPercentIsFound) {
  const Noise noise = noise_models()[1].noise;
  ASSERT_EQ(noise_models()[1].name, "reference");
  int equal = 0, found = 0;
  for (uint64_t i = 1; i <= 20; ++i) {
    auto t = timed("idle_175", "idle_175_rewritten", noise, i);
    ASSERT_TRUE(t) << t.error().sentence();
    EXPECT_EQ(t->fault, "");
    EXPECT_GT(t->looked, 0u);
    equal += t->comparison.state == Decision::improved;
  }
  for (uint64_t i = 21; i <= 30; ++i) found += timed("idle_175", "idle_161", noise, i)->comparison.state == Decision::improved;
  EXPECT_EQ(equal, 0);
  EXPECT_EQ(found, 10);
  EXPECT_EQ(timed("idle_175", "idle_175_rewritten", {}, 31)->comparison.estimate, 1);
}

TEST_F(IssueClock, WhatIsKeptAmongTheConstantsIsWrongInTheNextLaunch) {
  auto t = timed("right", "keeps", {}, 1);
  ASSERT_TRUE(t) << t.error().sentence();
  EXPECT_NE(t->fault.find("elements are wrong"), std::string::npos) << t->fault;
}

TEST_F(IssueClock, IsNamedInTheVerdict) {
  auto text = read_file(TASKS "/scale/baseline.hip");
  ASSERT_TRUE(text);
  std::string slower = *text;
  const std::string store = "y[i] = a * x[i];";
  ASSERT_NE(slower.find(store), std::string::npos);
  slower.replace(slower.find(store), store.size(), "for (int k = 0; k < 100; ++k) asm volatile(\"v_nop\");\n  if (i < n) " + store);
  JudgeOptions options;
  options.device = "software:gfx90a";
  options.issue_clock = true;
  options.hidden = 0;
  options.against = Source{slower, Language::hip};
  const auto v = judge::judge(*task, *reference, {*text, Language::hip}, options);
  ASSERT_TRUE(v) << v.error().sentence();
  EXPECT_EQ(v->state, State::improved_confirmed) << v->reason;
  EXPECT_TRUE(v->reason.starts_with("by the instructions that the model issues: ")) << v->reason;
  EXPECT_NE(json_of(*task, *v).find("\"clock\": \"issue\""), std::string::npos);
}

TEST_F(Harness, TheJudgeClaimsTheDevice) {
  auto text = read_file(TASKS "/scale/baseline.hip");
  ASSERT_TRUE(text);
  const auto held = device::Claim::of("cuda:0");
  ASSERT_TRUE(held) << held.error().sentence();
  JudgeOptions options;
  options.device = "cuda";
  options.hidden = 0;
  options.software = {"gfx90a"};
  const auto v = judge::judge(*task, *reference, {*text, Language::hip}, options);
  ASSERT_FALSE(v);
  EXPECT_EQ(v.error().what.substr(0, 24), "cuda:0 is in use by proc") << v.error().what;
}

// A driver that no search of the dynamic linker finds, as a container's mount may hold it.
TEST_F(Harness, TheWorkerFindsTheDriverThatWeFind) {
  auto folder = TemporaryFolder::make("driver");
  ASSERT_TRUE(folder);
  fs::permissions(folder->path(), fs::perms::all);
  fs::copy(FAKE_GPU, folder->path() / "libcuda.so.1");
  ::setenv("WAVELIFT_CUDA_LIBRARY", (folder->path() / "libcuda.so.1").c_str(), 1);
  RemoteOptions o;
  o.address = "cuda:0";
  auto device = open_remote(o);
  ::unsetenv("WAVELIFT_CUDA_LIBRARY");
  ASSERT_TRUE(device) << device.error().what;
  EXPECT_EQ((*device)->info().arch, "sm_90");
}

TEST_F(Harness, InputsMayBeSealed) {
  const Ran r = run("changes_input", "", Placement::sealed);
  ASSERT_FALSE(r.outcome);
  EXPECT_NE(r.outcome.error().what.find("where inputs cannot be written"), std::string::npos) << r.outcome.error().what;
  const Ran right = run("right", kAll, Placement::sealed);
  ASSERT_TRUE(right.outcome) << right.outcome.error().sentence();
  EXPECT_TRUE(right.outcome->right()) << right.outcome->sentence();
}

TEST_F(Harness, LimitsAreLookedAtBeforeTheLaunch) {
  RemoteOptions o;
  o.address = "software:gfx90a";
  auto device = open_remote(o);
  ASSERT_TRUE(device) << device.error().sentence();
  auto refused = [&](int max_threads, const char* groups) {
    Built b = built;
    b.symbols = {"right"};
    b.max_threads = {max_threads};
    b.contract.launches[0].grid[0] = *Expression::parse(groups);
    auto s = Setup::place(**device, *task, *a_case, b, Placement::exact, 1);
    return s ? "" : s.error().what;
  };
  EXPECT_EQ(refused(64, "16"), "");
  EXPECT_EQ(refused(0, "16"), "");
  EXPECT_EQ(refused(63, "16"), "right: a workgroup of 64 threads for the shape 'small'; the kernel is compiled for at most 63");
  EXPECT_EQ(refused(64, "67108863"), "");
  EXPECT_EQ(refused(64, "67108864"), "right: 67108864 times 64 threads for the shape 'small'; a device counts 32 bits of them");
}

// Residuals are computed by the reference from what is there, and whatever that is, it is data.
TEST_F(Harness, ResidualsJudgeASolution) {
  auto t = read_task(TASKS "/tridiagonal");
  ASSERT_TRUE(t) << t.error().sentence();
  auto r = Reference::build(*t);
  ASSERT_TRUE(r) << r.error().sentence();
  auto c = r->make(*t, t->shapes[0], 0, 11);
  ASSERT_TRUE(c) << c.error().sentence();
  std::vector<std::vector<std::byte>> outputs(t->buffers.size());
  std::vector<std::byte>& x = outputs[4];
  x.resize(4 * c->elements[4]);
  for (size_t i = 0; i < c->elements[4]; ++i) store(Element::f32, &x[4 * i], c->expected[4].value[i]);
  auto judged = [&] {
    auto j = judge_outputs(*t, *c, outputs);
    EXPECT_TRUE(j) << j.error().sentence();
    EXPECT_EQ(j->size(), 1u);
    EXPECT_EQ(j->at(0).first, "equations");
    return j->at(0).second;
  };
  EXPECT_TRUE(judged().right()) << judged().sentence("equations");
  EXPECT_EQ(judged().elements, 37u * 20);
  store(Element::f32, &x[4 * 100], load(Element::f32, &x[4 * 100]) * 1.001);
  EXPECT_EQ(judged().wrong, 3u);         // its own row and its neighbours'
  EXPECT_EQ(judged().at, 100u);
  store(Element::f32, &x[4 * 100], NAN);
  EXPECT_EQ(judged().wrong, 3u);
  // Without the function there is no verdict.
  const auto folder = std::filesystem::temp_directory_path() / ("residual-" + std::to_string(::getpid()));
  std::filesystem::copy(TASKS "/tridiagonal", folder);
  EXPECT_TRUE(write_file(folder / "reference.cpp", "#include <wavelift_reference.h>\nvoid reference(wavelift::Case&) {}\n"));
  auto other = read_task(folder);
  ASSERT_TRUE(other) << other.error().sentence();
  auto without = Reference::build(*other);
  ASSERT_TRUE(without) << without.error().sentence();
  auto unknown = without->make(*other, other->shapes[0], 0, 1);
  ASSERT_TRUE(unknown) << unknown.error().sentence();
  auto j = judge_outputs(*other, *unknown, outputs);
  ASSERT_FALSE(j);
  EXPECT_EQ(j.error().what, "the reference of " + folder.filename().string() + " ended with 5 for the shape 'small': reference.cpp defines no residual()\n");
  std::filesystem::remove_all(folder);
}

TEST_F(Harness, AReferenceThatFailsIsAnError) {
  const auto folder = std::filesystem::temp_directory_path() / ("reference-" + std::to_string(::getpid()));
  std::filesystem::copy(TASKS "/scale", folder);
  auto with = [&](const std::string& body) {
    EXPECT_TRUE(write_file(folder / "reference.cpp", "#include <fstream>\n#include <wavelift_reference.h>\nvoid reference(wavelift::Case& c) {" + body + "}\n"));
    auto t = read_task(folder);
    auto r = Reference::build(*t);
    if (!r) return r.error().what;
    auto c = r->make(*t, t->shapes[0], 0, 1);
    return c ? std::string() : c.error().what;
  };
  EXPECT_NE(with("c.nothing();").find("error: no member named 'nothing'"), std::string::npos);
  EXPECT_NE(with("c.input(\"z\");").find("ended with 134"), std::string::npos);
  EXPECT_EQ(with("for (int64_t i = 0; i < 1000; ++i) c.output(\"y\").set(i, 0);"), "");
  // It sees nothing of this machine.
  EXPECT_NE(with("std::ifstream f(\"/etc/hostname\"); if (!f) std::exit(9);").find("ended with 9"), std::string::npos);
  std::filesystem::remove_all(folder);
}

}  // namespace
