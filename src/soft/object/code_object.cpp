#include "soft/object/code_object.h"
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <utility>

namespace wavelift::soft {

namespace {

constexpr unsigned kMachineAmdGpu = 224, kMachMask = 0xff;

// From LLVM's AMDGPU usage guide, table of ELF header e_flags.
constexpr std::pair<const char*, unsigned> machs[] = {
    {"gfx900", 0x2c}, {"gfx906", 0x2f}, {"gfx908", 0x30}, {"gfx90a", 0x3f}, {"gfx940", 0x40}, {"gfx942", 0x4c},
    {"gfx950", 0x4f}, {"gfx1030", 0x36}, {"gfx1100", 0x41}, {"gfx1101", 0x46}, {"gfx1102", 0x47}, {"gfx1200", 0x48},
    {"gfx1201", 0x4e},
};

// From the same guide, table of relocation records.
enum : unsigned { kRelAbs32Lo = 1, kRelAbs32Hi = 2, kRelAbs64 = 3, kRelRel32 = 4, kRelRel64 = 5, kRelAbs32 = 6,
                  kRelRel32Lo = 10, kRelRel32Hi = 11, kRelRelative64 = 13 };

auto bad(std::string what) { return fail(Exit::no_input, "code object: " + std::move(what), "rebuild it with wl hipcc"); }

template <class T> bool get(std::span<const std::byte> s, uint64_t offset, T& out) {
  if (offset > s.size() || s.size() - offset < sizeof(T)) return false;
  std::memcpy(&out, s.data() + offset, sizeof(T));
  return true;
}

std::string_view name_at(std::span<const std::byte> table, uint64_t offset) {
  if (offset >= table.size()) return {};
  auto* p = reinterpret_cast<const char*>(table.data()) + offset;
  return {p, strnlen(p, table.size() - offset)};
}

}  // namespace

unsigned elf_mach_of(const std::string& arch) {
  for (auto [name, mach] : machs)
    if (arch == name) return mach;
  return 0;
}

std::string arch_of_elf_mach(unsigned mach) {
  for (auto [name, m] : machs)
    if (mach == m) return name;
  return fmt::format("machine 0x{:x}", mach);
}

CodeObject::~CodeObject() {
  if (base_) ::munmap(base_, size_);
}

Result<std::unique_ptr<CodeObject>> CodeObject::load(std::span<const std::byte> elf, const std::string& arch) {
  std::unique_ptr<CodeObject> o(new CodeObject);
  o->elf_.assign(elf.begin(), elf.end());
  if (auto s = o->read_elf(arch); !s) return std::unexpected(s.error());
  if (auto s = o->read_symbols(); !s) return std::unexpected(s.error());
  if (auto s = o->relocate(); !s) return std::unexpected(s.error());
  return o;
}

// Headers, loadable segments, metadata note.
Status CodeObject::read_elf(const std::string& arch) {
  std::span<const std::byte> elf = elf_;
  Elf64_Ehdr h;
  if (!get(elf, 0, h)) return bad("truncated ELF header");
  if (std::memcmp(h.e_ident, ELFMAG, SELFMAG) != 0) return bad("not an ELF file");
  if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != kMachineAmdGpu)
    return bad(fmt::format("an ELF for another machine (e_machine {}), not for AMD GPUs", h.e_machine));
  std::string have = arch_of_elf_mach(h.e_flags & kMachMask);
  if (have != arch)
    return fail(Exit::no_input, fmt::format("code object is for {}, the device is {}", have, arch),
                fmt::format("compile with --offload-arch={} or set WAVELIFT_ARCH={}", arch, have));
  if (h.e_phentsize != sizeof(Elf64_Phdr)) return bad("odd program header size");
  std::vector<Elf64_Phdr> segments(h.e_phnum);
  uint64_t end = 0;
  for (size_t i = 0; i < segments.size(); ++i) {
    auto& p = segments[i];
    if (!get(elf, h.e_phoff + i * sizeof p, p)) return bad("truncated program headers");
    if (p.p_filesz > elf.size() || p.p_offset > elf.size() - p.p_filesz) return bad("a segment lies outside the file");
    if (p.p_type != PT_LOAD) continue;
    if (p.p_memsz > (1ull << 32) || p.p_vaddr > (1ull << 32) || p.p_filesz > p.p_memsz) return bad("a segment of absurd size");
    if (p.p_flags & PF_X && p.p_memsz != p.p_filesz) return bad("code that is not in the file");
    end = std::max(end, p.p_vaddr + p.p_memsz);
  }
  if (end == 0) return bad("nothing to load");
  size_ = (end + 4095 + 4096) & ~4095ull;   // a page behind, so that wide fetches at the end stay inside
  void* m = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED) return fail(Exit::failed, "no memory for a code object");
  base_ = static_cast<std::byte*>(m);
  for (const auto& p : segments) {
    if (p.p_type != PT_LOAD) continue;
    std::memcpy(base_ + p.p_vaddr, elf.data() + p.p_offset, p.p_filesz);
    if (!(p.p_flags & PF_X)) continue;
    uint64_t b = load_bias() + p.p_vaddr;
    text_begin_ = text_begin_ ? std::min(text_begin_, b) : b;
    text_end_ = std::max(text_end_, b + p.p_memsz);
  }
  if (text_end_ - text_begin_ > elf.size() + (1u << 20)) return bad("code segments that lie too far apart");
  for (const auto& p : segments)
    if (p.p_type == PT_NOTE)
      if (auto s = read_metadata(elf.subspan(p.p_offset, p.p_filesz)); !s) return s;
  return {};
}

