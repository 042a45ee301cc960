// What a port or a check leaves for a person to know or to do: a code that has a page in share/findings, a place, a sentence.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift {

enum class Severity : uint8_t {
  info,     // done, or of interest
  warning,  // done in a way that a person should look at
  error,    // not done: the port does not build or is not right until a person acts
};

struct FindingKind {
  int code;               // WL1101 is 1101
  Severity severity;
  std::string_view title;
  std::string_view fix = {};  // what `wl lint --fix` does about it where it is certain; empty: nothing
};

// A line and a column in it, from 1. Columns count UTF-16 units, as SARIF and editors do.
struct Position {
  uint32_t line = 0, column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

// Bytes of a file and what takes their place.
struct Replacement {
  uint32_t at = 0, size = 0;
  std::string text;
  Position first, last;  // of the first byte, after the last one

  friend bool operator==(const Replacement&, const Replacement&) = default;
};

// An exact repair: the source means the same on NVIDIA's GPUs and is right on AMD's, and nobody has to judge it.
struct Fix {
  std::string what;                 // in one line
  std::vector<Replacement> edits;   // of the finding's file, in order; none: there is no such repair
};

struct Finding {
  int code = 0;
  Severity severity = Severity::info;
  std::string file;       // as the user named it
  uint32_t line = 0, column = 0;  // from 1; 0: the file as a whole
  uint32_t more = 0;      // how many further places in the file are alike
  std::string message;
  std::string subject;    // the name, flag or header that it is about
  Fix fix = {};
};

constexpr const char* severity_name(Severity s) {
  return s == Severity::info ? "info" : s == Severity::warning ? "warning" : "error";
}

}  // namespace wavelift
