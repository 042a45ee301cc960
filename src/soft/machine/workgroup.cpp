#include "soft/machine/workgroup.h"
#include "soft/machine/fault.h"
#include <algorithm>
#include <cstring>

namespace wavelift::soft::WAVE {

Workgroup::Workgroup(const LaunchState& s) : shared(s) {
  const Dim3& t = s.launch.threads;
  const size_t count = (static_cast<size_t>(t.x) * t.y * t.z + kLanes - 1) / kLanes;
  const size_t per_wave = static_cast<size_t>((s.scratch_size + 3) & ~3u) * kLanes;
  // Bytes behind the end of LDS: a wide access that starts inside is checked lane by lane, its load is not.
  memory_ = GroupMemory::take(count, per_wave * count, s.lds_size + 64);
  waves = {memory_.waves.data(), count};
  watches.resize(s.program->observers().size());
  for (uint32_t i = 0; i < count; ++i) {
    Wave& w = waves[i];
    w.v = reinterpret_cast<Row*>(memory_.rows.data()) + static_cast<size_t>(i) * kRows;
    w.k = s.program->constants();
    w.k_values = s.program->constant_values();
    w.group = this;
    w.lds = memory_.lds.get();
    w.lds_size = s.lds_size;
    w.scratch = per_wave ? memory_.scratch.data() + per_wave * i : nullptr;
    w.scratch_size = s.scratch_size;
    w.id_in_group = i;
  }
  make_ids();
}

Workgroup::~Workgroup() { GroupMemory::give_back(std::move(memory_)); }

// Fills memory_.ids: all axes packed into one register, as far as the kernel asks for them, or a register for each.
void Workgroup::make_ids() {
  const Dim3& t = shared.launch.threads;
  const bool packed =
      shared.arch != "gfx906" && shared.arch != "gfx908" && generation_of(shared.arch) != Generation::gfx10;
  const int axes = static_cast<int>(shared.kernel->rsrc2 >> 11 & 3);   // ids that the kernel does not ask for are not there
  const int kind = packed ? axes : 4;
  GroupMemory& m = memory_;
  if (m.ids_kind == kind && m.ids_of.x == t.x && m.ids_of.y == t.y && m.ids_of.z == t.z) return;
  m.ids_kind = kind;
  m.ids_of = t;
  const size_t rows = packed ? 1 : 3;
  m.ids.resize(waves.size() * rows);
  uint32_t x = 0, y = 0, z = 0;
  for (size_t i = 0; i < waves.size() * kLanes; ++i) {
    Row* row = m.ids.data() + i / kLanes * rows;
    const size_t lane = i % kLanes;
    if (packed) {
      row[0].lane[lane] = x | (axes >= 1 ? y << 10 : 0) | (axes >= 2 ? z << 20 : 0);
    } else {
      row[0].lane[lane] = x;
      row[1].lane[lane] = y;
      row[2].lane[lane] = z;
    }
    if (++x == t.x) {
      x = 0;
      if (++y == t.y) y = 0, ++z;
    }
  }
}

void Workgroup::start(Dim3 where) {
  id = where;
  faulted = nullptr;
  for (uint32_t i = 0; i < waves.size(); ++i) init_wave(waves[i], i);
  for (Observer* o : shared.program->observers()) o->group_started(*this, watches[o->index]);
}

uint64_t Workgroup::lanes_of(uint32_t wave) const {
  const Dim3& t = shared.launch.threads;
  return kAllLanes >> (kLanes - std::min<uint32_t>(kLanes, t.x * t.y * t.z - wave * kLanes));
}

// The state a wave starts in: LLVM's AMDGPU usage guide, "Initial Kernel Execution State".
void Workgroup::init_wave(Wave& w, uint32_t index) {
  const Kernel& k = *shared.kernel;
  w.state = WaveState::running;
  w.scc = 0;
  w.fault = nullptr;
  w.instructions = 0;
  w.block_ordinal = shared.entry->ordinal;
  w.pc = shared.entry;
  w.mode = (k.rsrc1 >> 12 & 0xff) | 1u << 8 | 1u << 9;   // FLOAT_MODE, DX10_CLAMP, IEEE
  w.set_s64(kVcc, 0);
  w.set_s64(kExec, 0);
  w.set_mask(kExec, lanes_of(index));
  refresh_exec(w);

  const size_t id_rows = memory_.ids.size() / waves.size();
  std::copy_n(memory_.ids.data() + index * id_rows, id_rows, w.v);

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

void Workgroup::run_wave(Wave& w, uint64_t quantum) {
  w.budget = w.instructions + quantum;
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
  _mm256_zeroupper();   // what follows may be SSE code, which full upper halves slow down on some hosts
}

Workgroup::Progress Workgroup::run(uint64_t slice, uint64_t quantum) { return turns(slice, quantum, nullptr); }

Workgroup::Progress Workgroup::run(Draws& draws) {
  return turns(uint64_t{1} << draws.below(15), uint64_t{1} << draws.below(13), &draws);
}

Workgroup::Progress Workgroup::turns(uint64_t slice, uint64_t quantum, Draws* draws) {
  uint64_t used = 0;
  bool polled = false;
  std::vector<uint32_t> order;   // of the waves, where it is drawn
  if (draws)
    for (uint32_t i = 0; i < waves.size(); ++i) order.push_back(i);
  for (;;) {
    size_t ended = 0, at_barrier = 0;
    bool ran = false, slept = true;
    if (draws) draws->shuffle(order);
    for (size_t i = 0; i < waves.size(); ++i) {
      Wave& w = waves[draws ? order[i] : i];
      if (w.state == WaveState::yielded) w.state = WaveState::running;
      if (w.state == WaveState::running) {
        const uint64_t before = w.instructions;
        const uint32_t polls = w.polls;
        if (draws) w.turn = 1 + static_cast<uint32_t>(draws->below(24));
        run_wave(w, quantum);
        ran = true;
        const uint64_t n = w.instructions - before;
        used += n;
        polled |= w.polls != polls;
        if (w.state != WaveState::yielded || n >= quantum) slept = false;
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
    if (slept && at_barrier == 0) return Progress::waiting;
    if (used >= slice) return polled ? Progress::waiting : Progress::busy;
  }
}

uint64_t Workgroup::fingerprint() const {
  const uint32_t vgprs = shared.kernel->vgprs;
  const size_t rows = vgprs == 0 || vgprs > 256 ? 256 : vgprs;
  __m256i h = _mm256_setzero_si256();
  auto mix = [&h](const uint32_t* p, size_t dwords) {
    for (size_t i = 0; i < dwords; i += 8) {
      const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + i));
      h = _mm256_add_epi32(_mm256_xor_si256(_mm256_slli_epi32(h, 5), _mm256_srli_epi32(h, 27)), x);
    }
  };
  uint64_t places = 0;
  for (const Wave& w : waves) {
    if (w.state == WaveState::ended) continue;
    mix(w.v->lane, rows * kLanes);
    mix(w.s, 128);
    places = places * 31 + reinterpret_cast<uint64_t>(w.pc) + w.scc;
  }
  alignas(32) uint64_t x[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(x), h);
  return places ^ (x[0] + x[1] * 3 + x[2] * 5 + x[3] * 7);
}

} // namespace wavelift::soft::WAVE
