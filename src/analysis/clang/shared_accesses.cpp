#include "analysis/clang/shared_accesses.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <utility>

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

// One variable that changes, with a factor of 1.
const Term* moving_part(const Form& f) {
  if (f.constant != 0 || f.terms.size() != 1 || f.of_threads()) return nullptr;
  const Term& t = f.terms.begin()->second;
  return t.variable && t.changes && std::abs(t.factor) == 1 ? &t : nullptr;
}

// t / 32 and t % 32 of the same t; threadIdx.x and threadIdx.y.
bool rows_and_columns(std::string a, std::string b) {
  if (a.starts_with("threadIdx.") && b.starts_with("threadIdx.")) return a != b;
  auto quotient = [](std::string& name) {
    size_t sign = name.find_last_of("/%");
    if (!name.starts_with('(') || sign == name.npos) return '\0';
    return std::exchange(name[sign], ' ');
  };
  char of_a = quotient(a), of_b = quotient(b);
  return of_a && of_b && of_a != of_b && a == b;
}

Relation relation(const SharedAccess& first, const SharedAccess& second, size_t dimension) {
  const Form &a = first.index[dimension], &b = second.index[dimension];
  if (!a.known || !b.known) return Relation::unclear;
  if (a.same_as(b)) return Relation::same;
  auto [a_threads, a_rest] = split(a);
  auto [b_threads, b_rest] = split(b);
  // A row that changes from round to round is the same in both only within one round.
  for (const auto& [name, t] : a_rest.terms)
    if (t.changes && b_rest.terms.contains(name)) return Relation::unclear;
  Form rest = b_rest - a_rest;
  bool unclear = first.guards.unclear || second.guards.unclear;
  if (!a_threads.terms.empty() && a_threads.same_as(b_threads)) {
    // A partner at a distance. That a store overwrites what a partner read before is the tree's own order.
    if (!first.store || unclear) return Relation::unclear;
    bool lane_by_lane = std::ranges::all_of(a_threads.terms, [](const auto& t) { return std::abs(t.second.factor) == 1; });
    const Term* distance = moving_part(rest);
    bool near = rest.is_constant() && std::abs(rest.constant) <= 32;
    return lane_by_lane && (near || (distance && distance->scales)) ? Relation::other : Relation::unclear;
  }
  if (a_threads.terms.empty() != b_threads.terms.empty()) {
    // One element for all threads against one for each, which all must have that come before it.
    const bool a_is_each = b_threads.terms.empty();
    const Form &each = a_is_each ? a : b, &all = a_is_each ? b : a;
    const Guards& choice = (a_is_each ? first : second).guards;
    if (each.terms.size() != 1 || each.terms.begin()->second.factor < 1 || unclear || choice.not_first) return Relation::unclear;
    // Rounds over more elements than threads: the thread that is first in one of them is not known.
    if (each.terms.begin()->second.changes && !(a_is_each ? second : first).guards.equal.empty()) return Relation::unclear;
    Form distance = all - (a_is_each ? a_rest : b_rest);
    int64_t step = each.terms.begin()->second.factor;
    if (distance.is_constant()) {
      bool met = distance.constant >= 0 && distance.constant % step == 0 && distance.constant / step < 1024;
      return met && (distance.constant == 0 || !choice.moving) ? Relation::other : Relation::unclear;
    }
    return moving_part(distance) && !choice.moving ? Relation::other : Relation::unclear;
  }
  // Rows against columns, warps against lanes.
  auto plain = [](const Form& f) { return f.terms.size() == 1 && f.terms.begin()->second.factor == 1 && !f.terms.begin()->second.changes; };
  bool apart = plain(a_threads) && plain(b_threads) && rows_and_columns(a_threads.terms.begin()->first, b_threads.terms.begin()->first);
  return apart && !unclear && rest.is_constant() && std::abs(rest.constant) <= 32 ? Relation::other : Relation::unclear;
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
    Relation r = relation(first, second, i);
    if (r == Relation::unclear) return false;
    other |= r == Relation::other;
  }
  if (other) return true;
  // The same element: stored by one thread alone and read by all.
  const SharedAccess &store = first.store ? first : second, &load = first.store ? second : first;
  return !store.guards.equal.empty() && load.guards.equal.empty() && !load.guards.unclear && !load.guards.not_first;
}

bool reads_own(const SharedAccess& store, const SharedAccess& load) {
  if (!store.store || load.store || store.root != load.root || store.path != load.path || store.index.size() != load.index.size()) return false;
  if (!std::ranges::includes(load.guards.equal, store.guards.equal)) return false;
  bool own = false;
  for (size_t i = 0; i < store.index.size(); ++i) {
    if (!store.index[i].same_as(load.index[i])) return false;
    own |= load.index[i].of_threads();
  }
  return own;
}

}  // namespace wavelift::analysis
