#include "soft/observe/checks.h"
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace wavelift::soft {

namespace {

using enum CheckKind;
using enum Severity;

constexpr Check kChecks[] = {
    {"memory-out-of-bounds", memory, error, "an access outside of every allocation",
     "Compare the index with the size that was allocated: guard the tail of the grid, or allocate more."},
    {"memory-use-after-free", memory, error, "an access to memory that has been freed",
     "Free it after the last kernel or copy that uses it has finished, or keep no copy of the pointer."},
    {"memory-null-pointer", memory, error, "an access through a null pointer",
     "Check the result of the allocation, and that every pointer member of a structure was set before it was copied."},
    {"memory-host-pointer", memory, error, "the device uses host memory that was not given to it",
     "Copy it to device memory, or make it with hipHostMalloc or hipMallocManaged, or register it."},
    {"memory-wild-address", memory, error, "an access to an address where there is no memory",
     "Look for where the pointer or index was computed; it is often uninitialised or truncated to 32 bits."},
    {"memory-variable-out-of-bounds", memory, error, "an access outside of a __device__ or __constant__ variable",
     "Compare the index with the variable's size."},
    {"memory-read-only", memory, error, "a kernel writes to constants or code",
     "Use a __device__ variable or a buffer: a __constant__ variable is for the host to write."},
    {"memory-lds-out-of-bounds", memory, error, "an access outside of the workgroup's shared memory",
     "Compare the index with the array's size, and the dynamic size of the launch with what the kernel uses."},
    {"memory-scratch-out-of-bounds", memory, error, "an access outside of the thread's private memory",
     "Compare the index with the local array's size."},
    {"memory-misaligned-atomic", memory, error, "an atomic operation on a misaligned address",
     "Atomics need an address that is a multiple of their size."},
    {"memory-misaligned", memory, warning, "a load or store that is not aligned to its elements",
     "AMD hardware does it, slowly; NVIDIA's stops the kernel. Align the data or copy with memcpy."},
    {"memory-double-free", memory, error, "memory is freed a second time", "Free it once; set the pointer to null after it."},
    {"memory-invalid-free", memory, error, "a pointer is freed that no allocation begins at",
     "Free what the allocation returned, with the function that belongs to it."},
    {"memory-copy-out-of-bounds", memory, error, "a copy or fill runs over the end of an allocation",
     "Compare the count, in bytes, with the size that was allocated."},
    {"memory-leak", memory, warning, "memory was not freed", "Free it before the program ends."},
    {"init-branch", init, error, "a branch depends on an undefined value",
     "Give the value a definition on every path: initialise the variable, fill the memory, wait for who writes it."},
    {"init-address", init, error, "an address depends on an undefined value",
     "Give the index or pointer a definition on every path."},
    {"init-jump", init, error, "a call or jump goes to an undefined address",
     "Set the function pointer on every path before it is called."},
    {"init-host-copy", init, error, "a result that was computed from undefined values is copied to the host",
     "Initialise what the kernel reads: hipMemset or copy the buffer, fill shared memory before it is read."},
    {"race-lds", race, error, "two threads of a workgroup access shared memory without order, and one writes",
     "Put __syncthreads() between the two accesses, or make both atomic."},
    {"race-global", race, error, "two threads access global memory without order, and one writes",
     "Order them by a barrier, a release and an acquire, or separate launches; or make both atomic."},
    {"sync-barrier-divergent", sync, error, "a barrier is in code that some threads of a wave skip",
     "Move __syncthreads() out of the condition, or make the condition the same for the whole workgroup."},
    {"sync-barrier-mismatch", sync, error, "waves of a workgroup wait at different barriers",
     "Let all threads of the block reach the same __syncthreads()."},
    {"sync-barrier-exited", sync, warning, "threads have ended when others of the workgroup wait at a barrier",
     "Let all threads reach the barrier; return after it. Hardware does not wait for threads that have ended."},
    {"sync-missing-wait", sync, error, "a value is used before the load that makes it was waited for",
     "Put the s_waitcnt in, or let the compiler schedule the load."},
    {"sync-shuffle-inactive", sync, error, "a shuffle reads from a lane that does not take part",
     "Let all lanes that are read from reach the shuffle, and pass the mask of those that do."},
};

constexpr std::string_view kKinds[] = {"memory", "init", "race", "sync"};

}  // namespace

std::string_view name_of(CheckKind kind) { return kKinds[static_cast<int>(kind)]; }

std::span<const Check> all_checks() { return kChecks; }

const Check* find_check(std::string_view id) {
  for (const Check& c : kChecks)
    if (c.id == id) return &c;
  return nullptr;
}

const Check& check(std::string_view id) {
  if (const Check* c = find_check(id)) return *c;
  fmt::print(stderr, "wavelift: there is no check {}\n", id);
  std::abort();
}

Result<CheckOptions> parse_checks(std::string_view text) {
  CheckOptions options;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    bool known = word.empty();
    for (int k = 0; k < kCheckKinds; ++k)
      if (word == kKinds[k] || word == "all") options.on[k] = known = true;
    if (word == "leaks") options.leaks = options.on[0] = known = true;
    if (word == "misaligned") options.misaligned = options.on[0] = known = true;
    if (word.starts_with("kernel=")) options.kernel = word.substr(7), known = true;
    for (auto [name, to] : {std::pair{"skip=", &options.skip}, {"launches=", &options.launches}})
      if (std::string_view digits = word; digits.starts_with(name)) {
        digits.remove_prefix(std::string_view(name).size());
        auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), *to);
        if (error != std::errc() || end != digits.data() + digits.size())
          return fail(Exit::usage, fmt::format("WAVELIFT_CHECK says '{}', where a number of launches belongs", word), "launches=10");
        known = true;
      }
    if (!known)
      return fail(Exit::usage, fmt::format("WAVELIFT_CHECK names '{}', which is no check", word),
                  "there are memory, init, race, sync, all, and the options leaks, misaligned, kernel=, skip= and launches=");
  }
  return options;
}

const Result<CheckOptions>& process_checks() {
  static const Result<CheckOptions> options = [] {
    const char* text = std::getenv("WAVELIFT_CHECK");
    return parse_checks(text ? text : "");
  }();
  return options;
}

}  // namespace wavelift::soft
