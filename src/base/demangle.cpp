#include "base/demangle.h"
#include <cstdlib>
#include <cxxabi.h>

namespace wavelift {

std::string demangle(const std::string& symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (!text) return symbol;
  std::string out = text;
  std::free(text);
  return out;
}

}  // namespace wavelift
