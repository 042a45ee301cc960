// Objects that were compiled before, in the user's cache folder, by the hash of all that went into them.
#pragma once
#include "judge/candidate.h"
#include <optional>

namespace wavelift::judge {

// What is there whole; a damaged entry counts as none.
std::optional<Compiled> cached_object(const std::string& key);

// Keeps an object with its diagnostics. A cache that cannot be written is no error.
void keep_object(const std::string& key, const Compiled& compiled);

}  // namespace wavelift::judge
