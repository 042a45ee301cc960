// How undefined bits go from register to register. Runs only where an operand is not all defined.
#include "soft/observe/wave/init_shadow.h"
#include "soft/observe/wave/site.h"
#include <cstring>
#include <fmt/format.h>

namespace wavelift::soft::WAVE {

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

const Row kNothing{};

// A wave whose vector file is the shadow, for operations that only move bits.
Wave& mirror_of(const Wave& w) {
  thread_local Wave* m = new Wave;
  m->v = w.shadow->v;
  m->k = w.k;
  m->mode = w.mode;
  m->set_mask(kExec, w.exec());
  refresh_exec(*m);
  return *m;
}

int source_count(const InitSite& s) {
  int n = 0;
  for (const Src& x : s.source) n += x.kind != Src::Kind::none;
  return n;
}

bool is_dirty(const WaveShadow& s, const Src& x) {
  for (int d = 0; d < x.dwords; ++d) {
    if (x.kind == Src::Kind::vector && s.state[x.index + d]) return true;
    if (x.kind == Src::Kind::scalar && s.s[x.index + d]) return true;
  }
  return false;
}

// Whether an active lane reads something undefined. DPP and SDWA aside, a lane reads its own registers.
bool is_bad(const Wave& w, const InitSite& site, int k) {
  const WaveShadow& s = *w.shadow;
  const Src& x = site.source[k];
  if (x.kind != Src::Kind::vector || site.inst.form == Form::dpp || site.rule == Rule::read_lane) return is_dirty(s, x);
  u64 lanes = 0;
  for (int d = 0; d < x.dwords; ++d) lanes |= s.undefined(static_cast<uint16_t>(x.index + d));
  return lanes & w.exec();
}

// Undefined bits of dword `d` of source `k`, as the operation sees it.
void fetch(Wave& w, const InitSite& site, int k, int d, Row& out) {
  WaveShadow& s = *w.shadow;
  const Src& x = site.source[k];
  out = kNothing;
  if (d >= x.dwords) return;
  if (site.mask_source == k) {
    const u64 bits = s.mask(x.index);
    for (int i = 0; i < kLanes; ++i) out.lane[i] = 0u - static_cast<u32>(bits >> i & 1);
    return;
  }
  if (x.kind == Src::Kind::scalar) broadcast(out, s.s[x.index + d]);
  else if (x.kind == Src::Kind::vector) out = s.row(static_cast<uint16_t>(x.index + d));
  else return;
  if (site.inst.form == Form::dpp && k == 0 && x.kind == Src::Kind::vector) {
    const Dpp& dpp = site.inst.dpp;
    Op op;
    op.a = {Src::Kind::vector, 1, static_cast<uint16_t>(x.index + d)};
    op.dst = kTempBase;
    const bool active_only = site.inst.generation >= Generation::gfx10 && !dpp.fetch_inactive;
    Wave& m = mirror_of(w);
    if (dpp.eight) {
      op.imm = static_cast<int32_t>(dpp.lanes) | (active_only ? 0 : 1 << 24);
      MicroOps::dpp8(m, &op);
    } else {
      op.imm = static_cast<int32_t>(dpp.ctrl | dpp.row_mask << 16 | dpp.bank_mask << 20 | (dpp.bound_ctrl ? 1u << 24 : 0) |
                                    (active_only ? 1u << 25 : 0));
      m.set_mask(kExec, w.saved_exec);   // that of the operation is already without the lanes that are not written
      refresh_exec(m);
      MicroOps::dpp_begin(m, &op);
    }
    out = s.v[kTempBase];
  }
  if (d > 0) return;
  int low = 0;
  u32 mask = ~0u;
  if (site.inst.form == Form::sdwa && k < 2) {
    const int sel = k == 0 ? site.inst.sdwa.src0_sel : site.inst.sdwa.src1_sel;
    if (sel < 4) low = sel * 8, mask = 0xff;
    else if (sel < 6) low = (sel - 4) * 16, mask = 0xffff;
  } else if (site.rule != Rule::packed && site.rule != Rule::packed_wide && site.high[k] && site.name.find("_mix") == site.name.npos) {
    low = 16, mask = 0xffff;
  }
  const u32 reads = site.reads[k];
  for (int i = 0; i < kLanes; ++i) out.lane[i] = out.lane[i] >> low & mask & reads;
}

LanePtr values(Wave& w, const InitSite& site, int k) {
  const Src& x = k == 0 ? site.main.a : k == 1 ? site.main.b : site.main.c;
  if (x.kind == Src::Kind::none) return {kNothing.lane, kNothing.lane};
  return rows_of<true>(w, x, k);
}

u64 left_of(u64 x) { return x | (0 - x); }

// One lane's rule on 64-bit values: undefined bits and values of the sources.
struct Lane {
  u64 u[3], v[3];
};
u64 apply(const InitSite& site, const Lane& x, int bits, bool packed_field = false) {
  const u64 all = bits == 64 ? ~0ull : (1ull << bits) - 1;
  const u64 *u = x.u, *v = x.v;
  const u64 any = u[0] | u[1] | u[2];
  auto shift = [&](int value, int amount, Rule how) -> u64 {
    if (u[amount]) return all;
    const int n = static_cast<int>(v[amount] & static_cast<u64>(bits == 64 ? 63 : bits == 16 ? 15 : 31));
    if (how == Rule::shift_left) return u[value] << n & all;
    if (how == Rule::shift_right) return (u[value] & all) >> n;
    const int up = 64 - bits;
    return static_cast<u64>(static_cast<int64_t>(u[value] << up) >> up >> n) & all;
  };
  auto both = [&](u64 ua, u64 va, u64 ub, u64 vb) { return (ua & ub) | (ua & vb) | (va & ub); };   // of an AND
  switch (site.rule) {
  case Rule::move: return u[0] & all;
  case Rule::bit_xor: return any & all;
  case Rule::bit_and: case Rule::nand: return both(u[0], v[0], u[1], v[1]) & all;
  case Rule::and_not: return both(u[0], v[0], u[1], ~v[1]) & all;
  case Rule::bit_or: case Rule::nor: return both(u[0], ~v[0], u[1], ~v[1]) & all;
  case Rule::or_not: return both(u[0], ~v[0], u[1], v[1]) & all;
  case Rule::or3: {
    const u64 known = (v[0] & ~u[0]) | (v[1] & ~u[1]) | (v[2] & ~u[2]);
    return any & ~known & all;
  }
  case Rule::and_or: return (both(u[0], v[0], u[1], v[1]) & ~(v[2] & ~u[2])) | (u[2] & ~(v[0] & ~u[0] & v[1] & ~u[1]));
  case Rule::bit_select: return (v[0] & ~u[0] & u[1]) | (~v[0] & ~u[0] & u[2]) | (u[0] & ((v[1] ^ v[2]) | u[1] | u[2]));
  case Rule::shift_left: case Rule::shift_right: case Rule::shift_arithmetic:
    return site.reversed ? shift(1, 0, site.rule) : shift(0, 1, site.rule);
  case Rule::shift_left_or: {
    const u64 moved = shift(0, 1, Rule::shift_left), value = v[0] << (v[1] & 31) & all;
    return both(moved, ~value, u[2], ~v[2]) & all;
  }
  case Rule::shift_left_add: return left_of(shift(0, 1, Rule::shift_left) | u[2]) & all;
  case Rule::add_shift_left: return u[2] ? all : left_of(u[0] | u[1]) << (v[2] & 31) & all;
  case Rule::field: case Rule::field_signed: {
    u64 offset = v[1], width = v[2];
    if (packed_field) {
      if (u[1]) return all;
      offset = v[1] & static_cast<u64>(bits - 1), width = v[1] >> 16 & 0x7f;
    } else {
      if (u[1] | u[2]) return all;
      offset &= 31, width &= 31;
    }
    if (width == 0) return 0;
    const u64 inside = width >= 64 ? ~0ull : (1ull << width) - 1;
    const u64 taken = (u[0] & all) >> offset & inside;
    return site.rule == Rule::field_signed && taken >> (width - 1) & 1 ? (taken | ~inside) & all : taken;
  }
  case Rule::align_bit: return u[2] ? all : (u[0] << 32 | (u[1] & 0xffffffff)) >> (v[2] & 31) & all;
  case Rule::align_byte: return u[2] ? all : (u[0] << 32 | (u[1] & 0xffffffff)) >> (8 * (v[2] & 3)) & all;
  case Rule::permute_bytes: {
    if (u[2]) return all;
    const u64 from = u[0] << 32 | (u[1] & 0xffffffff);
    u64 r = 0;
    for (int b = 0; b < 4; ++b) {
      const u64 sel = v[2] >> (8 * b) & 0xff;
      u64 byte = 0;
      if (sel < 8) byte = from >> (8 * sel) & 0xff;
      else if (sel < 12) byte = from >> (16 * (sel - 8) + 15) & 1 ? 0xff : 0;
      r |= byte << (8 * b);
    }
    return r;
  }
  case Rule::pack: return (u[0] ? 0xffffu : 0u) | (u[1] ? 0xffff0000u : 0u);
  case Rule::left: return left_of(any) & all;
  default: return any ? all : 0;
  }
}

bool is_arithmetic(Rule r) {
  switch (r) {
  case Rule::smear: case Rule::left: case Rule::shift_left_add: case Rule::add_shift_left: case Rule::packed:
  case Rule::packed_wide: case Rule::fmas: case Rule::compare: case Rule::equal: return true;
  default: return false;
  }
}

// Where the undefined bits of the sources come from, and which lanes of them were computed.
struct Sources {
  ValueOrigin origin;
  u64 computed = 0;
};
Sources sources_of(const WaveShadow& s, const InitSite& site) {
  Sources r;
  bool found = false;
  auto look = [&](const ValueOrigin& o, u64 computed) {
    if (!found) r.origin = o, found = true;
    r.computed |= computed;
  };
  for (const Src& x : site.source)
    for (int d = 0; d < x.dwords; ++d) {
      if (x.kind == Src::Kind::vector && s.state[x.index + d]) {
        if (s.state[x.index + d] == kMixed) look(s.origin[x.index + d], s.computed[x.index + d]);
        else look({}, 0);
      }
      if (x.kind == Src::Kind::scalar && s.s[x.index + d])
        look(s.origin_scalar[x.index + d], s.computed_scalar[x.index + d] ? kAllLanes : 0);
    }
  if (site.reads_dst && site.dst_dwords && s.state[site.dst] == kMixed) look(s.origin[site.dst], s.computed[site.dst]);
  if (is_arithmetic(site.rule)) r.computed = kAllLanes;
  return r;
}

// SDWA and op_sel put a result into a part of the register.
void place(const InitSite& site, Row& r, const Row& old) {
  if (site.inst.form == Form::sdwa && site.inst.sdwa.dst_sel != 6) {
    const int sel = site.inst.sdwa.dst_sel, unused = site.inst.sdwa.dst_unused;
    const int low = sel < 4 ? sel * 8 : (sel - 4) * 16;
    const u32 mask = (sel < 4 ? 0xffu : 0xffffu) << low;
    for (int i = 0; i < kLanes; ++i) {
      const u32 x = r.lane[i] << low & mask;
      const u32 sign = x >> (low + (sel < 4 ? 7 : 15)) & 1 ? ~(mask | ((1u << low) - 1)) : 0;
      r.lane[i] = unused == 2 ? x | (old.lane[i] & ~mask) : unused == 1 ? x | sign : x;
    }
    return;
  }
  if (site.writes == ~0u) return;
  const bool up = site.keeps == 0xffff && site.writes == 0xffff0000u && site.name.find("_mix") == site.name.npos;
  for (int i = 0; i < kLanes; ++i)
    r.lane[i] = ((up ? r.lane[i] << 16 : r.lane[i]) & site.writes) | (old.lane[i] & site.keeps);
}

void write_result(Wave& w, const InitSite& site, int d, const Row& r, const Sources& from) {
  WaveShadow& s = *w.shadow;
  const auto row = static_cast<uint16_t>(site.dst + d);
  s.assign(w, row, r);
  if (s.state[row] == kClean) return;
  s.origin[row] = from.origin;
  s.computed[row] = (s.computed[row] & ~w.exec()) | (from.computed & w.exec());
}

// EXEC gets bits that are not defined: that is a branch.
void report_exec(Wave& w, const InitSite& site, u64 lanes, const ValueOrigin& origin) {
  if (lanes) report_use(w, site, "init-branch", "which threads go on", lanes, origin);
}

// --- Scalar instructions ---

void set_scc(WaveShadow& s, bool undefined, const Sources& from) {
  s.set_scalar(kSccSlot, undefined);
  s.origin_scalar[kSccSlot] = from.origin;
}

void follow_saveexec(Wave& w, const InitSite& site, const Sources& from) {
  WaveShadow& s = *w.shadow;
  const std::string_view m = site.name;
  const u64 u = site.main.a.kind == Src::Kind::scalar ? s.mask(site.main.a.index) : 0, exec = w.exec();
  u64 bad = u;
  if (m.starts_with("s_and_saveexec") || m.starts_with("s_andn1") || m.starts_with("s_and_not0") || m.starts_with("s_nand")) bad = u & exec;
  else if (m.starts_with("s_andn2") || m.starts_with("s_and_not1") || m.starts_with("s_or_saveexec") || m.starts_with("s_nor")) bad = u & ~exec;
  report_exec(w, site, bad & kAllLanes, from.origin);
  s.set_mask(site.main.sdst, 0);
  set_scc(s, false, from);
}

void follow_scalar(Wave& w, const InitSite& site) {
  WaveShadow& s = *w.shadow;
  const Sources from = sources_of(s, site);
  switch (site.rule) {
  case Rule::branch_scc:
    if (s.s[kSccSlot]) {
      report_use(w, site, "init-branch", "a branch of the whole wave", w.exec(), s.origin_scalar[kSccSlot]);
      s.set_scalar(kSccSlot, 0);
    }
    return;
  case Rule::branch_vcc: {
    const u64 u = s.mask(kVcc);
    if (u && !(w.mask(kVcc) & ~u)) {
      report_use(w, site, "init-branch", "a branch", u, s.origin_scalar[s.s[kVcc] ? kVcc : kVcc + 1]);
      s.set_mask(kVcc, 0);
    }
    return;
  }
  case Rule::jump:
    if (is_dirty(s, site.source[0])) {
      report_use(w, site, "init-jump", "where a call or jump goes to", w.exec(), from.origin);
      forgive(w, site.source[0], kAllLanes);
    }
    for (int d = 0; d < site.scalar_dwords; ++d) s.set_scalar(site.main.sdst + d, 0);
    return;
  case Rule::saveexec: return follow_saveexec(w, site, from);
  case Rule::scalar_defined:
    for (int d = 0; d < site.scalar_dwords; ++d) s.set_scalar(site.main.sdst + d, 0);
    return;
  default: break;
  }
  Lane x{};
  const Src* main[] = {&site.main.a, &site.main.b, &site.main.c};
  for (int k = 0; k < 3; ++k) {
    const Src& src = site.source[k];
    if (src.kind == Src::Kind::none) continue;
    const bool wide = src.dwords > 1;
    x.v[k] = wide ? scalar64(w, *main[k]) : scalar32(w, *main[k]);
    if (src.kind != Src::Kind::scalar) continue;
    x.u[k] = s.s[src.index] | (wide ? static_cast<u64>(s.s[src.index + 1]) << 32 : 0);
    x.u[k] &= site.reads[k] | 0xffffffff00000000ull;
  }
  const bool scc_undefined = s.s[kSccSlot] != 0;
  if (site.rule == Rule::compare || site.rule == Rule::equal) {
    const bool differs = (x.v[0] ^ x.v[1]) & ~(x.u[0] | x.u[1]);
    set_scc(s, (x.u[0] | x.u[1]) && !(site.rule == Rule::equal && differs), from);
    return;
  }
  const int bits = site.scalar_dwords == 2 ? 64 : 32;
  if (site.scalar_dwords > 2) return;
  if (site.reads_dst) x.u[2] |= s.s[site.main.sdst];
  const std::string_view m = site.name;
  u64 u = 0;
  Sources out = from;
  if (site.rule == Rule::scalar_select) {
    const bool move = m.starts_with("s_cmov");
    if (scc_undefined) u = ~0ull, out.origin = s.origin_scalar[kSccSlot];
    else u = w.scc ? x.u[0] : move ? s.s[site.main.sdst] | static_cast<u64>(bits == 64 ? s.s[site.main.sdst + 1] : 0) << 32 : x.u[1];
  } else {
    if (m.starts_with("s_addc") || m.starts_with("s_subb"))
      if (scc_undefined) x.u[2] |= 1;
    u = apply(site, x, bits, true);
  }
  if (site.writes_exec && site.scalar_dwords) {
    report_exec(w, site, u & kAllLanes, out.origin);
    u = 0;
  }
  for (int d = 0; d < site.scalar_dwords; ++d) {
    const int slot = site.main.sdst + d;
    s.set_scalar(slot, static_cast<u32>(u >> (32 * d)));
    s.origin_scalar[slot] = out.origin;
    s.computed_scalar[slot] = out.computed != 0;
  }
  if (site.writes_scc) {
    // Of a logical operation SCC says whether a bit is set.
    u64 known = 0;
    if (site.rule == Rule::bit_and) known = x.v[0] & x.v[1] & ~u;
    else if (site.rule == Rule::bit_or) known = (x.v[0] | x.v[1]) & ~u;
    else if (site.rule == Rule::and_not) known = x.v[0] & ~x.v[1] & ~u;
    set_scc(s, u != 0 && known == 0, out);
  }
}

// --- Vector instructions ---

void follow_lane(Wave& w, const InitSite& site, const Sources& from) {
  WaveShadow& s = *w.shadow;
  const Src& x = site.source[0];
  if (site.rule == Rule::write_lane) {
    const int lane = static_cast<int>(scalar32(w, site.main.b) & (kLanes - 1));
    Row& r = s.row(site.dst);
    r.lane[lane] = x.kind == Src::Kind::scalar ? s.s[x.index] : 0;
    if (r.lane[lane]) s.origin[site.dst] = from.origin;
    s.changed(site.dst);
    return;
  }
  int lane = w.exec() ? first_active(w) : 0;
  if (site.rule == Rule::read_lane) lane = static_cast<int>(scalar32(w, site.main.b) & (kLanes - 1));
  const u32 u = x.kind == Src::Kind::vector ? s.row(x.index).lane[lane] : x.kind == Src::Kind::scalar ? s.s[x.index] : 0;
  s.set_scalar(site.main.sdst, u);
  s.origin_scalar[site.main.sdst] = from.origin;
  s.computed_scalar[site.main.sdst] = from.computed >> lane & 1;
}

void follow_exchange(Wave& w, const InitSite& site, const Sources& from) {
  WaveShadow& s = *w.shadow;
  const Row data = s.row(site.source[1].index);
  const u32* address = w.v[site.main.a.index].lane;
  Row out{};
  if (site.rule == Rule::bpermute) {
    for (int i = 0; i < kLanes; ++i) {
      const int lane = static_cast<int>((address[i] + static_cast<u32>(site.main.imm)) >> 2 & (kLanes - 1));
      out.lane[i] = w.exec() >> lane & 1 ? data.lane[lane] : 0;
    }
  } else {
    for_active(w, [&](int i) { out.lane[(address[i] + static_cast<u32>(site.main.imm)) >> 2 & (kLanes - 1)] = data.lane[i]; });
  }
  Sources all = from;
  if (all.computed) all.computed = kAllLanes;
  write_result(w, site, 0, out, all);
}

// The halves of a register, or the registers of a pair, by themselves. op_sel says which part of a source makes the
// first result, op_sel_hi which makes the second.
void follow_packed(Wave& w, const InitSite& site, const Sources& from) {
  const bool wide = site.rule == Rule::packed_wide;
  Row out[2] = {};
  for (int k = 0; k < source_count(site); ++k) {
    Row u[2];
    fetch(w, site, k, 0, u[0]);
    if (wide) fetch(w, site, k, 1, u[1]);
    for (int half = 0; half < 2; ++half) {
      const int part = (half ? site.inst.op_sel_hi : site.inst.op_sel) >> k & 1;
      for (int i = 0; i < kLanes; ++i) {
        if (wide) out[half].lane[i] |= u[part].lane[i] ? ~0u : 0;
        else out[0].lane[i] |= (u[0].lane[i] >> (16 * part) & 0xffff) ? 0xffffu << (16 * half) : 0;
      }
    }
  }
  for (int d = 0; d < (wide ? 2 : 1); ++d) write_result(w, site, d, out[d], from);
}

void follow_compare(Wave& w, const InitSite& site, const Sources& from) {
  WaveShadow& s = *w.shadow;
  u64 lanes = 0;
  const LanePtr a = values(w, site, 0), b = values(w, site, 1);
  Row ua[2], ub[2];
  for (int d = 0; d < 2; ++d) fetch(w, site, 0, d, ua[d]), fetch(w, site, 1, d, ub[d]);
  const bool wide = site.source[0].dwords > 1 || site.source[1].dwords > 1;
  const bool is_64 = wide && site.name.ends_with("64");
  for (u64 e = w.exec(); e; e &= e - 1) {
    const int i = std::countr_zero(e);
    u32 u = ua[0].lane[i] | ub[0].lane[i], differs = (a.lo[i] ^ b.lo[i]) & ~u & site.reads[0];
    if (is_64) {
      const u32 high = ua[1].lane[i] | ub[1].lane[i];
      differs |= (a.hi[i] ^ b.hi[i]) & ~high;
      u |= high;
    }
    if (u && !(site.rule == Rule::equal && differs)) lanes |= 1ull << i;
  }
  if (site.writes_exec) report_exec(w, site, lanes, from.origin);
  if (site.scalar_dwords) {
    s.set_mask(site.main.sdst, site.writes_exec ? 0 : lanes);
    for (int d = 0; d < (kLanes == 64 ? 2 : 1); ++d) {
      s.origin_scalar[site.main.sdst + d] = from.origin;
      s.computed_scalar[site.main.sdst + d] = from.computed != 0;
    }
  }
}

void follow_select(Wave& w, const InitSite& site, const Sources& from) {
  Row a, b, mask;
  fetch(w, site, 2, 0, mask);
  const u64 chosen = scalar_mask(w, site.main.c);
  Sources out = from;
  for (int d = 0; d < site.dst_dwords; ++d) {
    fetch(w, site, 0, d, a);
    fetch(w, site, 1, d, b);
    const LanePtr va = values(w, site, 0), vb = values(w, site, 1);
    Row r;
    for (int i = 0; i < kLanes; ++i) {
      const u32 differs = d ? va.hi[i] ^ vb.hi[i] : va.lo[i] ^ vb.lo[i];
      r.lane[i] = mask.lane[i] ? a.lane[i] | b.lane[i] | differs : chosen >> i & 1 ? b.lane[i] : a.lane[i];
      if (mask.lane[i]) out.computed |= 1ull << i;
    }
    const Row old = w.shadow->row(static_cast<uint16_t>(site.dst + d));
    if (d == 0) place(site, r, old);
    write_result(w, site, d, r, out);
  }
}

// Lowering leaves M0 to the operation.
void follow_relative(Wave& w, const InitSite& site) {
  WaveShadow& s = *w.shadow;
  const bool of_source = site.name.starts_with("v_movrels"), of_destination = site.name.find("movreld") != site.name.npos || site.name.find("movrelsd") != site.name.npos;
  const u32 m0 = w.s[kM0] & 0xff;
  const auto dst = static_cast<uint16_t>(site.dst + (of_destination ? m0 : 0));
  const Src& x = site.source[0];
  if (dst >= kTempBase) return;
  if (x.kind != Src::Kind::vector) return s.define(w, dst);
  const auto src = static_cast<uint16_t>(x.index + (of_source ? m0 : 0));
  if (src >= kTempBase) return;
  const Row bits = s.row(src);
  s.assign(w, dst, bits);
  s.origin[dst] = s.origin[src];
  s.computed[dst] = s.computed[src];
}

void follow_moved(Wave& w, const InitSite& site, const Sources& from) {
  WaveShadow& s = *w.shadow;
  for (const Src& x : site.source)
    if (x.kind == Src::Kind::vector) s.row(x.index);
  const bool swaps = site.name.find("swap") != site.name.npos;
  s.row(site.dst);
  Wave& m = mirror_of(w);
  std::memcpy(m.s, w.s, sizeof m.s);   // lane selects
  execute(m, site.main.fn, site.main);
  s.changed(site.dst);
  s.origin[site.dst] = from.origin;
  s.computed[site.dst] |= from.computed;
  if (swaps && site.source[0].kind == Src::Kind::vector) s.changed(site.source[0].index);
}

// Lanes of the product depend on many of the factors' lanes; only what is added is followed.
void follow_matrix(Wave& w, const InitSite& site, const Sources& from) {
  WaveShadow& s = *w.shadow;
  for (int d = 0; d < site.dst_dwords; ++d) {
    const Src& c = site.source[2];
    const auto row = static_cast<uint16_t>(site.dst + d);
    if (c.kind == Src::Kind::vector) {
      const Row bits = s.row(static_cast<uint16_t>(c.index + d));
      s.v[row] = bits;
      s.changed(row);
      s.origin[row] = from.origin;
    } else {
      s.state[row] = kClean;
    }
  }
}

}  // namespace

