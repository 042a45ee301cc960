#include "judge/task.h"
#include "base/files.h"
#include "judge/data.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace wavelift::judge {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kMostElements = int64_t(1) << 36;   // of a buffer

bool is_name(std::string_view s) {
  return !s.empty() && s.size() <= 64 && !std::isdigit(static_cast<unsigned char>(s[0])) &&
         std::ranges::all_of(s, [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); });
}

// Reads TOML into the structures. The first thing that is wrong stays in `error`; what comes after is of no interest.
class Reader {
public:
  Reader(std::string file, uint32_t first_line) : file_(std::move(file)), first_(first_line) {}
  std::optional<Error> error;
  bool arrays = false;                  // shapes name them

  void complain(const toml::source_region& where, const std::string& what) { complain_at(where.begin.line, what); }
  void complain_at(uint32_t line, const std::string& what) {
    if (!error) error = Error{Exit::usage, fmt::format("{}:{}: {}", file_, line + first_, what), "docs/tasks.md describes the format"};
  }

  // Refuses keys that are not among `known`: a misspelt one would be ignored.
  void only(const toml::table& t, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : t)
      if (std::ranges::find(known, key.str()) == known.end()) complain(key.source(), fmt::format("there is no key '{}' here", key.str()));
  }

  std::string text(const toml::table& t, std::string_view key, bool needed = true) {
    const toml::node* n = t.get(key);
    if (!n) {
      if (needed) complain(t.source(), fmt::format("'{}' is missing", key));
      return {};
    }
    auto v = n->value<std::string>();
    if (!v || !n->is_string()) complain(n->source(), fmt::format("'{}' is a text", key));
    return v.value_or("");
  }

  std::string name(const toml::table& t, std::string_view key) {
    std::string v = text(t, key);
    if (!error && !is_name(v)) complain(t.get(key)->source(), fmt::format("'{}' is no name", v));
    return v;
  }

  bool truth(const toml::table& t, std::string_view key, bool otherwise) {
    const toml::node* n = t.get(key);
    if (!n) return otherwise;
    if (!n->is_boolean()) complain(n->source(), fmt::format("'{}' is true or false", key));
    return n->value_or(otherwise);
  }

  // A whole number or a text with an expression.
  Expression expression(const toml::node& n) {
    std::string words = "0";
    if (auto i = n.as_integer()) words = std::to_string(i->get());
    else if (auto s = n.as_string()) words = s->get();
    else complain(n.source(), "a whole number or an expression in quotes is wanted");
    auto e = Expression::parse(words);
    if (!e) complain(n.source(), e.error().what);
    return e ? *e : *Expression::parse("0");
  }
  Expression expression(const toml::table& t, std::string_view key, const char* otherwise) {
    if (const toml::node* n = t.get(key)) return expression(*n);
    if (!otherwise) complain(t.source(), fmt::format("'{}' is missing", key));
    return *Expression::parse(otherwise ? otherwise : "0");
  }
  std::vector<Expression> expressions(const toml::table& t, std::string_view key) {
    std::vector<Expression> out;
    if (const toml::node* n = t.get(key)) {
      if (auto list = n->as_array())
        for (const toml::node& e : *list) out.push_back(expression(e));
      else out.push_back(expression(*n));
    }
    return out;
  }
  std::array<Expression, 3> extent(const toml::table& t, std::string_view key) {
    auto list = expressions(t, key);
    if (list.empty() || list.size() > 3) complain(t.source(), fmt::format("'{}' has one to three extents", key));
    list.resize(3, *Expression::parse("1"));
    return {list[0], list[1], list[2]};
  }

  // Tables of [[key]].
  std::vector<const toml::table*> tables(const toml::table& t, std::string_view key) {
    std::vector<const toml::table*> out;
    const toml::node* n = t.get(key);
    if (!n) return out;
    const toml::array* list = n->as_array();
    if (!list) complain(n->source(), fmt::format("'{}' is written [[{}]]", key, key));
    else
      for (const toml::node& e : *list) {
        if (auto one = e.as_table()) out.push_back(one);
        else complain(e.source(), fmt::format("'{}' is written [[{}]]", key, key));
      }
    return out;
  }
  const toml::table* table(const toml::table& t, std::string_view key) {
    const toml::node* n = t.get(key);
    if (!n) return nullptr;
    if (!n->is_table()) complain(n->source(), fmt::format("'{}' is written [{}]", key, key));
    return n->as_table();
  }

  Distribution distribution(const toml::node& n) {
    Distribution d;
    const std::string words = n.value_or(std::string());
    const size_t open = words.find('(');
    d.name = words.substr(0, open);
    if (open != words.npos) {
      if (!words.ends_with(')')) complain(n.source(), fmt::format("\"{}\" lacks its ')'", words));
      // Commas inside parentheses belong to the arguments.
      int depth = 0;
      std::string one;
      for (char c : words.substr(open + 1, words.size() - open - 2) + ",") {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c != ',' || depth > 0) {
          one += c;
          continue;
        }
        auto e = Expression::parse(one);
        if (!e) return complain(n.source(), e.error().what), d;
        d.arguments.push_back(*e);
        one.clear();
      }
    }
    const int takes = arguments_of_distribution(d.name);
    if (takes < 0) complain(n.source(), fmt::format("there is no distribution '{}': {}", d.name, distribution_names()));
    else if (d.arguments.size() != static_cast<size_t>(takes)) complain(n.source(), fmt::format("'{}' takes {} argument{}", d.name, takes, takes == 1 ? "" : "s"));
    return d;
  }

  Buffer buffer(const toml::table& t, bool scratch) {
    Buffer b;
    if (scratch) only(t, {"name", "type", "size"});
    else only(t, {"name", "type", "size", "role", "data", "any_order", "ulp", "residual"});
    b.name = name(t, "name");
    if (auto e = element_named(text(t, "type"))) b.type = *e;
    else if (!error) complain(t.source(), fmt::format("'{}' is no element type", text(t, "type")));
    b.size = expression(t, "size", nullptr);
    b.role = Role::scratch;
    if (scratch) return b;
    const std::string role = text(t, "role");
    if (role == "input") b.role = Role::input;
    else if (role == "output") b.role = Role::output;
    else if (role == "inout") b.role = Role::inout;
    else complain(t.source(), fmt::format("the role '{}' is none of input, output, inout", role));
    if (const toml::node* n = t.get("data")) {
      if (auto list = n->as_array())
        for (const toml::node& d : *list) b.data.push_back(distribution(d));
      else b.data.push_back(distribution(*n));
    }
    if (arrays && !b.data.empty()) complain(t.source(), fmt::format("the data of '{}' are arrays", b.name));
    if (!arrays && is_input(b.role) && b.data.empty()) complain(t.source(), fmt::format("the input '{}' says no data", b.name));
    if (t.get("any_order")) {
      b.any_order = expression(t, "any_order", nullptr);
      if (!is_output(b.role) || is_float(b.type)) complain(t.source(), fmt::format("'{}' is no output of whole numbers: its order is not free", b.name));
    }
    if (const toml::node* n = t.get("ulp")) {
      b.ulp = n->value_or(-1.0);
      if (!(b.ulp >= 0.5 && b.ulp <= 64)) complain(n->source(), "'ulp' is a number from 0.5 to 64");
      if (!is_output(b.role) || !is_float(b.type)) complain(n->source(), fmt::format("'{}' is no output of floating-point numbers: it has no ulp", b.name));
    }
    b.residual = truth(t, "residual", false);
    if (b.residual && (!is_output(b.role) || b.any_order || b.ulp > 0)) complain(t.source(), fmt::format("'{}' is judged by residuals: it is an output without ulp and any_order", b.name));
    if (b.role == Role::output && !b.data.empty()) complain(t.source(), fmt::format("the output '{}' is written by the kernel and has no data", b.name));
    return b;
  }

  Residual residual(const toml::table& t) {
    Residual r;
    only(t, {"name", "type", "size"});
    r.name = name(t, "name");
    if (auto e = element_named(text(t, "type")); e && is_float(*e)) r.type = *e;
    else if (!error) complain(t.source(), fmt::format("'{}' is no type of floating-point numbers", text(t, "type")));
    r.size = expression(t, "size", nullptr);
    return r;
  }

  // wave_sizes = [32, 64]
  std::vector<int> wave_sizes(const toml::table& t) {
    std::vector<int> out;
    const toml::node* n = t.get("wave_sizes");
    if (!n) return out;
    if (const toml::array* list = n->as_array())
      for (const toml::node& e : *list) out.push_back(e.value_or(0));
    if (out.empty() || std::ranges::any_of(out, [](int size) { return size != 32 && size != 64; })) complain(n->source(), "'wave_sizes' is a list of 32, 64 or both");
    return out;
  }

  // "const float* x, int n"
  std::vector<Argument> parameters(const toml::table& t) {
    std::vector<Argument> out;
    const std::string all = text(t, "parameters");
    if (error) return out;
    const auto where = t.get("parameters")->source();
    size_t from = 0;
    while (from < all.size()) {
      const size_t to = std::min(all.find(',', from), all.size());
      std::string_view one = std::string_view(all).substr(from, to - from);
      from = to + 1;
      Argument a;
      std::string type;
      std::string word;
      auto take = [&] {
        if (!a.name.empty()) {
          if (a.name != "const" && a.name != "__restrict__") type += (type.empty() ? "" : " ") + a.name;
        }
        a.name = word;
        word.clear();
      };
      for (char c : one) {
        if (c == '_' || std::isalnum(static_cast<unsigned char>(c))) word += c;
        else {
          if (!word.empty()) take();
          if (c == '*') a.pointer = true;
          else if (!std::isspace(static_cast<unsigned char>(c))) complain(where, fmt::format("'{}' does not belong into parameters", c));
        }
      }
      if (!word.empty()) take();
      if (auto e = element_of_c_type(type); e && is_name(a.name)) a.type = *e;
      else complain(where, fmt::format("\"{}\" is no parameter such as \"const float* x\"", one));
      out.push_back(a);
    }
    return out;
  }

  void contract(const toml::table& t, Contract& c) {
    for (const toml::table* l : tables(t, "launch")) {
      only(*l, {"kernel", "parameters", "grid", "block", "group_memory"});
      KernelLaunch k;
      k.kernel = name(*l, "kernel");
      k.arguments = parameters(*l);
      k.grid = extent(*l, "grid");
      k.block = extent(*l, "block");
      k.group_memory = expression(*l, "group_memory", "0");
      c.launches.push_back(std::move(k));
    }
    for (const toml::table* s : tables(t, "scratch")) c.scratch.push_back(buffer(*s, true));
    if (const toml::table* tune = table(t, "tunables"))
      for (const auto& [key, value] : *tune) {
        if (key.str() == "constraints") {
          c.constraints = expressions(*tune, "constraints");
          continue;
        }
        Tunable one{std::string(key.str()), {}};
        if (!is_name(one.name)) complain(key.source(), fmt::format("'{}' is no name", one.name));
        if (auto list = value.as_array())
          for (const toml::node& n : *list) {
            if (auto i = n.as_integer()) one.values.push_back(i->get());
            else complain(n.source(), "a tunable's values are whole numbers");
          }
        if (one.values.empty()) complain(value.source(), "a tunable is a list of whole numbers");
        c.tunables.push_back(std::move(one));
      }
  }

  std::optional<toml::table> parse(const std::string& text) {
    toml::parse_result r = toml::parse(text);
    if (r) return std::move(r).table();
    complain_at(r.error().source().begin.line, std::string(r.error().description()));
    return std::nullopt;
  }

