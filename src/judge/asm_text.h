// Inline assembly in a candidate: instructions, labels and comments are what it is for. Directives (.incbin, .section, .macro ...) are
// refused, and so are jumps to an address, which could be anywhere: in memory that the candidate wrote. It is read from LLVM's assembly of the whole unit, where macros, templates and pasted strings are gone and
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

// The first instruction in it that goes to or asks for an address of code ("s_setpc_b64"), or that is not written out ("$0"); empty when
// there is none.
std::string find_jump(std::string_view text);

// "the directive .incbin", "the jump s_setpc_b64"; empty when there is nothing to be refused.
std::string find_forbidden(std::string_view text);

}  // namespace wavelift::judge
