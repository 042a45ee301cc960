// CMakeLists.txt and *.cmake: the languages, packages, variables, targets and flags of CUDA.
#include "port/buildfile.h"
#include "port/flags.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

struct Pair {
  std::string_view cuda, hip;
};

// Whole words. Those that hold CMAKE_CUDA_ or end in a property's name are handled by prefix below.
constexpr Pair words[] = {
    {"CUDA::cudart", "hip::host"},
    {"CUDA::cudart_static", "hip::host"},
    {"CUDA::cuda_driver", "hip::host"},
    {"CUDA::cublas", "roc::hipblas"},
    {"CUDA::cublas_static", "roc::hipblas"},
    {"CUDA::cublasLt", "roc::hipblaslt"},
    {"CUDA::cufft", "hip::hipfft"},
    {"CUDA::curand", "hip::hiprand"},
    {"CUDA::cusparse", "roc::hipsparse"},
    {"CUDA::cusolver", "roc::hipsolver"},
    {"CUDA::nvrtc", "hiprtc::hiprtc"},
    {"CUDA::nvToolsExt", "roctx64"},
    {"CUDA_ARCHITECTURES", "HIP_ARCHITECTURES"},
    {"CUDA_STANDARD", "HIP_STANDARD"},
    {"CUDA_STANDARD_REQUIRED", "HIP_STANDARD_REQUIRED"},
    {"CUDA_EXTENSIONS", "HIP_EXTENSIONS"},
    {"cuda_add_executable", "add_executable"},
    {"cuda_add_library", "add_library"},
    {"$<COMPILE_LANGUAGE:CUDA>", "$<COMPILE_LANGUAGE:HIP>"},
};
constexpr Pair prefixes[] = {{"CMAKE_CUDA_", "CMAKE_HIP_"}, {"$<$<COMPILE_LANGUAGE:CUDA>:", "$<$<COMPILE_LANGUAGE:HIP>:"}};
constexpr Pair libraries[] = {{"cublas", "hipblas"},     {"cublasLt", "hipblaslt"}, {"cufft", "hipfft"}, {"curand", "hiprand"},
                              {"cusparse", "hipsparse"}, {"cusolver", "hipsolver"}, {"cudart", "amdhip64"}, {"nccl", "rccl"},
                              {"torch_cuda", "torch_hip"}, {"c10_cuda", "c10_hip"}};

struct Word {
  uint32_t at, size, line;
};
struct Command {
  Word name;
  std::vector<Word> arguments;
  uint32_t end;  // after the closing parenthesis
};

std::vector<Command> commands(std::string_view s) {
  std::vector<Command> out;
  uint32_t line = 1;
  int depth = 0;
  Command now{};
  auto at = [&](size_t i) { return i < s.size() ? s[i] : '\0'; };
  for (size_t i = 0; i < s.size();) {
    char c = s[i];
    if (c == '\n') ++line, ++i;
    else if (c == ' ' || c == '\t' || c == '\r' || c == ';') ++i;
    else if (c == '#') {
      size_t end = at(i + 1) == '[' && at(i + 2) == '[' ? s.find("]]", i) : s.find('\n', i);
      end = end == s.npos ? s.size() : end;
      line += static_cast<uint32_t>(std::count(s.begin() + static_cast<long>(i), s.begin() + static_cast<long>(end), '\n'));
      i = end + (at(end) == ']' ? 2 : 0);
    } else if (c == '(') {
      ++depth, ++i;
    } else if (c == ')') {
      ++i;
      if (depth > 0 && --depth == 0) {
        now.end = static_cast<uint32_t>(i);
        out.push_back(std::move(now));
        now = {};
      }
    } else {
      size_t from = i;
      uint32_t first_line = line;
      if (c == '"') {
        for (++i; i < s.size() && s[i] != '"'; ++i) {
          if (s[i] == '\\') ++i;
          if (at(i) == '\n') ++line;
        }
        ++i;
        i = std::min(i, s.size());
      } else {
        int inner = 0;
        while (i < s.size() && (inner > 0 || (s[i] != '(' && s[i] != ')' && s[i] != ' ' && s[i] != '\t' && s[i] != '\n' && s[i] != '\r' && s[i] != ';'))) {
          if (s[i] == '\n') ++line;
          if (s[i] == '<') ++inner;
          if (s[i] == '>' && inner > 0) --inner;
          ++i;
        }
      }
      Word w{static_cast<uint32_t>(from), static_cast<uint32_t>(i - from), first_line};
      if (depth == 0) now.name = w;
      else now.arguments.push_back(w);
    }
  }
  return out;
}

class CMake {
public:
  CMake(std::string_view text, const std::string& name, const BuildFileOptions& o) : s(text), name(name), options(o) {}

