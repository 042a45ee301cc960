// Any bytes as a program's device code: found in a bundle, loaded, its kernels lowered.
#include "soft/device.h"
#include "soft/isa/program.h"
#include <cstring>
#include <elf.h>
#include <functional>
#include <string_view>

using namespace wavelift::soft;
using namespace wavelift::soft::WAVE;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto elf = find_code_object(std::as_bytes(std::span(data, size)), "gfx90a");
  if (!elf || elf->size() < sizeof(Elf64_Ehdr)) return 0;
  // A bare ELF is loaded for the arch that it says.
  Elf64_Ehdr header;
  std::memcpy(&header, elf->data(), sizeof header);
  const std::string arch = arch_of_elf_mach(header.e_flags & 0xff);
  auto object = CodeObject::load(*elf, arch);
  if (!object) return 0;
  (*object)->function_at((*object)->text_begin() + 8, nullptr);
  // A decoder takes many times as long as the loading: one input in eight, chosen by its bytes.
  if (std::hash<std::string_view>()({reinterpret_cast<const char*>(data), size}) % 8) return 0;
  auto program = Program::create(**object, arch);
  if (!program) return 0;
  for (const auto& [name, kernel] : (*object)->kernels()) (*program)->at(kernel.entry);
  return 0;
}
