#include "judge/asm_text.h"
#include "judge/candidate.h"
#include "judge/diagnostics.h"
#include "judge/object_cache.h"
#include "judge/toolchains.h"
#include "store/hash.h"
#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <utility>

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

// One run of a compiler on `input`. Its output is an object only when it ended well.
Result<JailedRun> run(const std::vector<std::string>& argv, const CompileCommand& command, std::string_view input, Compiled& c) {
  auto r = run_jailed(argv, command.jail, bytes_of(input));
  if (!r) return r;
  read_diagnostics(r->errors, command.file, c);
  c.timed_out = r->end.timed_out;
  c.over_limit = !c.timed_out && r->end.exit_code != 0 && met_a_limit(*r);
  return r;
}

// Says why there is no object, if the compiler did not.
void explain(Compiled& c, const CompileFor& how) {
  if (has_error(c)) return;
  refuse(c, c.timed_out    ? fmt::format("the compiler was not done after {} s", how.wall_s)
            : c.over_limit ? "the compiler needed more time, memory or space than a candidate has"
                           : "the compiler failed");
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
  const std::string key = store::content_hash(fmt::format("2\n{}\n{}", command->identity, source.text));
  if (auto kept = cached_object(key)) return *kept;

  const std::string text = command->prologue + source.text;
  auto r = run(command->argv, *command, text, c);
  if (!r) return std::unexpected(r.error());
  // What fails but not by the candidate's lines may have a precompiled header that has just become stale.
  const bool by_a_line = std::ranges::any_of(c.diagnostics, [](const Diagnostic& d) { return d.line > 0 && d.severity.ends_with("error"); });
  if (r->end.exit_code != 0 && !c.timed_out && !by_a_line && !command->plain.empty()) {
    c = {};
    r = run(command->plain, *command, text, c);
    if (!r) return std::unexpected(r.error());
  }
  if (r->end.exit_code != 0) return explain(c, how), c;
  if (!command->object.empty()) {
    // The object is made of the very text that is looked through.
    for (const std::string& assembly : asm_strings(r->out))
      if (std::string word = find_forbidden(assembly); !word.empty()) {
        refuse(c, fmt::format("inline assembly may hold instructions and labels, not {}", printable(word)));
        return c;
      }
    const Compiled of_the_source = c;
    r = run(command->object, *command, r->out, c);
    if (!r) return std::unexpected(r.error());
    if (r->end.exit_code != 0) {
      // The code generator has no lines. The whole way has.
      const Compiled without_lines = std::exchange(c, {});
      if (auto again = run(command->whole, *command, text, c); !again) return std::unexpected(again.error());
      if (!has_error(c) && !c.timed_out) c = without_lines;
      return explain(c, how), c;
    }
    c.diagnostics = of_the_source.diagnostics;
    c.hidden_diagnostics = of_the_source.hidden_diagnostics;
  }
  auto object = bytes_of(r->out);
  c.object.assign(object.begin(), object.end());
  keep_object(key, c);
  return c;
}

}  // namespace wavelift::judge
