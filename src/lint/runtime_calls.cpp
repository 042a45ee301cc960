// Calls of the run time's interface that mean, or cost, something else on an AMD GPU.
#include "lint/check.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

using Kind = HostCall::Kind;

// The calls of each function, in their order.
std::map<uint32_t, std::vector<const HostCall*>> by_function(const Facts& facts) {
  std::map<uint32_t, std::vector<const HostCall*>> calls;
  for (const HostCall& c : facts.host_calls) calls[c.function].push_back(&c);
  return calls;
}

const HostCall* first_call(const Facts& facts, std::initializer_list<std::string_view> names) {
  auto it = std::ranges::find_if(facts.host_calls, [&](const HostCall& c) { return c.kind == Kind::api && std::ranges::find(names, c.name) != names.end(); });
  return it == facts.host_calls.end() ? nullptr : &*it;
}

const Rewrite* named(const Context& c, const Comparison& t) { return t.with == Comparison::With::number ? c.rewrite(Rewrite::Kind::named, t.place) : nullptr; }

void memory_type(Context& c) {
  for (const Comparison& t : c.facts.comparisons) {
    if (t.of != Comparison::Of::memory_type || t.with == Comparison::With::name) continue;
    bool number = t.with == Comparison::With::number;
    if (c.options.hip_version < 600)
      c.find_always(t.place, fmt::format("'{}' takes a memory type for a number: before HIP 6.0 host memory is 0 and device memory 1, where CUDA has 1 and 2", t.text), "hipMemoryType", named(c, t));
    else if (number && !c.facts.cuda)
      c.find_always(t.place, fmt::format("'{}' compares a memory type with a number: HIP 6.0 changed the numbers", t.text), "hipMemoryType");
    else if (number && t.value == 4)
      c.find_always(t.place, fmt::format("'{}' means CU_MEMORYTYPE_UNIFIED, which is 11 in HIP (hipMemoryTypeUnified)", t.text), "hipMemoryType", named(c, t));
  }
}

bool waits(const std::string& name) {
  static constexpr std::array<std::string_view, 7> names = {"hipDeviceSynchronize", "hipStreamSynchronize", "hipEventSynchronize", "hipCtxSynchronize", "hipMemcpy", "hipMemcpyDtoH", "hipDeviceReset"};
  return std::ranges::find(names, name) != names.end();
}

void pool_memory_freed(Context& c) {
  if (c.options.hip_version < 700) return;
  for (const auto& [function, calls] : by_function(c.facts)) {
    const HostCall* work = nullptr;
    for (const HostCall* call : calls) {
      if (call->kind == Kind::user || call->kind == Kind::launch || call->name.ends_with("Async")) {
        // What a function of the user's does last is not known here.
        work = call->kind == Kind::user ? nullptr : call->name.starts_with("hipMalloc") || call->name.starts_with("hipFree") ? work : call;
      } else if (waits(call->name)) {
        work = nullptr;
      } else if (call->name == "hipFree" && work && !call->arguments.empty() && call->arguments[0].memory == Memory::pool) {
        c.find_always(call->place, fmt::format("{} was allocated from a pool: {} does not wait for the work of line {}, wait for it or use hipFreeAsync", call->arguments[0].text, call->written, work->place.line), call->arguments[0].text);
      }
    }
  }
}

// What a thread may not call while a stream is being captured; `always`: nor in relaxed mode.
struct Forbidden {
  std::string_view name;
  bool always;
};
constexpr Forbidden forbidden[] = {
    {"hipDeviceSynchronize", true}, {"hipCtxSynchronize", true}, {"hipStreamSynchronize", true}, {"hipStreamQuery", true},
    {"hipEventQuery", false},       {"hipEventSynchronize", false}, {"hipMalloc", false},         {"hipFree", false},
    {"hipMallocManaged", false},    {"hipHostMalloc", false},       {"hipMallocHost", false},     {"hipHostAlloc", false},
    {"hipHostFree", false},         {"hipFreeHost", false},         {"hipHostRegister", false},   {"hipMallocPitch", false},
    {"hipMemcpy", false},           {"hipMemset", false},           {"hipMemcpyToSymbol", false},
};

struct Capture {
  std::string stream;  // the variable
  bool relaxed = false;
  uint32_t line = 0;
};

using Calls = std::map<uint32_t, std::vector<const HostCall*>>;

void check_captured(Context& c, const Calls& all, const HostCall& call, const Capture& capture, int depth) {
  if (call.kind == Kind::user) {
    auto body = depth < 4 ? all.find(call.callee) : all.end();
    if (body != all.end())
      for (const HostCall* inner : body->second) check_captured(c, all, *inner, capture, depth + 1);
    return;
  }
  auto row = std::ranges::find(forbidden, call.name, &Forbidden::name);
  if (call.kind != Kind::api || row == std::end(forbidden) || (capture.relaxed && !row->always)) return;
  // Other streams may be waited for.
  if (call.name.starts_with("hipStream") && (call.arguments.empty() || call.arguments[0].variable != capture.stream)) return;
  c.find_always(call.place, fmt::format("{} is an error while a stream is captured, from line {} on (HIP 7.0 and later, as in CUDA)", call.written, capture.line), call.name);
}

void in_capture(Context& c) {
  Calls all = by_function(c.facts);
  for (const auto& [function, calls] : all) {
    std::optional<Capture> capture;
    for (const HostCall* call : calls) {
      if (call->name == "hipStreamBeginCapture" && call->arguments.size() >= 2) {
        // hipStreamCaptureModeRelaxed
        capture = Capture{call->arguments[0].variable, call->arguments[1].value.value_or(2) == 2, call->place.line};
      } else if (call->name == "hipStreamEndCapture") {
        capture.reset();
      } else if (capture) {
        check_captured(c, all, *call, *capture, 0);
      }
    }
  }
}

