// Calls that could be written otherwise: shuffles with their width, comparisons of halves, min and max of the arguments' own
// type, copies whose source is const, memory types by their names.
#include "analysis/clang/memory_origins.h"
#include "analysis/clang/rewrites.h"
#include "analysis/clang/warp_names.h"
#include <algorithm>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

using Edit = Rewrite::Edit;
using Kind = Rewrite::Kind;

bool is_declared(const ASTContext& context, const std::string& name) { return !context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)).empty(); }

// Whether the file itself includes <algorithm>: what other headers bring along is another compiler's to choose.
bool includes_algorithm(const Unit& unit, SourceLocation at) {
  const SourceManager& sources = unit.context.getSourceManager();
  return sources.getBufferData(sources.getFileID(sources.getExpansionLoc(at))).contains("#include <algorithm>");
}

struct CallRewrites : DynamicRecursiveASTVisitor {
  Unit& unit;
  const FunctionDecl* function;
  CallRewrites(Unit& u, const FunctionDecl* f) : unit(u), function(f) {}

  bool VisitCallExpr(CallExpr* e) override {
    llvm::StringRef name = called_name(e);
    if (name.empty()) return true;
    if (unit.device) {
      shuffle(e, name);
      if (name == "__hne") ordered(e);
    } else {
      if (name == "min" || name == "max") exact(e, name);
      copy(e);
    }
    return true;
  }

  bool of_headers(const CallExpr* e) const {
    const FunctionDecl* f = e->getDirectCallee();
    return f && !unit.places.is_users(f->getLocation());
  }
  const Expr* last_given(const CallExpr* e) const {
    const Expr* last = nullptr;
    for (const Expr* a : e->arguments())
      if (!isa<CXXDefaultArgExpr>(a)) last = a;
    return last;
  }

  void shuffle(const CallExpr* e, llvm::StringRef name) {
    const WarpName* warp = find_warp_name(std::string_view(name));
    if (!warp || warp->width < 0 || !name.starts_with("__") || !of_headers(e)) return;
    const auto width = static_cast<unsigned>(warp->width);
    if (e->getNumArgs() > width && !isa<CXXDefaultArgExpr>(e->getArg(width))) return;
    const Span call = spelled(unit, e->getSourceRange()), last = last_given(e) ? spelled(unit, last_given(e)->getSourceRange()) : Span();
    add_rewrite(unit, Kind::explicit_width, unit.places.at(e->getBeginLoc()), {{call.file.empty() || last.file.empty() ? Span() : after(last), ", 32"}});
  }

  // The arguments stand there twice.
  void ordered(const CallExpr* e) {
    if (e->getNumArgs() != 2 || !of_headers(e)) return;
    const std::string a = raw_text(unit, e->getArg(0)->getSourceRange()), b = raw_text(unit, e->getArg(1)->getSourceRange());
    const bool repeatable = !a.empty() && !b.empty() && !e->getArg(0)->HasSideEffects(unit.context) && !e->getArg(1)->HasSideEffects(unit.context);
    add_rewrite(unit, Kind::ordered, unit.places.at(e->getBeginLoc()), {{repeatable ? spelled(unit, e->getSourceRange()) : Span(), "(__hlt(" + a + ", " + b + ") || __hgt(" + a + ", " + b + "))"}});
  }

  // CUDA's min and max of floating-point numbers are fmin and fmax; of whole numbers of one type std::min and std::max say the same.
  void exact(const CallExpr* e, llvm::StringRef name) {
    const auto* callee = dyn_cast<DeclRefExpr>(e->getCallee()->IgnoreParenImpCasts());
    if (e->getNumArgs() != 2 || !of_headers(e) || !callee || callee->hasQualifier()) return;
    QualType a = e->getArg(0)->IgnoreParenImpCasts()->getType().getCanonicalType().getUnqualifiedType(), b = e->getArg(1)->IgnoreParenImpCasts()->getType().getCanonicalType().getUnqualifiedType();
    auto is = [](QualType t, BuiltinType::Kind k) { return t->isSpecificBuiltinType(k); };
    auto is_real = [&](QualType t) { return is(t, BuiltinType::Float) || is(t, BuiltinType::Double); };
    std::string instead;
    if (is_real(a) && is_real(b)) {
      instead = name == "min" ? "fmin" : "fmax";
      if (is(a, BuiltinType::Float) && is(b, BuiltinType::Float)) instead += "f";
      if (!is_declared(unit.context, instead)) instead.clear();
    } else if (a == b && a->isIntegerType() && !a->isEnumeralType() && unit.context.getTypeSize(a) == 64 && !function->hasAttr<CUDADeviceAttr>()) {
      if (includes_algorithm(unit, e->getBeginLoc())) instead = "std::" + name.str();
    }
    add_rewrite(unit, Kind::exact_min_max, unit.places.at(e->getBeginLoc()), {{instead.empty() ? Span() : spelled(unit, callee->getLocation()), instead}});
  }

