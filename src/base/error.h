// Errors as values. A function that can fail for a reason the user can act on returns Result<T>; the command
// line prints the one sentence and exits with the code.
#pragma once
#include <expected>
#include <string>

namespace wavelift {

// Exit codes of `wl`; docs/exit-codes.md is their table.
enum class Exit : int {
  ok = 0,
  failed = 1,          // the work was done and its answer is no: a test, a comparison or a compile failed
  usage = 2,           // the command line makes no sense
  no_input = 3,        // an input is missing, unreadable or of the wrong kind
  output = 4,          // an output cannot be written, or exists
  tool_missing = 5,    // a compiler or a library that is needed is not there
  unsupported = 6,     // the input is fine, wavelift cannot do it yet
  found = 7,           // a checked program, or linted source, has defects
  internal = 70,       // a bug of ours
};

struct Error {
  Exit exit = Exit::failed;
  std::string what;    // what is wrong, with the file, address or option that it is about
  std::string advice;  // what to do about it; may be empty

  // "what; advice", the sentence that the user sees.
  std::string sentence() const { return advice.empty() ? what : what + "; " + advice; }
};

template <class T> using Result = std::expected<T, Error>;
using Status = Result<void>;

inline std::unexpected<Error> fail(Exit exit, std::string what, std::string advice = {}) {
  return std::unexpected(Error{exit, std::move(what), std::move(advice)});
}

}  // namespace wavelift
