// exactness: random kernels on the host and on the software GPU must agree bit for bit.
//
//   exactness --seed 7 --kernels 500                    archs and levels in turn
//   exactness --seed 7 --first 31 --kernels 1 --arch gfx942 --level O3
//
// A kernel that differs is reduced and printed with the first wrong word. Exit: 0 all agree, 1 some do not.
#include "compiler_faults.h"
#include "generator.h"
#include "reduce.h"
#include "runner.h"
#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::exactness;

namespace {

struct Options {
  uint64_t seed = 1;
  uint32_t first = 0, kernels = 100, per_file = 25, jobs = 1, combinations = 1, tries = 200, reductions = 3;
  std::string arch = "all", level = "all", folder, clang = EXACTNESS_CLANG;
  bool keep = false, print = false;
};

struct Combination {
  const Arch* arch;
  std::string level;
};

// Ends the process with a sentence when the engine stays in one kernel too long; a loop that never ends cannot be left.
class Watchdog {
public:
  static constexpr int kSeconds = 120;
  Watchdog() : thread_([this](std::stop_token stop) { watch(stop); }) {}
  struct Watched {
    Watchdog& dog;
    std::thread::id id = std::this_thread::get_id();
    Watched(Watchdog& d, std::string what) : dog(d) {
      std::lock_guard lock(dog.mutex_);
      dog.running_[id] = {std::chrono::steady_clock::now(), std::move(what)};
    }
    ~Watched() {
      std::lock_guard lock(dog.mutex_);
      dog.running_.erase(id);
    }
  };

private:
  void watch(std::stop_token stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      std::lock_guard lock(mutex_);
      for (const auto& [id, r] : running_)
        if (std::chrono::steady_clock::now() - r.first > std::chrono::seconds(kSeconds)) {
          fmt::print("HANGS: {} has not ended after {} s\n", r.second, kSeconds);
          std::fflush(stdout);
          std::_Exit(1);
        }
    }
  }
  std::mutex mutex_;
  std::map<std::thread::id, std::pair<std::chrono::steady_clock::time_point, std::string>> running_;
  std::jthread thread_;
};

// Of one arch and level.
struct Tally {
  uint64_t kernels = 0, wrong = 0, compiler = 0;   // the last: wrong by a fault of the compiler's
};

class Session {
public:
  Session(const Options& o, Toolchain tools, std::vector<Combination> all) : o_(o), tools_(std::move(tools)), all_(std::move(all)) {}

  int run() {
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < o_.jobs; ++i) threads.emplace_back([this] { work(); });
    for (auto& t : threads) t.join();
    summary();
    return failures_ ? 1 : 0;
  }

