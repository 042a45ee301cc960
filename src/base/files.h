// Whole files in and out. Writes go to a temporary beside the target and are renamed, so that a full disk or an
// interruption never leaves half a file.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <string_view>

namespace wavelift {

// The bytes of a regular file. Errors: no_input when it is missing, a folder or unreadable.
Result<std::string> read_file(const std::filesystem::path& path);

// Writes `bytes` to `path` by way of `path`.tmp-PID in the same folder, then renames. Creates parent folders.
// `mode` 0 keeps the mode of a file that is replaced. Errors: output.
Status write_file(const std::filesystem::path& path, std::string_view bytes, unsigned mode = 0);

}  // namespace wavelift