  // hipMemcpyHtoD of a pointer to const.
  void copy(const CallExpr* e) {
    const std::string name = api_name(e, unit.places);
    if ((name != "hipMemcpyHtoD" && name != "hipMemcpyHtoDAsync") || e->getNumArgs() < 2) return;
    const Expr* source = e->getArg(1)->IgnoreImpCasts();
    QualType pointee = source->getType()->getPointeeType();
    if (const ArrayType* array = unit.context.getAsArrayType(source->getType())) pointee = array->getElementType();
    if (pointee.isNull() || !pointee.isConstQualified()) return;
    std::string type;
    if (pointee->isBuiltinType() && !pointee.isVolatileQualified()) type = pointee.getCanonicalType().getUnqualifiedType().getAsString(unit.context.getPrintingPolicy());
    const Span argument = type.empty() ? Span() : spelled(unit, source->getSourceRange());
    const bool possible = !argument.file.empty() && !spelled(unit, e->getSourceRange()).file.empty();
    add_rewrite(unit, Kind::without_const, unit.places.at(e->getBeginLoc()), {{possible ? before(argument) : Span(), "const_cast<" + type + "*>("}, {possible ? after(argument) : Span(), ")"}});
  }

  // The name that CUDA has for a memory type, by its number.
  void named(const Expr* value, const Expr* number, SourceLocation at) {
    const Expr* inner = value->IgnoreParenCasts();
    const auto* type = inner->getType()->getAs<EnumType>();
    const auto* literal = dyn_cast<IntegerLiteral>(number->IgnoreParenImpCasts());
    if (!unit.facts.cuda || !type || type->getDecl()->getName() != "hipMemoryType") return;
    // The type of an attribute is the run time's; 4 is one of the driver's alone.
    const auto* member = dyn_cast<MemberExpr>(inner);
    const bool of_runtime = member && !unit.places.is_users(member->getMemberDecl()->getLocation());
    const int64_t n = literal ? literal->getValue().getSExtValue() : -1;
    const char* name = of_runtime && n == 1 ? "cudaMemoryTypeHost" : of_runtime && n == 2 ? "cudaMemoryTypeDevice" : !member && n == 4 ? "CU_MEMORYTYPE_UNIFIED" : "";
    add_rewrite(unit, Kind::named, unit.places.at(at), {{*name ? spelled(unit, literal->getSourceRange()) : Span(), name}});
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    if (unit.device || !e->isEqualityOp()) return true;
    named(e->getLHS(), e->getRHS(), e->getOperatorLoc());
    named(e->getRHS(), e->getLHS(), e->getOperatorLoc());
    return true;
  }
  bool VisitSwitchStmt(SwitchStmt* s) override {
    for (const SwitchCase* c = s->getSwitchCaseList(); c && !unit.device; c = c->getNextSwitchCase())
      if (const auto* one = dyn_cast<CaseStmt>(c)) {
        const auto* constant = dyn_cast<ConstantExpr>(one->getLHS());
        named(s->getCond(), constant ? constant->getSubExpr() : one->getLHS(), one->getBeginLoc());
      }
    return true;
  }
};

}  // namespace

void collect_call_rewrites(Unit& unit, const FunctionDecl* function) { CallRewrites(unit, function).TraverseStmt(function->getBody()); }

}  // namespace wavelift::analysis
