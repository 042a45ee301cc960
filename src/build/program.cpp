#include "build/program.h"
#include "base/files.h"
#include "hardware/targets.h"
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift::build {
namespace fs = std::filesystem;

namespace {

// The bundle entries of clang's offload bundler name their target after this triple.
constexpr std::string_view triple = "amdgcn-amd-amdhsa-";

bool is_name_letter(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); }

// Whether bytes [offset, offset + size) are in a file of `length` bytes.
bool inside(uint64_t offset, uint64_t size, uint64_t length) { return offset <= length && size <= length - offset; }

}  // namespace

Result<Program> inspect_program_bytes(std::string_view bytes, const std::string& name) {
  auto bad = [&](std::string why, std::string advice = {}) {
    return fail(Exit::no_input, fmt::format("{} {}", name, why), std::move(advice));
  };
  if (bytes.size() < EI_NIDENT || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0)
    return bad("is no program: it does not start as an ELF file", "give the program that was linked, not its source");
  Elf64_Ehdr header{};
  if (bytes[EI_CLASS] != ELFCLASS64 || bytes.size() < sizeof header)
    return bad(bytes[EI_CLASS] == ELFCLASS64 ? "is cut short" : "is a 32-bit program", "build it for x86-64");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_machine == EM_AMDGPU)
    return bad("is device code alone, without a host program", "link it with its host code");
  if (header.e_machine != EM_X86_64)
    return bad(fmt::format("is for another machine (ELF machine {})", header.e_machine), "build it for x86-64");
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return bad("is an object file, not a program", "link it with wl hipcc");
  if (!inside(header.e_phoff, uint64_t{header.e_phnum} * sizeof(Elf64_Phdr), bytes.size()) ||
      (header.e_shoff != 0 && !inside(header.e_shoff, uint64_t{header.e_shnum} * sizeof(Elf64_Shdr), bytes.size())))
    return bad("is cut short", "build or copy it again");
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_LOAD && !inside(segment.p_offset, segment.p_filesz, bytes.size()))
      return bad("is cut short", "build or copy it again");
  }

  Program program;
  program.uses_hip = bytes.find("libamdhip64.so") != bytes.npos;
  for (size_t at = bytes.find(triple); at != bytes.npos; at = bytes.find(triple, at + 1)) {
    std::string_view rest = bytes.substr(at + triple.size());
    if (rest.starts_with('-')) rest.remove_prefix(1);
    if (!rest.starts_with("gfx")) continue;
    auto end = std::ranges::find_if_not(rest, is_name_letter);
    std::string target(rest.begin(), end);
    if (std::ranges::find(program.targets, target) == program.targets.end()) program.targets.push_back(target);
  }
  return program;
}

Result<Program> inspect_program(const fs::path& path) {
  auto bytes = read_file(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto program = inspect_program_bytes(*bytes, path.string());
  if (program && ::access(path.c_str(), X_OK) != 0)
    return fail(Exit::no_input, fmt::format("{} may not be executed", path.string()), "chmod +x it");
  return program;
}

Result<std::string> choose_target(const Program& program, const std::string& asked, const std::string& name) {
  auto has = [&](const hardware::Target& t) {
    return std::ranges::find(program.targets, t.name) != program.targets.end() ||
           std::ranges::find(program.targets, t.compile_as) != program.targets.end();
  };
  const hardware::Target* wanted = nullptr;
  if (!asked.empty()) {
    wanted = hardware::find_target(asked);
    if (!wanted)
      return fail(Exit::usage, fmt::format("there is no target '{}'", asked), "one of " + hardware::target_names());
  }
  if (program.targets.empty()) return std::string(wanted ? wanted->name : hardware::find_target("gfx90a")->name);
  if (!wanted) {
    wanted = hardware::find_target("gfx90a");
    if (has(*wanted)) return std::string(wanted->name);
    for (const auto& t : program.targets)
      if (hardware::find_target(t)) return t;
  }
  if (has(*wanted)) return std::string(wanted->name);
  return fail(Exit::unsupported,
              fmt::format("{} has device code for {} only, not for {}", name, fmt::join(program.targets, ", "), wanted->name),
              fmt::format("compile it with --offload-arch={}, or run it with WAVELIFT_ARCH={}", wanted->name,
                          program.targets.front()));
}

}  // namespace wavelift::build
