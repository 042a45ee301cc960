// How events are chained.
#pragma once
#include "store/store.h"

namespace wavelift::store {

inline const std::string kChainStart(64, '0');

// The chain's hash after `event`, whose own `hash` is not looked at. store.h has the formula.
std::string chain_hash(std::string_view previous, const Event& event);

// Hashes in one column, with spaces between them, and back.
std::string join(const std::vector<std::string>& hashes);
std::vector<std::string> split(std::string_view hashes);

}  // namespace wavelift::store
