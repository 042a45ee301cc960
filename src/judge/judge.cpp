#include "judge/judge.h"
#include "base/files.h"
#include "device/discovery.h"
#include "hardware/targets.h"
#include "judge/data.h"
#include "judge/jail.h"
#include "judge/prepare.h"
#include "judge/remote.h"
#include "judge/timing.h"
#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <map>
#include <set>
#include <sys/random.h>

namespace wavelift::judge {

namespace {

// What the software GPU interprets in a few seconds, of one launch.
constexpr int64_t kMostSimulatedFlops = 20'000'000, kMostSimulatedBytes = 64 << 20;

uint64_t secret() {
  uint64_t s = 0;
  while (::getrandom(&s, sizeof s, 0) != sizeof s) {
  }
  return s;
}

class Judging {
public:
  Judging(const Task& task, const Reference& reference, const Source& candidate, const JudgeOptions& options)
      : task_(task), reference_(reference), candidate_(candidate), options_(options), seed_(options.seed ? *options.seed : secret()) {}

  Result<Verdict> run() {
    std::vector<std::string> software = options_.software;
    if (software.empty()) {
      const size_t colon = options_.device.find(':');
      if (options_.device.starts_with("software") && colon != std::string::npos) software = {options_.device.substr(colon + 1)};
      else {
        auto t = hardware::default_target();
        if (!t) return std::unexpected(t.error());
        software = {std::string((*t)->name)};
      }
    }
    auto built = start_building(software);
    if (!built) return std::move(v_);
    for (Target& t : *built) {
      auto r = on_software(t);
      if (!r) return std::unexpected(r.error());
      if (!*r) return std::move(v_);
    }
    if (!options_.device.starts_with("software")) {
      const auto claimed = device::claim_address(options_.device);   // nobody else may time on the card meanwhile
      if (!claimed) return std::unexpected(claimed.error());
      auto r = on_device();
      if (!r) return std::unexpected(r.error());
      if (!*r) return std::move(v_);
      if (options_.timed && std::ranges::any_of(task_.shapes, &Shape::timed)) {
        if (auto t = timed(); !t) return std::unexpected(t.error());
        return std::move(v_);
      }
    } else if (options_.issue_clock) {
      if (auto t = timed(); !t) return std::unexpected(t.error());
      return std::move(v_);
    }
    v_.state = State::correct;
    v_.reason = fmt::format("right in all {} trials", v_.trials);
    return std::move(v_);
  }

private:
  bool passed(Stage stage, std::string what) {
    v_.stage = stage;
    v_.evidence.push_back({stage, true, std::move(what)});
    return true;
  }
  bool reject(Stage stage, std::string what) {
    v_.state = State::rejected;
    v_.stage = stage;
    v_.reason = what;
    v_.evidence.push_back({stage, false, std::move(what)});
    return false;
  }
  void say(const std::string& what) const {
    if (options_.progress) options_.progress(what);
  }

  // What a candidate is compiled for.
  struct Target {
    std::string arch;
    int wave_size = 0;                   // 0: the architecture's own
    std::string label;                   // "gfx1100 with waves of 64"
    std::future<Result<Prepared>> prepared;
  };
  Target target(const std::string& arch, int wave_size) const {
    return {arch, wave_size, wave_size ? fmt::format("{} with waves of {}", arch, wave_size) : arch, {}};
  }

  // Compiles and audits for all targets of the software stage at the same time. Nothing, with the verdict: there is nothing to compile for.
  std::optional<std::vector<Target>> start_building(const std::vector<std::string>& archs) {
    std::vector<Target> all;
    for (const std::string& arch : archs) {
      const auto sizes = wave_sizes(task_, candidate_, arch);
      if (!sizes) return reject(Stage::contract, sizes.error().what), std::nullopt;
      for (int size : *sizes) all.push_back(target(arch, size));
    }
    say(fmt::format("compiling for {}", all.front().label) + (all.size() > 1 ? fmt::format(" and {} more", all.size() - 1) : ""));
    for (Target& t : all) t.prepared = std::async(std::launch::async, [this, arch = t.arch, size = t.wave_size] { return prepare(task_, candidate_, arch, 0, size); });
    return all;
  }

