// Where a kernel's way divides and comes together again: ifs, early ends, and the functions that it calls.
#include "analysis/clang/nest_reader.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

constexpr size_t most_frames = 16;

bool same_bound(const Bound& a, const Bound& b) { return a.parts == b.parts && a.array == b.array && (a.parts || same_value(a.value, b.value)); }

}  // namespace

bool NestReader::run_return(const ReturnStmt* s) {
  Frame& frame = frames_.back();
  if (frame.loops > 0 || !loops_.empty()) {
    if (frame.loops > 0) {
      refuse(s->getBeginLoc(), "a loop returns early");
      return false;
    }
  }
  if (const Expr* e = s->getRetValue(); e && !e->getType()->isVoidType()) {
    Bound b;
    std::optional<Parts> parts;
    if (cooperates(e)) parts = parts_of(e);
    if (parts) b.parts = std::make_shared<Parts>(std::move(*parts));
    else if (e->getType()->isPointerType()) {
      if (auto p = pointer(e)) b = *p;
    } else {
      b.value = eval(e);
      if (!refused() && !is_coordinate(b.value)) b.value = cast_value(b.value, type_of(e->getType()));
    }
    frame.results.emplace_back(std::vector<Value>(path_.begin() + static_cast<std::ptrdiff_t>(frame.path), path_.end()), std::move(b));
  }
  return false;
}

bool NestReader::run_if(const IfStmt* s) {
  const SourceLocation at = s->getBeginLoc();
  if (s->getInit() && !run(s->getInit())) return false;
  if (s->getConditionVariable()) {
    refuse(at, "a variable declared in a condition is not followed");
    return false;
  }
  Value test = eval_condition(s->getCond());
  if (refused()) return false;
  if (const auto n = whole_number(test)) return *n != 0 ? run(s->getThen()) : s->getElse() ? run(s->getElse()) : true;
  const auto lanes = lanes_of(test);
  if ((writes_memory(s->getThen()) || writes_memory(s->getElse())) && !lanes && reads_threads(test)) {
    refuse(at, "shared memory, a shuffle or a barrier stands under a condition that is not of the thread's number alone");
    return false;
  }
  // What a condition loads and the kernel also writes is looked at once.
  bool changes = false;
  each_value(test, [&](const Value& one) {
    for (const KernelParameter& p : raw_.parameters) changes |= one.kind == Value::Kind::load && p.name == one.text && !p.is_const;
  });
  if (changes && loops_.empty()) {
    RawStep step;
    step.step.kind = Step::Kind::let;
    step.step.name = unused("condition");
    step.step.type = "bool";
    step.step.value = test;
    test = named_value(step.step.name, "bool");
    emit(std::move(step), at);
  }
  const Value opposite = negation_of(test);
  const Environment before = env_;
  const std::vector<bool> all = active_;
  const size_t path = path_.size();
  const auto side = [&](const Stmt* branch, const Value& condition, bool holds) {
    if (!branch) return true;
    split_conditions(condition, path_);
    if (lanes)
      for (size_t t = 0; t < active_.size(); ++t) active_[t] = active_[t] && (*lanes)[t] == holds;
    ++branches_;
    const bool on = run(branch);
    --branches_;
    path_.resize(path);
    active_ = all;
    return on;
  };
  const bool on = side(s->getThen(), test, true);
  if (refused()) return false;
  const Environment then = std::exchange(env_, before);
  const bool other_on = side(s->getElse(), opposite, false);
  if (refused()) return false;
  if (!on && !other_on) return false;
  if (on && other_on) {
    const Environment other = std::exchange(env_, before);
    merge(test, lanes, then, other, at);
    return !refused();
  }
  // Who left earlier does not do the rest.
  skips_.push_back({on ? opposite : test, on ? std::exchange(env_, then) : then});
  split_conditions(on ? test : opposite, path_);
  if (lanes)
    for (size_t t = 0; t < active_.size(); ++t) active_[t] = active_[t] && (*lanes)[t] == on;
  return true;
}

Bound NestReader::either(const Value& test, const std::optional<std::vector<bool>>& lanes, const Bound& a, const Bound& b, SourceLocation at) {
  if (same_bound(a, b)) return a;
  if (a.array != b.array) {
    refuse(at, "a pointer points to one array or another");
    return a;
  }
  if (!a.parts && !b.parts) {
    if (a.value.text.starts_with("@nothing:")) return b;
    if (b.value.text.starts_with("@nothing:")) return a;
    return {operation_value("?:", a.value.type, {test, a.value, cast_value(b.value, a.value.type)}), a.array, a.read_only};
  }
  if (!lanes) {
    refuse(at, "parts of a reduction are chosen by a condition that is not of the thread's number alone");
    return a;
  }
  const Parts own = a.parts ? *a.parts : parts_of(a.value), other = b.parts ? *b.parts : parts_of(b.value);
  Parts out = other;
  for (size_t t = 0; t < out.size() && t < own.size(); ++t)
    if ((*lanes)[t]) out[t] = own[t];
  return {{}, "", false, std::make_shared<Parts>(std::move(out))};
}

