// What a compiler said, as far as it is about the candidate's own lines.
#pragma once
#include "judge/candidate.h"
#include <string_view>

namespace wavelift::judge {

// `text` is a compiler's standard error, without quoted lines; `file` is what it calls the candidate's file. Those of the backend
// and the linker, which speak of no file, are kept with line 0. What is about other files is counted, and so is what comes
// after the first 64.
void read_diagnostics(std::string_view text, std::string_view file, Compiled& into);

// One line of printable ASCII, at most 300 bytes.
std::string printable(std::string_view text);

}  // namespace wavelift::judge
