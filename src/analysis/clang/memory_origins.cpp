#include "analysis/clang/memory_origins.h"
#include "analysis/clang/flow.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/StringSwitch.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

uint32_t bit(Memory kind) { return 1u << static_cast<uint32_t>(kind); }

// Functions that give memory through their first argument.
std::optional<Memory> given_by(llvm::StringRef name) {
  using Answer = std::optional<Memory>;
  return llvm::StringSwitch<Answer>(name)
      .Cases({"hipMalloc", "hipMallocPitch", "hipExtMallocWithFlags", "hipMemAlloc", "hipMemAllocPitch"}, Answer(Memory::device))
      .Cases({"hipMallocAsync", "hipMallocFromPoolAsync"}, Answer(Memory::pool))
      .Case("hipMallocManaged", Answer(Memory::managed))
      .Cases({"hipHostMalloc", "hipMallocHost", "hipHostAlloc", "hipMemAllocHost"}, Answer(Memory::pinned))
      .Case("hipHostRegister", Answer(Memory::registered))
      .Case("posix_memalign", Answer(Memory::pageable))
      .Default({});
}

bool gives_pageable(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name).Cases({"malloc", "calloc", "realloc", "aligned_alloc", "memalign", "valloc", "_mm_malloc"}, true).Default(false);
}

// A container of the standard library that keeps its elements where new puts them.
bool is_container(QualType type) {
  type = type.getNonReferenceType();
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace()) return false;
  if (record->getName() == "array") return true;
  if (record->getName() != "vector" || record->getTemplateArgs().size() < 2) return false;
  const TemplateArgument& allocator = record->getTemplateArgs()[1];
  const CXXRecordDecl* decl = allocator.getKind() == TemplateArgument::Type ? allocator.getAsType()->getAsCXXRecordDecl() : nullptr;
  return decl && decl->isInStdNamespace() && decl->getName() == "allocator";
}

bool is_null(const Expr* e) {
  e = bare(e);
  const auto* number = dyn_cast<IntegerLiteral>(e);
  return isa<CXXNullPtrLiteralExpr>(e) || isa<GNUNullExpr>(e) || (number && number->getValue() == 0);
}

}  // namespace

const ValueDecl* variable_behind(const Expr* e) {
  for (int depth = 0; e && depth < 24; ++depth) {
    e = bare(e);
    if (const auto* op = dyn_cast<UnaryOperator>(e)) e = op->getSubExpr();
    else if (const auto* index = dyn_cast<ArraySubscriptExpr>(e)) e = index->getBase();
    else if (const auto* sum = dyn_cast<BinaryOperator>(e); sum && sum->isAdditiveOp()) e = sum->getLHS()->getType()->isAnyPointerType() || sum->getLHS()->getType()->isArrayType() ? sum->getLHS() : sum->getRHS();
    else if (const auto* call = dyn_cast<CXXMemberCallExpr>(e)) {
      llvm::StringRef name = called_name(call);
      if (name != "data" && name != "begin" && name != "get") return nullptr;
      e = call->getImplicitObjectArgument();
    } else if (const auto* op = dyn_cast<CXXOperatorCallExpr>(e); op && op->getOperator() == OO_Subscript) e = op->getArg(0);
    else if (const auto* ref = dyn_cast<DeclRefExpr>(e)) return dyn_cast<VarDecl>(ref->getDecl()->getCanonicalDecl());
    else if (const auto* member = dyn_cast<MemberExpr>(e)) return dyn_cast<FieldDecl>(member->getMemberDecl());
    else return nullptr;
  }
  return nullptr;
}

std::string api_name(const CallExpr* call, const Places& places) {
  const NamedDecl* callee = call->getDirectCallee();
  if (!callee)
    if (const auto* overloads = dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts()); overloads && overloads->getNumDecls() > 0)
      callee = *overloads->decls_begin();
  if (!callee || !callee->getIdentifier() || places.is_users(callee->getLocation())) return {};
  std::string name = callee->getName().str();
  // Our headers' own forms of CUDA's functions.
  if (name == "get_device_properties") return "hipGetDeviceProperties";
  if (name == "get_device_attribute") return "hipDeviceGetAttribute";
  if (name.starts_with("cuda")) name.replace(0, 4, "hip");
  if (!name.starts_with("hip") || name.size() < 5) return {};
  if (!std::isupper(static_cast<unsigned char>(name[3])) && !name.starts_with("hiprtc")) return {};
  for (const char* form : {"_spt", "R0600"})
    if (name.ends_with(form)) name.resize(name.size() - std::string_view(form).size());
  return name;
}

