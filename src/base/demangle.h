// Names of the C++ ABI as people write them.
#pragma once
#include <string>

namespace wavelift {

// The name in C++ of a symbol; the symbol itself where it is no mangled name.
std::string demangle(const std::string& symbol);

}  // namespace wavelift
