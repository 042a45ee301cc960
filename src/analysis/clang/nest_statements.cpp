// Statements of a kernel: what they do to its variables, and the steps that they are.
#include "analysis/clang/nest_reader.h"
#include "analysis/clang/wave_shapes.h"
#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

constexpr size_t most_nodes = 4000;   // of one value
constexpr size_t most_frames = 16;

bool is_barrier(llvm::StringRef name) { return name == "__syncthreads" || name == "__syncwarp" || name == "__builtin_amdgcn_s_barrier" || name == "__threadfence" || name == "__threadfence_block"; }

// b += a and the like as "+"; empty: no assignment of this kind.
std::string compound_op(OverloadedOperatorKind kind) {
  switch (kind) {
  case OO_PlusEqual: return "+";
  case OO_MinusEqual: return "-";
  case OO_StarEqual: return "*";
  case OO_SlashEqual: return "/";
  default: return "";
  }
}

bool same_bound(const Bound& a, const Bound& b) { return a.parts == b.parts && a.array == b.array && (a.parts || same_value(a.value, b.value)); }

}  // namespace

bool NestReader::run_block(const std::vector<const Stmt*>& all) {
  for (const Stmt* s : all)
    if (!run(s) || refused()) return false;
  return true;
}

bool NestReader::run(const Stmt* s) {
  s = without_attributes(s);
  if (!s || refused()) return !refused();
  if (isa<CompoundStmt>(s)) return run_block(statements_of(s));
  if (const auto* d = dyn_cast<DeclStmt>(s)) {
    for (const Decl* one : d->decls())
      if (const auto* v = dyn_cast<VarDecl>(one)) declare(v);
    return !refused();
  }
  if (const auto* i = dyn_cast<IfStmt>(s)) return run_if(i);
  if (const auto* f = dyn_cast<ForStmt>(s)) {
    ++frames_.back().loops;
    run_for(f);
    --frames_.back().loops;
    return !refused();
  }
  if (const auto* r = dyn_cast<ReturnStmt>(s)) return run_return(r);
  if (isa<ContinueStmt>(s) && !loops_.empty() && frames_.back().loops > 0) return false;
  if (isa<NullStmt>(s)) return true;
  if (const auto* e = dyn_cast<Expr>(s)) {
    run_expression(e);
    return !refused();
  }
  if (isa<WhileStmt>(s) || isa<DoStmt>(s)) refuse(s->getBeginLoc(), "a while loop has no known number of iterations");
  else if (isa<BreakStmt>(s)) refuse(s->getBeginLoc(), "a loop ends early");
  else refuse(s->getBeginLoc(), "a statement of this kind is not followed");
  return false;
}

void NestReader::declare(const VarDecl* v) {
  if (v->hasAttr<CUDASharedAttr>()) return;
  const Expr* init = v->getInit();
  const SourceLocation at = v->getLocation();
  if (v->getType()->isReferenceType()) {
    const auto* ref = init ? dyn_cast<DeclRefExpr>(init->IgnoreParenImpCasts()) : nullptr;
    const auto* to = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (to && !to->hasAttr<CUDASharedAttr>()) {
      const auto further = aliases_.find(to);
      aliases_[v] = further == aliases_.end() ? to : further->second;
      return;
    }
    if (!init || !v->getType().getNonReferenceType().isConstQualified()) {
      refuse(at, fmt::format("the reference {} is not followed", v->getNameAsString()));
      return;
    }
  }
  if (v->isStaticLocal()) {
    refuse(at, fmt::format("{} outlives the kernel", v->getNameAsString()));
    return;
  }
  const QualType type = v->getType().getNonReferenceType();
  if (type->isPointerType()) {
    env_.erase(v);
    if (!init) return;
    if (auto p = pointer(init)) env_[v] = *p;
    return;
  }
  if (type_of(type).empty()) {
    if (!cooperates(init)) refuse(at, fmt::format("{} is {}, which is not followed", v->getNameAsString(), type->isArrayType() ? "an array of the thread's own" : "of type " + type.getAsString()));
    return;
  }
  env_.erase(v);
  // Without a value it must be given one before it is read; a class's default constructor gives none that counts.
  if (!init || (isa<CXXConstructExpr>(init) && cast<CXXConstructExpr>(init)->getNumArgs() == 0)) {
    env_[v] = {{Value::Kind::name, "@nothing:" + v->getNameAsString(), type_of(type), {}, {}}};
    return;
  }
  if (cooperates(init))
    if (auto parts = parts_of(init)) {
      env_[v] = bound_of(std::move(*parts), at);
      return;
    }
  if (refused()) return;
  Value value = eval(init);
  if (refused()) return;
  if (!is_coordinate(value) || bits_of_whole(type_of(type)) < 32) value = cast_value(std::move(value), type_of(type));
  env_[v] = {kept(v, std::move(value), true, at)};
}

