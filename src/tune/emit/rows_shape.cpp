// Which dimension of a nest is the row, which arrays are read along it, and whether that may be done in packs.
#include "analysis/nest_values.h"
#include "judge/expression.h"
#include "tune/emit/rows.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using analysis::Dimension;
using analysis::Polynomial;
using analysis::Step;
using analysis::Value;

constexpr std::string_view kJoined[] = {"float", "double", "int", "unsigned int", "int64_t", "uint64_t"};

using Conditions = std::vector<Value>;

Value negated(const Value& v) { return {Value::Kind::operation, "!", "bool", {v}}; }

// Each load with the conditions under which it is read.
template <class See>
void each_load(const Value& v, Conditions& when, See see) {
  if (v.kind == Value::Kind::load) {
    see(v, when);
    if (v.index) return;
  }
  const bool op = v.kind == Value::Kind::operation, chosen = op && v.text == "?:", both = op && (v.text == "&&" || v.text == "||");
  for (size_t i = 0; i < v.operands.size(); ++i) {
    const bool guarded = i > 0 && (chosen || both);
    if (guarded) when.push_back((chosen && i == 2) || (both && v.text == "||") ? negated(v.operands[0]) : v.operands[0]);
    each_load(v.operands[i], when, see);
    if (guarded) when.pop_back();
  }
}

template <class See>
void each_load(const Step& s, See see) {
  Conditions when;
  if (s.guard) {
    each_load(*s.guard, when, see);
    when.push_back(*s.guard);
  }
  each_load(s.value, when, see);
}

bool same(const Conditions& a, const Conditions& b) {
  return std::ranges::equal(a, b, [](const Value& x, const Value& y) { return text_of(x) == text_of(y); });
}

class Reader {
 public:
  Reader(const Subject& subject, size_t launch) : subject_(subject), launch_(launch) { shape_.nest = &*subject.nests[launch].nest; }

  RowShape read() {
    for (auto part : {&Reader::dimensions, &Reader::accesses, &Reader::dependences})
      if (const std::string why = (this->*part)(); !why.empty()) return {.nest = shape_.nest, .objection = why};
    return std::move(shape_);
  }

 private:
  const analysis::Nest& nest() const { return *shape_.nest; }

  std::string dimensions() {
    std::string extent;
    for (const Dimension& d : nest().parallel) {
      if (!d.size) return fmt::format("The extent of {} is no polynomial of parameters.", d.name);
      shape_.rows.push_back(&d);
    }
    for (size_t i = 0; i < nest().steps.size(); ++i) {
      const Step& s = nest().steps[i];
      if (s.kind == Step::Kind::reduce) {
        shape_.reduces = true;
        if (std::ranges::find(kJoined, s.type) == std::end(kJoined)) return fmt::format("{} is summed up in {}, which threads cannot hand to each other.", s.name, s.type);
        if (s.over.empty()) return fmt::format("{} is no loop.", s.name);
      }
      if (s.over.size() > 1) return fmt::format("Line {} has loops within loops.", s.line);
      if (s.over.empty()) continue;
      const Dimension& d = s.over[0];
      const std::string text = d.size ? d.size->text() : text_of(d.extent);
      if (!shape_.along) shape_.along = &d, shape_.before = i, extent = text;
      if (text != extent) return fmt::format("The loops over {} and {} have different lengths.", shape_.k(), d.name);
      shape_.others.insert(d.name);
      shape_.by_grid = shape_.by_grid || d.sharing == Dimension::Sharing::grid;
    }
    if (!shape_.along) {
      if (shape_.rows.empty()) return "The nest has no parallel dimension.";
      shape_.points = true;
      shape_.along = shape_.rows.back();
      shape_.rows.pop_back();
    }
    if (shape_.by_grid && shape_.rows.size() != 1) return "A loop that the grid shares out stands in a grid of more than one dimension.";
    return {};
  }

  // The row's part of an index: 1 for neighbours, 0 where it is the same for all; none of these: -1.
  int stride(const Polynomial& index) const {
    const auto f = index.factor_of(shape_.k());
    if (!f) return -1;
    const auto c = f->constant();
    return c && (*c == 0 || *c == 1) ? static_cast<int>(*c) : -1;
  }

  RowArray& array(const std::string& name, const Polynomial& index) {
    const Polynomial rest = index.with(shape_.k(), 0);
    for (RowArray& a : shape_.arrays)
      if (a.array == name && a.rest == rest) return a;
    RowArray a{.array = name, .type = {}, .rest = rest, .name = name, .buffer = {}};
    const auto same = std::ranges::count(shape_.arrays, name, &RowArray::array);
    if (same > 0) a.name += fmt::format("_{}", same + 1);
    for (size_t i = 0; i < nest().parameters.size(); ++i)
      if (nest().parameters[i].name == name) a.type = nest().parameters[i].type, a.buffer = subject_.task->contract.launches.at(launch_).arguments.at(i).name;
    shape_.arrays.push_back(std::move(a));
    return shape_.arrays.back();
  }

