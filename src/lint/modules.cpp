// Programs for NVIDIA's machine that a program carries or makes at run time.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

bool calls(const Facts& facts, std::string_view start) {
  return std::ranges::any_of(facts.host_calls, [&](const HostCall& c) { return c.name.starts_with(start); });
}

void ptx(Context& c) {
  bool loads = calls(c.facts, "hipModuleLoad") || calls(c.facts, "hipLibraryLoad") || calls(c.facts, "hipLink");
  for (const MachineText& t : c.facts.machine_texts) {
    if (t.kind == MachineText::Kind::ptx)
      c.find_always(t.place, "a program in PTX, which no AMD GPU runs: compile the kernel's source with hipcc --genco, or with hipRTC at run time", "PTX");
    else if (t.kind == MachineText::Kind::file && loads)
      c.find_always(t.place, fmt::format("{} holds a program for NVIDIA's machine: load a code object that hipcc --genco makes", t.text), t.text);
  }
}

void options(Context& c) {
  for (const HostCall& call : c.facts.host_calls)
    if (call.name == "hipModuleLoadDataEx" && call.arguments.size() > 2 && call.arguments[2].value != 0)
      c.find_always(call.place, fmt::format("{} ignores its options in HIP: code objects are compiled already", call.written), call.name);
}

void architecture(Context& c) {
  if (!calls(c.facts, "hiprtc")) return;
  for (const MachineText& t : c.facts.machine_texts)
    if (t.kind == MachineText::Kind::option)
      c.find_always(t.place, fmt::format("hipRTC refuses {}: it takes --offload-arch=gfx90a, and the current device's architecture when there is none", t.text), t.text);
}

using enum Severity;

constexpr Check checks[] = {
    {{1831, error, "Program for NVIDIA's machine"}, ptx},
    {{1832, warning, "Options of the PTX compiler"}, options},
    {{1833, error, "NVIDIA's architecture given to hipRTC"}, architecture},
};

}  // namespace

std::span<const Check> module_checks() { return checks; }

}  // namespace wavelift::lint
