// Launches in host code with what is known of their sizes, and the host's values of names of the width.
#include "analysis/clang/unit.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <set>

namespace wavelift::analysis {
using namespace clang;

namespace {

struct Launches : DynamicRecursiveASTVisitor {
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

  // The value where every name of the width stands for 64 lanes.
  std::optional<int64_t> at_64(const Expr* e, int depth = 0) const {
    if (!e || depth > 12) return {};
    e = bare(e);
    auto names = unit.constants.width_names(e);
    bool wide = std::ranges::any_of(names, [](const Constant& c) { return c.source == Constant::Source::width || (c.value == 32 && c.warp_name); });
    if (!wide) return unit.constants.value(e);
    if (const auto* op = dyn_cast<BinaryOperator>(e)) {
      auto a = at_64(op->getLHS(), depth + 1), b = at_64(op->getRHS(), depth + 1);
      if (!a || !b || *a < 0 || *b < 0 || *a > 65536 || *b > 65536) return {};
      switch (op->getOpcode()) {
      case BO_Mul: return *a * *b;
      case BO_Add: return *a + *b;
      case BO_Sub: return *a - *b;
      default: return {};
      }
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e))
      if (const auto* v = dyn_cast<VarDecl>(ref->getDecl()); v && names.size() > 1) return at_64(unit.constants.only_value(v), depth + 1);
    if (names.size() == 1) return 64;
    return {};
  }

  // The sizes of a block as expressions; a number alone is its width.
  void threads(const Expr* e, Launch& l, int depth = 0) const {
    if (!e || depth > 8) return;
    e = bare(e);
    if (const auto* ref = dyn_cast<DeclRefExpr>(e); ref && e->getType()->isRecordType()) {
      const auto* v = dyn_cast<VarDecl>(ref->getDecl());
      return threads(v ? unit.constants.only_value(v) : nullptr, l, depth + 1);
    }
    int64_t all = 1;
    auto times = [&](const Expr* size) {
      auto n = at_64(size);
      if (!n || *n < 1 || *n > 65536 || all > 65536) return false;
      all *= *n;
      return true;
    };
    if (const auto* construct = dyn_cast<CXXConstructExpr>(e)) {
      for (const Expr* size : construct->arguments())
        if (!isa<CXXDefaultArgExpr>(size) && !times(size)) return;
    } else if (!e->getType()->isIntegralOrEnumerationType() || !times(e)) {
      return;
    }
    l.threads_at_64 = all;
  }

  void add(SourceLocation at, const FunctionDecl* kernel, const Expr* grid, const Expr* block, const Expr* shared) {
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
    threads(block, l);
    if (shared && !isa<CXXDefaultArgExpr>(shared)) extent(shared, l.shared);
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

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* e) override {
    const CallExpr* sizes = e->getConfig();
    if (sizes && sizes->getNumArgs() >= 2) add(e->getBeginLoc(), kernel_of(e->getCallee()), sizes->getArg(0), sizes->getArg(1), sizes->getNumArgs() > 2 ? sizes->getArg(2) : nullptr);
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    llvm::StringRef name = called_name(e);
    if ((name == "cudaLaunchKernel" || name == "hipLaunchKernel" || name == "cudaLaunchCooperativeKernel" || name == "hipLaunchCooperativeKernel") && e->getNumArgs() >= 4)
      add(e->getBeginLoc(), kernel_of(e->getArg(0)), e->getArg(1), e->getArg(2), e->getNumArgs() > 4 ? e->getArg(4) : nullptr);
    if ((name == "cudaFuncSetAttribute" || name == "hipFuncSetAttribute") && e->getNumArgs() == 3)
      if (const auto* attribute = dyn_cast<DeclRefExpr>(bare(e->getArg(1))); attribute && attribute->getDecl()->getName().ends_with("FuncAttributeMaxDynamicSharedMemorySize"))
        unit.facts.shared_requests.push_back({unit.places.at(e->getBeginLoc()), unit.constants.value(e->getArg(2))});
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