u64 undefined_in(Wave& w, const Src& x, ValueOrigin* origin) {
  WaveShadow& s = *w.shadow;
  u64 lanes = 0;
  for (int d = 0; d < x.dwords; ++d) {
    u64 here = 0;
    if (x.kind == Src::Kind::vector && s.state[x.index + d]) {
      here = s.undefined(static_cast<uint16_t>(x.index + d)) & w.exec();
      if (here && !lanes) *origin = s.state[x.index + d] == kMixed ? s.origin[x.index + d] : ValueOrigin{};
    } else if (x.kind == Src::Kind::scalar && s.s[x.index + d]) {
      here = w.exec();
      if (here && !lanes) *origin = s.origin_scalar[x.index + d];
    }
    lanes |= here;
  }
  return lanes;
}

void forgive(Wave& w, const Src& x, u64 lanes) {
  WaveShadow& s = *w.shadow;
  for (int d = 0; d < x.dwords; ++d) {
    const auto r = static_cast<uint16_t>(x.index + d);
    if (x.kind == Src::Kind::scalar) s.set_scalar(r, 0);
    if (x.kind != Src::Kind::vector || s.state[r] == kClean) continue;
    Row& row = s.row(r);
    for (u64 l = lanes; l; l &= l - 1) row.lane[std::countr_zero(l)] = 0;
    s.changed(r);
  }
}

