// Clang's source locations as places, and questions about what is the user's.
#pragma once
#include "analysis/facts.h"
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

namespace wavelift::analysis {

// The column of a location in UTF-16 units, where Clang counts bytes.
uint32_t column_of(const clang::SourceManager& sources, clang::SourceLocation location, const clang::PresumedLoc& presumed);

class Places {
 public:
  Places(const clang::SourceManager& sources, const clang::LangOptions& language) : sources_(sources), language_(language) {}
  explicit Places(const clang::ASTContext& context) : Places(context.getSourceManager(), context.getLangOpts()) {}

  Place at(clang::SourceLocation location) const;
  // The location, or where the user wrote the macro of a header that it comes from.
  clang::SourceLocation written(clang::SourceLocation location) const;
  // As written, on one line and cut after `limit` characters.
  std::string text(clang::SourceRange range, size_t limit = 60) const;
  // The bytes of the range in the file that it is written in; empty when part of it is a macro's.
  Span span(clang::SourceRange range) const;
  // Whether the location is in a file of the user's, not in a header of ours or of the system.
  bool is_users(clang::SourceLocation location) const;
  // The macro of whose body the location is part; empty: none.
  std::string macro(clang::SourceLocation location) const;

 private:
  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
};

}  // namespace wavelift::analysis
