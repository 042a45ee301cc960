#include "judge/timing.h"
#include "judge/data.h"
#include "judge/device_clock.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace wavelift::judge {

namespace {

constexpr size_t kMostPlaces = 256;          // of a group
constexpr double kMemoryShare = 0.6;         // of the device's that all places may take
constexpr double kLeastLaunch = 2e-6;        // seconds: no device starts kernels faster than that one after the other
constexpr uint64_t kUsualCache = 8 << 20;    // bytes, of a device that does not say

// One side of one shape: its module and, for each place in memory, its launches there.
struct Half {
  const Built* built = nullptr;
  std::unique_ptr<device::Module> module = nullptr;
  std::vector<std::unique_ptr<Setup>> at = {};
  int samples = 0;                           // since the block began
};

// Places that one side has during a block. All but the last are gone round; the last, which lies anywhere among them, is for the launch
// that is looked at.
struct Group {
  std::vector<size_t> order = {};
  size_t next = 0, first = 0;                // in `order`: the place that was not used for the longest; where the sample began
};

// Both sides on one shape. The places are two groups: a coin decides before each block which side has which. Where buffers lie on a card is
// worth up to one percent, and would be taken for a difference between the kernels if it stayed.
//
// No launch finds data that an earlier one had: a kernel could have kept its answer, wherever memory lasts (constants and code can be written on
// real cards). Places are filled with draws that no reference knows, each time turned otherwise; in a launch of each block that nobody can
// foresee stands the case instead, and what comes out there is looked at.
class ShapeTiming {
public:
  ShapeTiming(device::Device& device, const Task& task, const Case& c, const Built& baseline, const Built& candidate, const TimingOptions& options, size_t index)
      : device_(device), task_(task), case_(c), options_(options), seed_(mix(options.seed, index, 23)), halves_{Half{&baseline}, Half{&candidate}},
        clock_(device, DeviceWork{.launch = [this](Side s, int i) { return launch(s, static_cast<size_t>(i)); },
                                  .prepare = [this](Side s, int n) { return prepare(s, static_cast<size_t>(n)); },
                                  .begin = [this] { return begin(); },
                                  .end = [this] { return end(); },
                                  .fresh = [this] { return fresh(); },
                                  .most_launches = [this] { return static_cast<int>(round_); },
                                  .floor = floor_of(task, c, device.info())}) {}
  ~ShapeTiming() {
    if (flush_) (void)device_.release(flush_);
  }

  Clock* clock() { return &clock_; }
  std::string fault;
  size_t looked = 0;
  Conditions conditions;

private:
  Half& half(Side s) { return halves_[s == Side::candidate]; }
  Group& group(Side s) { return groups_[(s == Side::candidate) != exchanged_]; }
  uint64_t draw() { return mix(seed_, ++drawn_); }

  // Where the index-th launch of the side's sample runs.
  size_t place(Side s, size_t index) {
    const Group& g = group(s);
    const bool is_watched = half(s).samples == watched_sample_ && index == watched_index_ % launches_;
    return is_watched ? g.order.back() : g.order[(g.first + index) % round_];
  }

  Status launch(Side s, size_t index) {
    const size_t k = place(s, index);
    if (s == Side::candidate && k == group(s).order.back()) touched_ = true;
    return half(s).at[k]->start(*half(s).module);
  }

  // Before a sample, outside its time. What was used is filled again: where caches are to be cold, what the last sample used, which is used
  // next when all the others have been; otherwise what this one will use.
  Status prepare(Side s, size_t launches) {
    Group& g = group(s);
    Half& h = half(s);
    ++h.samples;
    launches_ = launches;
    g.first = g.next;
    g.next = (g.next + launches) % round_;
    std::vector<Used> now;
    for (size_t i = 0; i < std::min(launches, round_); ++i) now.push_back({&h, g.order[(g.first + i) % round_]});
    for (const Used& u : options_.cold ? used_ : now)
      if (auto done = u.half->at[u.place]->refill(*drawn_stock_, draw()); !done) return done;
    used_ = std::move(now);
    return round_ * buffer_bytes() < 2 * device_.info().last_level_cache ? flush() : Status{};
  }

