// Source lines of code addresses, from a code object's DWARF.
#pragma once
#include "soft/object/code_object.h"
#include <string>
#include <vector>

namespace wavelift::soft {

// "file.cu:12" of the instruction at `address` (in the loaded image); empty without line information.
std::string source_line(const CodeObject& object, uint64_t address);

// The same, followed by the lines of the calls that it was inlined to, inner first. Empty without line information. What
// the compiler put in has no line: then that of the nearest instruction before it is taken, up to `back` bytes away.
std::vector<std::string> source_lines(const CodeObject& object, uint64_t address, uint64_t back = 0);

}  // namespace wavelift::soft
