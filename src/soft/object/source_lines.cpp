#include "soft/object/source_lines.h"
#include <fmt/format.h>
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace wavelift::soft {

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

}  // namespace wavelift::soft
