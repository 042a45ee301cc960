// The format: numpy/lib/format.py. "\x93NUMPY", two bytes of version, the length of a Python dictionary as text, the text, the elements.
#include "judge/npy.h"
#include "base/files.h"
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace wavelift::judge {

namespace {

struct Stored {
  std::string_view name;
  std::optional<Element> element;        // none: bool
};
constexpr Stored kStored[] = {
    {"<f8", Element::f64}, {"<f4", Element::f32}, {"<f2", Element::f16}, {"<i8", Element::i64}, {"<u8", Element::u64}, {"<i4", Element::i32}, {"<u4", Element::u32},
    {"<i2", Element::i16}, {"<u2", Element::u16}, {"|i1", Element::i8},  {"|u1", Element::u8},  {"|b1", std::nullopt},
};

// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class Header {
public:
  explicit Header(std::string_view text) : text_(text) {}

  // What is wrong; empty: nothing.
  std::string read() {
    if (!take('{')) return "its header is no dictionary";
    bool seen[3] = {};
    while (!take('}')) {
      const auto key = word();
      if (!key || !take(':')) return "its header is no dictionary";
      const int k = *key == "descr" ? 0 : *key == "fortran_order" ? 1 : *key == "shape" ? 2 : -1;
      if (k < 0 || seen[k]) return "its header has keys that are not NumPy's";
      seen[k] = true;
      if (k == 0) {
        const auto type = word();
        if (!type) return "it has a structured type, which is not read";
        descr = *type;
      } else if (k == 1) {
        if (name("True")) fortran = true;
        else if (!name("False")) return "its header does not say the order";
      } else if (std::string wrong = shape(); !wrong.empty()) {
        return wrong;
      }
      if (!take(',') && peek() != '}') return "its header is no dictionary";
    }
    if (peek() != 0) return "its header goes on after its end";
    return seen[0] && seen[1] && seen[2] ? "" : "its header lacks descr, fortran_order or shape";
  }

  std::string_view descr;
  bool fortran = false;
  size_t elements = 1, dimensions = 0;   // those of more than one element count

private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool name(std::string_view n) {
    peek();
    if (text_.substr(at_, n.size()) != n) return false;
    at_ += n.size();
    return true;
  }
  std::optional<std::string_view> word() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return {};
    const size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) return {};
    const std::string_view w = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return w;
  }
  std::string shape() {
    if (!take('(')) return "its shape is no tuple";
    while (!take(')')) {
      peek();
      size_t n = 0, digits = 0;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_, ++digits) {
        if (n > (size_t(1) << 40)) return "it has too many elements";
        n = 10 * n + static_cast<size_t>(text_[at_] - '0');
      }
      if (digits == 0) return "its shape is no tuple of whole numbers";
      if (__builtin_mul_overflow(elements, n, &elements)) return "it has too many elements";
      dimensions += n > 1;
      if (!take(',') && peek() != ')') return "its shape is no tuple of whole numbers";
    }
    return {};
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<std::vector<std::byte>> read_npy(const std::filesystem::path& file, Element as, size_t elements) {
  auto all = read_file(file);
  if (!all) return std::unexpected(all.error());
  auto wrong = [&](std::string_view what) { return fail(Exit::no_input, fmt::format("{}: {}", file.string(), what), "docs/tasks.md says what arrays are read"); };
  const std::string_view bytes = *all;
  if (!bytes.starts_with("\x93NUMPY") || bytes.size() < 12) return wrong("it is no .npy file");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) return wrong("it is a .npy file of an unknown version");
  const size_t head = version == 1 ? 10 : 12;
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, version == 1 ? 2 : 4);
  if (length > bytes.size() - head) return wrong("it is cut short");
  Header h(bytes.substr(head, length));
  if (const std::string what = h.read(); !what.empty()) return wrong(what);
  const Stored* stored = nullptr;
  for (const Stored& s : kStored)
    if (s.name == h.descr) stored = &s;
  if (!stored) return wrong(fmt::format("its type '{}' is none of those that are read", h.descr.substr(0, 20)));
  if (h.fortran && h.dimensions > 1) return wrong("it is in Fortran's order; numpy.ascontiguousarray changes that");
  if (h.elements != elements) return wrong(fmt::format("it has {} elements where {} are needed", h.elements, elements));
  const Element from = stored->element.value_or(Element::u8);
  const size_t size = info(from).size, to_size = info(as).size;
  const std::string_view data = bytes.substr(head + length);
  if (data.size() / size != elements || data.size() % size != 0) return wrong(fmt::format("it has {} bytes of elements where {} belong", data.size(), elements * size));
  const auto* at = reinterpret_cast<const std::byte*>(data.data());
  if (from == as && stored->element) return std::vector<std::byte>(at, at + data.size());
  if (is_float(from) != is_float(as) && is_float(from)) return wrong("it has floating-point elements where whole numbers are needed");
  std::vector<std::byte> out(elements * to_size);
  for (size_t i = 0; i < elements; ++i) {
    bool same = true;
    if (is_float(from)) {
      const double v = load(from, at + i * size);
      store(as, &out[i * to_size], v);
      const double back = load(as, &out[i * to_size]);
      same = back == v || (std::isnan(back) && std::isnan(v));
    } else {
      const int64_t v = load_whole(from, at + i * size);
      if (!stored->element && (v < 0 || v > 1)) return wrong("it is of bool and has other values than 0 and 1");
      if (from == Element::u64 && v < 0) same = as == Element::u64;
      else if (as == Element::u64) same = v >= 0;
      if (is_float(as)) {
        store(as, &out[i * to_size], static_cast<double>(v));
        same = same && load(as, &out[i * to_size]) == static_cast<double>(v);
      } else {
        store_whole(as, &out[i * to_size], v);
        same = same && load_whole(as, &out[i * to_size]) == v;
      }
    }
    if (!same) return wrong(fmt::format("element {} is no {} as it is", i, info(as).name));
  }
  return out;
}

}  // namespace wavelift::judge
