// A kernel: variables of random types, then random statements. Two ideas keep it well defined on every machine:
// * a variable is either the block's (the same in all its threads) or the thread's; exchanges between threads stand only
//   where control flow depends on the block's variables;
// * operations that threads do on the same cell commute, so that their order does not show.
#include "generator.h"
#include "forms.h"
#include <fmt/format.h>
#include <optional>
#include <random>
#include <utility>

namespace wavelift::exactness {

namespace {

class Random {
public:
  Random(uint64_t seed, uint64_t stream) {
    std::seed_seq s{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), static_cast<uint32_t>(stream),
                    static_cast<uint32_t>(stream >> 32)};
    engine_.seed(s);
  }
  uint64_t bits() { return engine_(); }
  uint32_t below(size_t n) { return static_cast<uint32_t>(engine_() % n); }
  bool chance(uint32_t percent) { return below(100) < percent; }
  template <class C> auto& pick(C& c) { return c[below(std::size(c))]; }

private:
  std::mt19937_64 engine_;
};

uint64_t random_word(Random& r) {
  static constexpr uint64_t corners[] = {0, 1, 2, ~0ull, 0x80, 0x7f, 0x8000, 0x7fff, 0x80000000, 0x7fffffff, 0xffffffff,
                                         0x100000000, 1ull << 63, ~(1ull << 63), 0xffffffff80000000, 31, 32, 63, 64};
  switch (r.below(4)) {
  case 0: return r.pick(corners);
  case 1: return r.bits() >> r.below(64);
  case 2: return r.bits() % 200 - 100;
  default: return r.bits();
  }
}

struct Variable {
  std::string name;
  Type type;
  bool of_block = false;    // the same in all threads of the block
  bool writable = true;
};

class Generator {
public:
  Generator(uint64_t seed, uint32_t index) : r_(seed, index) { k_.name = fmt::format("k{}", index); }

  Kernel run() {
    static constexpr uint32_t sizes[] = {32, 64, 64, 64, 96, 128, 256};
    k_.threads = r_.pick(sizes);
    k_.blocks = 1 + r_.below(2);
    declare();
    functions();
    const uint32_t statements = 4 + r_.below(5);
    Scope scope{.of_block = true, .exchanges = true};
    for (uint32_t i = 0; i < statements; ++i) k_.body.push_back(statement(scope));
    stores();
    return std::move(k_);
  }

private:
  struct Scope {
    bool of_block = false;    // control flow here depends on the block's variables only
    bool exchanges = false;   // threads may exchange values here
    bool in_function = false;
    bool in_loop = false;
    int depth = 0;
  };

  // --- Declarations ---

  Type scalar() {
    // 32-bit types are what most code is made of.
    static constexpr Type often[] = {Type::u32, Type::i32, Type::f32, Type::u64, Type::f64, Type::f16};
    return r_.chance(50) ? r_.pick(often) : static_cast<Type>(r_.below(11));
  }

