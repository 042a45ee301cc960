#include "soft/object/host_lines.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <mutex>

namespace wavelift::soft {

namespace {

const void* module_of(const void* address, Dl_info* info) {
  return ::dladdr(address, info) ? info->dli_fbase : nullptr;
}

}  // namespace

uint64_t host_place(std::span<void* const> frames) {
  Dl_info own = {}, info = {};
  const void* here = module_of(reinterpret_cast<const void*>(&host_place), &own);
  uint64_t place = 0;
  int n = 0;
  for (void* frame : frames) {
    const void* base = module_of(frame, &info);
    if (!base || base == here) continue;
    place = place * 31 + reinterpret_cast<uint64_t>(frame);
    if (++n == 2) break;
  }
  return place;
}

std::string host_source_line(std::span<void* const> frames) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  static auto* symbolizer = new llvm::symbolize::LLVMSymbolizer;
  Dl_info own = {}, info = {};
  const void* here = module_of(reinterpret_cast<const void*>(&host_source_line), &own);
  std::string fallback;
  for (void* frame : frames) {
    const void* base = module_of(frame, &info);
    if (!base || base == here) continue;
    // The address of the call, not of what follows it. A program that is not position-independent has addresses as linked.
    uint64_t at = reinterpret_cast<uint64_t>(frame) - 1;
    const auto* elf = static_cast<const ElfW(Ehdr)*>(base);
    if (elf->e_type != ET_EXEC) at -= reinterpret_cast<uint64_t>(base);
    const std::string file = info.dli_fname && *info.dli_fname == '/' ? info.dli_fname : "/proc/self/exe";
    auto found = symbolizer->symbolizeInlinedCode(file, {at, llvm::object::SectionedAddress::UndefSection});
    if (!found) {
      llvm::consumeError(found.takeError());
      continue;
    }
    for (uint32_t i = 0; i < found->getNumberOfFrames(); ++i) {
      const auto& f = found->getFrame(i);
      const bool named = f.FunctionName != llvm::DILineInfo::BadString;
      if (f.FileName == llvm::DILineInfo::BadString || f.Line == 0) {
        if (fallback.empty()) fallback = named ? f.FunctionName : fmt::format("{}+0x{:x}", info.dli_fname ? info.dli_fname : "?", at);
        continue;
      }
      if (f.FileName.find("/hip/") != std::string::npos) continue;   // the templates of the headers
      return named ? fmt::format("{}:{} in {}", f.FileName, f.Line, f.FunctionName) : fmt::format("{}:{}", f.FileName, f.Line);
    }
  }
  return fallback;
}

}  // namespace wavelift::soft
