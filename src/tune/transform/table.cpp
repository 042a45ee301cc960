#include "tune/transform/table.h"
#include <algorithm>
#include <vector>

namespace wavelift::tune {

std::span<const Transform* const> transforms() {
  static const std::vector<const Transform*> all = {
      &tile(), &stage(), &register_block(), &vectorise(), &pad(), &double_buffer(), &launch_bounds(), &restrict_pointers(), &order(), &unroll(),
      &wave_reduce(), &linearise(), &vectorise_rows(), &group_size(), &keep_in_registers(), &several_rows(), &unroll_rows(), &stream(),
      &split_reduction(), &several_sums(), &reciprocal(), &fast_calls(), &keep_results(), &one_pass(),
  };
  return all;
}

const Transform* find_transform(std::string_view name) {
  const auto all = transforms();
  const auto at = std::ranges::find_if(all, [&](const Transform* t) { return t->name() == name; });
  return at == all.end() ? nullptr : *at;
}

}  // namespace wavelift::tune
