// Inline PTX as C++: one table of instructions, and what the others are called for the person who must write them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::port {

struct PtxResult {
  std::string code;      // a C++ expression statement without its semicolon; empty when there is no exact one
  bool warp = false;     // uses wavelift_warp.h
  bool cuda = false;     // uses wavelift_cuda.h
  std::string says;      // what the instruction does, when there is no code
};

// True when an asm template is PTX and not the host's assembly language.
bool is_ptx(std::string_view text);

// `text` is the template with its escapes resolved, `operands` the C++ expressions of %0, %1 ...
PtxResult ptx_to_cpp(std::string_view text, const std::vector<std::string>& operands);

}  // namespace wavelift::port
