// Joins the families' tables into one lookup by mnemonic.
#include "soft/isa/op.h"
#include <unordered_map>

namespace wavelift::soft {

const Semantics* find_semantics(std::string_view mnemonic) {
  static const auto* table = [] {
    auto* t = new std::unordered_map<std::string_view, const Semantics*>;
    for (auto rows : {salu_table(), control_table(), smem_table(), vop_int_table(), vop_int16_table(), vop_cmp_table(),
                      vop_lane_table(), vop_f32_table(), vop_f64_table(), vop_f16_table(), vop_cvt_table(), mfma_table(),
                      vmem_table(), vmem_atomic_table(), ds_table()})
      for (const auto& row : rows) t->emplace(row.mnemonic, &row);
    return t;
  }();
  auto it = table->find(mnemonic);
  return it == table->end() ? nullptr : it->second;
}

}  // namespace wavelift::soft
