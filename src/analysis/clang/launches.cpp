// Launches in host code with what is known of their sizes, and the host's values of names of the width.
#include "analysis/clang/unit.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <set>

namespace wavelift::analysis {
using namespace clang;

namespace {

struct Launches : RecursiveASTVisitor<Launches> {
  Unit& unit;
  const FunctionDecl* function;
  Launches(Unit& u, const FunctionDecl* f) : unit(u), function(f) {}

  void extent(const Expr* e, Extent& out) const {
    out.value = unit.constants.value(e);
    out.width = unit.constants.width_names(e);
  }

  // The three sizes of a dim3: given in its constructor, by a variable that never changes, or one number.
  void sizes(const Expr* e, Extent (&out)[3], int depth = 0) const {
    if (!e || depth > 8) return;
    e = e->IgnoreParenImpCasts();
    if (const auto* full = dyn_cast<FullExpr>(e)) return sizes(full->getSubExpr(), out, depth + 1);
    if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(e)) return sizes(made->getSubExpr(), out, depth + 1);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(e)) return sizes(cast->getSubExpr(), out, depth + 1);
    if (const auto* list = dyn_cast<InitListExpr>(e)) {
      for (unsigned i = 0; i < 3; ++i)
        if (i < list->getNumInits()) extent(list->getInit(i), out[i]);
        else out[i].value = 1;
      return;
    }
    if (const auto* construct = dyn_cast<CXXConstructExpr>(e)) {
      if (construct->getNumArgs() == 1 && construct->getArg(0)->getType()->isRecordType()) return sizes(construct->getArg(0), out, depth + 1);
      for (unsigned i = 0; i < 3; ++i) {
        const Expr* argument = i < construct->getNumArgs() ? construct->getArg(i) : nullptr;
        if (argument && !isa<CXXDefaultArgExpr>(argument)) extent(argument, out[i]);
        else out[i].value = 1;
      }
      return;
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e); ref && e->getType()->isRecordType()) {
      const auto* v = dyn_cast<VarDecl>(ref->getDecl());
      if (const Expr* init = v ? unit.constants.only_value(v) : nullptr) sizes(init, out, depth + 1);
      return;
    }
    if (e->getType()->isIntegralOrEnumerationType()) {
      extent(e, out[0]);
      out[1].value = out[2].value = 1;
    }
  }

  void add(SourceLocation at, const FunctionDecl* kernel, const Expr* grid, const Expr* block) {
    Launch l;
    l.place = unit.places.at(at);
    l.launcher = function->getQualifiedNameAsString();
    if (kernel) {
      l.kernel = kernel->getQualifiedNameAsString();
      l.function = unit.number_of(kernel);
    }
    l.grid_text = unit.places.span(grid->getSourceRange());
    sizes(grid, l.grid);
    sizes(block, l.block);
    unit.facts.launches.push_back(std::move(l));
  }

  static const FunctionDecl* kernel_of(const Expr* e) {
    e = bare(e);
    if (const auto* address = dyn_cast<UnaryOperator>(e)) e = bare(address->getSubExpr());
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) return dyn_cast<FunctionDecl>(ref->getDecl());
    if (const auto* overloads = dyn_cast<OverloadExpr>(e); overloads && overloads->getNumDecls() == 1)
      return (*overloads->decls_begin())->getUnderlyingDecl()->getAsFunction();
    return nullptr;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* e) {
    const CallExpr* sizes = e->getConfig();
    if (sizes && sizes->getNumArgs() >= 2) add(e->getBeginLoc(), kernel_of(e->getCallee()), sizes->getArg(0), sizes->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr* e) {
    llvm::StringRef name = called_name(e);
    if ((name == "cudaLaunchKernel" || name == "hipLaunchKernel" || name == "cudaLaunchCooperativeKernel" || name == "hipLaunchCooperativeKernel") && e->getNumArgs() >= 4)
      add(e->getBeginLoc(), kernel_of(e->getArg(0)), e->getArg(1), e->getArg(2));
    return true;
  }
};

// Kernels that are named other than in a launch, or in a question to the run time.
struct KernelNames : RecursiveASTVisitor<KernelNames> {
  Unit& unit;
  std::set<const DeclRefExpr*> known;
  explicit KernelNames(Unit& u) : unit(u) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  void know(Stmt* s) {
    struct Finder : RecursiveASTVisitor<Finder> {
      std::set<const DeclRefExpr*>& known;
      explicit Finder(std::set<const DeclRefExpr*>& k) : known(k) {}
      bool VisitDeclRefExpr(DeclRefExpr* e) {
        known.insert(e);
        return true;
      }
    } finder(known);
    finder.TraverseStmt(s);
  }
  bool VisitCallExpr(CallExpr* e) {
    if (isa<CUDAKernelCallExpr>(e)) know(e->getCallee());
    else if (const FunctionDecl* f = e->getDirectCallee(); f && !unit.places.is_users(f->getLocation()))
      for (Expr* a : e->arguments()) know(a);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* e) {
    const auto* f = dyn_cast<FunctionDecl>(e->getDecl());
    if (f && f->hasAttr<CUDAGlobalAttr>() && !known.contains(e)) unit.facts.kernel_names.push_back({unit.places.at(e->getLocation()), f->getQualifiedNameAsString()});
    return true;
  }
};

}  // namespace

void collect_kernel_names(Unit& unit) {
  KernelNames names(unit);
  for (Decl* d : unit.context.getTranslationUnitDecl()->decls())
    if (unit.places.is_users(d->getLocation())) names.TraverseDecl(d);
}

void collect_launches(Unit& unit, const FunctionDecl* function) {
  Launches launches(unit, function);
  launches.TraverseStmt(function->getBody());
}

}  // namespace wavelift::analysis
