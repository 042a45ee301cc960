// An AMDGPU ELF code object, loaded: one block of host memory at its final addresses, kernels and variables by name.
#pragma once
#include "soft/device.h"
#include <cstddef>
#include <map>
#include <memory>
#include <span>

namespace wavelift::soft {

class CodeObject {
public:
  // Copies, relocates and reads `elf`. Errors (no_input): not an ELF, truncated, another machine or arch, a
  // relocation or metadata that is not understood.
  static Result<std::unique_ptr<CodeObject>> load(std::span<const std::byte> elf, const std::string& arch);
  ~CodeObject();
  CodeObject(const CodeObject&) = delete;
  CodeObject& operator=(const CodeObject&) = delete;

  std::span<const std::byte> image() const { return {base_, size_}; }
  bool contains_code(uint64_t address) const { return address >= text_begin_ && address < text_end_; }
  uint64_t text_begin() const { return text_begin_; }   // addresses of the executable segments, first to last
  uint64_t text_end() const { return text_end_; }
  std::span<const std::byte> elf() const { return elf_; }
  uint64_t load_bias() const { return reinterpret_cast<uint64_t>(base_); }   // image address of ELF address 0

  const std::map<std::string, Kernel>& kernels() const { return kernels_; }
  const std::map<std::string, Variable>& variables() const { return variables_; }
  // A function's code, from its symbol; size is 0 where the symbol does not say.
  struct Function {
    uint64_t begin, size;
    std::string name;
  };
  const std::vector<Function>& functions() const { return functions_; }   // by begin
  // Name of the function that holds `address`, mangled, and the offset in it; empty when none does.
  std::string function_at(uint64_t address, uint64_t* offset) const;

private:
  CodeObject() = default;
  Status read_elf(const std::string& arch);
  Status read_symbols();
  Status relocate();
  Status read_metadata(std::span<const std::byte> note);
  Status read_descriptor(Kernel& kernel, const std::byte* kd);

  std::vector<std::byte> elf_;
  std::byte* base_ = nullptr;
  size_t size_ = 0;
  uint64_t text_begin_ = 0, text_end_ = 0;
  std::map<std::string, Kernel> kernels_;
  std::map<std::string, Variable> variables_;
  std::vector<Function> functions_;
};

// The ELF machine flag (EF_AMDGPU_MACH) of an arch, 0 when it is not known; and back.
unsigned elf_mach_of(const std::string& arch);
std::string arch_of_elf_mach(unsigned mach);

}  // namespace wavelift::soft
