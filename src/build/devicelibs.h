// The folder of device bitcode that clang links into every kernel. The distribution's device libraries are older
// than the compiler: they lack the version constant of newer targets, the fence that headers of their own time
// call, and count on a constant (denormals are kept) that the compiler no longer links. The folder links to the
// distribution's files and adds one module a target with all three.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::build {

// Where the folder is, made or not.
std::filesystem::path device_libs_folder();

// Makes the folder, or what it lacks for `targets` (as clang spells them). Costs one look a target when all is
// there; many processes may do it at once. Errors: tool_missing (rocm-device-libs or clang), output.
Status ensure_device_libs(const std::vector<std::string>& targets);

// gfx90a -> 9010: the number that the device libraries' constant __oclc_ISA_version holds, which is
// major * 1000 + minor * 100 + stepping, the last two hexadecimal digits of the name. 0 when it is no such name.
int isa_version(std::string_view target);

// The module for one target, as LLVM assembly.
std::string isa_module(int version);

}  // namespace wavelift::build
