// Random kernels.
#pragma once
#include "kernel.h"

namespace wavelift::exactness {

// Kernel `index` of `seed`: the same on every machine, whatever others are made.
Kernel generate(uint64_t seed, uint32_t index);

// Its input, `input_words(k)` of them: random numbers with the corners of the integer types among them.
std::vector<uint64_t> make_input(const Kernel& k, uint64_t seed, uint32_t index);

}  // namespace wavelift::exactness
