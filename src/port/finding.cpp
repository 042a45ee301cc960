#include "port/finding.h"
#include <algorithm>

namespace wavelift::port {

namespace {

using enum Severity;

// One row a code; share/findings/WLnnnn.md is its page.
constexpr FindingKind kinds[] = {
    {1001, error, "CUDA name without a HIP counterpart"},
    {1002, warning, "name that needs a certain HIP version"},
    {1003, error, "CUDA header without a HIP counterpart"},
    {1004, warning, "CUDA-like name that the map does not know"},
    {1005, info, "string that holds a CUDA name"},
    {1006, warning, "library call that differs in HIP"},
    {1007, error, "C++ standard library of CUDA (libcu++, CUTLASS) in use"},
    {1008, error, "PyTorch's CUDA interface in use"},
    {1101, warning, "test of the compute capability"},
    {1102, warning, "test of the CUDA version"},
    {1103, info, "compiler macro renamed"},
    {1201, info, "warp functions kept at 32 lanes"},
    {1202, info, "program's own name for a warp built-in"},
    {1203, warning, "warp width read at run time"},
    {1204, warning, "cooperative group as wide as the wave"},
    {1205, info, "CUB warp primitive given its width"},
    {1301, error, "inline PTX left as it is"},
    {1302, info, "inline PTX written as C++"},
    {1303, warning, "matrix fragments (WMMA)"},
    {1304, warning, "second argument of __launch_bounds__ dropped"},
    {1305, error, "definition that clashes with HIP's own"},
    {1306, info, "definition set aside: HIP has it"},
    {1307, warning, "device code that AMD GPUs run otherwise"},
    {1401, warning, "FP8 encoding depends on the GPU"},
    {1501, warning, "compiler flag dropped"},
    {1502, info, "compiler flag translated"},
    {1503, error, "build file that is not ported"},
    {1504, warning, "reference to a file outside the ported folder"},
    {1505, error, "library without a HIP counterpart"},
    {1506, info, "file from outside the folder ported along"},
    {1601, info, "file copied as it is"},
    {1602, error, "file that could not be read"},
    {1603, warning, "file that was edited since the last port"},
};

}  // namespace

std::span<const FindingKind> finding_kinds() { return kinds; }

const FindingKind* finding_kind(int code) {
  auto it = std::lower_bound(std::begin(kinds), std::end(kinds), code,
                             [](const FindingKind& k, int c) { return k.code < c; });
  return it != std::end(kinds) && it->code == code ? it : nullptr;
}

const char* severity_name(Severity s) { return s == info ? "info" : s == warning ? "warning" : "error"; }

}  // namespace wavelift::port
