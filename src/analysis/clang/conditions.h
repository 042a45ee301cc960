// Notes the conditions that ask for GPUs while a side is preprocessed.
#pragma once
#include "analysis/facts.h"

namespace clang {
class CompilerInstance;
}

namespace wavelift::analysis {

void watch_conditions(clang::CompilerInstance& compiler, Facts& facts);

}  // namespace wavelift::analysis