// The value, or the name of a step that computes it: what is loaded or read more than once.
Value NestReader::kept(const VarDecl* v, Value value, bool declared, SourceLocation at) {
  if (size_of(value) > most_nodes) return refuse(at, "a value becomes too long");
  if (is_coordinate(value)) {
    if (raw_.names.try_emplace(value.text, v->getNameAsString()).second) {
      raw_.types[value.text] = value.type;
      used_.insert(v->getNameAsString());
    }
    return value;
  }
  if (value.kind == Value::Kind::number || value.kind == Value::Kind::name || (value.kind == Value::Kind::cast && value.operands[0].kind == Value::Kind::name) || polynomial_of(value)) return value;
  if (!loops_.empty() || (!active_.empty() && in_lane(value, 0))) return value;
  bool changes = false;                        // what is loaded may be another later
  each_value(value, [&](const Value& one) {
    if (one.kind != Value::Kind::load) return;
    for (const KernelParameter& p : raw_.parameters) changes |= p.name == one.text && !p.is_const;
  });
  if (!declared && branches_ > 0 && !changes) return value;
  if (reads_[v] < 2 && !holds_load(value)) return value;
  RawStep step;
  step.step.kind = Step::Kind::let;
  step.step.name = unused(v->getNameAsString());
  step.step.type = value.type;
  step.step.value = std::move(value);
  const Value name = named_value(step.step.name, step.step.type);
  emit(std::move(step), at);
  return name;
}

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

void NestReader::assign(const Expr* to, Bound value, SourceLocation at) {
  const auto t = target(to);
  if (!t || refused()) return;
  if (t->variable) {
    const auto it = env_.find(t->variable);
    if (it == env_.end()) {
      refuse(at, fmt::format("{} is not followed", t->variable->getNameAsString()));
      return;
    }
    if (!value.parts && value.array.empty()) {
      if (!is_coordinate(value.value)) value.value = cast_value(std::move(value.value), type_of(to->getType()));
      value.value = kept(t->variable, std::move(value.value), false, at);
    }
    // Threads that are not here keep what they have.
    it->second = std::move(value);
    return;
  }
  if (t->shared) {
    store_shared(t->shared, t->index, value.parts ? *value.parts : parts_of(value.value), at);
    return;
  }
  RawStep step;
  step.step.kind = Step::Kind::store;
  step.step.array = t->array;
  step.step.index = t->index;
  step.step.type = type_of(to->getType());
  step.step.over = loops_;
  if (step.step.type.empty()) {
    refuse(at, fmt::format("elements of type {} are not followed", to->getType().getAsString()));
    return;
  }
  if (value.parts) value.value = settled(*value.parts, at);
  step.step.value = cast_value(std::move(value.value), step.step.type);
  if (refused()) return;
  // Of the first thread alone, however the conditions say it.
  const auto kept_path = path_;
  if (std::ranges::count(active_, true) == 1 && active_.size() > 1 && active_[0]) {
    std::erase_if(path_, [&](const Value& c) { return lanes_of(c).has_value(); });
    path_.push_back(operation_value("==", "bool", {named_value(thread_names[0], "int"), whole_value(0)}));
  }
  emit(std::move(step), at);
  path_ = kept_path;
}

