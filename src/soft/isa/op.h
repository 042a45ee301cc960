// The executable form of instructions. Lowering turns each decoded instruction into one or more micro-ops: optional
// ones that prepare sources (modifiers, SDWA selects, DPP), the operation itself, optional ones that finish the
// destination (clamp, omod, SDWA merge, EXEC refresh). So an operation's function sees plain sources only.
#pragma once
#include "soft/isa/inst.h"
#include "soft/machine/wave.h"
#include <array>
#include <span>
#include <string_view>

namespace wavelift::soft::WAVE {

struct Op;
// Executes one micro-op and returns the next, or nullptr when the wave stops (w.state says why, w.pc where to go on).
using Handler = const Op* (*)(Wave& w, const Op* op);

struct Src {
  enum class Kind : uint8_t { none, vector, scalar, constant };
  Kind kind = Kind::none;
  uint8_t dwords = 1;
  uint16_t index = 0;      // row of Wave::v, slot of Wave::s, or row of Wave::k (its high dword is the next row)
};

// What an operation that nothing follows goes on to: the caller of the operation gets its address.
inline const Op* pause(Wave&, const Op* op) { return op; }

struct Op {
  Handler fn = pause;
  Src a, b, c;             // sources in the order of the assembly text; for a memory instruction see memory.h
  uint16_t dst = 0;        // row of Wave::v
  uint16_t sdst = 0;       // slot of Wave::s
  int32_t imm = 0;         // memory offset, SOPP/SOPK immediate, select or control of a preparing micro-op
  int32_t imm1 = 0;        // offset1 of two-address DS instructions
  uint32_t flags = 0;      // OpFlags
  uint32_t ordinal = 0;    // number of its instruction in the function, in address order
  const Op* target = nullptr;  // branches
  uint64_t address = 0;    // of its instruction in the loaded image
  const void* site = nullptr;  // what an observer's micro-op knows of its instruction
};
static_assert(sizeof(Op) == 64);

// Ends a handler that goes on with the next micro-op: by a jump, so that each operation has an indirect branch of its own
// to predict and no loop stands between. Returning op + 1 means the same and is slower; a function that is called by a
// handler, rather than being one, must do that.
#define WL_NEXT(w, op) [[clang::musttail]] return (op)[1].fn((w), (op) + 1)
// Runs one operation and comes back. `x` may be a copy.
inline void execute(Wave& w, Handler fn, const Op& x) {
  const Op one[2] = {x, {}};
  fn(w, one);
}
// Ends a handler with another handler's work. A plain `return handler(w, op)` would leave a frame on the stack for as long as
// the wave runs.
#define WL_BECOME(...) [[clang::musttail]] return __VA_ARGS__

// The function of instructions that are of no consequence to values.
inline const Op* nothing(Wave& w, const Op* op) { WL_NEXT(w, op); }

enum OpFlags : uint32_t {
  kOpSel = 0x7,            // op_sel of sources 0-2; bit 3 of Inst::op_sel is kOpSelDst
  kOpSelHi = 0x7 << 3,
  kNegLo = 0x7 << 6,
  kNegHi = 0x7 << 9,
  kOpSelDst = 1 << 12,
  kGlc = 1 << 13,          // atomics: return the value before
  kOffen = 1 << 14,
  kIdxen = 1 << 15,
  kClamp = 1 << 16,        // only where Semantics::clamps says that the function handles it
  kOpSelDefault = kOpSelHi,  // flags of a packed operation with no modifiers
};

// What an instruction does, and forms of the same for the sources that most instructions have: no more than one that is the
// same in all lanes (a scalar or a constant), the others registers. Lowering takes the form where there is one.
struct Operation {
  Handler any = nullptr;              // whatever the sources are
  std::array<Handler, 4> form = {};   // by the source that all lanes share: none, a, b, c
  int lane_sources = 0;               // so many sources, from a on, give a value to each lane

