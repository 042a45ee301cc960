// The warp intrinsics by name: what each does and where its arguments stand.
#pragma once
#include "analysis/facts.h"
#include <string_view>

namespace wavelift::analysis {

struct WarpName {
  std::string_view name;          // without the leading underscores of CUDA and HIP, as wl32:: has it
  WarpCall::Kind kind;
  int mask = -1, which = -1, width = -1;  // positions of arguments, -1: none
};

// `name` with or without two leading underscores; null when it is no warp intrinsic.
const WarpName* find_warp_name(std::string_view name);

}  // namespace wavelift::analysis
