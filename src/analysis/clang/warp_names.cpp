#include "analysis/clang/warp_names.h"

namespace wavelift::analysis {

namespace {

using enum WarpCall::Kind;

constexpr WarpName names[] = {
    {"shfl_sync", shuffle, 0, 2, 3},
    {"shfl_up_sync", shuffle_up, 0, 2, 3},
    {"shfl_down_sync", shuffle_down, 0, 2, 3},
    {"shfl_xor_sync", shuffle_xor, 0, 2, 3},
    {"shfl", shuffle, -1, 1, 2},
    {"shfl_up", shuffle_up, -1, 1, 2},
    {"shfl_down", shuffle_down, -1, 1, 2},
    {"shfl_xor", shuffle_xor, -1, 1, 2},
    {"any_sync", any, 0},
    {"all_sync", all, 0},
    {"uni_sync", uni, 0},
    {"ballot_sync", ballot, 0},
    {"any", any},
    {"all", all},
    {"ballot", ballot},
    {"activemask", active_mask},
    {"syncwarp", sync, 0},
    {"match_any_sync", match_any, 0},
    {"match_all_sync", match_all, 0},
    {"reduce_add_sync", reduce, 0},
    {"reduce_min_sync", reduce, 0},
    {"reduce_max_sync", reduce, 0},
    {"reduce_and_sync", reduce, 0},
    {"reduce_or_sync", reduce, 0},
    {"reduce_xor_sync", reduce, 0},
};

}  // namespace

const WarpName* find_warp_name(std::string_view name) {
  if (name.starts_with("__")) name.remove_prefix(2);
  for (const WarpName& n : names)
    if (n.name == name) return &n;
  return nullptr;
}

}  // namespace wavelift::analysis
