#include "tune/emit/rows_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wavelift::tune {

using analysis::Polynomial;
using analysis::Step;
using analysis::Value;
using Language = judge::Language;

namespace {

constexpr std::string_view kOwnNames[] = {"thread", "packs", "pack", "head", "edge", "tail", "each", "item", "body", "width", "first", "e", "N", "parts", "live", "length", "row", "kept", "most", "less", "count", "mean_of", "squares_of", "by", "share"};

constexpr std::string_view kWord = R"(// What one instruction moves.
template <int kBytes> struct Word;
template <> struct Word<2> { using type = unsigned short; };
template <> struct Word<4> { using type = unsigned int; };
template <> struct Word<8> { ${pair} };
template <> struct Word<16> { ${four} };
)";

constexpr std::string_view kLoadPack = R"(// N neighbouring elements. kWide: they begin at a multiple of their size, or of 16 bytes.${once_comment}
template <int N, bool kWide = true, class T>
__device__ __forceinline__ Pack<T, N> ${name}(const T* from) {
  Pack<T, N> pack;
  if constexpr (kWide && N > 1) {
    constexpr int kBytes = sizeof(pack) < 16 ? sizeof(pack) : 16, kWords = sizeof(pack) / kBytes;
    using W = typename Word<kBytes>::type;
    W words[kWords];
#pragma unroll
    for (int i = 0; i < kWords; ++i) words[i] = ${load};
    memcpy(&pack, words, sizeof(pack));
  } else {
#pragma unroll
    for (int e = 0; e < N; ++e) pack.of[e] = from[e];
  }
  return pack;
}
)";

constexpr std::string_view kStorePack = R"(template <bool kWide = true, class T, int N>
__device__ __forceinline__ void ${name}(T* to, const Pack<T, N>& pack) {
  if constexpr (kWide && N > 1) {
    constexpr int kBytes = sizeof(pack) < 16 ? sizeof(pack) : 16, kWords = sizeof(pack) / kBytes;
    using W = typename Word<kBytes>::type;
    W words[kWords];
    memcpy(words, &pack, sizeof(pack));
#pragma unroll
    for (int i = 0; i < kWords; ++i) ${store};
  } else {
#pragma unroll
    for (int e = 0; e < N; ++e) to[e] = pack.of[e];
  }
}
)";

constexpr std::string_view kBefore = R"(// Elements of a row that come before the first pack of N.
template <int N, class T>
__device__ __forceinline__ int before_packs(const T* row) {
  return static_cast<int>((N - reinterpret_cast<uintptr_t>(row) / sizeof(T) % N) % N);
}
)";

constexpr std::string_view kJoined = R"(// Joins what kThreads neighbours have; each gets the result. 32 neighbours are in one wave on every GPU, whatever its waves are. What waves
// hand to each other stands in `parts`, which nothing else uses.
template <int kThreads, class T, class Op>
__device__ __forceinline__ T joined(T v, Op op, T* parts) {
#pragma unroll
  for (int step = (kThreads < 32 ? kThreads : 32) / 2; step > 0; step /= 2) v = op(v, ${shuffle}(${mask}v, step));
  if constexpr (kThreads > 32) {
    constexpr int kParts = kThreads / 32;
    const int thread = threadIdx.x;
    if (thread % 32 == 0) parts[thread / 32] = v;
    __syncthreads();
    if constexpr (kParts > 8 && (kParts & (kParts - 1)) == 0) {
      v = parts[thread % kParts];
#pragma unroll
      for (int step = kParts / 2; step > 0; step /= 2) v = op(v, ${shuffle}(${mask}v, step));
    } else {
      v = parts[0];
#pragma unroll
      for (int part = 1; part < kParts; ++part) v = op(v, parts[part]);
    }
  }
  return v;
}
)";

constexpr std::string_view kWidth = R"(// A pack's size, for bodies that are called with several.
template <int N>
struct Width {
  static constexpr int value = N;
};
)";

