// The check `init`: undefined values are followed through registers and memory, and reported where something depends on
// them: a branch, an address, a call, a result that the host gets.
#include "soft/observe/wave/init_shadow.h"
#include "soft/observe/wave/observers.h"
#include "soft/observe/wave/segments.h"
#include <cstring>
#include <deque>
#include <sys/mman.h>

namespace wavelift::soft::WAVE {

namespace {

uint8_t* map(size_t bytes) {
  void* m = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) throw std::bad_alloc();
  return static_cast<uint8_t*>(m);
}

template <bool Wide> inline unsigned look(const uint8_t* state, uint16_t at) {
  if constexpr (Wide) return host_load<uint16_t>(state + at);
  else return state[at];
}

// Nearly always all operands are defined, and so is the result.
template <bool Wide> const Op* pass_or_follow(Wave& w, const Op* op) {
  const uint8_t* state = w.shadow->state;
  if ((look<Wide>(state, op->a.index) | look<Wide>(state, op->b.index) | look<Wide>(state, op->c.index) |
       look<Wide>(state, op->dst) | look<Wide>(state, op->sdst)) == 0)
    WL_NEXT(w, op);
  const auto& site = *static_cast<const InitSite*>(op->site);
  constexpr uint32_t kIndexing = 1u << 27;   // of MODE: s_set_gpr_idx_on
  if (w.mode & kIndexing) follow_indexed(w, op, site);
  else follow(w, site);
  WL_NEXT(w, op);
}

// Instructions on more registers than two, or with more operands than an Op has.
const Op* always_follow(Wave& w, const Op* op) {
  follow(w, *static_cast<const InitSite*>(op->site));
  WL_NEXT(w, op);
}

class InitCheck final : public Observer {
public:
  void before(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    InitSite& site = sites_.emplace_back();
    site.main = main;
    site.inst = inst;
    if (!choose_rule(site)) {
      sites_.pop_back();
      return;
    }
    if (site.access) {
      ops.push_back(observing(main, follow_memory, &site));
      return;
    }
    Op op = observing(main, always_follow, &site);
    if (site.rule != Rule::matrix && site.rule != Rule::moves_relative) {
      bool wide = false;
      Src* sources[] = {&op.a, &op.b, &op.c};
      for (int k = 0; k < 3; ++k) {
        const Src& from = site.source[k];
        wide |= from.kind != Src::Kind::constant && from.dwords > 1;
        if (from.kind == Src::Kind::vector) *sources[k] = from;
        else *sources[k] = {Src::Kind::none, 1, from.kind == Src::Kind::scalar ? static_cast<uint16_t>(kScalarState + from.index) : kCleanState};
      }
      // SCC goes where a scalar instruction has no third source.
      if (site.scalar && site.source[2].kind == Src::Kind::none) op.c.index = kScalarState + kSccSlot;
      if (site.rule == Rule::branch_vcc || site.rule == Rule::fmas)
        (site.rule == Rule::fmas ? op.sdst : op.a.index) = kScalarState + kVcc, wide |= kLanes == 64;
      else op.sdst = site.scalar_dwords ? static_cast<uint16_t>(kScalarState + main.sdst) : kCleanState;
      op.dst = site.dst_dwords ? site.dst : site.source[0].kind == Src::Kind::vector ? site.source[0].index : 0;
      wide |= site.dst_dwords > 1 || site.scalar_dwords > 1;
      op.fn = wide ? pass_or_follow<true> : pass_or_follow<false>;
    }
    ops.push_back(op);
  }