  void declare() {
    uint32_t input = 0;
    auto variable = [&](Type t, bool of_block) {
      std::string name = fmt::format("{}{}", of_block ? 'b' : 'v', variables_.size());
      k_.locals.push_back(fmt::format("{} {} = from_bits<{}>({}[{}])", name_of(t), name, name_of(t), of_block ? "in" : "mine", input++ % 16));
      variables_.push_back({name, t, of_block, true});
    };
    for (int i = 0; i < 3; ++i) variable(Type::u32, false);
    for (int i = 0; i < 6; ++i) variable(static_cast<Type>(r_.below(kValueTypes)), false);
    for (int i = 0; i < 2; ++i) variable(Type::u32, true);
    for (int i = 0; i < 2; ++i) variable(scalar(), true);
    for (const char* name : {"thread", "global"}) variables_.push_back({name, Type::u32, false, false});
    variables_.push_back({"block", Type::u32, true, false});
    if (r_.chance(40)) {
      array_ = scalar();
      k_.locals.push_back(fmt::format("{} array[8]", name_of(*array_)));
      k_.locals.push_back(fmt::format("for (u32 i = 0; i < 8; ++i) array[i] = from_bits<{}>(mine[i] ^ mine[15])", name_of(*array_)));
    }
    if (r_.chance(40)) {
      std::string fields;
      for (char name = 'a'; name < 'e'; ++name) {
        fields_.push_back(scalar());
        fields += fmt::format(" {} {};", name_of(fields_.back()), name);
      }
      k_.preamble += fmt::format("struct {}_struct {{{} }};\n", k_.name, fields);
      for (const char* name : {"s", "t"}) {
        std::string values;
        for (Type t : fields_) values += fmt::format("{}from_bits<{}>(mine[{}])", values.empty() ? "" : ", ", name_of(t), r_.below(16));
        k_.locals.push_back(fmt::format("{}_struct {} = {{{}}}", k_.name, name, values));
        for (size_t i = 0; i < fields_.size(); ++i) variables_.push_back({fmt::format("{}.{}", name, static_cast<char>('a' + i)), fields_[i]});
      }
      k_.locals.push_back(fmt::format("{}_struct structs[4] = {{s, t, t, s}}", k_.name));
    }
    if (r_.chance(30)) {
      table_ = static_cast<Type>(r_.below(8));
      std::string values;
      for (int i = 0; i < 16; ++i) values += fmt::format("({})0x{:x}ull, ", name_of(*table_), random_word(r_));
      k_.preamble += fmt::format("static CONSTANT const {} {}_table[16] = {{{}}};\n", name_of(*table_), k_.name, values);
    }
  }

  // Device functions, some called through a pointer, some that call themselves.
  void functions() {
    const uint32_t n = r_.chance(50) ? 1 + r_.below(2) : 0;
    for (uint32_t i = 0; i < n; ++i) {
      Function f;
      const Type result = scalar(), a = scalar(), b = scalar();
      const std::string name = fmt::format("{}_f{}", k_.name, i);
      const bool recursive = r_.chance(25);
      f.head = fmt::format("{} {} {}({} a, {} b{})", r_.chance(60) || recursive ? "NOINLINE" : "FN", name_of(result), name, name_of(a),
                           name_of(b), recursive ? ", u32 depth" : "");
      std::vector<Variable> outer;
      outer.swap(variables_);
      const auto array = array_;
      array_.reset();
      variables_ = {{"a", a}, {"b", b}, {"c", result}, {"d", Type::u32}};
      f.locals = {fmt::format("{} c = to<{}>(a)", name_of(result), name_of(result)), "u32 d = to<u32>(b)"};
      Scope scope{.in_function = true, .depth = 1};
      if (recursive) f.body.push_back({.head = "if (depth == 0) return $0", .exprs = {expr(result, 1, false)}, .fixed = true});
      for (uint32_t s = 2 + r_.below(3); s > 0; --s) {
        if (r_.chance(25)) f.body.push_back({"if ($0) return $1", {expr(Type::condition, 1, false), expr(result, 1, false)}});
        f.body.push_back(statement(scope));
      }
      f.result = recursive ? Expr{result, fmt::format("add({}($0, $1, depth - 1), $2)", name), {expr(a, 1, false), expr(b, 1, false), expr(result, 0, false)}}
                           : expr(result, 2, false);
      outer.swap(variables_);
      array_ = array;
      k_.functions.push_back(std::move(f));
      calls_.push_back({result, recursive ? name + "($0, $1, $2 % 5)" : name + "($0, $1)", a, b, recursive});
    }
    // A struct goes in and comes out by value.
    if (!fields_.empty() && r_.chance(60)) {
      const std::string type = k_.name + "_struct", name = k_.name + "_mix";
      Function f;
      f.head = fmt::format("{} {} {}({} x, u32 n)", r_.chance(70) ? "NOINLINE" : "FN", type, name, type);
      std::vector<Variable> outer;
      outer.swap(variables_);
      const auto array = std::exchange(array_, std::nullopt);
      variables_ = {{"n", Type::u32}};
      for (size_t i = 0; i < fields_.size(); ++i) variables_.push_back({fmt::format("x.{}", static_cast<char>('a' + i)), fields_[i]});
      Scope scope{.of_block = false, .exchanges = false, .in_function = true, .in_loop = false, .depth = 2};
      for (uint32_t s = 1 + r_.below(3); s > 0; --s) f.body.push_back(statement(scope));
      f.result = {Type::u32, "x", {}};
      outer.swap(variables_);
      array_ = array;
      k_.functions.push_back(std::move(f));
      mix_ = name;
    }
    // A twin of the same signature, so that a pointer may point to either.
    if (n && !calls_.back().recursive && r_.chance(50)) {
      const Call& c = calls_.back();
      const std::string name = k_.name + "_g";
      k_.functions.push_back({fmt::format("NOINLINE {} {}({} a, {} b)", name_of(c.result), name, name_of(c.a), name_of(c.b)), {}, {},
                              {c.result, "$T(add(to<$T>(a), to<$T>(b)))", {}}});
      twin_ = fmt::format("($2 ? {} : {})($0, $1)", name, c.text.substr(0, c.text.find('(')));
    }
  }

