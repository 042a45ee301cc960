#include "soft/isa/lane_addresses.h"
#include "soft/isa/vmem_address.h"

namespace wavelift::soft::WAVE {

namespace {

// A row, or zeros where the operand is "off".
struct Offsets {
  const uint32_t* row;
  uint64_t operator[](int i) const { return row ? row[i] : 0; }
};
Offsets offsets(const Wave& w, const Src& s) { return {s.kind == Src::Kind::vector ? w.v[s.index].lane : nullptr}; }

void global(const Wave& w, const Op& op, const Src& saddr, LaneAddresses& out) {
  const uint64_t imm = static_cast<uint64_t>(static_cast<int64_t>(op.imm));
  if (saddr.kind == Src::Kind::none) {
    const uint32_t *lo = w.v[op.a.index].lane, *hi = w.v[op.a.index + 1].lane;
    for (int i = 0; i < kLanes; ++i) out.at[i] = (lo[i] | static_cast<uint64_t>(hi[i]) << 32) + imm;
  } else {
    const uint64_t base = scalar64(w, saddr) + imm;
    const Offsets row = offsets(w, op.a);
    for (int i = 0; i < kLanes; ++i) out.at[i] = base + row[i];
  }
}

void scratch(const Wave& w, const Op& op, const Src& saddr, LaneAddresses& out) {
  uint32_t base = static_cast<uint32_t>(op.imm);
  if (saddr.kind != Src::Kind::none) base += scalar32(w, saddr);
  const Offsets row = offsets(w, op.a);
  for (int i = 0; i < kLanes; ++i) out.at[i] = static_cast<uint32_t>(base + row[i]);
  out.scratch = out.active;
}

// The apertures tell where each lane goes.
void flat(const Wave& w, const Op& op, LaneAddresses& out) {
  global(w, op, Src{}, out);
  for (int i = 0; i < kLanes; ++i) {
    const uint32_t hi = static_cast<uint32_t>(out.at[i] >> 32);
    const uint64_t bit = out.active & 1ull << i;
    if (hi == kSharedApertureHi) out.lds |= bit;
    else if (hi == kPrivateApertureHi) out.scratch |= bit;
    else continue;
    out.at[i] &= 0xffffffff;
  }
}

void buffer(const Wave& w, const Op& op, const Src& vaddr, const Src& descriptor, uint32_t soffset, LaneAddresses& out) {
  const BufferDescriptor d(w, descriptor.index);
  const bool idxen = op.flags & kIdxen, offen = op.flags & kOffen;
  const uint32_t* index_row = idxen ? w.v[vaddr.index].lane : nullptr;
  const uint32_t* offset_row = offen ? w.v[vaddr.index + (idxen ? 1 : 0)].lane : nullptr;
  if (d.is_scratch() && !idxen) {
    // soffset counts bytes of the whole wave.
    for (int i = 0; i < kLanes; ++i)
      out.at[i] = soffset / kLanes + static_cast<uint32_t>(op.imm) + (offset_row ? offset_row[i] : 0);
    out.scratch = out.active;
    return;
  }
  for (int i = 0; i < kLanes; ++i) {
    const uint64_t index = (d.add_lane ? static_cast<uint64_t>(i) : 0) + (index_row ? index_row[i] : 0);
    const uint64_t offset = static_cast<uint32_t>(op.imm) + static_cast<uint64_t>(offset_row ? offset_row[i] : 0);
    out.at[i] = d.base + soffset + buffer_offset(d, index, offset);
  }
}

void lds(const Wave& w, const Op& op, const Access& access, int element, LaneAddresses& out) {
  const uint32_t offset = static_cast<uint32_t>(element ? op.imm1 : op.imm) * access.scale;
  if (access.masked_lane) {
    const uint32_t step = access.kind == Access::Kind::atomic ? 0 : 4;
    for (int i = 0; i < kLanes; ++i) out.at[i] = (w.s[kM0] & 0xffff) + offset + step * static_cast<uint32_t>(i);
  } else {
    const Offsets row = offsets(w, op.a);
    for (int i = 0; i < kLanes; ++i) out.at[i] = static_cast<uint32_t>(row[i] + offset);
  }
  out.lds = out.active;
}

void scalar(const Wave& w, const Op& op, const Access& access, LaneAddresses& out) {
  const bool store = access.kind == Access::Kind::store;
  const Src &base = store ? op.b : op.a, &offset = store ? op.c : op.b;
  out.active = 1;
  out.at[0] = base.dwords == 4 ? w.s[base.index] | static_cast<uint64_t>(w.s[base.index + 1] & 0xffff) << 32 : scalar64(w, base);
  out.at[0] += static_cast<uint64_t>(static_cast<int64_t>(op.imm));
  if (offset.kind == Src::Kind::scalar) out.at[0] += w.s[offset.index];
  out.at[0] &= ~3ull;
}

}  // namespace

void lane_addresses(const Wave& w, const Op& op, const Access& access, int element, LaneAddresses& out) {
  out.active = w.exec();
  out.lds = out.scratch = 0;
  const bool load = access.kind == Access::Kind::load;
  switch (access.space) {
  case Space::none: out.active = 0; break;
  case Space::scalar: scalar(w, op, access, out); break;
  case Space::global: global(w, op, load ? op.b : op.c, out); break;
  case Space::flat: flat(w, op, out); break;
  case Space::scratch: scratch(w, op, load ? op.b : op.c, out); break;
  case Space::buffer:
    if (load) buffer(w, op, op.a, op.b, load_soffset(w, &op), out);
    else buffer(w, op, op.b, op.c, store_soffset(w, &op), out);
    break;
  case Space::lds: lds(w, op, access, element, out); break;
  }
}

}  // namespace wavelift::soft::WAVE
