// nvcc's flags and libraries as hipcc's: one table for every kind of build file.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace wavelift::port {

enum class FlagAction : uint8_t {
  keep,
  replace,  // by text
  drop,
  arch,     // names a GPU: becomes the one --offload-arch
};

struct FlagResult {
  FlagAction action = FlagAction::keep;
  size_t takes = 0;      // how many words after the flag are its value
  std::string text;
  int code = 0;          // finding, 0: none
  std::string message;
};

// What becomes of `flag`, which `next` follows.
FlagResult port_flag(std::string_view flag, std::string_view next);

// True when the word of a build file is or holds -use_fast_math.
bool asks_for_fast_math(std::string_view word);

}  // namespace wavelift::port
