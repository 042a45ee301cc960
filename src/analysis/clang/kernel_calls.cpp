// Kernels that are called as functions, through a variable or a parameter that holds their address. A call by the kernel's own name is an
// error of the compiler's.
#include "analysis/clang/unit.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <map>

namespace wavelift::analysis {
using namespace clang;

namespace {

using Parameter = std::pair<const FunctionDecl*, unsigned>;  // canonical function, position

const FunctionDecl* kernel_named_by(const Expr* e) {
  e = bare(e);
  if (const auto* address = dyn_cast<UnaryOperator>(e); address && address->getOpcode() == UO_AddrOf) e = bare(address->getSubExpr());
  const auto* ref = dyn_cast<DeclRefExpr>(e);
  const auto* f = ref ? dyn_cast<FunctionDecl>(ref->getDecl()) : nullptr;
  return f && f->hasAttr<CUDAGlobalAttr>() ? f : nullptr;
}

const VarDecl* variable_of(const Expr* e) {
  e = bare(e);
  if (const auto* pointee = dyn_cast<UnaryOperator>(e); pointee && pointee->getOpcode() == UO_Deref) e = bare(pointee->getSubExpr());
  const auto* ref = dyn_cast<DeclRefExpr>(e);
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

std::optional<Parameter> parameter_of(const VarDecl* v) {
  const auto* p = dyn_cast_or_null<ParmVarDecl>(v);
  const auto* f = p ? dyn_cast<FunctionDecl>(p->getDeclContext()) : nullptr;
  if (!f) return {};
  return Parameter{f->getCanonicalDecl(), p->getFunctionScopeIndex()};
}

struct Call {
  SourceLocation at;
  uint32_t function;
  std::string text;
};

struct KernelCalls : RecursiveASTVisitor<KernelCalls> {
  Unit& unit;
  uint32_t number = 0;
  std::map<Parameter, std::vector<Call>> called;                                          // parameters that are called
  std::vector<std::pair<Parameter, Parameter>> handed;                                    // from one function to the next
  std::vector<std::pair<Parameter, std::pair<const FunctionDecl*, SourceLocation>>> given;  // kernels that are arguments
  explicit KernelCalls(Unit& u) : unit(u) {}

  void add(const Call& call, const FunctionDecl* kernel, SourceLocation named) {
    unit.facts.unconfigured_calls.push_back({unit.places.at(call.at), call.function, kernel->getQualifiedNameAsString(), unit.places.at(named), call.text});
  }

  bool VisitCallExpr(CallExpr* e) {
    if (isa<CUDAKernelCallExpr>(e)) return true;
    if (const FunctionDecl* callee = e->getDirectCallee()) {
      for (unsigned i = 0; i < e->getNumArgs() && i < callee->getNumParams(); ++i) {
        const Parameter to{callee->getCanonicalDecl(), i};
        if (const FunctionDecl* kernel = kernel_named_by(e->getArg(i))) given.push_back({to, {kernel, e->getArg(i)->getBeginLoc()}});
        else if (auto from = parameter_of(variable_of(e->getArg(i)))) handed.push_back({*from, to});
      }
      return true;
    }
    const VarDecl* v = variable_of(e->getCallee());
    if (!v) return true;
    const Call call{e->getBeginLoc(), number, unit.places.text(e->getCallee()->getSourceRange())};
    if (auto p = parameter_of(v)) called[*p].push_back(call);
    else if (const Expr* only = unit.constants.only_value(v))
      if (const FunctionDecl* kernel = kernel_named_by(only)) add(call, kernel, only->getBeginLoc());
    return true;
  }

  // A parameter that is handed on is called where the one that it is handed to is.
  void finish() {
    for (bool more = true; more;) {
      more = false;
      for (const auto& [from, to] : handed)
        if (auto it = called.find(to); it != called.end() && !called.contains(from)) {
          const std::vector<Call> calls = it->second;
          called[from] = calls;
          more = true;
        }
    }
    for (const auto& [parameter, kernel] : given)
      if (auto it = called.find(parameter); it != called.end())
        for (const Call& call : it->second) add(call, kernel.first, kernel.second);
  }
};

// Whether the configuration is given by hand before the call; a launch gives its own.
bool configures(const FunctionDecl* f) {
  struct Finder : RecursiveASTVisitor<Finder> {
    bool found = false;
    llvm::DenseSet<const CallExpr*> launches;
    bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* e) {
      launches.insert(e->getConfig());
      return true;
    }
    bool VisitCallExpr(CallExpr* e) {
      if (launches.contains(e)) return true;
      const llvm::StringRef name = called_name(e);
      found |= name.ends_with("PushCallConfiguration") || name == "cudaConfigureCall" || name == "hipConfigureCall";
      return true;
    }
  } finder;
  finder.TraverseStmt(f->getBody());
  return finder.found;
}

}  // namespace

void collect_kernel_calls(Unit& unit) {
  KernelCalls calls(unit);
  for (const FunctionDecl* f : unit.bodies) {
    calls.number = unit.number_of(f);
    if (unit.facts.functions[calls.number].host && !configures(f)) calls.TraverseStmt(f->getBody());
  }
  calls.finish();
}

}  // namespace wavelift::analysis
