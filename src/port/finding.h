// The findings of the porter.
#pragma once
#include "base/finding.h"
#include <span>

namespace wavelift::port {

using wavelift::Finding;
using wavelift::FindingKind;
using wavelift::Severity;
using wavelift::severity_name;

// Every code that the porter can give, ordered.
std::span<const FindingKind> finding_kinds();
const FindingKind* finding_kind(int code);

// A finding of that code, with its severity. Line and column are 0 where it is about the file as a whole.
Finding make_finding(int code, std::string file, uint32_t line, uint32_t column, std::string subject, std::string message);
inline Finding file_finding(int code, std::string file, std::string message) { return make_finding(code, std::move(file), 0, 0, {}, std::move(message)); }

}  // namespace wavelift::port
