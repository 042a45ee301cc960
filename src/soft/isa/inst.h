// A decoded machine instruction, free of LLVM types. The decoder (decode.h) fills it from LLVM's MC layer:
// operands come in the order of the assembly text, so VCC operands that an encoding leaves implicit are there too.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::soft {

enum class Form : uint8_t { plain, e32, e64, sdwa, dpp };

// Families of the ISA where one mnemonic may mean different things; ordered, each has what its row does not change.
enum class Generation : uint8_t { gfx9, gfx10, gfx11 };
// Of an arch such as "gfx1030"; gfx12 is not known yet and counts as gfx11.
inline Generation generation_of(std::string_view arch) {
  if (arch.size() < 7) return Generation::gfx9;   // gfx90a, gfx942
  return arch.starts_with("gfx10") ? Generation::gfx10 : Generation::gfx11;
}

struct Operand {
  enum class Kind : uint8_t {
    none,     // "off"; "null" too, see Operand::null
    vgpr,
    agpr,
    sgpr,     // index is the hardware's scalar encoding: SGPRs, VCC 106, M0 124, EXEC 126, SCC 253, ...
    imm,
    symbol,   // a word such as the argument of s_waitcnt or s_getreg; see Inst::text
  };
  Kind kind = Kind::none;
  uint8_t dwords = 1;        // registers it spans
  uint16_t index = 0;        // first register
  bool neg = false, abs = false, sext = false;
  bool literal = false;      // imm: a 32-bit literal, not an inline constant
  bool null = false;         // none: a register that reads as 0 and forgets what is written
  bool high = false;         // vgpr: the upper half (v1.h)
  uint64_t imm = 0;          // imm: expanded to the operand's type where MC does that
};

// DPP control word as encoded (quad_perm 0..0xff, row_shl 0x101.., wave_shl 0x130, row_bcast 0x142 ...).
struct Dpp {
  uint16_t ctrl = 0;
  uint8_t row_mask = 0xf, bank_mask = 0xf;
  bool bound_ctrl = false;   // true: lanes that read outside get 0; false: they are not written
  bool fetch_inactive = false;   // gfx10: lanes that are off can be read; without it they count as outside
  bool eight = false;        // DPP8: `lanes` has three bits for each lane of a group of eight, and nothing else counts
  uint32_t lanes = 0;
};

// SDWA selects, as encoded: 0-3 BYTE_n, 4-5 WORD_n, 6 DWORD. dst_unused: 0 PAD, 1 SEXT, 2 PRESERVE.
struct Sdwa {
  uint8_t dst_sel = 6, dst_unused = 0, src0_sel = 6, src1_sel = 6;
};

struct Inst {
  uint64_t address = 0;      // where it lies in the loaded image
  uint32_t size = 0;         // bytes; 0 when the bytes do not decode
  Generation generation = Generation::gfx9;
  std::string mnemonic;      // without the encoding suffix: "v_add_f32", "global_load_dword"
  std::string text;          // as LLVM prints it
  Form form = Form::plain;
  std::vector<Operand> ops;
  int32_t offset = 0;        // memory offset; DS two-address forms keep offset0 here
  int32_t offset1 = 0;
  uint8_t op_sel = 0, op_sel_hi = 7, neg_lo = 0, neg_hi = 0;   // bit k: source k; op_sel bit 3: destination
  uint8_t omod = 0;          // 0 none, 1 *2, 2 *4, 3 /2
  bool clamp = false, glc = false, slc = false, dlc = false, offen = false, idxen = false, lds = false, gds = false;
  uint8_t cbsz = 0, abid = 0, blgp = 0;                        // MFMA
  Dpp dpp;
  Sdwa sdwa;
  std::vector<Inst> dual;    // VOPD: the two operations, with their own mnemonics and operands; `ops` is empty
};

}  // namespace wavelift::soft