  // Of one place.
  size_t buffer_bytes() const {
    size_t bytes = 1;
    for (size_t k = 0; k < task_.buffers.size(); ++k) bytes += case_.elements[k] * info(task_.buffers[k].type).size;
    return bytes;
  }
  size_t scratch_bytes() const {
    size_t bytes = 0;
    for (const Half& h : halves_)
      for (const Buffer& b : h.built->contract.scratch) {
        const int64_t elements = b.size.value(names_of(case_.shape, h.built->tunables)).value_or(0);
        bytes += static_cast<size_t>(std::max<int64_t>(0, elements)) * info(b.type).size;
      }
    return bytes;
  }

  // How many places a side goes round.
  size_t places() const {
    const size_t bytes = buffer_bytes(), scratch = scratch_bytes();
    const uint64_t cache = device_.info().last_level_cache ? device_.info().last_level_cache : kUsualCache, memory = device_.info().memory;
    // As many as a sample has launches, so that each has its own.
    size_t n = static_cast<size_t>(options_.plan.sample_s / std::max(clock_.floor(), kLeastLaunch)) + 2;
    // Each side fills the cache twice; or both groups and what they are filled from are in it.
    if (options_.cold) n = std::max<size_t>(n, 2 * cache / bytes + 2);
    else n = std::min<size_t>(n, cache / (2 * bytes));
    if (memory) n = std::min(n, static_cast<size_t>(kMemoryShare * static_cast<double>(memory) / static_cast<double>(2 * (bytes + scratch))));
    return std::clamp<size_t>(n, 1, kMostPlaces);
  }

