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

}  // namespace wavelift::analysis
