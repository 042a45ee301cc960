// From a candidate's source to a code object that may be launched: compiled in a jail, for the device alone, and looked through.
#pragma once
#include "base/error.h"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wavelift::judge {

enum class Language : uint8_t { hip, cuda, object };   // object: an ELF made elsewhere

struct Source {
  std::string text;                // of the one file; an ELF's bytes for `object`
  Language language = Language::hip;
};

// What the task and the device fix; nothing of it is the candidate's choice.
struct CompileFor {
  std::string arch;                // "gfx90a", "sm_90"
  int wave_size = 0;               // 0: the arch's own; 32 or 64 where it has both
  std::vector<std::string> flags;  // of the task: "-O3", "-DTILE=32"; each is checked against a list of what may be asked for
  double wall_s = 60;
};

struct Diagnostic {
  uint32_t line = 0, column = 0;   // in the candidate's file; 0: somewhere else
  std::string severity, message;   // "error"; one line, without control characters, at most 300 bytes
};

struct Compiled {
  std::vector<std::byte> object;   // empty when it did not compile
  std::vector<Diagnostic> diagnostics;   // of the candidate's own lines alone; the others are counted
  size_t hidden_diagnostics = 0;
  bool timed_out = false, over_limit = false;
};

// What was compiled before comes from the user's cache folder. Errors: tool_missing (no jail, no compiler), usage (an arch, a wave
// size or a flag of the task that may not be), internal. That the source is wrong is not an error but an empty object.
Result<Compiled> compile(const Source& source, const CompileFor& how);

// One kernel that the task expects: its name as the task says it, and its parameters.
struct Parameter {
  enum class Kind : uint8_t { pointer, i32, u32, i64, u64, f32, f64 } kind = Kind::pointer;
  std::string name;
};
struct EntryPoint {
  std::string name;                // "saxpy": extern "C", or the one kernel whose demangled name is it
  std::vector<Parameter> parameters;
};

struct EntryFound {
  std::string symbol;              // what a module is asked for
  uint64_t group_memory = 0;       // bytes of LDS, static
  uint64_t private_memory = 0;     // bytes of scratch a lane
  int vgprs = 0, sgprs = 0, max_threads = 0, wave_size = 0;
  uint64_t arguments = 0;          // bytes of the explicit parameters
};

struct Objection {
  std::string what;                // "device-variable", "undefined-symbol", "clock-read", ... a stable word
  std::string message;             // a sentence: what, where, why it is refused
};

struct Audit {
  std::vector<EntryFound> entries; // in the order that was asked for
  std::vector<Objection> objections;   // none: it may be launched
  std::string identity;            // hash of the code as it will run, without names, notes and debug information
};

struct AuditRules {
  bool clocks = false;             // may read clocks
  bool printf = false;             // may call back to the host, with all that the library code for it asks for
  uint64_t max_constants = 64 << 10;   // bytes of read-only data
  uint64_t group_memory = 65536;   // bytes of LDS that a workgroup of the device can have
};

// Looks through an AMDGPU code object or a cubin. Other kernels than the task's may be in it, as nobody launches them; their code
// is looked through too. Error: it is no ELF of that kind (hostile bytes are expected).
Result<Audit> audit(std::span<const std::byte> object, const std::string& arch, const std::vector<EntryPoint>& entries,
                    const AuditRules& rules);

}  // namespace wavelift::judge
