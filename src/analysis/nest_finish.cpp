#include "analysis/nest_finish.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::analysis {

namespace {

// All values of a step.
template <class Visit> void values_of(RawStep& s, Visit visit) {
  if (s.step.initial) visit(*s.step.initial);
  if (s.step.kind == Step::Kind::store) visit(s.step.index);
  for (Dimension& d : s.step.over) visit(d.extent);
  for (Value& c : s.conditions) visit(c);
  if (s.step.guard) visit(*s.step.guard);
  visit(s.step.value);
}

// A place of the launch that becomes a parallel dimension: its name, and how many there are.
struct Direction {
  std::string name;
  Value extent;
  Value grid;                      // workgroups, of which each has
  int64_t factor = 1;              // so many
};

class Finisher {
 public:
  explicit Finisher(RawNest raw) : raw_(std::move(raw)) {}

  Raised run() {
    drop_unread();
    if (!unclear() && !share()) {
      directions();
      if (raw_.outer) check_outer();
    }
    if (!refused_.reason.empty()) return refused_;
    for (Direction& d : directions_) lift(d);
    for (const Direction& d : directions_) add_parallel(d);
    if (raw_.outer) {
      raw_.outer->sharing = Dimension::Sharing::serial;
      nest_.parallel.push_back(*raw_.outer);
    }
    name_all();
    return {std::move(nest_), "", {}};
  }

 private:
  bool refuse(const Place& place, std::string reason) {
    if (refused_.reason.empty()) refused_ = {std::nullopt, std::move(reason), place};
    return true;
  }

  bool reads(std::string_view name) {
    bool found = false;
    for (RawStep& s : raw_.steps) values_of(s, [&](const Value& v) { found |= reads_name(v, name); });
    return found;
  }
  void put(std::string_view name, const Value& value) {
    for (RawStep& s : raw_.steps) values_of(s, [&](Value& v) { v = with_name(v, name, value); });
  }
  std::string type_of(const std::string& name) const {
    const auto it = raw_.types.find(name);
    return it == raw_.types.end() ? "int" : it->second;
  }