private:
  std::string file_;
  uint32_t first_;
};

// What is wrong with the whole: names that nothing has, sizes that are none.
class Whole {
public:
  Whole(const Task& task, const Contract& contract) : task_(task), contract_(contract) {
    for (const Buffer& b : task.buffers) add(b);
    for (const Buffer& b : contract.scratch) add(b);
    for (const std::string& p : task.parameters) known_.insert(p);
    for (const Tunable& t : contract.tunables) tunables_.insert(t.name);
  }

  std::string problem() {
    for (const auto& [name, count] : counts_)
      if (count > 1) return fmt::format("there are two buffers '{}'", name);
    for (const std::string& p : task_.parameters)
      if (counts_.contains(p) || tunables_.contains(p) || task_.constants.contains(p)) return fmt::format("'{}' names two things", p);
    for (const Buffer& b : task_.buffers) {
      if (auto s = reads(b.size, false); !s.empty()) return s;
      if (auto s = b.any_order ? reads(*b.any_order, false) : ""; !s.empty()) return s;
      for (const Distribution& d : b.data)
        for (const Expression& e : d.arguments)
          if (auto s = reads(e, false); !s.empty()) return s;
    }
    if (task_.residuals.empty() != std::ranges::none_of(task_.buffers, &Buffer::residual))
      return task_.residuals.empty() ? "an output is judged by residuals, but there is no [[residual]]" : "there are residuals, but no output says 'residual = true'";
    for (const Residual& r : task_.residuals)
      if (auto s = reads(r.size, false); !s.empty()) return s;
    for (const Buffer& b : contract_.scratch)
      if (auto s = reads(b.size, true); !s.empty()) return s;
    for (const Expression& e : contract_.constraints)
      if (auto s = reads(e, true); !s.empty()) return s;
    for (const KernelLaunch& l : contract_.launches)
      if (auto s = launch(l); !s.empty()) return s;
    return {};
  }

