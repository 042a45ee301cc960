#include "soft/machine/fault_report.h"
#include "soft/object/source_lines.h"
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

namespace wavelift::soft::WAVE {

std::string kernel_name(const Workgroup& g) { return llvm::demangle(g.shared.kernel->name); }

std::string place_of(const Workgroup& g, uint64_t at) {
  Program& program = *g.shared.program;
  uint64_t offset = 0;
  Inst inst = program.inst_at(at);
  std::string name = program.object().function_at(at, &offset);
  std::string line = source_line(program.object(), at);
  std::string text = inst.text.empty() ? "?" : inst.text.substr(inst.text.find_first_not_of(" \t"));
  for (char& c : text)
    if (c == '\t') c = ' ';
  std::string place = name.empty() || name == g.shared.kernel->name ? fmt::format("+0x{:x}", offset)
                                                                    : fmt::format("{}+0x{:x}", llvm::demangle(name), offset);
  return fmt::format("{} ({}){}", place, text, line.empty() ? " [compile with -g for the source line]" : ", " + line);
}

std::string describe_fault(const Workgroup& g) {
  const Wave& w = *g.faulted;
  std::string what = w.fault;
  if (what == "memory access fault") what = fmt::format("memory access fault at address 0x{:x}", w.fault_address);
  return fmt::format("{} in kernel {} at {}, workgroup ({},{},{}), wave {}, exec 0x{:x}", what, kernel_name(g),
                     place_of(g, w.pc ? w.pc->address : 0), g.id.x, g.id.y, g.id.z, w.id_in_group, w.exec());
}

} // namespace wavelift::soft::WAVE
