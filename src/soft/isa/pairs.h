// Two neighbouring instructions that compilers emit together, done by one operation: what the first leaves for the second
// stays in host registers. Both keep their own micro-op, so control may arrive at the second one as before.
#pragma once
#include "soft/isa/op.h"

namespace wavelift::soft::WAVE {

// What to execute ops[0] by so that it does the work of ops[1], too, and goes on at ops[2]; nullptr where there is nothing of
// the kind. `first` and `second` are the rows of the two instructions, each of which is one micro-op.
Handler pair_of(const Semantics& first, const Semantics& second, const Op* ops);

// Whether such an operation is executed by `fn`: it reads the one behind it, too, and goes on at the one after that.
bool does_two(Handler fn);

} // namespace wavelift::soft::WAVE
