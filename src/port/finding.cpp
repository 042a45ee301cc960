#include "port/finding.h"
#include <algorithm>

namespace wavelift::port {

namespace {

using enum Severity;

// One row a code; share/findings/WLnnnn.md is its page.
constexpr FindingKind kinds[] = {
    {1001, error, "CUDA name without a HIP counterpart"},
    {1002, warning, "Name that needs a certain HIP version"},
    {1003, error, "CUDA header without a HIP counterpart"},
    {1004, warning, "CUDA-like name that the map does not know"},
    {1005, info, "String that holds a CUDA name"},
    {1006, warning, "Library call that differs in HIP"},
    {1007, error, "C++ standard library of CUDA (libcu++, CUTLASS) in use"},
    {1008, warning, "PyTorch's CUDA interface in use"},
    {1009, warning, "CUDA source in a string"},
    {1010, warning, "PyTorch name that the release lacks"},
    {1011, info, "PyTorch's CUDA interface for the build"},
    {1101, warning, "Test of the compute capability"},
    {1102, warning, "Test of the CUDA version"},
    {1103, info, "Compiler macro renamed"},
    {1201, info, "Warp functions kept at 32 lanes"},
    {1202, info, "Program's own name for a warp built-in"},
    {1203, warning, "Warp width read at run time"},
    {1204, warning, "Cooperative group as wide as the wave"},
    {1205, info, "CUB warp primitive given its width"},
    {1206, warning, "Loaded kernel launched in warps of 32"},
    {1241, info, "Kernel with warps as wide as the wave"},
    {1242, info, "Kernel kept at warps of 32 lanes"},
    {1243, warning, "Source not analysed for --width"},
    {1301, error, "Inline PTX left as it is"},
    {1302, info, "Inline PTX written as C++"},
    {1303, warning, "Matrix fragments (WMMA)"},
    {1304, warning, "Second argument of __launch_bounds__ dropped"},
    {1305, error, "Definition that clashes with HIP's own"},
    {1306, info, "Definition set aside: HIP has it"},
    {1307, info, "Function kept fast, as -use_fast_math means it"},
    {1308, info, "Cast to a pointer to arrays of variable length"},
    {1309, info, "CUDA's min and max of numbers"},
    {1401, warning, "FP8 encoding depends on the GPU"},
    {1421, warning, "Texture that AMD GPUs refuse"},
    {1501, warning, "Compiler flag dropped"},
    {1503, error, "Build file that is not ported"},
    {1504, warning, "Reference to a file outside the ported folder"},
    {1505, error, "Library without a HIP counterpart"},
    {1506, info, "File from outside the folder ported along"},
    {1507, warning, "Call of an NVIDIA tool"},
    {1508, warning, "Build script that asks for CUDA itself"},
    {1509, warning, "Flag that PyTorch for ROCm rewrites"},
    {1522, warning, "Static library of relocatable device code"},
    {1523, warning, "PTX for later GPUs"},
    {1601, info, "File copied as it is"},
    {1602, error, "File that could not be read"},
    {1603, warning, "File that was edited since the last port"},
    {1604, info, "Edits merged with a new port"},
    {1605, error, "Edits that conflict with a new port"},
};

}  // namespace

std::span<const FindingKind> finding_kinds() { return kinds; }

const FindingKind* finding_kind(int code) {
  auto it = std::lower_bound(std::begin(kinds), std::end(kinds), code,
                             [](const FindingKind& k, int c) { return k.code < c; });
  return it != std::end(kinds) && it->code == code ? it : nullptr;
}

Finding make_finding(int code, std::string file, uint32_t line, uint32_t column, std::string subject, std::string message) {
  const FindingKind* kind = finding_kind(code);
  return {.code = code,
          .severity = kind ? kind->severity : info,
          .file = std::move(file),
          .line = line,
          .column = column,
          .message = std::move(message),
          .subject = std::move(subject)};
}

}  // namespace wavelift::port