  // Whether the row's pointer can be made before the first pass.
  bool known_before(const Polynomial& rest) const {
    std::set<std::string> known;
    for (const auto& p : nest().parameters) known.insert(p.name);
    for (const Dimension* d : shape_.rows) known.insert(d->name);
    for (size_t i = 0; i < shape_.before; ++i) known.insert(nest().steps[i].name);
    return std::ranges::all_of(rest.names(), [&](const std::string& n) { return known.contains(n); });
  }

  // Whether each point's element is there: the largest index is the buffer's last, and none is negative. Sizes are compared by their values
  // for a few parameters, which two polynomials share only where they are equal.
  bool there(const std::string& buffer, const Polynomial& index) const {
    if (!shape_.along->size) return false;
    for (const auto& [product, factor] : index.terms())
      if (factor < 0) return false;
    Polynomial most = index;
    std::vector<const Dimension*> all = shape_.rows;
    all.push_back(shape_.along);
    for (const Dimension* d : all) most = most.with(d->name, *d->size - 1);
    const auto size = judge::Expression::parse(contract_text(subject_, launch_, most + 1));
    const judge::Expression* of_buffer = nullptr;
    for (const judge::Buffer& b : subject_.task->buffers)
      if (b.name == buffer) of_buffer = &b.size;
    for (const judge::Buffer& b : subject_.task->contract.scratch)
      if (b.name == buffer) of_buffer = &b.size;
    if (!size || !of_buffer) return false;
    for (int64_t draw = 0; draw < 6; ++draw) {
      judge::Names names = judge::defaults(subject_.task->contract);
      for (size_t i = 0; i < subject_.task->parameters.size(); ++i) names[subject_.task->parameters[i]] = 2 + (static_cast<int64_t>(i) * 31 + draw * 17 + 5) % 41;
      const auto a = size->value(names), b = of_buffer->value(names);
      if (!a || !b || *a != *b) return false;
    }
    return true;
  }

  // Conditions that hold for a whole row or for none of it.
  bool of_rows(const Conditions& when) const {
    std::set<std::string> names = shape_.others;
    names.insert(shape_.k());
    if (shape_.points)
      for (const Step& s : nest().steps) names.insert(s.name);
    return std::ranges::none_of(when, [&](const Value& v) { return std::ranges::any_of(names, [&](const std::string& n) { return reads_name(v, n); }); });
  }

  std::string loads(size_t i) {
    std::string why;
    each_load(nest().steps[i], [&](const Value& load, const Conditions& when) {
      if (!load.index) return;   // through another array: read as it stands
      const Polynomial index = shape_.in_k(*load.index);
      const int by = stride(index);
      if (by < 0 && why.empty()) why = fmt::format("{} is read with another stride than 1 along {}.", load.text, shape_.k());
      if (by != 1 || !known_before(index.with(shape_.k(), 0)) || type_bytes(type_of(load.text)) == 0) return;
      const bool always = when.empty() || there(buffer_of(load.text), index);
      if (!always && !of_rows(when)) return;
      const size_t before = shape_.arrays.size();
      RowArray& a = array(load.text, index);
      if (always) a.when.clear();
      else if (shape_.arrays.size() > before) a.when = when;
      else if (!a.when.empty() && !same(a.when, when)) odd_.insert(a.name);
      a.passes.insert(i);
    });
    return why;
  }

  std::string store(const Step& s) {
    if (!s.place) return fmt::format("The index that {} is stored to is no polynomial.", s.array);
    const Polynomial index = shape_.in_k(*s.place);
    if (stride(index) != 1) return fmt::format("{} is stored with another stride than 1 along {}.", s.array, shape_.k());
    if (!known_before(index.with(shape_.k(), 0))) return fmt::format("Where {} is stored is not known before the row is read.", s.array);
    if (type_bytes(type_of(s.array)) == 0) return fmt::format("The elements of {} have no known size.", s.array);
    RowArray& a = array(s.array, index);
    a.stored = true;
    a.when.clear();   // every point of a buffer that is stored is there
    return {};
  }

  std::string accesses() {
    for (size_t i = 0; i < nest().steps.size(); ++i) {
      if (!shape_.goes_along(i)) continue;
      if (std::string why = loads(i); !why.empty()) return why;
      if (nest().steps[i].kind != Step::Kind::store) continue;
      if (std::string why = store(nest().steps[i]); !why.empty()) return why;
    }
    if (shape_.arrays.empty()) return "Nothing is read or stored along the row.";
    // The one whose packs begin at whole 16 bytes in each row: what most passes read, at all points.
    const auto most = std::ranges::max_element(shape_.arrays, {}, [](const RowArray& a) { return a.when.empty() ? a.passes.size() + a.stored : 0; });
    std::ranges::rotate(shape_.arrays.begin(), most, most + 1);
    // What is a few elements on in the same row never begins with it; it is taken from the same packs, or read as it stands.
    std::erase_if(shape_.arrays, [&](const RowArray& a) {
      const auto by = (a.rest - shape_.arrays[0].rest).constant();
      return odd_.contains(a.name) || (by && *by != 0 && !a.stored);
    });
    std::map<std::string, int> numbers;
    for (RowArray& a : shape_.arrays) {
      a.beside = !(a.rest == shape_.arrays[0].rest);
      const int number = ++numbers[a.array];
      a.name = number == 1 ? a.array : fmt::format("{}_{}", a.array, number);
    }
    for (size_t i = 0; i < nest().steps.size(); ++i)   // what one pass reads at all points, another may read as a pack at a few
      if (shape_.goes_along(i))
        each_load(nest().steps[i], [&](const Value& load, const Conditions&) {
          if (const RowArray* a = shape_.packed(load)) shape_.arrays[static_cast<size_t>(a - shape_.arrays.data())].passes.insert(i);
        });
    if (!shape_.reduces) flatten();
    return {};
  }