constexpr std::string_view kKept = R"(// Whether a pack's results are in registers since the pass that computed them.
template <bool k>
struct Kept {
  static constexpr bool value = k;
};
)";

bool word_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

namespace {

size_t find_word(std::string_view text, std::string_view word, size_t from) {
  for (size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || (!word_char(text[at - 1]) && text[at - 1] != '.')) && (at + word.size() == text.size() || !word_char(text[at + word.size()]))) return at;
  return text.npos;
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) { return find_word(text, word, 0) != text.npos; }

bool is_name(std::string_view text) { return std::ranges::all_of(text, word_char); }

std::string with_word(std::string text, std::string_view word, std::string_view other) {
  for (size_t at = find_word(text, word, 0); at != text.npos; at = find_word(text, word, at + other.size())) text.replace(at, word.size(), other);
  return text;
}

std::string neutral_of(const Step& reduce) {
  const std::string &op = reduce.op, &type = reduce.type;
  if (op == "*") return "1";
  if (op == "&") return fmt::format("~static_cast<{}>(0)", type);
  if (op != "max" && op != "min") return "0";
  const bool most = op == "min";
  static const std::map<std::string, std::array<std::string_view, 2>, std::less<>> ends = {
      {"float", {"-INFINITY", "INFINITY"}}, {"double", {"-INFINITY", "INFINITY"}}, {"int", {"INT32_MIN", "INT32_MAX"}},
      {"unsigned int", {"0", "UINT32_MAX"}}, {"int64_t", {"INT64_MIN", "INT64_MAX"}}, {"uint64_t", {"0", "UINT64_MAX"}}};
  return std::string(ends.at(type)[most]);
}

std::string joined_of(const Step& reduce, const std::string& a, const std::string& b) {
  const std::string &op = reduce.op, &type = reduce.type;
  if (op != "max" && op != "min") return fmt::format("{} {} {}", a, op, b);
  if (type == "float") return fmt::format("f{}f({}, {})", op, a, b);
  if (type == "double") return fmt::format("f{}({}, {})", op, a, b);
  return fmt::format("{} {} {} ? {} : {}", a, op == "max" ? ">" : "<", b, a, b);
}

std::string folded(const Step& reduce, const std::string& into, const std::string& value) {
  if (reduce.op == "max" || reduce.op == "min") return fmt::format("{} = {};", into, joined_of(reduce, into, value));
  return fmt::format("{} {}= {};", into, reduce.op, value);
}

RowText::RowText(const Subject& subject, size_t launch, const Plan& plan, const RowShape& shape) : subject_(subject), launch_(launch), plan_(plan), shape_(shape) {
  for (const auto& p : shape.nest->parameters) taken_.insert(p.name);
  for (const auto& d : shape.nest->parallel) taken_.insert(d.name);
  for (const Step& s : shape.nest->steps) {
    taken_.insert(s.name);
    for (const auto& d : s.over) taken_.insert(d.name);
  }
  for (const RowArray& a : shape.arrays)
    for (const char* end : {"_row", "_at", "_kept", "_edge"}) taken_.insert(a.name + end);
}

std::string RowText::fresh(std::string name) const {
  while (taken_.contains(name)) name += "_";
  return name;
}

std::map<std::string, std::string> RowText::texts() const {
  std::map<std::string, std::string> t;
  for (std::string_view name : kOwnNames) t[std::string(name)] = fresh(std::string(name));
  t["I"] = index_type();
  t["k"] = shape_.k();
  return t;
}

