// A command line of hipcc or nvcc to the commands that do the same with clang. Pure: reads no files but option
// files (@file, --options-file), starts nothing.
#pragma once
#include "base/error.h"
#include "build/flags.h"
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace wavelift::build {

// What a translation needs to know of the machine; toolchain.h finds it out.
struct Toolchain {
  std::filesystem::path clang;        // clang++
  std::filesystem::path archiver;     // llvm-ar
  std::filesystem::path device_libs;  // folder of device bitcode
  std::filesystem::path home;         // root of include/
  std::filesystem::path build_root;   // root of built lib/ and generated include/
  std::string default_target;         // gfx90a
};

struct Translation {
  std::vector<std::vector<std::string>> commands;  // to run in this order until one fails
  bool show = false;                               // print them instead
  bool version = false;                            // print the version
  bool help = false;                               // print the help
  std::vector<std::string> targets;                // what device code is compiled for, as clang spells it
};

// What a translation asks about files.
struct Facts {
  std::function<bool(const std::filesystem::path&)> exists;
  // Whether an object or archive holds device code that waits for a device link (made with -rdc=true).
  std::function<bool(const std::filesystem::path&)> waits_for_link;
  // Whether an object holds the outcome of a device link (made with -dlink).
  std::function<bool(const std::filesystem::path&)> is_device_link;
  // A name for a file that the commands need only among themselves.
  std::function<std::string(const std::string& source, const char* ending)> temporary;
};

// `args` is what stands after `hipcc` or `nvcc`.
// Errors: usage (an option without its value, an unknown target), no_input (an option file), unsupported (a
// library that wavelift does not have).
Result<Translation> translate(Mode mode, std::span<const std::string> args, const Toolchain& tools, const Facts& facts);

// A line of words as a shell would split it: blanks separate, quotes and backslashes keep.
std::vector<std::string> split_words(std::string_view text);

}  // namespace wavelift::build