  Status begin() {
    round_ = places();
    if (!other_draws_) {
      auto drawn = OtherDraws::like(task_, case_, draw());
      if (!drawn) return std::unexpected(drawn.error());
      other_draws_ = std::move(*drawn);
    }
    for (const bool watched : {true, false}) {
      auto stock = watched ? Stock::place(device_, case_) : Stock::place(device_, other_draws_->lots());
      if (!stock) return std::unexpected(stock.error());
      (watched ? watched_stock_ : drawn_stock_) = std::move(*stock);
    }
    for (Group& g : groups_) g = {};
    for (size_t k = 0; k < 2 * (round_ + 1); ++k) {
      auto m = Memory::place(device_, task_, case_, Placement::guarded, draw());
      if (!m) return std::unexpected(m.error());
      memory_.push_back(std::move(*m));
      if (auto done = memory_.back()->guards(draw()); !done) return done;
      if (auto done = memory_.back()->refill(*drawn_stock_, draw()); !done) return done;
      groups_[k % 2].order.push_back(k);
      for (Half& h : halves_) {
        auto s = Setup::place(device_, task_, case_, *h.built, Placement::guarded, draw(), memory_.back());
        if (!s) return std::unexpected(s.error());
        if (auto done = (*s)->fresh_scratch(draw()); !done) return done;
        h.at.push_back(std::move(*s));
      }
    }
    for (Group& g : groups_) std::swap(g.order[draw() % g.order.size()], g.order.back());
    watched_sample_ = 0;
    in_block_ = false;
    read_conditions();
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

  void read_conditions() { conditions.add(device_.telemetry(), in_block_); }

  // Before a block: modules afresh, the groups exchanged or not, and which launch of which of a side's two samples is looked at.
  Status fresh() {
    read_conditions();
    if (auto s = look(); !s) return s;
    if (auto s = load(); !s) return s;
    const uint64_t coins = draw();
    exchanged_ = coins & 1;
    for (Side s : {Side::baseline, Side::candidate}) {
      if (auto done = half(s).at[group(s).order.back()]->refill(*watched_stock_, draw()); !done) return done;
    }
    if (auto s = flush(); !s) return s;
    // Once each, that nothing is done for the first time in a sample.
    watched_sample_ = 0;
    for (Side s : {Side::baseline, Side::candidate}) {
      if (auto done = prepare(s, 1); !done) return done;
      if (auto done = launch(s, 0); !done) return done;
      half(s).samples = 0;
    }
    watched_sample_ = 1 + (coins >> 1 & 1);
    watched_index_ = coins >> 2;
    in_block_ = true;
    return device_.wait();
  }

  // What was just filled is not to be in the cache, where caches are to be cold.
  Status flush() {
    const uint64_t bytes = 2 * device_.info().last_level_cache;
    if (!options_.cold || bytes == 0 || device_.info().kind == device::Kind::software) return {};
    if (!flush_) {
      auto a = device_.allocate(bytes);
      if (!a) return std::unexpected(a.error());
      flush_ = *a;
    }
    return device_.fill(flush_, std::byte(0), bytes);
  }

  Status look() {
    if (!touched_) return {};
    touched_ = false;
    if (auto s = device_.wait(); !s) return s;
    auto o = half(Side::candidate).at[group(Side::candidate).order.back()]->look();
    if (!o) return std::unexpected(o.error());
    ++looked;
    if (!o->right() && fault.empty()) fault = fmt::format("shape {}: while it was timed: {}", case_.shape.name, o->sentence());
    return {};
  }

  Status end() {
    read_conditions();
    if (auto s = look(); !s) return s;
    used_.clear();
    for (Half& h : halves_) h.at.clear(), h.module.reset();
    memory_.clear();
    watched_stock_.reset();
    drawn_stock_.reset();
    return {};
  }

  struct Used {
    Half* half;
    size_t place;
  };
  device::Device& device_;
  const Task& task_;
  const Case& case_;
  const TimingOptions& options_;
  const uint64_t seed_;
  Half halves_[2];
  Group groups_[2];
  std::optional<OtherDraws> other_draws_;         // kept between visits: drawing takes seconds for large shapes
  std::unique_ptr<Stock> watched_stock_, drawn_stock_;
  std::vector<std::shared_ptr<Memory>> memory_;   // even places are one group, odd ones the other
  std::vector<Used> used_;                        // in the last sample
  size_t round_ = 1, launches_ = 1;               // places that are gone round; of the sample
  int watched_sample_ = 0;                        // 1 or 2 in a block; 0: none
  uint64_t watched_index_ = 0;
  bool exchanged_ = false, touched_ = false, in_block_ = false;
  uint64_t flush_ = 0, drawn_ = 0;
  DeviceClock clock_;
};

// Operations a second that no kernel for the task exceeds; 0: not known. Whole numbers of 8 bits have faster units, and double precision is made
// of them in some kernels: of those nothing is said. Single precision is made of three products of halves, by matrix units (Ootomo and Yokota,
// "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance", 2022).
double peak_of(const Task& task, const device::Info& info) {
  auto any = [&](std::initializer_list<Element> types) {
    return std::ranges::any_of(task.buffers, [&](const Buffer& b) { return std::ranges::find(types, b.type) != types.end(); });
  };
  if (info.half_flops <= 0 || any({Element::f64, Element::i8, Element::u8})) return 0;
  if (task.precision != Precision::strict || any({Element::f16, Element::bf16})) return info.half_flops;
  return std::max(info.vector_flops, info.half_flops / 3);
}

}  // namespace

double floor_of(const Task& task, const Case& c, const device::Info& info) {
  if (info.kind == device::Kind::software) return 0;
  const auto bytes = task.bytes.value(c.shape.values), flops = task.flops.value(c.shape.values);
  const double peak = peak_of(task, info);
  const double moving = bytes && info.bandwidth > 0 ? static_cast<double>(*bytes) / info.bandwidth : 0;
  return std::max(moving, flops && peak > 0 ? static_cast<double>(*flops) / peak : 0);
}

Result<Timing> time_against(device::Device& device, const Task& task, const std::vector<const Case*>& cases, const Built& baseline, const Built& candidate, const TimingOptions& options) {
  std::vector<std::unique_ptr<ShapeTiming>> shapes;
  std::vector<std::unique_ptr<Clock>> instead;
  std::vector<Clock*> clocks;
  Timing t;
  for (const Case* c : cases) {
    shapes.push_back(std::make_unique<ShapeTiming>(device, task, *c, baseline, candidate, options, shapes.size()));
    clocks.push_back(shapes.back()->clock());
    if (options.instead) clocks.back() = instead.emplace_back(options.instead(*clocks.back())).get();
    t.floors.push_back(clocks.back()->floor());
  }
  auto result = compare(clocks, options.plan, options.seed);
  for (const auto& s : shapes) {
    t.looked += s->looked;
    t.conditions.add(s->conditions);
    if (t.fault.empty()) t.fault = s->fault;
  }
  if (!result) return std::unexpected(result.error());
  t.comparison = std::move(*result);
  if (std::string moved = t.conditions.movement(); !moved.empty()) t.comparison.why += "; " + moved;
  return t;
}

}  // namespace wavelift::judge
