// Shadow registers of the check `init`: for each bit of a register whether it is undefined (1) or holds a value that
// somebody put there (0).
//
// `state` has a byte for every operand an instruction can name, so that a look at a few bytes tells that all is defined
// and nothing is to be done, which is nearly always so. Rows are filled in only where a register is partly defined.
#pragma once
#include "soft/isa/access.h"
#include "soft/isa/lane_addresses.h"
#include "soft/isa/lanes.h"
#include "soft/isa/memory.h"
#include "soft/machine/workgroup.h"
#include "soft/observe/definedness.h"

namespace wavelift::soft::WAVE {

inline constexpr uint8_t kClean = 0, kUndefined = 1, kMixed = 2;   // kMixed: the row says which bits
// Places in `state`: rows of Wave::v, then scalars by their encoding, then one that is always clean.
inline constexpr uint16_t kScalarState = kRows, kCleanState = kRows + 256, kStates = kRows + 264;
inline constexpr int kSccSlot = 253;

// Where an undefined value comes from: the load that brought it, or a register that nobody wrote (pc 0).
struct ValueOrigin {
  uint64_t pc = 0;
  const Access* access = nullptr;
  uint64_t address = 0;   // of the first undefined lane
};

struct InitWatch;

struct WaveShadow {
  InitWatch* watch = nullptr;
  Row* v = nullptr;                    // kRows rows
  uint8_t state[kStates];
  uint32_t s[256];                     // undefined bits of scalars; scc and the others at their encoding
  uint64_t alive = kAllLanes;          // lanes that have a work-item; the others count as defined
  // Of rows that are kMixed:
  uint64_t lanes[kRows];               // that have undefined bits
  uint64_t computed[kRows];            // lanes whose undefined bits come from arithmetic
  ValueOrigin origin[kRows];
  bool computed_scalar[256];
  ValueOrigin origin_scalar[256];
  uint8_t* scratch = nullptr;          // defined bits of the wave's private memory, laid out as it is
  uint8_t* scratch_computed = nullptr; // for the first byte of each element 1 when it was computed from undefined ones
  size_t scratch_used = 0;             // bytes up to the last that was written

  // --- Rows ---
  // Lanes with undefined bits.
  uint64_t undefined(uint16_t r) const { return state[r] == kClean ? 0 : state[r] == kUndefined ? alive : lanes[r]; }
  Row& row(uint16_t r) {               // filled in
    if (state[r] == kMixed) return v[r];
    broadcast(v[r], state[r] == kUndefined ? ~0u : 0u);
    origin[r] = {};
    computed[r] = 0;
    return v[r];
  }
  // The row was filled in and changed under EXEC.
  void changed(uint16_t r) {
    lanes[r] = lanes_where([&](int i) { return v[r].lane[i] != 0; }) & alive;
    state[r] = lanes[r] ? kMixed : kClean;
  }
  // Lanes of EXEC become defined.
  void define(const Wave& w, uint16_t r) {
    const uint64_t bad = undefined(r), exec = w.exec();
    if ((bad & exec) == 0) return;
    if ((bad & ~exec) == 0) {
      state[r] = kClean;
      return;
    }
    Row& x = row(r);
    for (int i = 0; i < kLanes; i += 8)
      store8(x.lane + i, _mm256_andnot_si256(load8(w.exec_rows.lane + i), load8(x.lane + i)));
    lanes[r] = bad & ~exec;
    state[r] = kMixed;
  }
  // Lanes of EXEC get the undefined bits of `bits`.
  void assign(const Wave& w, uint16_t r, const Row& bits) {
    Row& x = row(r);
    for (int i = 0; i < kLanes; i += 8)
      store8(x.lane + i, _mm256_blendv_epi8(load8(x.lane + i), load8(bits.lane + i), load8(w.exec_rows.lane + i)));
    changed(r);
  }

