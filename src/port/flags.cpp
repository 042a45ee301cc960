#include "port/flags.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// Does the flag have a value: none, one as =V or as the next word, perhaps one as =V.
enum class Value : uint8_t { none, takes, equals };

struct Flag {
  std::string_view name;     // without the leading dashes
  Value value;
  FlagAction action;
  std::string_view text;     // {} is the value
  int code = 0;
  std::string_view message = {};
};

using enum FlagAction;
constexpr auto none = Value::none, takes = Value::takes, equals = Value::equals;
constexpr std::string_view debug_note = "device code is debugged with -g alone (rocgdb)";
constexpr std::string_view register_note =
    "registers are limited by __launch_bounds__ on AMD GPUs, or by the attribute amdgpu_num_vgpr on one kernel";
constexpr std::string_view link_note = "give -fgpu-rdc when compiling and linking, and -foffload-lto where LTO is wanted";
constexpr std::string_view format_note = "HIP's compiler makes code objects: use --genco and hipModuleLoad";

constexpr Flag flags[] = {
    {"arch", takes, arch, ""},
    {"gpu-architecture", takes, arch, ""},
    {"gencode", takes, arch, ""},
    {"generate-code", takes, arch, ""},
    {"code", takes, arch, ""},
    {"gpu-code", takes, arch, ""},
    {"expt-relaxed-constexpr", none, drop, ""},
    {"expt-extended-lambda", none, drop, ""},
    {"extended-lambda", none, drop, ""},
    {"lineinfo", none, replace, "-gline-tables-only"},
    {"generate-line-info", none, replace, "-gline-tables-only"},
    {"G", none, drop, "", 1501, debug_note},
    {"device-debug", none, drop, "", 1501, debug_note},
    {"dc", none, replace, "-fgpu-rdc -c"},
    {"device-c", none, replace, "-fgpu-rdc -c"},
    {"dw", none, replace, "-c"},
    {"dlink", none, drop, "", 1501, "HIP links device code when it links the program: give -fgpu-rdc --hip-link there"},
    {"maxrregcount", takes, drop, "", 1501, register_note},
    {"use_fast_math", none, replace,
     "-fgpu-flush-denormals-to-zero -fgpu-approx-transcendentals -fno-hip-fp32-correctly-rounded-divide-sqrt"},
    {"ccbin", takes, drop, "", 1501, "hipcc is compiler of the host code, too"},
    {"compiler-bindir", takes, drop, "", 1501, "hipcc is compiler of the host code, too"},
    {"Xptxas", takes, drop, "", 1501, "there is no PTX assembler"},
    {"ptxas-options", takes, drop, "", 1501, "there is no PTX assembler"},
    {"Xnvlink", takes, drop, "", 1501, "there is no nvlink"},
    {"nvlink-options", takes, drop, "", 1501, "there is no nvlink"},
    {"Xcudafe", takes, drop, ""},
    {"lib", none, replace, "--emit-static-lib"},
    {"disable-warnings", none, replace, "-w"},
    {"dlto", none, drop, "", 1501, link_note},
    {"dlink-time-opt", none, drop, "", 1501, link_note},
    {"diag-error", takes, drop, ""},
    {"diag-warn", takes, drop, ""},
    {"display-error-number", none, drop, ""},
    {"no-display-error-number", none, drop, ""},
    {"err-no", none, drop, ""},
    {"split-compile", takes, drop, ""},
    {"keep-dir", takes, drop, ""},
    {"opt-info", takes, drop, ""},
    {"source-in-ptx", none, drop, ""},
    {"extra-device-vectorization", none, drop, ""},
    {"Wext-lambda-captures-this", none, drop, ""},
    {"Wdefault-stream-launch", none, drop, ""},
    {"Wmissing-launch-bounds", none, drop, ""},
    {"cudafe-options", takes, drop, ""},
    {"diag-suppress", takes, drop, ""},
    {"cudart", takes, drop, ""},
    {"threads", takes, drop, ""},
    {"Wno-deprecated-gpu-targets", none, drop, ""},
    {"forward-unknown-to-host-compiler", none, drop, ""},
    {"forward-unknown-opts", none, drop, ""},
    {"allow-unsupported-compiler", none, drop, ""},
    {"restrict", none, drop, ""},
    {"res-usage", none, replace, "-Rpass-analysis=kernel-resource-usage"},
    {"resource-usage", none, replace, "-Rpass-analysis=kernel-resource-usage"},
    {"keep", none, replace, "-save-temps"},
    {"dryrun", none, replace, "-###"},
    {"ptx", none, keep, "", 1501, format_note},
    {"cubin", none, keep, "", 1501, format_note},
    {"fatbin", none, keep, "", 1501, format_note},
    // nvc++'s.
    {"stdpar", equals, drop, "", 1501,
     "the parallel algorithms of the standard library run on the host without it; ROCm's own way is --hipstdpar"},
    {"gpu", equals, arch, ""},
    {"cuda", none, drop, ""},
    {"Minfo", equals, drop, ""},
    {"Xlinker", takes, replace, "-Wl,{}"},
    {"linker-options", takes, replace, "-Wl,{}"},
};

