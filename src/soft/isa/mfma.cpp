// Matrix instructions, v_mfma_*.
#include "soft/isa/op.h"

namespace wavelift::soft {

std::span<const Semantics> mfma_table() { return {}; }

}  // namespace wavelift::soft
