// What every verb does that starts a linked program: looks at what it is, chooses the target, sets the environment.
#pragma once
#include "base/error.h"
#include <string>

namespace wavelift::cli {

// Sets WAVELIFT_ARCH and LD_LIBRARY_PATH of this process for the program at `path`; `target` is what the user asked for,
// empty for WAVELIFT_ARCH or what the program was compiled for. Answers the file to start. Errors: no_input, unsupported.
Result<std::string> make_ready(const std::string& path, std::string target);

}  // namespace wavelift::cli