std::string RowText::value(const Value& v, bool in_packs) const {
  std::map<std::string, std::string> names;
  for (const std::string& other : shape_.others) names[other] = shape_.k();
  const LoadText load_text = [&](const Value& load) {
    const RowArray* a = in_packs ? shape_.packed(load) : nullptr;
    const std::string e = fresh("e");
    if (a) return fmt::format("{}.of[{}]", pack(*a), e);
    const std::string plain = fmt::format("{}[{}]", load.text, load.index ? index_text(shape_.in_k(*load.index)) : write_value(load.operands[0], names, load_text));
    const auto [near, by] = in_packs ? shape_.shifted(load) : std::pair<const RowArray*, int64_t>();
    if (!near || by >= row_width(shape_) || -by >= row_width(shape_)) return plain;
    const std::string first = fresh("first"), row = row_of(*near);
    if (by < 0) return fmt::format("({0} >= {1} ? {2}.of[{0} - {1}] : {3}[{4} + {0} - {1}])", e, -by, pack(*near), row, first);
    return fmt::format("({0} + {1} < {2} ? {3}.of[{0} + {1}] : {4}[{5} + {0} + {1}])", e, by, fresh("N"), pack(*near), row, first);
  };
  return write_value(in_packs ? rewritten(v) : v, names, load_text);
}

Value RowText::rewritten(const Value& v) const {
  if (const auto at = replaced_.find(shape_.key(v)); at != replaced_.end()) return {Value::Kind::name, at->second, v.type, {}};
  if (v.kind == Value::Kind::load) return v;
  Value out = v;
  for (Value& o : out.operands) o = rewritten(o);
  if (has(plan_, "reciprocal") && shape_.divides_by_row(v)) {
    out.text = "*";
    out.operands[1] = {Value::Kind::name, inverse_of(v.operands[1]), v.type, {}};
  }
  if (v.kind == Value::Kind::call && shape_.reads_along(v)) out.text = function(v.text);
  return out;
}

std::string RowText::function(const std::string& name) const { return has(plan_, "fast-calls") && !fast_call(name).empty() ? std::string(fast_call(name)) : name; }

std::string RowText::inverse_of(const Value& divisor) const { return inverses_.at(shape_.key(divisor)); }

std::string RowText::inverses(const Step& s) {
  std::string out;
  if (!has(plan_, "reciprocal")) return out;
  auto look = [&](auto self, const Value& v) -> void {
    for (const Value& o : v.operands) self(self, o);
    if (!shape_.divides_by_row(v) || inverses_.contains(shape_.key(v.operands[1]))) return;
    const std::string name = fresh(v.operands[1].kind == Value::Kind::name ? v.operands[1].text + "_inverse" : "inverse");
    taken_.insert(name);
    inverses_[shape_.key(v.operands[1])] = name;
    out += fmt::format("  const {} {} = {} / {};\n", v.type, name, v.type == "float" ? "1.0f" : "1.0", v.operands[1].kind == Value::Kind::operation ? "(" + value(v.operands[1], false) + ")" : value(v.operands[1], false));
  };
  look(look, s.value);
  return out;
}

std::string RowText::let(const Step& s, bool in_packs) const {
  if (!s.guard) return fmt::format("const {} {} = {};\n", type(s.type), s.name, value(s.value, in_packs));
  return fmt::format("{} {}{{}};\nif ({}) {} = {};\n", type(s.type), s.name, value(*s.guard, in_packs), s.name, value(s.value, in_packs));
}

bool RowText::reads_k(const Step& s) const {
  return has_word(value(s.value, true), shape_.k()) || (s.guard && has_word(value(*s.guard, true), shape_.k()));
}

std::string RowText::row_of(const RowArray& a) const { return a.rest == Polynomial(0) ? a.array : a.name + "_row"; }

std::string RowText::row_pointers() const {
  std::string out;
  for (const RowArray& a : shape_.arrays) {
    if (a.rest == Polynomial(0)) continue;
    const auto* p = parameter_of(*shape_.nest, a.array);
    out += fmt::format("  {}{}* {} = {} + ({});\n", !p || p->is_const ? "const " : "", type(a.type), row_of(a), a.array, index_text(a.rest));
  }
  return out;
}

