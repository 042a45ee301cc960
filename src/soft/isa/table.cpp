// Joins the families' tables into one lookup by mnemonic.
#include "soft/isa/op.h"
#include <array>
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
      {"Matrix, gfx11", wmma_table()},
      {"Vector memory", vmem_table()},
      {"Memory atomics", vmem_atomic_table()},
      {"LDS", ds_table()},
  };
  return families;
}

const Semantics* find_semantics(std::string_view mnemonic, Generation generation) {
  using ByGeneration = std::array<const Semantics*, 3>;
  static const auto* table = [] {
    auto* t = new std::unordered_map<std::string_view, ByGeneration>;
    for (size_t g = 0; g < std::tuple_size_v<ByGeneration>; ++g)
      for (const Family& f : instruction_families())
        for (const auto& row : f.rows)
          if (static_cast<size_t>(row.since) == g)
            for (size_t later = g; later < std::tuple_size_v<ByGeneration>; ++later) (*t)[row.mnemonic][later] = &row;
    for (const Rename& r : renames())
      if (auto old = t->find(r.before); old != t->end()) t->try_emplace(r.now, old->second);
    return t;
  }();
  auto it = table->find(mnemonic);
  return it == table->end() ? nullptr : it->second[static_cast<size_t>(generation)];
}

} // namespace wavelift::soft::WAVE
