// The types that a kernel's buffers and scalars have, and their values as doubles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wavelift::judge {

enum class Element : uint8_t { f64, f32, f16, bf16, i64, u64, i32, u32, i16, u16, i8, u8 };

struct ElementInfo {
  Element element;
  std::string_view name;           // in task.toml
  size_t size;                     // bytes
  double half_ulp;                 // relative; 0 for whole numbers
  double smallest;                 // the least positive value, a denormal
};
const ElementInfo& info(Element e);
std::optional<Element> element_named(std::string_view name);
// As CUDA, HIP and C write it in a kernel's signature: "float", "__half", "unsigned int", "uint8_t".
std::optional<Element> element_of_c_type(std::string_view words);

inline bool is_float(Element e) { return e <= Element::bf16; }

// Rounded to nearest, ties to even; whole numbers are cut off at their ends.
void store(Element e, std::byte* at, double value);
// i64 and u64 beyond 2^53 lose bits: use load_whole.
double load(Element e, const std::byte* at);
// What is there after the value was stored.
double rounded(Element e, double value);
// A unit in the last place of floating-point numbers at `value`: the distance of the type's numbers between the powers of two around
// it, at least the least denormal number.
double ulp(Element e, double value);
int64_t load_whole(Element e, const std::byte* at);   // u64: its bits
void store_whole(Element e, std::byte* at, int64_t value);

}  // namespace wavelift::judge
