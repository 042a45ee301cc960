#include "analysis/clang/rewrites.h"
#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>
#include <map>

namespace wavelift::analysis {
using namespace clang;

// Each step out of a macro is one from an argument to where it is spelled, for both ends alike, so that nothing between
// them comes from elsewhere.
Span spelled(const Unit& unit, SourceRange range) {
  const SourceManager& sources = unit.context.getSourceManager();
  // A name of CUDA's may be a macro of our headers.
  SourceLocation begin = unit.places.written(range.getBegin()), end = range.getEnd();
  if (begin.isInvalid() || end.isInvalid()) return {};
  while (begin.isMacroID() || end.isMacroID()) {
    if (sources.getFileID(begin) != sources.getFileID(end) || !sources.isMacroArgExpansion(begin)) return {};
    begin = sources.getImmediateSpellingLoc(begin);
    end = sources.getImmediateSpellingLoc(end);
  }
  auto [file, from] = sources.getDecomposedLoc(begin);
  auto [last_file, last] = sources.getDecomposedLoc(end);
  if (file != last_file || last < from || !unit.places.is_users(begin)) return {};
  const unsigned to = last + Lexer::MeasureTokenLength(end, sources, unit.context.getLangOpts());
  return {sources.getFilename(begin).str(), from, to - from};
}

std::string raw_text(const Unit& unit, SourceRange range) {
  const SourceManager& sources = unit.context.getSourceManager();
  const Span span = spelled(unit, range);
  if (span.size == 0) return {};
  SourceLocation begin = unit.places.written(range.getBegin());
  while (begin.isMacroID()) begin = sources.getImmediateSpellingLoc(begin);
  return sources.getBufferData(sources.getFileID(begin)).substr(span.at, span.size).str();
}

void add_rewrite(Unit& unit, Rewrite::Kind kind, const Place& place, std::vector<Rewrite::Edit> edits) {
  const bool possible = std::ranges::all_of(edits, [](const Rewrite::Edit& e) { return !e.span.file.empty(); });
  std::ranges::sort(edits);
  edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
  unit.facts.rewrites.push_back({kind, place, possible ? std::move(edits) : std::vector<Rewrite::Edit>()});
}

void keep_texts(const SourceManager& sources, Facts& facts) {
  std::set<std::string> named;
  for (const Rewrite& r : facts.rewrites)
    for (const Rewrite::Edit& e : r.edits) named.insert(e.span.file);
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    FileID id = sources.translateFile(it->first);
    if (id.isInvalid()) continue;
    const std::string name = sources.getFilename(sources.getLocForStartOfFile(id)).str();
    if (!named.contains(name)) continue;
    for (SourceFile& f : facts.files)
      if (auto buffer = sources.getBufferDataOrNone(id); buffer && f.path == name) f.text = buffer->str();
  }
}

void settle_rewrites(std::vector<Rewrite>& rewrites) {
  std::map<std::pair<Rewrite::Kind, Place>, Rewrite> all;
  for (Rewrite& r : rewrites) {
    auto [it, is_new] = all.try_emplace({r.kind, r.place}, r);
    if (!is_new && it->second.edits != r.edits) it->second.edits.clear();
  }
  rewrites.clear();
  for (auto& [key, r] : all)
    if (!r.edits.empty()) rewrites.push_back(std::move(r));
}

namespace {

bool returns(const Stmt* s) {
  if (!s || isa<LambdaExpr>(s)) return false;
  return isa<ReturnStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(s) || std::ranges::any_of(s->children(), returns);
}

}  // namespace

std::optional<Rewrite::Edit> barrier_between(const Unit& unit, const FunctionDecl* function, SourceLocation first, SourceLocation second) {
  const auto* body = dyn_cast_or_null<CompoundStmt>(function->getBody());
  if (!body || !function->hasAttr<CUDAGlobalAttr>() || first.isMacroID() || second.isMacroID()) return {};
  const SourceManager& sources = unit.context.getSourceManager();
  auto has = [&](const Stmt* s, SourceLocation at) { return sources.getFileOffset(sources.getExpansionLoc(s->getBeginLoc())) <= sources.getFileOffset(at) && sources.getFileOffset(at) <= sources.getFileOffset(sources.getExpansionLoc(s->getEndLoc())); };
  bool passed = false;
  for (const Stmt* s : body->body()) {
    if (passed && has(s, second)) {
      // What stands in a branch or a loop is not certain to be run by all.
      if (!isa<DeclStmt, Expr>(s)) return {};
      const Span statement = spelled(unit, s->getSourceRange());
      if (statement.file.empty()) return {};
      llvm::StringRef text = sources.getBufferData(sources.getFileID(second));
      const size_t line = text.rfind('\n', statement.at);
      const size_t start = line == text.npos ? 0 : line + 1;
      llvm::StringRef indent = text.substr(start, statement.at - start);
      const bool alone = indent.find_first_not_of(" \t") == indent.npos;
      const std::string end = line != text.npos && line > 0 && text[line - 1] == '\r' ? "\r\n" : "\n";
      return Rewrite::Edit{before(statement), "__syncthreads();" + (alone ? end + indent.str() : std::string(" "))};
    }
    if (returns(s)) return {};
    passed |= has(s, first);
    if (passed && has(s, second)) return {};
  }
  return {};
}

}  // namespace wavelift::analysis
