// Machine code to Inst. LLVM is behind this header only.
#pragma once
#include "base/error.h"
#include "soft/isa/inst.h"
#include <memory>
#include <span>
#include <string>

namespace wavelift::soft {

class Decoder {
public:
  // `arch`: "gfx90a" and so on; `wave_size`: 32 or 64, which lane masks and so the same bytes' operands
  // depend on; 0 is what the arch has by itself.
  // Errors: unsupported when LLVM does not know the arch.
  static Result<std::unique_ptr<Decoder>> create(const std::string& arch, int wave_size = 0);
  virtual ~Decoder() = default;
  // Decodes the instruction at the start of `bytes`, which lies at `address`. size is 0 when it is none.
  // Not thread-safe.
  virtual Inst decode(std::span<const std::byte> bytes, uint64_t address) = 0;
};

}  // namespace wavelift::soft
