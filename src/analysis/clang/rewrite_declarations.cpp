// Declarations in device code that could say more, or less: an array's alignment, const in the place of constexpr, double in the
// place of long double.
#include "analysis/clang/rewrites.h"
#include <algorithm>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMap.h>
#include <clang/Lex/Lexer.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

using Edit = Rewrite::Edit;
using Kind = Rewrite::Kind;

// The type of the elements, or of what is declared, as it is written.
TypeLoc element_type(const VarDecl* v) {
  TypeSourceInfo* info = v->getTypeSourceInfo();
  if (!info) return {};
  TypeLoc type = info->getTypeLoc();
  while (auto array = type.getAs<ArrayTypeLoc>()) type = array.getElementLoc();
  return type.getUnqualifiedLoc();
}

// Where each variable is named, and which of these places want a constant.
struct Uses : DynamicRecursiveASTVisitor {
  llvm::DenseMap<const ValueDecl*, std::vector<const DeclRefExpr*>> of;
  llvm::DenseSet<const ValueDecl*> constant;
  int fixed = 0;

  bool within(auto&& traverse) {
    ++fixed;
    const bool go = traverse();
    --fixed;
    return go;
  }
  bool TraverseConstantExpr(ConstantExpr* e) override { return within([&] { return DynamicRecursiveASTVisitor::TraverseConstantExpr(e); }); }
  bool TraverseTypeLoc(TypeLoc t, bool qualifiers) override { return within([&] { return DynamicRecursiveASTVisitor::TraverseTypeLoc(t, qualifiers); }); }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc& a) override { return within([&] { return DynamicRecursiveASTVisitor::TraverseTemplateArgumentLoc(a); }); }
  bool TraverseStaticAssertDecl(StaticAssertDecl* d) override { return within([&] { return DynamicRecursiveASTVisitor::TraverseStaticAssertDecl(d); }); }
  // A constexpr variable needs no capture.
  bool TraverseLambdaExpr(LambdaExpr* e) override { return within([&] { return DynamicRecursiveASTVisitor::TraverseLambdaExpr(e); }); }
  bool TraverseIfStmt(IfStmt* s) override {
    return s->isConstexpr() ? within([&] { return DynamicRecursiveASTVisitor::TraverseIfStmt(s); }) : DynamicRecursiveASTVisitor::TraverseIfStmt(s);
  }
  bool TraverseCaseStmt(CaseStmt* s) override { return within([&] { return DynamicRecursiveASTVisitor::TraverseCaseStmt(s); }); }
  bool TraverseVarDecl(VarDecl* v) override {
    return v->isConstexpr() ? within([&] { return DynamicRecursiveASTVisitor::TraverseVarDecl(v); }) : DynamicRecursiveASTVisitor::TraverseVarDecl(v);
  }
  bool VisitDeclRefExpr(DeclRefExpr* e) override {
    of[e->getDecl()].push_back(e);
    if (fixed) constant.insert(e->getDecl());
    return true;
  }
};

struct Declarations : DynamicRecursiveASTVisitor {
  Unit& unit;
  const FunctionDecl* function;
  Uses uses;
  ParentMap parents;
  Declarations(Unit& u, const FunctionDecl* f) : unit(u), function(f), parents(f->getBody()) { uses.TraverseStmt(f->getBody()); }

  // Arrays that are read through a pointer to a type of larger alignment.
  bool VisitExplicitCastExpr(ExplicitCastExpr* e) override {
    if (!e->getType()->isPointerType() || e->getType()->getPointeeType()->isDependentType() || e->getType()->getPointeeType()->isIncompleteType()) return true;
    const auto* ref = dyn_cast<DeclRefExpr>(bare(e->getSubExpr()));
    const auto* array = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (!array || !array->hasAttr<CUDASharedAttr>() || array->hasExternalStorage() || !array->getType()->isConstantArrayType() || array->getType()->isDependentType()) return true;
    const int64_t needs = unit.context.getTypeAlignInChars(e->getType()->getPointeeType()).getQuantity();
    if (needs <= unit.context.getDeclAlign(array).getQuantity()) return true;
    const TypeLoc type = element_type(array);
    const Span written = type && !array->hasAttr<AlignedAttr>() ? spelled(unit, type.getSourceRange()) : Span();
    add_rewrite(unit, Kind::aligned, unit.places.at(e->getBeginLoc()), {{written.file.empty() ? Span() : before(written), "__align__(" + std::to_string(needs) + ") "}});
    return true;
  }