void report_use(const Wave& w, const InitSite& site, const char* id, const std::string& what, u64 lanes, const ValueOrigin& origin) {
  const Check& c = check(id);
  if (!Reports::get().first(c, site.main.address)) return;
  const int lane = lanes ? std::countr_zero(lanes) : 0;
  Report r;
  r.check = &c;
  r.sentence = what + " depends on an undefined value";
  r.site = site_of(w, site.main.address, lane);
  if (origin.pc) {
    r.other_text = "which was loaded at";
    r.other = site_of(w, origin.pc, lane);
    const Access* a = origin.access;
    if (a && (a->space == Space::lds)) {
      r.memory = {"LDS", origin.address, a->bytes};
      r.notes.push_back(fmt::format("byte {} of shared memory, which no thread of the block has written", origin.address));
    } else if (a && (a->space == Space::scratch || a->space == Space::buffer)) {
      r.memory = {"scratch", origin.address, a->bytes};
      r.notes.push_back(fmt::format("byte {} of the thread's private memory, a local variable without a value", origin.address));
    } else if (const Range* range = Ranges::get().find(origin.address)) {
      r.memory = {"global", origin.address, a ? a->bytes : 0u};
      r.allocation = describe(*range);
      r.notes.push_back(fmt::format("{} bytes into that allocation, where nothing defined was stored", origin.address - range->begin));
    }
  } else {
    r.notes.push_back("it comes from a register that nothing was written to: a variable without a value");
  }
  Reports::get().add(std::move(r), site.main.address);
}

