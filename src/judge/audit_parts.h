// The parts of an audit. Objections of one kind are one, with the first place and how many more there are.
#pragma once
#include "judge/candidate.h"
#include "judge/elf_view.h"
#include <map>

namespace wavelift::judge {

class Objections {
public:
  void add(const std::string& what, std::string message);
  std::vector<Objection> list() const;

private:
  struct Entry {
    Objection first;
    size_t more = 0;
  };
  std::vector<Entry> entries_;
};

// A parameter as an object describes it.
struct FoundParameter {
  uint64_t offset = 0, size = 0;
  bool pointer = false, value = false;   // both: the object does not say which
};

// The symbol among `kernels` that the task's name means: itself, or the only one whose name in C++ it is, with or without
// parameters and template arguments. Empty, with an objection, when there is none or more than one.
std::string find_entry(const std::string& name, const std::vector<std::string>& kernels, Objections& objections);

void compare_parameters(const EntryPoint& entry, const std::vector<FoundParameter>& found, Objections& objections);

Result<Audit> audit_amdgpu(const ElfView& elf, std::span<const std::byte> object, const std::string& arch,
                           const std::vector<EntryPoint>& entries, const AuditRules& rules);
Result<Audit> audit_cubin(const ElfView& elf, const std::string& arch, const std::vector<EntryPoint>& entries,
                          const AuditRules& rules);

}  // namespace wavelift::judge
