// Inputs, drawn from a secret seed: the same seed gives the same data on every machine with the same mathematical library.
#pragma once
#include "judge/task.h"
#include <span>
#include <vector>

namespace wavelift::judge {

// How many arguments a distribution takes; -1: there is none of that name.
int arguments_of_distribution(std::string_view name);
std::string distribution_names();      // for messages

// Elements of a buffer of `type`. Errors: usage, arguments that make no sense (an empty range).
Result<std::vector<std::byte>> draw(const Distribution& d, Element type, size_t elements, const Names& names, uint64_t seed);

// Whether elements of it that are turned round (those from the r-th on, then those before) are as good a draw: nothing says where an element is.
bool turns(const Distribution& d);

// How many distributions a task's trials go through: the most that a buffer names. The buffers with fewer begin again.
size_t variants(const Task& task);

// A seed that depends on all of them; `master` is the secret.
uint64_t mix(uint64_t master, uint64_t a, uint64_t b = 0);

// Shapes that the candidate's author has not seen, from the task's ranges and constraints: the least, the most, and drawn ones. Every
// second of these lies at the edges of tiles: multiples of 64, and one more or less.
std::vector<Shape> hidden_shapes(const Task& task, size_t count, uint64_t seed);

// A shape beside one of the task's, whose drawn parameters are between half of its values and these: so that nobody can be right for the
// author's large shapes alone. Nothing: the ranges and constraints allow no other.
std::optional<Shape> shape_near(const Task& task, const Shape& shape, uint64_t seed);

}  // namespace wavelift::judge
