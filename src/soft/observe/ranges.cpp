#include "soft/observe/ranges.h"
#include "soft/object/host_lines.h"
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>

namespace wavelift::soft {

thread_local const char* host_call = nullptr;

static void report_leaks();

bool checking() {
  static const bool on = [] {
    if (!process_checks() || !process_checks()->any()) return false;
    if (process_checks()->leaks) Reports::get().at_end(report_leaks);
    return Reports::get(), true;   // there is something to write at the end, and be it that nothing was found
  }();
  return on;
}

HostTrace HostTrace::here() {
  HostTrace t;
  if (host_call) t.call = host_call;
  t.count = ::backtrace(t.frames, kFrames);
  return t;
}

HostSite HostTrace::site() const { return {call, host_source_line({frames, static_cast<size_t>(count)})}; }

uint64_t HostTrace::place() const { return host_place({frames, static_cast<size_t>(count)}); }

namespace {

// Freed ranges that are remembered; older ones are forgotten.
constexpr size_t kFreed = 50'000;
// An access this close to an allocation is taken for one that ran over its end.
constexpr uint64_t kGuard = 4096;
constexpr uint64_t kNull = 65536;

uint64_t address_of(const void* p) { return reinterpret_cast<uint64_t>(p); }

// What the host has mapped at `address`: "the heap", "the stack", a file's name; empty when nothing is there.
std::string mapping_at(uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long from = 0, to = 0;
    char mode[5] = {};
    int name = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %*s %*s %*s %n", &from, &to, mode, &name) < 3) continue;
    if (address < from || address >= to) continue;
    if (mode[0] != 'r') return {};
    std::string what = name > 0 && static_cast<size_t>(name) < line.size() ? line.substr(static_cast<size_t>(name)) : "";
    if (what == "[heap]") return "the host's heap";
    if (what == "[stack]") return "the host's stack";
    return what.empty() ? "the host's memory" : what.starts_with('/') ? "data of " + what : "the host's memory " + what;
  }
  return {};
}

bool is_host_allocation(RangeKind kind) { return kind <= RangeKind::heap; }

}  // namespace

std::string_view name_of(RangeKind kind) {
  static constexpr std::string_view names[] = {
      "device memory", "pool memory", "managed memory", "pinned host memory", "registered host memory", "mapped memory",
      "memory from malloc in a kernel", "variable", "data of the code object", "memory of the launch"};
  return names[static_cast<int>(kind)];
}

AllocationInfo describe(const Range& r) {
  AllocationInfo a;
  a.kind = name_of(r.kind);
  if (!r.name.empty()) a.kind += " " + r.name;
  a.address = r.begin;
  a.size = r.size();
  if (is_host_allocation(r.kind)) a.made = r.made.site();
  if (!r.live && is_host_allocation(r.kind)) a.freed = r.freed.site();
  return a;
}

Ranges& Ranges::get() {
  static Ranges* the = new Ranges;
  return *the;
}

Range* Ranges::new_range() {
  if (!unused_.empty()) {
    Range* r = unused_.back();
    unused_.pop_back();
    return r;
  }
  all_.push_back(std::make_unique<Range>());
  return all_.back().get();
}

void Ranges::forget_freed(uint64_t from, uint64_t to) {
  auto it = freed_.lower_bound(from);
  if (it != freed_.begin() && std::prev(it)->second->end > from) --it;
  while (it != freed_.end() && it->first < to) it = freed_.erase(it);
}

Range* Ranges::add(const void* base, size_t size, RangeKind kind, std::string name, bool read_only) {
  const bool keeps_trace = is_host_allocation(kind);
  HostTrace trace = keeps_trace ? HostTrace::here() : HostTrace{};
  std::lock_guard lock(mutex_);
  const uint64_t begin = address_of(base);
  forget_freed(begin, begin + size);
  Range* r = new_range();
  r->kind = kind;
  r->name = std::move(name);
  r->read_only = read_only;
  r->made = trace;
  r->references = 1;
  r->begin = begin;
  r->end = begin + size;
  r->all_defined = kind != RangeKind::device && kind != RangeKind::pool && kind != RangeKind::heap;
  r->live = true;
  live_[begin] = r;
  return r;
}

