// Predefined macros of nvcc's that code tests.
#include "port/passes.h"
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// The ported code is modern and generic: it takes the branches of CUDA 12.0 and of compute capability 7.0, which
// HIP has the features of. Branches for 8.0 and later hold NVIDIA's own instructions.
constexpr int as_capability = 700;
constexpr int as_version = 12000;

// Inside defined(X), #ifdef X or #ifndef X.
bool asks_whether(const Pass& p, size_t i) {
  const Source& s = p.source;
  if (p.directive == "ifdef" || p.directive == "ifndef" || p.directive == "undef") return true;
  return s.before(i) == "defined" || (s.before(i) == "(" && i >= 2 && s.str(i - 2) == "defined" && s.is(i + 1, ")"));
}

void compute_capability(Pass& p, size_t i) {
  Source& s = p.source;
  if (asks_whether(p, i)) {
    // The macro's value is tested, not whether it is there: some HIP headers define it as 0 for the host.
    if (s.before(i) == "ifdef" || s.before(i) == "ifndef") {
      s.replace(i - 1, "if");
      s.replace(i, p.directive == "ifdef" ? "__HIP_DEVICE_COMPILE__" : "!__HIP_DEVICE_COMPILE__");
    } else if (s.before(i) == "defined") {
      s.replace(i - 1, i, "__HIP_DEVICE_COMPILE__");
    } else if (s.before(i) == "(" && i >= 2 && s.is(i - 2, "defined") && s.is(i + 1, ")")) {
      s.replace(i - 2, i + 1, "__HIP_DEVICE_COMPILE__");
    } else {
      return;
    }
    s.find(1103, s.token(i).at, "__CUDA_ARCH__", "tells device from host: __HIP_DEVICE_COMPILE__ does that in HIP");
    return;
  }
  bool in_if = p.directive == "if" || p.directive == "elif";
  s.replace(i, in_if ? fmt::format("(__HIP_DEVICE_COMPILE__ * {})", as_capability) : fmt::format("{} /* __CUDA_ARCH__ */", as_capability));
  s.find(1101, s.token(i).at, "__CUDA_ARCH__",
         "a compute capability says nothing about an AMD GPU; the branch for 7.0 is taken in device code, check that it is the one to have");
}

void version(Pass& p, size_t i, std::string_view name, int value) {
  Source& s = p.source;
  if (asks_whether(p, i)) {
    s.replace(i, name.starts_with("__") ? "__HIPCC__" : "HIP_VERSION");
    return;
  }
  s.replace(i, fmt::format("{} /* {} */", value, name));
  s.find(1102, s.token(i).at, name,
         fmt::format("{} is not defined in HIP; the branch for CUDA 12.0 is taken, check that it is the one to have", name));
}

}  // namespace

void port_guard(Pass& p, size_t i, const apimap::Entry& entry) {
  Source& s = p.source;
  std::string_view name = entry.cuda;
  // Before the headers it makes the calling thread's own stream the default one, in HIP as in CUDA.
  if (name.ends_with("CUDA_API_PER_THREAD_DEFAULT_STREAM")) {
    s.replace(i, "HIP_API_PER_THREAD_DEFAULT_STREAM");
    ++p.summary.names;
    return;
  }
  if (p.directive == "define" && s.before(i) == "define" && name != "__CUDACC__" && name != "__NVCC__") return;
  ++p.summary.names;
  if (name == "__CUDACC__" || name == "__NVCC__") {
    s.replace(i, "__HIPCC__");
  } else if (name == "__CUDA_ARCH__") {
    compute_capability(p, i);
  } else if (name == "__CUDACC_VER_MAJOR__") {
    version(p, i, name, as_version / 1000);
  } else if (name == "__CUDACC_VER_MINOR__" || name == "__CUDACC_VER_BUILD__") {
    version(p, i, name, 0);
  } else if (name == "CUDART_VERSION" || name == "CUDA_VERSION") {
    version(p, i, name, as_version);
  } else if (name == "__CUDACC_RTC__") {
    s.replace(i, "__HIPCC_RTC__");
  } else if (name == "__grid_constant__") {
    // A hint that the parameter is not copied; HIP's kernel arguments are read-only memory already.
    s.replace(i, "/* __grid_constant__ */");
  } else {
    --p.summary.names;
    s.find(1102, s.token(i).at, name, fmt::format("{} is a macro of nvcc's without a counterpart; what depends on it is off", name));
  }
}

}  // namespace wavelift::port
