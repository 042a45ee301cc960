#include "soft/observe/wave/race_lds.h"
#include "soft/isa/memory.h"
#include <algorithm>
#include <cstring>

namespace wavelift::soft::WAVE {

namespace {
constexpr uint32_t kLastTime = (1u << 26) - 2;   // so that time << 5 stays positive as a signed number

__m256i load(const uint32_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
void store(uint32_t* p, __m256i x) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x); }
}  // namespace

void RaceLds::Layer::resize(size_t units) {
  for (auto* v : {&write, &write_what, &read, &read_what, &second, &second_what, &atomic, &atomic_what}) v->assign(units, 0);
}

void RaceLds::begin(uint32_t bytes, uint32_t waves) {
  waves_ = waves;
  const uint32_t units = (bytes + 3) / 4 + 8;    // run() works on eight at a time
  if (units != dwords_) {
    dwords_ = units;
    dwords_layer_.resize(units);
    bytes_layer_ = {};
  }
  barrier();
}

void RaceLds::barrier() {
  uint32_t last = start_;
  for (uint32_t i = 0; i < waves_; ++i) last = std::max(last, time_[i]);
  if (last >= kLastTime) {
    dwords_layer_.resize(dwords_);
    if (!bytes_layer_.write.empty()) bytes_layer_.resize(size_t{dwords_} * 4);
    last = byte_time_ = atomic_time_ = 0;
  }
  start_ = last + 1;
  std::fill_n(time_, waves_, start_);
  if (learnt_) std::memset(known_, 0, sizeof known_);
  learnt_ = false;
  variables_.clear();
}

bool RaceLds::conflict(RaceKind kind, uint32_t when, uint32_t what) {
  other_ = {kind, when & 31, what >> 6, what & 63};
  return true;
}

bool RaceLds::check(const Layer& l, RaceKind kind, uint32_t wave, uint32_t at) {
  if (kind == RaceKind::lock) return false;
  if (is_fresh(l.write[at], wave)) return conflict(RaceKind::write, l.write[at], l.write_what[at]);
  if (kind != RaceKind::read) {
    if (is_fresh(l.read[at], wave)) return conflict(RaceKind::read, l.read[at], l.read_what[at]);
    if (is_fresh(l.second[at], wave)) return conflict(RaceKind::read, l.second[at], l.second_what[at]);
  }
  return kind != RaceKind::atomic && is_fresh(l.atomic[at], wave) && conflict(RaceKind::atomic, l.atomic[at], l.atomic_what[at]);
}

void RaceLds::record(Layer& l, RaceKind kind, uint32_t wave, uint32_t what, uint32_t at) {
  const uint32_t when = now(wave);
  if (kind == RaceKind::write) {
    l.write[at] = when, l.write_what[at] = what;
  } else if (kind == RaceKind::atomic) {
    l.atomic[at] = when, l.atomic_what[at] = what;
    atomic_time_ = time_[wave];
  } else if (kind == RaceKind::read && l.read[at] != when) {
    if (is_fresh(l.read[at], wave)) l.second[at] = l.read[at], l.second_what[at] = l.read_what[at];
    l.read[at] = when, l.read_what[at] = what;
  }
}

bool RaceLds::dword(RaceKind kind, uint32_t wave, uint32_t site, uint32_t at, uint32_t lane) {
  bool found = check(dwords_layer_, kind, wave, at);
  if (bytes_used())
    for (uint32_t b = 4 * at; b < 4 * at + 4 && !found; ++b) found = check(bytes_layer_, kind, wave, b);
  record(dwords_layer_, kind, wave, site << 6 | lane, at);
  return found;
}

bool RaceLds::byte(RaceKind kind, uint32_t wave, uint32_t site, uint32_t at, uint32_t lane) {
  if (bytes_layer_.write.empty()) bytes_layer_.resize(size_t{dwords_} * 4);
  byte_time_ = std::max(byte_time_, time_[wave]);
  bool found = check(dwords_layer_, kind, wave, at / 4) || check(bytes_layer_, kind, wave, at);
  record(bytes_layer_, kind, wave, site << 6 | lane, at);
  return found;
}

