#include "soft/machine/workgroup.h"
#include "soft/machine/fault.h"
#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace wavelift::soft::WAVE {

namespace {

constexpr uint64_t kQuantum = 4096;   // instructions a wave runs before it yields at a backward branch

uint8_t* map(size_t bytes) {
  void* m = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) throw std::bad_alloc();
  return static_cast<uint8_t*>(m);
}

}  // namespace

Workgroup::Workgroup(const LaunchState& s) : shared(s) {
  const Launch& l = s.launch;
  uint32_t threads = l.threads.x * l.threads.y * l.threads.z;
  waves.resize((threads + kLanes - 1) / kLanes);
  watches.resize(s.program->observers().size());
  rows_bytes_ = waves.size() * kRows * sizeof(Row);
  rows_ = reinterpret_cast<Row*>(map(rows_bytes_));
  size_t per_wave = static_cast<size_t>(s.scratch_size + 3 & ~3u) * kLanes;
  scratch_bytes_ = per_wave * waves.size();
  if (scratch_bytes_) scratch_ = map(scratch_bytes_);
  // 16 bytes behind the end: a wide access that starts inside is checked lane by lane, its load is not.
  lds_.reset(new uint8_t[s.lds_size + 64]());
  for (uint32_t i = 0; i < waves.size(); ++i) {
    Wave& w = waves[i];
    std::memset(w.s, 0, sizeof w.s);
    w.v = rows_ + static_cast<size_t>(i) * kRows;
    w.k = s.program->constants();
    w.group = this;
    w.lds = lds_.get();
    w.lds_size = s.lds_size;
    w.scratch = scratch_ ? scratch_ + per_wave * i : nullptr;
    w.scratch_size = s.scratch_size;
    w.id_in_group = i;
  }
}

Workgroup::~Workgroup() {
  ::munmap(rows_, rows_bytes_);
  if (scratch_) ::munmap(scratch_, scratch_bytes_);
}

void Workgroup::start(Dim3 where) {
  id = where;
  faulted = nullptr;
  for (uint32_t i = 0; i < waves.size(); ++i) init_wave(waves[i], i);
  for (Observer* o : shared.program->observers()) o->group_started(*this, watches[o->index]);
}

// The state a wave starts in: LLVM's AMDGPU usage guide, "Initial Kernel Execution State".
void Workgroup::init_wave(Wave& w, uint32_t index) {
  const Kernel& k = *shared.kernel;
  const Dim3& t = shared.launch.threads;
  uint32_t total = t.x * t.y * t.z, first = index * kLanes, count = std::min<uint32_t>(kLanes, total - first);
  w.state = WaveState::running;
  w.scc = 0;
  w.fault = nullptr;
  w.instructions = 0;
  w.block_ordinal = shared.entry->ordinal;
  w.pc = shared.entry;
  w.mode = (k.rsrc1 >> 12 & 0xff) | 1u << 8 | 1u << 9;   // FLOAT_MODE, DX10_CLAMP, IEEE
  w.set_s64(kVcc, 0);
  w.set_s64(kExec, 0);
  w.set_mask(kExec, kAllLanes >> (kLanes - count));
  refresh_exec(w);

  bool packed_ids = shared.arch != "gfx906" && shared.arch != "gfx908" && generation_of(shared.arch) != Generation::gfx10;
  uint32_t id_axes = k.rsrc2 >> 11 & 3;   // ids that the kernel does not ask for are not there
  uint32_t x = first % t.x, y = first / t.x % t.y, z = first / t.x / t.y;
  for (uint32_t i = 0; i < kLanes; ++i) {
    if (packed_ids) {
      w.v[0].lane[i] = x | (id_axes >= 1 ? y << 10 : 0) | (id_axes >= 2 ? z << 20 : 0);
    } else {
      w.v[0].lane[i] = x;
      w.v[1].lane[i] = y;
      w.v[2].lane[i] = z;
    }
    if (++x == t.x) {
      x = 0;
      if (++y == t.y) y = 0, ++z;
    }
  }

  int at = 0;
  auto put32 = [&](uint32_t v) { w.s[at++] = v; };
  auto put64 = [&](uint64_t v) { w.set_s64(at, v), at += 2; };
  auto pointer = [](const auto& bytes) { return reinterpret_cast<uint64_t>(bytes.data()); };
  uint64_t scratch = reinterpret_cast<uint64_t>(w.scratch);
  if (k.code_properties & 1) {   // a buffer descriptor of the private segment: swizzled by dword over the lanes
    put32(static_cast<uint32_t>(scratch));
    put32(static_cast<uint32_t>(scratch >> 32) | 1u << 31);
    put32(shared.scratch_size * kLanes);
    put32(kLanes == 64 ? 0x00E80000 : 0x00C80000);   // ADD_TID_ENABLE, index stride 64 or 32, element size 4
  }
  if (k.code_properties & 2) put64(pointer(shared.packet));
  if (k.code_properties & 4) put64(pointer(shared.queue));
  if (k.code_properties & 8) put64(pointer(shared.kernarg));
  if (k.code_properties & 16) put64(1);
  if (k.code_properties & 32) put64(scratch);
  if (k.code_properties & 64) put32(shared.scratch_size);
  uint32_t preload = k.kernarg_preload & 0x7f, preload_from = (k.kernarg_preload >> 7) * 4;
  for (uint32_t i = 0; i < preload; ++i) {
    uint32_t v = 0;
    if (preload_from + 4 * i + 4 <= shared.kernarg.size()) std::memcpy(&v, shared.kernarg.data() + preload_from + 4 * i, 4);
    put32(v);
  }
  at = std::max<int>(at, static_cast<int>(k.rsrc2 >> 1 & 31));
  if (k.rsrc2 >> 7 & 1) put32(id.x);
  if (k.rsrc2 >> 8 & 1) put32(id.y);
  if (k.rsrc2 >> 9 & 1) put32(id.z);
  if (k.rsrc2 >> 10 & 1) put32(0);
  if (k.rsrc2 & 1) put32(0);     // scratch wave offset: the descriptor already points to this wave's memory
}

