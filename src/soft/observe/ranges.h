// What memory the device may touch, and what it was allowed to touch before: allocations with where they were made and
// freed, variables of code objects, and the engine's own segments. Kept only while a check runs; the run-time library
// and the engine tell it.
#pragma once
#include "soft/object/code_object.h"
#include "soft/observe/report.h"
#include <atomic>
#include <deque>
#include <map>
#include <shared_mutex>

namespace wavelift::soft {

// Whether this process runs with a check on.
bool checking();

// The API call that this thread is in; null outside, and in processes without checks. The outermost one counts.
extern thread_local const char* host_call;

// A place in the program, to be turned into words only when it is reported.
struct HostTrace {
  static constexpr int kFrames = 12;
  const char* call = "";
  void* frames[kFrames] = {};
  int count = 0;

  static HostTrace here();
  HostSite site() const;
  uint64_t place() const;              // tells call sites from each other
};

enum class RangeKind : uint8_t {
  device, pool, managed, pinned, registered, mapped,   // what HIP calls make
  heap,                                                // malloc and new in a kernel
  variable,                                            // of a code object
  image,                                               // the rest of a code object
  engine,                                              // kernarg, dispatch packet, hostcall buffers
};

// One piece of memory. Never deleted while the process runs, so that the check of an instruction may keep the one it
// used last and look whether it still fits.
struct Range {
  std::atomic<uint64_t> begin{0}, end{0};
  std::atomic<bool> live{false};
  RangeKind kind = RangeKind::device;
  bool read_only = false;              // of a code object: constants and code
  int references = 1;                  // for ranges that several observers enter
  std::string name;                    // of a variable
  HostTrace made, freed;

  // What is known of the contents (observe/definedness.h).
  std::atomic<bool> all_defined{true};
  std::atomic<bool> touched{false};    // the device wrote to it in this launch
  std::atomic<uint8_t*> defined{nullptr}, computed{nullptr};
  uint64_t first_undefined = 0;        // bytes; all before it are defined
  std::mutex mutex;
  std::optional<Site> computed_by;     // who first stored a value computed from undefined ones

  uint64_t size() const { return end.load(std::memory_order_relaxed) - begin.load(std::memory_order_relaxed); }
  bool covers(uint64_t from, uint64_t to) const {
    return live.load(std::memory_order_relaxed) && from >= begin.load(std::memory_order_relaxed) &&
           to <= end.load(std::memory_order_relaxed);
  }
};

class Ranges {
public:
  static Ranges& get();

  // Memory that comes to be. What was freed there before is forgotten.
  Range* add(const void* base, size_t size, RangeKind kind, std::string name = {}, bool read_only = false);
  // Memory that begins at `base` goes. False when there is none.
  bool remove(const void* base);
  // As add and remove, for what several observers register: it goes with the last of them.
  void enter(const void* base, size_t size, RangeKind kind, std::string name = {}, bool read_only = false);
  void leave(const void* base);
  void enter(const CodeObject& object);
  void leave(const CodeObject& object);
  // Memory that only allocations come from: what lies there and in no range is not the host's.
  void add_arena(const void* base, size_t size);

  // The live range that holds `address`, or nullptr.
  Range* find(uint64_t address) const;
  // The freed range that held it last, or nullptr.
  Range* find_freed(uint64_t address) const;
  // All live ones that HIP calls or kernels made.
  std::vector<Range*> allocations() const;

  // A store or atomic to `range`, which is read-only, as a report.
  Report explain_write(const Range& range, uint64_t address, uint64_t size, const std::string& who) const;
  // Turns an access of [address, address + size) that no range covers into a report: which check, what is near, where it
  // was made and freed. `who` begins the sentence: "a load of 4 bytes".
  Report explain(uint64_t address, uint64_t size, const std::string& who) const;

private:
  Range* new_range();
  void forget_freed(uint64_t from, uint64_t to);
  const Range* nearest(uint64_t address, uint64_t* distance) const;

  mutable std::shared_mutex mutex_;
  std::map<uint64_t, Range*> live_, freed_;   // by begin
  std::deque<std::unique_ptr<Range>> all_;
  bool in_arena(uint64_t address) const;

  std::vector<std::pair<uint64_t, uint64_t>> arenas_;
  std::vector<Range*> unused_;                // ranges of the engine that are gone
};

std::string_view name_of(RangeKind kind);     // "device memory"
AllocationInfo describe(const Range& range);

// --- What the run-time library tells ---

// A free that names no allocation: a report of a double or an invalid free.
void report_bad_free(const void* pointer);
// A copy or fill of [pointer, pointer + size) that runs over its allocation, or touches freed memory.
void report_bad_copy(const void* pointer, size_t size);

}  // namespace wavelift::soft
