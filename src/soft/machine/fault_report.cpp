#include "soft/machine/fault_report.h"
#include <fmt/format.h>
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Object/ObjectFile.h>

namespace wavelift::soft {

namespace {

// "file.cu:12" from the code object's DWARF; empty without -g.
std::string source_line(const CodeObject& o, uint64_t address) {
  auto elf = o.elf();
  llvm::MemoryBufferRef buffer(llvm::StringRef(reinterpret_cast<const char*>(elf.data()), elf.size()), "code object");
  auto file = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return {};
  }
  auto context = llvm::DWARFContext::create(**file);
  llvm::DILineInfoSpecifier spec(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                 llvm::DILineInfoSpecifier::FunctionNameKind::None);
  llvm::object::SectionedAddress where{address - o.load_bias(), llvm::object::SectionedAddress::UndefSection};
  for (const auto& section : (*file)->sections())
    if (section.isText() && where.Address >= section.getAddress() && where.Address < section.getAddress() + section.getSize())
      where.SectionIndex = section.getIndex();
  auto line = context->getLineInfoForAddress(where, spec);
  if (!line || line->Line == 0) return {};
  return fmt::format("{}:{}", line->FileName, line->Line);
}

}  // namespace

std::string describe_fault(const Workgroup& g) {
  const Wave& w = *g.faulted;
  Program& program = *g.shared.program;
  uint64_t at = w.pc ? w.pc->address : 0, offset = 0;
  Inst inst = program.inst_at(at);
  std::string name = program.object().function_at(at, &offset);
  std::string line = source_line(program.object(), at);
  std::string text = inst.text.empty() ? "?" : inst.text.substr(inst.text.find_first_not_of(" \t"));
  for (char& c : text)
    if (c == '\t') c = ' ';
  std::string what = w.fault;
  if (what == "memory access fault") what = fmt::format("memory access fault at address 0x{:x}", w.fault_address);
  std::string kernel = llvm::demangle(g.shared.kernel->name);
  std::string place = name.empty() || name == g.shared.kernel->name ? fmt::format("+0x{:x}", offset)
                                                                    : fmt::format("{}+0x{:x}", llvm::demangle(name), offset);
  return fmt::format("{} in kernel {} at {} ({}){}, workgroup ({},{},{}), wave {}, exec 0x{:x}", what, kernel, place, text,
                     line.empty() ? " [compile with -g for the source line]" : ", " + line, g.id.x, g.id.y, g.id.z,
                     w.id_in_group, w.exec());
}

}  // namespace wavelift::soft
