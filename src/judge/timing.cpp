#include "judge/timing.h"
#include "judge/data.h"
#include "judge/device_clock.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

constexpr size_t kMostPlaces = 64;           // that each side goes through
constexpr double kMemoryShare = 0.4;         // of the device's that both groups of places may take

// One side of one shape: its module and, for each place in memory, its launches there.
struct Half {
  const Built* built = nullptr;
  std::unique_ptr<device::Module> module = nullptr;
  std::vector<std::unique_ptr<Setup>> at = {};
  size_t next = 0;                           // the place that it was not at for the longest, among its own
  size_t last = 0;                           // launches of its last sample
};

// Both sides on one shape. The places are two groups: a coin decides before each block which side has which. Where buffers lie on a card is
// worth up to one percent, and would be taken for a difference between the kernels if it stayed.
class ShapeTiming {
public:
  ShapeTiming(device::Device& device, const Task& task, const Case& c, const Built& baseline, const Built& candidate, const TimingOptions& options, size_t index)
      : device_(device), task_(task), case_(c), options_(options), seed_(mix(options.seed, index, 23)), halves_{Half{&baseline}, Half{&candidate}},
        in_place_(std::ranges::any_of(task.buffers, [](const Buffer& b) { return b.role == Role::inout; })),
        clock_(device, DeviceWork{.launch = [this](Side s, int i) { return launch(s, static_cast<size_t>(i)); },
                                  .prepare = [this](Side s, int n) { return prepare(s, static_cast<size_t>(n)); },
                                  .begin = [this] { return begin(); },
                                  .end = [this] { return end(); },
                                  .fresh = [this] { return fresh(); },
                                  .floor = floor_of(task, c, device.info())}) {}

  Clock* clock() { return &clock_; }
  std::string fault;
  size_t looked = 0;

private:
  Half& half(Side s) { return halves_[s == Side::candidate]; }
  // The index-th place from the next one on.
  size_t place(Side s, size_t index) { return 2 * ((half(s).next + index) % group_) + ((s == Side::candidate) != exchanged_); }

  Status launch(Side s, size_t index) {
    const size_t k = place(s, index);
    if (s == Side::candidate && k == watched_) touched_ = true;
    return half(s).at[k]->start(*half(s).module);
  }

  // Before a sample, outside its time. What a kernel changes in place must be as it was, and what an earlier launch left in outputs and
  // scratch must not be there: a kernel could look whether its work is done already.
  Status prepare(Side s, size_t launches) {
    Half& h = half(s);
    h.next = (h.next + h.last) % group_;
    h.last = launches;
    for (size_t k = 0; k < std::min(group_, launches); ++k) {
      if (in_place_)
        if (auto done = memory_[place(s, k)]->fresh(mix(seed_, ++drawn_)); !done) return done;
      if (auto done = h.at[place(s, k)]->spoil(mix(seed_, ++drawn_)); !done) return done;
    }
    return {};
  }

  // Places of each group.
  size_t places() const {
    size_t bytes = 1;
    for (size_t k = 0; k < task_.buffers.size(); ++k) bytes += case_.elements[k] * info(task_.buffers[k].type).size;
    const uint64_t cache = device_.info().last_level_cache, memory = device_.info().memory;
    size_t n = options_.cold && cache ? static_cast<size_t>(2 * cache / bytes + 2) : 1;
    // As many as a sample has launches, unless they are faster than can be.
    if (const double least = clock_.floor(); least > 0) n = std::max(n, static_cast<size_t>(std::min(options_.plan.sample_s / least, double(kMostPlaces))) + 2);
    if (memory) n = std::min(n, std::max<size_t>(1, static_cast<size_t>(kMemoryShare * static_cast<double>(memory) / 2 / static_cast<double>(bytes))));
    return std::min(n, kMostPlaces);
  }

  Status begin() {
    group_ = places();
    for (size_t k = 0; k < 2 * group_; ++k) {
      auto m = Memory::place(device_, task_, case_, Placement::guarded, mix(seed_, ++drawn_));
      if (!m) return std::unexpected(m.error());
      memory_.push_back(std::move(*m));
      for (Half& h : halves_) {
        auto s = Setup::place(device_, task_, case_, *h.built, Placement::guarded, mix(seed_, drawn_), memory_.back());
        if (!s) return std::unexpected(s.error());
        if (auto done = (*s)->fresh(mix(seed_, drawn_)); !done) return done;
        h.at.push_back(std::move(*s));
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

  // Before a block: modules afresh, so that nothing is kept from launch to launch, and the groups exchanged or not. One place is poisoned, to be
  // looked at after the block: the candidate's timed launches alone write there.
  Status fresh() {
    if (auto s = look(); !s) return s;
    if (auto s = load(); !s) return s;
    exchanged_ = mix(seed_, ++drawn_, 71) & 1;
    for (Side s : {Side::baseline, Side::candidate})
      if (auto done = launch(s, 0); !done) return done;
    if (auto s = device_.wait(); !s) return s;
    Half& h = half(Side::candidate);
    watched_ = place(Side::candidate, h.last);   // where its next sample begins
    touched_ = false;
    return memory_[watched_]->poison(mix(seed_, ++drawn_));
  }

  // A kernel that works in place has been there more than once: it is run again on data as they were.
  Status look() {
    if (!touched_) return {};
    Half& h = half(Side::candidate);
    if (in_place_) {
      if (auto s = h.at[watched_]->fresh(mix(seed_, ++drawn_)); !s) return s;
      if (auto s = h.at[watched_]->start(*h.module); !s) return s;
    }
    if (auto s = device_.wait(); !s) return s;
    auto o = h.at[watched_]->look();
    if (!o) return std::unexpected(o.error());
    ++looked;
    touched_ = false;
    if (!o->right() && fault.empty()) fault = fmt::format("shape {}: while it was timed: {}", case_.shape.name, o->sentence());
    return {};
  }

  Status end() {
    if (auto s = look(); !s) return s;
    for (Half& h : halves_) h.at.clear(), h.module.reset();
    memory_.clear();
    return {};
  }

  device::Device& device_;
  const Task& task_;
  const Case& case_;
  const TimingOptions& options_;
  const uint64_t seed_;
  Half halves_[2];
  const bool in_place_;
  std::vector<std::shared_ptr<Memory>> memory_;   // even places are one group, odd ones the other
  size_t group_ = 1, watched_ = 0;
  bool exchanged_ = false, touched_ = false;
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