  // --- Expressions ---

  static bool in(uint32_t types, Type t) { return types >> static_cast<int>(t) & 1; }

  Type type_of_letter(char c) {
    for (auto [letter, type] : kLetters)
      if (c == letter) return type;
    return Type::u32;
  }

  Expr constant(Type t) {
    if (in(kInts, t)) return {t, fmt::format("($T){}", r_.chance(60) ? fmt::format("{}", r_.below(70)) : fmt::format("0x{:x}ull", random_word(r_))), {}};
    if (t == Type::condition) return {t, r_.chance(50) ? "true" : "false", {}};
    static constexpr const char* values[] = {"0.0f", "-0.0f", "1.0f", "-1.0f", "0.5f", "2.0f", "-4.0f", "3.0f", "0.1f", "1.5e-5f", "65504.0f",
                                             "1e30f", "-7.25f", "0.333333333f", "1e-40f", "__builtin_inff()", "1024.0f", "6.0e-8f"};
    if (in(kFloats, t)) return {t, fmt::format("($T){}", r_.pick(values)), {}};
    return {t, fmt::format("from_bits<$T>(0x{:x}ull)", r_.bits()), {}};
  }

  // A variable, an element, an input, a constant. `of_block`: the same in all threads.
  Expr leaf(Type t, bool of_block) {
    if (t == Type::condition) return {t, "(($0 & 4) != 0)", {leaf(Type::u32, of_block)}};
    std::vector<const Variable*> fit;
    for (const Variable& v : variables_)
      if (v.type == t && (v.of_block || !of_block)) fit.push_back(&v);
    if (!fit.empty() && r_.chance(70)) return {t, r_.pick(fit)->name, {}};
    std::vector<const Variable*> other;
    for (const Variable& v : variables_)
      if (in(kScalars, v.type) && (v.of_block || !of_block)) other.push_back(&v);
    if (in(kScalars, t) && !other.empty() && r_.chance(60)) return {t, fmt::format("to<$T>({})", r_.pick(other)->name), {}};
    return constant(t);
  }

  // Forms of this kernel alone: its arrays, tables, functions, memory.
  void own_forms(Type t, bool of_block, std::vector<Form>& out, std::vector<std::string>& texts) {
    auto form = [&](std::string text, const char* args, int weight) {
      texts.push_back(std::move(text));
      out.push_back({texts.back().c_str(), bit_of(t), args, weight});
    };
    texts.reserve(16);
    if (table_ == t) form(k_.name + "_table[$0 % 16]", "w", 8);
    if (of_block) {
      if (kernel_scope_) {
        if (t == Type::u64) form("in[$0 % 16]", "w", 4);
        if (t == Type::u32) form("uniform($0)", "w", 2);
      }
      return;
    }
    if (array_ == t) form("array[$0 % 8]", "w", 12);
    if (!kernel_scope_) return;
    if (t == Type::u64) form("mine[$0 % 16]", "w", 4);
    if (in(kInts, t)) form("load<$T>(mine, $0 % 120)", "w", 2), form("load<$T>(memory, $0 % 56)", "w", 2);
    for (size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i] == t) form(fmt::format("structs[$0 % 4].{}", static_cast<char>('a' + i)), "w", 4);
  }

