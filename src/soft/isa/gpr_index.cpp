// Vector register indexing. Nothing outside pays for it: s_set_gpr_idx_on executes the operations up to
// s_set_gpr_idx_off itself, each on a copy with its register numbers moved.
#include "soft/isa/gpr_index.h"
#include "soft/isa/lanes.h"

namespace wavelift::soft::WAVE {
namespace {

constexpr uint32_t kIndexEnabled = 1u << 27; // of MODE

// The four choice bits: the immediate field or a constant source.
uint32_t choice(const Wave& w, const Op* op, const Src& s) {
  return (s.kind == Src::Kind::none ? static_cast<uint32_t>(op->imm) : scalar32(w, s)) & 0xf;
}

bool is_temporary(const Src& s) { return s.kind == Src::Kind::vector && s.index >= kTempBase; }

void move(Src& s, bool chosen, uint32_t by) {
  if (chosen && s.kind == Src::Kind::vector) s.index = static_cast<uint16_t>(s.index + by);
}

bool in_file(const Src& s) { return s.kind != Src::Kind::vector || s.index < kTempBase; }

} // namespace

const Op* gpr_index_on(Wave& w, const Op* op) {
  w.s[kM0] = (w.s[kM0] & ~0xf0ffu) | (scalar32(w, op->a) & 0xff) | choice(w, op, op->b) << 12;
  w.mode |= kIndexEnabled;
  const Op* p = op + 1;
  while (p->fn != gpr_index_off) {
    if (p->fn == gpr_index_on)
      return stop_with_fault(w, p, "s_set_gpr_idx_on inside vector register indexing is not supported");
    if (is_temporary(p->a) || is_temporary(p->b) || is_temporary(p->c) || p->dst >= kTempBase)
      return stop_with_fault(w, p, "vector register indexing of an operand with modifiers is not supported");
    const uint32_t m0 = w.s[kM0], by = m0 & 0xff;
    Op one[3] = {*p, {}, {}};   // what goes on or branches from it comes back here
    Op& x = one[0];
    x.target = &one[2];
    move(x.a, m0 >> 12 & 1, by);
    move(x.b, m0 >> 13 & 1, by);
    move(x.c, m0 >> 14 & 1, by);
    if (m0 >> 15 & 1) x.dst = static_cast<uint16_t>(x.dst + by);
    if (!in_file(x.a) || !in_file(x.b) || !in_file(x.c) || x.dst >= kTempBase)
      return stop_with_fault(w, p, "vector register index outside the register file");
    const Op* next = x.fn(w, one);
    if (next != one + 1) {
      if (next) return stop_with_fault(w, p, "a branch inside vector register indexing is not supported");
      w.pc = p;
      return nullptr;
    }
    ++p;
  }
  return p;
}

const Op* gpr_index_off(Wave& w, const Op* op) {
  w.mode &= ~kIndexEnabled;
  return op + 1;
}

const Op* gpr_index_idx(Wave& w, const Op* op) {
  w.s[kM0] = (w.s[kM0] & ~0xffu) | (scalar32(w, op->a) & 0xff);
  return op + 1;
}

const Op* gpr_index_mode(Wave& w, const Op* op) {
  w.s[kM0] = (w.s[kM0] & ~0xf000u) | choice(w, op, op->a) << 12;
  return op + 1;
}

} // namespace wavelift::soft::WAVE
