#include "judge/judge.h"
#include "build/toolchain.h"
#include "hardware/targets.h"
#include "judge/data.h"
#include "judge/remote.h"
#include "judge/task_flags.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sys/random.h>

namespace wavelift::judge {

namespace {

// What the software GPU interprets in a few seconds, of one launch.
constexpr int64_t kMostSimulatedFlops = 20'000'000, kMostSimulatedBytes = 64 << 20;

constexpr std::string_view kStates[] = {"rejected", "correct", "tied", "improved(provisional)", "improved(confirmed)", "anomaly"};
constexpr std::string_view kStages[] = {"contract", "compile", "audit", "software", "device", "timing"};

uint64_t secret() {
  uint64_t s = 0;
  while (::getrandom(&s, sizeof s, 0) != sizeof s) {
  }
  return s;
}

Parameter::Kind kind_of(const Argument& a) {
  using K = Parameter::Kind;
  if (a.pointer) return K::pointer;
  switch (a.type) {
  case Element::f64: return K::f64;
  case Element::f32: return K::f32;
  case Element::i64: return K::i64;
  case Element::u64: return K::u64;
  case Element::u32: return K::u32;
  default: return K::i32;
  }
}

class Judging {
public:
  Judging(const Task& task, const Reference& reference, const Source& candidate, const JudgeOptions& options)
      : task_(task), reference_(reference), candidate_(candidate), options_(options), seed_(options.seed ? *options.seed : secret()) {}

