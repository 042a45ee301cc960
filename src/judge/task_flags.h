// What a task may ask of the compilers, beside the architecture.
#pragma once
#include "base/error.h"
#include <span>
#include <string>

namespace wavelift::judge {

enum class Compiler { clang, nvcc };

// Errors: usage, the first flag that is not in the list.
Status check_flags(std::span<const std::string> flags, Compiler compiler);

}  // namespace wavelift::judge
