// decode_objects ARCH FILE...: decodes every instruction of every function in the code objects for ARCH that FILEs (code
// objects, bundles, linked programs) hold, and looks its semantics up. Prints a line a failing mnemonic and a summary.
// Exits 0 only if something was decoded and nothing failed. Files without device code for ARCH are counted, not failed.
#include "base/files.h"
#include "soft/isa/decode.h"
#include "soft/machine/engine.h"
#include "soft/object/code_object.h"
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <string_view>

using namespace wavelift;
using namespace wavelift::soft;

namespace {

struct Counts {
  size_t objects = 0, without_code = 0, functions = 0, instructions = 0, failed = 0;
  std::set<std::string> mnemonics;
  std::map<std::string, size_t> failures;   // by "cannot decode" or "no semantics: MNEMONIC"
};

bool is_wave32(const CodeObject& object) {
  for (const auto& [name, kernel] : object.kernels()) return kernel.wave_size == 32;
  return false;
}

void decode_object(const CodeObject& object, Decoder& decoder, Counts& counts) {
  ++counts.objects;
  const bool wave32 = is_wave32(object);
  std::set<uint64_t> seen;   // a function may have several names
  for (const auto& f : object.functions()) {
    if (!f.size || !seen.insert(f.begin).second) continue;
    ++counts.functions;
    for (uint64_t pc = f.begin; pc < f.begin + f.size;) {
      Inst inst = decoder.decode({reinterpret_cast<const std::byte*>(pc), static_cast<size_t>(f.begin + f.size - pc)}, pc);
      ++counts.instructions;
      if (inst.size == 0) {
        ++counts.failures["cannot decode, in " + f.name];
        ++counts.failed;
        break;
      }
      counts.mnemonics.insert(inst.mnemonic);
      if (!(wave32 ? wave32::has_semantics(inst) : wave64::has_semantics(inst))) {
        ++counts.failures["no semantics: " + inst.mnemonic];
        ++counts.failed;
      }
      pc += inst.size;
    }
  }
}

// Bundles lie anywhere in a linked program; an ELF code object is one itself.
std::vector<std::span<const std::byte>> images_in(std::span<const std::byte> file) {
  std::vector<std::span<const std::byte>> found;
  constexpr std::string_view plain = "__CLANG_OFFLOAD_BUNDLE__", compressed = "CCOB";
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  for (std::string_view magic : {plain, compressed})
    for (size_t at = text.find(magic); at != std::string_view::npos; at = text.find(magic, at + 1)) found.push_back(file.subspan(at));
  if (found.empty()) found.push_back(file);
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: decode_objects ARCH FILE...\n");
    return 2;
  }
  const std::string arch = argv[1];
  auto decoder = Decoder::create(arch);
  if (!decoder) {
    std::fprintf(stderr, "%s\n", decoder.error().sentence().c_str());
    return 2;
  }
  Counts counts;
  for (int i = 2; i < argc; ++i) {
    auto file = read_file(argv[i]);
    if (!file) {
      std::fprintf(stderr, "%s\n", file.error().sentence().c_str());
      return 2;
    }
    bool any = false;
    for (auto image : images_in(std::as_bytes(std::span(*file)))) {
      auto elf = find_code_object(image, arch);
      if (!elf) continue;
      auto object = CodeObject::load(*elf, arch);
      if (!object) continue;
      any = true;
      decode_object(**object, **decoder, counts);
    }
    counts.without_code += !any;
  }
  for (const auto& [what, n] : counts.failures) std::printf("%8zu  %s\n", n, what.c_str());
  std::printf("%s: %zu instructions of %zu mnemonics in %zu functions of %zu code objects, %zu failed; %zu files without code for it\n",
              arch.c_str(), counts.instructions, counts.mnemonics.size(), counts.functions, counts.objects, counts.failed,
              counts.without_code);
  return counts.failed == 0 && counts.instructions > 0 ? 0 : 1;
}