  BuildFileResult run() {
    bool crlf = s.find("\r\n") != s.npos;
    const bool languages_set = s.find("LANGUAGE HIP") != s.npos;
    for (const auto& c : commands(s)) {
      std::string command = lower(str(c.name));
      word(c.name);
      std::string sources;
      bool arch_list = !c.arguments.empty() && str(c.arguments[0]) == "CMAKE_CUDA_ARCHITECTURES";
      for (size_t k = 0; k < c.arguments.size(); ++k) {
        std::string_view w = str(c.arguments[k]);
        if ((command == "project" || command == "enable_language" || command == "check_language") && w == "CUDA") {
          replace(c.arguments[k], "HIP");
        } else if (command == "find_package" && k == 0 && (w == "CUDA" || w == "CUDAToolkit")) {
          replace(c.arguments[k], "hip");
          if (k + 1 < c.arguments.size() && std::isdigit(static_cast<unsigned char>(str(c.arguments[k + 1])[0]))) replace(c.arguments[k + 1], "");
        } else if (arch_list && k > 0) {
          replace(c.arguments[k], k == 1 ? options.arch : "");
        } else {
          if (w.ends_with(".cu") && (command.starts_with("add_") || command.starts_with("cuda_add_"))) sources += fmt::format("{} ", w);
          argument(command, c.arguments, k);
        }
      }
      bool defines = command == "add_executable" || command == "add_library" || command == "cuda_add_executable" || command == "cuda_add_library";
      if (defines && !sources.empty() && !languages_set) {
        result.edits.insert(c.end, fmt::format("{}set_source_files_properties({}PROPERTIES LANGUAGE HIP)", crlf ? "\r\n" : "\n", sources));
        ++result.changes;
      } else if (!defines && !sources.empty()) {
        find(1503, c.name, std::string(str(c.name)), fmt::format("{}() is given CUDA sources and is the project's own: what it does has to say LANGUAGE HIP", str(c.name)));
      }
      if (command == "cuda_compile_ptx" || command == "cuda_compile" || command == "cuda_select_nvcc_arch_flags" || command == "cuda_build_clean_target")
        find(1503, c.name, command, fmt::format("{}() has no counterpart", command));
    }
    result.edits.settle();
    return std::move(result);
  }

private:
  std::string_view s;
  const std::string& name;
  const BuildFileOptions& options;
  BuildFileResult result;

  std::string_view str(const Word& w) const { return s.substr(w.at, w.size); }
  static std::string lower(std::string_view v) {
    std::string out(v);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
  }
  void replace(const Word& w, std::string text) {
    result.edits.replace(w.at, w.size, std::move(text));
    ++result.changes;
  }
  void find(int code, const Word& w, std::string subject, std::string message) {
    result.findings.push_back(make_finding(code, name, w.line, 1, std::move(subject), std::move(message)));
  }

  bool word(const Word& w) {
    std::string_view v = str(w);
    for (const auto& p : words)
      if (v == p.cuda) return replace(w, std::string(p.hip)), true;
    std::string out(v);
    for (const auto& p : prefixes)
      for (size_t at = out.find(p.cuda); at != out.npos; at = out.find(p.cuda, at + p.hip.size())) out.replace(at, p.cuda.size(), p.hip);
    if (out == v) return false;
    replace(w, out);
    return true;
  }

  void argument(const std::string& command, const std::vector<Word>& args, size_t k) {
    const Word& w = args[k];
    std::string_view v = str(w);
    if (v == "CUDA_SEPARABLE_COMPILATION" || v == "CUDA_RESOLVE_DEVICE_SYMBOLS") {
      find(1501, w, std::string(v), fmt::format("{}: CMake has no such property for HIP; give -fgpu-rdc when compiling and --hip-link when linking", v));
      return;
    }
    if (v.starts_with("CUDA::")) {
      if (!word(w)) find(1505, w, std::string(v), fmt::format("{} has no counterpart", v));
      return;
    }
    if (word(w)) return;
    if (command.find("link_libraries") != command.npos)
      for (const auto& l : libraries)
        if (v == l.cuda) return replace(w, std::string(l.hip));
    if (v.size() > 1 && v[0] == '-') {
      FlagResult f = port_flag(v, k + 1 < args.size() ? str(args[k + 1]) : std::string_view{});
      if (f.code) find(f.code, w, std::string(v), f.message);
      if (f.action == FlagAction::keep) return;
      if (f.takes && k + 1 < args.size()) replace(args[k + 1], "");
      replace(w, f.action == FlagAction::replace ? f.text : f.action == FlagAction::arch ? fmt::format("--offload-arch={}", options.arch) : "");
    }
  }
};

}  // namespace

bool cmake_fast_math(std::string_view text) {
  for (const auto& c : commands(text))
    for (const auto& w : c.arguments)
      if (asks_for_fast_math(text.substr(w.at, w.size))) return true;
  return false;
}

bool cmake_finds_torch(std::string_view text) {
  if (text.find("ipify") != text.npos || text.find("IPIFY") != text.npos) return false;
  return std::ranges::any_of(commands(text), [&](const Command& c) {
    auto str = [&](const Word& w) { return text.substr(w.at, w.size); };
    return str(c.name) == "find_package" && !c.arguments.empty() && str(c.arguments[0]) == "Torch";
  });
}

BuildFileResult port_cmake(std::string_view text, const std::string& name, const BuildFileOptions& options) {
  return CMake(text, name, options).run();
}

}  // namespace wavelift::port
