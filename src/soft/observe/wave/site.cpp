#include "soft/observe/wave/site.h"
#include "soft/object/source_lines.h"
#include <llvm/Demangle/Demangle.h>

namespace wavelift::soft::WAVE {

Site site_of(const LaunchState& launch, Dim3 block, uint32_t wave, int lane, uint64_t pc) {
  Site s;
  Program& program = *launch.program;
  const Inst inst = program.inst_at(pc);
  const std::string function = program.object().function_at(pc, &s.offset);
  s.kernel = llvm::demangle(launch.kernel->name);
  if (function != launch.kernel->name) s.function = llvm::demangle(function);
  constexpr uint64_t kFar = 512;
  std::vector<std::string> lines = source_lines(program.object(), pc, std::min(kFar, s.offset));
  if (!lines.empty()) {
    s.line = lines.front();
    s.inlined_at.assign(lines.begin() + 1, lines.end());
  }
  for (char c : inst.text) {
    if (c == '\t') c = ' ';
    if (c != ' ' || (!s.instruction.empty() && s.instruction.back() != ' ')) s.instruction += c;
  }
  s.pc = pc;
  s.block = block;
  const Dim3& t = launch.launch.threads;
  const uint32_t thread = wave * kLanes + static_cast<uint32_t>(lane);
  s.thread = {thread % t.x, thread / t.x % t.y, thread / t.x / t.y};
  s.wave = wave;
  s.lane = static_cast<uint32_t>(lane);
  return s;
}

Site site_of(const Wave& w, uint64_t pc, int lane) {
  return site_of(w.group->shared, w.group->id, w.id_in_group, lane, pc);
}

}  // namespace wavelift::soft::WAVE
