#include "analysis/clang/c_types.h"
#include <clang/AST/DeclCXX.h>

namespace wavelift::analysis {
using namespace clang;

std::string c_type_name(QualType t, const ASTContext& context) {
  t = t.getCanonicalType().getUnqualifiedType();
  if (const auto* r = t->getAsCXXRecordDecl()) {
    const llvm::StringRef n = r->getIdentifier() ? r->getName() : "";
    if (n == "__half") return "half";
    if (n == "__hip_bfloat16" || n == "__nv_bfloat16") return "bf16";
    return {};
  }
  const auto* b = t->getAs<BuiltinType>();
  if (!b) return {};
  if (b->getKind() == BuiltinType::Half || b->getKind() == BuiltinType::Float16) return "half";
  if (b->getKind() == BuiltinType::BFloat16) return "bf16";
  if (b->getKind() == BuiltinType::Float) return "float";
  if (b->getKind() == BuiltinType::Double) return "double";
  if (!b->isInteger()) return {};
  const bool is_signed = b->isSignedInteger();
  switch (context.getTypeSize(t)) {
  case 8: return is_signed ? "int8_t" : "uint8_t";
  case 16: return is_signed ? "int16_t" : "uint16_t";
  case 32: return is_signed ? "int" : "unsigned int";
  case 64: return is_signed ? "int64_t" : "uint64_t";
  default: return {};
  }
}

}  // namespace wavelift::analysis