  Expr expr(Type t, int depth, bool of_block) {
    if (depth <= 0 || r_.chance(15)) return leaf(t, of_block);
    if (!of_block && kernel_scope_ && r_.chance(8))
      for (const Call& c : calls_)
        if (c.result == t && r_.chance(50)) {
          const bool through_pointer = &c == &calls_.back() && !twin_.empty() && r_.chance(50);
          Expr e{t, through_pointer ? twin_ : c.text, {expr(c.a, depth - 1, false), expr(c.b, depth - 1, false)}};
          if (through_pointer) e.args.push_back(expr(Type::condition, 1, false));
          if (c.recursive) e.args.push_back(expr(Type::u32, 1, false));
          return e;
        }
    std::vector<Form> own;
    std::vector<std::string> texts;
    own_forms(t, of_block, own, texts);
    int total = 0;
    for (const Form& f : kForms)
      if (in(f.types, t)) total += f.weight;
    for (const Form& f : own) total += f.weight;
    int at = static_cast<int>(r_.below(static_cast<size_t>(total)));
    const Form* chosen = nullptr;
    auto walk = [&](const Form& f) {
      if (!chosen && in(f.types, t) && (at -= f.weight) < 0) chosen = &f;
    };
    for (const Form& f : kForms) walk(f);
    for (const Form& f : own) walk(f);
    Expr e{t, chosen->text, {}};
    const Type x = scalar(), y = static_cast<Type>(r_.below(8)), z = static_cast<Type>(8 + r_.below(3));
    for (const char* a = chosen->args; *a; ++a) {
      const Type type = *a == 'T' ? t : *a == 'X' ? x : *a == 'Y' ? y : *a == 'Z' ? z : type_of_letter(*a);
      e.args.push_back(expr(type, depth - 1, of_block));
    }
    return e;
  }

  // --- Statements ---

  const Variable* target(bool of_block) {
    std::vector<const Variable*> fit;
    for (const Variable& v : variables_)
      if (v.writable && v.of_block == of_block) fit.push_back(&v);
    return fit.empty() ? nullptr : r_.pick(fit);
  }

  // A condition or a count that decides where control goes: `of_block` half of the time where that may be.
  Scope inner(const Scope& s, bool of_block) {
    Scope i = s;
    i.of_block = s.of_block && of_block;
    i.exchanges = s.exchanges && of_block;
    ++i.depth;
    return i;
  }

  std::vector<Statement> body(const Scope& s, uint32_t most) {
    std::vector<Statement> out;
    for (uint32_t n = 1 + r_.below(most); n > 0; --n) out.push_back(statement(s));
    return out;
  }

  Statement statement(const Scope& s) {
    kernel_scope_ = !s.in_function;
    const uint32_t what = r_.below(100);
    if (s.exchanges && what < 22) return exchange();
    if (s.depth < 3 && what < (s.depth ? 36 : 45)) return control(s);
    if (kernel_scope_ && what < 52) return memory();
    return assignment(s);
  }

