#include "soft/isa/access.h"
#include <string_view>

namespace wavelift::soft {

namespace {

using std::string_view;
bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }

struct Named {
  string_view part;
  uint8_t bytes;
};
// Sizes by what follows the operation; the first that is found counts, so longer names come first.
constexpr Named sizes[] = {
    {"dwordx16", 64}, {"dwordx8", 32}, {"dwordx4", 16}, {"dwordx3", 12}, {"dwordx2", 8}, {"dword", 4},
    {"b512", 64}, {"b256", 32}, {"b128", 16}, {"b96", 12}, {"b64", 8}, {"b32", 4}, {"b16", 2}, {"b8", 1},
    {"ubyte", 1}, {"sbyte", 1}, {"byte", 1}, {"ushort", 2}, {"sshort", 2}, {"short", 2},
    {"u64", 8}, {"i64", 8}, {"f64", 8}, {"x2", 8},
    {"u32", 4}, {"i32", 4}, {"f32", 4}, {"f16", 4}, {"bf16", 4},   // atomics on 16-bit floats are packed
    {"u16", 2}, {"i16", 2}, {"u8", 1}, {"i8", 1},
};
uint8_t size_in(string_view text, uint8_t otherwise) {
  for (const auto& s : sizes)
    if (has(text, s.part)) return s.bytes;
  return otherwise;
}

Access ds_access(string_view m) {
  Access a;
  if (has(m, "permute") || has(m, "swizzle") || has(m, "gws") || m == "ds_nop" || has(m, "ordered_count")) return a;
  a.space = Space::lds;
  string_view operation = m.substr(3);
  bool pair = has(operation, "2_b") || has(operation, "2st64_") || has(operation, "2_rtn") || has(operation, "_2addr");
  bool read = operation.starts_with("read") || operation.starts_with("load");
  bool write = (operation.starts_with("write") || operation.starts_with("store")) && !has(operation, "xchg");
  a.kind = read ? Access::Kind::load : write ? Access::Kind::store : Access::Kind::atomic;
  string_view type = operation;
  for (string_view half : {"_d16_hi", "_d16"})
    if (type.ends_with(half)) type.remove_suffix(half.size());
  a.bytes = size_in(type, 4);
  if ((read || write) && (type.ends_with("u8") || type.ends_with("i8"))) a.bytes = 1;
  if ((read || write) && (type.ends_with("u16") || type.ends_with("i16"))) a.bytes = 2;
  a.elements = pair ? 2 : 1;
  a.scale = static_cast<uint16_t>(pair ? a.bytes * (has(operation, "st64") || has(operation, "stride64") ? 64 : 1) : 1);
  a.returns = has(m, "rtn") || has(m, "append") || has(m, "consume");
  a.masked_lane = has(m, "addtid") || has(m, "append") || has(m, "consume");
  return a;
}

}  // namespace

Access access_of(const Inst& inst) {
  string_view m = inst.mnemonic;
  if (m.starts_with("ds_")) return ds_access(m);
  Access a;
  struct Prefix {
    string_view name;
    Space space;
  };
  constexpr Prefix prefixes[] = {{"global_", Space::global}, {"flat_", Space::flat}, {"scratch_", Space::scratch},
                                 {"buffer_", Space::buffer}, {"tbuffer_", Space::buffer}, {"s_load_", Space::scalar},
                                 {"s_buffer_load_", Space::scalar}, {"s_store_", Space::scalar},
                                 {"s_buffer_store_", Space::scalar}};
  for (const auto& p : prefixes)
    if (m.starts_with(p.name)) {
      a.space = p.space;
      m.remove_prefix(p.name.size());
      break;
    }
  if (!a) return a;
  if (a.space == Space::scalar) {
    a.kind = has(inst.mnemonic, "store") ? Access::Kind::store : Access::Kind::load;
    a.bytes = size_in(m, 4);
    return a;
  }
  if (m.starts_with("atomic_")) {
    a.kind = Access::Kind::atomic;
    a.returns = inst.glc;
    a.bytes = size_in(m, 4);
  } else if (m.starts_with("load_")) {
    a.to_lds = inst.lds || has(m, "lds_");
    a.bytes = size_in(m, 4);
  } else if (m.starts_with("store_")) {
    a.kind = Access::Kind::store;
    a.bytes = size_in(m, 4);
  } else {
    a.space = Space::none;   // cache instructions
  }
  // Loads and stores of 8 and 16 bits on gfx11 are named by what they extend.
  if (a.kind != Access::Kind::atomic) {
    if (has(m, "u8") || has(m, "i8") || has(m, "_b8")) a.bytes = 1;
    if (has(m, "u16") || has(m, "i16") || has(m, "_b16")) a.bytes = 2;
    if (has(m, "short_d16") || has(m, "d16_b16") || has(m, "d16_hi_b16")) a.bytes = 2;
  }
  return a;
}

}  // namespace wavelift::soft
