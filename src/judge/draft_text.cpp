// The files of a drafted task.
#include "judge/draft.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <regex>

namespace wavelift::judge {

namespace {

struct TypeName {
  std::string_view c, toml, serial;
};
constexpr TypeName kTypes[] = {
    {"double", "f64", "f64"},        {"float", "f32", "f32"},         {"half", "f16", "f16"},          {"bf16", "bf16", "bf16"},
    {"int64_t", "i64", "int64_t"},   {"uint64_t", "u64", "uint64_t"}, {"int", "i32", "int32_t"},       {"unsigned int", "u32", "uint32_t"},
    {"int16_t", "i16", "int16_t"},   {"uint16_t", "u16", "uint16_t"}, {"int8_t", "i8", "int8_t"},      {"uint8_t", "u8", "uint8_t"},
};
const TypeName& type_named(const std::string& c) { return *std::ranges::find(kTypes, c, &TypeName::c); }

bool is_real(const DraftBuffer& b) { return type_named(b.type).toml.find('f') != std::string_view::npos; }

// Angle brackets that device code may need; those of thrust, of the run time's other libraries and of files are the host's.
bool is_for_device(const std::string& include) {
  for (const char* begin : {"<hip/hip_runtime", "<hip/hip_fp16", "<hip/hip_bf", "<cuda_runtime", "<cuda_fp16", "<cuda_bf16", "<math", "<cmath", "<cfloat", "<float.h", "<climits", "<limits", "<cstdint", "<stdint", "<cstddef", "<type_traits", "<utility"})
    if (include.starts_with(begin)) return true;
  return false;
}

std::string quoted(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out + "\"";
}

// Kinds of data by the type; those of two inputs of a type differ, so that they are not taken one for the other.
std::string data_of(const DraftContract& c, const DraftBuffer& b, size_t before) {
  if (!b.index_of.empty()) return fmt::format("\"integers(0, SIZE_OF_{} - 1)\"", b.index_of);
  if (is_real(b)) {
    // What grows without bounds overflows in single precision on the way, where double does not.
    const bool grows = std::regex_search(c.device_code, std::regex("\\b_*(exp|pow|log|sinh|cosh|tanh|erf)"));
    if (grows) return before % 2 == 0 ? R"("normal", "uniform", "signed")" : R"("normal", "signed", "uniform")";
    return before % 2 == 0 ? R"("normal", "uniform", "wide")" : R"("normal", "uniform", "signed")";
  }
  const std::string_view t = type_named(b.type).toml;
  if (t == "u8") return R"-("integers(0, 1)", "integers(0, 255)")-";
  if (t == "i8") return R"-("integers(0, 1)", "integers(-100, 100)")-";
  return t.starts_with('u') ? R"-("integers(0, 200)", "integers(0, 1)")-" : R"-("integers(-100, 100)", "integers(0, 1)")-";
}

struct DraftShape {
  std::string name;
  bool simulated = false;
  std::vector<int64_t> values;           // of the parameters that are not fixed
};

// Two that no tile divides, small enough for the software GPU, and one that is timed: as large as the reference does in some ten seconds and
// holds in its memory.
std::vector<DraftShape> shapes_of(const DraftContract& c) {
  const auto free = static_cast<size_t>(std::ranges::count(c.parameters, false, &DraftParameter::fixed));
  if (free == 0) return {{"the one", true, {}}};
  const double work = std::max(c.work, 1.0);
  auto product = [](const std::vector<int64_t>& v) {
    double p = 1;
    for (int64_t x : v) p *= static_cast<double>(x);
    return p;
  };
  auto small = [&](std::vector<int64_t> v) {
    while (product(v) * work > 500'000 && product(v) > 1)
      for (int64_t& x : v) x = std::max<int64_t>(1, x * 3 / 4 | 1);
    return v;
  };
  static constexpr int64_t odd[] = {33, 70, 19, 7, 5, 3}, other[] = {129, 21, 34, 5, 3, 7};
  std::vector<int64_t> a(free), b(free), t(free);
  for (size_t i = 0; i < free; ++i) a[i] = odd[std::min(i, std::size(odd) - 1)], b[i] = other[std::min(i, std::size(other) - 1)];
  if (free == 1) a = {1001}, b = {10007};
  const double most = std::min(1e9 / work, std::pow(2.0, 24));
  const double side = std::pow(free >= 3 ? 1e9 / work : most, 1.0 / static_cast<double>(free));
  for (int64_t& x : t) x = side >= 128 ? static_cast<int64_t>(side) / 64 * 64 : std::max<int64_t>(1, static_cast<int64_t>(side));
  // Where every parameter counts in a buffer's size, it is the elements that are too many.
  while (free >= 3 && product(t) > most && std::ranges::any_of(c.buffers, [&](const DraftBuffer& buffer) { return std::ranges::count(buffer.size, '*') + 1 >= static_cast<long>(free); }))
    for (int64_t& x : t) x = std::max<int64_t>(1, x * 7 / 8);
  return {{"odd", true, small(a)}, {"other", true, small(b)}, {"large", false, t}};
}

void replace_all(std::string& s, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = s.find(from, at)) != s.npos; at += to.size()) s.replace(at, from.size(), to);
}

bool threads_meet(const DraftContract& c) {
  static const std::regex meeting("\\b(__syncthreads|__syncwarp|__shfl\\w*|__ballot\\w*|__any\\w*|__all\\w*|__activemask)\\b|extern\\s+__shared__");
  return std::regex_search(c.device_code, meeting);
}

std::string array_of(const std::array<std::string, 3>& extents) {
  size_t n = 3;
  while (n > 1 && extents[n - 1] == "1") --n;
  std::string out = "[";
  for (size_t d = 0; d < n; ++d) {
    const bool number = extents[d].find_first_not_of("0123456789") == std::string::npos;
    out += (d ? ", " : "") + (number ? extents[d] : quoted(extents[d]));
  }
  return out + "]";
}

}  // namespace

