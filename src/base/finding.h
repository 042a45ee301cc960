// What a port or a check leaves for a person to know or to do: a code that has a page in share/findings, a place, a sentence.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

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
};

struct Finding {
  int code = 0;
  Severity severity = Severity::info;
  std::string file;       // as the user named it
  uint32_t line = 0, column = 0;  // from 1; 0: the file as a whole
  uint32_t more = 0;      // how many further places in the file are alike
  std::string message;
  std::string subject;    // the name, flag or header that it is about
};

constexpr const char* severity_name(Severity s) {
  return s == Severity::info ? "info" : s == Severity::warning ? "warning" : "error";
}

}  // namespace wavelift