  void launch_started(const LaunchState& launch) override { segments_.launch_started(launch); }
  void launch_finished(const LaunchState& launch, const LaunchStats*) override {
    segments_.launch_finished(launch);
    for (Range* r : Ranges::get().allocations())
      if (r->touched.exchange(false)) refresh(*r);
  }
  void group_started(Workgroup& group, std::unique_ptr<Watch>& slot) override {
    if (!slot) slot = std::make_unique<InitWatch>(group);
    static_cast<InitWatch&>(*slot).start(group);
  }
  void barrier_passed(Workgroup&, Watch* watch) override { static_cast<InitWatch*>(watch)->refresh_lds(); }

private:
  std::deque<InitSite> sites_;
  Segments segments_;
};

}  // namespace

InitWatch::InitWatch(const Workgroup& group) : waves(group.waves.size()), lds_size(group.shared.lds_size) {
  rows_bytes_ = waves.size() * kRows * sizeof(Row);
  rows_ = reinterpret_cast<Row*>(map(rows_bytes_));
  lds = map(2 * (lds_size + 64));
  lds_computed = lds + lds_size + 64;
  scratch_a_wave_ = static_cast<size_t>(group.shared.scratch_size + 3 & ~3u) * kLanes;
  scratch_bytes_ = scratch_a_wave_ * waves.size();
  if (scratch_bytes_) scratch_ = map(2 * scratch_bytes_);
  for (size_t i = 0; i < waves.size(); ++i) {
    waves[i].watch = this;
    waves[i].v = rows_ + i * kRows;
    if (!scratch_) continue;
    waves[i].scratch = scratch_ + scratch_a_wave_ * i;
    waves[i].scratch_computed = waves[i].scratch + scratch_bytes_;
  }
}

InitWatch::~InitWatch() {
  ::munmap(rows_, rows_bytes_);
  ::munmap(lds, 2 * (lds_size + 64));
  if (scratch_) ::munmap(scratch_, 2 * scratch_bytes_);
}

// What a wave starts with is defined; the rest of its registers, LDS and private memory is not.
void InitWatch::start(Workgroup& group) {
  const Kernel& k = *group.shared.kernel;
  const bool packed_ids = group.shared.arch != "gfx906" && group.shared.arch != "gfx908" &&
                          generation_of(group.shared.arch) != Generation::gfx10;
  const int scalars = static_cast<int>(k.rsrc2 >> 1 & 31) + std::popcount(k.rsrc2 >> 7 & 15u) + static_cast<int>(k.rsrc2 & 1);
  constexpr int kProgramScalars = 102;   // the others are special registers
  std::memset(lds, 0, lds_size);
  if (keeps_computed) {
    std::memset(lds_computed, 0, lds_size);
    for (const WaveShadow& s : waves)
      if (s.scratch_used) std::memset(s.scratch_computed, 0, s.scratch_used);
    keeps_computed = false;
  }
  lds_defined = lds_size == 0;
  lds_first_undefined = 0;
  for (size_t i = 0; i < waves.size(); ++i) {
    WaveShadow& s = waves[i];
    s.alive = group.waves[i].exec();
    std::memset(s.state, kClean, sizeof s.state);
    std::memset(s.state, kUndefined, kTempBase);
    std::memset(s.state, kClean, packed_ids ? 1 : 3);
    std::memset(s.s, 0, sizeof s.s);
    std::memset(s.computed_scalar, 0, sizeof s.computed_scalar);
    for (int slot = scalars; slot < kProgramScalars; ++slot) {
      s.set_scalar(slot, ~0u);
      s.origin_scalar[slot] = {};
    }
    if (s.scratch_used) std::memset(s.scratch, 0, s.scratch_used);
    s.scratch_used = 0;
    group.waves[i].shadow = &s;
  }
}

void InitWatch::refresh_lds() {
  if (lds_defined) return;
  uint32_t& at = lds_first_undefined;
  while (at < lds_size && lds[at] == 0xff) ++at;
  lds_defined = at == lds_size;
}

void InitWatch::define_lds() {
  std::memset(lds, 0xff, lds_size);
  lds_defined = true;
}

std::unique_ptr<Observer> create_init_check() { return std::make_unique<InitCheck>(); }

}  // namespace wavelift::soft::WAVE