  std::string reads(const Expression& e, bool tunables) const {
    for (const std::string& n : e.names())
      if (!known_.contains(n) && !(tunables && tunables_.contains(n)))
        return fmt::format("\"{}\" reads '{}', which is no {}", e.text(), n, tunables ? "parameter or tunable" : "parameter");
    return {};
  }

private:
  void add(const Buffer& b) {
    ++counts_[b.name];
    types_[b.name] = b.type;
  }
  std::string launch(const KernelLaunch& l) const {
    for (const Argument& a : l.arguments) {
      if (a.pointer) {
        auto it = types_.find(a.name);
        if (it == types_.end()) return fmt::format("{} takes a pointer '{}', but there is no such buffer", l.kernel, a.name);
        if (it->second != a.type && info(it->second).size != info(a.type).size)
          return fmt::format("{} takes '{}' as {}, but the buffer is of {}", l.kernel, a.name, info(a.type).name, info(it->second).name);
      } else if (is_float(a.type) ? !task_.constants.contains(a.name) : !known_.contains(a.name) && !tunables_.contains(a.name)) {
        return fmt::format("{} takes '{}', which is no {}", l.kernel, a.name, is_float(a.type) ? "constant" : "parameter");
      }
    }
    for (const auto* list : {&l.grid, &l.block})
      for (const Expression& e : *list)
        if (auto s = reads(e, true); !s.empty()) return s;
    return reads(l.group_memory, true);
  }