// After both sides of an if: env_ is what was before it.
void NestReader::merge(const Value& test, const std::optional<std::vector<bool>>& lanes, const Environment& holds, const Environment& holds_not, SourceLocation at) {
  for (auto& [v, bound] : env_) {
    const auto a = holds.find(v), b = holds_not.find(v);
    if (a == holds.end() || b == holds_not.end() || refused()) continue;
    Bound both = either(test, lanes, a->second, b->second, at);
    if (!both.parts && both.array.empty() && !same_bound(both, bound) && branches_ == 0 && both.value.kind == Value::Kind::operation) both.value = kept(v, both.value, false, at);
    bound = std::move(both);
  }
}

// What held where the rest was skipped.
void NestReader::end_skips(size_t from, SourceLocation at) {
  while (skips_.size() > from) {
    const Skip skip = std::move(skips_.back());
    skips_.pop_back();
    const Environment on = env_;
    for (auto& [v, bound] : env_)
      if (const auto it = skip.held.find(v); it != skip.held.end() && !refused()) bound = either(skip.condition, lanes_of(skip.condition), it->second, on.at(v), at);
  }
}

Bound NestReader::inlined(const CallExpr* e, const FunctionDecl* f) {
  const SourceLocation at = e->getExprLoc();
  if (frames_.size() >= most_frames || !f->getBody() || isa<CXXMethodDecl>(f) || f->getNumParams() != e->getNumArgs()) {
    refuse(at, fmt::format("the call of {} is not followed", f->getNameAsString()));
    return {};
  }
  if (frames_.size() == 1 || !reads_.contains(f->getNumParams() > 0 ? f->getParamDecl(0) : nullptr)) count_reads(f->getBody());
  Environment inside;
  std::vector<std::pair<const VarDecl*, const VarDecl*>> references;
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const ParmVarDecl* p = f->getParamDecl(i);
    const Expr* a = e->getArg(i);
    const QualType type = p->getType();
    if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified()) {
      const auto t = target(a);
      if (!t || !t->variable) {
        refuse(at, "a reference to what is no variable is not followed");
        return {};
      }
      references.emplace_back(p, t->variable);
    } else if (type->isPointerType()) {
      if (const VarDecl* shared = shared_array(a)) {
        refuse(at, fmt::format("the shared memory {} is given to a function", shared->getNameAsString()));
        return {};
      }
      if (auto b = pointer(a)) inside[p] = *b;
    } else {
      std::optional<Parts> parts;
      if (cooperates(a)) parts = parts_of(a);
      if (parts) inside[p] = {{}, "", false, std::make_shared<Parts>(std::move(*parts))};
      else if (!refused()) {
        Value v = eval(a);
        if (!refused() && !is_coordinate(v)) v = cast_value(std::move(v), type_of(type));
        inside[p] = {refused() ? v : kept(p, std::move(v), true, at)};
      }
    }
    if (refused()) return {};
  }
  for (const auto& [p, v] : references) aliases_[p] = v;
  for (auto& [p, b] : inside) env_[p] = b;
  const size_t path = path_.size(), skips = skips_.size();
  const std::vector<bool> all = active_;
  const int branches = std::exchange(branches_, branches_);
  frames_.push_back({path, 0, {}});
  run(f->getBody());
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  branches_ = branches;
  path_.resize(path);
  active_ = all;
  end_skips(skips, at);
  if (refused() || f->getReturnType()->isVoidType()) return {};
  if (frame.results.empty()) {
    refuse(at, fmt::format("{} returns nothing that is known", f->getNameAsString()));
    return {};
  }
  Bound out = frame.results.back().second;
  for (size_t i = frame.results.size() - 1; i-- > 0;) {
    const auto& [conditions, value] = frame.results[i];
    if (conditions.empty()) {
      refuse(at, fmt::format("{} returns in a way that is not followed", f->getNameAsString()));
      return {};
    }
    const Value test = all_of_conditions(conditions);
    out = either(test, lanes_of(test), value, out, at);
  }
  return out;
}

}  // namespace wavelift::analysis
