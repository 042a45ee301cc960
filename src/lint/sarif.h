// Findings as SARIF 2.1.0, which code hosts and editors show.
#pragma once
#include "base/finding.h"
#include <span>
#include <string>

namespace wavelift::lint {

// One run of the tool `wavelift` with all `kinds` as its rules. File names are written as they are in the findings,
// relative ones as relative URIs.
std::string sarif(std::span<const Finding> findings, std::span<const FindingKind> kinds, const std::string& version);

}  // namespace wavelift::lint