Status CodeObject::read_symbols() {
  std::span<const std::byte> elf = elf_;
  Elf64_Ehdr h;
  get(elf, 0, h);
  if (h.e_shentsize != sizeof(Elf64_Shdr)) return bad("odd section header size");
  // .symtab has the local symbols too (function names for reports); .dynsym is what a stripped object keeps.
  for (unsigned wanted : {SHT_DYNSYM, SHT_SYMTAB}) {
    for (unsigned i = 0; i < h.e_shnum; ++i) {
      Elf64_Shdr s, strings;
      if (!get(elf, h.e_shoff + i * sizeof s, s)) return bad("truncated section headers");
      if (s.sh_type != wanted) continue;
      if (!get(elf, h.e_shoff + s.sh_link * sizeof s, strings) || strings.sh_size > elf.size() ||
          strings.sh_offset > elf.size() - strings.sh_size || s.sh_size > elf.size() || s.sh_offset > elf.size() - s.sh_size)
        return bad("a symbol table lies outside the file");
      auto names = elf.subspan(strings.sh_offset, strings.sh_size);
      for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= s.sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym y;
        get(elf, s.sh_offset + at, y);
        std::string name(name_at(names, y.st_name));
        unsigned type = ELF64_ST_TYPE(y.st_info);
        if (name.empty() || y.st_shndx == SHN_UNDEF || y.st_shndx >= SHN_LORESERVE || y.st_value >= size_) continue;
        if (type == STT_FUNC) functions_.push_back({load_bias() + y.st_value, y.st_size, name});
        if (type != STT_OBJECT) continue;
        if (y.st_size > size_ - y.st_value) return bad(fmt::format("symbol {} lies outside the image", name));
        if (name.ends_with(".kd")) {
          auto k = kernels_.find(name.substr(0, name.size() - 3));
          if (k == kernels_.end() || k->second.entry) continue;
          if (y.st_size < 64) return bad(fmt::format("kernel descriptor {} is too short", name));
          if (auto r = read_descriptor(k->second, base_ + y.st_value); !r) return r;
        } else {
          variables_[name] = {name, base_ + y.st_value, y.st_size};
        }
      }
    }
  }
  std::sort(functions_.begin(), functions_.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  for (auto& [name, k] : kernels_)
    if (!k.entry) return bad(fmt::format("kernel {} has no descriptor", name));
  return {};
}