bool Ranges::remove(const void* base) {
  HostTrace trace = HostTrace::here();
  std::lock_guard lock(mutex_);
  auto it = live_.find(address_of(base));
  if (it == live_.end() || !is_host_allocation(it->second->kind)) return false;
  Range* r = it->second;
  r->live = false;
  r->freed = trace;
  live_.erase(it);
  // Kernels of other threads may still look at what is known of the contents, so its addresses stay.
  for (uint8_t* bytes : {r->defined.load(), r->computed.load()})
    if (bytes) ::madvise(bytes, r->size(), MADV_DONTNEED);
  freed_[r->begin] = r;
  if (freed_.size() > kFreed) freed_.erase(freed_.begin());
  return true;
}

void Ranges::enter(const void* base, size_t size, RangeKind kind, std::string name, bool read_only) {
  if (size == 0) return;
  {
    std::lock_guard lock(mutex_);
    if (auto it = live_.find(address_of(base)); it != live_.end()) {
      ++it->second->references;
      return;
    }
  }
  add(base, size, kind, std::move(name), read_only);
}

void Ranges::leave(const void* base) {
  std::lock_guard lock(mutex_);
  auto it = live_.find(address_of(base));
  if (it == live_.end() || --it->second->references > 0) return;
  it->second->live = false;
  unused_.push_back(it->second);
  live_.erase(it);
}