  constexpr Operation(Handler fn) : any(fn) {}
  constexpr Operation(Handler fn, int sources, std::array<Handler, 4> forms) : any(fn), form(forms), lane_sources(sources) {}
  constexpr operator Handler() const { return any; }
  // What to execute an operation by.
  Handler for_sources_of(const Op& op) const;
};
// The form (see Operation) that fits the first `lane_sources` sources; -1: none does. Only `any` knows how to clamp.
inline int form_of(const Op& op, int lane_sources) {
  if (op.flags & kClamp) return -1;
  const Src* const sources[] = {&op.a, &op.b, &op.c};
  int shared = 0;
  for (int k = 0; k < lane_sources; ++k) {
    if (sources[k]->kind == Src::Kind::vector) continue;
    if (shared || sources[k]->kind == Src::Kind::none) return -1;
    shared = k + 1;
  }
  return shared;
}
inline Handler Operation::for_sources_of(const Op& op) const {
  const int f = form_of(op, lane_sources);
  return f >= 0 && form[static_cast<size_t>(f)] ? form[static_cast<size_t>(f)] : any;
}
// The operation of the handlers H::handler<Form>, whose first `sources` sources give a value to each lane. Form: which source
// all lanes share (1 a, 2 b, 3 c; 0 none), -1 when nothing is known of them. (A lone source is mostly a register.)
template <class H> consteval Operation with_forms(int sources) {
  std::array<Handler, 4> form{H::template handler<0>};
  if (sources > 1) form[1] = H::template handler<1>, form[2] = H::template handler<2>;
  if (sources > 2) form[3] = H::template handler<3>;
  return {H::template handler<-1>, sources, form};
}

// What type the modifiers neg, abs, clamp and omod of an instruction apply to.
enum class Mod : uint8_t { none, f16, f32, f64, packed };

// One row of the instruction tables: everything the engine knows about a mnemonic.
struct Semantics {
  std::string_view mnemonic;
  Operation fn;
  uint8_t defs = 1;        // leading operands that are written: a VGPR goes to dst, a scalar to sdst
  Mod mod = Mod::none;
  bool clamps = false;     // fn reads kClamp itself (integer saturation, packed)
  bool ends_block = false; // control never goes on to the next instruction
  Generation since = Generation::gfx9;   // of several rows of a mnemonic the latest that is not too new counts
};

// The tables, one an instruction family; isa/table.cpp joins them.
std::span<const Semantics> salu_table();
std::span<const Semantics> control_table();      // branches, barriers, calls, s_endpgm, messages
std::span<const Semantics> smem_table();
std::span<const Semantics> vop_int_table();      // 32- and 64-bit integer, bit operations, moves, v_cndmask
std::span<const Semantics> vop_int16_table();    // 16-bit and packed 16-bit integer
std::span<const Semantics> vop_cmp_table();      // v_cmp_*, v_cmpx_*, v_cmp_class_*
std::span<const Semantics> vop_lane_table();     // readlane, writelane, readfirstlane, mbcnt, permlane, v_perm
std::span<const Semantics> vop_f32_table();
std::span<const Semantics> vop_f64_table();
std::span<const Semantics> vop_f16_table();      // f16, packed f16, mixed precision, dot products
std::span<const Semantics> vop_cvt_table();
std::span<const Semantics> mfma_table();         // wave64 only
std::span<const Semantics> wmma_table();         // gfx11's matrix operations
std::span<const Semantics> vmem_table();         // global_*, flat_*, buffer_*, scratch_*
std::span<const Semantics> vmem_atomic_table();
std::span<const Semantics> ds_table();

// All tables with the names of their families, in the order of docs/instructions.md.
struct Family {
  const char* name;
  std::span<const Semantics> rows;
};
std::span<const Family> instruction_families();

// The row of a mnemonic (encoding suffix stripped), or nullptr. Names of gfx10 and gfx11 that only say the same in another
// way lead to the older name's row.
const Semantics* find_semantics(std::string_view mnemonic, Generation generation = Generation::gfx9);

// Those names, the new one first.
struct Rename {
  std::string_view now, before;
};
std::span<const Rename> renames();

// Micro-ops that only lowering emits.
struct MicroOps {
  // Source preparation: dst (a temporary row) = a with modifiers. imm bit 0 abs, bit 1 neg. Two rows for f64.
  static const Op* modify_f16(Wave& w, const Op* op);
  static const Op* modify_f32(Wave& w, const Op* op);
  static const Op* modify_f64(Wave& w, const Op* op);
  // dst = byte or word of a: imm bits 2:0 the SDWA select, bit 3 sign-extend.
  static const Op* select(Wave& w, const Op* op);
  // DPP: dst = a permuted (imm = ctrl | row_mask << 16 | bank_mask << 20 | bound_ctrl << 24); narrows EXEC to the lanes
  // that are written and saves it; dpp_end restores it.
  // Bit 25: sources that are off count as outside.
  static const Op* dpp_begin(Wave& w, const Op* op);
  // DPP8: dst = a permuted in groups of eight lanes (imm = three bits a lane; bit 24: lanes that are off are read, not 0).
  static const Op* dpp8(Wave& w, const Op* op);
  static const Op* dpp_end(Wave& w, const Op* op);
  // Destination, on row dst under EXEC. imm of omod: 1 *2, 2 *4, 3 /2.
  static const Op* clamp_f16(Wave& w, const Op* op);
  static const Op* clamp_f32(Wave& w, const Op* op);
  static const Op* clamp_f64(Wave& w, const Op* op);
  static const Op* omod_f16(Wave& w, const Op* op);
  static const Op* omod_f32(Wave& w, const Op* op);
  static const Op* omod_f64(Wave& w, const Op* op);
  // dst = a merged by SDWA dst_sel (imm bits 2:0) and dst_unused (imm bits 4:3), under EXEC.
  static const Op* merge(Wave& w, const Op* op);
  static const Op* refresh_exec(Wave& w, const Op* op);
  // Counts an access to memory that others may change meanwhile.
  static const Op* polled(Wave& w, const Op* op);
};

// Stops the wave with a fault that is reported with the kernel, the instruction and its source line.
inline const Op* stop_with_fault(Wave& w, const Op* op, const char* what, uint64_t address = 0) {
  w.state = WaveState::faulted;
  w.fault = what;
  w.fault_address = address;
  w.pc = op;
  return nullptr;
}

} // namespace wavelift::soft::WAVE
