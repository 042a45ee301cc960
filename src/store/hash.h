// The hash that gives content its name and chains events.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace wavelift::store {

// SHA-256 as 64 lower-case hexadecimal digits.
std::string content_hash(std::span<const std::byte> bytes);
inline std::string content_hash(std::string_view bytes) { return content_hash(std::as_bytes(std::span(bytes.data(), bytes.size()))); }

}  // namespace wavelift::store
