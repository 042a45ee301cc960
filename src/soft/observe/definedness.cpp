#include "soft/observe/definedness.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>

namespace wavelift::soft {

namespace {

uint64_t address_of(const void* p) { return reinterpret_cast<uint64_t>(p); }

uint8_t* map(size_t size) {
  void* p = ::mmap(nullptr, std::max<size_t>(size, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<uint8_t*>(p);
}

// The first byte from `at` on that is not `value`; `size` when there is none.
uint64_t first_other(const uint8_t* bytes, uint64_t at, uint64_t size, uint8_t value) {
  const uint64_t eight = 0x0101010101010101ull * value;
  while (at < size && at % 8 != 0 && bytes[at] == value) ++at;
  for (uint64_t x; at + 8 <= size && at % 8 == 0; at += 8) {
    std::memcpy(&x, bytes + at, 8);
    if (x != eight) break;
  }
  while (at < size && bytes[at] == value) ++at;
  return at;
}

void report_host_copy(Range& r, uint64_t offset, uint64_t size) {
  std::lock_guard lock(r.mutex);
  if (!r.computed_by) return;
  const Check& c = check("init-host-copy");
  if (!Reports::get().first(c, r.computed_by->pc)) return;
  Report report;
  report.check = &c;
  report.site = r.computed_by;
  report.host = HostTrace::here().site();
  report.memory = {"global", r.begin + offset, size};
  report.allocation = describe(r);
  report.sentence = fmt::format("{} brings a value to the host that was computed from undefined values and stored {} bytes into "
                                "an allocation", report.host->call, offset);
  Reports::get().add(std::move(report), r.computed_by->pc);
}

}  // namespace

bool checking_init() {
  static const bool on = checking() && process_checks()->wants(CheckKind::init);
  return on;
}

uint8_t* defined_bytes(Range& r) {
  if (uint8_t* d = r.defined.load(std::memory_order_acquire)) return d;
  std::lock_guard lock(r.mutex);
  if (uint8_t* d = r.defined.load(std::memory_order_relaxed)) return d;
  uint8_t* d = map(r.size());
  if (d && r.all_defined) std::memset(d, 0xff, r.size());
  r.defined.store(d, std::memory_order_release);
  return d;
}

uint8_t* computed_bytes(Range& r) {
  if (uint8_t* c = r.computed.load(std::memory_order_acquire)) return c;
  std::lock_guard lock(r.mutex);
  if (!r.computed.load(std::memory_order_relaxed)) r.computed.store(map(r.size()), std::memory_order_release);
  return r.computed.load(std::memory_order_relaxed);
}

void note_undefined(Range& r, uint64_t offset) {
  uint8_t* d = defined_bytes(r);
  std::lock_guard lock(r.mutex);
  if (r.all_defined) {
    // Stores to a range that is all defined do not keep its bytes up to date.
    if (d) std::memset(d, 0xff, r.size());
    r.first_undefined = offset;
    r.all_defined = false;
  }
  r.first_undefined = std::min(r.first_undefined, offset);
}

void refresh(Range& r) {
  uint8_t* d = r.defined.load();
  if (!d || r.all_defined) return;
  std::lock_guard lock(r.mutex);
  r.first_undefined = first_other(d, r.first_undefined, r.size(), 0xff);
  if (r.first_undefined == r.size()) r.all_defined = true;
}

void all_written() {
  for (Range* r : Ranges::get().allocations())
    if (is_followed(*r)) r->all_defined = true;
}

void host_wrote(const void* address, size_t size) {
  const uint64_t at = address_of(address);
  Range* r = size ? Ranges::get().find(at) : nullptr;
  if (!r || !is_followed(*r) || r->all_defined) return;
  const uint64_t offset = at - r->begin;
  size = std::min<uint64_t>(size, r->size() - offset);
  if (size == r->size()) {
    r->all_defined = true;
    return;
  }
  if (uint8_t* d = defined_bytes(*r)) std::memset(d + offset, 0xff, size);
  refresh(*r);
}

void library_copied(const void* to, const void* from, size_t size) {
  Range* source = Ranges::get().find(address_of(from));
  if (!source || !is_followed(*source) || source->all_defined) return host_wrote(to, size);
  const uint64_t offset = address_of(from) - source->begin;
  size = std::min<uint64_t>(size, source->size() - offset);
  const uint8_t* defined = defined_bytes(*source);
  if (!defined || first_other(defined, offset, offset + size, 0xff) == offset + size) return host_wrote(to, size);

  Range* target = Ranges::get().find(address_of(to));
  if (!target || !is_followed(*target)) {
    const uint8_t* computed = source->computed.load();
    if (!computed) return;
    // Undefined bytes that were never written, or only copied, may be padding.
    for (uint64_t at = offset; (at = first_other(computed, at, offset + size, 0)) < offset + size; ++at)
      if (defined[at] != 0xff) return report_host_copy(*source, at, size);
    return;
  }
  uint8_t* d = defined_bytes(*target);
  const uint64_t there = address_of(to) - target->begin;
  if (!d || there + size > target->size()) return;
  note_undefined(*target, there);
  std::memmove(d + there, defined + offset, size);
  if (const uint8_t* computed = source->computed.load())
    if (uint8_t* c = computed_bytes(*target)) {
      std::memmove(c + there, computed + offset, size);
      std::scoped_lock lock(source->mutex);
      std::optional<Site> by = source->computed_by;
      if (target != source && !target->computed_by) target->computed_by = by;
    }
}

}  // namespace wavelift::soft