  // --- Scalars ---
  void set_scalar(int slot, uint32_t bits) {
    s[slot] = bits;
    state[kScalarState + slot] = bits ? kMixed : kClean;
  }
  uint64_t mask(int slot) const {
    if constexpr (kLanes == 64) return s[slot] | static_cast<uint64_t>(s[slot + 1]) << 32;
    else return s[slot];
  }
  void set_mask(int slot, uint64_t bits) {
    set_scalar(slot, static_cast<uint32_t>(bits));
    if constexpr (kLanes == 64) set_scalar(slot + 1, static_cast<uint32_t>(bits >> 32));
  }
};

// Lanes with an undefined bit in a row.
inline uint64_t undefined_lanes(const Row& r) {
  return lanes_where([&](int i) { return r.lane[i] != 0; });
}

// How an instruction's result gets its undefined bits from its sources.
enum class Rule : uint8_t {
  none,        // nothing that is followed
  smear,       // all bits of the result when a bit that is read is undefined
  left,        // bits from the lowest undefined one up: add, subtract, multiply
  move, bit_or, bit_and, bit_xor, and_or, or3, bit_select, and_not, or_not, nand, nor,
  shift_left, shift_right, shift_arithmetic,   // "rev" forms: the amount is the first source; see Rule arguments
  shift_left_or, shift_left_add, add_shift_left,
  field, field_signed, align_bit, align_byte, permute_bytes,
  select, compare, equal, pack,
  packed, packed_wide,
  read_lane, read_first_lane, write_lane,
  bpermute, permute,
  moves_relative,   // v_movrel*: a register number is added to with M0
  moves_lanes, // moves registers' bits by what only the encoding says: the operation itself is run on the shadow
  scalar_select, saveexec, branch_scc, branch_vcc, branch_exec, jump, scalar_defined,
  fmas,        // smear, and VCC is read
  matrix,
};

// What the check knows of one instruction.
struct InitSite {
  Rule rule = Rule::none;
  Op main;                     // the instruction's operation
  Inst inst;
  std::string_view name;       // its mnemonic, of the oldest GPU that has it
  Access access;
  uint8_t dst_dwords = 0;      // of the vector result
  uint8_t scalar_dwords = 0;   // of the scalar result
  uint32_t reads[3] = {~0u, ~0u, ~0u};   // bits of the low dword of each source that matter
  uint32_t writes = ~0u;       // bits of a one-dword result that can be undefined
  uint32_t keeps = 0;          // bits of the destination's old value that stay
  bool overwrites = false;     // the whole result is defined when all sources are
  bool reads_dst = false;      // the destination is a source too
  bool scalar = false;         // SALU
  bool reversed = false;       // shifts: the amount is the first source
  bool mask_result = false;    // the scalar result has a bit a lane
  bool writes_scc = false, writes_exec = false;
  uint8_t mask_source = 3;     // which source has a bit a lane; 3: none
  uint16_t dst = 0;            // the vector register that is written in the end
  Src source[3];               // where the sources come from, before modifiers
  bool high[3] = {};           // the upper half of a source is read
  mutable std::atomic<Range*> last{nullptr};
};

// The rule of an instruction, and what of InitSite goes with it; false when nothing is to be followed.
bool choose_rule(InitSite& site);

// Vector register indexing: `op` is the micro-op with its registers moved.
void follow_indexed(Wave& w, const Op* op, const InitSite& site);

// The register side of an instruction that is not all defined.
void follow(Wave& w, const InitSite& site);

// Memory instructions: before the access.
const Op* follow_memory(Wave& w, const Op* op);

// Lanes of EXEC where a source has undefined bits, and where these come from.
uint64_t undefined_in(Wave& w, const Src& s, ValueOrigin* origin);
// The source becomes defined in these lanes, so that one defect is one report.
void forgive(Wave& w, const Src& s, uint64_t lanes);
// A use of an undefined value.
void report_use(const Wave& w, const InitSite& site, const char* id, const std::string& what, uint64_t lanes,
                const ValueOrigin& origin);

// What the check keeps of a workgroup.
struct InitWatch final : Watch {
  InitWatch(const Workgroup& group);
  ~InitWatch() override;
  void start(Workgroup& group);

  std::vector<WaveShadow> waves;
  uint8_t* lds = nullptr;              // defined bits
  uint8_t* lds_computed = nullptr;     // for the first byte of each element 1 when it was computed from undefined ones
  uint32_t lds_size = 0, lds_first_undefined = 0;
  bool lds_defined = false;
  bool keeps_computed = false;         // there is something in lds_computed or a scratch_computed
  void refresh_lds();                  // looks whether all of it has become defined
  void define_lds();

private:
  Row* rows_ = nullptr;
  uint8_t* scratch_ = nullptr;
  size_t rows_bytes_ = 0, scratch_bytes_ = 0, scratch_a_wave_ = 0;
};

}  // namespace wavelift::soft::WAVE
