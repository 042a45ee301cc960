// What host code asks of the GPU, in the order of the source, and the user's texts that speak of NVIDIA's machine code.
#include "analysis/clang/memory_origins.h"
#include "analysis/clang/unit.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

struct HostCalls : RecursiveASTVisitor<HostCalls> {
  Unit& unit;
  const MemoryOrigins& origins;
  uint32_t number;
  int loops = 0;
  llvm::DenseSet<const Expr*> dropped;  // calls that are statements of their own
  HostCalls(Unit& u, const MemoryOrigins& o, uint32_t n) : unit(u), origins(o), number(n) {}

  bool in_loop(auto&& traverse) {
    ++loops;
    bool go = traverse();
    --loops;
    return go;
  }
  bool TraverseForStmt(ForStmt* s) { return in_loop([&] { return RecursiveASTVisitor::TraverseForStmt(s); }); }
  bool TraverseWhileStmt(WhileStmt* s) { return in_loop([&] { return RecursiveASTVisitor::TraverseWhileStmt(s); }); }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt* s) { return in_loop([&] { return RecursiveASTVisitor::TraverseCXXForRangeStmt(s); }); }
  // do { ... } while (0) of a macro runs once.
  bool TraverseDoStmt(DoStmt* s) {
    if (unit.constants.value(s->getCond()) == 0) return RecursiveASTVisitor::TraverseDoStmt(s);
    return in_loop([&] { return RecursiveASTVisitor::TraverseDoStmt(s); });
  }

  void drop(const Stmt* s) {
    if (const auto* e = dyn_cast_or_null<Expr>(s)) dropped.insert(bare(e));
  }
  bool VisitCompoundStmt(CompoundStmt* s) {
    for (const Stmt* child : s->body()) drop(child);
    return true;
  }
  bool VisitIfStmt(IfStmt* s) {
    drop(s->getThen());
    drop(s->getElse());
    return true;
  }
  bool VisitForStmt(ForStmt* s) {
    drop(s->getBody());
    return true;
  }

  HostArgument described(const Expr* e) const {
    HostArgument a;
    a.text = unit.places.text(e->getSourceRange());
    a.value = unit.constants.value(e);
    if (const ValueDecl* v = variable_behind(e)) {
      Place at = unit.places.at(v->getLocation());
      a.variable = fmt::format("{} {}:{}", v->getNameAsString(), at.file, at.line);
    }
    a.memory = origins.of(e);
    QualType type = e->IgnoreParenImpCasts()->getType(), pointee = type->getPointeeType();
    a.is_number = type->isIntegerType();
    if (const ArrayType* array = unit.context.getAsArrayType(type)) pointee = array->getElementType();
    a.points_to_const = !pointee.isNull() && pointee.isConstQualified();
    return a;
  }

  HostCall* add(const CallExpr* e, HostCall::Kind kind, std::string name) {
    HostCall call;
    call.place = unit.places.at(e->getBeginLoc());
    call.function = number;
    call.kind = kind;
    call.name = std::move(name);
    call.written = unit.places.text(e->getCallee()->getSourceRange());
    call.in_loop = loops > 0;
    call.tested = !dropped.contains(e);
    unit.facts.host_calls.push_back(std::move(call));
    return &unit.facts.host_calls.back();
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* e) {
    const auto* ref = dyn_cast<DeclRefExpr>(bare(e->getCallee()));
    const auto* kernel = ref ? dyn_cast<FunctionDecl>(ref->getDecl()) : nullptr;
    HostCall* call = add(e, HostCall::Kind::launch, kernel ? kernel->getQualifiedNameAsString() : "");
    if (kernel) call->callee = unit.number_of(kernel);
    return true;
  }
  bool VisitCallExpr(CallExpr* e) {
    if (isa<CUDAKernelCallExpr>(e)) return true;
    if (std::string name = api_name(e, unit.places); !name.empty()) {
      HostCall* call = add(e, HostCall::Kind::api, std::move(name));
      for (const Expr* a : e->arguments())
        if (!isa<CXXDefaultArgExpr>(a)) call->arguments.push_back(described(a));
      return true;
    }
    if (const FunctionDecl* f = e->getDirectCallee())
      if (uint32_t callee = unit.number_of(f); callee != UINT32_MAX) add(e, HostCall::Kind::user, f->getQualifiedNameAsString())->callee = callee;
    return true;
  }
};

struct Texts : RecursiveASTVisitor<Texts> {
  Unit& unit;
  explicit Texts(Unit& u) : unit(u) {}

  bool VisitStringLiteral(StringLiteral* s) {
    if (s->getCharByteWidth() != 1) return true;
    llvm::StringRef text = s->getString();
    std::optional<MachineText::Kind> kind;
    if (text.contains(".version") && text.contains(".target")) kind = MachineText::Kind::ptx;
    for (const char* option : {"-arch=sm_", "-arch=compute_", "--gpu-architecture=sm_", "--gpu-architecture=compute_"})
      if (text.starts_with(option)) kind = MachineText::Kind::option;
    for (const char* end : {".ptx", ".cubin", ".fatbin"})
      if (text.ends_with(end)) kind = MachineText::Kind::file;
    if (kind) unit.facts.machine_texts.push_back({unit.places.at(s->getBeginLoc()), *kind, text.take_front(40).str()});
    return true;
  }
};

}  // namespace

void collect_host_calls(Unit& unit) {
  MemoryOrigins origins;
  for (const FunctionDecl* f : unit.bodies) origins.read(f, unit.places);
  for (const FunctionDecl* f : unit.bodies) {
    uint32_t number = unit.number_of(f);
    if (unit.facts.functions[number].host) HostCalls(unit, origins, number).TraverseStmt(f->getBody());
  }
  Texts texts(unit);
  for (Decl* d : unit.context.getTranslationUnitDecl()->decls())
    if (unit.places.is_users(d->getLocation())) texts.TraverseDecl(d);
}

}  // namespace wavelift::analysis
