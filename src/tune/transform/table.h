// The built-in transformations, one a file in this folder.
#pragma once
#include "tune/transform.h"

namespace wavelift::tune {

// A new one: its object here and in table.cpp, its file in CMakeLists.txt, its test in tests/tune/transform.
// Of the form "tiled".
const Transform& tile();
const Transform& stage();
const Transform& register_block();
const Transform& vectorise();
const Transform& pad();
const Transform& double_buffer();
const Transform& unroll();
const Transform& order();
const Transform& launch_bounds();
const Transform& restrict_pointers();
// Of the forms "rows" and "elements". launch_bounds and restrict_pointers are of all forms.
const Transform& wave_reduce();
const Transform& linearise();
const Transform& vectorise_rows();
const Transform& group_size();
const Transform& keep_in_registers();
const Transform& several_rows();
const Transform& unroll_rows();
const Transform& stream();
const Transform& split_reduction();
const Transform& several_sums();
const Transform& reciprocal();
const Transform& fast_calls();
const Transform& keep_results();
const Transform& one_pass();

// The tile that a contraction begins with: the largest of a few that leaves every compute unit one in each timed shape.
struct TileChoice {
  int64_t m, n, thread_m, thread_n;
};
TileChoice choose_tile(const Subject& subject, size_t launch);

}  // namespace wavelift::tune
