// Which dimensions of a nest are m, n and the reduction, and what of its value stands on which array.
#include "tune/emit/tiled.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using analysis::Dimension;
using analysis::Polynomial;
using analysis::Step;
using analysis::Value;

void each_load(const Value& v, std::vector<const Value*>& loads) {
  if (v.kind == Value::Kind::load) loads.push_back(&v);
  else
    for (const Value& o : v.operands) each_load(o, loads);
}

bool names_a(const Value& v, const std::set<std::string>& names) {
  if (v.kind == Value::Kind::name && names.contains(v.text)) return true;
  return v.kind != Value::Kind::load && std::ranges::any_of(v.operands, [&](const Value& o) { return names_a(o, names); });
}

std::string key(const Value& v) {
  return write_value(v, {}, [](const Value& load) { return load.text + "[" + (load.index ? load.index->text() : key(load.operands[0])) + "]"; });
}

// The operands of a value, outermost first.
void split(const Value& v, const std::set<std::string>& dimensions, std::vector<const Value*>& parts) {
  std::vector<const Value*> loads;
  each_load(v, loads);
  if (loads.empty()) return;
  if (loads.size() == 1 && !names_a(v, dimensions)) {
    if (std::ranges::none_of(parts, [&](const Value* p) { return key(*p) == key(v); })) parts.push_back(&v);
    return;
  }
  for (const Value& o : v.operands) split(o, dimensions, parts);
}

// A load that is only converted.
bool plain(const Value& v) {
  if (v.kind == Value::Kind::load) return true;
  const bool conversion = v.kind == Value::Kind::cast || (v.kind == Value::Kind::call && (v.text.contains("2float") || v.text.contains("toFloat")));
  return conversion && v.operands.size() == 1 && plain(v.operands[0]);
}

// A product of two operands, each once or more: 0 where they are 0.
bool product(const Value& v) {
  if (v.kind == Value::Kind::operation && v.text == "*") return std::ranges::all_of(v.operands, [](const Value& o) { return plain(o) || product(o); });
  return plain(v);
}

bool unit_along(const Polynomial& p, const std::string& name) {
  const auto f = p.factor_of(name);
  return f && *f == Polynomial(1);
}

// A polynomial that no dimension is squared in, or multiplied with another.
bool linear(const Polynomial& p, const std::vector<const Dimension*>& dimensions) {
  return std::ranges::all_of(dimensions, [&](const Dimension* d) {
    const auto f = p.factor_of(d->name);
    return f && std::ranges::none_of(dimensions, [&](const Dimension* e) { return f->reads(e->name); });
  });
}

class Reader {
 public:
  explicit Reader(const analysis::Nest& nest) { shape_.nest = &nest; }

  TiledShape read() {
    if (const std::string why = steps(); !why.empty()) return refuse(why);
    if (const std::string why = shape_.reduce ? contraction() : map(); !why.empty()) return refuse(why);
    return std::move(shape_);
  }

 private:
  TiledShape refuse(const std::string& why) { return {.nest = shape_.nest, .objection = why}; }

  std::string steps() {
    const analysis::Nest& nest = *shape_.nest;
    if (nest.by_groups) return "A point of the nest is a workgroup already.";
    if (nest.parallel.size() < 2) return "The nest has less than two parallel dimensions.";
    for (const Dimension& d : nest.parallel)
      if (!d.size) return fmt::format("The extent of {} is no polynomial of parameters.", d.name);
      else dimensions_.push_back(&d);
    for (const Step& s : nest.steps) {
      if (shape_.store) return fmt::format("Something is computed after {} is stored.", shape_.store->array);
      if (s.kind == Step::Kind::let) {
        if (!shape_.reduce) {
          std::vector<const Value*> loads;
          each_load(s.value, loads);
          if (!loads.empty()) return fmt::format("{} is loaded before the reduction.", s.name);
        }
        shape_.lets.push_back(&s);
      } else if (s.kind == Step::Kind::reduce) {
        if (shape_.reduce) return "The nest has more than one reduction.";
        if (!shape_.lets.empty()) return "Something is computed before the reduction.";
        if (s.over.size() != 1) return "The reduction is over more than one dimension.";
        if (!s.over[0].size) return fmt::format("The extent of {} is no polynomial of parameters.", s.over[0].name);
        if (s.guard) return "The reduction has a guard.";
        shape_.reduce = &s;
        shape_.depth = &s.over[0];
      } else {
        if (!s.over.empty()) return fmt::format("The store to {} has loops of its own.", s.array);
        if (!s.place) return fmt::format("The index that {} is stored to is no polynomial.", s.array);
        shape_.store = &s;
      }
    }
    if (!shape_.store) return "The nest stores nothing.";
    if (!linear(*shape_.store->place, dimensions_)) return fmt::format("The index that {} is stored to is not linear.", shape_.store->array);
    for (const Step& s : nest.steps) {
      std::vector<const Value*> loads;
      each_load(s.value, loads);
      for (const Value* load : loads)
        if (load->text == shape_.store->array && !(load->index && *load->index == *shape_.store->place && s.kind != Step::Kind::reduce))
          return fmt::format("{} is stored and read elsewhere.", load->text);
    }
    return {};
  }

