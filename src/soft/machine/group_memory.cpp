#include "soft/machine/group_memory.h"
#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace wavelift::soft::WAVE {

namespace {

// What a thread keeps at most: as many workgroups as it has resident at first, and so many bytes of their registers and
// scratch.
constexpr size_t kKeptGroups = 8, kKeptBytes = 24 << 20;

struct Kept {
  std::vector<GroupMemory> groups;
  size_t bytes = 0;
};
thread_local Kept kept;

size_t size_of(const GroupMemory& m) { return m.rows.bytes() + m.scratch.bytes() + m.lds_bytes; }

}  // namespace

Mapping::Mapping(size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  void* m = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<uint8_t*>(m);
}

Mapping::~Mapping() {
  if (data_) ::munmap(data_, bytes_);
}

GroupMemory GroupMemory::take(size_t waves, size_t scratch, size_t lds) {
  GroupMemory m;
  if (!kept.groups.empty()) {
    m = std::move(kept.groups.back());
    kept.groups.pop_back();
    kept.bytes -= size_of(m);
  }
  const size_t rows = waves * kRows * sizeof(Row);
  if (m.rows.bytes() < rows) m.rows = Mapping(rows);
  if (m.scratch.bytes() < scratch) m.scratch = Mapping(scratch);
  if (m.lds_bytes < lds) m.lds.reset(new uint8_t[lds]()), m.lds_bytes = lds;
  if (m.waves.size() < waves) m.waves.resize(waves);
  return m;
}

void GroupMemory::give_back(GroupMemory&& m) {
  if (kept.groups.size() >= kKeptGroups || kept.bytes + size_of(m) > kKeptBytes) return;
  kept.bytes += size_of(m);
  kept.groups.push_back(std::move(m));
}

} // namespace wavelift::soft::WAVE
