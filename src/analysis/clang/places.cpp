#include "analysis/clang/places.h"
#include "base/columns.h"
#include <clang/Lex/Lexer.h>

namespace wavelift::analysis {

std::string Places::macro(clang::SourceLocation location) const {
  if (!location.isMacroID() || !sources_.isMacroBodyExpansion(location)) return {};
  return clang::Lexer::getImmediateMacroName(location, sources_, language_).str();
}

// A macro of ours or the system's, as cudaMalloc is one, is spelled in a header; it counts where the user wrote it.
clang::SourceLocation Places::written(clang::SourceLocation location) const {
  while (location.isMacroID() && sources_.isInSystemHeader(sources_.getSpellingLoc(location)))
    location = sources_.getImmediateMacroCallerLoc(location);
  return location;
}

uint32_t column_of(const clang::SourceManager& sources, clang::SourceLocation location, const clang::PresumedLoc& presumed) {
  // Which is the expansion's, as in the presumed location.
  auto [file, offset] = sources.getDecomposedExpansionLoc(location);
  bool invalid = false;
  const llvm::StringRef text = sources.getBufferData(file, &invalid);
  const unsigned bytes = presumed.getColumn() - 1;  // in front of it in its line
  if (invalid || offset > text.size() || bytes > offset) return presumed.getColumn();
  return column_after(std::string_view(text).substr(offset - bytes, bytes), offset == bytes);
}

Place Places::at(clang::SourceLocation location) const {
  location = written(location);
  Place place;
  auto fill = [&](clang::SourceLocation l, std::string& file, uint32_t& line, uint32_t& column) {
    clang::PresumedLoc presumed = sources_.getPresumedLoc(l);
    if (presumed.isInvalid()) return;
    file = presumed.getFilename();
    line = presumed.getLine();
    column = column_of(sources_, l, presumed);
  };
  fill(sources_.getSpellingLoc(location), place.file, place.line, place.column);
  place.macro = macro(location);
  if (!place.macro.empty())
    fill(sources_.getExpansionLoc(location), place.expanded_file, place.expanded_line, place.expanded_column);
  // Pasted and built-in tokens are spelled nowhere: the expansion is all there is.
  if (!place.file.empty() && place.file.front() == '<')
    fill(sources_.getExpansionLoc(location), place.file, place.line, place.column);
  return place;
}

std::string Places::text(clang::SourceRange range, size_t limit) const {
  auto chars = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), sources_, language_);
  if (chars.isInvalid()) chars = sources_.getExpansionRange(range);
  std::string out;
  for (char c : clang::Lexer::getSourceText(chars, sources_, language_)) {
    bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c;
    if (out.size() == limit) return out + "...";
  }
  return out;
}

Span Places::span(clang::SourceRange range) const {
  auto chars = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), sources_, language_);
  if (chars.isInvalid() || !chars.getBegin().isFileID()) return {};
  unsigned from = sources_.getFileOffset(chars.getBegin()), to = sources_.getFileOffset(chars.getEnd());
  return {sources_.getFilename(chars.getBegin()).str(), from, to - from};
}

bool Places::is_users(clang::SourceLocation location) const {
  return location.isValid() && !sources_.isInSystemHeader(sources_.getExpansionLoc(location)) &&
         !sources_.isWrittenInBuiltinFile(sources_.getExpansionLoc(location)) &&
         !sources_.isWrittenInCommandLineFile(sources_.getExpansionLoc(location));
}

}  // namespace wavelift::analysis