  bool take_n() {
    for (const Dimension* d : dimensions_)
      if (unit_along(*shape_.store->place, d->name)) shape_.n = d;
    shape_.unit_store = shape_.n != nullptr;
    if (!shape_.n) shape_.n = dimensions_.back();
    return shape_.unit_store;
  }

  void take_m(const Dimension* m) {
    shape_.m = m;
    for (const Dimension* d : dimensions_)
      if (d != shape_.m && d != shape_.n) shape_.batch.push_back(d);
  }

  void add_operand(const Value& part, const Value& load) {
    TiledOperand o{.value = part, .load = load, .index = *load.index, .name = load.text};
    const auto same = std::ranges::count_if(shape_.operands, [&](const TiledOperand& other) { return other.load.text == load.text; });
    if (same > 0) o.name += fmt::format("_{}", same + 1);
    shape_.operands.push_back(std::move(o));
  }

  std::string contraction() {
    take_n();
    const std::string depth = shape_.depth->name;
    std::set<std::string> names = {depth};
    for (const Dimension* d : dimensions_) names.insert(d->name);
    std::vector<const Value*> parts;
    split(shape_.reduce->value, names, parts);
    for (const Value* part : parts) {
      std::vector<const Value*> loads;
      each_load(*part, loads);
      std::vector<const Dimension*> all = dimensions_;
      all.push_back(shape_.depth);
      if (!loads[0]->index || !linear(*loads[0]->index, all)) return fmt::format("The index of {} is no linear polynomial.", loads[0]->text);
      if (!loads[0]->index->reads(depth)) return fmt::format("{} is read in the reduction and does not depend on {}.", loads[0]->text, depth);
      add_operand(*part, *loads[0]);
    }
    if (names_beyond_operands()) return "The reduction's value reads a dimension itself.";
    // m is the innermost other dimension that an operand reads without n.
    const Dimension* m = nullptr;
    for (const Dimension* d : dimensions_)
      if (d != shape_.n && std::ranges::any_of(shape_.operands, [&](const TiledOperand& o) { return o.index.reads(d->name) && !o.index.reads(shape_.n->name); }) &&
          std::ranges::none_of(shape_.operands, [&](const TiledOperand& o) { return o.index.reads(d->name) && o.index.reads(shape_.n->name); }))
        m = d;
    if (!m) return "No array of the reduction is read along another dimension than the store's rows: there is nothing that a tile would read twice.";
    take_m(m);
    bool both[2] = {};
    for (TiledOperand& o : shape_.operands) {
      const bool of_m = o.index.reads(m->name), of_n = o.index.reads(shape_.n->name);
      if (of_m == of_n) return fmt::format("{} is read along {} of {} and {}.", o.load.text, of_m ? "both" : "neither", m->name, shape_.n->name);
      o.along_n = of_n;
      o.deep = unit_along(o.index, depth);
      o.unit = o.deep || unit_along(o.index, of_n ? shape_.n->name : m->name);
      both[of_n] = true;
    }
    if (!both[0] || !both[1]) return "The reduction reads no two arrays along different dimensions.";
    shape_.zero_is_neutral = shape_.reduce->op == "+" && product(shape_.reduce->value);
    return {};
  }

  // Whether a dimension stands in the value outside of loads.
  bool names_beyond_operands() const {
    std::set<std::string> names = {shape_.depth->name};
    for (const Dimension* d : dimensions_) names.insert(d->name);
    return names_a(shape_.reduce->value, names);
  }

  std::string map() {
    if (!take_n()) return fmt::format("{} is stored with unit stride along no dimension.", shape_.store->array);
    std::vector<const Value*> loads;
    for (const Step* s : shape_.lets) each_load(s->value, loads);
    each_load(shape_.store->value, loads);
    const Dimension* m = nullptr;
    for (const Value* load : loads) {
      if (!load->index || !linear(*load->index, dimensions_)) continue;
      for (const Dimension* d : dimensions_)
        if (d != shape_.n && unit_along(*load->index, d->name) && load->index->reads(shape_.n->name)) m = d;
    }
    if (!m) return "Nothing is transposed: no load has its unit stride along another dimension than the store.";
    take_m(m);
    for (const Value* load : loads)
      if (load->index && linear(*load->index, dimensions_) && unit_along(*load->index, m->name) && load->index->reads(shape_.n->name) &&
          std::ranges::none_of(shape_.operands, [&](const TiledOperand& o) { return key(o.load) == key(*load); })) {
        add_operand(*load, *load);
        shape_.operands.back().unit = true;
      }
    return {};
  }

  TiledShape shape_;
  std::vector<const Dimension*> dimensions_;
};

}  // namespace

TiledShape tiled_shape(const Subject& subject, size_t launch) {
  const analysis::Raised& raised = subject.nests.at(launch);
  if (!raised.nest) return {.objection = raised.reason};
  return Reader(*raised.nest).read();
}

}  // namespace wavelift::tune
