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

}  // namespace wavelift::port
