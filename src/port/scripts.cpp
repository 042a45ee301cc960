#include "port/scripts.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

constexpr NvidiaTool tools[] = {
    {"nvcc", "is no compiler for AMD GPUs: hipcc takes its place"},
    {"__nvcc_device_query", "asks for NVIDIA's GPUs alone: amdgpu-arch or rocm_agent_enumerator names AMD's"},
    {"nvidia-smi", "knows NVIDIA's GPUs alone: amd-smi and rocminfo tell about AMD's, hy-smi about Hygon's"},
    {"ncu", "profiles NVIDIA's GPUs alone: rocprof-compute does it on AMD's, wl profile without a GPU"},
    {"nsys", "traces NVIDIA's GPUs alone: rocprof-sys does it on AMD's"},
    {"nvprof", "profiles NVIDIA's GPUs alone: rocprofv3 does it on AMD's, wl profile without a GPU"},
    {"cuda-gdb", "debugs NVIDIA's GPUs alone: rocgdb does it on AMD's"},
    {"compute-sanitizer", "checks NVIDIA's GPUs alone: wl check does it without a GPU"},
    {"cuda-memcheck", "checks NVIDIA's GPUs alone: wl check does it without a GPU"},
    {"cuobjdump", "reads NVIDIA's binaries alone: llvm-objdump reads AMD's"},
    {"nvdisasm", "reads NVIDIA's binaries alone: llvm-objdump reads AMD's"},
};

bool in_name(char c) { return c == '-' || c == '_' || c == '.' || c == '+' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }

}  // namespace

const NvidiaTool* nvidia_tool(std::string_view name) {
  const auto it = std::ranges::find(tools, name, &NvidiaTool::name);
  return it == std::end(tools) ? nullptr : it;
}

std::vector<Finding> script_findings(std::string_view text, const std::string& file) {
  std::vector<Finding> out;
  uint32_t line = 1;
  size_t line_begin = 0;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      line_begin = ++i;
    } else if (c == '#' && (i == line_begin || text[i - 1] == ' ' || text[i - 1] == '\t' || text[i - 1] == ';')) {
      i = std::min(text.size(), text.find('\n', i));
    } else if (in_name(c)) {
      const size_t from = i;
      while (i < text.size() && in_name(text[i])) ++i;
      const std::string_view word = text.substr(from, i - from);
      const NvidiaTool* tool = nvidia_tool(word);
      // $nvcc and nvcc= are a variable.
      const bool variable = (from > 0 && (text[from - 1] == '$' || text[from - 1] == '{')) || (i < text.size() && text[i] == '=');
      if (!tool || variable || std::ranges::find(out, word, &Finding::subject) != out.end()) continue;
      out.push_back(make_finding(1507, file, line, static_cast<uint32_t>(from - line_begin + 1), std::string(word), fmt::format("{} {}; scripts are not ported", word, tool->instead)));
    } else {
      ++i;
    }
  }
  return out;
}

}  // namespace wavelift::port
