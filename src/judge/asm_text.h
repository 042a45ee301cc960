// Inline assembly in a candidate: instructions, labels and comments are what it is for; directives (.incbin, .section, .macro ...)
// are refused. It is read from LLVM's assembly of the whole unit, where macros, templates and pasted strings are gone and
// nothing is optimised away yet.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::judge {

// The text of each inline or module assembly in LLVM assembly language.
std::vector<std::string> asm_strings(std::string_view llvm_assembly);

// The first directive in it, ".incbin", or what could become one; empty when there is none.
std::string find_directive(std::string_view text);

}  // namespace wavelift::judge