  const Task& task_;
  const Contract& contract_;
  std::map<std::string, int> counts_;
  std::map<std::string, Element> types_;
  std::set<std::string> known_, tunables_;
};

std::string problem_of_shapes(const Task& task) {
  if (task.shapes.empty()) return "there is no [[shape]]";
  if (std::ranges::none_of(task.shapes, &Shape::simulated)) return "no [[shape]] is small enough for the software GPU (simulated = true)";
  std::set<std::string> seen;
  for (const Shape& s : task.shapes) {
    if (s.arrays.size() != task.shapes.front().arrays.size()) return fmt::format("the shape '{}' has {} folders of arrays, and '{}' has {}", s.name, s.arrays.size(), task.shapes.front().name, task.shapes.front().arrays.size());
    if (!seen.insert(s.name).second) return fmt::format("there are two shapes '{}'", s.name);
    for (const std::string& p : task.parameters)
      if (!s.values.contains(p)) return fmt::format("the shape '{}' gives no {}", s.name, p);
    for (const Expression& e : task.shape_constraints) {
      auto v = e.value(s.values);
      if (!v) return v.error().what;
      if (*v == 0) return fmt::format("the shape '{}' breaks \"{}\"", s.name, e.text());
    }
    for (const Buffer& b : task.buffers) {
      auto n = b.size.value(s.values);
      if (!n) return n.error().what;
      if (*n < 0 || *n > kMostElements) return fmt::format("in the shape '{}' the buffer '{}' has {} elements", s.name, b.name, *n);
    }
  }
  if (task.has_arrays() && !task.hidden.empty()) return "there are hidden ranges, and arrays have no other shapes";
  for (const auto& [name, range] : task.hidden)
    if (range.first > range.second) return fmt::format("the hidden range of '{}' is empty", name);
  return {};
}

