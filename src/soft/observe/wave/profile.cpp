#include "soft/observe/wave/profile.h"
#include "soft/isa/lower.h"
#include "soft/machine/workgroup.h"
#include "soft/observe/sample.h"
#include <bit>
#include <cstring>
#include <set>

namespace wavelift::soft::WAVE {

// Small and in the static block of every thread, so that a micro-op reaches them without a call.
[[gnu::tls_model("initial-exec")]] static thread_local SegmentCount* profile_segments = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local ProfileThread* profile_thread = nullptr;

namespace {

const Op* count(Wave& w, const Op* op) {
  SegmentCount& c = profile_segments[static_cast<uint32_t>(op->imm)];
  ++c.executions;
  c.lanes += static_cast<unsigned>(std::popcount(w.exec()));
  return op + 1;
}

// In front of a DPP operation, which has narrowed EXEC for itself.
const Op* count_in_dpp(Wave& w, const Op* op) {
  SegmentCount& c = profile_segments[static_cast<uint32_t>(op->imm)];
  ++c.executions;
  c.lanes += static_cast<unsigned>(std::popcount(w.saved_exec));
  return op + 1;
}

bool ends_segment(const Inst& inst) {
  const std::string& m = inst.mnemonic;
  return m.starts_with("s_branch") || m.starts_with("s_cbranch") || m.starts_with("s_setpc") || m.starts_with("s_swappc") ||
         m.starts_with("s_call") || m.starts_with("s_endpgm");
}

bool may_write_exec(const Inst& inst) {
  const std::string& m = inst.mnemonic;
  if (m.starts_with("v_cmpx") || m.find("saveexec") != m.npos || m.find("wrexec") != m.npos) return true;
  if (inst.ops.empty() || inst.ops[0].kind != Operand::Kind::sgpr) return false;
  return inst.ops[0].index <= kExec + 1 && inst.ops[0].index + inst.ops[0].dwords > kExec;
}

// The pointers that a launch has as arguments; those in structures are not known.
std::vector<BufferArgument> buffers_of(const LaunchState& s) {
  std::vector<BufferArgument> all;
  for (const KernelArg& a : s.kernel->args) {
    if (a.value_kind != "global_buffer" || a.offset + sizeof(uint64_t) > s.kernarg.size()) continue;
    BufferArgument b{a.name, 0};
    std::memcpy(&b.address, s.kernarg.data() + a.offset, sizeof b.address);
    if (b.address) all.push_back(std::move(b));
  }
  return all;
}

class Profiler final : public Observer {
public:
  Profiler() : source_(Profile::of_process().add_source()) {}
  ~Profiler() override { source_->close(); }

  void lowering(const CodeObject& object, const std::map<uint64_t, Inst>& insts) override {
    source_->set_object(object);
    leaders_.clear();
    insts_ = &insts;
    new_segment_ = true;
    last_ = 0;
    for (const auto& [address, inst] : insts) {
      if (uint64_t target = branch_target(inst)) leaders_.insert(target);
      if (ends_segment(inst)) leaders_.insert(address + inst.size);
    }
  }

  void before(const Inst& operation, const Op& main, std::vector<Op>& ops) override {
    if (operation.address == last_) return;   // the other half of a VOPD instruction
    last_ = operation.address;
    const Inst& inst = insts_->at(operation.address);
    if (new_segment_ || leaders_.contains(inst.address)) {
      segment_ = source_->add_segment();
      Op op = observing(main, inst.form == Form::dpp && !inst.dpp.eight ? count_in_dpp : count);
      op.imm = static_cast<int32_t>(segment_);
      ops.push_back(op);
    }
    new_segment_ = may_write_exec(inst);
    CountedSite site;
    site.address = inst.address;
    site.mnemonic = inst.mnemonic;
    site.text = inst.text;
    site.what = classify(inst);
    site.access = access_of(inst);
    site.segment = segment_;
    if (site.access) {
      site.memory = source_->add_memory();
      bool write = site.access.kind != Access::Kind::load;
      memory_sites_.push_back({site.access, site.memory, write || inst.glc});
      ops.push_back(observing(main, memory_observer(site.access), &memory_sites_.back()));
    }
    source_->add(std::move(site));
  }

