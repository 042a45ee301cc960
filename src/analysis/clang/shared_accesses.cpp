#include "analysis/clang/shared_accesses.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

struct Resolver {
  const IndexForms& forms;

  static bool is_shared(const ValueDecl* d) { return d->hasAttr<CUDASharedAttr>(); }

  std::optional<SharedAccess> lvalue(const Expr* e, int depth) const {
    if (depth > 16) return {};
    e = e->IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) return lvalue(cast->getSubExpr(), depth + 1);
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) return pointer(element->getBase(), forms.of(element->getIdx()), depth + 1);
    if (const auto* deref = dyn_cast<UnaryOperator>(e); deref && deref->getOpcode() == UO_Deref) return pointer(deref->getSubExpr(), Form(), depth + 1);
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      auto base = member->isArrow() ? pointer(member->getBase(), Form(), depth + 1) : lvalue(member->getBase(), depth + 1);
      if (base) base->path += "." + member->getMemberDecl()->getNameAsString();
      return base;
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
      if (is_shared(ref->getDecl())) return root(ref->getDecl());
      // A reference to an element.
      if (const auto* v = dyn_cast<VarDecl>(ref->getDecl()); v && v->getType()->isReferenceType() && !isa<ParmVarDecl>(v) && v->getInit()) return lvalue(v->getInit(), depth + 1);
    }
    return {};
  }

  // What is `index` elements behind where `e` points to.
  std::optional<SharedAccess> pointer(const Expr* e, Form index, int depth) const {
    if (depth > 16 || !e) return {};
    e = e->IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(e)) {
      const Expr* inner = cast->getSubExpr();
      if (cast->getCastKind() == CK_ArrayToPointerDecay) {
        auto array = lvalue(inner, depth + 1);
        if (array) array->index.push_back(std::move(index));
        return array;
      }
      if (!inner->getType()->isPointerType() && !inner->getType()->isArrayType()) return {};
      auto out = pointer(inner, std::move(index), depth + 1);
      if (out && cast->getCastKind() == CK_BitCast) out->path += ":" + cast->getType()->getPointeeType().getCanonicalType().getUnqualifiedType().getAsString();
      return out;
    }
    if (const auto* op = dyn_cast<BinaryOperator>(e); op && op->isAdditiveOp()) {
      bool pointer_left = op->getLHS()->getType()->isPointerType();
      Form offset = forms.of(pointer_left ? op->getRHS() : op->getLHS());
      return pointer(pointer_left ? op->getLHS() : op->getRHS(), op->getOpcode() == BO_Add ? index + offset : index - offset, depth + 1);
    }
    if (const auto* address = dyn_cast<UnaryOperator>(e); address && address->getOpcode() == UO_AddrOf) {
      auto out = lvalue(address->getSubExpr(), depth + 1);
      if (!out) return {};
      if (out->index.empty()) out->index.push_back(std::move(index));
      else out->index.back() = out->index.back() + index;
      return out;
    }
    const auto* ref = dyn_cast<DeclRefExpr>(e);
    const auto* v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (!v) return {};
    if (isa<ParmVarDecl>(v)) {
      if (forms.changes(v)) return {};
      auto out = root(v);
      out->index.push_back(std::move(index));
      return out;
    }
    const Expr* init = forms.only_value(v);
    if (!init) return {};
    // A pointer into the middle is a region of its own.
    auto start = pointer(init, Form(), depth + 1);
    if (!start || start->index.empty()) return {};
    if (Form& offset = start->index.back(); !offset.of_threads() && !(offset.is_constant() && offset.constant == 0)) {
      start->path += "+" + offset.text();
      offset = Form();
    }
    start->index.back() = start->index.back() + index;
    return start;
  }

  static std::optional<SharedAccess> root(const ValueDecl* d) {
    SharedAccess out;
    out.root = cast<ValueDecl>(d->getCanonicalDecl());
    return out;
  }
};

enum class Relation { same, other, unclear };

// The terms of threads alone, and the rest.
std::pair<Form, Form> split(const Form& f) {
  Form threads, rest = f;
  for (const auto& [name, t] : f.terms)
    if (t.flow & differs_in_block) threads.terms.insert({name, t}), rest.terms.erase(name);
  return {threads, rest};
}

