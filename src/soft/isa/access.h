// What a memory instruction touches: address space, direction and size, read off its mnemonic. For observers; the
// semantics themselves do not need it.
#pragma once
#include "soft/isa/inst.h"

namespace wavelift::soft {

enum class Space : uint8_t {
  none,      // not a memory instruction, or one that names no address (cache and permutation instructions)
  scalar,    // s_load, s_store, s_buffer_load: global memory, one access a wave
  global,
  flat,      // global, LDS or scratch, decided lane by lane
  scratch,
  buffer,    // global, or scratch where the descriptor is the private segment's
  lds,
};

struct Access {
  enum class Kind : uint8_t { load, store, atomic };
  Space space = Space::none;
  Kind kind = Kind::load;
  bool returns = false;      // an atomic that gives the value before
  bool to_lds = false;       // a load whose data go to LDS
  bool masked_lane = false;  // one access at M0 + imm for all lanes (ds_append, ds_consume), or lane i at 4 * i (addtid)
  uint8_t bytes = 0;         // of one element of one lane; of the whole access when space is scalar
  uint8_t elements = 1;      // 2 for the two-address forms of DS
  uint16_t scale = 1;        // what offset0 and offset1 of those forms are multiplied with

  explicit operator bool() const { return space != Space::none; }
};

Access access_of(const Inst& inst);

}  // namespace wavelift::soft