  Statement assignment(const Scope& s) {
    const bool of_block = s.of_block && r_.chance(30);
    const Variable* v = target(of_block);
    if (!v) v = target(false);
    if (!of_block && kernel_scope_ && array_ && r_.chance(15))
      return {"array[$0 % 8] = $1", {expr(Type::u32, 1, false), expr(*array_, 3, false)}};
    if (!of_block && kernel_scope_ && !mix_.empty() && r_.chance(10))
      return {fmt::format("{} = {}({}, $0)", r_.chance(50) ? "s" : "structs[1]", mix_, r_.chance(50) ? "t" : "structs[$0 % 4]"), {expr(Type::u32, 1, false)}};
    if (!of_block && kernel_scope_ && !fields_.empty() && r_.chance(15)) {
      static constexpr const char* copies[] = {"structs[$0 % 4] = s", "s = structs[$0 % 4]", "s = t", "t = ($0 & 1) ? s : structs[3]", "structs[0] = structs[$0 % 4]"};
      return {r_.pick(copies), {expr(Type::u32, 1, false)}};
    }
    return {v->name + " = $0", {expr(v->type, 2 + static_cast<int>(r_.below(2)), v->of_block)}};
  }

  Statement control(const Scope& s) {
    const bool of_block = s.of_block && r_.chance(50);
    const Scope in = inner(s, of_block);
    switch (r_.below(6)) {
    case 0:
      // A vote decides for 32 lanes together.
      if (s.exchanges && r_.chance(25))
        return {r_.chance(50) ? "if (any($0))" : "if (all($0))", {expr(Type::condition, 2, false)}, {body(inner(s, false), 2)}};
      return {"if ($0)", {expr(Type::condition, 2, of_block)}, {body(in, 2)}};
    case 1: return {"if ($0)", {expr(Type::condition, 2, of_block)}, {body(in, 2), body(in, 2)}};
    case 2: {
      Statement out{"switch ($0 % 4)", {expr(Type::u32, 2, of_block)}, {{}}};
      for (int i = 0; i < 4; ++i) {
        out.bodies[0].push_back({.head = i == 3 ? "default:" : fmt::format("case {}:", i), .fixed = true});
        for (Statement& t : body(in, 2)) out.bodies[0].push_back(std::move(t));
        if (r_.chance(70)) out.bodies[0].push_back({"break"});
      }
      return out;
    }
    default: break;
    }
    // Loops: a count from data, or a condition that is looked at again, with an end.
    const std::string i = fmt::format("n{}", loops_++);
    Scope loop = in;
    loop.in_loop = true;
    variables_.push_back({i, Type::u32, of_block, false});
    Statement out;
    if (r_.chance(60)) out = {fmt::format("for (u32 {} = 0; {} < $0 % {}; ++{})", i, i, 2 + r_.below(6), i), {expr(Type::u32, 1, of_block)}};
    else out = {fmt::format("for (u32 {} = 0; $0 && {} < {}; ++{})", i, i, 2 + r_.below(6), i), {expr(Type::condition, 2, of_block)}};
    out.bodies.push_back(body(loop, 2));
    if (r_.chance(30)) {
      // Where some threads leave, the others must not exchange with them: only the block's conditions do.
      const bool uniform = loop.exchanges || loop.of_block;
      out.bodies[0].push_back({r_.chance(50) ? "if ($0) break" : "if ($0) continue", {expr(Type::condition, 1, uniform)}});
      if (r_.chance(70)) out.bodies[0].push_back(statement(loop));
    }
    std::erase_if(variables_, [&](const Variable& v) { return v.name == i; });
    return out;
  }

  // Private and shared cells of global memory.
  Statement memory() {
    const Type t = static_cast<Type>(r_.below(8));
    if (r_.chance(60))
      return {fmt::format("store<{}>(memory, $0 % 56, $1)", name_of(t)), {expr(Type::u32, 1, false), expr(t, 2, false)}};
    // Two cells for each kind of operation.
    struct Cell {
      const char* call;
      Type type;
    };
    static constexpr Cell cells[] = {{"atomic_add((u64*)shared_out + $0 % 2, $1)", Type::u64},
                                     {"atomic_add((u32*)(shared_out + 2) + $0 % 2, $1)", Type::u32},
                                     {"atomic_xor((u32*)(shared_out + 3) + $0 % 2, $1)", Type::u32},
                                     {"atomic_xor((u64*)shared_out + 4 + $0 % 2, $1)", Type::u64},
                                     {"atomic_max((u32*)(shared_out + 6) + $0 % 2, $1)", Type::u32},
                                     {"atomic_min((i32*)(shared_out + 7) + $0 % 2, $1)", Type::i32},
                                     {"atomic_max((u64*)shared_out + 8 + $0 % 2, $1)", Type::u64},
                                     {"atomic_min((i64*)shared_out + 10 + $0 % 2, $1)", Type::i64},
                                     {"atomic_or((u32*)(shared_out + 12) + $0 % 2, $1)", Type::u32},
                                     {"atomic_add((f32*)(shared_out + 13) + $0 % 2, (f32)($1 & 63))", Type::u32},
                                     {"atomic_add((f64*)shared_out + 14 + $0 % 2, (f64)($1 & 63))", Type::u32}};
    const Cell& c = r_.pick(cells);
    return {c.call, {expr(Type::u32, 1, false), expr(c.type, 2, false)}};
  }

