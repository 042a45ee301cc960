#include "soft/object/line_table.h"
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace wavelift::soft {

struct LineTable::Reader {
  std::unique_ptr<llvm::object::ObjectFile> file;
  std::unique_ptr<llvm::DWARFContext> context;
};

LineTable::LineTable(const CodeObject& object) : reader_(std::make_unique<Reader>()), object_(object) {
  auto elf = object.elf();
  llvm::MemoryBufferRef buffer(llvm::StringRef(reinterpret_cast<const char*>(elf.data()), elf.size()), "code object");
  auto file = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return;
  }
  reader_->file = std::move(*file);
  reader_->context = llvm::DWARFContext::create(*reader_->file);
}

LineTable::~LineTable() = default;

SourceLine LineTable::at(uint64_t address) const {
  if (!reader_->context) return {};
  llvm::DILineInfoSpecifier spec(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                 llvm::DILineInfoSpecifier::FunctionNameKind::None);
  llvm::object::SectionedAddress where{address - object_.load_bias(), llvm::object::SectionedAddress::UndefSection};
  for (const auto& section : reader_->file->sections())
    if (section.isText() && where.Address >= section.getAddress() && where.Address < section.getAddress() + section.getSize())
      where.SectionIndex = section.getIndex();
  auto line = reader_->context->getLineInfoForAddress(where, spec);
  if (!line || line->Line == 0) return {};
  return {line->FileName, line->Line};
}

}  // namespace wavelift::soft