  bool VisitDeclStmt(DeclStmt* s) override {
    for (const Decl* d : s->decls())
      if (const auto* v = dyn_cast<VarDecl>(d)) {
        if (v->isConstexpr()) local_const(v, s);
        if (v->getType()->isSpecificBuiltinType(BuiltinType::LongDouble)) device_double(v, s);
      }
    return true;
  }

  void local_const(const VarDecl* v, const DeclStmt* s) {
    if (v->isStaticLocal() || !v->getType()->isIntegerType() || function->hasAttr<CUDAHostAttr>()) return;
    bool reads_width = false;
    for (const Constant& c : unit.constants.width_names(v->getInit())) reads_width |= c.source == Constant::Source::width;
    if (!reads_width) return;
    Span word;
    const Span declaration = s->isSingleDecl() && !uses.constant.contains(v) ? spelled(unit, s->getSourceRange()) : Span();
    if (!declaration.file.empty()) word = constexpr_in(s->getBeginLoc(), v->getLocation());
    add_rewrite(unit, Kind::local_const, unit.places.at(v->getLocation()), {{word, "const"}});
  }
  // The word constexpr among what stands before the name; empty where const stands there, too.
  Span constexpr_in(SourceLocation from, SourceLocation name) const {
    const SourceManager& sources = unit.context.getSourceManager();
    Span found;
    if (from.isMacroID() || name.isMacroID()) return {};
    for (SourceLocation at = from; at.isValid() && sources.getFileOffset(at) < sources.getFileOffset(name);) {
      Token token;
      if (Lexer::getRawToken(at, token, sources, unit.context.getLangOpts(), true)) return {};
      const llvm::StringRef text(sources.getCharacterData(token.getLocation()), token.getLength());
      if (text == "const") return {};
      if (text == "constexpr") found = spelled(unit, token.getLocation());
      at = token.getEndLoc();
    }
    return found;
  }

  // In device code a long double is a double.
  void device_double(const VarDecl* v, const DeclStmt* s) {
    Span written;
    if (!function->hasAttr<CUDAHostAttr>() && s->isSingleDecl() && !v->isStaticLocal() && !uses.constant.contains(v))
      if (const auto type = element_type(v).getAs<BuiltinTypeLoc>()) written = spelled(unit, type.getSourceRange());
    if (auto it = uses.of.find(v); it != uses.of.end() && !std::ranges::all_of(it->second, [&](const DeclRefExpr* e) { return is_number(e); })) written = {};
    add_rewrite(unit, Kind::device_double, unit.places.at(v->getLocation()), {{written, "double"}});
  }
  // Whether nothing but the value is looked at, so that its type chooses no function and no format.
  bool is_number(const Expr* e) const {
    const Stmt* s = e;
    do s = parents.getParent(const_cast<Stmt*>(s));
    while (s && isa<ParenExpr, ImplicitCastExpr>(s));
    if (const auto* call = dyn_cast_or_null<CallExpr>(s)) {
      const FunctionDecl* f = call->getDirectCallee();
      for (unsigned i = 0; f && i < call->getNumArgs() && i < f->getNumParams(); ++i)
        if (call->getArg(i)->IgnoreParenImpCasts() == e) return !f->isTemplateInstantiation() && !f->getParamDecl(i)->getType()->isSpecificBuiltinType(BuiltinType::LongDouble);
      return false;
    }
    if (const auto* op = dyn_cast_or_null<UnaryOperator>(s)) return op->getOpcode() != UO_AddrOf && is_number(op);
    if (const auto* cast = dyn_cast_or_null<ExplicitCastExpr>(s)) return cast->getType()->isArithmeticType();
    if (const auto* declared = dyn_cast_or_null<DeclStmt>(s)) return std::ranges::all_of(declared->decls(), [](const Decl* d) { return isa<VarDecl>(d) && cast<VarDecl>(d)->getType()->isArithmeticType(); });
    // What arithmetic makes of it is looked at in turn.
    if (const auto* op = dyn_cast_or_null<BinaryOperator>(s)) return op->isAssignmentOp() || op->isComparisonOp() || op->isLogicalOp() || is_number(op);
    if (const auto* choice = dyn_cast_or_null<ConditionalOperator>(s)) return is_number(choice);
    return s && isa<CompoundStmt>(s);
  }
};

}  // namespace

void collect_declaration_rewrites(Unit& unit, const FunctionDecl* function) {
  if (function->isDependentContext()) return;
  Declarations declarations(unit, function);
  declarations.TraverseStmt(function->getBody());
}

}  // namespace wavelift::analysis