  void drop_unread() {
    std::set<std::string> read;
    for (size_t i = raw_.steps.size(); i-- > 0;) {
      RawStep& s = raw_.steps[i];
      if (s.step.kind != Step::Kind::store && !read.contains(s.step.name) && !read.contains("@part:" + s.step.name)) {
        raw_.steps.erase(raw_.steps.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      values_of(s, [&](const Value& v) { each_value(v, [&](const Value& one) { if (one.kind == Value::Kind::name) read.insert(one.text); }); });
    }
  }

  // What the reading put off and nothing resolved.
  bool unclear() {
    static constexpr std::pair<std::string_view, std::string_view> reasons[] = {
        {"@part:", "what one thread has of a loop that the workgroup shares out is used before it is joined with the others'"},
        {"@nothing:", "a variable is used that has been given no value"},
        {"@reduce:", "a loop within a loop computes a value for each of its iterations"},
        {"@carried:", "an iteration of a loop depends on the one before it in another way than a reduction"}};
    for (RawStep& s : raw_.steps)
      values_of(s, [&](const Value& v) {
        each_value(v, [&](const Value& one) {
          for (const auto& [prefix, reason] : reasons)
            if (one.kind == Value::Kind::name && one.text.starts_with(prefix)) refuse(s.place, std::string(reason));
        });
      });
    if (raw_.steps.empty()) refuse({}, "the kernel stores nothing");
    return !refused_.reason.empty();
  }

  Value global(size_t d) const {
    return operation_value("+", "int", {operation_value("*", "int", {named_value(block_names[d], "int"), whole_value(raw_.block[d])}), named_value(thread_names[d], "int")});
  }
  bool reads_threads(RawStep& s) const {
    bool found = false;
    values_of(s, [&](const Value& v) {
      for (const std::string& name : thread_names) found |= reads_name(v, name);
    });
    return found;
  }

  // Whether a point is a thread or a workgroup; in the latter, no step reads a thread's number afterwards.
  bool share() {
    nest_.by_groups = raw_.joined;
    for (RawStep& s : raw_.steps) {
      for (const Dimension& d : s.step.over) nest_.by_groups |= d.sharing == Dimension::Sharing::lanes;
      for (const Value& c : s.conditions) nest_.by_groups |= s.step.kind == Step::Kind::store && first_thread(c).has_value();
    }
    if (!nest_.by_groups) return false;
    for (size_t d = 0; d < 3; ++d) put(global_names[d], global(d));
    std::set<std::string> stored;
    for (const RawStep& s : raw_.steps)
      if (s.step.kind == Step::Kind::store) stored.insert(s.step.array);
    // What each thread has of its own is put in where it is read.
    for (size_t i = 0; i < raw_.steps.size();) {
      RawStep& s = raw_.steps[i];
      if (s.step.kind != Step::Kind::let || !reads_threads(s)) {
        ++i;
        continue;
      }
      bool changes = false;
      each_value(s.step.value, [&](const Value& v) { changes |= v.kind == Value::Kind::load && stored.contains(v.text); });
      if (changes) return refuse(s.place, fmt::format("{} is loaded from what the kernel writes", s.step.name));
      const Step own = s.step;
      raw_.steps.erase(raw_.steps.begin() + static_cast<std::ptrdiff_t>(i));
      put(own.name, own.value);
    }
    for (RawStep& s : raw_.steps) {
      if (!reads_threads(s)) continue;
      if (s.step.kind == Step::Kind::reduce) return refuse(s.place, "a loop has other bounds or values in each thread of the workgroup");
      for (size_t i = 0; i < s.conditions.size();) {
        const auto d = first_thread(s.conditions[i]);
        if (!d) {
          ++i;
          continue;
        }
        s.conditions.erase(s.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        values_of(s, [&](Value& v) { v = with_name(v, thread_names[*d], whole_value(0)); });
      }
      if (!reads_threads(s)) continue;
      if (raw_.block[1] != 1 || raw_.block[2] != 1) return refuse(s.place, "the threads of a workgroup of more than one dimension write what they have joined");
      for (const Dimension& d : s.step.over)
        if (d.sharing != Dimension::Sharing::serial) return refuse(s.place, "a loop that threads share out reads a thread's number");
      const std::string name = unused("lane");
      raw_.types[name] = "int";
      values_of(s, [&](Value& v) { v = with_name(v, thread_names[0], named_value(name, "int")); });
      s.step.over.push_back({name, "int", whole_value(raw_.block[0]), {}, Dimension::Sharing::lanes});
    }
    return false;
  }

  // threadIdx.d == 0, threadIdx.d < 1, !threadIdx.d
  static std::optional<size_t> first_thread(const Value& c) {
    if (c.kind != Value::Kind::operation || c.operands.size() != 2) return {};
    for (size_t d = 0; d < 3; ++d)
      for (size_t side = 0; side < 2; ++side) {
        const auto p = polynomial_of(c.operands[side]);
        const auto n = whole_number(c.operands[1 - side]);
        if (p != Polynomial::name(thread_names[d]) || !n) continue;
        if ((c.text == "==" && *n == 0) || (c.text == (side == 0 ? "<" : ">") && *n == 1) || (c.text == (side == 0 ? "<=" : ">=") && *n == 0)) return d;
      }
    return {};
  }

  std::string unused(std::string name) const {
    while (raw_.types.contains(name)) name += "_";
    return name;
  }

  void directions() {
    for (size_t d = 0; d < 3; ++d)
      if (reads(global_names[d]) && (reads(block_names[d]) || reads(thread_names[d]))) put(global_names[d], global(d));
    for (size_t d = 3; d-- > 0;)
      if (reads(block_names[d])) directions_.push_back({block_names[d], raw_.grid[d], raw_.grid[d], 1});
    for (size_t d = 3; d-- > 0;) {
      if (reads(thread_names[d])) directions_.push_back({thread_names[d], whole_value(raw_.block[d]), whole_value(1), raw_.block[d]});
      if (reads(global_names[d])) directions_.push_back({global_names[d], operation_value("*", "int", {raw_.grid[d], whole_value(raw_.block[d])}), raw_.grid[d], raw_.block[d]});
    }
  }

  void check_outer() {
    if (!directions_.empty() || nest_.by_groups) refuse(raw_.steps.front().place, "a loop over the grid reads which thread it is in");
  }

  // Whether workgroups of so many places have at least `limit` of them and none is lost: ceil_div(limit, factor), limit itself.
  static bool covers(const Direction& d, const Value& limit) {
    const Polynomial wanted = form_of(limit), by(d.factor);
    const auto grid = form_of(d.grid);
    if (grid * by == wanted) return true;
    if (const auto a = grid.constant(), b = wanted.constant(); a && b) return *a * d.factor >= *b;
    const Value& g = d.grid;
    if (g.operands.size() != 2 || whole_number(g.operands[1]) != d.factor) return false;
    if (g.kind == Value::Kind::call && g.text == "ceil_div") return form_of(g.operands[0]) == wanted;
    return g.kind == Value::Kind::operation && g.text == "/" && form_of(g.operands[0]) == wanted + Polynomial(d.factor - 1);
  }

  // A value without steps' names.
  Value expanded(const Value& v) const {
    return replaced(v, [&](const Value& one) -> std::optional<Value> {
      if (one.kind != Value::Kind::name) return {};
      for (const RawStep& s : raw_.steps)
        if (s.step.kind == Step::Kind::let && s.step.name == one.text && !reads_name(s.step.value, one.text)) return expanded(s.step.value);
      return {};
    });
  }
  bool of_parameters(const Value& v) const {
    bool all = true;
    each_value(v, [&](const Value& one) {
      all &= one.kind != Value::Kind::load;
      all &= one.kind != Value::Kind::name || std::ranges::any_of(raw_.parameters, [&](const KernelParameter& p) { return p.name == one.text && !p.pointer; });
    });
    return all;
  }

  // limit, where the condition is d < limit.
  std::optional<Value> limit_of(const Value& c, const std::string& d) const {
    if (c.kind != Value::Kind::operation || c.operands.size() != 2) return {};
    for (size_t side = 0; side < 2; ++side) {
      if (polynomial_of(c.operands[side]) != Polynomial::name(d)) continue;
      const bool below = c.text == (side == 0 ? "<" : ">"), up_to = c.text == (side == 0 ? "<=" : ">=");
      if (!below && !up_to) continue;
      Value limit = expanded(c.operands[1 - side]);
      if (!of_parameters(limit)) continue;
      if (up_to) limit = operation_value("+", limit.type, {limit, whole_value(1)});
      return limit;
    }
    return {};
  }

  // The limit that all stores have becomes the extent, where the launch has as many places.
  void lift(Direction& d) {
    std::optional<Value> limit;
    bool everywhere = true;
    for (const RawStep& s : raw_.steps) {
      if (s.step.kind != Step::Kind::store) continue;
      const auto found = std::ranges::find_if(s.conditions, [&](const Value& c) {
        const auto l = limit_of(c, d.name);
        return l && covers(d, *l) && (!limit || same_value(*l, *limit));
      });
      if (found == s.conditions.end()) everywhere = false;
      else limit = limit_of(*found, d.name);
    }
    if (!everywhere || !limit) return;
    for (RawStep& s : raw_.steps)
      std::erase_if(s.conditions, [&](const Value& c) {
        const auto l = limit_of(c, d.name);
        return l && same_value(*l, *limit);
      });
    d.extent = *limit;
  }

  // A direction that is met as d % by and d / by alone, of extent by * others, is two.
  bool split(const Direction& d) {
    std::optional<Value> by;
    bool clean = true;
    const auto quotient = [&](const Value& v) {
      return v.kind == Value::Kind::operation && (v.text == "/" || v.text == "%") && polynomial_of(v.operands[0]) == Polynomial::name(d.name);
    };
    const std::function<void(const Value&)> look = [&](const Value& v) {
      if (quotient(v)) {
        if (by && !same_value(*by, v.operands[1])) clean = false;
        by = v.operands[1];
        return;
      }
      clean &= !is_name(v, d.name);
      for (const Value& o : v.operands) look(o);
    };
    for (RawStep& s : raw_.steps) values_of(s, [&](const Value& v) { look(v); });
    if (!clean || !by || !of_parameters(expanded(*by))) return false;
    const Value inner = expanded(*by);
    const auto divisor = polynomial_of(inner), all = polynomial_of(d.extent);
    const auto others = divisor && all ? exact_quotient(*all, *divisor) : std::nullopt;
    if (!others) return false;
    const auto type = [&](const std::string& n) { return type_of(n); };
    const std::string upper = d.name + "/", lower = d.name + "%";
    for (const auto& [name, extent] : {std::pair(upper, value_of(*others, "int", type)), std::pair(lower, inner)}) nest_.parallel.push_back({name, "int", extent, {}, Dimension::Sharing::serial});
    for (RawStep& s : raw_.steps)
      values_of(s, [&](Value& v) {
        v = replaced(v, [&](const Value& one) { return quotient(one) ? std::optional(named_value(one.text == "/" ? upper : lower, one.type)) : std::nullopt; });
      });
    // A variable that holds one of them is its name.
    for (size_t i = 0; i < raw_.steps.size();) {
      const Step s = raw_.steps[i].step;
      const std::string held = s.kind == Step::Kind::let ? polynomial_of(s.value).value_or(Polynomial()).text() : "";
      if (held != upper && held != lower) {
        ++i;
        continue;
      }
      raw_.steps.erase(raw_.steps.begin() + static_cast<std::ptrdiff_t>(i));
      raw_.names.try_emplace(held, s.name);
      put(s.name, s.value);
    }
    return true;
  }

  void add_parallel(const Direction& d) {
    if (split(d)) return;
    nest_.parallel.push_back({d.name, type_of(d.name), d.extent, {}, Dimension::Sharing::serial});
  }

  std::optional<Polynomial> size_of_extent(const Value& v) const {
    const auto p = polynomial_of(v);
    const bool plain = p && std::ranges::all_of(p->names(), [&](const std::string& n) {
      return std::ranges::none_of(raw_.steps, [&](const RawStep& s) {
        return s.step.name == n || std::ranges::any_of(s.step.over, [&](const Dimension& o) { return o.name == n; });
      }) && std::ranges::none_of(nest_.parallel, [&](const Dimension& o) { return o.name == n; });
    });
    return plain ? p : std::nullopt;
  }

  // Names of the source for coordinates, conditions as guards, and indexes as polynomials.
  void name_all() {
    for (Dimension& d : nest_.parallel) {
      const std::string place = d.name;
      if (!place.starts_with('@') && place.find('.') == place.npos) continue;
      std::string name = raw_.names.contains(place) ? raw_.names.at(place) : "";
      if (name.empty()) {
        const std::string axis(1, place[place.find_first_of("@.") + 1]);
        name = place.starts_with('@') ? axis : place.starts_with("block") ? (axis == "x" ? "block" : "block_" + axis) : (axis == "x" ? "thread" : "thread_" + axis);
        if (place.ends_with('%')) name += "_inner";
      }
      // A variable's name is the dimension's where no step has it.
      if (taken_.contains(name) || std::ranges::any_of(raw_.steps, [&](const RawStep& s) { return s.step.name == name; }) || std::ranges::any_of(raw_.parameters, [&](const KernelParameter& p) { return p.name == name; })) name = unused(name + "_");
      taken_.insert(name);
      raw_.types[name] = d.type;
      d.name = name;
      for (RawStep& s : raw_.steps)
        values_of(s, [&](Value& v) {
          v = replaced(v, [&](const Value& one) { return is_name(one, place) ? std::optional(cast_value(named_value(name, d.type), one.type.empty() ? d.type : one.type)) : std::nullopt; });
        });
    }
    for (Dimension& d : nest_.parallel) d.size = size_of_extent(d.extent);
    for (RawStep& s : raw_.steps) {
      if (s.step.guard) s.conditions.push_back(*s.step.guard);
      if (!s.conditions.empty()) s.step.guard = all_of_conditions(s.conditions);
      for (Dimension& d : s.step.over) {
        d.size = size_of_extent(d.extent);
        fill(d.extent);
      }
      if (s.step.initial) fill(*s.step.initial);
      if (s.step.guard) fill(*s.step.guard);
      if (s.step.kind == Step::Kind::store) {
        fill(s.step.index);
        s.step.place = polynomial_of(s.step.index);
      }
      fill(s.step.value);
      s.step.line = s.place.line;
      nest_.steps.push_back(std::move(s.step));
    }
    nest_.kernel = std::move(raw_.kernel);
    nest_.parameters = std::move(raw_.parameters);
  }
  static void fill(Value& v) {
    for (Value& o : v.operands) fill(o);
    if (v.kind == Value::Kind::load) v.index = polynomial_of(v.operands[0]);
  }

  RawNest raw_;
  Nest nest_;
  std::vector<Direction> directions_;
  std::set<std::string> taken_;
  Raised refused_;
};

}  // namespace

Raised finish_nest(RawNest raw) { return Finisher(std::move(raw)).run(); }

}  // namespace wavelift::analysis
