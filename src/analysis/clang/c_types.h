// The names that tasks and nests have for types.
#pragma once
#include <clang/AST/ASTContext.h>
#include <string>

namespace wavelift::analysis {

// "float", "half", "bf16", "int", "uint64_t"; empty: it is none of these. bool is "uint8_t", as in memory.
std::string c_type_name(clang::QualType t, const clang::ASTContext& context);

}  // namespace wavelift::analysis