  bool built(const std::string& arch, Prepared p) {
    built_ = std::move(p.built);
    built_for_ = arch;
    v_.identity = p.identity;
    for (const Evidence& e : p.evidence) {
      if (!e.passed) return reject(e.stage, e.what);
      // The contract is the same for all.
      if (e.stage != Stage::contract || v_.evidence.empty()) passed(e.stage, e.what);
    }
    return true;
  }

  bool simulable(const Shape& s) const {
    const auto flops = task_.flops.value(s.values), bytes = task_.bytes.value(s.values);
    return flops && bytes && *flops <= kMostSimulatedFlops && *bytes <= kMostSimulatedBytes;
  }

  // Cases are computed once for all targets.
  Result<const Case*> case_of(const Shape& shape, size_t variant) {
    auto [it, is_new] = cases_.try_emplace({shape.name, variant});
    if (is_new) {
      auto c = reference_.make(task_, shape, variant, mix(seed_, std::hash<std::string>()(shape.name), variant));
      if (!c) return std::unexpected(c.error());
      it->second = std::make_unique<Case>(std::move(*c));
    }
    return it->second.get();
  }

  // The author's and hidden ones: those that are simulated, or all, with others as large as those that are timed.
  std::vector<Shape> shapes(bool simulated) const {
    std::vector<Shape> out;
    for (const Shape& s : task_.shapes)
      if (!simulated && s.timed)
        if (auto near = shape_near(task_, s, mix(seed_, std::hash<std::string>()(s.name), 9))) out.push_back(std::move(*near));
    for (const Shape& s : task_.shapes)
      if (!simulated || s.simulated) out.push_back(s);
    for (Shape& s : hidden_shapes(task_, options_.hidden, mix(seed_, 3)))
      if (!simulated || simulable(s)) out.push_back(std::move(s));
    return out;
  }

  Result<bool> on_software(Target& t) {
    auto p = t.prepared.get();
    if (!p) return std::unexpected(p.error());
    if (!built(t.arch, std::move(*p))) return false;
    const std::vector<Shape> all = shapes(true);
    for (const Shape& shape : all)
      for (size_t variant = 0; variant < variants(task_); ++variant) {
        auto c = case_of(shape, variant);
        if (!c) return std::unexpected(c.error());
        say(fmt::format("software {}: {}, data {} of {}", t.label, shape.name, variant + 1, variants(task_)));
        auto r = checked(t, **c);
        if (!r || !*r) return r;
      }
    return passed(Stage::software, fmt::format("{}: {} shapes with {} kinds of data each are right and without findings of the checks", t.label, all.size(), variants(task_)));
  }

  // One case under all checks, in the usual order of waves and workgroups. The checks see what is undefined. With the first kind of data,
  // in drawn orders too: first in poisoned memory, which tells what was not written, then once more with the same module, which tells what
  // was kept, with outputs that are undefined although they lie as the poisoned ones do, and with inputs that cannot be written.
  Result<bool> checked(const Target& t, const Case& c) {
    const std::string where = fmt::format("{}, shape {}{}, data {}", t.label, c.shape.name, values(c.shape), c.variant + 1);
    std::vector<Outcome> runs;
    auto r = under_checks(t, c, 0, {Placement::exact}, where, runs);
    if (!r || !*r || c.variant != 0) return r;
    return under_checks(t, c, mix(seed_, v_.trials, 8) | 1, {Placement::guarded, Placement::sealed}, where + ", in poisoned memory and another order of waves", runs);
  }

  // Runs one after the other, in a worker of their own. `runs` are those before and then these too.
  Result<bool> under_checks(const Target& t, const Case& c, uint64_t schedule, const std::vector<Placement>& placements, const std::string& where, std::vector<Outcome>& runs) {
    RemoteOptions o;
    o.address = "software:" + t.arch;
    o.checks = "memory,init,race,sync";
    o.schedule = schedule;
    o.wall_s = options_.software_s;
    auto device = open_remote(o);
    if (!device) return std::unexpected(device.error());
    v_.device = o.address;
    auto outcomes = run_each(**device, task_, c, built_, placements, mix(seed_, v_.trials, 5));
    auto reports = (*device)->end();
    if (reports)
      for (const soft::Report& r : reports->reports)   // a warning is of something that AMD's hardware does all the same
        if (r.check->severity == soft::Severity::error) return reject(Stage::software, fmt::format("{}: {}", where, soft::text_of(r).substr(0, 600)));
    if (!outcomes) return reject(Stage::software, fmt::format("{}: {}", where, outcomes.error().what));
    if (!reports) return reject(Stage::software, fmt::format("{}: {}", where, reports.error().what));
    return all_right(Stage::software, where, std::move(*outcomes), runs);
  }

