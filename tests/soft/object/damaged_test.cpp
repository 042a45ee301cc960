// Damaged code objects end in a sentence. Thousands of them, from seeds: cut short, with bits flipped, with numbers of the
// file format replaced by extreme ones. What still loads has its kernels lowered, but is not run: wrong code may do anything.
#include "base/files.h"
#include "soft/device.h"
#include "soft/isa/program.h"
#include <cstring>
#include <elf.h>
#include <gtest/gtest.h>
#include <random>

using namespace wavelift;
using namespace wavelift::soft;
using namespace wavelift::soft::WAVE;

namespace {

std::string whole(const std::string& file) {
  auto bytes = read_file(std::string(KERNELS "/") + file);
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().sentence());
  return bytes ? *bytes : "";
}

// "loaded", or the error's sentence.
std::string outcome(const std::string& bytes) {
  auto elf = find_code_object(std::as_bytes(std::span(bytes)), "gfx90a");
  if (!elf) return elf.error().sentence();
  auto object = CodeObject::load(*elf, "gfx90a");
  if (!object) return object.error().sentence();
  auto program = Program::create(**object, "gfx90a");
  if (!program) return program.error().sentence();
  for (const auto& [name, kernel] : (*object)->kernels()) (*program)->at(kernel.entry);
  return "loaded";
}

struct Count {
  int loaded = 0, refused = 0;
};

void expect_sentence(std::string bytes, Count& count) {
  // What is unpacked is remembered by the hash in the header: each damaged one must have its own.
  static uint64_t number = 0;
  if (bytes.starts_with("CCOB") && bytes.size() >= 32) ++number, std::memcpy(&bytes[bytes[4] == 3 ? 24 : bytes[4] == 2 ? 16 : 12], &number, 8);
  const std::string said = outcome(bytes);
  ++(said == "loaded" ? count.loaded : count.refused);
  EXPECT_GT(said.size(), 5u);
  EXPECT_EQ(said.find('\n'), said.npos) << said;
}

class Damaged : public ::testing::TestWithParam<const char*> {};

TEST_P(Damaged, WholeOneLoads) { EXPECT_EQ(outcome(whole(GetParam())), "loaded"); }

TEST_P(Damaged, CutShort) {
  const std::string bytes = whole(GetParam());
  std::mt19937_64 rng(1);
  Count count;
  for (size_t n = 0; n < 256 && n < bytes.size(); n += 3) expect_sentence(bytes.substr(0, n), count);
  for (int i = 0; i < 200; ++i) expect_sentence(bytes.substr(0, rng() % bytes.size()), count);
  EXPECT_GT(count.refused, 180);   // of a bundle, what is cut off may be another arch's
}

TEST_P(Damaged, BitsFlipped) {
  const std::string bytes = whole(GetParam());
  std::mt19937_64 rng(2);
  Count count;
  for (int i = 0; i < 500; ++i) {
    std::string bent = bytes;
    for (uint64_t n = 1 + rng() % 8; n > 0; --n) {
      const size_t at = rng() % (rng() % 2 ? bent.size() : std::min<size_t>(bent.size(), 1024));
      bent[at] = static_cast<char>(bent[at] ^ 1 << rng() % 8);
    }
    expect_sentence(bent, count);
  }
  EXPECT_GT(count.refused, 20);
}

TEST_P(Damaged, ExtremeNumbers) {
  const std::string bytes = whole(GetParam());
  static constexpr uint64_t extremes[] = {0, 1, ~0ull, 1ull << 63, 0x7fffffffffffffff, 0xffffffff, 0x80000000, 0x7fffffff, 0x10000, 0xfff0};
  std::mt19937_64 rng(3);
  Count count;
  for (int i = 0; i < 500; ++i) {
    std::string bent = bytes;
    const size_t width = size_t(1) << rng() % 4, at = rng() % (std::min<size_t>(bent.size(), rng() % 2 ? 1024 : bent.size()) - width);
    std::memcpy(&bent[at / width * width], &extremes[rng() % std::size(extremes)], width);
    expect_sentence(bent, count);
  }
  EXPECT_GT(count.refused, 20);
}

INSTANTIATE_TEST_SUITE_P(Formats, Damaged, ::testing::Values("plain.co", "bundle.co", "packed.co"),
                         [](auto& i) { return std::string(i.param).substr(0, std::strlen(i.param) - 3); });