  void launch_started(const LaunchState& s) override {
    KernelProfile& k = source_->kernel(*s.kernel, s.arch);
    const Launch& l = s.launch;
    const uint64_t all = static_cast<uint64_t>(l.blocks.x) * l.blocks.y * l.blocks.z;
    const auto sample = sample_of(l.blocks, sample_size());
    const uint64_t groups = sample.empty() ? all : sample.size();
    std::lock_guard lock(k.mutex);
    if (k.launches == 0) k.blocks = l.blocks, k.threads = l.threads;
    auto same = [](Dim3 a, Dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
    k.varied |= !same(k.blocks, l.blocks) || !same(k.threads, l.threads);
    k.dynamic_lds = std::max(k.dynamic_lds, l.dynamic_lds);
    ++k.launches;
    k.launches_started = k.launches;
    const uint64_t items = static_cast<uint64_t>(l.threads.x) * l.threads.y * l.threads.z;
    k.groups += all;
    k.executed_groups += groups;
    if (sample_size() && k.arguments.empty()) k.arguments = buffers_of(s);
    k.waves += groups * ((items + kLanes - 1) / kLanes);
    k.work_items += groups * items;
    // Of a launch about kAnalysed workgroups; of a kernel that comes often ever fewer.
    const uint64_t stride = std::max((groups + kAnalysed - 1) / kAnalysed, k.analysed_groups.load() / (kAnalysed / 2));
    k.stride = static_cast<uint32_t>(std::bit_ceil(std::max<uint64_t>(1, stride)));
  }

  void launch_finished(const LaunchState& s, const LaunchStats* stats) override {
    KernelProfile& k = source_->kernel(*s.kernel, s.arch);
    {
      std::lock_guard lock(k.mutex);
      if (stats)
        k.seconds += stats->seconds;
      else
        ++k.faults;
    }
    Profile::of_process().next_epoch();
  }

  void group_started(Workgroup& g, std::unique_ptr<Watch>& slot) override {
    ProfileThread& t = enter(g);
    if (!slot) slot = std::make_unique<GroupProfile>(Profile::of_process().limits(g.shared.arch), sample_l1_kib());
    auto& state = static_cast<GroupProfile&>(*slot);
    const Dim3& b = g.shared.launch.blocks;
    const uint64_t n = g.id.x + static_cast<uint64_t>(b.x) * (g.id.y + static_cast<uint64_t>(b.y) * g.id.z);
    const uint32_t stride = t.profile->stride.load(std::memory_order_relaxed);
    // A hash, so that no column of the grid is left out, nor the same workgroups of every launch.
    const uint64_t key = n + t.profile->launches_started.load(std::memory_order_relaxed) * 40503;
    const bool in_sample = stride == 1 || (L2Model::mix(key) & (stride - 1)) == 0;
    // Two launches' footprints are not of one kind; the first one's are kept.
    state.whole = sample_size() != 0 && t.profile->launches_started.load(std::memory_order_relaxed) == 1;
    state.start(in_sample);
    if (in_sample) t.profile->analysed_groups.fetch_add(1, std::memory_order_relaxed);
    state.die = static_cast<uint32_t>(n % t.dies);
    t.group = &g;
    t.state = &state;
  }

  void group_finished(Workgroup& g, Watch* watch) override {
    if (auto& state = static_cast<GroupProfile&>(*watch); state.whole) {
      const Dim3& b = g.shared.launch.blocks;
      GroupFootprint f{g.id.x + static_cast<uint64_t>(b.x) * (g.id.y + static_cast<uint64_t>(b.y) * g.id.z), state.footprint.take()};
      KernelProfile& k = source_->kernel(*g.shared.kernel, g.shared.arch);
      std::lock_guard lock(k.mutex);
      k.footprints.push_back(std::move(f));
    }
    // Nothing is left when the launch is over: the lines it dirtied are written back then.
    profile_thread->flush();
  }

private:
  static constexpr uint64_t kAnalysed = 1024;   // workgroups a launch

  // Makes the thread's counters those of the workgroup's kernel.
  ProfileThread& enter(const Workgroup& g) {
    thread_local ProfileThread mine;
    ProfileThread& t = mine;
    profile_thread = &t;
    t.slot = index;
    t.l2_mask = Profile::of_process().l2_sample() - 1;
    if (t.source == source_->id() && t.kernel == g.shared.kernel) {
      profile_segments = t.counts->segments;
      return t;
    }
    t.flush();
    t.source = source_->id();
    t.kernel = g.shared.kernel;
    t.profile = &source_->kernel(*g.shared.kernel, g.shared.arch);
    t.counts = &t.profile->table_of_thread();
    profile_segments = t.counts->segments;
    const auto& limits = Profile::of_process().limits(g.shared.arch);
    t.dies = static_cast<uint32_t>(limits.dies);
    t.l1_shift = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(limits.l1_line)));
    t.l2_shift = static_cast<unsigned>(
        std::countr_zero(static_cast<unsigned>(Profile::of_process().target(g.shared.arch).cache_line)));
    return t;
  }

  std::shared_ptr<Source> source_;
  std::deque<CountedMemory> memory_sites_;
  std::set<uint64_t> leaders_;
  const std::map<uint64_t, Inst>* insts_ = nullptr;   // of the function that is being lowered
  uint64_t last_ = 0;                                 // address of the instruction seen last
  uint32_t segment_ = 0;
  bool new_segment_ = true;
};

}  // namespace

void ProfileThread::flush() {
  if (l2.empty()) return;
  Profile::of_process().l2(profile->arch, l2);
  l2.clear();
}

std::unique_ptr<Observer> create_profiler() { return std::make_unique<Profiler>(); }

}  // namespace wavelift::soft::WAVE
