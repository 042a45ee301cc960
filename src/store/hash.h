// The hash that gives content its name and chains events.
#pragma once
#include <string>
#include <string_view>

namespace wavelift::store {

// SHA-256 as 64 lower-case hexadecimal digits.
std::string content_hash(std::string_view bytes);

}  // namespace wavelift::store
