#include "judge/prepare.h"
#include "hardware/targets.h"
#include "judge/task_flags.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

Parameter::Kind kind_of(const Argument& a) {
  using K = Parameter::Kind;
  if (a.pointer) return K::pointer;
  switch (a.type) {
  case Element::f64: return K::f64;
  case Element::f32: return K::f32;
  case Element::i64: return K::i64;
  case Element::u64: return K::u64;
  case Element::u32: return K::u32;
  default: return K::i32;
  }
}

// An object cannot declare anything.
Result<Contract> contract_of(const Task& task, const Source& candidate) {
  return candidate.language == Language::object ? Result<Contract>(task.contract) : read_contract(candidate.text, task);
}

class Preparing {
public:
  Preparing(const Task& task, const Source& candidate, std::string arch, int wave_size)
      : task_(task), candidate_(candidate), arch_(std::move(arch)), wave_size_(wave_size) {}

  Result<Prepared> run(uint64_t group_memory) {
    if (!contract()) return std::move(p_);
    if (candidate_.language == Language::object) {
      auto* p = reinterpret_cast<const std::byte*>(candidate_.text.data());
      p_.built.object.assign(p, p + candidate_.text.size());
    } else {
      auto done = compiled();
      if (!done) return std::unexpected(done.error());
      if (!*done) return std::move(p_);
    }
    p_.ready = audited(group_memory);
    return std::move(p_);
  }

private:
  bool note(Stage stage, bool good, std::string what) {
    const std::string where = wave_size_ ? fmt::format("{} with waves of {}: ", arch_, wave_size_) : arch_ + ": ";
    p_.evidence.push_back({stage, good, stage == Stage::contract ? std::move(what) : where + what});
    return good;
  }

  bool contract() {
    auto c = contract_of(task_, candidate_);
    if (!c) return note(Stage::contract, false, c.error().what);
    Built& b = p_.built;
    b.contract = std::move(*c);
    b.tunables = defaults(b.contract);
    for (const Expression& e : b.contract.constraints) {
      auto v = e.value(b.tunables);
      if (v && *v == 0) return note(Stage::contract, false, fmt::format("the tunables' first values break \"{}\"", e.text()));
    }
    flags_ = {"-O3"};
    for (const auto& [name, value] : b.tunables) {
      const std::string flag = fmt::format("-D{}={}", name, value);
      if (!check_flags({&flag, 1}, Compiler::clang)) return note(Stage::contract, false, fmt::format("a tunable may not be the macro {}", flag.substr(2)));
      flags_.push_back(flag);
    }
    const size_t n = b.contract.launches.size();
    return note(Stage::contract, true, fmt::format("{} launch{} declared", n, n == 1 ? "" : "es"));
  }

  Result<bool> compiled() {
    auto c = compile(candidate_, {arch_, wave_size_, flags_, 60});
    if (!c) return std::unexpected(c.error());
    if (!c->object.empty()) {
      p_.built.object = std::move(c->object);
      return note(Stage::compile, true, fmt::format("{} bytes", p_.built.object.size()));
    }
    std::string why = c->timed_out ? "the compiler was stopped after a minute" : c->over_limit ? "the compiler used too much" : "it does not compile";
    const auto first = std::ranges::find_if(c->diagnostics, [](const Diagnostic& d) { return d.severity.ends_with("error"); });   // "fatal error" too
    if (first != c->diagnostics.end()) why += fmt::format(": line {}: {}", first->line, first->message);
    return note(Stage::compile, false, std::move(why));
  }

  bool audited(uint64_t group_memory) {
    std::vector<EntryPoint> entries;
    std::vector<size_t> entry_of;        // each launch
    for (const KernelLaunch& l : p_.built.contract.launches) {
      auto it = std::ranges::find(entries, l.kernel, &EntryPoint::name);
      entry_of.push_back(static_cast<size_t>(it - entries.begin()));
      if (it != entries.end()) continue;
      EntryPoint e{l.kernel, {}};
      for (const Argument& a : l.arguments) e.parameters.push_back({kind_of(a), a.name});
      entries.push_back(std::move(e));
    }
    AuditRules rules;
    if (group_memory) rules.group_memory = group_memory;
    auto a = audit(p_.built.object, arch_, entries, rules);
    if (!a) return note(Stage::audit, false, a.error().what);
    if (!a->objections.empty()) return note(Stage::audit, false, fmt::format("{}: {}", a->objections[0].what, a->objections[0].message));
    uint64_t most = 0;
    for (const EntryFound& e : a->entries) most = std::max(most, e.group_memory);
    for (size_t k : entry_of) {
      p_.built.symbols.push_back(a->entries.at(k).symbol);
      p_.built.max_threads.push_back(a->entries.at(k).max_threads);
    }
    p_.identity = a->identity;
    return note(Stage::audit, true, fmt::format("{} kernel{}, {} bytes of group memory at most", a->entries.size(), a->entries.size() == 1 ? "" : "s", most));
  }

  const Task& task_;
  const Source& candidate_;
  const std::string arch_;
  const int wave_size_;
  std::vector<std::string> flags_;
  Prepared p_;
};

}  // namespace

Result<Prepared> prepare(const Task& task, const Source& candidate, const std::string& arch, uint64_t group_memory, int wave_size) {
  return Preparing(task, candidate, arch, wave_size).run(group_memory);
}

Result<std::vector<int>> wave_sizes(const Task& task, const Source& candidate, const std::string& arch) {
  auto c = contract_of(task, candidate);
  if (!c) return std::unexpected(c.error());
  if (c->wave_sizes.empty()) return std::vector<int>{0};
  const hardware::Target* target = hardware::find_target(arch);
  std::vector<int> here;
  for (int size : c->wave_sizes)
    if (arch.starts_with("sm_") ? size == 32 : size == 64 || (target && target->wave_size == 32))
      if (std::ranges::find(here, size) == here.end()) here.push_back(size);
  if (here.empty()) return fail(Exit::failed, fmt::format("it claims waves of {} alone, which {} does not have", c->wave_sizes.front(), arch));
  return here;
}

}  // namespace wavelift::judge