namespace {

// Pieces of a code object: its variables, and what lies between them.
struct Piece {
  uint64_t begin, end;
  RangeKind kind;
  std::string name;
  bool read_only = false;
};
// What the object's segments say that no kernel writes to: constants, code, and tables of addresses once they are complete (relro).
// Real GPUs let such stores through.
std::vector<std::pair<uint64_t, uint64_t>> read_only_of(const CodeObject& object) {
  const auto elf = object.elf();
  std::vector<std::pair<uint64_t, uint64_t>> out;
  Elf64_Ehdr h;
  if (elf.size() < sizeof h) return out;
  std::memcpy(&h, elf.data(), sizeof h);
  for (unsigned i = 0; i < h.e_phnum; ++i) {
    Elf64_Phdr p;
    const uint64_t at = h.e_phoff + i * sizeof p;
    if (at > elf.size() || elf.size() - at < sizeof p) break;
    std::memcpy(&p, elf.data() + at, sizeof p);
    if (p.p_type == PT_GNU_RELRO || (p.p_type == PT_LOAD && !(p.p_flags & PF_W)))
      out.emplace_back(object.load_bias() + p.p_vaddr, object.load_bias() + p.p_vaddr + p.p_memsz);
  }
  return out;
}
// Sections that hold data without a symbol: constants of the compiler's own, tables of addresses, code. In the sections
// of variables, and outside of all, there is nothing but variables.
std::vector<std::pair<uint64_t, uint64_t>> sections_of(const CodeObject& object) {
  const auto elf = object.elf();
  std::vector<std::pair<uint64_t, uint64_t>> out;
  auto read = [&](uint64_t at, auto& x) {
    if (at > elf.size() || elf.size() - at < sizeof x) return false;
    std::memcpy(&x, elf.data() + at, sizeof x);
    return true;
  };
  Elf64_Ehdr h;
  Elf64_Shdr names, s;
  if (!read(0, h) || !read(h.e_shoff + h.e_shstrndx * sizeof s, names)) return {{object.load_bias(), ~0ull}};
  for (unsigned i = 0; i < h.e_shnum && read(h.e_shoff + i * sizeof s, s); ++i) {
    char name[8] = {};
    if (!(s.sh_flags & SHF_ALLOC) || !read(names.sh_offset + s.sh_name, name)) continue;
    const std::string_view start(name, 5);
    if (start != ".data" && start.substr(0, 4) != ".bss") out.emplace_back(object.load_bias() + s.sh_addr, object.load_bias() + s.sh_addr + s.sh_size);
    else if (std::string_view(name, 8) == ".data.re") out.emplace_back(object.load_bias() + s.sh_addr, object.load_bias() + s.sh_addr + s.sh_size);
  }
  return out;
}

std::vector<Piece> pieces_of(const CodeObject& object) {
  std::vector<Piece> variables, out;
  for (const auto& [name, v] : object.variables())
    if (v.size) variables.push_back({address_of(v.address), address_of(v.address) + v.size, RangeKind::variable, name, false});
  std::sort(variables.begin(), variables.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  const auto sections = sections_of(object);
  uint64_t at = address_of(object.image().data());
  const uint64_t end = at + object.image().size();
  auto between = [&](uint64_t to) {
    for (const auto& [from, until] : sections)
      if (const uint64_t b = std::max(at, from), e = std::min(to, until); b < e) out.push_back({b, e, RangeKind::image, {}, false});
  };
  for (Piece& v : variables) {
    if (v.begin < at || v.end > end) continue;   // an alias of the one before
    between(v.begin);
    at = v.end;
    out.push_back(std::move(v));
  }
  between(end);
  for (const auto& [from, until] : read_only_of(object))
    for (Piece& p : out) p.read_only |= p.begin >= from && p.end <= until;
  return out;
}

}  // namespace

void Ranges::enter(const CodeObject& object) {
  for (Piece& p : pieces_of(object)) enter(reinterpret_cast<const void*>(p.begin), p.end - p.begin, p.kind, std::move(p.name), p.read_only);
}
void Ranges::leave(const CodeObject& object) {
  for (Piece& p : pieces_of(object)) leave(reinterpret_cast<const void*>(p.begin));
}

void Ranges::add_arena(const void* base, size_t size) {
  std::lock_guard lock(mutex_);
  arenas_.emplace_back(address_of(base), address_of(base) + size);
}
bool Ranges::in_arena(uint64_t address) const {
  std::shared_lock lock(mutex_);
  return std::ranges::any_of(arenas_, [&](const auto& a) { return address >= a.first && address < a.second; });
}

Range* Ranges::find(uint64_t address) const {
  std::shared_lock lock(mutex_);
  auto it = live_.upper_bound(address);
  if (it == live_.begin()) return nullptr;
  Range* r = std::prev(it)->second;
  return address < r->end ? r : nullptr;
}

Range* Ranges::find_freed(uint64_t address) const {
  std::shared_lock lock(mutex_);
  auto it = freed_.upper_bound(address);
  if (it == freed_.begin()) return nullptr;
  Range* r = std::prev(it)->second;
  return address < r->end ? r : nullptr;
}

std::vector<Range*> Ranges::allocations() const {
  std::shared_lock lock(mutex_);
  std::vector<Range*> out;
  for (const auto& [begin, r] : live_)
    if (is_host_allocation(r->kind)) out.push_back(r);
  return out;
}

// The live allocation or variable that `address` is next to.
const Range* Ranges::nearest(uint64_t address, uint64_t* distance) const {
  std::shared_lock lock(mutex_);
  const Range* best = nullptr;
  *distance = ~0ull;
  auto consider = [&](const Range* r) {
    if (!is_host_allocation(r->kind) && r->kind != RangeKind::variable) return false;
    const uint64_t d = address < r->begin ? r->begin - address : address >= r->end ? address - r->end : 0;
    if (d < *distance) best = r, *distance = d;
    return true;
  };
  const auto above = live_.upper_bound(address);
  for (auto it = above; it != live_.end() && !consider(it->second); ++it) {}
  for (auto it = above; it != live_.begin() && !consider(std::prev(it)->second); --it) {}
  return best;
}

Report Ranges::explain_write(const Range& range, uint64_t address, uint64_t size, const std::string& who) const {
  Report report;
  report.check = &check("memory-read-only");
  report.memory = {"global", address, size};
  report.allocation = describe(range);
  report.sentence = range.kind == RangeKind::variable
                        ? fmt::format("{} at 0x{:x}, {} bytes into the constant {}, which the host alone may write", who, address, address - range.begin, range.name)
                        : fmt::format("{} at 0x{:x}, in constants or code, which nobody may write", who, address);
  return report;
}

Report Ranges::explain(uint64_t address, uint64_t size, const std::string& who) const {
  Report report;
  report.memory = {"global", address, size};
  auto set = [&](const char* id, std::string sentence) {
    report.check = &check(id);
    report.sentence = std::move(sentence);
    return report;
  };
  if (address < kNull) return set("memory-null-pointer", fmt::format("{} at 0x{:x}, through a null pointer", who, address));
  if (const Range* r = find_freed(address)) {
    report.allocation = describe(*r);
    return set("memory-use-after-free",
               fmt::format("{} at 0x{:x}, {} bytes into memory that has been freed", who, address, address - r->begin));
  }
  uint64_t distance = 0;
  const Range* near = nearest(address, &distance);
  auto beside = [&] {
    report.allocation = describe(*near);
    const bool is_variable = near->kind == RangeKind::variable;
    const std::string what = is_variable ? "variable " + near->name : "an allocation";
    std::string place = address < near->begin ? fmt::format("{} bytes before {}", near->begin - address, what)
                        : address >= near->end ? fmt::format("{} bytes after the end of {}", address - near->end, what)
                                               : fmt::format("{} bytes of it after the end of {}", address + size - near->end, what);
    return set(is_variable ? "memory-variable-out-of-bounds" : "memory-out-of-bounds",
               fmt::format("{} at 0x{:x}, {} of {} bytes", who, address, place, near->size()));
  };
  if (near && (distance < kGuard || in_arena(address))) return beside();
  if (std::string mapped = mapping_at(address); !mapped.empty()) {
    report.notes.push_back("there is " + mapped);
    return set("memory-host-pointer", fmt::format("{} at 0x{:x}, which is memory of the host", who, address));
  }
  if (near && distance < std::max<uint64_t>(near->size() * 4, 1 << 20)) return beside();
  return set("memory-wild-address", fmt::format("{} at 0x{:x}, where there is no memory", who, address));
}

void report_bad_free(const void* pointer) {
  const HostTrace here = HostTrace::here();
  const uint64_t address = address_of(pointer), where = here.place();
  const Ranges& ranges = Ranges::get();
  const Range* freed = ranges.find_freed(address);
  const bool twice = freed && freed->begin == address;
  const Check& c = check(twice ? "memory-double-free" : "memory-invalid-free");
  if (!Reports::get().first(c, where)) return;
  Report r;
  r.check = &c;
  r.host = here.site();
  r.memory = {"global", address, 0};
  if (twice) {
    r.sentence = fmt::format("{} of 0x{:x}, which has been freed already", here.call, address);
    r.allocation = describe(*freed);
  } else if (const Range* live = ranges.find(address)) {
    r.sentence = live->begin == address ? fmt::format("{} of {}, which it does not free", here.call, name_of(live->kind))
                                        : fmt::format("{} of 0x{:x}, {} bytes into an allocation", here.call, address,
                                                      address - live->begin);
    r.allocation = describe(*live);
  } else {
    r.sentence = fmt::format("{} of 0x{:x}, which no call of HIP allocated", here.call, address);
  }
  Reports::get().add(std::move(r), where);
}

void report_bad_copy(const void* pointer, size_t size) {
  const HostTrace here = HostTrace::here();
  const uint64_t address = address_of(pointer), where = here.place();
  const Ranges& ranges = Ranges::get();
  const Range* freed = ranges.find_freed(address);
  const Range* live = ranges.find(address);
  if (!live && !freed) return;
  const Check& c = check(live ? "memory-copy-out-of-bounds" : "memory-use-after-free");
  if (!Reports::get().first(c, where)) return;
  Report r;
  r.check = &c;
  r.host = here.site();
  r.memory = {"global", address, size};
  r.allocation = describe(live ? *live : *freed);
  r.sentence = live ? fmt::format("{} of {} bytes at 0x{:x}, {} more than there are up to the end of the allocation", here.call,
                                  size, address, address + size - live->end)
                    : fmt::format("{} of {} bytes at 0x{:x}, which has been freed", here.call, size, address);
  Reports::get().add(std::move(r), where);
}

// At the end of the process, when leaks are asked for.
static void report_leaks() {
  for (const Range* r : Ranges::get().allocations()) {
    // Memory that no call of the program asked for is the library's.
    if (r->kind == RangeKind::registered || r->kind == RangeKind::mapped || !*r->made.call) continue;
    const uint64_t where = r->made.place();
    const Check& c = check("memory-leak");
    if (!Reports::get().first(c, where)) continue;
    Report report;
    report.check = &c;
    report.host = r->made.site();
    report.allocation = describe(*r);
    report.memory = {"global", r->begin, r->size()};
    report.sentence = fmt::format("{} bytes of {} were not freed", r->size(), name_of(r->kind));
    Reports::get().add(std::move(report), where);
  }
}

}  // namespace wavelift::soft
