#include "analysis/clang/index_form.h"
#include <algorithm>
#include <bit>
#include <clang/AST/ExprCXX.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

bool Form::same_as(const Form& o) const {
  Form rest = *this - o;
  auto changing = [](const auto& t) { return t.second.changes; };
  return rest.known && rest.constant == 0 && rest.terms.empty() && std::ranges::none_of(terms, changing);
}

bool Form::of_threads() const {
  return std::ranges::any_of(terms, [](const auto& t) { return t.second.flow & differs_in_block; });
}

std::string Form::text() const {
  if (!known) return "?";
  std::string out;
  for (const auto& [name, t] : terms) out += t.factor == 1 ? fmt::format("{}+", name) : fmt::format("{}*{}+", t.factor, name);
  return out + fmt::format("{}", constant);
}

Form scaled(const Form& a, int64_t by) {
  Form out = a;
  bool over = __builtin_mul_overflow(a.constant, by, &out.constant);
  for (auto& [name, t] : out.terms) over |= __builtin_mul_overflow(t.factor, by, &t.factor);
  if (by == 0) out.terms.clear();
  out.known &= !over;
  return out;
}

Form operator+(const Form& a, const Form& b) {
  Form out = a;
  bool over = __builtin_add_overflow(a.constant, b.constant, &out.constant);
  for (const auto& [name, t] : b.terms) {
    auto [it, is_new] = out.terms.try_emplace(name, t);
    if (is_new) continue;
    over |= __builtin_add_overflow(it->second.factor, t.factor, &it->second.factor);
    if (it->second.factor == 0) out.terms.erase(it);
  }
  out.known = a.known && b.known && !over;
  return out;
}

Form operator-(const Form& a, const Form& b) { return a + scaled(b, -1); }

Form IndexForms::term(std::string text, const Expr* e, const VarDecl* v, bool changes) const {
  Form out;
  out.terms[std::move(text)] = {1, flow_.of(e), v, changes};
  return out;
}

Form IndexForms::variable(const Expr* e, const VarDecl* v, int depth) const {
  if (const Expr* init = constants_.only_value(v)) {
    Form value = of(init, depth + 1);
    if (value.known) return value;
  }
  // A variable without a value that is known may be set anew in each round of a loop.
  bool changes = constants_.changes(v) || !isa<ParmVarDecl>(v);
  Form out = term(name_of(v), e, v, changes);
  out.terms.begin()->second.scales = constants_.scales(v);
  return out;
}

std::string IndexForms::name_of(const VarDecl* v) { return fmt::format("{}@{}", v->getNameAsString(), v->getLocation().getRawEncoding()); }

Form IndexForms::named(const std::string& name) {
  Form out;
  out.terms[name].factor = 1;
  return out;
}

Form IndexForms::of(const Expr* e, int depth) const {
  Form unknown;
  unknown.known = false;
  if (!e || depth > 24 || e->isTypeDependent() || e->isValueDependent()) return unknown;
  if (auto n = constants_.value(e)) {
    Form out;
    out.constant = *n;
    return out;
  }
  e = bare(e);
  if (!e) return unknown;
  // threadIdx.x is a property, whose expression has no type of its own.
  if (CoordinateRef c = coordinate(e); c.base) {
    const auto* object = dyn_cast<DeclRefExpr>(bare(c.base));
    if (!object || !object->getDecl()->getIdentifier() || places_.is_users(object->getDecl()->getLocation())) return unknown;
    return term(fmt::format("{}.{}", object->getDecl()->getName().str(), c.member.str()), e, nullptr, false);
  }
  if (!e->getType()->isIntegralOrEnumerationType()) return unknown;
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    return v ? variable(e, v, depth) : unknown;
  }
  if (const auto* sign = dyn_cast<UnaryOperator>(e)) {
    if (sign->getOpcode() == UO_Minus) return scaled(of(sign->getSubExpr(), depth + 1), -1);
    return sign->getOpcode() == UO_Plus ? of(sign->getSubExpr(), depth + 1) : unknown;
  }
  const auto* op = dyn_cast<BinaryOperator>(e);
  if (!op || op->isAssignmentOp() || op->isComparisonOp() || op->isLogicalOp()) return unknown;
  Form a = of(op->getLHS(), depth + 1), b = of(op->getRHS(), depth + 1);
  if (!a.known || !b.known) return unknown;
  // t >> 5 is t / 32 and t & 31 is t % 32.
  const char* sign = nullptr;
  switch (op->getOpcode()) {
  case BO_Add: return a + b;
  case BO_Sub: return a - b;
  case BO_Shl: return b.is_constant() && b.constant >= 0 && b.constant < 31 ? scaled(a, int64_t(1) << b.constant) : unknown;
  case BO_Mul:
    if (a.is_constant()) std::swap(a, b);
    if (b.is_constant()) return scaled(a, b.constant);
    sign = "*";
    break;
  case BO_Shr:
    if (!b.is_constant() || b.constant < 0 || b.constant > 30) return unknown;
    b.constant = int64_t(1) << b.constant;
    sign = "/";
    break;
  case BO_Div: sign = "/"; break;
  case BO_And:
    if (!b.is_constant() || b.constant < 1 || !std::has_single_bit(static_cast<uint64_t>(b.constant) + 1)) return unknown;
    ++b.constant;
    sign = "%";
    break;
  case BO_Rem: sign = "%"; break;
  default: return unknown;
  }
  bool changes = false;
  for (const Form* f : {&a, &b})
    for (const auto& [name, t] : f->terms) changes |= t.changes;
  return term(fmt::format("({}{}{})", a.text(), sign, b.text()), e, nullptr, changes);
}

}  // namespace wavelift::analysis