// Kernel descriptor: LLVM's AMDGPU usage guide, "Code Object V3 Kernel Descriptor".
Status CodeObject::read_descriptor(Kernel& k, const std::byte* kd) {
  auto at = [&]<class T>(T& out, size_t offset) { std::memcpy(&out, kd + offset, sizeof(T)); };
  int64_t entry_offset = 0;
  uint16_t properties = 0, preload = 0;
  at(k.lds_size, 0);
  at(k.scratch_size, 4);
  uint32_t kernarg_size = 0;
  at(kernarg_size, 8);
  at(entry_offset, 16);
  at(k.rsrc3, 44);
  at(k.rsrc1, 48);
  at(k.rsrc2, 52);
  at(properties, 56);
  at(preload, 58);
  k.kernarg_size = std::max(k.kernarg_size, kernarg_size);   // the metadata's, which holds the arguments
  if (k.lds_size > (1u << 20) || k.scratch_size > (1u << 20) || k.kernarg_size > (1u << 20))
    return bad(fmt::format("kernel {} asks for absurd amounts of memory", k.name));
  k.code_properties = properties;
  k.kernarg_preload = preload;
  k.entry = reinterpret_cast<uint64_t>(kd) + static_cast<uint64_t>(entry_offset);
  if (!contains_code(k.entry)) return bad(fmt::format("kernel {} starts outside the code", k.name));
  return {};
}

Status CodeObject::relocate() {
  std::span<const std::byte> elf = elf_;
  Elf64_Ehdr h;
  get(elf, 0, h);
  for (unsigned i = 0; i < h.e_shnum; ++i) {
    Elf64_Shdr s, symbols{};
    if (!get(elf, h.e_shoff + i * sizeof s, s)) return bad("truncated section headers");
    if (s.sh_type != SHT_RELA || !(s.sh_flags & SHF_ALLOC)) continue;
    if (s.sh_link && !get(elf, h.e_shoff + s.sh_link * sizeof s, symbols)) return bad("truncated section headers");
    for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= s.sh_size; at += sizeof(Elf64_Rela)) {
      Elf64_Rela r;
      if (!get(elf, s.sh_offset + at, r)) return bad("truncated relocations");
      uint64_t value = 0;
      unsigned type = ELF64_R_TYPE(r.r_info);
      if (type != kRelRelative64) {
        Elf64_Sym y;
        if (!get(elf, symbols.sh_offset + ELF64_R_SYM(r.r_info) * sizeof y, y)) return bad("a relocation of no symbol");
        if (y.st_shndx == SHN_UNDEF && ELF64_ST_BIND(y.st_info) != STB_WEAK)
          return bad("an undefined device symbol; link the objects with -fgpu-rdc");
        value = y.st_shndx == SHN_UNDEF ? 0 : load_bias() + y.st_value;
      } else {
        value = load_bias();
      }
      value += static_cast<uint64_t>(r.r_addend);
      if (r.r_offset > size_ - 8) return bad("a relocation outside the image");
      std::byte* where = base_ + r.r_offset;
      uint64_t relative = value - reinterpret_cast<uint64_t>(where);
      auto put = [&](uint64_t x, size_t n) { std::memcpy(where, &x, n); };
      switch (type) {
      case kRelRelative64: case kRelAbs64: put(value, 8); break;
      case kRelAbs32Lo: case kRelAbs32: put(value, 4); break;
      case kRelAbs32Hi: put(value >> 32, 4); break;
      case kRelRel64: put(relative, 8); break;
      case kRelRel32: case kRelRel32Lo: put(relative, 4); break;
      case kRelRel32Hi: put(relative >> 32, 4); break;
      default: return bad(fmt::format("relocation type {} is not known", type));
      }
    }
  }
  return {};
}

std::string CodeObject::function_at(uint64_t address, uint64_t* offset) const {
  auto it = std::upper_bound(functions_.begin(), functions_.end(), address, [](uint64_t a, auto& f) { return a < f.begin; });
  while (it != functions_.begin()) {
    --it;
    if (address < it->begin + std::max<uint64_t>(it->size, 1)) {
      if (offset) *offset = address - it->begin;
      return it->name;
    }
    if (it->size) break;
  }
  return {};
}

}  // namespace wavelift::soft