// Eight dwords at a time; where one of them may be in conflict, one after the other.
template <RaceKind Kind>
int RaceLds::run(uint32_t wave, uint32_t site, uint32_t first, uint32_t count, uint32_t lane, uint32_t per_lane) {
  Layer& l = dwords_layer_;
  const bool bytes = bytes_used(), atomics = atomic_time_ >= start_;
  const __m256i before = _mm256_set1_epi32(static_cast<int>((start_ << 5) - 1)), mine = _mm256_set1_epi32(static_cast<int>(wave)),
                low = _mm256_set1_epi32(31), when = _mm256_set1_epi32(static_cast<int>(now(wave))),
                spread = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const int shift = std::countr_zero(per_lane);
  auto foreign = [&](__m256i x) {   // of another wave since the barrier
    return _mm256_andnot_si256(_mm256_cmpeq_epi32(_mm256_and_si256(x, low), mine), _mm256_cmpgt_epi32(x, before));
  };
  int found = -1;
  for (uint32_t i = 0; i < count; i += 8) {
    const uint32_t at = first + i;
    const __m256i r = load(l.read.data() + at);
    __m256i bad = foreign(load(l.write.data() + at));
    if constexpr (Kind == RaceKind::write) bad = _mm256_or_si256(bad, foreign(r));
    if constexpr (Kind == RaceKind::write) bad = _mm256_or_si256(bad, foreign(load(l.second.data() + at)));
    if (atomics) bad = _mm256_or_si256(bad, foreign(load(l.atomic.data() + at)));
    if (count - i < 8 || bytes || !_mm256_testz_si256(bad, bad)) {
      for (uint32_t k = i; k < std::min(i + 8, count); ++k)
        if (dword(Kind, wave, site, first + k, lane + (k >> shift)) && found < 0) found = static_cast<int>(first + k);
      if (found >= 0) return found;
      continue;
    }
    const __m256i lanes = _mm256_srl_epi32(_mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(i)), spread), _mm_cvtsi32_si128(shift));
    const __m256i what = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(site << 6 | lane)), lanes);
    if constexpr (Kind == RaceKind::write) {
      store(l.write.data() + at, when);
      store(l.write_what.data() + at, what);
    } else {
      const __m256i have = _mm256_cmpeq_epi32(r, when);
      if (_mm256_movemask_epi8(have) == -1) continue;
      const __m256i move = foreign(r);
      if (!_mm256_testz_si256(move, move)) {
        store(l.second.data() + at, _mm256_blendv_epi8(load(l.second.data() + at), r, move));
        store(l.second_what.data() + at,
              _mm256_blendv_epi8(load(l.second_what.data() + at), load(l.read_what.data() + at), move));
      }
      store(l.read.data() + at, when);
      store(l.read_what.data() + at, what);
    }
  }
  return found;
}
template int RaceLds::run<RaceKind::read>(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
template int RaceLds::run<RaceKind::write>(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);

namespace {

// Those of `lanes` whose element of `row` is neither that of the active lane before nor of the one sixteen before: rows and
// columns of tiles are read by many lanes at once.
uint64_t distinct(const uint32_t* row, uint64_t lanes) {
  uint64_t before = 0, row_before = 0;
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i x = load(row + i);
    auto equals = [&](const uint32_t* other) {
      const __m256i same = _mm256_cmpeq_epi32(x, load(other));
      return static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(same)))) << i;
    };
    if (i > 0) before |= equals(row + i - 1);
    else for (int k = 1; k < 8; ++k) before |= static_cast<uint64_t>(row[k] == row[k - 1]) << k;
    if (i >= 16) row_before |= equals(row + i - 16);
  }
  return lanes & ~((before & lanes << 1) | (row_before & lanes << 16));
}

}  // namespace

// What a wave has done to a dword since its time began need not be compared again: whoever came between has met it.
template <RaceKind Kind>
int RaceLds::lanes(uint32_t wave, uint32_t site, const uint32_t* row, uint32_t offset, uint64_t lanes, uint32_t count) {
  Layer& l = dwords_layer_;
  const uint32_t when = now(wave);
  const uint32_t* done = Kind == RaceKind::read ? l.read.data() : Kind == RaceKind::write ? l.write.data() : l.atomic.data();
  const bool simple = Kind == RaceKind::read && !bytes_used() && atomic_time_ < start_;
  const uint32_t fresh = start_ << 5;
  int found = -1;
  for (uint64_t e = distinct(row, lanes); e; e &= e - 1) {
    const int lane = std::countr_zero(e);
    const uint32_t first = (row[lane] + offset) / 4;
    for (uint32_t at = first; at < first + count; ++at) {
      if (done[at] == when) continue;
      const uint32_t write = l.write[at], read = l.read[at];
      if (simple && (write < fresh || (write & 31) == wave)) {
        if (read >= fresh && (read & 31) != wave) l.second[at] = read, l.second_what[at] = l.read_what[at];
        l.read[at] = when;
        l.read_what[at] = site << 6 | static_cast<uint32_t>(lane);
      } else if (dword(Kind, wave, site, at, static_cast<uint32_t>(lane)) && found < 0) {
        found = static_cast<int>(at);
      }
    }
  }
  return found;
}
template int RaceLds::lanes<RaceKind::read>(uint32_t, uint32_t, const uint32_t*, uint32_t, uint64_t, uint32_t);
template int RaceLds::lanes<RaceKind::write>(uint32_t, uint32_t, const uint32_t*, uint32_t, uint64_t, uint32_t);
template int RaceLds::lanes<RaceKind::atomic>(uint32_t, uint32_t, const uint32_t*, uint32_t, uint64_t, uint32_t);

void RaceLds::publish(uint32_t wave, uint32_t address) {
  auto& v = variables_[address];
  for (uint32_t i = 0; i < waves_; ++i) v[i] = std::max(v[i], i == wave ? time_[wave] : known_[wave][i]);
  if (time_[wave] < kLastTime) ++time_[wave];
}

void RaceLds::learn(uint32_t wave, uint32_t address) {
  // A lock that is given back by a plain store.
  const uint32_t at = address / 4, when = at < dwords_ ? dwords_layer_.write[at] : 0;
  if (is_fresh(when, wave)) known_[wave][when & 31] = when >> 5, learnt_ = true;
  auto it = variables_.find(address);
  if (it == variables_.end()) return;
  for (uint32_t i = 0; i < waves_; ++i) known_[wave][i] = std::max(known_[wave][i], it->second[i]);
  learnt_ = true;
}

void RaceLds::learn_from(uint32_t wave, uint32_t from) {
  known_[wave][from] = std::max(known_[wave][from], time_[from]);
  if (time_[from] < kLastTime) ++time_[from];
  learnt_ = true;
}

}  // namespace wavelift::soft::WAVE
