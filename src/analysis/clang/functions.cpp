// The functions of a unit: which there are, what they call, which contain errors; and warpSize used as a constant.
#include "analysis/clang/unit.h"
#include <clang/AST/ASTContext.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Bodies of the user's functions, instantiations among them.
struct Bodies : DynamicRecursiveASTVisitor {
  Unit& unit;
  std::vector<const FunctionDecl*> found;
  explicit Bodies(Unit& u) : unit(u) { ShouldVisitTemplateInstantiations = true; }
  bool VisitFunctionDecl(FunctionDecl* f) override {
    if (f->doesThisDeclarationHaveABody() && f->getBody() && unit.places.is_users(f->getLocation())) found.push_back(f);
    return true;
  }
  // Functions in functions are lambdas; they are read as part of the function around them.
  bool TraverseLambdaExpr(LambdaExpr*) override { return true; }
};

struct Callees : DynamicRecursiveASTVisitor {
  Unit& unit;
  std::vector<uint32_t>& calls;
  bool errors = false;
  Callees(Unit& u, std::vector<uint32_t>& c) : unit(u), calls(c) {}

  void add(uint32_t number) {
    if (number != UINT32_MAX && std::find(calls.begin(), calls.end(), number) == calls.end()) calls.push_back(number);
  }
  bool VisitCallExpr(CallExpr* e) override {
    if (isa<CUDAKernelCallExpr>(e)) return true;
    if (const FunctionDecl* f = e->getDirectCallee()) add(unit.number_of(f));
    // An overload that is not resolved yet may be any of them.
    else if (const auto* any = dyn_cast<OverloadExpr>(e->getCallee()->IgnoreParenImpCasts()))
      for (const NamedDecl* d : any->decls())
        if (const FunctionDecl* g = d->getUnderlyingDecl()->getAsFunction()) add(unit.number_of(g));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* e) override {
    add(unit.number_of(e->getConstructor()));
    return true;
  }
  bool VisitExpr(Expr* e) override {
    errors |= isa<RecoveryExpr>(e);
    return true;
  }
};

Function described(const Unit& unit, const FunctionDecl* f) {
  Function out;
  out.name = f->getQualifiedNameAsString();
  out.place = unit.places.at(f->getLocation());
  out.kernel = f->hasAttr<CUDAGlobalAttr>();
  out.device = out.kernel || f->hasAttr<CUDADeviceAttr>();
  out.host = !out.kernel && (!f->hasAttr<CUDADeviceAttr>() || f->hasAttr<CUDAHostAttr>());
  out.is_template = f->isTemplated() || f->isTemplateInstantiation();
  return out;
}

}  // namespace

void collect_functions(Unit& unit) {
  Bodies all(unit);
  // Only what the user wrote: to walk through the headers would cost as much as to parse them.
  for (Decl* d : unit.context.getTranslationUnitDecl()->decls())
    if (unit.places.is_users(d->getLocation())) all.TraverseDecl(d);
  llvm::DenseSet<const FunctionDecl*> instantiated;
  for (const FunctionDecl* f : all.found)
    if (const FunctionDecl* pattern = f->getTemplateInstantiationPattern()) instantiated.insert(pattern->getCanonicalDecl());
  for (const FunctionDecl* f : all.found) {
    const FunctionDecl* key = pattern_of(f)->getCanonicalDecl();
    if (unit.numbers.try_emplace(key, static_cast<uint32_t>(unit.facts.functions.size())).second)
      unit.facts.functions.push_back(described(unit, f));
    if (!(f->isTemplated() && instantiated.contains(f->getCanonicalDecl()))) unit.bodies.push_back(f);
  }
  const SourceManager& sources = unit.context.getSourceManager();
  for (const FunctionDecl* f : unit.bodies) {
    Function& out = unit.facts.functions[unit.number_of(f)];
    Callees callees(unit, out.calls);
    callees.TraverseStmt(f->getBody());
    // Our headers' __launch_bounds__; the attribute of that name is what other headers' makes.
    const auto* sizes = f->getAttr<AMDGPUFlatWorkGroupSizeAttr>();
    const auto* bounds = f->getAttr<CUDALaunchBoundsAttr>();
    if (const Expr* e = sizes ? sizes->getMax() : bounds ? bounds->getMaxThreads() : nullptr)
      if (auto n = unit.constants.value(e)) out.max_threads = std::max(out.max_threads, *n);
    const auto* waves = f->getAttr<AMDGPUWavesPerEUAttr>();
    if (const Expr* e = waves ? waves->getMin() : bounds ? bounds->getMinBlocks() : nullptr) out.min_waves = unit.constants.value(e).value_or(0);
    for (const ParmVarDecl* p : f->parameters())
      if (QualType t = p->getType(); out.kernel && !t->isDependentType() && t->isRecordType() && !t->isIncompleteType())
        out.largest_object = std::max(out.largest_object, static_cast<uint32_t>(unit.context.getTypeSizeInChars(t).getQuantity()));
    unsigned first = sources.getExpansionLineNumber(f->getBeginLoc()), last = sources.getExpansionLineNumber(f->getEndLoc());
    bool reported = std::any_of(unit.facts.problems.begin(), unit.facts.problems.end(), [&](const Problem& p) {
      return p.place.file == out.place.file && p.place.line >= first && p.place.line <= last;
    });
    out.has_errors |= callees.errors || f->isInvalidDecl() || reported;
  }
}

namespace {

struct ConstantWidths : DynamicRecursiveASTVisitor {
  Unit& unit;
  const FunctionDecl* function = nullptr;
  explicit ConstantWidths(Unit& u) : unit(u) {}

  bool names_width(const Expr* e) const {
    if (!e) return false;
    for (const Constant& c : unit.constants.width_names(e))
      if (c.source == Constant::Source::width) return true;
    return false;
  }
  void add(SourceLocation at, SourceRange range) {
    unit.facts.constant_widths.push_back({unit.places.at(at), function ? unit.number_of(function) : UINT32_MAX, unit.places.text(range)});
  }
  bool TraverseFunctionDecl(FunctionDecl* f) override {
    const FunctionDecl* outer = std::exchange(function, f);
    bool go = DynamicRecursiveASTVisitor::TraverseFunctionDecl(f);
    function = outer;
    return go;
  }
  bool VisitVarDecl(VarDecl* v) override {
    if (v->isConstexpr() && names_width(v->getInit())) add(v->getLocation(), v->getSourceRange());
    if (TypeSourceInfo* type = v->getTypeSourceInfo())
      for (TypeLoc t = type->getTypeLoc(); t; t = t.getNextTypeLoc())
        if (auto array = t.getAs<ArrayTypeLoc>(); array && names_width(array.getSizeExpr())) add(v->getLocation(), v->getSourceRange());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* e) override {
    for (const TemplateArgumentLoc& a : e->template_arguments())
      if (a.getArgument().getKind() == TemplateArgument::Expression && names_width(a.getSourceExpression())) add(e->getLocation(), e->getSourceRange());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr* e) override {
    for (const TemplateArgumentLoc& a : e->template_arguments())
      if (a.getArgument().getKind() == TemplateArgument::Expression && names_width(a.getSourceExpression())) add(e->getNameLoc(), e->getSourceRange());
    return true;
  }
};

}  // namespace

void collect_constant_widths(Unit& unit) {
  ConstantWidths v(unit);
  for (Decl* d : unit.context.getTranslationUnitDecl()->decls())
    if (unit.places.is_users(d->getLocation())) v.TraverseDecl(d);
}

}  // namespace wavelift::analysis