void shapes(Reader& r, const toml::table& t, Task& task) {
  for (const toml::table* one : r.tables(t, "shape")) {
    Shape s;
    s.name = r.text(*one, "name");
    s.simulated = r.truth(*one, "simulated", false);
    s.timed = r.truth(*one, "timed", false);
    if (const toml::node* n = one->get("arrays")) {
      const toml::array* list = n->as_array();
      if (!list || list->empty()) r.complain(n->source(), "'arrays' is a list of folders");
      else
        for (const toml::node& e : *list) {
          s.arrays.push_back(e.value_or(std::string()));
          const fs::path path = s.arrays.back();
          if (path.empty() || path.is_absolute() || std::ranges::any_of(path, [](const fs::path& p) { return p == ".."; })) r.complain(e.source(), fmt::format("'{}' is no folder in the task's", s.arrays.back()));
        }
    }
    for (const auto& [key, value] : *one) {
      if (key.str() == "name" || key.str() == "simulated" || key.str() == "timed" || key.str() == "arrays") continue;
      if (std::ranges::find(task.parameters, key.str()) == task.parameters.end()) r.complain(key.source(), fmt::format("'{}' is no parameter", key.str()));
      if (auto i = value.as_integer()) s.values[std::string(key.str())] = i->get();
      else r.complain(value.source(), fmt::format("'{}' is a whole number", key.str()));
    }
    task.shapes.push_back(std::move(s));
  }
  if (const toml::table* h = r.table(t, "hidden"))
    for (const auto& [key, value] : *h) {
      auto list = value.as_array();
      if (std::ranges::find(task.parameters, key.str()) == task.parameters.end()) r.complain(key.source(), fmt::format("'{}' is no parameter", key.str()));
      else if (!list || list->size() != 2 || !list->is_homogeneous(toml::node_type::integer)) r.complain(value.source(), "a hidden range is [least, most]");
      else task.hidden[std::string(key.str())] = {(*list)[0].value_or(int64_t(0)), (*list)[1].value_or(int64_t(0))};
    }
  task.shape_constraints = r.expressions(t, "constraints");
}

void body(Reader& r, const toml::table& t, Task& task) {
  r.only(t, {"format", "title", "precision", "parameters", "constants", "buffer", "residual", "launch", "scratch", "tunables", "shape", "hidden", "constraints", "oracle", "floor", "timing"});
  const toml::node* format = t.get("format");
  if (!format || format->value_or(int64_t(0)) != 1) r.complain(format ? format->source() : t.source(), "'format' is 1");
  task.title = r.text(t, "title");
  const std::string precision = r.text(t, "precision");
  bool known = false;
  for (Precision p : {Precision::strict, Precision::tf32, Precision::bf16, Precision::f16})
    if (name_of(p) == precision) task.precision = p, known = true;
  if (!known) r.complain(t.source(), fmt::format("the precision '{}' is none of strict, tf32, bf16, f16", precision));
  const toml::node* parameters = t.get("parameters");
  if (!parameters || !parameters->is_array()) r.complain(t.source(), "'parameters' is a list of names");
  else
    for (const toml::node& n : *parameters->as_array()) {
      task.parameters.push_back(n.value_or(std::string()));
      if (!is_name(task.parameters.back())) r.complain(n.source(), fmt::format("'{}' is no name", task.parameters.back()));
    }
  if (const toml::table* c = r.table(t, "constants"))
    for (const auto& [key, value] : *c) {
      if (!value.is_number()) r.complain(value.source(), "a constant is a number");
      task.constants[std::string(key.str())] = value.value_or(0.0);
    }
  for (const toml::table* s : r.tables(t, "shape")) r.arrays |= s->contains("arrays");
  for (const toml::table* b : r.tables(t, "buffer")) task.buffers.push_back(r.buffer(*b, false));
  for (const toml::table* one : r.tables(t, "residual")) task.residuals.push_back(r.residual(*one));
  r.contract(t, task.contract);
  shapes(r, t, task);
  if (const toml::table* o = r.table(t, "oracle")) {
    r.only(*o, {"bound", "repeatable"});
    if (const toml::node* n = o->get("bound")) {
      task.bound = n->value_or(-1.0);
      if (!(task.bound > 0 && task.bound <= 64)) r.complain(n->source(), "'bound' is a number up to 64");
    }
    task.repeatable = r.truth(*o, "repeatable", true);
  }
  if (const toml::table* c = r.table(t, "timing")) {
    r.only(*c, {"cache"});
    const std::string cache = r.text(*c, "cache");
    task.cold = cache != "warm";
    if (cache != "warm" && cache != "cold") r.complain(c->source(), fmt::format("'cache' is cold or warm, not '{}'", cache));
  }
  if (const toml::table* f = r.table(t, "floor")) {
    r.only(*f, {"bytes", "flops"});
    task.bytes = r.expression(*f, "bytes", "0");
    task.flops = r.expression(*f, "flops", "0");
  } else {
    r.complain(t.source(), "[floor] is missing: what any kernel must move and compute");
  }
  if (task.buffers.empty()) r.complain(t.source(), "there is no [[buffer]]");
  if (std::ranges::none_of(task.buffers, [](const Buffer& b) { return is_output(b.role); })) r.complain(t.source(), "no [[buffer]] is an output");
  if (task.contract.launches.empty()) r.complain(t.source(), "there is no [[launch]]");
}

}  // namespace