std::string element_in_serial(const std::string& type) { return std::string(type_named(type).serial); }

std::string serial_device_code(const DraftContract& c) {
  static const std::regex dynamic("extern\\s+__shared__\\s+(?:__align__\\(\\d+\\)\\s+|alignas\\(\\d+\\)\\s+)?([\\w ]+?)\\s+(\\w+)\\s*\\[\\s*\\]");
  return std::regex_replace(c.device_code, dynamic, "$1* $2 = wavelift::serial::dynamic_memory<$1>()");
}

std::string serial_launches(const DraftContract& c, const std::string& indent) {
  std::string out;
  for (const DraftLaunch& l : c.launches) {
    auto extents = [](const std::array<std::string, 3>& e) { return fmt::format("extent({}, {}, {})", e[0], e[1], e[2]); };
    out += fmt::format("{}{}({}, {}, {}, [&] {{ ::{}(", indent, threads_meet(c) ? "launch_together" : "launch", extents(l.grid), extents(l.block), l.group_memory, l.kernel);
    for (size_t i = 0; i < l.arguments.size(); ++i) {
      const bool buffer = std::ranges::find(c.buffers, l.arguments[i], &DraftBuffer::name) != c.buffers.end();
      out += fmt::format("{}{}{}", i ? ", " : "", buffer ? "buffer_" : "", l.arguments[i]);
    }
    out += "); });\n";
  }
  return out;
}

std::string task_text(const DraftContract& c, const DraftOptions& options) {
  std::string out = fmt::format("format = 1\ntitle = {}\nprecision = \"strict\"\nparameters = [", quoted(options.title));
  for (size_t i = 0; i < c.parameters.size(); ++i) out += (i ? ", " : "") + quoted(c.parameters[i].name);
  out += "]\n";
  std::string constraint;
  for (const DraftParameter& p : c.parameters) constraint += fmt::format("{}{} >= {}", constraint.empty() ? "" : " && ", p.name, p.fixed ? std::min<int64_t>(p.value, 1) : 1);
  if (!constraint.empty()) out += fmt::format("constraints = [\"{}\"]\n", constraint);
  if (!c.constants.empty()) out += "\n[constants]\n";
  for (const DraftConstant& k : c.constants) out += fmt::format("{} = {}\n", k.name, k.value == std::floor(k.value) ? fmt::format("{:.1f}", k.value) : fmt::format("{:.17g}", k.value));
  size_t inputs = 0;
  std::string bytes;
  for (const DraftBuffer& b : c.buffers) {
    const TypeName& t = type_named(b.type);
    const std::string size = b.size.empty() ? "SIZE_OF_" + b.name : b.size, role = b.role.empty() ? b.is_const ? "input" : "output" : b.role;
    out += fmt::format("\n[[buffer]]\nname = {}\ntype = \"{}\"\nsize = {}\nrole = \"{}\"\n", quoted(b.name), t.toml, quoted(size), role);
    if (role != "output") out += fmt::format("data = [{}]\n", data_of(c, b, inputs++));
    const int width = t.toml.ends_with("64") ? 8 : t.toml.ends_with("32") ? 4 : t.toml.ends_with("16") ? 2 : 1;
    const bool product = size.find_first_of("+-/%") == size.npos;
    bytes += fmt::format("{}{} * {}{}{}", bytes.empty() ? "" : " + ", role == "inout" ? 2 * width : width, product ? "" : "(", size, product ? "" : ")");
  }
  for (const DraftLaunch& l : c.launches) {
    out += fmt::format("\n[[launch]]\nkernel = \"{}\"\nparameters = \"{}\"\ngrid = {}\nblock = {}\n", l.kernel, l.parameters, array_of(l.grid), array_of(l.block));
    if (l.group_memory != "0") out += fmt::format("group_memory = {}\n", quoted(l.group_memory));
  }
  const std::vector<DraftShape> shapes = shapes_of(c);
  for (const DraftShape& s : shapes) {
    out += fmt::format("\n[[shape]]\nname = \"{}\"\n{} = true\n", s.name, s.simulated ? "simulated" : "timed");
    if (shapes.size() == 1) out += "timed = true\n";
    size_t k = 0;
    for (const DraftParameter& p : c.parameters) out += fmt::format("{} = {}\n", p.name, p.fixed ? p.value : s.values[k++]);
  }
  const auto free = std::ranges::count(c.parameters, false, &DraftParameter::fixed);
  if (free > 0) out += "\n[hidden]\n";
  for (const DraftParameter& p : c.parameters)
    if (!p.fixed) out += fmt::format("{} = [1, {}]\n", p.name, free == 1 ? 5000 : free == 2 ? 150 : 40);
  const bool atomics = c.device_code.find("atomic") != std::string::npos && std::ranges::any_of(c.buffers, [](const DraftBuffer& b) { return is_real(b) && b.role != "input"; });
  if (atomics) out += "\n[oracle]\nrepeatable = false\n";
  return out + fmt::format("\n[floor]\nbytes = \"{}\"\n", bytes);
}