std::string RowText::load(const RowArray& a, const std::string& first) const {
  const bool once = has(plan_, "stream") && !a.beside;
  return fmt::format("load_pack{}<{}{}>({} + {})", once ? "_once" : "", fresh("N"), a.beside && has(plan_, "vectorise-rows") ? ", kBeside" : "", row_of(a), first);
}

std::string RowText::declare(const RowArray& a, const std::string& first) const {
  if (a.when.empty()) return fmt::format("const auto {} = {};\n", pack(a), load(a, first));
  std::string all;
  for (const Value& v : a.when) all += (all.empty() ? "" : " && ") + fmt::format("({})", value(v, false));
  return fmt::format("Pack<{}, {}> {}{{}};\n    if ({}) {} = {};\n", type(a.type), fresh("N"), pack(a), a.when.size() == 1 ? all.substr(1, all.size() - 2) : all, pack(a), load(a, first));
}

std::string RowText::store(const RowArray& a, const std::string& first) const {
  const bool once = has(plan_, "stream") && !a.beside;
  return fmt::format("store_pack{}{}({} + {}, {})", once ? "_once" : "", a.beside && has(plan_, "vectorise-rows") ? "<kBeside>" : "", row_of(a), first, pack(a));
}

std::string RowText::agree(bool beside) const {
  std::vector<std::string> parts;
  for (size_t i = 1; i < shape_.arrays.size(); ++i) {
    const RowArray& a = shape_.arrays[i];
    if (a.beside == beside) parts.push_back(fmt::format("before_packs<{0}>({1}) == before_packs<{0}>({2})", row_width(shape_), row_of(a), row_of(shape_.arrays[0])));
  }
  return fmt::format("{}", fmt::join(parts, " && "));
}

std::string RowText::dispatch(const std::string& function, const std::string& arguments) const {
  const int width = row_width(shape_);
  const std::string same = agree(false), beside = agree(true);
  auto call = [&](int n, bool so) { return fmt::format("{}<{}{}>({});", function, n, !any_beside() ? "" : so ? ", true" : ", false", arguments); };
  if (same.empty() && beside.empty()) return "  " + call(width, true) + "\n";
  const std::string comment = "  // Packs are whole 16 bytes in all arrays at once, or rows are read element by element.\n";
  if (same.empty()) return comment + fmt::format("  if ({}) {}\n  else {}\n", beside, call(width, true), call(width, false));
  if (beside.empty()) return comment + fmt::format("  if ({}) {}\n  else {}\n", same, call(width, true), call(1, true));
  return comment + fmt::format("  if (!({})) {}\n  else if ({}) {}\n  else {}\n", same, call(1, true), beside, call(width, true), call(width, false));
}

bool RowText::any_beside() const { return std::ranges::any_of(shape_.arrays, &RowArray::beside); }

std::string RowText::index_type() const { return shape_.along->type == "int" && !shape_.by_grid && shape_.reduces ? "int" : "int64_t"; }

std::string RowText::length() const { return shape_.along->size ? index_text(*shape_.along->size) : value(shape_.along->extent, false); }

std::string RowText::decode(const std::string& row) const {
  std::string out;
  if (shape_.rows.empty()) return out;
  if (shape_.rows.size() == 1) return fmt::format("  const {} {} = static_cast<{}>({});\n", shape_.rows[0]->type, shape_.rows[0]->name, shape_.rows[0]->type, row);
  const std::string rest = fresh("rest");
  out = fmt::format("  int64_t {} = {};\n", rest, row);
  for (size_t i = shape_.rows.size(); i-- > 0;) {
    const analysis::Dimension& d = *shape_.rows[i];
    out += i ? fmt::format("  const {0} {1} = static_cast<{0}>({2} % ({3}));\n  {2} /= {3};\n", d.type, d.name, rest, index_text(*d.size))
             : fmt::format("  const {0} {1} = static_cast<{0}>({2});\n", d.type, d.name, rest);
  }
  return out;
}

