// The memory of a workgroup in execution: its waves, their registers, LDS and scratch. A thread keeps what its last
// workgroups used for those of the next launches, since fresh pages cost more than a small launch.
#pragma once
#include "soft/device.h"
#include "soft/machine/wave.h"
#include <memory>
#include <utility>
#include <vector>

namespace wavelift::soft::WAVE {

// Anonymous memory in whole pages, zero when it is new; pages that are not touched cost nothing.
class Mapping {
public:
  Mapping() = default;
  explicit Mapping(size_t bytes);
  Mapping(Mapping&& o) noexcept : data_(std::exchange(o.data_, nullptr)), bytes_(std::exchange(o.bytes_, 0)) {}
  Mapping& operator=(Mapping&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(bytes_, o.bytes_);
    return *this;
  }
  ~Mapping();
  uint8_t* data() const { return data_; }
  size_t bytes() const { return bytes_; }

private:
  uint8_t* data_ = nullptr;
  size_t bytes_ = 0;
};

struct GroupMemory {
  std::vector<Wave> waves;   // at least those asked for
  Mapping rows;      // kRows rows for each wave
  Mapping scratch;   // private memory of all waves
  std::unique_ptr<uint8_t[]> lds;
  size_t lds_bytes = 0;
  // Work-item ids as the waves find them: a row for each axis that has a register of its own, wave by wave.
  std::vector<Row> ids;
  Dim3 ids_of = {0, 0, 0};   // workgroup size that they are for
  int ids_kind = -1;         // see Workgroup::make_ids

  // Memory for `waves` waves with `scratch` and `lds` bytes in all: what the thread kept, else new. Contents are those that
  // the last user left.
  static GroupMemory take(size_t waves, size_t scratch, size_t lds);
  // Keeps it for the thread's next take, or lets it go when the thread keeps enough.
  static void give_back(GroupMemory&& memory);
};

} // namespace wavelift::soft::WAVE
