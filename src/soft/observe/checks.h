// The checks that exist: one row each, in the order of docs/checks. A new check is a row here, the code that finds it,
// a test in tests/checks and a page.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace wavelift::soft {

enum class CheckKind : uint8_t { memory, init, race, sync };
inline constexpr int kCheckKinds = 4;
std::string_view name_of(CheckKind kind);

enum class Severity : uint8_t { error, warning };

struct Check {
  std::string_view id;         // "memory-out-of-bounds"; stable
  CheckKind kind;
  Severity severity;
  std::string_view sentence;   // what is wrong, in general
  std::string_view help;       // what to do about it
};

std::span<const Check> all_checks();
// Ends the process when there is no such row: ids are written in the source.
const Check& check(std::string_view id);
// nullptr when there is none.
const Check* find_check(std::string_view id);

// Which kinds a process asked for, and the options beside them.
struct CheckOptions {
  bool on[kCheckKinds] = {};
  bool leaks = false;          // memory: report what was not freed at the end
  bool misaligned = false;     // memory: report loads and stores that are not aligned to their elements
  // Which launches are looked at: of the kernels whose demangled names contain `kernel`, of each those after the first `skip`,
  // `launches` of them. The others run as fast as without checks.
  std::string kernel;
  uint64_t skip = 0, launches = std::numeric_limits<uint64_t>::max();

  bool all_launches() const { return kernel.empty() && skip == 0 && launches == std::numeric_limits<uint64_t>::max(); }
  bool wants(CheckKind kind) const { return on[static_cast<int>(kind)]; }
  bool any() const { return on[0] || on[1] || on[2] || on[3]; }
};

// "memory,init,race,sync", "all", and the options "leaks", "misaligned", "kernel=TEXT", "skip=N" and "launches=N", separated by
// commas. Error: usage, a name that there is not, or no number.
Result<CheckOptions> parse_checks(std::string_view text);
// What $WAVELIFT_CHECK says, read once. An error is kept and answered each time.
const Result<CheckOptions>& process_checks();

}  // namespace wavelift::soft
