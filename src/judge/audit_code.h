// What the instructions of an AMD code object do that a kernel's may not.
#pragma once
#include "judge/audit_parts.h"
#include "soft/object/code_object.h"
#include <functional>

namespace wavelift::judge {

struct CodeScan {
  // The code as it runs, for the identity: of an address that it computes from where it is, what `place` says instead of the
  // distance.
  std::string normalised;
};

// `place` says where an address of the loaded object lies, as text that does not depend on the addresses of its sections;
// `writable` whether it can be written. Errors: unsupported, of a decoder that does not know the arch.
Result<CodeScan> scan_code(const soft::CodeObject& object, const std::string& arch, int wave_size, const AuditRules& rules,
                           const std::function<std::string(uint64_t)>& place, const std::function<bool(uint64_t)>& writable,
                           Objections& objections);

}  // namespace wavelift::judge
