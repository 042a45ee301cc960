// The conditions of the preprocessor that ask for CUDA's own macros.
#pragma once
#include "analysis/facts.h"
#include <clang/Lex/Preprocessor.h>

namespace wavelift::analysis {

// Notes them while `preprocessor` runs. What is skipped is not noted.
void note_macro_tests(clang::Preprocessor& preprocessor, Facts& facts);

}  // namespace wavelift::analysis