  // What all threads of a block do together.
  Statement exchange() {
    const Variable* v = target(false);
    const std::string T = name_of(v->type);
    auto shared = [&](Type t, uint32_t n) {
      std::string name = fmt::format("lds{}", shared_++);
      k_.locals.push_back(fmt::format("SHARED {} {}[{}]", name_of(t), name, n));
      return name;
    };
    switch (r_.below(14)) {
    case 0:
    case 1:
    case 2: {
      const std::string lds = shared(v->type, k_.threads);
      return {fmt::format("{0}[thread] = $0; barrier(); {1} = {0}[$1 % {2}]; barrier()", lds, v->name, k_.threads),
              {expr(v->type, 2, false), expr(Type::u32, 2, false)}};
    }
    case 10:
      if (!fields_.empty()) {
        const std::string lds = fmt::format("lds{}", shared_++);
        k_.locals.push_back(fmt::format("SHARED {}_struct {}[{}]", k_.name, lds, k_.threads));
        return {fmt::format("{0}[thread] = s; barrier(); t = {0}[$0 % {1}]; barrier()", lds, k_.threads), {expr(Type::u32, 2, false)}};
      }
      break;
    case 3: return {fmt::format("{} = shuffle($0, $1)", v->name), {expr(v->type, 2, false), expr(Type::u32, 2, false)}};
    case 4: {
      static constexpr int controls[] = {0x1b, 0xb1, 0x4e, 0x93, 0x101, 0x104, 0x10f, 0x111, 0x112, 0x118, 0x121, 0x127, 0x140, 0x141};
      return {fmt::format("{} = dpp<{}>($0)", v->name, r_.pick(controls)), {expr(v->type, 2, false)}};
    }
    case 5: return {fmt::format("{} = swizzle<{}>($0)", v->name, 1 + r_.below(31)), {expr(v->type, 2, false)}};
    case 6: return {fmt::format("{} = from_lane($0, $1)", v->name), {expr(v->type, 2, false), expr(Type::u32, 1, true)}};
    case 7:
    case 8: {
      const Variable* to = target(false);
      for (int i = 0; i < 8 && !in(kInts, to->type); ++i) to = target(false);
      static constexpr const char* votes[] = {"ballot($0)", "ballot_within($0, $1)", "any($0)", "all($0 || $1)", "popcount(ballot($0))"};
      if (!in(kScalars, to->type)) break;
      return {fmt::format("{} = to<{}>({})", to->name, name_of(to->type), r_.pick(votes)), {expr(Type::condition, 2, false), expr(Type::condition, 1, false)}};
    }
    case 9:   // sum over the 32 lanes
      return {fmt::format("for (u32 k = 16; k; k >>= 1) {0} = add({0}, shuffle({0}, thread ^ k))", v->name), {}};
    default: return atomics();
    }
    return {fmt::format("{} = shuffle($0, $1)", v->name), {expr(v->type, 2, false), expr(Type::u32, 2, false)}};
  }

