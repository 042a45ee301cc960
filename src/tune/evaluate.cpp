#include "tune/evaluate.h"
#include "hardware/targets.h"
#include "judge/counting.h"
#include "judge/data.h"
#include "judge/timing.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using judge::Source;

class DeviceEvaluator : public Evaluator {
 public:
  DeviceEvaluator(const judge::Task& task, Bench bench) : task_(task), bench_(std::move(bench)) {}

  Status open(const judge::Reference& reference, const Source& baseline) {
    const auto simulated = std::ranges::find_if(task_.shapes, &judge::Shape::simulated);
    if (simulated != task_.shapes.end()) {
      auto c = reference.make(task_, *simulated, 0, bench_.seed);
      if (!c) return std::unexpected(c.error());
      small_ = std::make_unique<judge::Case>(std::move(*c));
    }
    if (!by_model()) {
      auto claim = device::claim_address(bench_.device);
      if (!claim) return std::unexpected(claim.error());
      claim_.emplace(std::move(*claim));
      for (const judge::Shape& s : task_.shapes) {
        if (!s.timed) continue;
        auto c = reference.make(task_, s, 0, judge::mix(bench_.seed, cases_.size(), 1));
        if (!c) return std::unexpected(c.error());
        cases_.push_back(std::make_unique<judge::Case>(std::move(*c)));
      }
      auto p = judge::prepare(task_, baseline, bench_.arch);
      if (!p) return std::unexpected(p.error());
      if (!p->ready) return fail(Exit::failed, fmt::format("the baseline cannot be launched: {}", p->evidence.back().what));
      baseline_ = std::move(p->built);
      return {};
    }
    for (const judge::Shape& s : task_.shapes) {
      if (!s.timed) continue;
      auto p = judge::foresee(task_, baseline, s, *bench_.card);
      if (!p) return std::unexpected(p.error());
      predicted_.push_back(p->seconds);
    }
    return {};
  }

  Result<Evaluation> evaluate(const Source& source) override {
    auto p = judge::prepare(task_, source, bench_.arch);
    if (!p) return std::unexpected(p.error());
    Evaluation e;
    e.identity = p->identity;
    if (!p->ready) {
      e.why = p->evidence.back().what;
      return e;
    }
    // The same code may be launched otherwise.
    std::string key = p->identity;
    for (const auto& [name, value] : p->built.tunables) key += fmt::format(" {}={}", name, value);
    for (const auto& l : p->built.contract.launches)
      for (size_t i = 0; i < 3; ++i) key += fmt::format(" {} {}", l.grid[i].text(), l.block[i].text());
    if (const auto seen = seen_.find(key); seen != seen_.end()) {
      e = seen->second;
      e.repeated = true;
      return e;
    }
    if (auto right = on_software(source, p->built, e); !right) return std::unexpected(right.error());
    if (e.right)
      if (auto timed = by_model() ? foreseen(source, e) : measured(p->built, e); !timed) return std::unexpected(timed.error());
    return seen_[key] = e;
  }

 private:
  bool by_model() const { return bench_.device.starts_with("software"); }

  // `built`: for the bench's own target, which may be the software GPU's.
  Status on_software(const Source& source, judge::Built built, Evaluation& e) const {
    e.right = true;
    if (!small_) return {};
    std::string arch = bench_.arch;
    if (!by_model()) {
      auto target = hardware::default_target();
      if (!target) return std::unexpected(target.error());
      arch = (*target)->name;
      auto p = judge::prepare(task_, source, arch);
      if (!p) return std::unexpected(p.error());
      e.right = p->ready;
      if (!e.right) {
        e.why = p->evidence.back().what;
        return {};
      }
      built = std::move(p->built);
    }
    judge::RemoteOptions o;
    o.address = "software:" + arch;
    o.checks = "memory,init,race,sync";
    auto device = judge::open_remote(o);
    if (!device) return std::unexpected(device.error());
    auto outcome = judge::run_once(**device, task_, *small_, built, judge::Placement::exact, bench_.seed);
    auto reports = (*device)->end();
    if (!outcome) e.right = false, e.why = outcome.error().what;
    else if (!outcome->right()) e.right = false, e.why = outcome->sentence();
    else if (!reports) e.right = false, e.why = reports.error().what;
    else
      for (const soft::Report& r : reports->reports)
        if (r.check->severity == soft::Severity::error) {
          e.right = false, e.why = soft::text_of(r).substr(0, 300);
          break;
        }
    return {};
  }

  Status foreseen(const Source& source, Evaluation& e) const {
    double sum = 0;
    size_t i = 0;
    for (const judge::Shape& s : task_.shapes) {
      if (!s.timed) continue;
      auto p = judge::foresee(task_, source, s, *bench_.card);
      if (!p) {
        e.right = false, e.why = fmt::format("shape {}: {}", s.name, p.error().what);
        return {};
      }
      sum += std::log(predicted_[i++] / p->seconds);
      e.why += fmt::format("{}{}: {:.1f} us by the model, limited by {}", e.why.empty() ? "" : "; ", s.name, 1e6 * p->seconds, p->limiter);
    }
    e.gain = i ? std::exp(sum / static_cast<double>(i)) : 0;
    return {};
  }

  // Few blocks: they order candidates, they prove nothing.
  Status measured(const judge::Built& candidate, Evaluation& e) const {
    judge::RemoteOptions o;
    o.address = bench_.device;
    auto device = judge::open_remote(o);
    if (!device) return std::unexpected(device.error());
    judge::TimingOptions how{.plan = {}, .seed = judge::mix(bench_.seed, seen_.size(), 2), .cold = task_.cold};
    how.plan.looks = {6};
    how.plan.level = 1.0 / 32;           // six blocks can have no lower one than 1/64
    how.plan.warm_s = 0.3;
    how.plan.trade_offs = true;
    std::vector<const judge::Case*> cases;
    for (const auto& c : cases_) cases.push_back(c.get());
    auto t = judge::time_against(**device, task_, cases, baseline_, candidate, how);
    if (!t || !t->fault.empty()) {
      e.right = false, e.why = t ? t->fault : t.error().what;
      return {};
    }
    if (t->comparison.shapes.size() != cases.size()) {
      e.right = false, e.why = t->comparison.why;
      return {};
    }
    e.gain = t->comparison.estimate;
    for (size_t i = 0; i < cases.size(); ++i) e.why += fmt::format("{}{}: {:.1f} us", i ? "; " : "", cases[i]->shape.name, 1e6 * t->comparison.shapes[i].candidate_s);
    if (t->comparison.state == judge::Decision::anomaly) e.right = false, e.why = t->comparison.why;
    return {};
  }

  const judge::Task& task_;
  const Bench bench_;
  std::unique_ptr<judge::Case> small_;
  std::optional<device::Claim> claim_;
  std::vector<std::unique_ptr<judge::Case>> cases_;   // timed
  judge::Built baseline_;
  std::vector<double> predicted_;        // of the baseline, each timed shape
  std::map<std::string, Evaluation> seen_;
};

}  // namespace

Result<std::unique_ptr<Evaluator>> make_evaluator(const judge::Task& task, const judge::Reference& reference, const Source& baseline, const Bench& bench) {
  auto e = std::make_unique<DeviceEvaluator>(task, bench);
  if (auto opened = e->open(reference, baseline); !opened) return std::unexpected(opened.error());
  return e;
}

}  // namespace wavelift::tune
