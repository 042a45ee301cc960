// A verb of `wl`: one file in this folder each, and one row in main.cpp's table.
#pragma once
#include "base/error.h"
#include <span>
#include <string>

namespace wavelift::cli {

using Args = std::span<const std::string>;   // what stands after the verb

struct Verb {
  const char* name;
  const char* synopsis;                      // "PATH [-o OUT]"
  const char* summary;                       // one line for `wl --help`
  int (*run)(Args args);                     // returns the exit code
};

// Prints "wl: sentence" to stderr and returns the error's exit code.
int report(const Error& error);

}  // namespace wavelift::cli
