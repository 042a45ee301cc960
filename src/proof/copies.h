// What came back from the device in two runs. A run writes the log that WAVELIFT_COPY_LOG names, and beside it, in NAME.bytes, the
// bytes of its copies, up to 1 GiB.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::proof {

struct Copy {
  uint64_t bytes = 0;
  std::string hash;
  uint64_t launches = 0;            // of kernels, before it
  std::string kernel;               // the last of them, demangled; empty before the first launch
  std::optional<uint64_t> kept_at;  // where its bytes begin in NAME.bytes
};

// The copies in their order. Lines that are no copy (a program that was killed leaves half a line) are left out.
std::vector<Copy> read_copy_log(std::string_view text);

struct CopyComparison {
  size_t expected = 0, got = 0;                 // copies of each run
  size_t same = 0, close = 0, different = 0;    // by bytes; by values within the tolerance (values.h); neither
  std::string first;                            // a sentence on the first that is neither, or on numbers that differ
  bool agree() const { return first.empty(); }
};

// `expected` and `got` are log files; one that is missing is a run without copies. Errors: no_input for a file of bytes
// that cannot be read.
Result<CopyComparison> compare_copies(const std::filesystem::path& expected, const std::filesystem::path& got);

}  // namespace wavelift::proof
