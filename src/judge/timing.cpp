#include "judge/timing.h"
#include "judge/data.h"
#include "judge/device_clock.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

constexpr size_t kMostSets = 64;             // of buffers, each side
constexpr double kMemoryShare = 0.4;         // of the device's that the sets of both sides may take

// One side of one shape: its module and the sets of buffers that it goes through.
struct Half {
  const Built* built = nullptr;
  std::unique_ptr<device::Module> module;
  std::vector<std::unique_ptr<Setup>> sets;
  std::vector<size_t> used;                  // sets that were launched on since they were poisoned
  size_t next = 0;                           // the set that was not used for the longest
};

class ShapeTiming {
public:
  ShapeTiming(device::Device& device, const Task& task, const Case& c, const Built& baseline, const Built& candidate, const TimingOptions& options, size_t index)
      : device_(device), task_(task), case_(c), options_(options), seed_(mix(options.seed, index, 23)), halves_{Half{&baseline, {}, {}, {}}, Half{&candidate, {}, {}, {}}},
        in_place_(std::ranges::any_of(task.buffers, [](const Buffer& b) { return b.role == Role::inout; })),
        clock_(device, DeviceWork{.launch = [this](Side s, int i) { return launch(s, i); },
                                  .prepare = [this](Side s, int n) { return prepare(s, n); },
                                  .begin = [this] { return begin(); },
                                  .end = [this] { return end(); },
                                  .fresh = [this] { return fresh(); },
                                  .floor = floor_of(task, c, device.info())}) {}

  Clock* clock() { return &clock_; }
  std::string fault;
  size_t looked = 0;

private:
  Half& half(Side s) { return halves_[s == Side::candidate]; }

  Status launch(Side s, int index) {
    Half& h = half(s);
    const size_t k = (h.next + static_cast<size_t>(index)) % h.sets.size();
    if (std::ranges::find(h.used, k) == h.used.end()) h.used.push_back(k);
    return h.sets[k]->start(*h.module);
  }

  // Before a sample, outside its time. What a kernel changes in place must be as it was, and what an earlier launch left in an output must
  // not be there: a kernel could look whether its work is done already.
  Status prepare(Side s, int launches) {
    Half& h = half(s);
    h.next = (h.next + last_[s == Side::candidate]) % h.sets.size();
    last_[s == Side::candidate] = static_cast<size_t>(launches);
    for (size_t k = 0; k < std::min(h.sets.size(), static_cast<size_t>(launches)); ++k) {
      Setup& one = *h.sets[(h.next + k) % h.sets.size()];
      if (auto done = in_place_ ? one.fresh(mix(seed_, ++drawn_)) : one.poison(mix(seed_, ++drawn_)); !done) return done;
    }
    return {};
  }

  size_t sets() const {
    size_t bytes = 1;
    for (size_t k = 0; k < task_.buffers.size(); ++k) bytes += case_.elements[k] * info(task_.buffers[k].type).size;
    const uint64_t cache = device_.info().last_level_cache, memory = device_.info().memory;
    size_t n = options_.cold && cache ? static_cast<size_t>(2 * cache / bytes + 2) : 1;
    // As many as a sample has launches, unless they are faster than can be.
    if (const double least = clock_.floor(); least > 0) n = std::max(n, static_cast<size_t>(std::min(options_.plan.sample_s / least, double(kMostSets))) + 2);
    if (memory) n = std::min(n, std::max<size_t>(1, static_cast<size_t>(kMemoryShare * static_cast<double>(memory) / 2 / static_cast<double>(bytes))));
    return std::min(n, kMostSets);
  }

  Status begin() {
    for (Half& h : halves_) {
      h.sets.clear();
      h.used.clear();
      for (size_t k = 0; k < sets(); ++k) {
        auto s = Setup::place(device_, task_, case_, *h.built, Placement::guarded, mix(seed_, ++drawn_));
        if (!s) return std::unexpected(s.error());
        if (auto done = (*s)->fresh(mix(seed_, drawn_)); !done) return done;
        h.sets.push_back(std::move(*s));
      }
    }
    return load();
  }

  Status load() {
    for (Half& h : halves_) {
      h.module.reset();
      auto m = device_.load(h.built->object);
      if (!m) return std::unexpected(m.error());
      h.module = std::move(*m);
    }
    return {};
  }

  // Before a block: modules afresh, so that nothing is kept from launch to launch; one set of the candidate's is looked at and poisoned.
  Status fresh() {
    if (auto s = look(); !s) return s;
    if (auto s = load(); !s) return s;
    for (Side s : {Side::baseline, Side::candidate})
      if (auto done = launch(s, 0); !done) return done;
    return device_.wait();
  }

  // One set that a timed launch wrote to. In place, only the last launches' data are still what they were made from, and a set may have
  // been launched on twice: those tasks are looked at by themselves.
  Status look() {
    Half& h = half(Side::candidate);
    if (h.used.empty()) return {};
    const size_t at = mix(seed_, 31, looked) % h.used.size(), k = h.used[at];
    if (in_place_) {
      if (auto s = h.sets[k]->fresh(mix(seed_, ++drawn_)); !s) return s;
      if (auto s = h.sets[k]->start(*h.module); !s) return s;
    }
    if (auto s = device_.wait(); !s) return s;
    auto o = h.sets[k]->look();
    if (!o) return std::unexpected(o.error());
    ++looked;
    if (!o->right() && fault.empty()) fault = fmt::format("shape {}: while it was timed: {}", case_.shape.name, o->sentence());
    h.used.erase(h.used.begin() + static_cast<long>(at));
    return h.sets[k]->fresh(mix(seed_, ++drawn_));
  }

  Status end() {
    if (auto s = look(); !s) return s;
    for (Half& h : halves_) h.sets.clear(), h.used.clear(), h.module.reset();
    return {};
  }

  device::Device& device_;
  const Task& task_;
  const Case& case_;
  const TimingOptions& options_;
  const uint64_t seed_;
  Half halves_[2];
  const bool in_place_;
  size_t last_[2] = {};                      // launches of each side's last sample
  uint64_t drawn_ = 0;
  DeviceClock clock_;
};

}  // namespace

double floor_of(const Task& task, const Case& c, const device::Info& info) {
  auto bytes = task.bytes.value(c.shape.values);
  return bytes && info.bandwidth > 0 ? static_cast<double>(*bytes) / info.bandwidth : 0;
}

Result<Timing> time_against(device::Device& device, const Task& task, const std::vector<const Case*>& cases, const Built& baseline, const Built& candidate, const TimingOptions& options) {
  std::vector<std::unique_ptr<ShapeTiming>> shapes;
  std::vector<Clock*> clocks;
  Timing t;
  for (const Case* c : cases) {
    shapes.push_back(std::make_unique<ShapeTiming>(device, task, *c, baseline, candidate, options, shapes.size()));
    clocks.push_back(shapes.back()->clock());
    t.floors.push_back(clocks.back()->floor());
  }
  auto result = compare(clocks, options.plan, options.seed);
  for (const auto& s : shapes) {
    t.looked += s->looked;
    if (t.fault.empty()) t.fault = s->fault;
  }
  if (!result) return std::unexpected(result.error());
  t.comparison = std::move(*result);
  return t;
}

}  // namespace wavelift::judge
