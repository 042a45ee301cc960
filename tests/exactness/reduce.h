// Makes a failing kernel small.
#pragma once
#include "kernel.h"
#include <functional>

namespace wavelift::exactness {

// Takes away functions, statements, and operations inside expressions, one at a time and for good while `fails` stays
// true, until nothing can go or `budget` tries are used up.
Kernel reduce(Kernel k, int budget, const std::function<bool(const Kernel&)>& fails);

}  // namespace wavelift::exactness
