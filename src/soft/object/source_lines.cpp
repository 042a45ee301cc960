#include "soft/object/source_lines.h"
#include <fmt/format.h>
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace wavelift::soft {

namespace {

std::vector<std::string> lines_at(llvm::DWARFContext& context, llvm::object::SectionedAddress where) {
  llvm::DILineInfoSpecifier spec(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                 llvm::DILineInfoSpecifier::FunctionNameKind::None);
  std::vector<std::string> lines;
  auto frames = context.getInliningInfoForAddress(where, spec);
  for (uint32_t i = 0; i < frames.getNumberOfFrames(); ++i) {
    const auto& frame = frames.getFrame(i);
    if (frame.Line == 0 && lines.empty() && i + 1 < frames.getNumberOfFrames()) continue;
    if (frame.FileName == llvm::DILineInfo::BadString || frame.Line == 0) break;
    lines.push_back(fmt::format("{}:{}", frame.FileName, frame.Line));
  }
  return lines;
}

}  // namespace

std::vector<std::string> source_lines(const CodeObject& o, uint64_t address, uint64_t back) {
  auto elf = o.elf();
  llvm::MemoryBufferRef buffer(llvm::StringRef(reinterpret_cast<const char*>(elf.data()), elf.size()), "code object");
  auto file = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return {};
  }
  auto context = llvm::DWARFContext::create(**file);
  llvm::object::SectionedAddress where{address - o.load_bias(), llvm::object::SectionedAddress::UndefSection};
  for (const auto& section : (*file)->sections())
    if (section.isText() && where.Address >= section.getAddress() && where.Address < section.getAddress() + section.getSize())
      where.SectionIndex = section.getIndex();
  auto lines = lines_at(*context, where);
  for (uint64_t gone = 0; lines.empty() && gone < back; gone += 4) {
    where.Address -= 4;
    lines = lines_at(*context, where);
  }
  return lines;
}

std::string source_line(const CodeObject& o, uint64_t address) {
  auto lines = source_lines(o, address);
  return lines.empty() ? std::string() : lines.front();
}

}  // namespace wavelift::soft
