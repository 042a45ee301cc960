// The parts of an ELF file, hostile or not: every offset is checked against the size of what it points into.
#pragma once
#include "base/error.h"
#include <cstddef>
#include <elf.h>
#include <span>
#include <string>
#include <vector>

namespace wavelift::judge {

struct ElfView {
  struct Section {
    std::string name;
    Elf64_Shdr header{};
    std::span<const std::byte> bytes;   // empty of SHT_NOBITS
    bool has(uint64_t flag) const { return (header.sh_flags & flag) != 0; }
    bool holds(uint64_t address) const { return address >= header.sh_addr && address - header.sh_addr < header.sh_size; }
  };
  struct Symbol {
    std::string name;
    Elf64_Sym entry{};
    bool dynamic = false;
    unsigned type() const { return ELF64_ST_TYPE(entry.st_info); }
  };

  Elf64_Ehdr header{};
  std::vector<Elf64_Phdr> segments;      // whose bytes are all in the file
  std::vector<Section> sections;         // by index
  std::vector<Symbol> symbols;           // of the tables of symbols, the dynamic one too; without the first, empty one
  std::vector<Elf64_Rela> relocations;   // of the sections that are loaded
  std::vector<Elf64_Dyn> dynamic;        // of the dynamic segment

  // Errors: no_input, in one sentence.
  static Result<ElfView> read(std::span<const std::byte> file);

  const Section* section_at(uint64_t address) const;   // a loaded one
};

// The value at an offset; false when it is not all there.
template <class T> bool get(std::span<const std::byte> bytes, uint64_t offset, T& out) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  __builtin_memcpy(&out, bytes.data() + offset, sizeof(T));
  return true;
}

}  // namespace wavelift::judge
