// Loops of a kernel: dimensions of what is reduced or stored in them.
#include "analysis/clang/nest_reader.h"
#include "analysis/clang/wave_shapes.h"
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <fmt/format.h>
#include <limits>

namespace wavelift::analysis {
using namespace clang;

namespace {

constexpr int most_unrolled = 64;

// Variables that a statement gives other values.
struct Assigned : DynamicRecursiveASTVisitor {
  std::vector<const VarDecl*> all;
  void note(const Expr* e) {
    const auto* ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
    const auto* v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (v && std::ranges::find(all, v) == all.end()) all.push_back(v);
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    if (e->isAssignmentOp()) note(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* e) override {
    if (e->isIncrementDecrementOp()) note(e->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* e) override {
    if (e->isAssignmentOp() && e->getNumArgs() > 0) note(e->getArg(0));
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    const FunctionDecl* f = e->getDirectCallee();
    for (unsigned i = 0; f && !isa<CXXOperatorCallExpr>(e) && i < e->getNumArgs() && i < f->getNumParams(); ++i)
      if (const QualType t = f->getParamDecl(i)->getType(); t->isReferenceType() && !t.getNonReferenceType().isConstQualified()) note(e->getArg(i));
    return true;
  }
};

// Whether the value changes nothing when it is joined.
bool is_neutral(const std::string& op, const Value& v) {
  if (v.kind != Value::Kind::number) return false;
  const bool real = !is_whole_type(v.type);
  if (real && (op == "max" || op == "min")) return v.text == (op == "max" ? "-INFINITY" : "INFINITY");
  const auto zeroes = [&] { return v.text.find_first_not_of("0.fF") == std::string::npos && v.text.find('0') != std::string::npos; };
  if (op == "+" || op == "|" || op == "^") return zeroes();
  if (op == "*") return whole_number(v) == 1 || v.text == "1.0f" || v.text == "1.0" || v.text == "1.f";
  if (op == "&") return whole_number(v) == -1;
  if (v.type == "int") return whole_number(v) == (op == "max" ? int64_t(std::numeric_limits<int32_t>::min()) : int64_t(std::numeric_limits<int32_t>::max()));
  return false;
}

bool reads_kind(const Value& v, std::string_view prefix) {
  bool found = false;
  each_value(v, [&](const Value& one) { found |= one.kind == Value::Kind::name && one.text.starts_with(prefix); });
  return found;
}

}  // namespace

std::optional<NestReader::Loop> NestReader::loop_of(const ForStmt* s) {
  const SourceLocation at = s->getBeginLoc();
  const auto counted = counted_loop(s);
  const auto no = [&](const char* why) {
    refuse(at, why);
    return std::optional<Loop>();
  };
  if (!counted) return no("a loop does not count one variable up to a bound");
  if (Constants::changes_in(s->getBody(), counted->variable)) return no("a loop changes the variable that it counts");
  Value first = eval(counted->first), end = counted->end ? eval_operand(counted->end) : whole_value(0);
  Value by = counted->by ? eval(counted->by) : whole_value(1);
  if (refused()) return {};
  const std::string type = type_of(counted->variable->getType());
  if (!is_whole_type(type)) return no("a loop counts a number that is not whole");
  if (counted->step != BO_Add && counted->step != BO_Sub) return no("a loop does not count by sums");
  const bool down = counted->step == BO_Sub;
  const auto compare = counted->end ? counted->compare : BO_NE;
  const bool unit = whole_number(by) == 1;
  const bool included = compare == BO_LE || compare == BO_GE;
  if (!(down ? compare == BO_GT || compare == BO_GE : compare == BO_LT || compare == BO_LE) && !(compare == BO_NE && unit)) return no("a loop does not count towards its bound");

  Loop out;
  out.variable = counted->variable;
  const std::string label = counted->variable->getNameAsString();
  out.dimension.name = unused(label);
  out.dimension.type = type;
  raw_.types[out.dimension.name] = type;
  const auto start = polynomial_of(first), stride = polynomial_of(by);
  Value base = first;
  const auto without = [&](const std::string& name) {
    base = value_of(start->with(name, 0), type, types());
    by = whole_value(1);
  };
  if (!down && start && stride && active_.size() > 1 && start->factor_of(thread_names[0]) == Polynomial(1) && *stride == Polynomial(raw_.block[0])) {
    out.dimension.sharing = Dimension::Sharing::lanes;
    without(thread_names[0]);
  } else if (!down && start && start->factor_of(global_names[0]) == Polynomial(1) && form_of(by) == form_of(raw_.grid[0]) * Polynomial(raw_.block[0])) {
    out.dimension.sharing = Dimension::Sharing::grid;
    without(global_names[0]);
  }
  const auto step = whole_number(by);
  if (!step || *step < 1) return no("a loop counts by a number that is not known");
  // Where it starts with what is loaded, that has a name.
  if (loops_.empty() && holds_load(base)) {
    RawStep let;
    let.step.kind = Step::Kind::let;
    let.step.name = unused(label + "_first");
    let.step.type = type;
    let.step.value = cast_value(base, type);
    const Value name = named_value(let.step.name, type);
    emit(std::move(let), at);
    out.value = name;
  } else {
    out.value = base;
  }
  Value count = down ? operation_value("-", type, {base, end}) : operation_value("-", type, {end, base});
  if (included) count = operation_value("+", type, {count, whole_value(1)});
  if (*step > 1) count = operation_value("/", type, {operation_value("+", type, {count, whole_value(*step - 1)}), whole_value(*step)});
  // As one writes it: n, and not n + 1 - 1.
  if (const auto p = polynomial_of(count)) count = value_of(*p, type, types());
  out.dimension.extent = count;
  Value moved = named_value(out.dimension.name, type);
  if (*step > 1) moved = operation_value("*", type, {whole_value(*step), moved});
  out.value = arithmetic(down ? "-" : "+", type, cast_value(out.value, type), moved);
  return out;
}

// A loop whose iterations are known, with shared memory or shuffles in it.
void NestReader::run_unrolled(const ForStmt* s) {
  if (s->getInit() && !run(s->getInit())) return;
  for (int i = 0; i < most_unrolled; ++i) {
    const auto more = s->getCond() ? whole_number(eval_condition(s->getCond())) : std::nullopt;
    if (refused()) return;
    if (!more) return void(refuse(s->getBeginLoc(), "shared memory, a shuffle or a barrier stands in a loop that is no tree of a reduction"));
    if (*more == 0) return;
    if (!run(s->getBody()) || refused()) return void(refuse(s->getBeginLoc(), "a loop with shared memory in it ends early"));
    if (s->getInc()) run_expression(s->getInc());
  }
  refuse(s->getBeginLoc(), "shared memory, a shuffle or a barrier stands in a loop that is no tree of a reduction");
}

void NestReader::run_for(const ForStmt* s) {
  const SourceLocation at = s->getBeginLoc();
  if (cooperates(s->getBody())) return run_unrolled(s);
  const auto loop = loop_of(s);
  if (!loop) return;
  // A loop over the grid that the kernel consists of: each iteration is a point.
  const bool outer = loop->dimension.sharing == Dimension::Sharing::grid && loops_.empty() && frames_.size() == 1 && path_.empty() && !raw_.outer && std::ranges::none_of(raw_.steps, [](const RawStep& r) { return r.step.kind == Step::Kind::store; });
  Assigned assigned;
  assigned.TraverseStmt(const_cast<Stmt*>(s->getBody()));
  std::vector<std::pair<const VarDecl*, std::string>> carried;
  Environment before = env_;
  for (const VarDecl* v : assigned.all) {
    const auto alias = aliases_.find(v);
    if (alias != aliases_.end()) v = alias->second;
    const auto it = env_.find(v);
    if (it == env_.end() || v == loop->variable) continue;
    if (it->second.parts || !it->second.array.empty()) return void(refuse(at, fmt::format("the loop changes {}, which is no number", v->getNameAsString())));
    carried.emplace_back(v, fmt::format("@carried:{}", ++numbers_));
    it->second.value = named_value(carried.back().second, it->second.value.type);
  }
  const size_t steps = raw_.steps.size(), path = path_.size(), skips = skips_.size();
  const bool lifted = outer && carried.empty();
  if (lifted) raw_.outer = loop->dimension;
  else loops_.push_back(loop->dimension);
  env_[loop->variable] = {loop->value};
  const int branches = std::exchange(branches_, 0);
  run(s->getBody());
  branches_ = branches;
  end_skips(skips, at);
  path_.resize(path);
  if (lifted) closed_ = true;
  else loops_.pop_back();
  env_.erase(loop->variable);
  for (auto it = env_.begin(); it != env_.end();)   // what was declared in it
    it = before.contains(it->first) ? std::next(it) : env_.erase(it);
  if (refused()) return;
  if (loops_.empty() && !lifted) check_order(steps, at);
  for (const auto& [v, name] : carried) {
    if (refused()) return;
    for (const auto& [other, held] : env_)
      if (other != v && std::ranges::none_of(carried, [&](const auto& c) { return c.first == other; }) && reads_kind(held.value, name)) return void(refuse(at, fmt::format("an iteration of the loop uses {} of the one before it", v->getNameAsString())));
    reduce(v, before.at(v), name, *loop, at);
  }
}

// initial op e, seen through conditions: e's guard, value and loops go to `out`.
bool NestReader::match(const Value& after, const std::string& carried, Step& out) const {
  const auto is_carried = [&](const Value& v) { return is_name(v, carried); };
  const auto free = [&](const Value& v) { return !reads_kind(v, "@carried:") && !reads_kind(v, "@reduce:"); };
  if (after.kind == Value::Kind::name && after.text.starts_with("@reduce:")) {
    const RawStep& inner = pending_.at(after.text);
    if (!inner.step.initial || !is_carried(*inner.step.initial)) return false;
    out.op = inner.step.op;
    out.value = inner.step.value;
    out.over = inner.step.over;
    out.guard = inner.step.guard;
    return true;
  }
  if (after.kind == Value::Kind::cast) return after.operands[0].type == after.type && match(after.operands[0], carried, out);
  const std::string choice = after.kind == Value::Kind::call ? choice_name(after.text) : "";
  static constexpr std::string_view joining[] = {"+", "*", "&", "|", "^"};
  const bool joins = after.kind == Value::Kind::operation && std::ranges::find(joining, after.text) != std::end(joining);
  if (after.operands.size() == 2 && (joins || !choice.empty())) {
    for (size_t side = 0; side < 2; ++side)
      if (is_carried(after.operands[side]) && free(after.operands[1 - side])) {
        out.op = joins ? after.text : choice;
        out.value = cast_value(after.operands[1 - side], after.type);
        return true;
      }
    return false;
  }
  if (after.kind == Value::Kind::operation && after.text == "-" && after.operands.size() == 2 && is_carried(after.operands[0]) && free(after.operands[1])) {
    out.op = "+";
    out.value = operation_value("-", after.type, {after.operands[1]});
    return true;
  }
  if (after.kind != Value::Kind::operation || after.text != "?:") return false;
  const Value &test = after.operands[0], &a = after.operands[1], &b = after.operands[2];
  // x > m ? x : m
  if (test.kind == Value::Kind::operation && test.operands.size() == 2 && (test.text.starts_with('<') || test.text.starts_with('>')))
    for (size_t side = 0; side < 2; ++side) {
      const Value& other = test.operands[1 - side];
      if (!is_carried(test.operands[side]) || !free(other)) continue;
      const bool takes_other = is_carried(b) && same_value(a, other), takes_own = is_carried(a) && same_value(b, other);
      if (!takes_other && !takes_own) return false;
      const bool own_is_less = (test.text[0] == '<') == (side == 0);
      out.op = own_is_less == takes_other ? "max" : "min";
      out.value = other;
      return true;
    }
  if (!free(test) || (!is_carried(a) && !is_carried(b))) return false;
  if (!match(is_carried(b) ? a : b, carried, out)) return false;
  const Value holds = is_carried(b) ? test : negation_of(test);
  out.guard = out.guard ? operation_value("&&", "bool", {holds, *out.guard}) : holds;
  return true;
}

void NestReader::reduce(const VarDecl* v, const Bound& before, const std::string& carried, const Loop& loop, SourceLocation at) {
  Bound& held = env_.at(v);
  const Value after = held.value;
  if (is_name(after, carried)) {
    held = before;
    return;
  }
  RawStep raw;
  Step& step = raw.step;
  step.kind = Step::Kind::reduce;
  step.type = before.value.type;
  if (held.parts || !match(after, carried, step)) return void(refuse(at, fmt::format("the loop computes {} in another way than as a reduction", v->getNameAsString())));
  step.over.insert(step.over.begin(), loop.dimension);
  step.initial = before.value;
  if (before.value.text.starts_with("@nothing:")) return void(refuse(at, fmt::format("{} has no value before the loop", v->getNameAsString())));
  if (!loops_.empty()) {
    const std::string name = fmt::format("@reduce:{}", ++numbers_);
    step.name = name;
    pending_[name] = std::move(raw);
    held = {named_value(name, before.value.type)};
    return;
  }
  if (is_neutral(step.op, *step.initial)) step.initial.reset();
  step.name = unused(v->getNameAsString());
  raw.partial = std::ranges::any_of(step.over, [](const Dimension& d) { return d.sharing != Dimension::Sharing::serial; });
  held = {named_value((raw.partial ? "@part:" : "") + step.name, step.type)};
  raw_.types[held.value.text] = step.type;
  emit(std::move(raw), at);
}

// The steps of a loop are loops of their own: none may read or write what another iteration of another one writes.
void NestReader::check_order(size_t from, SourceLocation at) {
  for (size_t i = from; i < raw_.steps.size(); ++i) {
    const Step& s = raw_.steps[i].step;
    if (s.kind != Step::Kind::store) continue;
    const auto place = polynomial_of(s.index);
    for (size_t j = from; j < raw_.steps.size(); ++j) {
      const RawStep& t = raw_.steps[j];
      if (j > i && t.step.kind == Step::Kind::store && t.step.array == s.array) {
        // Other elements of the same iteration: y[2 * k], y[2 * k + 1].
        const auto other = polynomial_of(t.step.index);
        const auto distance = place && other ? (*place - *other).constant() : std::nullopt;
        const auto factor = place && !s.over.empty() ? place->factor_of(s.over.back().name) : std::nullopt;
        const auto stride = factor ? factor->constant() : std::nullopt;
        if (!distance || (*distance != 0 && (s.over.size() != 1 || !stride || std::abs(*distance) >= std::abs(*stride)))) return void(refuse(at, fmt::format("a loop writes {} in more than one place", s.array)));
      }
      const auto look = [&](const Value& v) {
        each_value(v, [&](const Value& one) {
          if (one.kind != Value::Kind::load || one.text != s.array) return;
          const auto index = polynomial_of(one.operands[0]);
          const bool own = j == i && index && place && *index == *place && std::ranges::all_of(s.over, [&](const Dimension& d) { return place->reads(d.name); });
          if (!own) refuse(at, fmt::format("iterations of a loop read what others write to {}", s.array));
        });
      };
      look(t.step.value);
      for (const Value& c : t.conditions) look(c);
      if (t.step.kind == Step::Kind::store) look(t.step.index);
    }
  }
}

}  // namespace wavelift::analysis