private:
  uint32_t files() const { return (o_.kernels + o_.per_file - 1) / o_.per_file; }

  void work() {
    for (uint32_t file; (file = next_++) < files();) one_file(file);
  }

  void one_file(uint32_t file) {
    std::vector<Kernel> kernels;
    const uint32_t begin = o_.first + file * o_.per_file, end = std::min(begin + o_.per_file, o_.first + o_.kernels);
    for (uint32_t i = begin; i < end; ++i) kernels.push_back(generate(o_.seed, i));
    const std::string stem = fmt::format("s{}-{}", o_.seed, begin);
    auto host = HostFile::compile(tools_, kernels, stem);
    if (!host) return trouble(host.error().sentence());
    std::vector<std::vector<uint64_t>> inputs, expected;
    for (uint32_t i = begin; i < end; ++i) {
      inputs.push_back(make_input(kernels[i - begin], o_.seed, i));
      auto out = (*host)->run(kernels[i - begin], inputs.back());
      if (!out) return trouble(out.error().sentence());
      expected.push_back(std::move(*out));
    }
    for (uint32_t c = 0; c < o_.combinations; ++c) {
      const Combination& on = all_[(size_t(file) * o_.combinations + c) % all_.size()];
      auto device = DeviceFile::compile(tools_, kernels, stem, *on.arch, on.level);
      if (!device) return trouble(device.error().sentence());
      for (size_t i = 0; i < kernels.size(); ++i) {
        auto out = [&] {
          Watchdog::Watched w(watchdog_, again(begin + static_cast<uint32_t>(i), on));
          return (*device)->run(kernels[i], inputs[i]);
        }();
        auto wrong = out ? difference(kernels[i], expected[i], *out) : std::optional(out.error().sentence());
        const CompilerFault* fault = wrong ? find_compiler_fault(o_.seed, begin + static_cast<uint32_t>(i), on.arch->name, on.level) : nullptr;
        {
          std::lock_guard lock(mutex_);
          if (fault) fmt::print("{} on {} at -{}: the compiler's fault: {}\n", kernels[i].name, on.arch->name, on.level, fault->what);
          Tally& t = tallies_[fmt::format("{} {}", on.arch->name, on.level)];
          ++t.kernels;
          t.wrong += wrong && !fault;
          t.compiler += fault != nullptr;
        }
        if (wrong && !fault) failure(kernels[i], begin + static_cast<uint32_t>(i), on, *wrong);
      }
    }
    std::lock_guard lock(mutex_);
    done_ += kernels.size();
    if (::isatty(2)) fmt::print(stderr, "\r{} of {} kernels", done_, o_.kernels);
    else if (done_ / 500 != (done_ - kernels.size()) / 500) fmt::print("{} of {} kernels, {} wrong\n", done_, o_.kernels, failures_), std::fflush(stdout);
    if (o_.keep) return;
    for (const auto& entry : std::filesystem::directory_iterator(tools_.folder))
      if (entry.path().filename().string().starts_with(stem + ".")) std::filesystem::remove(entry.path());
  }

  std::string again(uint32_t index, const Combination& on) const {
    return fmt::format("exactness --seed {} --first {} --kernels 1 --arch {} --level {}", o_.seed, index, on.arch->name, on.level);
  }

  void trouble(const std::string& sentence) {
    std::lock_guard lock(mutex_);
    ++failures_;
    fmt::print("{}\n", sentence);
  }

  // The first difference of one kernel compiled alone; nothing when it agrees or does not compile.
  std::optional<std::string> check_alone(const Kernel& k, uint32_t index, const Combination& on, const std::string& stem) {
    auto host = HostFile::compile(tools_, {&k, 1}, stem);
    auto device = DeviceFile::compile(tools_, {&k, 1}, stem, *on.arch, on.level);
    if (!host || !device) return std::nullopt;
    const auto input = make_input(k, o_.seed, index);
    auto expected = (*host)->run(k, input), got = (*device)->run(k, input);
    if (!expected) return std::nullopt;
    return got ? difference(k, *expected, *got) : std::optional(got.error().sentence());
  }

  // The host against itself at another level: a difference there means that the kernel is not well defined.
  bool host_agrees(const Kernel& k, uint32_t index, const std::string& stem) {
    auto input = make_input(k, o_.seed, index);
    std::optional<std::vector<uint64_t>> first;
    for (const char* level : {"O0", "O2"}) {
      auto host = HostFile::compile(tools_, {&k, 1}, stem, level);
      if (!host) return true;
      auto out = (*host)->run(k, input);
      if (!out) return true;
      if (first && *first != *out) return false;
      first = std::move(*out);
    }
    return true;
  }

  void failure(const Kernel& k, uint32_t index, const Combination& on, const std::string& wrong) {
    {
      std::lock_guard lock(mutex_);
      ++failures_;
      fmt::print("WRONG on {} at -{}: {}\n  again: {}\n", on.arch->name, on.level, wrong, again(index, on));
      std::fflush(stdout);
      if (reduced_ >= o_.reductions) return;
      ++reduced_;
    }
    const std::string stem = fmt::format("reduce-{}-{}-{}", index, on.arch->name, on.level);
    Kernel small = reduce(k, static_cast<int>(o_.tries), [&](const Kernel& t) { return check_alone(t, index, on, stem).has_value(); });
    const auto now = check_alone(small, index, on, stem);
    std::lock_guard lock(mutex_);
    fmt::print("reduced: {}\n{}{}\n", now ? *now : "fails only in the file's company",
               host_agrees(small, index, stem) ? "" : "the host itself differs between -O0 and -O2: the kernel is not well defined\n", render(small));
    std::fflush(stdout);
  }

  void summary() {
    uint64_t runs = 0, wrong = 0, compiler = 0;
    for (const auto& [name, t] : tallies_) {
      fmt::print("{:18} {:6} kernels {:4} wrong\n", name, t.kernels, t.wrong);
      runs += t.kernels, wrong += t.wrong, compiler += t.compiler;
    }
    fmt::print("{} kernels, {} runs on the device, {} wrong, {} wrong by known faults of the compiler, {:.1f} s\n", done_, runs, wrong, compiler,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
  }

  const Options& o_;
  const Toolchain tools_;
  const std::vector<Combination> all_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::atomic<uint32_t> next_ = 0;
  uint64_t done_ = 0;
  uint32_t failures_ = 0, reduced_ = 0;
  std::map<std::string, Tally> tallies_;
  Watchdog watchdog_;
};

