#include "judge/asm_text.h"
#include "judge/candidate.h"
#include "judge/diagnostics.h"
#include "judge/hash.h"
#include "judge/object_cache.h"
#include "judge/toolchains.h"
#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

// Bytes of a source. Real kernels have some hundred kilobytes at most.
constexpr size_t most_source = 4 << 20;

std::span<const std::byte> bytes_of(std::string_view s) { return std::as_bytes(std::span(s.data(), s.size())); }

bool has_error(const Compiled& c) {
  return std::ranges::any_of(c.diagnostics, [](const Diagnostic& d) { return d.severity.ends_with("error"); });
}

void refuse(Compiled& c, std::string message) { c.diagnostics.push_back({0, 0, "error", std::move(message)}); }

// Whether a limit ended the compiler: a signal to it, or to a program that it ran, of which it then says so.
bool met_a_limit(const JailedRun& r) {
  if (r.end.exit_code > 128) return true;
  for (std::string_view sign : {"\nclang++: error: unable to execute command", "\nLLVM ERROR: out of memory",
                                "\nfatal error: error in backend: IO failure",
                                "\nterminate called after throwing an instance of 'std::bad_alloc'"})
    if (("\n" + r.errors).find(sign) != std::string::npos) return true;
  return false;
}

// One run of a compiler. Its output is an object only when it ended well.
Result<JailedRun> run(const std::vector<std::string>& argv, const CompileCommand& command, const Source& source, Compiled& c) {
  auto r = run_jailed(argv, command.jail, bytes_of(source.text));
  if (!r) return r;
  read_diagnostics(r->errors, command.file, c);
  c.timed_out = r->end.timed_out;
  c.over_limit = !c.timed_out && r->end.exit_code != 0 && met_a_limit(*r);
  return r;
}

}  // namespace

Result<Compiled> compile(const Source& source, const CompileFor& how) {
  Compiled c;
  if (source.language == Language::object) {
    auto bytes = bytes_of(source.text);
    c.object.assign(bytes.begin(), bytes.end());
    return c;
  }
  auto command = compile_command(source.language, how);
  if (!command) return std::unexpected(command.error());
  if (source.text.size() > most_source) {
    c.over_limit = true;
    refuse(c, fmt::format("the source has {} bytes; {} are allowed", source.text.size(), most_source));
    return c;
  }
  const std::string key = sha256(fmt::format("1\n{}\n{}", command->identity, source.text));
  if (auto kept = cached_object(key)) return *kept;

  auto r = run(command->argv, *command, source, c);
  if (!r) return std::unexpected(r.error());
  // What fails but not by the candidate's lines may have a precompiled header that has just become stale.
  const bool by_a_line = std::ranges::any_of(c.diagnostics, [](const Diagnostic& d) { return d.line > 0 && d.severity.ends_with("error"); });
  if (r->end.exit_code != 0 && !c.timed_out && !by_a_line && !command->plain.empty()) {
    c = {};
    r = run(command->plain, *command, source, c);
    if (!r) return std::unexpected(r.error());
  }
  if (r->end.exit_code != 0) {
    if (!has_error(c))
      refuse(c, c.timed_out    ? fmt::format("the compiler was not done after {} s", how.wall_s)
                : c.over_limit ? "the compiler needed more time, memory or space than a candidate has"
                               : "the compiler failed");
    return c;
  }
  if (!command->assembly.empty()) {
    Compiled of_assembly;   // says what was said already
    auto ir = run(command->assembly, *command, source, of_assembly);
    if (!ir) return std::unexpected(ir.error());
    if (ir->end.exit_code != 0) {
      c.timed_out = of_assembly.timed_out;
      c.over_limit = of_assembly.over_limit;
      refuse(c, "the compiler could not write its intermediate code");
      return c;
    }
    for (const std::string& text : asm_strings(ir->out))
      if (std::string directive = find_directive(text); !directive.empty()) {
        refuse(c, fmt::format("inline assembly may hold instructions and labels, not the directive {}", printable(directive)));
        return c;
      }
  }
  auto object = bytes_of(r->out);
  c.object.assign(object.begin(), object.end());
  keep_object(key, c);
  return c;
}

}  // namespace wavelift::judge
