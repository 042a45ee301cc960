#include "judge/elf_view.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

using Bytes = std::span<const std::byte>;

constexpr size_t most_symbols = 1 << 20;

auto bad(std::string what) { return fail(Exit::no_input, "object: " + std::move(what)); }

bool lies_in(Bytes file, uint64_t offset, uint64_t size) { return size <= file.size() && offset <= file.size() - size; }

std::string name_at(Bytes table, uint64_t offset) {
  if (offset >= table.size()) return {};
  auto* p = reinterpret_cast<const char*>(table.data()) + offset;
  return {p, strnlen(p, table.size() - offset)};
}

}  // namespace

Result<ElfView> ElfView::read(Bytes file) {
  ElfView v;
  if (!get(file, 0, v.header) || std::memcmp(v.header.e_ident, ELFMAG, SELFMAG) != 0) return bad("it is no ELF file");
  const Elf64_Ehdr& h = v.header;
  if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB)
    return bad("it is no 64-bit little-endian ELF file");
  if ((h.e_phnum && h.e_phentsize != sizeof(Elf64_Phdr)) || h.e_shentsize != sizeof(Elf64_Shdr))
    return bad("its tables have an odd size");
  for (unsigned i = 0; i < h.e_phnum; ++i) {
    Elf64_Phdr p;
    if (!get(file, h.e_phoff + uint64_t(i) * sizeof p, p)) return bad("its program headers are cut off");
    if (!lies_in(file, p.p_offset, p.p_filesz)) return bad("a segment lies outside the file");
    v.segments.push_back(p);
  }
  for (unsigned i = 0; i < h.e_shnum; ++i) {
    Section s;
    if (!get(file, h.e_shoff + uint64_t(i) * sizeof s.header, s.header)) return bad("its section headers are cut off");
    if (s.header.sh_type != SHT_NOBITS && s.header.sh_type != SHT_NULL) {
      if (!lies_in(file, s.header.sh_offset, s.header.sh_size)) return bad("a section lies outside the file");
      s.bytes = file.subspan(s.header.sh_offset, s.header.sh_size);
    }
    v.sections.push_back(std::move(s));
  }
  if (h.e_shstrndx < v.sections.size())
    for (Section& s : v.sections) s.name = name_at(v.sections[h.e_shstrndx].bytes, s.header.sh_name);

  for (const Section& s : v.sections) {
    const unsigned type = s.header.sh_type;
    if (type == SHT_SYMTAB || type == SHT_DYNSYM) {
      Bytes names = s.header.sh_link < v.sections.size() ? v.sections[s.header.sh_link].bytes : Bytes{};
      for (uint64_t at = sizeof(Elf64_Sym); at + sizeof(Elf64_Sym) <= s.bytes.size(); at += sizeof(Elf64_Sym)) {
        Symbol y;
        get(s.bytes, at, y.entry);
        y.name = name_at(names, y.entry.st_name);
        y.dynamic = type == SHT_DYNSYM;
        v.symbols.push_back(std::move(y));
        if (v.symbols.size() > most_symbols) return bad("it has too many symbols");
      }
    } else if (type == SHT_RELA && s.has(SHF_ALLOC)) {
      for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= s.bytes.size(); at += sizeof(Elf64_Rela)) {
        Elf64_Rela r;
        get(s.bytes, at, r);
        v.relocations.push_back(r);
      }
    }
  }
  for (const Elf64_Phdr& p : v.segments) {
    if (p.p_type != PT_DYNAMIC) continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= p.p_filesz; at += sizeof(Elf64_Dyn)) {
      Elf64_Dyn d;
      get(file, p.p_offset + at, d);
      if (d.d_tag == DT_NULL) break;
      v.dynamic.push_back(d);
    }
  }
  return v;
}

const ElfView::Section* ElfView::section_at(uint64_t address) const {
  for (const Section& s : sections)
    if (s.has(SHF_ALLOC) && s.holds(address)) return &s;
  return nullptr;
}

}  // namespace wavelift::judge