struct Makers : RecursiveASTVisitor<Makers> {
  MemoryOrigins& origins;
  const Places& places;
  Makers(MemoryOrigins& o, const Places& p) : origins(o), places(p) {}

  void assign(const ValueDecl* v, const Expr* value) {
    if (!v || !value || !v->getType()->isAnyPointerType() || is_null(value)) return;
    value = bare(value);
    const auto* call = dyn_cast<CallExpr>(value);
    if (isa<CXXNewExpr>(value) || (call && gives_pageable(called_name(call)))) origins.add(v, Memory::pageable);
    else origins.add(v, Memory::unknown);
  }
  bool VisitVarDecl(VarDecl* v) {
    if (isa<ParmVarDecl>(v)) origins.add(v, Memory::unknown);
    else assign(v->getCanonicalDecl(), v->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* e) {
    if (e->getOpcode() == BO_Assign) assign(variable_behind(e->getLHS()), e->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr* e) {
    if (e->getNumArgs() == 0 || isa<CXXOperatorCallExpr>(e)) return true;
    std::string api = api_name(e, places);
    std::string name = api.empty() ? called_name(e).str() : api;
    if (auto kind = given_by(name)) {
      if (const ValueDecl* v = variable_behind(e->getArg(0))) origins.add(v, *kind);
      return true;
    }
    if (!api.empty()) return true;
    // Another function may make the memory of what it is given the address of.
    const FunctionDecl* f = e->getDirectCallee();
    for (unsigned i = 0; i < e->getNumArgs(); ++i) {
      const auto* address = dyn_cast<UnaryOperator>(bare(e->getArg(i)));
      QualType parameter = f && i < f->getNumParams() ? f->getParamDecl(i)->getType() : QualType();
      bool by_reference = !parameter.isNull() && parameter->isReferenceType() && !parameter.getNonReferenceType().isConstQualified();
      if (by_reference || (address && address->getOpcode() == UO_AddrOf))
        if (const ValueDecl* v = variable_behind(e->getArg(i)); v && v->getType()->isAnyPointerType()) origins.add(v, Memory::unknown);
    }
    return true;
  }
};

void MemoryOrigins::add(const ValueDecl* v, Memory kind) { made_[v] |= bit(kind); }

void MemoryOrigins::read(const FunctionDecl* function, const Places& places) {
  Makers makers(*this, places);
  for (ParmVarDecl* p : function->parameters()) makers.VisitVarDecl(p);
  makers.TraverseStmt(function->getBody());
}

Memory MemoryOrigins::of(const Expr* e) const {
  const ValueDecl* v = variable_behind(e);
  if (!v) return Memory::unknown;
  if (v->hasAttr<HIPManagedAttr>()) return Memory::managed_variable;
  if (v->hasAttr<CUDADeviceAttr>() || v->hasAttr<CUDAConstantAttr>()) return Memory::device;
  if (is_container(v->getType())) return Memory::pageable;
  if (const auto* array = dyn_cast_or_null<ConstantArrayType>(v->getType()->getAsArrayTypeUnsafe()); array && !array->getElementType()->isAnyPointerType())
    return Memory::pageable;
  auto it = made_.find(v);
  if (it == made_.end()) return Memory::unknown;
  uint32_t kinds = it->second;
  if (kinds == (bit(Memory::pageable) | bit(Memory::registered))) return Memory::registered;
  for (Memory kind : {Memory::device, Memory::pool, Memory::managed, Memory::pinned, Memory::registered, Memory::pageable})
    if (kinds == bit(kind)) return kind;
  return Memory::unknown;
}

}  // namespace wavelift::analysis
