// What depends on the HIP that the program is for. HIP 7.0 took over most of CUDA's error semantics; what came before it,
// Hygon's DTK among it, has its own.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

using Kind = HostCall::Kind;

bool before(const Context& c, int version) { return c.options.hip_version < version; }

bool is_last_error(const std::string& name) { return name == "hipGetLastError" || name == "hipPeekAtLastError"; }

// The launch's error is gone when another call stands between.
void last_error(Context& c) {
  if (!before(c, 700)) return;
  const HostCall *launch = nullptr, *between = nullptr;
  for (const HostCall& call : c.facts.host_calls) {
    if (launch && launch->function != call.function) launch = between = nullptr;
    if (call.kind == Kind::launch) {
      launch = &call;
      between = nullptr;
    } else if (call.kind == Kind::api && is_last_error(call.name)) {
      if (between) c.find_always(call.place, fmt::format("before HIP 7.0 {} gives the status of the last call, {} in line {}, not the error of the launch in line {}", call.written, between->written, between->place.line, launch->place.line), call.name);
      launch = between = nullptr;
    } else if (call.kind == Kind::api && launch) {
      between = &call;
    }
  }
}

bool is_any(const std::string& name, std::initializer_list<std::string_view> names) { return std::ranges::find(names, name) != names.end(); }

void errors(Context& c, std::initializer_list<std::string_view> names, const char* message) {
  if (!before(c, 700)) return;
  for (const Comparison& t : c.facts.comparisons)
    if (t.of == Comparison::Of::error && t.with == Comparison::With::name && is_any(t.name, names)) c.find_always(t.place, fmt::format(fmt::runtime(message), t.text), t.name);
}

void error_codes(Context& c) {
  errors(c, {"hipErrorInvalidConfiguration", "hipErrorInvalidDeviceFunction", "hipErrorInvalidImage", "hipErrorInvalidKernelFile", "hipErrorFileNotFound", "hipErrorInvalidHandle", "hipErrorNoBinaryForGpu", "hipErrorInvalidTexture"},
         "'{}': launches, modules and textures gave other codes before HIP 7.0; test for success alone");
}

void after_fault(Context& c) {
  errors(c, {"hipErrorIllegalAddress", "hipErrorLaunchFailure", "hipErrorAssert", "hipErrorLaunchTimeOut", "hipErrorECCNotCorrectable"},
         "'{}' is never reached before HIP 7.0: a kernel's fault ends the process");
}

void null_pointers(Context& c) {
  if (!before(c, 700)) return;
  for (const HostCall& call : c.facts.host_calls)
    if (call.name == "hipPointerGetAttributes" && call.tested)
      c.find_always(call.place, fmt::format("before HIP 7.0 {} is an error for a null pointer, which CUDA answers as unregistered memory", call.written), call.name);
    else if (call.name == "hipFreeAsync" && call.tested && !call.arguments.empty() && is_any(call.arguments[0].text, {"nullptr", "NULL", "0"}))
      c.find_always(call.place, fmt::format("before HIP 7.0 {} is an error for a null pointer", call.written), call.name);
}

void constant_source(Context& c) {
  if (!before(c, 700)) return;
  for (const HostCall& call : c.facts.host_calls)
    if (is_any(call.name, {"hipMemcpyHtoD", "hipMemcpyHtoDAsync"}) && call.arguments.size() > 1 && call.arguments[1].points_to_const)
      c.find_always(call.place, fmt::format("before HIP 7.0 {} takes no pointer to const: const_cast {}", call.written, call.arguments[1].text), call.name, c.rewrite(Rewrite::Kind::without_const, call.place));
}

struct Fault {
  std::string_view name;
  int until;
  const char* what;
};
constexpr Fault faults[] = {
    {"hipGraphAddChildGraphNode", 714, "child graphs may run before what they depend on"},
    {"hipGraphAddMemAllocNode", 714, "memory that a graph allocates and another frees may be lost"},
};

void graph_faults(Context& c) {
  for (const HostCall& call : c.facts.host_calls)
    for (const Fault& f : faults)
      if (call.name == f.name && before(c, f.until)) c.find_always(call.place, fmt::format("{}: before HIP {}.{} {}", call.written, f.until / 100, f.until % 100, f.what), call.name);
}

// The newer forms take a location where the older ones take a device's number. hipMemPrefetchAsync goes on with the number.
void changed_parameters(Context& c) {
  for (const HostCall& call : c.facts.host_calls) {
    if ((call.name == "hipMemAdvise_v2" || call.name == "hipMemPrefetchAsync_v2") && before(c, 701)) c.find_always(call.place, fmt::format("{} came with HIP 7.1", call.written), call.name);
    if (call.name == "hipMemAdvise" && !before(c, 1002) && call.arguments.size() > 3 && call.arguments[3].is_number)
      c.find_always(call.place, fmt::format("{} takes a hipMemLocation from HIP 10.2 on: give one, or define HIP_FORCE_API_VERSION=600 before HIP's headers", call.written), call.name);
  }
}

void managed_variables(Context& c) {
  if (!before(c, 714)) return;
  for (const HostCall& call : c.facts.host_calls)
    if (call.name == "hipPointerGetAttributes" && call.arguments.size() > 1 && call.arguments[1].memory == Memory::managed_variable)
      c.find_always(call.place, fmt::format("before HIP 7.14 {} takes the __managed__ variable {} for other memory", call.written, call.arguments[1].text), call.name);
}

using enum Severity;

constexpr Check checks[] = {
    {{1841, warning, "Last error read after another call"}, last_error},
    {{1842, warning, "Error code that differs by version"}, error_codes},
    {{1843, warning, "Null pointer that is an error before HIP 7.0"}, null_pointers},
    {{1844, error, "Source of a copy that may not be const", "puts a const_cast around it"}, constant_source},
    {{1845, warning, "Error after a fault that ends the process"}, after_fault},
    {{1846, info, "Graph call with faults in this version"}, graph_faults},
    {{1847, error, "Call whose parameters depend on the version"}, changed_parameters},
    {{1848, warning, "Attributes of a managed variable"}, managed_variables},
};

}  // namespace

std::span<const Check> version_checks() { return checks; }

}  // namespace wavelift::lint
