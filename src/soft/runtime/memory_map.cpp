#include "soft/runtime/memory_map.h"
#include "soft/observe/ranges.h"
#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace wavelift::hiprt {
namespace {

constexpr size_t kAlign = 256;
constexpr size_t kPage = 4096;
constexpr size_t kLarge = 128 << 10; // from here on an allocation is a mapping of its own
constexpr size_t kSlab = 8 << 20;
// While checks run, freed memory is not used again until there is more of it than this, so that its use is found: small
// allocations in bytes, large ones in number, since these keep addresses only.
constexpr size_t kKeepSmall = 64 << 20, kKeepLarge = 4096;
constexpr size_t kHuge = 8 << 20; // from here on huge pages: a page fault for every 4 KiB costs more than the kernel that fills it

size_t round_up(size_t value, size_t to) { return (value + to - 1) / to * to; }

void* map(size_t size) {
  void* p = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

} // namespace

MemoryMap& MemoryMap::get() {
  static MemoryMap* the = new MemoryMap; // outlives every static destructor of the program
  return *the;
}

// The device has three quarters of the machine's memory, at most the 64 GiB of a gfx90a die.
MemoryMap::MemoryMap() {
  size_t ram = size_t(::sysconf(_SC_PHYS_PAGES)) * size_t(::sysconf(_SC_PAGESIZE));
  total_ = std::min<size_t>(ram / 4 * 3, size_t(64) << 30);
}

void* MemoryMap::take(size_t size, size_t* span) {
  if (size >= kLarge) {
    size_t body = round_up(size, kPage);
    char* p = static_cast<char*>(map(body + kPage));
    if (!p) return nullptr;
    ::mprotect(p + body, kPage, PROT_NONE);
    if (body >= kHuge) ::madvise(p, body, MADV_HUGEPAGE);
    *span = body + kPage;
    return p;
  }
  *span = round_up(std::max<size_t>(size, 1), kAlign) + kAlign;
  if (std::vector<uintptr_t>& list = free_[*span]; !list.empty()) {
    uintptr_t p = list.back();
    list.pop_back();
    return reinterpret_cast<void*>(p);
  }
  if (slab_end_ - slab_ < *span) {
    void* p = map(kSlab);
    if (!p) return nullptr;
    if (soft::checking()) soft::Ranges::get().add_arena(p, kSlab);
    slab_ = reinterpret_cast<uintptr_t>(p);
    slab_end_ = slab_ + kSlab;
  }
  uintptr_t p = slab_;
  slab_ += *span;
  return reinterpret_cast<void*>(p);
}

static soft::RangeKind range_kind(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::device: return soft::RangeKind::device;
  case MemoryKind::pool: return soft::RangeKind::pool;
  case MemoryKind::managed: return soft::RangeKind::managed;
  case MemoryKind::pinned: return soft::RangeKind::pinned;
  case MemoryKind::registered: return soft::RangeKind::registered;
  case MemoryKind::variable: return soft::RangeKind::variable;
  case MemoryKind::reserved: return soft::RangeKind::mapped;
  }
  return soft::RangeKind::device;
}

void MemoryMap::give_back(const Allocation& a) {
  if (!a.span) return;
  if (!soft::checking()) return reuse(a);
  if (a.size >= kLarge) ::madvise(a.pointer(), a.span - kPage, MADV_DONTNEED);
  else freed_small_ += a.span;
  freed_.push_back(a);
  while (freed_small_ > kKeepSmall || freed_.size() > kKeepLarge + freed_small_ / kAlign) {
    const Allocation& oldest = freed_.front();
    if (oldest.size < kLarge) freed_small_ -= oldest.span;
    reuse(oldest);
    freed_.pop_front();
  }
}

void MemoryMap::reuse(const Allocation& a) {
  if (a.size >= kLarge)
    ::munmap(a.pointer(), a.span);
  else
    free_[a.span].push_back(a.base);
}

void* MemoryMap::allocate(size_t size, MemoryKind kind, unsigned flags, void* owner) {
  std::lock_guard lock(mutex_);
  if (size > total_ - used_) return nullptr;
  Allocation a{0, size, kind, flags, owner, next_id_, 0};
  void* p = take(size, &a.span);
  if (!p) return nullptr;
  a.base = reinterpret_cast<uintptr_t>(p);
  ++next_id_;
  used_ += size;
  allocations_[a.base] = a;
  if (soft::checking()) soft::Ranges::get().add(p, size, range_kind(kind));
  return p;
}

bool MemoryMap::note(void* base, size_t size, MemoryKind kind, unsigned flags) {
  std::lock_guard lock(mutex_);
  uintptr_t begin = reinterpret_cast<uintptr_t>(base);
  auto next = allocations_.lower_bound(begin);
  if (next != allocations_.end() && next->first < begin + size) return false;
  if (next != allocations_.begin() && std::prev(next)->second.contains(begin)) return false;
  allocations_[begin] = {begin, size, kind, flags, nullptr, next_id_++, 0};
  // The engine itself tells of a code object's variables.
  if (soft::checking() && kind != MemoryKind::variable) soft::Ranges::get().add(base, size, range_kind(kind));
  return true;
}

std::optional<Allocation> MemoryMap::release(const void* base, std::initializer_list<MemoryKind> kinds) {
  std::lock_guard lock(mutex_);
  auto it = allocations_.find(reinterpret_cast<uintptr_t>(base));
  if (it == allocations_.end() || std::find(kinds.begin(), kinds.end(), it->second.kind) == kinds.end())
    return {};
  Allocation a = it->second;
  allocations_.erase(it);
  if (a.span) used_ -= a.size;
  if (soft::checking() && a.kind != MemoryKind::variable) soft::Ranges::get().remove(base);
  give_back(a);
  return a;
}

std::optional<Allocation> MemoryMap::find(const void* address) const {
  std::lock_guard lock(mutex_);
  uintptr_t at = reinterpret_cast<uintptr_t>(address);
  auto it = allocations_.upper_bound(at);
  if (it == allocations_.begin()) return {};
  --it;
  if (!it->second.contains(at)) return {};
  return it->second;
}

bool MemoryMap::fits(const void* address, size_t size) const {
  std::optional<Allocation> a = find(address);
  const bool inside = !a || size <= a->base + a->size - reinterpret_cast<uintptr_t>(address);
  if (soft::checking() && (!a || !inside)) soft::report_bad_copy(address, size);
  return inside;
}

std::vector<Allocation> MemoryMap::all(MemoryKind kind, const void* owner) const {
  std::lock_guard lock(mutex_);
  std::vector<Allocation> out;
  for (const auto& [base, a] : allocations_)
    if (a.kind == kind && (!owner || a.owner == owner)) out.push_back(a);
  return out;
}

size_t MemoryMap::used() const {
  std::lock_guard lock(mutex_);
  return used_;
}

} // namespace wavelift::hiprt
