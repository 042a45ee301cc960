#include "soft/machine/fault_report.h"
#include "soft/object/source_lines.h"
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

namespace wavelift::soft::WAVE {

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

} // namespace wavelift::soft::WAVE
