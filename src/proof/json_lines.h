// Logs of one JSON object a line.
#pragma once
#include <nlohmann/json.hpp>
#include <string_view>

namespace wavelift::proof {

// Calls `f` with each line that is an object; a program that was killed leaves half a line.
template <class F> void for_each_object(std::string_view text, F&& f) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    auto j = nlohmann::json::parse(text.substr(0, end), nullptr, false);
    if (j.is_object()) f(j);
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
}

}  // namespace wavelift::proof
