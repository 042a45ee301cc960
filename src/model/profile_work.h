// Work from what the software GPU counted: the document of `wl profile --json` (docs/profile.md).
#pragma once
#include "base/error.h"
#include "hardware/specs.h"
#include "model/work.h"
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace wavelift::model {

// One element a kernel, of one launch: counts of several launches are divided by their number. Errors: no_input, it is no profile.
Result<std::vector<Work>> work_of_profile(const nlohmann::ordered_json& profile);

// Marks work that ran as the software GPU's `work.arch` as a prediction's input for a card, its own or another.
void carry_over(Work& work, const hardware::Spec& card);

}  // namespace wavelift::model
