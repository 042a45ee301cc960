// Audits of cubins. No compiler of NVIDIA's is needed: the tests put cubins together from sections such as ptxas writes.
#include "judge/candidate.h"
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace wavelift::judge {
namespace {

using Bytes = std::vector<std::byte>;

struct Part {
  std::string name;
  uint32_t type = SHT_PROGBITS;
  uint64_t flags = 0;
  std::string bytes;
  uint64_t size_in_memory = 0; // of SHT_NOBITS
};

struct Symbol {
  std::string name;
  unsigned type = STT_FUNC;
  std::string section; // empty: undefined
  unsigned other = 0;
};

template <class T> void put(std::string& s, const T& value) { s.append(reinterpret_cast<const char*>(&value), sizeof value); }
std::string words_of(std::initializer_list<uint32_t> list) {
  std::string s;
  for (uint32_t w : list) put(s, w);
  return s;
}
std::string code_of(std::initializer_list<std::pair<uint64_t, uint64_t>> list) {
  std::string s;
  for (auto [low, high] : list) put(s, low), put(s, high);
  return s;
}

Bytes cubin(std::vector<Part> parts, const std::vector<Symbol>& symbols, uint32_t flags = 0x5a055a, uint8_t abi = 7) {
  std::string names(1, '\0'), strings(1, '\0');
  Elf64_Sym none{};
  std::string table;
  put(table, none);
  for (const Symbol& y : symbols) {
    Elf64_Sym e{};
    e.st_name = static_cast<uint32_t>(strings.size());
    strings += y.name + '\0';
    e.st_info = ELF64_ST_INFO(STB_GLOBAL, y.type);
    e.st_other = static_cast<unsigned char>(y.other);
    for (size_t i = 0; i < parts.size(); ++i)
      if (parts[i].name == y.section) e.st_shndx = static_cast<uint16_t>(i + 1);
    put(table, e);
  }
  const auto symtab = parts.size() + 1;
  parts.push_back({".symtab", SHT_SYMTAB, 0, table});
  parts.push_back({".strtab", SHT_STRTAB, 0, strings});
  parts.push_back({".shstrtab", SHT_STRTAB, 0, ""});
  std::string file(sizeof(Elf64_Ehdr), '\0');
  std::vector<Elf64_Shdr> headers(1);
  for (const Part& p : parts) {
    Elf64_Shdr h{};
    h.sh_name = static_cast<uint32_t>(names.size());
    names += p.name + '\0';
    h.sh_type = p.type;
    h.sh_flags = p.flags;
    h.sh_offset = file.size();
    h.sh_size = p.type == SHT_NOBITS ? p.size_in_memory : p.bytes.size();
    if (headers.size() == symtab) h.sh_link = static_cast<uint32_t>(symtab + 1);
    headers.push_back(h);
    file += p.bytes;
  }
  headers.back().sh_offset = file.size();
  headers.back().sh_size = names.size();
  file += names;
  Elf64_Ehdr h{};
  std::memcpy(h.e_ident, ELFMAG, SELFMAG);
  h.e_ident[EI_CLASS] = ELFCLASS64;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  h.e_ident[EI_ABIVERSION] = abi;
  h.e_machine = 190;
  h.e_flags = flags;
  h.e_shoff = file.size();
  h.e_shentsize = sizeof(Elf64_Shdr);
  h.e_shnum = static_cast<uint16_t>(headers.size());
  h.e_shstrndx = static_cast<uint16_t>(headers.size() - 1);
  for (const auto& s : headers) put(file, s);
  std::memcpy(file.data(), &h, sizeof h);
  auto view = std::as_bytes(std::span(file));
  return {view.begin(), view.end()};
}

constexpr uint64_t code_flags = SHF_ALLOC | SHF_EXECINSTR, data_flags = SHF_ALLOC, variable_flags = SHF_ALLOC | SHF_WRITE;

// What ptxas 12.9 writes for k(int* p, int n, float f), with 64 ints of shared memory and launch bounds of 128.
std::vector<Part> plain(const std::string& name = "k") {
  return {{".text." + name, SHT_PROGBITS, code_flags,
           code_of({{0x00000000000779c3, 0x000e220000008800},
                    {0x0000000000097919, 0x000ea20000002500},
                    {0x000000000000794d, 0x000fea0003800000}})},
          {".nv.info." + name, 0x70000000, 0,
           words_of({0x00043704, 0x81,       0x000c1704, 0,          0x000c0002, 0x0011f000, 0x000c1704,
                     0,          0x00080001, 0x0011f000, 0x000c1704, 0,          0,          0x0021f500,
                     0x00005003, 0x00ff1b03, 0x000c0504, 128,        1,          1,          0x00101903})},
          {".nv.info", 0x70000000, 0, words_of({0x00082f04, 1, 9, 0x00081104, 1, 16})},
          {".nv.shared." + name, SHT_NOBITS, variable_flags, "", 0x500},
          {".nv.constant3", SHT_PROGBITS, data_flags, std::string(0x290, '\1')},
          {".nv.constant0." + name, SHT_PROGBITS, data_flags, std::string(0x220, '\0')}};
}
std::vector<Symbol> symbols(const std::string& name = "k") {
  return {{name, STT_FUNC, ".text." + name, 0x10}, {".nv.reservedSmem.offset0", STT_OBJECT, "", 0}};
}

EntryPoint entry(const std::string& name = "k") {
  return {name, {{Parameter::Kind::pointer, "p"}, {Parameter::Kind::i32, "n"}, {Parameter::Kind::f32, "f"}}};
}

std::string words(const Bytes& object, const AuditRules& rules = {}, const std::vector<EntryPoint>& entries = {entry()},
                  const std::string& arch = "sm_90") {
  auto a = audit(object, arch, entries, rules);
  if (!a) return a.error().sentence();
  std::string text;
  for (const Objection& o : a->objections) text += (text.empty() ? "" : " ") + o.what;
  return text;
}

std::string with_part(Part p, const AuditRules& rules = {}) {
  auto parts = plain();
  parts.push_back(std::move(p));
  return words(cubin(parts, symbols()), rules);
}

std::string with_instruction(uint64_t low, uint64_t high, const AuditRules& rules = {}) {
  auto parts = plain();
  parts[0].bytes += code_of({{low, high}});
  return words(cubin(parts, symbols()), rules);
}

TEST(Cubin, AnHonestKernel) {
  auto a = audit(cubin(plain(), symbols()), "sm_90", {entry()}, {});
  ASSERT_TRUE(a) << a.error().sentence();
  EXPECT_TRUE(a->objections.empty()) << a->objections[0].message;
  EXPECT_EQ(a->entries[0].symbol, "k");
  EXPECT_EQ(a->entries[0].arguments, 16u);
  EXPECT_EQ(a->entries[0].group_memory, 256u);
  EXPECT_EQ(a->entries[0].private_memory, 16u);
  EXPECT_EQ(a->entries[0].vgprs, 9);
  EXPECT_EQ(a->entries[0].max_threads, 128);
  EXPECT_EQ(a->entries[0].wave_size, 32);
  EXPECT_EQ(words(cubin(plain(), symbols(), 0x6005a04, 8)), ""); // as CUDA 13 writes it
  EXPECT_EQ(words(cubin(plain("_Z1kPiif"), symbols("_Z1kPiif"))), "");
}

TEST(Cubin, NotWhatItShouldBe) {
  Bytes object = cubin(plain(), symbols());
  EXPECT_EQ(words(object, {}, {entry()}, "sm_80"), "object: it is for sm_90, the device is sm_80");
  EXPECT_EQ(words(object, {}, {entry()}, "sm_61"), "cubins can be audited from sm_70 on");
  EXPECT_EQ(words(object, {}, {entry()}, "gfx90a"), "object: it is for NVIDIA GPUs, not for gfx90a");
  EXPECT_EQ(words(object, {}, {entry("other")}), "entry-missing");
  EntryPoint two = entry();
  two.parameters.pop_back();
  EXPECT_EQ(words(object, {}, {two}), "entry-parameters");
  EntryPoint wide = entry();
  wide.parameters[2].kind = Parameter::Kind::f64;
  EXPECT_EQ(words(object, {}, {wide}), "entry-parameters");
  EXPECT_EQ(words(object, {.group_memory = 128}), "group-memory");
  EXPECT_EQ(words(object, {.max_constants = 0x100}), "constants");
}

TEST(Cubin, Sections) {
  EXPECT_EQ(with_part({".nv.global", SHT_NOBITS, variable_flags, "", 4}), "device-variable");
  EXPECT_EQ(with_part({".nv.global.init", SHT_PROGBITS, variable_flags, "text"}), "device-variable");
  EXPECT_EQ(with_part({".nv.global.init", SHT_PROGBITS, variable_flags, "text"}, {.printf = true}), "");
  EXPECT_EQ(with_part({".other", SHT_PROGBITS, code_flags, code_of({{0x794d, 0}})}), "code-section");
  EXPECT_EQ(with_part({".text.w", SHT_PROGBITS, code_flags | SHF_WRITE, code_of({{0x794d, 0}})}), "writable-code");
  EXPECT_EQ(with_part({".init_array", SHT_INIT_ARRAY, data_flags, "12345678"}), "constructor");
  EXPECT_EQ(with_part({".nv.constant2.k", SHT_PROGBITS, data_flags, std::string(70000, 'x')}), "constants");
}

TEST(Cubin, Symbols) {
  auto with = [](const std::string& name, const AuditRules& rules = {}) {
    auto all = symbols();
    all.push_back({name, STT_FUNC, "", 0});
    return words(cubin(plain(), all), rules);
  };
  EXPECT_EQ(with("vprintf"), "host-call");
  EXPECT_EQ(with("vprintf", {.printf = true}), "");
  EXPECT_EQ(with("malloc"), "device-heap");
  EXPECT_EQ(with("cudaLaunchDeviceV2"), "device-launch");
  EXPECT_EQ(with("elsewhere"), "undefined-symbol");
}

// Words of real instructions, as nvdisasm names them.
TEST(Cubin, Instructions) {
  EXPECT_EQ(with_instruction(0x0000000000027805, 0x001fca0000015000), "clock-read"); // CS2R R2, SR_CLOCKLO
  EXPECT_EQ(with_instruction(0x0000000000027805, 0x001fca0000015200), "clock-read"); // CS2R R2, SR_GLOBALTIMERLO
  EXPECT_EQ(with_instruction(0x0000000000027805, 0x001fca0000015000, {.clocks = true}), "");
  EXPECT_EQ(with_instruction(0x0000000000097919, 0x000ea20000004300), "hardware-register"); // S2R R9, SR_VIRTUALSMID
  EXPECT_EQ(with_instruction(0x00000000000b7919, 0x000f240000000300), "hardware-register"); // S2R R11, SR_VIRTID
  EXPECT_EQ(with_instruction(0x00000000000b7805, 0x000fe20000006400), "trace");             // CS2R.32 R11, SR_PM0
  EXPECT_EQ(with_instruction(0x00000000000f7919, 0x000ea20000003900), "");                  // S2R R15, SR_LTMASK
  EXPECT_EQ(with_instruction(0x000000000000782d, 0x000fe20000000000), "grid-dependency");   // PREEXIT
  EXPECT_EQ(with_instruction(0x000000000000782e, 0x000fe20000000000), "grid-dependency");   // ACQBULK
  EXPECT_EQ(with_instruction(0x000000040000795c, 0x001fe20000300000), "trap");              // BPT.TRAP 0x1
}

TEST(Cubin, IdentityIsOfTheCodeAlone) {
  auto identity = [](const std::vector<Part>& parts, const std::string& name) {
    auto a = audit(cubin(parts, symbols(name)), "sm_90", {entry(name)}, {});
    return a ? a->identity : "";
  };
  const std::string first = identity(plain(), "k");
  EXPECT_EQ(first.size(), 64u);
  EXPECT_EQ(identity(plain("another_name"), "another_name"), first);
  auto with_debug = plain(), other = plain();
  with_debug.push_back({".debug_line", SHT_PROGBITS, 0, "lines"});
  EXPECT_EQ(identity(with_debug, "k"), first);
  other[0].bytes += code_of({{0x794d, 0}});
  EXPECT_NE(identity(other, "k"), first);
  other = plain();
  other[4].bytes[3] = 'x';
  EXPECT_NE(identity(other, "k"), first);
}

TEST(Cubin, DamageDoesNotBreakIt) {
  const Bytes whole = cubin(plain(), symbols());
  std::mt19937_64 rng(3);
  int refused = 0, audited = 0;
  static constexpr uint64_t extremes[] = {0, 1, ~0ull, 1ull << 63, 0xffffffff, 0x80000000, 0x10000};
  for (int i = 0; i < 5000; ++i) {
    Bytes bent = whole;
    for (uint64_t n = 1 + rng() % 4; n > 0; --n) {
      const size_t width = size_t(1) << rng() % 4, at = rng() % (bent.size() - width) / width * width;
      if (rng() % 2)
        std::memcpy(&bent[at], &extremes[rng() % std::size(extremes)], width);
      else
        bent[at] ^= std::byte(1 << rng() % 8);
    }
    if (i % 5 == 0) bent.resize(rng() % bent.size());
    auto a = audit(bent, "sm_90", {entry()}, {});
    ++(a ? audited : refused);
    if (!a) EXPECT_FALSE(a.error().what.empty());
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(audited, 500);
}

}  // namespace
}  // namespace wavelift::judge