void managed(Context& c) {
  const HostCall* call = first_call(c.facts, {"hipMallocManaged"});
  if (!call || first_call(c.facts, {"hipMemPrefetchAsync", "hipMemPrefetchAsync_v2", "hipMemAdvise", "hipMemAdvise_v2"})) return;
  for (const HostCall& q : c.facts.host_calls)
    if (q.name == "hipDeviceGetAttribute" && q.arguments.size() > 1 && (q.arguments[1].text.ends_with("ConcurrentManagedAccess") || q.arguments[1].text.ends_with("PageableMemoryAccess"))) return;
  c.find_always(call->place, "managed memory moves only on GPUs that retry page faults (XNACK on); elsewhere it stays in the host's memory, and every access goes over the bus: prefetch it, or ask for hipDeviceAttributeConcurrentManagedAccess", "hipMallocManaged");
}

// The arguments of an asynchronous copy that may be host memory.
std::vector<size_t> copied(const std::string& name) {
  if (name == "hipMemcpyAsync") return {0, 1};
  if (name == "hipMemcpy2DAsync") return {0, 2};
  if (name == "hipMemcpyHtoDAsync") return {1};
  if (name == "hipMemcpyDtoHAsync") return {0};
  return {};
}

// One line for each function.
void pageable_copy(Context& c) {
  std::set<uint32_t> seen;
  for (const HostCall& call : c.facts.host_calls)
    for (size_t a : copied(call.name))
      if (a < call.arguments.size() && call.arguments[a].memory == Memory::pageable && seen.insert(call.function).second)
        c.find_always(call.place, fmt::format("{} is pageable memory, which {} copies through a buffer while the host waits: allocate it once with hipHostMalloc", call.arguments[a].text, call.written), call.arguments[a].text);
}

void registered_each_time(Context& c) {
  for (const auto& [function, calls] : by_function(c.facts)) {
    std::map<std::string, const HostCall*> pinned;
    for (const HostCall* call : calls) {
      if (call->kind != Kind::api || !call->in_loop) continue;
      if (call->name == "hipHostRegister" && !call->arguments.empty()) pinned[call->arguments[0].variable] = call;
      if (!call->name.starts_with("hipMemcpy")) continue;
      for (const HostArgument& a : call->arguments)
        if (auto it = pinned.find(a.variable); !a.variable.empty() && it != pinned.end())
          c.find_always(it->second->place, fmt::format("{} is pinned for each copy, which costs more than the copy: pin it once, before the loop", a.text), a.text);
    }
  }
}

void first_of(Context& c, std::initializer_list<std::string_view> names, const char* message) {
  if (const HostCall* call = first_call(c.facts, names)) c.find_always(call->place, fmt::format(fmt::runtime(message), call->written), call->name);
}

void peers(Context& c) {
  first_of(c, {"hipDeviceEnablePeerAccess", "hipMemcpyPeer", "hipMemcpyPeerAsync"}, "{}: on some boards copies between GPUs arrive damaged although the run time says that they work; copy a pattern once at the start and compare");
}
void virtual_memory(Context& c) {
  first_of(c, {"hipMemCreate", "hipMemAddressReserve", "hipMemMap"}, "{}: virtual memory management fails on some GPUs and versions (hipMemSetAccess on RDNA with 7.2): keep a way with hipMalloc");
}

void contexts(Context& c) {
  const HostCall* before = nullptr;
  for (const HostCall& call : c.facts.host_calls) {
    if (call.name != "hipCtxCreate") continue;
    if (before) c.find_always(call.place, fmt::format("this context and that of line {} are the device's one context in HIP: what one allocates the other sees", before->place.line), "hipCtxCreate");
    before = &call;
  }
}

// nvcc's code for such a call asks for the configuration, finds none and returns; what HIP's compiler makes launches whatever it was given.
void unconfigured(Context& c) {
  std::map<Place, std::pair<const UnconfiguredCall*, std::set<std::string>>> calls;  // with their kernels
  for (const UnconfiguredCall& u : c.facts.unconfigured_calls) {
    auto& [first, kernels] = calls.try_emplace(u.place, &u, std::set<std::string>()).first->second;
    kernels.insert(u.kernel);
  }
  for (const auto& [place, call] : calls)
    c.find_always(place, fmt::format("{} is a kernel ({}, named in line {}), called without <<<...>>>: CUDA launches nothing and reports nothing, HIP takes a configuration that nobody gave and may crash", call.first->text, fmt::join(call.second, ", "), call.first->named.line), call.first->kernel);
}

using enum Severity;

constexpr Check checks[] = {
    {{1811, warning, "Memory type as a number", "writes the name that CUDA has for the number"}, memory_type},
    {{1812, warning, "Pool memory freed without waiting"}, pool_memory_freed},
    {{1813, warning, "Call that a stream capture forbids"}, in_capture},
    {{1814, info, "Managed memory without prefetch"}, managed},
    {{1815, info, "Asynchronous copy of pageable memory"}, pageable_copy},
    {{1816, warning, "Memory pinned for each copy"}, registered_each_time},
    {{1817, info, "Copies between GPUs"}, peers},
    {{1818, info, "Virtual memory management"}, virtual_memory},
    {{1819, warning, "Several contexts of the driver's interface"}, contexts},
    {{1820, warning, "Kernel called without a launch configuration"}, unconfigured},
};

}  // namespace

std::span<const Check> runtime_checks() { return checks; }

}  // namespace wavelift::lint