void NestReader::assign_value(const Expr* to, const Expr* from, SourceLocation at) {
  if (to->getType()->isPointerType()) {
    if (auto p = pointer(from)) assign(to, *p, at);
    return;
  }
  if (cooperates(from))
    if (auto parts = parts_of(from)) return assign(to, bound_of(std::move(*parts), at), at);
  if (refused()) return;
  Value v = eval(from);
  if (!refused()) assign(to, {std::move(v)}, at);
}

void NestReader::run_expression(const Expr* e) {
  e = e->IgnoreParens();
  const SourceLocation at = e->getExprLoc();
  if (const auto* full = dyn_cast<FullExpr>(e)) return run_expression(full->getSubExpr());
  if (const auto* c = dyn_cast<CastExpr>(e); c && c->getCastKind() == CK_ToVoid) return;
  if (const auto* op = dyn_cast<CompoundAssignOperator>(e)) {
    const std::string name = BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(op->getOpcode())).str();
    if (op->getType()->isPointerType()) {
      auto p = pointer(op->getLHS());
      Value by = eval(op->getRHS());
      if (!p || refused()) return;
      p->value = arithmetic(name, bits_of_whole(by.type) > bits_of_whole(p->value.type) ? by.type : p->value.type, p->value, by);
      return assign(op->getLHS(), *p, at);
    }
    if (cooperates(e)) {
      const auto own = parts_of(op->getLHS());
      const auto other = own ? parts_of(op->getRHS()) : std::nullopt;
      if (own && other) {
        Parts all(own->size());
        for (size_t t = 0; t < all.size(); ++t)
          if (auto p = active_[t] ? joined(name, (*own)[t], (*other)[t]) : std::optional((*own)[t])) all[t] = std::move(*p);
          else return void(refuse(at, "shared memory or shuffles are used in another way than to join what the threads have"));
        return assign(op->getLHS(), bound_of(std::move(all), at), at);
      }
      if (refused()) return;
    }
    Value a = eval(op->getLHS()), b = eval_operand(op->getRHS());
    if (refused()) return;
    const std::string type = type_of(op->getComputationResultType());
    if (type.empty()) return void(refuse(at, "values of this type are not followed"));
    return assign(op->getLHS(), {arithmetic(name, type, std::move(a), std::move(b))}, at);
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e); op && op->getOpcode() == BO_Assign) return assign_value(op->getLHS(), op->getRHS(), at);
  if (const auto* op = dyn_cast<BinaryOperator>(e); op && op->getOpcode() == BO_Comma) {
    run_expression(op->getLHS());
    if (!refused()) run_expression(op->getRHS());
    return;
  }
  if (const auto* op = dyn_cast<UnaryOperator>(e); op && op->isIncrementDecrementOp()) {
    const char* name = op->isIncrementOp() ? "+" : "-";
    if (op->getType()->isPointerType()) {
      auto p = pointer(op->getSubExpr());
      if (p) p->value = arithmetic(name, p->value.type, p->value, whole_value(1)), assign(op->getSubExpr(), *p, at);
      return;
    }
    Value a = eval(op->getSubExpr());
    if (!refused()) assign(op->getSubExpr(), {arithmetic(name, a.type, a, cast_value(whole_value(1), a.type))}, at);
    return;
  }
  if (const auto* op = dyn_cast<CXXOperatorCallExpr>(e); op && op->getNumArgs() == 2) {
    if (op->getOperator() == OO_Equal) return assign_value(op->getArg(0), op->getArg(1), at);
    if (const std::string name = compound_op(op->getOperator()); !name.empty()) {
      Value a = eval(op->getArg(0)), b = eval(op->getArg(1));
      if (!refused()) assign(op->getArg(0), {operation_value(name, type_of(op->getArg(0)->getType()), {std::move(a), std::move(b)})}, at);
      return;
    }
  }
  if (const auto* call = dyn_cast<CallExpr>(e)) {
    if (is_barrier(called_name(call))) {
      barrier_ = true;
      return;
    }
    const FunctionDecl* f = call->getDirectCallee();
    if (f && unit_.places.is_users(f->getLocation()) && f->getDefinition()) inlined(call, f->getDefinition());
    else called(call);
    return;
  }
  if (e->HasSideEffects(unit_.context)) refuse(at, "a statement of this kind is not followed");
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
