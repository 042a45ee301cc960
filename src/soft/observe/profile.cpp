#include "soft/observe/profile.h"
#include "base/files.h"
#include "soft/object/line_table.h"
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace wavelift::soft {

namespace {

const char* file_name() { return std::getenv("WAVELIFT_PROFILE"); }

// Zeroes that take memory only where they are touched.
template <class T> T* reserve(size_t n) {
  void* m = ::mmap(nullptr, n * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) throw std::bad_alloc();
  return static_cast<T*>(m);
}

// Line accesses after which the L2 model takes a sample only.
constexpr uint64_t kExactL2 = 1'000'000;
constexpr uint32_t kSample = 8;

}  // namespace

CountTable::CountTable(size_t capacity)
    : segments(reserve<SegmentCount>(capacity)), memory(reserve<MemoryCount>(capacity)), capacity_(capacity) {}

CountTable::~CountTable() {
  ::munmap(segments, capacity_ * sizeof(SegmentCount));
  ::munmap(memory, capacity_ * sizeof(MemoryCount));
}

CountTable& KernelProfile::table_of_thread() {
  std::lock_guard lock(mutex);
  auto& t = tables[std::this_thread::get_id()];
  if (!t) t = std::make_unique<CountTable>(source.capacity());
  return *t;
}

void Source::set_object(const CodeObject& object) {
  object_ = &object;
  // Code that two functions share is lowered for each.
  capacity_ = (object.text_end() - object.text_begin()) / 4 * 2 + 64;
}

void Source::add(CountedSite site) {
  std::lock_guard lock(mutex);
  sites.push_back(std::move(site));
}

KernelProfile& Source::kernel(const Kernel& k, const std::string& arch) {
  std::lock_guard lock(mutex);
  for (auto& p : kernels)
    if (p.key == &k) return p;
  return kernels.emplace_back(*this, k, arch);
}

void Source::resolve() {
  std::lock_guard lock(mutex);
  if (!object_ || resolved_ == sites.size()) return;
  LineTable lines(*object_);
  for (; resolved_ < sites.size(); ++resolved_) {
    CountedSite& s = sites[resolved_];
    uint64_t offset = 0;
    s.function = object_->function_at(s.address, &offset);
    SourceLine l = lines.at(s.address);
    s.file = std::move(l.file);
    s.line = l.line;
    s.address -= object_->load_bias();
  }
}

void Source::close() {
  resolve();
  std::lock_guard lock(mutex);
  object_ = nullptr;
}

Profile& Profile::of_process() {
  static Profile* p = new Profile;   // never destroyed: it is written after the last module is gone
  return *p;
}

bool Profile::wanted() { return file_name() && *file_name(); }

Profile::Profile() : process_(::getpid()) {
  std::atexit([] { Profile::of_process().write(); });
}

std::shared_ptr<Source> Profile::add_source() {
  std::lock_guard lock(mutex_);
  return sources_.emplace_back(std::make_shared<Source>(next_source_++));
}

const hardware::Target& Profile::target(const std::string& arch) {
  static const hardware::Target* named = [] {
    auto t = hardware::default_target();
    return t ? *t : nullptr;
  }();
  if (named && named->compile_as == arch) return *named;
  const hardware::Target* t = hardware::find_target(arch);
  return t ? *t : *hardware::find_target("gfx90a");
}

const hardware::Limits& Profile::limits(const std::string& arch) { return *hardware::find_limits(target(arch).name); }

void Profile::l2(const std::string& arch, const std::vector<L2Access>& accesses) {
  std::lock_guard lock(l2_mutex_);
  if (l2_.empty()) {
    const hardware::Target& t = target(arch);
    for (int i = 0; i < limits(arch).dies; ++i)
      l2_.emplace_back(static_cast<uint64_t>(t.l2_kib) * 1024, static_cast<unsigned>(t.cache_line),
                       static_cast<unsigned>(limits(arch).l2_ways));
  }
  const uint64_t epoch = epoch_.load(std::memory_order_relaxed);
  const uint32_t sample = l2_sample();
  for (const L2Access& a : accesses) {
    if (L2Model::mix(a.line) & (sample - 1)) continue;
    const L2Model::Effect e = l2_[a.die % l2_.size()].touch(a.line, a.reads, a.writes, epoch);
    a.count->l2_read_lines += e.read ? sample : 0;
    a.count->l2_written_lines += e.written ? sample : 0;
  }
  l2_accesses_ += accesses.size();
  if (sample == 1 && l2_accesses_ > kExactL2) l2_sample_.store(kSample, std::memory_order_relaxed);
}

void Profile::write() {
  const char* file = file_name();
  if (!file || !*file || ::getpid() != process_) return;
  if (auto status = write_file(file, json()); !status)
    fmt::print(stderr, "wavelift: the profile is lost: {}\n", status.error().sentence());
}

}  // namespace wavelift::soft