// Every field of the ELF header, the program headers and the section headers, each with each extreme.
TEST(DamagedElf, EveryHeaderField) {
  const std::string bytes = whole("plain.co");
  Elf64_Ehdr h;
  std::memcpy(&h, bytes.data(), sizeof h);
  Count count;
  auto field = [&](size_t at, size_t width) {
    for (uint64_t x : std::initializer_list<uint64_t>{0, 1, ~0ull, 1ull << 63, bytes.size(), bytes.size() - 1, 0x10000}) {
      std::string bent = bytes;
      std::memcpy(&bent[at], &x, width);
      expect_sentence(bent, count);
    }
  };
  for (size_t at : {16, 18, 52, 54, 56, 58, 60, 62}) field(at, 2);
  for (size_t at : {24, 32, 40}) field(at, 8);
  field(48, 4);
  for (unsigned i = 0; i < h.e_phnum; ++i)
    for (size_t at = 0; at < sizeof(Elf64_Phdr); at += 8) field(h.e_phoff + i * sizeof(Elf64_Phdr) + at, 8);
  for (unsigned i = 0; i < h.e_shnum; ++i)
    for (size_t at = 0; at < sizeof(Elf64_Shdr); at += 8) field(h.e_shoff + i * sizeof(Elf64_Shdr) + at, 8);
  EXPECT_GT(count.refused, 200);
}

// A note whose metadata is a million arrays, one in the other.
TEST(DamagedElf, MetadataThatNestsWithoutEnd) {
  std::string bytes = whole("plain.co");
  Elf64_Ehdr h;
  std::memcpy(&h, bytes.data(), sizeof h);
  for (unsigned i = 0; i < h.e_phnum; ++i) {
    const size_t at = h.e_phoff + i * sizeof(Elf64_Phdr);
    Elf64_Phdr p;
    std::memcpy(&p, bytes.data() + at, sizeof p);
    if (p.p_type != PT_NOTE) continue;
    constexpr uint32_t kDepth = 1'000'000;
    const Elf64_Nhdr note{8, kDepth, 32};
    p.p_offset = bytes.size();
    std::string added(reinterpret_cast<const char*>(&note), sizeof note);
    added += std::string("AMDGPU\0\0", 8) + std::string(kDepth, '\x91');
    p.p_filesz = added.size();
    bytes += added;
    std::memcpy(bytes.data() + at, &p, sizeof p);
  }
  EXPECT_NE(outcome(bytes).find("nests too deeply"), std::string::npos) << outcome(bytes);
}

// v_add_u32 v0, LITERAL, v8 at the end of the code, without its literal.
TEST(DamagedCode, LiteralThatIsCutOff) {
  const uint32_t code[] = {0x680010ff, 5};
  for (const char* arch : {"gfx90a", "gfx906"}) {
    auto decoder = Decoder::create(arch);
    ASSERT_TRUE(decoder);
    EXPECT_EQ((*decoder)->decode(std::as_bytes(std::span(code)), 0x1000).size, 8u);
    EXPECT_EQ((*decoder)->decode(std::as_bytes(std::span(code).first(1)), 0x1000).size, 0u);
  }
}

// LLVM's decoder faults on some words that are no instructions, depending on what its stack held before.
TEST(DamagedCode, RandomWords) {
  std::mt19937_64 rng(5);
  for (const char* arch : {"gfx90a", "gfx1030", "gfx1100"}) {
    auto decoder = Decoder::create(arch);
    ASSERT_TRUE(decoder);
    int decoded = 0;
    for (int i = 0; i < 50'000; ++i) {
      const uint64_t code[3] = {rng(), rng(), rng()};
      const Inst inst = (*decoder)->decode(std::as_bytes(std::span(code)), 0x1000);
      decoded += inst.size != 0;
      EXPECT_LE(inst.size, sizeof code);
    }
    EXPECT_GT(decoded, 10'000) << arch;
    EXPECT_LT(decoded, 50'000) << arch;
  }
}

// A compressed bundle of a few bytes that claims to be of gigabytes must not take them.
TEST(DamagedBundle, SizeThatCannotBe) {
  std::string bytes = whole("packed.co");
  uint16_t version = 0;
  std::memcpy(&version, &bytes[4], 2);
  const size_t at = version == 1 ? 8 : version == 2 ? 12 : 16, width = version == 3 ? 8 : 4;
  const uint64_t huge = 0xf0000000;
  std::memcpy(&bytes[at], &huge, width);
  EXPECT_NE(outcome(bytes).find("claim to unpack"), std::string::npos) << outcome(bytes);
}

}  // namespace
