// The rows of the option table; flags.h says what the columns mean.
#include "build/flags.h"

namespace wavelift::build {

namespace {

using enum Value;
using enum Means;

constexpr Flag table[] = {
    // Targets.
    {"arch", word, arch, ""},
    {"gpu-architecture", word, arch, ""},
    {"offload-arch", word, arch, ""},
    {"cuda-gpu-arch", word, arch, ""},
    {"amdgpu-target", word, arch, ""},
    {"code", word, drop, "", For::nvcc},
    {"gpu-code", word, drop, "", For::nvcc},
    {"gencode", word, gencode, ""},
    {"generate-code", word, gencode, ""},

    // What to make.
    {"c", none, stop, "-c"},
    {"compile", none, stop, "-c"},
    {"S", none, stop, "-S"},
    {"E", none, stop, "-E"},
    {"preprocess", none, stop, "-E"},
    {"M", none, stop, "-M"},
    {"generate-dependencies", none, stop, "-M"},
    {"MM", none, stop, "-MM"},
    {"generate-nonsystem-dependencies", none, stop, "-MM"},
    {"fsyntax-only", none, stop, "-fsyntax-only"},
    {"genco", none, device_only, "--cuda-device-only"},
    {"cuda-device-only", none, device_only, "--cuda-device-only"},
    {"offload-device-only", none, device_only, "--cuda-device-only"},
    {"ptx", none, device_only, "--cuda-device-only --gpu-bundle-output"},
    {"fatbin", none, device_only, "--cuda-device-only --gpu-bundle-output"},
    {"cubin", none, device_only, "--cuda-device-only --no-gpu-bundle-output"},
    {"dc", none, device_object, ""},
    {"device-c", none, device_object, ""},
    {"dw", none, stop, "-c"},
    {"device-w", none, stop, "-c"},
    {"dlink", none, device_link, ""},
    {"device-link", none, device_link, ""},
    {"rdc", word, rdc, ""},
    {"relocatable-device-code", word, rdc, ""},
    {"fgpu-rdc", none, rdc, ""},
    {"lib", none, archive, "", For::nvcc},
    {"link", none, drop, "", For::nvcc},
    {"o", joined, output, ""},
    {"output-file", word, output, ""},
    {"odir", word, output_folder, "", For::nvcc},
    {"output-directory", word, output_folder, "", For::nvcc},
    {"x", joined, language, ""},
    {"language", word, language, ""},

    // Language and code generation.
    {"std", word, as, "-std={}"},
    {"O", joined, optimize, ""},
    {"optimize", word, optimize, ""},
    {"g", none, as, "-g"},
    {"debug", none, as, "-g"},
    {"G", none, as, "-g"},
    {"device-debug", none, as, "-g"},
    {"lineinfo", none, as, "-gline-tables-only"},
    {"generate-line-info", none, as, "-gline-tables-only"},
    {"use_fast_math", none, as,
     "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt"},
    {"ftz", word, yes_true, "-fgpu-flush-denormals-to-zero"},
    {"prec-div", word, yes_no, "-fno-hip-fp32-correctly-rounded-divide-sqrt"},
    {"prec-sqrt", word, yes_no, "-fno-hip-fp32-correctly-rounded-divide-sqrt"},
    {"fmad", word, yes_no, "-Xarch_device -ffp-contract=off"},
    {"default-stream", word, as, "-fgpu-default-stream={}"},
    {"mreal-true16", none, Means::true16, ""},
    {"openmp", none, as, "-fopenmp"},
    {"shared", none, as, "-shared"},
    {"profile", none, as, "-pg"},
    {"disable-warnings", none, as, "-w"},
    {"maxrregcount", word, drop, ""},
    {"Xptxas", word, drop, ""},
    {"ptxas-options", word, drop, ""},
    {"Xnvlink", word, drop, ""},
    {"nvlink-options", word, drop, ""},
    {"expt-relaxed-constexpr", none, drop, ""},
    {"expt-extended-lambda", none, drop, ""},
    {"extended-lambda", none, drop, ""},
    {"restrict", none, drop, ""},
    {"extra-device-vectorization", none, drop, ""},
    {"opt-info", word, drop, ""},
    {"optimization-info", word, drop, ""},
    {"dopt", word, drop, "", For::nvcc},
    {"dlto", none, drop, "", For::nvcc},
    {"dlink-time-opt", none, drop, "", For::nvcc},
    {"m64", none, drop, ""},
    {"m32", none, drop, ""},
    {"machine", word, drop, ""},

    // Preprocessor and search paths.
    {"D", joined, as, "-D {}"},
    {"define-macro", word, as, "-D {}"},
    {"U", joined, as, "-U {}"},
    {"undefine-macro", word, as, "-U {}"},
    {"I", joined, as, "-I {}"},
    {"include-path", word, as, "-I {}"},
    {"isystem", word, as, "-isystem {}"},
    {"system-include", word, as, "-isystem {}"},
    {"iquote", word, as, "-iquote {}"},
    {"idirafter", word, as, "-idirafter {}"},
    {"include", word, as, "-include {}"},
    {"pre-include", word, as, "-include {}"},
    {"imacros", word, as, "-imacros {}"},
    {"L", joined, as, "-L {}"},
    {"library-path", word, as, "-L {}"},
    {"MF", word, as, "-MF {}"},
    {"dependency-output", word, as, "-MF {}"},
    {"MT", word, as, "-MT {}"},
    {"dependency-target-name", word, as, "-MT {}"},
    {"MQ", word, as, "-MQ {}"},
    {"generate-dependencies-with-compile", none, as, "-MD"},
    {"generate-nonsystem-dependencies-with-compile", none, as, "-MMD"},
    {"generate-dependency-targets", none, as, "-MP"},

    // The host compiler and the linker.
    {"Xcompiler", word, host, ""},
    {"compiler-options", word, host, ""},
    {"Xlinker", word, linker, ""},
    {"linker-options", word, linker, ""},
    {"ccbin", word, drop, ""},
    {"compiler-bindir", word, drop, ""},
    {"arbin", word, drop, "", For::nvcc},
    {"archiver-binary", word, drop, "", For::nvcc},
    {"allow-unsupported-compiler", none, drop, ""},
    {"forward-unknown-to-host-compiler", none, drop, ""},
    {"forward-unknown-to-host-linker", none, drop, ""},
    {"forward-unknown-opts", none, drop, ""},
    {"l", joined, library, ""},
    {"library", word, library, ""},
    {"cudart", word, drop, ""},
    {"cudadevrt", word, drop, ""},
    {"ldir", word, drop, "", For::nvcc},
    {"libdevice-directory", word, drop, "", For::nvcc},
    {"target-dir", word, drop, "", For::nvcc},
    {"target-directory", word, drop, "", For::nvcc},

    // Diagnostics and housekeeping of nvcc.
    {"Werror", equals, warning_error, ""},
    {"diag-suppress", word, drop, ""},
    {"diag-warn", word, drop, ""},
    {"diag-error", word, drop, ""},
    {"display-error-number", none, drop, ""},
    {"no-display-error-number", none, drop, ""},
    {"brief-diagnostics", equals, drop, ""},
    {"Wno-deprecated-gpu-targets", none, drop, ""},
    {"Wreorder", none, as, "-Wreorder"},
    {"Wdefault-stream-launch", none, drop, ""},
    {"Wmissing-launch-bounds", none, drop, ""},
    {"Wext-lambda-captures-this", none, drop, ""},
    {"resource-usage", none, as, "-Rpass-analysis=kernel-resource-usage"},
    {"res-usage", none, as, "-Rpass-analysis=kernel-resource-usage"},
    {"source-in-ptx", none, drop, ""},
    {"src-in-ptx", none, drop, ""},
    {"no-host-device-initializer-list", none, drop, ""},
    {"nohdinitlist", none, drop, ""},
    {"no-host-device-move-forward", none, drop, ""},
    {"static-global-template-stub", word, drop, ""},
    {"device-entity-has-hidden-visibility", word, drop, ""},
    {"threads", word, drop, "", For::nvcc},
    {"t", joined, drop, "", For::nvcc},
    {"split-compile", word, drop, "", For::nvcc},
    {"compress-mode", word, drop, "", For::nvcc},
    {"entries", word, drop, "", For::nvcc},
    {"e", word, drop, "", For::nvcc},
    {"keep", none, drop, "", For::nvcc},
    {"k", none, drop, "", For::nvcc},
    {"save-temps", equals, as, "-save-temps"},
    {"keep-dir", word, drop, "", For::nvcc},
    {"objdir-as-tempdir", none, drop, "", For::nvcc},
    {"clean-targets", none, drop, "", For::nvcc},
    {"time", word, drop, "", For::nvcc},
    {"optf", word, options_file, ""},
    {"options-file", word, options_file, ""},
    {"dryrun", none, show, ""},
    {"v", none, as, "-v"},
    {"verbose", none, as, "-v"},
    {"version", none, Means::version, ""},
    {"V", none, Means::version, "", For::nvcc},
    {"help", none, Means::help, ""},
    {"h", none, Means::help, "", For::nvcc},

    // Options of clang that take the next word: it must not be mistaken for an input.
    {"Xclang", word, as, "-Xclang {}"},
    {"Xarch_device", word, as, "-Xarch_device {}"},
    {"Xarch_host", word, as, "-Xarch_host {}"},
    {"Xassembler", word, as, "-Xassembler {}"},
    {"mllvm", word, as, "-mllvm {}"},
    {"target", word, as, "--target={}"},
    {"param", word, as, "--param {}"},
    {"u", word, as, "-u {}"},
    {"T", word, as, "-T {}"},
    {"z", word, as, "-z {}"},
    {"rpath", word, as, "-Wl,-rpath,{}"},
};

constexpr Library library_table[] = {
    {"cudart", ""},
    {"cudart_static", ""},
    {"cudadevrt", ""},
    {"cuda", ""},
    {"nvrtc", ""},
    {"nvrtc_static", ""},
    {"nvidia-ml", ""},
    {"nvToolsExt", ""},
    {"culibos", ""},
    {"amdhip64", ""},
    {"hiprtc", ""},
    {"hip_hcc", ""},
    {"roctx64", "roctx64"},
    {"rocprofiler-sdk-roctx", "roctx64"},
    {"cublas", "hipblas"},
    {"cublas_static", "hipblas"},
    {"cublasLt", "hipblaslt"},
    {"cublasLt_static", "hipblaslt"},
    {"hipblas", "hipblas"},
    {"hipblaslt", "hipblaslt"},
    {"rocblas", "hipblas"},
    {"cufft", "hipfft"},
    {"cufft_static", "hipfft"},
    {"cufftw", "hipfftw"},
    {"hipfft", "hipfft"},
    {"rocfft", "hipfft"},
    {"curand", "hiprand"},
    {"curand_static", "hiprand"},
    {"hiprand", "hiprand"},
    {"rocrand", "hiprand"},
    {"cusparse", "hipsparse"},
    {"cusparse_static", "hipsparse"},
    {"hipsparse", "hipsparse"},
    {"rocsparse", "hipsparse"},
    {"cusolver", "hipsolver"},
    {"cusolver_static", "hipsolver"},
    {"hipsolver", "hipsolver"},
    {"rocsolver", "hipsolver"},
    {"cudnn", "MIOpen"},
    {"MIOpen", "MIOpen"},
    {"nccl", "rccl"},
    {"rccl", "rccl"},
};

bool serves(const Flag& f, Mode mode) {
  return f.who == For::both || (f.who == For::hipcc) == (mode == Mode::hipcc);
}

}  // namespace

std::span<const Flag> flags() { return table; }

std::span<const Library> libraries() { return library_table; }

const Flag* find_flag(Mode mode, std::string_view option, std::string_view& value, bool& has_value) {
  std::string_view name = option.substr(option.starts_with("--") ? 2 : 1);
  size_t equal = name.find('=');
  std::string_view head = name.substr(0, equal);
  for (const Flag& f : table) {
    if (!serves(f, mode) || f.value == joined || f.name != head) continue;
    if (equal != name.npos && f.value == none) continue;
    has_value = equal != name.npos;
    value = has_value ? name.substr(equal + 1) : std::string_view();
    return &f;
  }
  if (option.starts_with("--") || name.empty()) return nullptr;
  for (const Flag& f : table) {
    if (!serves(f, mode) || f.value != joined || !name.starts_with(f.name)) continue;
    value = name.substr(1);
    has_value = !value.empty();
    return &f;
  }
  return nullptr;
}

}  // namespace wavelift::build
