// `wl hipcc` and `wl nvcc`: translate the command line, run the compiler.
#pragma once
#include "build/flags.h"
#include <span>
#include <string>

namespace wavelift::build {

// Returns the exit code: the compiler's, or that of an error, whose sentence has been printed.
int drive(Mode mode, std::span<const std::string> args);

}  // namespace wavelift::build
