#include "base/demangle.h"
#include "judge/audit_parts.h"
#include "judge/diagnostics.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

constexpr unsigned machine_cuda = 190, machine_amdgpu = 224;
constexpr size_t most_object = 64 << 20, most_name = 1024;

// "void ns::f<int>(int*)": where the name is, and where its template arguments and parameters begin.
struct CxxName {
  std::string whole, with_arguments, plain;
};

CxxName split_name(const std::string& symbol) {
  CxxName n;
  n.whole = symbol.size() > most_name ? symbol : demangle(symbol);
  int depth = 0;
  size_t begin = 0, arguments = n.whole.npos, end = n.whole.size();
  for (size_t i = 0; i < n.whole.size(); ++i) {
    const char c = n.whole[i];
    if (c == '<' && depth++ == 0) arguments = i;
    if (c == '>') --depth;
    if (depth > 0) continue;
    if (c == ' ') begin = i + 1, arguments = n.whole.npos;
    if (c == ':') arguments = n.whole.npos;
    if (c == '(' && !n.whole.substr(i).starts_with("(anonymous namespace)")) {
      end = i;
      break;
    }
    if (c == '(') i += 20;
  }
  n.with_arguments = n.whole.substr(begin, end - begin);
  n.plain = n.whole.substr(begin, std::min(arguments, end) - begin);
  return n;
}

uint64_t size_of(Parameter::Kind k) {
  using enum Parameter::Kind;
  return k == i32 || k == u32 || k == f32 ? 4 : 8;
}

}  // namespace

void Objections::add(const std::string& what, std::string message) {
  for (Entry& e : entries_)
    if (e.first.what == what) return void(++e.more);
  entries_.push_back({{what, std::move(message)}, 0});
}

std::vector<Objection> Objections::list() const {
  std::vector<Objection> all;
  for (const Entry& e : entries_) {
    all.push_back(e.first);
    if (e.more) all.back().message += fmt::format("; and {} more of the kind", e.more);
  }
  return all;
}

std::string find_entry(const std::string& name, const std::vector<std::string>& kernels, Objections& objections) {
  if (std::ranges::find(kernels, name) != kernels.end()) return name;
  std::vector<std::string> found;
  for (const std::string& k : kernels) {
    CxxName n = split_name(k);
    if (name == n.whole || name == n.with_arguments || name == n.plain) found.push_back(k);
  }
  if (found.size() == 1) return found[0];
  if (found.empty())
    objections.add("entry-missing", fmt::format("there is no kernel {} among the {} of the object", name, kernels.size()));
  else
    objections.add("entry-ambiguous", fmt::format("{} kernels of the object are called {}", found.size(), name));
  return {};
}

void compare_parameters(const EntryPoint& entry, const std::vector<FoundParameter>& found, Objections& objections) {
  if (found.size() != entry.parameters.size())
    return objections.add("entry-parameters", fmt::format("kernel {} has {} parameters, the task's has {}", entry.name,
                                                          found.size(), entry.parameters.size()));
  uint64_t offset = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const Parameter& p = entry.parameters[i];
    const uint64_t size = size_of(p.kind);
    offset = (offset + size - 1) / size * size;
    const bool pointer = p.kind == Parameter::Kind::pointer;
    if (found[i].size != size || found[i].offset != offset || (pointer ? !found[i].pointer : !found[i].value))
      return objections.add("entry-parameters",
                            fmt::format("parameter {} ({}) of kernel {} is {} of {} bytes at {}, the task's is {} of {} at {}",
                                        i + 1, p.name, entry.name, found[i].pointer && !found[i].value ? "a pointer" : "a value",
                                        found[i].size, found[i].offset, pointer ? "a pointer" : "a value", size, offset));
    offset += size;
  }
}

Result<Audit> audit(std::span<const std::byte> object, const std::string& arch, const std::vector<EntryPoint>& entries,
                    const AuditRules& rules) {
  if (object.size() > most_object)
    return fail(Exit::no_input, fmt::format("object: it has {} bytes; {} are allowed", object.size(), most_object));
  auto elf = ElfView::read(object);
  if (!elf) return std::unexpected(elf.error());
  const bool nvidia = arch.starts_with("sm_");
  const unsigned machine = elf->header.e_machine;
  if (machine != (nvidia ? machine_cuda : machine_amdgpu))
    return fail(Exit::no_input, fmt::format("object: it is for {}, not for {}",
                                            machine == machine_cuda     ? "NVIDIA GPUs"
                                            : machine == machine_amdgpu ? "AMD GPUs"
                                                                        : fmt::format("machine {}", machine),
                                            printable(arch)));
  auto a = nvidia ? audit_cubin(*elf, arch, entries, rules) : audit_amdgpu(*elf, object, arch, entries, rules);
  if (a)
    for (Objection& o : a->objections) o.message = printable(o.message); // symbols are the candidate's words
  return a;
}

}  // namespace wavelift::judge
