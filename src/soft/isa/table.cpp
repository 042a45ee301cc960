// Joins the families' tables into one lookup by mnemonic.
#include "soft/isa/op.h"
#include <unordered_map>

namespace wavelift::soft::WAVE {

std::span<const Family> instruction_families() {
  static const Family families[] = {
      {"Scalar ALU", salu_table()},
      {"Control", control_table()},
      {"Scalar memory", smem_table()},
      {"Vector integer", vop_int_table()},
      {"Vector 16-bit integer", vop_int16_table()},
      {"Vector compare", vop_cmp_table()},
      {"Lanes", vop_lane_table()},
      {"Vector f32", vop_f32_table()},
      {"Vector f64", vop_f64_table()},
      {"Vector f16, packed, dot products", vop_f16_table()},
      {"Conversions", vop_cvt_table()},
#if WAVE_SIZE == 64
      {"Matrix", mfma_table()},
#endif
      {"Vector memory", vmem_table()},
      {"Memory atomics", vmem_atomic_table()},
      {"LDS", ds_table()},
  };
  return families;
}

const Semantics* find_semantics(std::string_view mnemonic) {
  static const auto* table = [] {
    auto* t = new std::unordered_map<std::string_view, const Semantics*>;
    for (const Family& f : instruction_families())
      for (const auto& row : f.rows) t->emplace(row.mnemonic, &row);
    return t;
  }();
  auto it = table->find(mnemonic);
  return it == table->end() ? nullptr : it->second;
}

} // namespace wavelift::soft::WAVE
