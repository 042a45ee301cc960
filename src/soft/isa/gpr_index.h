// Vector register indexing of gfx9: between s_set_gpr_idx_on and s_set_gpr_idx_off the register numbers of
// chosen operands are offset by M0[7:0]. M0[15:12] chooses: bit 0 SRC0, 1 SRC1, 2 SRC2, 3 the destination.
#pragma once
#include "soft/isa/op.h"

namespace wavelift::soft::WAVE {

const Op* gpr_index_on(Wave& w, const Op* op);
const Op* gpr_index_off(Wave& w, const Op* op);
const Op* gpr_index_idx(Wave& w, const Op* op);
const Op* gpr_index_mode(Wave& w, const Op* op);

} // namespace wavelift::soft::WAVE