  Result<Verdict> run() {
    if (!contract()) return std::move(v_);
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
    for (const std::string& arch : software) {
      auto r = on_software(arch);
      if (!r) return std::unexpected(r.error());
      if (!*r) return std::move(v_);
    }
    if (!options_.device.starts_with("software")) {
      auto r = on_device();
      if (!r) return std::unexpected(r.error());
      if (!*r) return std::move(v_);
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

  bool contract() {
    auto c = candidate_.language == Language::object ? Result<Contract>(task_.contract) : read_contract(candidate_.text, task_);
    if (!c) return reject(Stage::contract, c.error().what);
    built_.contract = std::move(*c);
    built_.tunables = defaults(built_.contract);
    for (const Expression& e : built_.contract.constraints) {
      auto v = e.value(built_.tunables);
      if (v && *v == 0) return reject(Stage::contract, fmt::format("the tunables' first values break \"{}\"", e.text()));
    }
    for (const std::string& flag : flags())
      if (!check_flags({&flag, 1}, Compiler::clang)) return reject(Stage::contract, fmt::format("a tunable may not be the macro {}", flag.substr(2)));
    return passed(Stage::contract, fmt::format("{} launch{} declared", built_.contract.launches.size(), built_.contract.launches.size() == 1 ? "" : "es"));
  }

  std::vector<std::string> flags() const {
    std::vector<std::string> all = {"-O3"};
    for (const auto& [name, value] : built_.tunables) all.push_back(fmt::format("-D{}={}", name, value));
    return all;
  }

  // Compiles and audits for one architecture. An error is ours.
  Result<bool> build(const std::string& arch, uint64_t group_memory) {
    say(fmt::format("compiling for {}", arch));
    if (candidate_.language == Language::object) {
      auto* p = reinterpret_cast<const std::byte*>(candidate_.text.data());
      built_.object.assign(p, p + candidate_.text.size());
    } else {
      const CompileFor how{arch, 0, flags(), 60};
      auto c = compile(candidate_, how);
      if (!c) return std::unexpected(c.error());
      if (c->object.empty()) {
        std::string why = c->timed_out ? "the compiler was stopped after a minute" : c->over_limit ? "the compiler used too much" : "it does not compile";
        for (const Diagnostic& d : c->diagnostics)
          if (d.severity.ends_with("error")) {
            why += fmt::format(": line {}: {}", d.line, d.message);
            break;
          }
        return reject(Stage::compile, fmt::format("{}: {}", arch, why));
      }
      built_.object = std::move(c->object);
      passed(Stage::compile, fmt::format("{}: {} bytes", arch, built_.object.size()));
    }
    std::vector<EntryPoint> entries;
    std::vector<size_t> entry_of;        // each launch
    for (const KernelLaunch& l : built_.contract.launches) {
      auto it = std::ranges::find(entries, l.kernel, &EntryPoint::name);
      entry_of.push_back(static_cast<size_t>(it - entries.begin()));
      if (it != entries.end()) continue;
      EntryPoint e{l.kernel, {}};
      for (const Argument& a : l.arguments) e.parameters.push_back({kind_of(a), a.name});
      entries.push_back(std::move(e));
    }
    AuditRules rules;
    if (group_memory) rules.group_memory = group_memory;
    auto a = audit(built_.object, arch, entries, rules);
    if (!a) return reject(Stage::audit, fmt::format("{}: {}", arch, a.error().what));
    for (const Objection& o : a->objections) return reject(Stage::audit, fmt::format("{}: {}: {}", arch, o.what, o.message));
    built_.symbols.clear();
    for (size_t k : entry_of) built_.symbols.push_back(a->entries.at(k).symbol);
    v_.identity = a->identity;
    return passed(Stage::audit, fmt::format("{}: {} kernel{}, {} bytes of group memory at most", arch, a->entries.size(), a->entries.size() == 1 ? "" : "s", std::ranges::max_element(a->entries, {}, &EntryFound::group_memory)->group_memory));
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

  std::vector<Shape> shapes(bool simulated) const {
    std::vector<Shape> out;
    for (const Shape& s : task_.shapes)
      if (!simulated || s.simulated) out.push_back(s);
    for (Shape& s : hidden_shapes(task_, options_.hidden, mix(seed_, 3)))
      if (!simulated || simulable(s)) out.push_back(std::move(s));
    return out;
  }

  Result<bool> on_software(const std::string& arch) {
    auto b = build(arch, 0);
    if (!b || !*b) return b;
    const std::vector<Shape> all = shapes(true);
    for (const Shape& shape : all)
      for (size_t variant = 0; variant < variants(task_); ++variant) {
        auto c = case_of(shape, variant);
        if (!c) return std::unexpected(c.error());
        say(fmt::format("software {}: {}, data {} of {}", arch, shape.name, variant + 1, variants(task_)));
        auto r = checked(arch, **c);
        if (!r || !*r) return r;
      }
    return passed(Stage::software, fmt::format("{}: {} shapes with {} kinds of data each are right and without findings of the checks", arch, all.size(), variants(task_)));
  }

  // One case under all checks, in a worker of its own.
  Result<bool> checked(const std::string& arch, const Case& c) {
    RemoteOptions o;
    o.address = "software:" + arch;
    o.checks = "memory,init,race,sync";
    o.wall_s = options_.software_s;
    auto device = open_remote(o);
    if (!device) return std::unexpected(device.error());
    v_.device = o.address;
    auto outcome = run_once(**device, task_, c, built_, Placement::exact, mix(seed_, v_.trials, 5));
    auto reports = (*device)->end();
    const std::string where = fmt::format("{}, shape {}{}, data {}", arch, c.shape.name, values(c.shape), c.variant + 1);
    if (reports)
      for (const soft::Report& r : reports->reports)   // a warning is of something that AMD's hardware does all the same
        if (r.check->severity == soft::Severity::error) return reject(Stage::software, fmt::format("{}: {}", where, soft::text_of(r).substr(0, 600)));
    if (!outcome) return reject(Stage::software, fmt::format("{}: {}", where, outcome.error().what));
    if (!reports) return reject(Stage::software, fmt::format("{}: {}", where, reports.error().what));
    ++v_.trials;
    if (!outcome->right()) return reject(Stage::software, fmt::format("{}: {}", where, outcome->sentence()));
    return true;
  }

  Result<bool> on_device() {
    RemoteOptions o;
    o.address = options_.device;
    auto device = open_remote(o);
    if (!device) return std::unexpected(device.error());
    v_.device = (*device)->info().name;
    auto b = build((*device)->info().arch, (*device)->info().group_memory);
    if (!b || !*b) return b;
    const std::vector<Shape> all = shapes(false);
    for (const Shape& shape : all)
      for (size_t variant = 0; variant < variants(task_); ++variant) {
        auto c = case_of(shape, variant);
        if (!c) return std::unexpected(c.error());
        say(fmt::format("{}: {}, data {} of {}", v_.device, shape.name, variant + 1, variants(task_)));
        std::vector<std::vector<std::byte>> first;
        for (int run = 0; run < 3; ++run) {
          auto outcome = run_once(**device, task_, **c, built_, Placement::guarded, mix(seed_, v_.trials, 7));
          const std::string where = fmt::format("{}, shape {}{}, data {}", v_.device, shape.name, values(shape), variant + 1);
          if (!outcome) return reject(Stage::device, fmt::format("{}: {}", where, outcome.error().what));
          ++v_.trials;
          if (!outcome->right()) return reject(Stage::device, fmt::format("{}: {}", where, outcome->sentence()));
          if (run == 0) first = std::move(outcome->bytes);
          else if (task_.repeatable && outcome->bytes != first) return reject(Stage::device, fmt::format("{}: two runs on the same data differ", where));
        }
      }
    return passed(Stage::device, fmt::format("{}: {} shapes with {} kinds of data, three runs each", v_.device, all.size(), variants(task_)));
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
  Verdict v_;
  std::map<std::pair<std::string, size_t>, std::unique_ptr<Case>> cases_;
};

}  // namespace

std::string_view name_of(State s) { return kStates[static_cast<size_t>(s)]; }
std::string_view name_of(Stage s) { return kStages[static_cast<size_t>(s)]; }

Result<Verdict> judge(const Task& task, const Reference& reference, const Source& candidate, const JudgeOptions& options) {
  if (auto s = jail_works(); !s) return std::unexpected(s.error());
  return Judging(task, reference, candidate, options).run();
}

std::string json_of(const Task& task, const Verdict& v) {
  nlohmann::json evidence = nlohmann::json::array();
  for (const Evidence& e : v.evidence) evidence.push_back({{"stage", name_of(e.stage)}, {"passed", e.passed}, {"what", e.what}});
  const nlohmann::json all = {{"format", 1}, {"task", task.name}, {"state", name_of(v.state)}, {"stage", name_of(v.stage)}, {"reason", v.reason},
                              {"device", v.device}, {"identity", v.identity}, {"trials", v.trials}, {"evidence", evidence}};
  return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace wavelift::judge
