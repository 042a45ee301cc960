// The CUDA <-> HIP name map: which CUDA names there are, what each is called in HIP, and since which HIP version.
// The data is share/apimap/*.tsv; it is compiled into the program, nothing is read at start.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace wavelift::apimap {

enum class Kind : uint8_t {
  function,   // host function
  type,
  enumerator,
  macro,
  device,     // device function, built-in variable or keyword
  guard,      // predefined macro that code tests
  header,     // path inside #include <...>
  name,       // namespace
};

enum class Fate : uint8_t {
  same,       // HIP has the name as it is
  renamed,
  warp,       // means 32 lanes: goes to wavelift_warp.h, which keeps them
  shim,       // HIP has none; a support header gives it
  none,       // no counterpart
  special,    // a rule of the porter's decides (guards)
};

struct Entry {
  std::string_view cuda;
  std::string_view hip;       // empty when fate is none or special
  std::string_view library;   // runtime, driver, device, cublas, ...: the data file that the row is in
  Kind kind;
  Fate fate;
  uint16_t since;             // first HIP version that has it, major * 100 + minor; 0: older than 6.0
  uint16_t until;             // first HIP version that no longer has it; 0: it is still there
  std::string_view note;      // what a person should know; may be empty
};

// The row of a CUDA name or header path ("cuda_fp16.h"); nullptr when it is not CUDA's.
const Entry* find(std::string_view cuda_name);

// All rows, ordered by CUDA name.
std::span<const Entry> all();

// True when a name starts as CUDA's own do (cudaX, cuX, CU_, cublasX, __nv_...): such a name that find() does not
// know is either the program's own or newer than the map.
bool looks_like_cuda(std::string_view name);

const char* kind_name(Kind kind);
const char* fate_name(Fate fate);

}  // namespace wavelift::apimap