  // Whether `more` are right and, where the task says so, the same as the first of all.
  bool all_right(Stage stage, const std::string& where, std::vector<Outcome> more, std::vector<Outcome>& runs) {
    for (Outcome& o : more) {
      ++v_.trials;
      if (!o.right()) return reject(stage, fmt::format("{}: {}", where, o.sentence()));
      runs.push_back(std::move(o));
      if (task_.repeatable && runs.back().bytes != runs.front().bytes) return reject(stage, fmt::format("{}: two runs on the same data differ", where));
    }
    return true;
  }

  // For an open device, with the first wave size that the candidate claims.
  Result<bool> build_on(const device::Info& on) {
    const auto sizes = wave_sizes(task_, candidate_, on.arch);
    if (!sizes) return reject(Stage::contract, sizes.error().what);
    say(fmt::format("compiling for {}", target(on.arch, sizes->front()).label));
    auto p = prepare(task_, candidate_, on.arch, on.group_memory, sizes->front());
    if (!p) return std::unexpected(p.error());
    return built(on.arch, std::move(*p));
  }

  Result<bool> on_device() {
    RemoteOptions o;
    o.address = options_.device;
    auto device = open_remote(o);
    if (!device) return std::unexpected(device.error());
    v_.device = (*device)->info().name;
    if (auto b = build_on((*device)->info()); !b || !*b) return b;
    const std::vector<Shape> all = shapes(false);
    for (const Shape& shape : all)
      for (size_t variant = 0; variant < variants(task_); ++variant) {
        if (variant > 0 && shape.timed && shape.name.starts_with("hidden")) continue;   // their references take long
        auto c = case_of(shape, variant);
        if (!c) return std::unexpected(c.error());
        say(fmt::format("{}: {}, data {} of {}", v_.device, shape.name, variant + 1, variants(task_)));
        const std::string where = fmt::format("{}, shape {}{}, data {}", v_.device, shape.name, values(shape), variant + 1);
        auto outcomes = run_times(**device, task_, **c, built_, Placement::guarded, mix(seed_, v_.trials, 7), 3);
        if (!outcomes) return reject(Stage::device, fmt::format("{}: {}", where, outcomes.error().what));
        std::vector<Outcome> runs;
        if (!all_right(Stage::device, where, std::move(*outcomes), runs)) return false;
      }
    return passed(Stage::device, fmt::format("{}: {} shapes with {} kinds of data, three runs each", v_.device, all.size(), variants(task_)));
  }

  // What the candidate is timed against. A baseline has the wave sizes that it says itself.
  Result<Prepared> prepared_opponent(const device::Info& on) const {
    auto source = opponent();
    if (!source) return std::unexpected(source.error());
    const auto sizes = wave_sizes(task_, *source, on.arch);
    if (!sizes) return std::unexpected(sizes.error());
    return prepare(task_, *source, on.arch, on.group_memory, sizes->front());
  }
  Result<Source> opponent() const {
    if (options_.against) return *options_.against;
    const bool cuda = options_.device.starts_with("cuda");
    auto text = read_file(task_.folder / (cuda ? "baseline.cu" : "baseline.hip"));
    if (!text) return std::unexpected(text.error());
    return Source{std::move(*text), cuda ? Language::cuda : Language::hip};
  }

