// Edits for what facts speak of (facts.h, Rewrite), collected while the AST is there.
#pragma once
#include "analysis/clang/unit.h"

namespace wavelift::analysis {

// The bytes of the range, where one file of the user's spells all of it, be it as a macro's argument. Empty: it does not.
Span spelled(const Unit& unit, clang::SourceRange range);
// A place in the text before, or after, such a range.
inline Span before(const Span& s) { return {s.file, s.at, 0}; }
inline Span after(const Span& s) { return {s.file, s.at + s.size, 0}; }
// The range as it is written, with its blanks and line ends.
std::string raw_text(const Unit& unit, clang::SourceRange range);

// Without edits: there is none, whatever another instantiation of a template says.
void add_rewrite(Unit& unit, Rewrite::Kind kind, const Place& place, std::vector<Rewrite::Edit> edits);

// Of the calls of one function.
void collect_call_rewrites(Unit& unit, const clang::FunctionDecl* function);
// Of masks of lanes in one device function.
void collect_mask_rewrites(Unit& unit, const clang::FunctionDecl* function);
// Of variables that one device function declares.
void collect_declaration_rewrites(Unit& unit, const clang::FunctionDecl* function);
// Of directives: conditions that list GPUs, the place for an #include.
void collect_directive_rewrites(Unit& unit);
// A barrier before the statement of a kernel that has `second`, where the whole block comes to it after the one that has
// `first`. Nothing: there is no such place.
std::optional<Rewrite::Edit> barrier_between(const Unit& unit, const clang::FunctionDecl* function, clang::SourceLocation first, clang::SourceLocation second);

// The facts' files with their text, where a rewrite is in them.
void keep_texts(const clang::SourceManager& sources, Facts& facts);
// Each kind and place once; where two differ there is none.
void settle_rewrites(std::vector<Rewrite>& rewrites);

}  // namespace wavelift::analysis
