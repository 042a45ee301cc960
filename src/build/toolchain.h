// Where the compiler, the device libraries and wavelift's own headers and libraries are.
#pragma once
#include "base/error.h"
#include "build/translate.h"

namespace wavelift::build {

// The folder of LLVM 22's programs: $WAVELIFT_LLVM/bin, else Debian's. Errors: tool_missing.
Result<std::filesystem::path> llvm_bin();

// Everything that translate() needs to know. Errors: tool_missing, usage (WAVELIFT_ARCH).
Result<Toolchain> find_toolchain();

}  // namespace wavelift::build
