// Shuffles that read from lanes which are off: what they get is not defined, or defined differently by each family.
//
// Compilers move scalars through lanes too (spills by v_writelane and v_readlane, reductions by DPP with defined values
// for lanes outside): those are left out, as is what reads only with all lanes on.
#include "soft/isa/lanes.h"
#include "soft/machine/workgroup.h"
#include "soft/observe/wave/site.h"
#include "soft/observe/wave/sync.h"
#include <deque>
#include <fmt/format.h>

namespace wavelift::soft::WAVE {

namespace {

struct ShuffleSite {
  uint32_t control = 0;        // of DPP or ds_swizzle
  size_t observer = 0;
};

SyncWatch& watch_of(const Wave& w, const Op* op) {
  return static_cast<SyncWatch&>(*w.group->watches[static_cast<const ShuffleSite*>(op->site)->observer]);
}

[[gnu::noinline]] void report(const Wave& w, const Op* op, int lane, int from, uint64_t readers) {
  const Check& c = check("sync-shuffle-inactive");
  if (!Reports::get().first(c, op->address)) return;
  Report r;
  r.check = &c;
  r.sentence = fmt::format("lane {} reads the value of lane {}, which does not take part in the shuffle", lane, from);
  r.site = site_of(w, op->address, lane);
  r.notes.push_back(fmt::format("active lanes: 0x{:x}", readers));
  Reports::get().add(std::move(r), op->address);
}

// `readers`: the lanes that take part, which are those with a value; from(lane): the one that it reads. Lanes beyond the end of
// the block do not count: the last steps of a reduction often read them for lanes whose result nobody uses.
template <class From> void check_sources(const Wave& w, const Op* op, uint64_t readers, From from) {
  const uint64_t there = w.group->lanes_of(w.id_in_group);
  for (uint64_t e = readers; e; e &= e - 1) {
    const int lane = std::countr_zero(e), source = from(lane);
    if (there & ~readers & 1ull << source) return report(w, op, lane, source, readers);
  }
}

const Op* bpermute(Wave& w, const Op* op) {
  if (w.exec_full) return op + 1;
  const uint32_t* address = w.v[op->a.index].lane;
  check_sources(w, op, w.exec(), [&](int lane) {
    return static_cast<int>((address[lane] + static_cast<uint32_t>(op->imm)) >> 2 & (kLanes - 1));
  });
  return op + 1;
}

// Masks on the lane number, or a permutation of four lanes; the other forms are compilers' own.
const Op* swizzle(Wave& w, const Op* op) {
  if (w.exec_full) return op + 1;
  const uint32_t c = static_cast<uint32_t>(op->imm) & 0xffff, keep = c & 31, set = c >> 5 & 31, flip = c >> 10 & 31;
  if (c >= 0xc000) return op + 1;
  check_sources(w, op, w.exec(), [&](int lane) {
    const auto i = static_cast<uint32_t>(lane);
    return static_cast<int>(c >= 0x8000 ? (i & ~3u) | (c >> 2 * (i & 3) & 3) : (((i & keep) | set) ^ flip) | (i & 32));
  });
  return op + 1;
}

// The DPP controls that read within a row and never outside of it. Those that shift have a defined value for lanes
// outside, which is why compilers use them with lanes off.
int dpp_source(uint32_t control, int lane) {
  const int row = lane & ~15, in = lane & 15, n = static_cast<int>(control & 15);
  if (control <= 0xff) return (lane & ~3) | static_cast<int>(control >> 2 * (lane & 3) & 3);
  if (control >> 4 == 0x12) return row | ((in - n) & 15);
  if (control == 0x140) return row | (15 - in);
  if (control == 0x141) return lane ^ 7;
  if (control >> 4 == 0x15) return row | n;
  if (control >> 4 == 0x16) return lane ^ n;
  return lane;
}
bool permutes(uint32_t control) {
  for (int lane = 0; lane < 16; ++lane)
    if (dpp_source(control, lane) != lane) return true;
  return false;
}
// EXEC is already without the lanes that are not written: from gfx10 on, those that read from one that is off.
const Op* dpp(Wave& w, const Op* op) {
  if (w.saved_exec == kAllLanes) return op + 1;
  const uint32_t control = static_cast<const ShuffleSite*>(op->site)->control;
  check_sources(w, op, w.saved_exec, [&](int lane) { return dpp_source(control, lane); });
  return op + 1;
}

const Op* readlane(Wave& w, const Op* op) {
  if (w.exec_full || op->a.kind != Src::Kind::vector) return op + 1;
  const auto from = static_cast<int>(scalar32(w, op->b) & (kLanes - 1));
  const uint64_t on = w.exec();
  if (on == 0 || on >> from & 1) return op + 1;
  const auto& written = watch_of(w, op).written[w.id_in_group];
  if (auto it = written.find(op->a.index); it != written.end() && it->second >> from & 1) return op + 1;
  report(w, op, std::countr_zero(on), from, on);
  return op + 1;
}
const Op* writelane(Wave& w, const Op* op) {
  watch_of(w, op).written[w.id_in_group][op->dst] |= 1ull << (scalar32(w, op->b) & (kLanes - 1));
  return op + 1;
}

}  // namespace

struct ShuffleCheck::Sites {
  size_t observer;
  std::deque<ShuffleSite> all;
};

ShuffleCheck::ShuffleCheck(size_t observer) : sites_(new Sites{observer, {}}) {}
ShuffleCheck::~ShuffleCheck() = default;

void ShuffleCheck::before(const Inst& inst, const Op& main, std::vector<Op>& ops) {
  const std::string& m = inst.mnemonic;
  const bool moves = inst.form == Form::dpp && m == "v_mov_b32" && !inst.dpp.eight && !inst.dpp.bound_ctrl && inst.dpp.row_mask == 0xf &&
                     inst.dpp.bank_mask == 0xf && permutes(inst.dpp.ctrl);
  const Handler fn = m == "ds_bpermute_b32"   ? bpermute
                     : m == "ds_swizzle_b32"  ? swizzle
                     : m == "v_readlane_b32"  ? readlane
                     : m == "v_writelane_b32" ? writelane
                     : moves                  ? dpp
                                              : nullptr;
  if (!fn) return;
  ShuffleSite& site = sites_->all.emplace_back();
  site.control = inst.dpp.ctrl;
  site.observer = sites_->observer;
  ops.push_back(observing(main, fn, &site));
}

}  // namespace wavelift::soft::WAVE