// A distance that a loop halves or doubles on its way over the lanes.
bool is_distance(const Form& f) {
  return f.constant == 0 && f.terms.size() == 1 && f.terms.begin()->second.variable && std::abs(f.terms.begin()->second.factor) == 1 &&
         f.terms.begin()->second.changes && !f.of_threads();
}

Relation relation(const Form& a, const Form& b, bool store_first) {
  if (!a.known || !b.known) return Relation::unclear;
  if (a.same_as(b)) return Relation::same;
  auto [a_threads, a_rest] = split(a);
  auto [b_threads, b_rest] = split(b);
  Form rest = b_rest - a_rest;
  if (!a_threads.terms.empty() && a_threads.same_as(b_threads)) {
    // A partner at a distance. That a store overwrites what a partner read before is the tree's own order.
    if (!store_first) return Relation::unclear;
    bool lane_by_lane = std::ranges::all_of(a_threads.terms, [](const auto& t) { return std::abs(t.second.factor) == 1; });
    bool near = rest.is_constant() && std::abs(rest.constant) <= 32;
    return lane_by_lane && (near || is_distance(rest)) ? Relation::other : Relation::unclear;
  }
  if (a_threads.terms.empty() != b_threads.terms.empty()) {
    // One element for all threads against one for each.
    const Form& each = a_threads.terms.empty() ? b : a;
    const Form& all = a_threads.terms.empty() ? a : b;
    Form distance = all - (each - (a_threads.terms.empty() ? b_threads : a_threads));
    bool first_thread_on = each.terms.size() == 1 && each.terms.begin()->second.factor >= 1;
    if (!first_thread_on) return Relation::unclear;
    if (distance.is_constant()) return distance.constant >= 0 && distance.constant < 1024 ? Relation::other : Relation::unclear;
    return is_distance(distance) ? Relation::other : Relation::unclear;
  }
  // Rows against columns, warps against lanes.
  auto plain = [](const Form& f) { return f.terms.size() == 1 && f.terms.begin()->second.factor == 1 && !f.terms.begin()->second.changes; };
  bool apart = plain(a_threads) && plain(b_threads) && a_threads.terms.begin()->first != b_threads.terms.begin()->first;
  return apart && rest.is_constant() && std::abs(rest.constant) <= 32 ? Relation::other : Relation::unclear;
}

// With what the guards of the one say about its thread put into the other's indexes: is it that thread, too?
bool same_thread(const SharedAccess& guarded, const SharedAccess& other) {
  bool decides = false;
  for (size_t i = 0; i < other.index.size(); ++i) {
    Form f = other.index[i];
    for (const auto& [name, value] : guarded.guards.equal) {
      auto it = f.terms.find(name);
      if (it == f.terms.end()) continue;
      f.constant += it->second.factor * value;
      f.terms.erase(it);
      decides = true;
    }
    if (!f.same_as(guarded.index[i])) return false;
  }
  return decides;
}

}  // namespace

std::optional<SharedAccess> shared_access(const IndexForms& forms, const Expr* lvalue) {
  auto out = Resolver{forms}.lvalue(lvalue, 0);
  if (!out) return {};
  out->path += ":" + lvalue->getType().getCanonicalType().getUnqualifiedType().getAsString();
  out->is_volatile = lvalue->getType().isVolatileQualified();
  out->at = lvalue->getExprLoc();
  return out;
}

std::optional<SharedAccess> shared_pointer(const IndexForms& forms, const Expr* pointer) { return Resolver{forms}.pointer(pointer, Form(), 0); }

bool meets_other_thread(const SharedAccess& first, const SharedAccess& second) {
  if (first.root != second.root || first.path != second.path || first.index.size() != second.index.size() || first.store == second.store) return false;
  const auto &one = first.guards.equal, &two = second.guards.equal;
  if (!one.empty() && one == two) return false;
  if (same_thread(first, second) || same_thread(second, first)) return false;
  bool other = false;
  for (size_t i = 0; i < first.index.size(); ++i) {
    Relation r = relation(first.index[i], second.index[i], first.store);
    if (r == Relation::unclear) return false;
    other |= r == Relation::other;
  }
  if (other) return true;
  // The same element: stored by one thread alone and read by others.
  const SharedAccess &store = first.store ? first : second, &load = first.store ? second : first;
  return std::ranges::any_of(store.guards.equal, [&](const auto& g) { return !load.guards.equal.contains(g); });
}

}  // namespace wavelift::analysis