  // Rows that follow one another in all arrays are one.
  void flatten() {
    Polynomial place = 0, points = 1;
    if (!shape_.along->size) return;
    for (const Dimension* d : shape_.rows) place = place * *d->size + Polynomial::name(d->name), points = points * *d->size;
    place = place * *shape_.along->size;
    for (const RowArray& a : shape_.arrays)
      if (!(a.rest == place) || !a.when.empty()) return;
    std::vector<std::string> names = {shape_.k()};
    for (const Dimension* d : shape_.rows) names.push_back(d->name);
    for (const Step& s : nest().steps)
      for (const std::string& n : names) {
        bool other = (s.guard && reads_outside(*s.guard, n)) || reads_outside(s.value, n);
        if (other) return;
      }
    shape_.flat = points * *shape_.along->size;
  }

  // Whether the name stands anywhere but in the index of what packs bring.
  bool reads_outside(const Value& v, const std::string& name) const {
    if (v.kind == Value::Kind::load && shape_.packed(v)) return false;
    if (v.kind == Value::Kind::name && v.text == name) return true;
    if (v.kind == Value::Kind::load && v.index) return v.index->reads(name);
    return std::ranges::any_of(v.operands, [&](const Value& o) { return reads_outside(o, name); });
  }

  // What is stored may be loaded at the same point alone, and not after it is stored.
  std::string dependences() {
    for (size_t i = 0; i < nest().steps.size(); ++i) {
      const Step& s = nest().steps[i];
      if (s.kind != Step::Kind::store) continue;
      for (size_t j = 0; j < nest().steps.size(); ++j) {
        const Step& t = nest().steps[j];
        std::string why;
        each_load(t, [&](const Value& load, const Conditions&) {
          if (load.text != s.array || !why.empty()) return;
          if (!load.index || !s.place || !(shape_.in_k(*load.index) == shape_.in_k(*s.place))) why = fmt::format("{} is stored and read elsewhere.", s.array);
          else if (j > i) why = fmt::format("{} is read after it is stored.", s.array);
        });
        if (t.kind == Step::Kind::store && j != i && t.array == s.array) why = fmt::format("{} is stored twice.", s.array);
        if (!why.empty()) return why;
      }
    }
    return {};
  }

  std::string type_of(const std::string& name) const {
    const auto* p = parameter_of(nest(), name);
    return p ? p->type : std::string();
  }
  std::string buffer_of(const std::string& name) const {
    for (size_t i = 0; i < nest().parameters.size(); ++i)
      if (nest().parameters[i].name == name) return subject_.task->contract.launches.at(launch_).arguments.at(i).name;
    return {};
  }

  const Subject& subject_;
  size_t launch_;
  RowShape shape_;
  std::set<std::string> odd_;            // arrays that are read under different conditions
};

}  // namespace

Polynomial RowShape::in_k(const Polynomial& p) const {
  Polynomial out = p;
  for (const std::string& other : others)
    if (other != k()) out = out.with(other, Polynomial::name(k()));
  return out;
}

const RowArray* RowShape::packed(const Value& load) const {
  if (!load.index) return nullptr;
  const Polynomial index = in_k(*load.index);
  if (const auto f = index.factor_of(k()); !f || !(*f == Polynomial(1))) return nullptr;
  for (const RowArray& a : arrays)
    if (a.array == load.text && a.rest == index.with(k(), 0) && !a.passes.empty()) return &a;
  return nullptr;
}

std::pair<const RowArray*, int64_t> RowShape::shifted(const Value& load) const {
  if (!points || !load.index) return {};
  const Polynomial index = in_k(*load.index);
  if (const auto f = index.factor_of(k()); !f || !(*f == Polynomial(1))) return {};
  for (const RowArray& a : arrays)
    if (const auto by = (index.with(k(), 0) - a.rest).constant(); by && *by != 0 && a.array == load.text && a.when.empty() && !a.passes.empty()) return {&a, *by};
  return {};
}

RowShape row_shape(const Subject& subject, size_t launch) {
  const analysis::Raised& raised = subject.nests.at(launch);
  if (!raised.nest) return {.objection = raised.reason};
  return Reader(subject, launch).read();
}

bool kept(const RowArray& array) { return array.passes.size() > 1 && array.when.empty(); }

int row_width(const RowShape& shape) {
  int largest = 1;
  for (const RowArray& a : shape.arrays) largest = std::max(largest, type_bytes(a.type));
  return 16 / largest;
}

}  // namespace wavelift::tune