std::string_view name_of(Precision p) {
  constexpr std::string_view names[] = {"strict", "tf32", "bf16", "f16"};
  return names[static_cast<size_t>(p)];
}

Result<Task> read_task(const fs::path& folder) {
  const fs::path file = folder / "task.toml";
  auto text = read_file(file);
  if (!text) return std::unexpected(text.error());
  Task task;
  task.folder = fs::weakly_canonical(folder);
  task.name = task.folder.filename().string();
  Reader r(file.string(), 0);
  auto t = r.parse(*text);
  if (t) body(r, *t, task);
  if (r.error) return std::unexpected(*r.error);
  std::string wrong = Whole(task, task.contract).problem();
  if (wrong.empty()) wrong = problem_of_shapes(task);
  for (const Expression& e : {task.bytes, task.flops})
    if (wrong.empty()) wrong = Whole(task, task.contract).reads(e, false);
  if (!wrong.empty()) return fail(Exit::usage, fmt::format("{}: {}", file.string(), wrong), "docs/tasks.md describes the format");
  if (!task.has_arrays() && !fs::exists(folder / "reference.cpp")) return fail(Exit::no_input, fmt::format("the task {} has no reference.cpp", task.name), "docs/tasks.md describes it");
  if (!fs::exists(folder / "baseline.hip") && !fs::exists(folder / "baseline.cu"))
    return fail(Exit::no_input, fmt::format("the task {} has neither baseline.hip nor baseline.cu", task.name));
  return task;
}

Result<Contract> read_contract(const std::string& source, const Task& task) {
  const std::string_view opening = "/* wavelift";
  const size_t from = source.find_first_not_of(" \t\r\n");
  if (from == source.npos || source.compare(from, opening.size(), opening) != 0) return task.contract;
  const size_t end = source.find("*/", from);
  if (end == source.npos) return fail(Exit::usage, "the candidate's comment with its launches has no end");
  const size_t begin = from + opening.size();
  Reader r("candidate", static_cast<uint32_t>(std::count(source.begin(), source.begin() + static_cast<long>(begin), '\n')));
  Contract c;
  if (auto t = r.parse(source.substr(begin, end - begin))) {
    r.only(*t, {"launch", "scratch", "tunables", "wave_sizes"});
    r.contract(*t, c);
    c.wave_sizes = r.wave_sizes(*t);
  }
  if (r.error) return std::unexpected(*r.error);
  if (c.tunables.empty()) c.tunables = task.contract.tunables, c.constraints = task.contract.constraints;
  if (c.launches.empty()) c.launches = task.contract.launches;
  if (c.scratch.empty()) c.scratch = task.contract.scratch;
  if (auto wrong = Whole(task, c).problem(); !wrong.empty()) return fail(Exit::usage, "candidate: " + wrong, "docs/tasks.md describes what a candidate may declare");
  return c;
}

Names names_of(const Shape& shape, const Names& tunables) {
  Names all = shape.values;
  all.insert(tunables.begin(), tunables.end());
  return all;
}

Names defaults(const Contract& contract) {
  Names out;
  for (const Tunable& t : contract.tunables) out[t.name] = t.values.front();
  return out;
}

}  // namespace wavelift::judge