void Workgroup::run_wave(Wave& w) {
  w.budget = w.instructions + kQuantum;
  FaultGuard& guard = fault_guard;
  const unsigned host_csr = _mm_getcsr();
  apply_float_mode(w);
  if (sigsetjmp(guard.jump, 0) == 0) {
    guard.armed = true;
    const Op* op = w.pc;
    while (op) op = op->fn(w, op);
    guard.armed = false;
  } else {                       // memory that is not there; the handler left w.pc at the operation
    w.state = WaveState::faulted;
    w.fault = "memory access fault";
    w.fault_address = guard.address;
  }
  _mm_setcsr(host_csr);
}

Workgroup::Progress Workgroup::run(uint64_t slice) {
  uint64_t used = 0;
  for (;;) {
    size_t ended = 0, at_barrier = 0;
    bool ran = false, slept = true;
    for (Wave& w : waves) {
      if (w.state == WaveState::yielded) w.state = WaveState::running;
      if (w.state == WaveState::running) {
        uint64_t before = w.instructions;
        run_wave(w);
        ran = true;
        uint64_t n = w.instructions - before;
        used += n;
        if (w.state != WaveState::yielded || n >= kQuantum) slept = false;
        if (w.state == WaveState::faulted) {
          faulted = &w;
          return Progress::faulted;
        }
      }
      ended += w.state == WaveState::ended;
      at_barrier += w.state == WaveState::barrier;
    }
    if (shared.hostcall) shared.hostcall->serve();
    if (ended == waves.size()) {
      for (Wave& w : waves) instructions += w.instructions;
      for (Observer* o : shared.program->observers()) o->group_finished(*this, watches[o->index].get());
      return Progress::finished;
    }
    // Waves that have ended do not hold up a barrier.
    if (at_barrier + ended == waves.size()) {
      for (Wave& w : waves)
        if (w.state == WaveState::barrier) w.state = WaveState::running;
      for (Observer* o : shared.program->observers()) o->barrier_passed(*this, watches[o->index].get());
    }
    if (!ran && at_barrier + ended != waves.size()) return Progress::waiting;
    if (used >= slice || (slept && at_barrier == 0)) return Progress::waiting;
  }
}

} // namespace wavelift::soft::WAVE