void follow_indexed(Wave& w, const Op* op, const InitSite& site) {
  WaveShadow& s = *w.shadow;
  if (!site.dst_dwords) return;
  if (site.rule != Rule::move || op->a.kind != Src::Kind::vector) return s.define(w, op->dst);
  const Row bits = s.row(op->a.index);
  const ValueOrigin origin = s.origin[op->a.index];
  s.assign(w, op->dst, bits);
  s.origin[op->dst] = origin;
}

void follow(Wave& w, const InitSite& site) {
  WaveShadow& s = *w.shadow;
  if (site.scalar) return follow_scalar(w, site);
  // What is undefined is often so in lanes only that are off.
  if (site.overwrites && !is_bad(w, site, 0) && !is_bad(w, site, 1) && !is_bad(w, site, 2)) {
    for (int d = 0; d < site.dst_dwords; ++d) s.define(w, static_cast<uint16_t>(site.dst + d));
    for (int d = 0; d < site.scalar_dwords; ++d) s.set_scalar(site.main.sdst + d, 0);
    return;
  }
  const Sources from = sources_of(s, site);
  switch (site.rule) {
  case Rule::read_lane: case Rule::read_first_lane: case Rule::write_lane: return follow_lane(w, site, from);
  case Rule::bpermute: case Rule::permute: return follow_exchange(w, site, from);
  case Rule::packed: case Rule::packed_wide: return follow_packed(w, site, from);
  case Rule::compare: case Rule::equal: return follow_compare(w, site, from);
  case Rule::select: return follow_select(w, site, from);
  case Rule::moves_relative: return follow_relative(w, site);
  case Rule::moves_lanes: return follow_moved(w, site, from);
  case Rule::matrix: return follow_matrix(w, site, from);
  default: break;
  }
  const bool wide_sources = site.dst_dwords == 2 || site.source[0].dwords > 1 || site.source[1].dwords > 1 || site.source[2].dwords > 1;
  Row u[3][2], old[2];
  for (int k = 0; k < 3; ++k)
    for (int d = 0; d < 2; ++d) {
      if (site.source[k].kind == Src::Kind::none || (d == 1 && !wide_sources)) u[k][d] = kNothing;
      else fetch(w, site, k, d, u[k][d]);
    }
  for (int d = 0; d < site.dst_dwords && d < 2; ++d) old[d] = s.row(static_cast<uint16_t>(site.dst + d));
  const LanePtr v[3] = {values(w, site, 0), values(w, site, 1), values(w, site, 2)};
  const u64 vcc = site.rule == Rule::fmas ? s.mask(kVcc) : 0;
  const int bits = site.dst_dwords == 2 ? 64 : site.writes == 0xffff ? 16 : 32;
  Row out[2];
  u64 lanes = 0;
  for (int i = 0; i < kLanes; ++i) {
    Lane x;
    u32 any = 0;
    for (int k = 0; k < 3; ++k) {
      x.u[k] = u[k][0].lane[i] | static_cast<u64>(u[k][1].lane[i]) << 32;
      x.v[k] = v[k].lo[i] | (site.source[k].dwords > 1 && site.source[k].kind != Src::Kind::constant ? static_cast<u64>(v[k].hi[i]) << 32 : 0);
      any |= u[k][0].lane[i] | u[k][1].lane[i];
    }
    if (site.reads_dst) x.u[2] |= old[0].lane[i] | (site.dst_dwords == 2 ? static_cast<u64>(old[1].lane[i]) << 32 : 0);
    if (vcc >> i & 1) x.u[2] = ~0ull;
    const u64 r = apply(site, x, bits);
    out[0].lane[i] = static_cast<u32>(r);
    out[1].lane[i] = static_cast<u32>(r >> 32);
    if (any) lanes |= 1ull << i;
  }
  if (site.mask_result && site.scalar_dwords) {
    s.set_mask(site.main.sdst, lanes & w.exec());
    for (int d = 0; d < (kLanes == 64 ? 2 : 1); ++d) s.origin_scalar[site.main.sdst + d] = from.origin;
  }
  if (site.dst_dwords) place(site, out[0], old[0]);
  for (int d = 0; d < site.dst_dwords && d < 2; ++d) write_result(w, site, d, out[d], from);
}

}  // namespace wavelift::soft::WAVE