struct Fixed {
  std::string_view flag, text;
};
// Flags with a certain value.
constexpr Fixed fixed[] = {
    {"rdc=true", "-fgpu-rdc"},
    {"relocatable-device-code=true", "-fgpu-rdc"},
    {"rdc=false", ""},
    {"relocatable-device-code=false", ""},
    {"fmad=false", "-ffp-contract=off"},
    {"fmad=true", "-ffp-contract=fast"},
    {"ftz=true", "-fgpu-flush-denormals-to-zero"},
    {"ftz=false", ""},
    {"prec-div=false", "-fno-hip-fp32-correctly-rounded-divide-sqrt"},
    {"prec-div=true", ""},
    {"prec-sqrt=false", "-fno-hip-fp32-correctly-rounded-divide-sqrt"},
    {"prec-sqrt=true", ""},
    {"x=cu", "-x hip"},
};

struct Library {
  std::string_view cuda, hip;  // hip "-": none, "": not needed
  std::string_view message = {};
};
constexpr Library libraries[] = {
    {"cudart", "amdhip64"},    {"cudart_static", "amdhip64"}, {"cuda", "amdhip64"},     {"cudadevrt", ""},
    {"cublas", "hipblas"},     {"cublas_static", "hipblas"},  {"cublasLt", "hipblaslt"}, {"cufft", "hipfft"},
    {"curand", "hiprand"},     {"cusparse", "hipsparse"},     {"cusolver", "hipsolver"}, {"nccl", "rccl"},
    {"nvToolsExt", "roctx64"}, {"nvrtc", "hiprtc"},           {"culibos", ""},           {"nvrtc-builtins", ""},
    {"cudnn", "-", "MIOpen does this work with another interface (-lMIOpen)"},
    {"nvidia-ml", "-", "use amd_smi (-lamd_smi)"},
    {"cupti", "-", "use rocprofiler-sdk"},
    {"nvjpeg", "-", "use rocJPEG"},
    {"cufile", "-", "use hipFile"},
    {"nppc", "-", "use RPP"},
    {"cutensor", "hiptensor"},
    {"torch_cuda", "torch_hip"}, {"c10_cuda", "c10_hip"},
};

bool is_cuda_folder(std::string_view path) {
  for (std::string_view v : {"$(CUDA_HOME)", "$(CUDA_PATH)", "$(CUDA_ROOT)", "$(CUDA_DIR)", "$(CUDA_INSTALL_PATH)", "$(CUDA)",
                             "$(CUDA_TOOLKIT_ROOT_DIR)", "$(CUDART_ROOT)", "$(CUBLAS_ROOT)", "$(CUDATOOLKIT_HOME)", "$(NVHPC_CUDA_HOME)",
                             "${CUDA_HOME}", "${CUDA_PATH}", "${CUDA_ROOT}", "/usr/local/cuda", "/opt/cuda"})
    if (path.starts_with(v)) return true;
  return false;
}

// nvc++'s -cudalib=cublas,curand as -l options.
std::string linked_libraries(std::string_view list) {
  std::string out;
  while (!list.empty()) {
    std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), name.size() + 1));
    for (const auto& l : libraries)
      if (name == l.cuda && !l.hip.empty() && l.hip != "-") name = l.hip;
    out += fmt::format("{}-l{}", out.empty() ? "" : " ", name);
  }
  return out;
}