// Every arch with every level, ordered so that neighbours differ in both.
std::vector<Combination> combinations(const std::vector<const Arch*>& archs, const std::string& level) {
  std::vector<Combination> all;
  for (size_t shift = 0; shift < std::size(kLevels); ++shift)
    for (size_t a = 0; a < archs.size(); ++a)
      if (const char* l = kLevels[(a + shift) % std::size(kLevels)]; level == "all" || level == l) all.push_back({archs[a], l});
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app("Random kernels on the host and on the software GPU must agree bit for bit.");
  app.add_option("--seed", o.seed);
  app.add_option("--first", o.first, "number of the first kernel");
  app.add_option("--kernels", o.kernels);
  app.add_option("--per-file", o.per_file, "kernels compiled together")->check(CLI::PositiveNumber);
  app.add_option("--combinations", o.combinations, "pairs of arch and level that each file is run with; 0: all");
  app.add_option("--jobs", o.jobs)->check(CLI::PositiveNumber);
  app.add_option("--arch", o.arch, "one arch, or all that the engine runs");
  app.add_option("--level", o.level, "O0 to O3, or all");
  app.add_option("--tries", o.tries, "compiles that the reducer may spend on a kernel; 0: do not reduce");
  app.add_option("--reductions", o.reductions, "kernels that are reduced at most");
  app.add_option("--folder", o.folder, "where sources and objects go");
  app.add_option("--clang", o.clang);
  app.add_flag("--keep", o.keep, "keep sources and objects");
  app.add_flag("--print", o.print, "print the kernels' source and do nothing else");
  CLI11_PARSE(app, argc, argv);

  if (o.print) {
    for (uint32_t i = 0; i < o.kernels; ++i) fmt::print("{}\n", render(generate(o.seed, o.first + i)));
    return 0;
  }
  ::setenv("WAVELIFT_THREADS", "1", 0);   // --jobs spreads over files instead
  const bool own = o.folder.empty();
  Toolchain tools{o.clang, EXACTNESS_PRELUDE, own ? std::filesystem::temp_directory_path() / fmt::format("exactness-{}", ::getpid()) : std::filesystem::path(o.folder)};
  std::filesystem::create_directories(tools.folder);
  auto archs = archs_that_run(tools);
  if (o.arch != "all") {
    const Arch* arch = find_arch(o.arch);
    if (std::find(archs.begin(), archs.end(), arch) == archs.end()) {
      fmt::print(stderr, "the engine does not run {}\n", o.arch);
      return 2;
    }
    archs = {arch};
  }
  auto all = combinations(archs, o.level);
  if (all.empty()) {
    fmt::print(stderr, "nothing to run: no arch works, or no level {}\n", o.level);
    return 2;
  }
  if (!o.combinations) o.combinations = static_cast<uint32_t>(all.size());
  int code = Session(o, tools, all).run();
  if (own && !o.keep) std::filesystem::remove_all(tools.folder);
  return code;
}
