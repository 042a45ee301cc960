// The profile of a process: what every instruction of every kernel did, over all launches. The observers of both wave
// sizes (wave/profile.cpp) count into it; profile_json.cpp writes it. docs/profile.md says what the numbers mean.
#pragma once
#include "hardware/limits.h"
#include "soft/device.h"
#include "soft/object/code_object.h"
#include "soft/observe/cache_model.h"
#include "soft/observe/inst_class.h"
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace wavelift::soft {

// Counters of one thread for one kernel are arrays of these, indexed by CountedSite::segment and CountedSite::memory.

// Instructions that always execute together and with the same EXEC.
struct SegmentCount {
  uint64_t executions = 0;
  uint64_t lanes = 0;            // active, summed over executions
};

struct HotAddress {
  uint64_t address = 0, count = 0;
};

// What one memory instruction did. All but the l2 fields: in the workgroups that are analysed.
struct MemoryCount {
  uint64_t executions = 0;
  uint64_t requests = 0;         // executions with a lane on
  uint64_t contiguous = 0;       // those whose lanes cover one range of memory, or one address
  uint64_t global_lanes = 0, lds_lanes = 0, scratch_lanes = 0;
  uint64_t global_requests = 0;  // requests that reach global memory or scratch
  uint64_t sectors = 0, lines64 = 0, lines128 = 0;   // distinct ones of 32, 64 and 128 bytes, summed over requests
  uint64_t l1_lookups = 0, l1_hits = 0;
  uint64_t l2_requests = 0;      // L1 misses, stores, atomics
  uint64_t lds_requests = 0;
  uint64_t lds_cycles = 0;       // in which banks are busy
  uint64_t lds_conflict_cycles = 0;   // of those, the ones beyond a pass without conflicts
  uint64_t lds_wide_passes = 0;  // of loads of 8 and 16 bytes
  uint64_t lds_paired_passes = 0;     // of those, of loads whose lanes come in pairs with one address, which NVIDIA's GPUs serve two passes at a time
  uint64_t same_address = 0;     // atomics: the most lanes on one address, summed over requests
  uint64_t distinct = 0;         // atomics: different addresses, summed over requests
  // In all workgroups, of a sample of lines and scaled up.
  uint64_t l2_read_lines = 0;    // that came from memory
  uint64_t l2_written_lines = 0; // that went to memory
  HotAddress hot[4];             // atomics: addresses that are used most; counts are upper bounds
};

// One instruction of a code object.
struct CountedSite {
  uint64_t address = 0;          // in the loaded image
  std::string mnemonic, text;
  InstClass what;
  Access access;
  uint32_t segment = 0;
  uint32_t memory = kNone;       // index of its MemoryCount
  std::string function;          // that holds it, mangled
  std::string file;              // with line, when the code object tells
  uint32_t line = 0;
  static constexpr uint32_t kNone = ~0u;
};

// Counters of one thread for one kernel; grown by the system when they are touched.
class CountTable {
public:
  explicit CountTable(size_t capacity);   // of either array
  ~CountTable();
  CountTable(const CountTable&) = delete;
  CountTable& operator=(const CountTable&) = delete;
  SegmentCount* segments;
  MemoryCount* memory;

private:
  size_t capacity_;
};

class Source;

// What one workgroup touches of global memory, where workgroups are sampled: by line of 128 bytes which of its sectors of 32.
class Footprint {
public:
  struct Line {
    uint64_t line = kNone;
    uint8_t read = 0, written = 0;     // bit k: sector k
  };
  static constexpr uint64_t kNone = ~0ull;

  void touch(uint64_t line, unsigned sectors, bool reads, bool writes);
  void clear();
  bool empty() const { return size_ == 0; }
  // By address; the footprint is empty afterwards.
  std::vector<Line> take();

private:
  std::vector<Line> slots_;            // open addressing, a power of two of them
  size_t size_ = 0;
};

struct GroupFootprint {
  uint64_t group = 0;                  // x + blocks.x * (y + blocks.y * z)
  std::vector<Footprint::Line> lines;
};

// A pointer among a kernel's arguments, in the sampled launch.
struct BufferArgument {
  std::string name;
  uint64_t address = 0;
};

// One kernel of a code object over all its launches.
struct KernelProfile {
  KernelProfile(Source& s, const Kernel& k, std::string a) : source(s), kernel(k), key(&k), arch(std::move(a)) {}
  // The counters of the calling thread.
  CountTable& table_of_thread();

  Source& source;
  const Kernel kernel;
  const Kernel* const key;       // the loaded code object's own
  const std::string arch;
  std::mutex mutex;              // what is below, tables' contents apart
  uint64_t launches = 0, faults = 0, groups = 0, waves = 0, work_items = 0;
  uint64_t executed_groups = 0;  // of `groups`; fewer where workgroups are sampled
  double seconds = 0;            // on this machine
  Dim3 blocks, threads;          // of the first launch
  bool varied = false;           // another launch had other sizes
  uint32_t dynamic_lds = 0;      // the most
  std::map<std::thread::id, std::unique_ptr<CountTable>> tables;
  std::vector<BufferArgument> arguments;   // these two: of the first launch, where workgroups are sampled
  std::vector<GroupFootprint> footprints;
  std::atomic<uint64_t> analysed_groups = 0, launches_started = 0;
  std::atomic<uint32_t> stride = 1;   // one workgroup of so many is analysed
};

// The code of one code object at one wave size, as its observer sees it.
class Source {
public:
  explicit Source(uint64_t id) : id_(id) {}
  // These are called while the program is lowered, under its lock.
  void add(CountedSite site);
  uint32_t add_segment() { return next(segments_); }
  uint32_t add_memory() { return next(memories_); }
  // Before any site is added.
  void set_object(const CodeObject& object);
  // The code object goes away: lines are resolved for the last time.
  void close();
  size_t capacity() const { return capacity_; }   // of count tables
  uint64_t id() const { return id_; }

  KernelProfile& kernel(const Kernel& kernel, const std::string& arch);
  // Functions, files and lines of the sites that have none yet.
  void resolve();

  std::mutex mutex;
  std::deque<CountedSite> sites;
  std::deque<KernelProfile> kernels;

private:
  // The last place is shared by all that do not fit.
  uint32_t next(uint32_t& n) const { return n + 1 < capacity_ ? n++ : n; }

  uint64_t id_;
  const CodeObject* object_ = nullptr;
  size_t capacity_ = 0;
  uint32_t segments_ = 0, memories_ = 0;
  size_t resolved_ = 0;
};

// The L2 accesses of one thread, on their way to the model.
struct L2Access {
  uint64_t line;
  MemoryCount* count;
  uint32_t die;
  bool reads, writes;
};

class Profile {
public:
  // The process's profile. It is written to $WAVELIFT_PROFILE when the process exits.
  static Profile& of_process();
  static bool wanted();

  std::shared_ptr<Source> add_source();
  // The device that code for `arch` runs on: $WAVELIFT_ARCH where it is compiled as `arch`, else the arch itself.
  static const hardware::Target& target(const std::string& arch);
  static const hardware::Limits& limits(const std::string& arch);

  // Sends accesses through the L2 model. Thread-safe.
  void l2(const std::string& arch, const std::vector<L2Access>& accesses);
  // One line of so many goes to the L2 model.
  uint32_t l2_sample() const { return l2_sample_.load(std::memory_order_relaxed); }
  void next_epoch() { epoch_.fetch_add(1, std::memory_order_relaxed); }

  // The document that docs/profile.md describes.
  std::string json();

private:
  Profile();
  void write();
  std::mutex mutex_;
  std::vector<std::shared_ptr<Source>> sources_;
  std::mutex l2_mutex_;
  std::vector<L2Model> l2_;
  uint64_t l2_accesses_ = 0;
  std::atomic<uint32_t> l2_sample_ = 1;
  std::atomic<uint64_t> epoch_ = 1;
  uint64_t next_source_ = 1;
  int process_ = 0;              // a forked child does not write
};

}  // namespace wavelift::soft