  // Against the baseline; a gain is measured once more by a worker of its own. True: there is a verdict.
  Result<bool> timed() {
    std::vector<const Case*> cases;
    for (const Shape& s : task_.shapes) {
      if (!(options_.issue_clock ? s.simulated : s.timed)) continue;
      auto c = case_of(s, 0);
      if (!c) return std::unexpected(c.error());
      cases.push_back(*c);
    }
    std::optional<Timing> first;
    for (int turn = 1; turn <= 2; ++turn) {
      RemoteOptions o;
      o.address = options_.device;
      o.issue_clock = options_.issue_clock;
      auto device = open_remote(o);
      if (!device) return std::unexpected(device.error());
      if (options_.issue_clock && turn == 1) {
        v_.device = (*device)->info().name + ", its issue clock";
        if (const device::Info& i = (*device)->info(); i.arch != built_for_)
          if (auto b = build_on(i); !b || !*b) return b;
      }
      auto baseline = prepared_opponent((*device)->info());
      if (!baseline) return std::unexpected(baseline.error());
      if (!baseline->ready) return fail(Exit::failed, fmt::format("the baseline cannot be launched: {}", baseline->evidence.back().what));
      TimingOptions how{.plan = options_.plan, .seed = mix(seed_, static_cast<uint64_t>(turn), 61), .cold = task_.cold && !options_.issue_clock};
      if (options_.issue_clock) {
        how.plan.sample_s = 1e-6;         // it ticks as finely for one launch as for a batch ...
        how.plan.delta = 0;               // ... and without noise: fewer instructions are fewer, and few blocks show it
        how.plan.looks = {6, 12};
      }
      if (turn == 2) how.plan.level = confirmation_level(options_.plan.level, 1);
      say(fmt::format("{}: {}", v_.device, turn == 1 ? "timing" : "timing once more"));
      auto t = time_against(**device, task_, cases, baseline->built, built_, how);
      if (!t) return reject(Stage::timing, fmt::format("{}: {}", v_.device, t.error().what));
      v_.trials += t->looked;
      if (!t->fault.empty()) return reject(Stage::timing, t->fault);
      record(cases, *t);
      passed(Stage::timing, options_.issue_clock ? "times are those in which the model would issue the instructions, and no card's" : t->conditions.sentence());
      const Comparison& c = t->comparison;
      passed(Stage::timing, fmt::format("{}: {}", turn == 1 ? "first comparison" : "confirmation", c.why));
      if (turn == 1 && c.state == Decision::anomaly) return ends(State::anomaly, c.why);
      if (turn == 1 && c.state != Decision::improved) return ends(State::tied, c.why);
      if (turn == 1) {
        first = std::move(*t);
        continue;
      }
      const Claim said = claim(first->comparison, c, how.plan.level);
      if (said == Claim::confirmed) return ends(State::improved_confirmed, c.why);
      return said == Claim::refuted ? ends(State::tied, "the second comparison does not show the gain of the first: " + c.why) : ends(State::improved_provisional, first->comparison.why);
    }
    return true;
  }

  bool ends(State state, std::string why) {
    if (options_.issue_clock) why = "by the instructions that the model issues: " + why;
    v_.state = state;
    v_.reason = std::move(why);
    return true;
  }

  void record(const std::vector<const Case*>& cases, const Timing& t) {
    const Comparison& c = t.comparison;
    v_.times = {c.estimate, c.lower, c.level, c.mde, c.blocks, task_.cold, options_.issue_clock, t.conditions, {}};
    for (size_t k = 0; k < cases.size() && k < c.shapes.size(); ++k) {
      const ShapeComparison& s = c.shapes[k];
      v_.times.shapes.push_back({cases[k]->shape.name, s.baseline_s, s.candidate_s, t.floors[k], s.estimate, s.lower, s.upper});
    }
  }

  // " (rows=3, cols=100)" for the author's shapes; hidden ones stay hidden.
  std::string values(const Shape& s) const {
    if (s.name.starts_with("hidden")) return "";
    std::string out;
    for (const auto& [name, value] : s.values) out += fmt::format("{}{}={}", out.empty() ? "" : ", ", name, value);
    return " (" + out + ")";
  }

  const Task& task_;
  const Reference& reference_;
  const Source& candidate_;
  const JudgeOptions& options_;
  const uint64_t seed_;
  Built built_;
  std::string built_for_;
  Verdict v_;
  std::map<std::pair<std::string, size_t>, std::unique_ptr<Case>> cases_;
};

}  // namespace

Result<Verdict> judge(const Task& task, const Reference& reference, const Source& candidate, const JudgeOptions& options) {
  if (auto s = jail_works(); !s) return std::unexpected(s.error());
  auto v = Judging(task, reference, candidate, options).run();
  if (v && confinement() == Confinement::limits) {
    v->jailed = false;
    v->evidence.insert(v->evidence.begin(), {Stage::contract, true, "without a jail: the compiler, the reference and the worker could reach all that this user can"});
  }
  if (v && task.has_arrays()) v->evidence.insert(v->evidence.begin(), {Stage::contract, true, "the data are those of the task's files: nothing is hidden from a candidate that was written for them"});
  return v;
}

}  // namespace wavelift::judge
