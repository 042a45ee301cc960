// What a linked program is, before it is started: an ELF for this machine, and which targets its device code is for.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::build {

struct Program {
  std::vector<std::string> targets;  // of its code objects, in the order found, without features: gfx90a
  bool uses_hip = false;             // it is linked with the HIP run time
};

// Reads the headers of `path`. Errors: no_input when it is missing, cannot be executed, is no ELF, is cut short, or
// is for another machine than x86-64.
Result<Program> inspect_program(const std::filesystem::path& path);

// The same for a file's bytes; `name` is for messages.
Result<Program> inspect_program_bytes(std::string_view bytes, const std::string& name);

// The target to run `program` on: `asked` if it is not empty, else the default when the program has code for it,
// else the program's first. Errors: unsupported when the program has device code, but not for that target.
Result<std::string> choose_target(const Program& program, const std::string& asked, const std::string& name);

}  // namespace wavelift::build
