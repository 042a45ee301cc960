// Starting a linked program on the software GPU, for the verbs that do.
#pragma once
#include "base/error.h"
#include <string>

namespace wavelift::cli {

// Looks at the program, chooses the target (`asked`, else WAVELIFT_ARCH, else what it was compiled for) and sets the
// environment that it needs: WAVELIFT_ARCH, LD_LIBRARY_PATH. Says on stderr what of the target is not modelled.
// Returns the file to execute. Errors: those of build::inspect_program and build::choose_target.
Result<std::string> prepare_start(const std::string& path, const std::string& asked);

}  // namespace wavelift::cli