  // Eight LDS cells that all threads update, some of them only where a condition holds; then everyone reads one.
  Statement atomics() {
    struct Update {
      const char* call;    // {} the cells; $0 cell, $1 value
      Type type;
      const char* start;
    };
    static constexpr Update updates[] = {{"atomic_add(&{}[$0 % 8], $1)", Type::u32, "0"}, {"atomic_add(&{}[$0 % 8], $1)", Type::u64, "7"},
                                         {"atomic_xor(&{}[$0 % 8], $1)", Type::u32, "1"}, {"atomic_xor(&{}[$0 % 8], $1)", Type::u64, "1"},
                                         {"atomic_and(&{}[$0 % 8], $1)", Type::u32, "~0u"}, {"atomic_or(&{}[$0 % 8], $1)", Type::u64, "0"},
                                         {"atomic_min(&{}[$0 % 8], $1)", Type::i32, "100"}, {"atomic_max(&{}[$0 % 8], $1)", Type::i32, "-5"},
                                         {"atomic_min(&{}[$0 % 8], $1)", Type::u64, "~0ull"}, {"atomic_max(&{}[$0 % 8], $1)", Type::i64, "-9"},
                                         {"atomic_max(&{}[$0 % 8], $1)", Type::u32, "3"}, {"atomic_multiply(&{}[$0 % 8], $1)", Type::u32, "1"},
                                         {"atomic_multiply(&{}[$0 % 8], $1)", Type::u64, "1"},
                                         {"atomic_add(&{}[$0 % 8], (f32)(bits($1) & 63))", Type::f32, "0"},
                                         {"atomic_add(&{}[$0 % 8], (f64)(bits($1) & 63))", Type::f64, "0"},
                                         // The values before are a set that does not depend on the order.
                                         {"atomic_xor(&{}[4 + $0 % 4], 0x9e3779b9u * atomic_add(&{}[$0 % 4], 1u))", Type::u32, "0"}};
    const Update& u = r_.pick(updates);
    const std::string lds = fmt::format("lds{}", shared_++);
    k_.locals.push_back(fmt::format("SHARED {} {}[8]", name_of(u.type), lds));
    std::string call = u.call;
    for (size_t at; (at = call.find("{}")) != std::string::npos;) call.replace(at, 2, lds);
    const Variable* v = target(false);
    for (int i = 0; i < 8 && !in(kScalars, v->type); ++i) v = target(false);
    const std::string read = in(kScalars, v->type) ? fmt::format("{} = to<{}>({}[$2 % 8])", v->name, name_of(v->type), lds) : "";
    return {fmt::format("if (thread < 8) {}[thread] = {}; barrier(); {}{}; barrier(); {}; barrier()", lds, u.start, r_.chance(50) ? "if ($3) " : "",
                        call, read),
            {expr(Type::u32, 1, false), expr(u.type, 2, false), expr(Type::u32, 1, false), expr(Type::condition, 2, false)}};
  }

  void stores() {
    uint32_t at = 0;
    for (const Variable& v : variables_)
      if (v.writable) k_.stores.push_back(fmt::format("result[{}] = bits({})", at++, v.name));
    if (array_) {
      k_.stores.push_back(fmt::format("for (u32 i = 0; i < 8; ++i) result[{} + i] = bits(array[i])", at));
      at += 8;
    }
    k_.results = at;
  }

  struct Call {
    Type result;
    std::string text;
    Type a, b;
    bool recursive;
  };

  Random r_;
  Kernel k_;
  std::vector<Variable> variables_;
  std::optional<Type> array_, table_;   // element types, where there is one
  std::vector<Type> fields_;
  std::vector<Call> calls_;
  std::string twin_, mix_;
  bool kernel_scope_ = false;    // not in a function: the kernel's own names are there
  int loops_ = 0, shared_ = 0;
};

}  // namespace

Kernel generate(uint64_t seed, uint32_t index) { return Generator(seed, index).run(); }

std::vector<uint64_t> make_input(const Kernel& k, uint64_t seed, uint32_t index) {
  Random r(~seed, index);
  std::vector<uint64_t> words(input_words(k));
  for (uint64_t& w : words) w = random_word(r);
  return words;
}

}  // namespace wavelift::exactness
