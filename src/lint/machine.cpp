// Inline PTX, matrix units and copies in the background (group E of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

// The branch for compute capability 7.0 is what the port takes.
constexpr int ported_capability = 700;

// Whether a condition of the form `__CUDA_ARCH__ >= N` holds in the port. Nothing: it has another form.
std::optional<bool> taken(std::string_view condition) {
  bool otherwise = condition.starts_with("#else of ");
  size_t at = condition.find("__CUDA_ARCH__");
  if (at == condition.npos || condition.find("&&") != condition.npos || condition.find("||") != condition.npos) return {};
  std::string_view rest = condition.substr(at + 13);
  rest.remove_prefix(std::min(rest.find_first_not_of(" )"), rest.size()));
  size_t digits = rest.find_first_of("0123456789");
  if (digits == rest.npos) return {};
  std::string_view sign = rest.substr(0, digits);
  while (sign.ends_with(' ') || sign.ends_with('(')) sign.remove_suffix(1);
  int n = 0;
  std::from_chars(rest.data() + digits, rest.data() + rest.size(), n);
  bool holds = false;
  if (sign == ">=") holds = ported_capability >= n;
  else if (sign == ">") holds = ported_capability > n;
  else if (sign == "<") holds = ported_capability < n;
  else if (sign == "<=") holds = ported_capability <= n;
  else if (sign == "==") holds = ported_capability == n;
  else return {};
  return holds != otherwise;
}

// What only speaks of caches and changes no value.
bool is_hint(std::string_view text) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{"prefetch", "discard", "createpolicy", "applypriority"}, [&](std::string_view name) { return text.starts_with(name); });
}

void left_out(Context& c) {
  for (const InlineAsm& a : c.facts.inline_asm) {
    if (a.condition.empty() || a.alternative || is_hint(a.text) || taken(a.condition) != false) continue;
    c.find_always(a.place, fmt::format("the port leaves out this PTX, by '{}' in line {}, and nothing stands in its place", a.condition, a.condition_line), a.text);
  }
}

bool fragment_type(const Mention& m) { return m.name.ends_with("fragment") && m.text.starts_with('<'); }

void elements_by_lane(Context& c) {
  for (const Mention& m : c.facts.mentions) {
    if (m.name != "fragment.x") continue;
    bool by_lane = std::ranges::any_of(std::initializer_list<std::string_view>{"threadIdx", "lane", "groupID", "thread_rank"}, [&](std::string_view n) { return m.text.find(n) != m.text.npos; });
    if (by_lane) c.find_always(m.place, fmt::format("'{}' knows which element of the matrix a lane holds, which is otherwise on each GPU: store the fragment to shared memory and read it there", m.text), m.text);
  }
}

void half_sums(Context& c) {
  for (const Mention& m : c.facts.mentions) {
    if (!fragment_type(m) || m.text.find("accumulator") == m.text.npos) continue;
    std::string_view last = std::string_view(m.text).substr(m.text.rfind(',') + 1);
    if (last == "half>" || last == "__half>") c.find_always(m.place, "a fragment that sums up in half does not build with every version of rocWMMA: sum up in float", m.text);
  }
}

// The kind of matrix instructions that a target has.
std::string_view unit_of(std::string_view target) {
  auto any = [&](std::initializer_list<std::string_view> names) { return std::ranges::any_of(names, [&](std::string_view n) { return target.starts_with(n); }); };
  if (any({"gfx908", "gfx90a", "gfx94", "gfx95"})) return "mfma";
  if (any({"gfx11", "gfx12"})) return "wmma";
  if (any({"gfx926", "gfx928", "gfx936", "gfx938"})) return "mmac";
  return "";
}

void no_unit(Context& c) {
  auto wants = [](const Mention& m) -> std::string_view {
    if (fragment_type(m)) return "any";
    if (m.name.starts_with("__builtin_amdgcn_mfma_")) return "mfma";
    if (m.name.starts_with("__builtin_amdgcn_wmma_")) return "wmma";
    return m.name.find("mmac") != m.name.npos ? "mmac" : "";
  };
  for (const Mention& m : c.facts.mentions) {
    std::string_view unit = wants(m);
    if (unit.empty()) continue;
    for (const std::string& t : c.options.targets) {
      std::string_view has = unit_of(t);
      bool fits = unit == "any" ? has == "mfma" || has == "wmma" : has == unit;
      if (fits || t == "amdgcnspirv") continue;
      c.find_always(m.place, fmt::format("{} needs matrix instructions that {} does not have{}", m.name, t, has.empty() ? "" : fmt::format(" (it has {})", has)), m.name);
      break;
    }
  }
}

void mentions(Context& c, std::initializer_list<std::string_view> names, const char* message) {
  for (const Mention& m : c.facts.mentions)
    if (std::ranges::find_if(names, [&](std::string_view n) { return m.name.starts_with(n); }) != names.end())
      c.find_always(m.place, fmt::format(fmt::runtime(message), m.name), m.name);
}

void background_copies(Context& c) {
  mentions(c, {"cg::memcpy_async", "cooperative_groups::memcpy_async", "__pipeline_memcpy_async"},
           "{}: the copy is right but is not done in the background on AMD GPUs, so that more than one stage only costs shared memory");
}

void hygon_layouts(Context& c) {
  auto is_byte = [](const std::string& n) { return n.find("i8") != n.npos || n.find("u8") != n.npos; };
  for (const Mention& m : c.facts.mentions)
    if (m.name.find("mmac") != m.name.npos && is_byte(m.name))
      c.find_always(m.place, fmt::format("{}: gfx928 and gfx936 expect the bytes of its operands in another order than gfx938", m.name), m.name);
}

using enum Severity;

constexpr Check checks[] = {
    {{1351, warning, "Inline PTX that is left out with nothing in its place"}, left_out},
    {{1353, warning, "Elements of a fragment told by the lane"}, elements_by_lane},
    {{1354, warning, "Fragment that sums up in half"}, half_sums},
    {{1355, error, "Matrix instructions that a target does not have"}, no_unit},
    {{1356, info, "Copy in the background"}, background_copies},
    {{1359, warning, "Matrix instruction whose operands lie otherwise on another target"}, hygon_layouts},
};

}  // namespace

std::span<const Check> machine_checks() { return checks; }

}  // namespace wavelift::lint
