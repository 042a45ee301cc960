// Edits to one text: byte ranges and what replaces them. Everything outside the ranges stays as it is.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift {

struct Edit {
  uint32_t at;       // byte offset in the original
  uint32_t size;     // bytes replaced; 0 inserts
  std::string text;
  size_t order = 0;  // of making, among those at one place
};

class Edits {
public:
  void replace(uint32_t at, uint32_t size, std::string text) {
    list.push_back({at, size, std::move(text), list.size() + 1});
  }
  void insert(uint32_t at, std::string text) { replace(at, 0, std::move(text)); }
  // Before all else that is inserted at the same place.
  void insert_first(uint32_t at, std::string text) { list.push_back({at, 0, std::move(text), 0}); }
  bool empty() const { return list.empty(); }

  // Orders the edits and drops those that overlap an earlier or longer one. Call before the functions below.
  void settle();
  const std::vector<Edit>& settled() const { return list; }
  std::string apply(std::string_view original) const { return apply(original, 0, static_cast<uint32_t>(original.size())); }
  // The bytes from `from` to `to` of the original as they read then; all edits are to be among them.
  std::string apply(std::string_view original, uint32_t from, uint32_t to) const;

private:
  std::vector<Edit> list;
};

// The edits as a unified diff with 3 lines of context; empty when there are none.
std::string unified_diff(std::string_view original, const Edits& edits, std::string_view old_name,
                         std::string_view new_name);

}  // namespace wavelift