std::string RowText::points() const {
  Polynomial all = 1;
  for (const analysis::Dimension* d : shape_.rows) all = all * *d->size;
  return contract_text(subject_, launch_, all);
}

std::map<std::string, std::string> RowText::helpers(bool joins) const {
  const bool cuda = subject_.target.language == Language::cuda, once = has(plan_, "stream");
  std::map<std::string, std::string> out;
  out["Pack"] = std::string(kPack);
  const std::string vector = "using type = unsigned int __attribute__((ext_vector_type({})));";
  out["Word"] = fill(kWord, {{"pair", cuda ? "using type = uint2;" : fmt::format(fmt::runtime(vector), 2)}, {"four", cuda ? "using type = uint4;" : fmt::format(fmt::runtime(vector), 4)}});
  out["Width"] = std::string(kWidth);
  const std::string from = "reinterpret_cast<const W*>(from)", to = "reinterpret_cast<W*>(to)";
  out["load_pack"] = fill(kLoadPack, {{"name", "load_pack"}, {"once_comment", ""}, {"load", from + "[i]"}});
  out["store_pack"] = fill(kStorePack, {{"name", "store_pack"}, {"store", to + "[i] = words[i]"}});
  if (once) {
    out["load_pack_once"] = fill(kLoadPack, {{"name", "load_pack_once"}, {"once_comment", " They are read once, and not kept in caches."},
                                             {"load", cuda ? "__ldcs(" + from + " + i)" : "__builtin_nontemporal_load(" + from + " + i)"}});
    out["store_pack_once"] = fill(kStorePack, {{"name", "store_pack_once"}, {"store", cuda ? "__stcs(" + to + " + i, words[i])" : "__builtin_nontemporal_store(words[i], " + to + " + i)"}});
  }
  if (has(plan_, "keep-results")) out["Kept"] = std::string(kKept);
  if (has(plan_, "vectorise-rows")) out["before_packs"] = std::string(kBefore);
  if (joins) out["joined"] = fill(kJoined, {{"shuffle", cuda ? "__shfl_xor_sync" : "__shfl_xor"}, {"mask", cuda ? "0xffffffffu, " : ""}});
  return out;
}

RowText::Passed RowText::passed(const std::string& with_comments) const {
  std::string text;
  for (size_t from = 0; from < with_comments.size();) {
    const size_t end = std::min(with_comments.find('\n', from), with_comments.size() - 1), comment = with_comments.find("//", from);
    text += with_comments.substr(from, std::min(comment, end) - from) + "\n";
    from = end + 1;
  }
  std::vector<std::pair<std::string, std::string>> all;   // "const float*", "x"
  const std::string pointer = has(plan_, "restrict") ? "* __restrict__" : "*";
  auto constness = [&](const std::string& array) {
    const auto* p = parameter_of(*shape_.nest, array);
    return p && p->is_const ? "const " : "";
  };
  for (const RowArray& a : shape_.arrays)
    if (row_of(a) != a.array) all.emplace_back(constness(a.array) + type(a.type) + pointer, row_of(a));
  for (const auto& p : shape_.nest->parameters) all.emplace_back((p.pointer ? constness(p.name) : "") + type(p.type) + (p.pointer ? pointer : ""), p.name);
  for (const analysis::Dimension* d : shape_.rows) all.emplace_back(d->type, d->name);
  for (size_t i = 0; i < shape_.before; ++i) all.emplace_back(type(shape_.nest->steps[i].type), shape_.nest->steps[i].name);
  all.emplace_back("bool", fresh("live"));
  Passed out;
  for (const auto& [t, name] : all)
    if (has_word(text, name)) {
      out.parameters += fmt::format("{}{} {}", out.parameters.empty() ? "" : ", ", t, name);
      out.arguments += (out.arguments.empty() ? "" : ", ") + name;
    }
  return out;
}

}  // namespace wavelift::tune