FlagResult named(const Flag& f, std::string_view flag, std::string_view value, size_t taken) {
  FlagResult r{f.action, taken, std::string(f.text), f.code, {}};
  // PTX in the program would be compiled for later GPUs when it is loaded.
  if (f.action == arch && (value.find("code=compute_") != value.npos || value.find(",compute_") != value.npos || value.find("[compute_") != value.npos)) {
    r.code = 1523;
    r.message = fmt::format("{} {} keeps PTX for later GPUs; code objects run on the GPUs that they are compiled for and no others: name all of them, or a family (gfx9-generic)", flag, value);
    return r;
  }
  if (f.value == takes && r.text.find("{}") != r.text.npos) r.text.replace(r.text.find("{}"), 2, value);
  if (f.code) r.message = fmt::format("{}: {}", flag, f.message);
  return r;
}

}  // namespace

bool asks_for_fast_math(std::string_view word) { return word.find("-use_fast_math") != word.npos; }

namespace {

// "-Wall,-fopenmp" or "\"-fopenmp\"" given to the host compiler, as plain words, each ported for itself.
std::string host_options(std::string_view v) {
  if (v.size() >= 2 && (v.front() == '"' || v.front() == '\'') && v.back() == v.front()) v = v.substr(1, v.size() - 2);
  std::string words(v), out;
  // -Wl,x and -Wa,x are one option each.
  if (words.find("-Wl,") == words.npos && words.find("-Wa,") == words.npos) std::replace(words.begin(), words.end(), ',', ' ');
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(' ', at), words.size());
    std::string word = words.substr(at, end - at);
    if (word.starts_with("-l"))
      if (FlagResult f = port_flag(word, {}); f.action != keep) word = f.text;
    if (!word.empty()) out.append(out.empty() ? "" : " ").append(word);
    at = end + 1;
  }
  return out;
}

}  // namespace

FlagResult port_flag(std::string_view flag, std::string_view next) {
  if (flag.starts_with("-l") && flag != "-lineinfo" && flag != "-lib") {
    for (const auto& l : libraries) {
      if (flag.substr(2) != l.cuda) continue;
      if (l.hip == "-") return {keep, 0, "", 1505, fmt::format("{}: {}", flag, l.message)};
      if (l.hip.empty()) return {drop, 0, "", 0, ""};
      return {replace, 0, fmt::format("-l{}", l.hip), 0, ""};
    }
    return {};
  }
  if (flag.starts_with("-I") || flag.starts_with("-L"))
    return is_cuda_folder(flag.substr(2)) ? FlagResult{drop, 0, "", 0, ""} : FlagResult{};
  if (flag.substr(0, flag.find('=')) == "-DCUDA_API_PER_THREAD_DEFAULT_STREAM") return {replace, 0, "-fgpu-default-stream=per-thread", 0, ""};
  std::string_view name = flag.substr(flag.starts_with("--") ? 2 : 1);
  if (flag == "-x" && next == "cu") return {replace, 1, "-x hip", 0, ""};

  for (std::string_view host : {"Xcompiler", "compiler-options"}) {
    if (name == host) {
      // The next word stands on its own from now on, with its commas opened up.
      if (next.empty()) return {drop, 0, "", 0, ""};
      std::string opened = host_options(next);
      if (opened == next) return {drop, 0, "", 0, ""};
      return {replace, 1, opened, 0, ""};
    }
    if (name.starts_with(host) && name.size() > host.size() && name[host.size()] == '=')
      return {replace, 0, host_options(name.substr(host.size() + 1)), 0, ""};
  }
  if (name == "default-stream" || name.starts_with("default-stream=")) {
    bool next_word = name == "default-stream" && !next.empty();
    std::string_view value = next_word ? next : name.substr(std::min<size_t>(name.size(), 15));
    if (value == "per-thread") return {replace, next_word, "-fgpu-default-stream=per-thread", 0, ""};
    return {drop, next_word, "", 0, ""};
  }
  if (name.starts_with("cudalib=")) return {replace, 0, linked_libraries(name.substr(8)), 0, ""};
  for (const auto& f : fixed) {
    size_t eq = f.flag.find('=');
    bool two = name == f.flag.substr(0, eq) && next == f.flag.substr(eq + 1);
    if (name != f.flag && !two) continue;
    return {f.text.empty() ? drop : replace, two, std::string(f.text), 0, ""};
  }
  for (const auto& f : flags) {
    if (name == f.name) {
      bool needs = f.value == takes && !next.empty();
      return named(f, flag, next, needs);
    }
    if (f.value != none && name.size() > f.name.size() && name.starts_with(f.name) && name[f.name.size()] == '=')
      return named(f, flag, name.substr(f.name.size() + 1), 0);
  }
  return {};
}

}  // namespace wavelift::port
