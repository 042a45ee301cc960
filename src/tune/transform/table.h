// The built-in transformations, one a file in this folder.
#pragma once
#include "tune/transform.h"

namespace wavelift::tune {

// A new one: its object here and in table.cpp, its file in CMakeLists.txt, its test in tests/tune/transform.

}  // namespace wavelift::tune