std::string reference_text(const DraftContract& c) {
  std::string out =
      "// Derived from the kernel itself by wl judge --new: its own device code runs here thread by thread, with numbers in double precision that carry\n"
      "// how far a right kernel may be off (wavelift_tracked.h). So it is not independent: it tells what a change of the kernel breaks, and not what was\n"
      "// wrong before. For a task that says what is right, write it from the definition (docs/tasks.md).\n"
      "#include <wavelift_serial.h>\n#define float wavelift::serial::f32\n#define double wavelift::serial::f64\n\n" +
      serial_device_code(c) + "\n#undef float\n#undef double\n\nvoid reference(wavelift::Case& wl_case) {\n  using namespace wavelift::serial;\n";
  for (const DraftParameter& p : c.parameters) out += fmt::format("  [[maybe_unused]] const int64_t {} = wl_case[\"{}\"];\n", p.name, p.name);
  for (const DraftConstant& k : c.constants) out += fmt::format("  const double {} = wl_case.constant(\"{}\");\n", k.name, k.name);
  for (const DraftBuffer& b : c.buffers) {
    out += fmt::format("  auto all_{} = buffer<{}>(wl_case, \"{}\");\n", b.name, element_in_serial(b.type), b.name);
    out += fmt::format("  const Pointer buffer_{}{{all_{}.data()}};\n", b.name, b.name);
  }
  out += serial_launches(c, "  ");
  for (const DraftBuffer& b : c.buffers)
    if (b.role != "input") out += fmt::format("  keep(wl_case, \"{}\", all_{});\n", b.name, b.name);
  return out + "}\n";
}

std::string unwritten_reference_text(const DraftContract& c, const std::string& why) {
  std::string outputs;
  for (const DraftBuffer& b : c.buffers)
    if (!b.is_const) outputs += (outputs.empty() ? "" : ", ") + b.name;
  std::string said = why;
  std::ranges::replace(said, '\n', ' ');
  replace_all(said, "*/", "* /");
  std::string out = fmt::format("/* No serial run of the kernel can stand for it: {}. */\n#include <wavelift_reference.h>\n\n", said);
  out += fmt::format("#error reference.cpp is not written yet: set each element of {} from the definition, in double precision, with its scale and terms, and remove this line\n\n", outputs);
  out += "void reference(wavelift::Case& c) {\n";
  for (const DraftParameter& p : c.parameters) out += fmt::format("  const int64_t {} = c[\"{}\"];\n", p.name, p.name);
  for (const DraftConstant& k : c.constants) out += fmt::format("  const double {} = c.constant(\"{}\");\n", k.name, k.name);
  for (const DraftBuffer& b : c.buffers)
    if (b.is_const) out += fmt::format("  const wavelift::Input& {} = c.input(\"{}\");\n", b.name, b.name);
    else out += fmt::format("  wavelift::Output& {} = c.output(\"{}\");\n", b.name, b.name);
  return out + "}\n";
}

std::string baseline_text(const DraftContract& c, const analysis::KernelSource& source, bool cuda) {
  std::string out = cuda ? "#include <cuda_runtime.h>\n" : "#include <hip/hip_runtime.h>\n";
  for (const std::string& include : source.includes)
    if (is_for_device(include) && !include.starts_with("<hip/hip_runtime") && !include.starts_with("<cuda_runtime")) out += "#include " + include + "\n";
  return out + "\n" + c.device_code;
}

}  // namespace wavelift::judge
