// What a unit's files name and write in PTX, by their tokens: what the compiler does not understand, or leaves
// out in this pass, is told as well.
#include "analysis/clang/unit.h"
#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <clang/Lex/Lexer.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Names that are facts; one that ends in * stands for all that begin so.
constexpr std::string_view names[] = {
    "cg::memcpy_async", "cooperative_groups::memcpy_async", "__pipeline_memcpy_async", "__builtin_hcu_mmac*", "__builtin_amdgcn_mmac*", "__builtin_amdgcn_mfma_*", "__builtin_amdgcn_wmma_*"};

bool is_named(std::string_view name) {
  return std::ranges::any_of(names, [&](std::string_view n) { return n.ends_with('*') ? name.starts_with(n.substr(0, n.size() - 1)) : n == name; });
}

// An #if that is open: what it asks, and the asm statements in its branches.
struct Branch {
  std::string condition;
  uint32_t line = 0;
  bool architecture = false;
  bool alternative = false;
  std::vector<size_t> statements;  // positions in facts.inline_asm
};

class Reader {
 public:
  Reader(const SourceManager& sources, const LangOptions& language, const Places& places, Facts& facts, FileID file)
      : sources_(sources), places_(places), facts_(facts), text_(sources.getBufferData(file)),
        lexer_(sources.getLocForStartOfFile(file), language, text_.begin(), text_.begin(), text_.end()) {}

  void run() {
    while (next()) {
      if (token_.is(tok::hash) && token_.isAtStartOfLine()) directive();
      else if (token_.is(tok::raw_identifier)) identifier();
    }
  }

 private:
  bool next() {
    if (held_) {
      held_ = false;
      return !token_.is(tok::eof);
    }
    lexer_.LexFromRawLexer(token_);
    return !token_.is(tok::eof);
  }
  llvm::StringRef spelling() const { return {sources_.getCharacterData(token_.getLocation()), token_.getLength()}; }

  // The rest of the line on which the token stands.
  std::string line_of(SourceLocation at) const {
    llvm::StringRef rest(sources_.getCharacterData(at), static_cast<size_t>(text_.end() - sources_.getCharacterData(at)));
    return rest.take_until([](char c) { return c == '\n' || c == '\r'; }).split("//").first.rtrim().str();
  }

  void directive() {
    SourceLocation hash = token_.getLocation();
    if (!next() || !token_.is(tok::raw_identifier)) return;
    llvm::StringRef word = spelling();
    std::string line = line_of(hash);
    if (word == "include") {
      skip_line();
    } else if (word.starts_with("if")) {
      branches_.push_back({line, sources_.getSpellingLineNumber(hash), line.find("__CUDA_ARCH__") != line.npos, false, {}});
    } else if (word == "endif" && !branches_.empty()) {
      for (size_t i : branches_.back().statements) facts_.inline_asm[i].alternative = branches_.back().alternative;
      branches_.pop_back();
    } else if (word.starts_with("el") && !branches_.empty()) {
      Branch& b = branches_.back();
      b.alternative = true;
      if (word != "else") b.condition = line, b.line = sources_.getSpellingLineNumber(hash);
      else b.condition = "#else of " + b.condition;
    }
  }

  // A header's name in <> is no string for the raw lexer.
  void skip_line() {
    while (next())
      if (token_.isAtStartOfLine()) {
        held_ = true;
        return;
      }
  }

  void identifier() {
    SourceLocation at = token_.getLocation();
    std::string name = spelling().str();
    if (fragments_.contains(name)) element(at);
    if (name == "asm" || name == "__asm__" || name == "__asm") return inline_asm(at);
    if (name == "return")
      for (Branch& b : branches_) b.alternative = true;
    std::string last = name;
    while (next()) {
      if (!token_.is(tok::coloncolon)) {
        held_ = true;
        break;
      }
      if (!next()) break;
      if (!token_.is(tok::raw_identifier)) {
        held_ = true;
        break;
      }
      last = spelling().str();
      name += "::" + last;
    }
    if (last == "fragment" && held_ && token_.is(tok::less)) return fragment(at, name);
    if (is_named(name) || is_named(last)) facts_.mentions.push_back({places_.at(at), name, {}});
  }

  // wmma::fragment<...> a, b[2];
  void fragment(SourceLocation at, const std::string& name) {
    std::string arguments;
    int depth = 0;
    held_ = false;
    do {
      depth += token_.is(tok::less) ? 1 : token_.is(tok::greater) ? -1 : token_.is(tok::greatergreater) ? -2 : 0;
      arguments += spelling();
    } while (depth > 0 && next());
    facts_.mentions.push_back({places_.at(at), name, arguments});
    for (depth = 0; next();) {
      if (token_.isOneOf(tok::l_square, tok::l_brace)) ++depth;
      else if (token_.isOneOf(tok::r_square, tok::r_brace)) --depth;
      else if (token_.is(tok::raw_identifier) && depth == 0) fragments_.insert(spelling().str());
      else if (!token_.isOneOf(tok::comma, tok::amp) && depth == 0) break;
    }
    held_ = true;
  }

  // c.x[i]: which element of the matrix that is depends on the lane. The statement around it says whether it matters.
  void element(SourceLocation at) {
    llvm::StringRef rest(sources_.getCharacterData(at), static_cast<size_t>(text_.end() - sources_.getCharacterData(at)));
    size_t access = rest.find(".x[");
    if (access == rest.npos || rest.take_front(access).find_first_of(";{}=,()") != llvm::StringRef::npos) return;
    size_t here = static_cast<size_t>(rest.data() - text_.data()), begin = text_.substr(0, here).find_last_of(";{}");
    size_t from = begin == text_.npos ? 0 : begin + 1, end = std::min(text_.find_first_of(";{}", here), text_.size());
    facts_.mentions.push_back({places_.at(at), "fragment.x", text_.substr(from, end - from).trim().str()});
  }

  void inline_asm(SourceLocation at) {
    while (next() && token_.is(tok::raw_identifier)) {
    }
    if (!token_.is(tok::l_paren)) {
      held_ = true;
      return;
    }
    InlineAsm fact;
    fact.place = places_.at(at);
    while (next() && token_.is(tok::string_literal)) fact.text += spelling().drop_front().drop_back().str();
    held_ = true;
    for (size_t i = branches_.size(); i-- > 0;) {
      if (!branches_[i].architecture) continue;
      fact.condition = branches_[i].condition;
      fact.condition_line = branches_[i].line;
      branches_[i].statements.push_back(facts_.inline_asm.size());
      break;
    }
    facts_.inline_asm.push_back(std::move(fact));
  }

  const SourceManager& sources_;
  const Places& places_;
  Facts& facts_;
  llvm::StringRef text_;
  Lexer lexer_;
  Token token_;
  bool held_ = false;              // the token was read ahead
  std::vector<Branch> branches_;
  std::set<std::string> fragments_;  // variables that are fragments
};

}  // namespace

void collect_mentions(ASTContext& context, const Places& places, Facts& facts) {
  const SourceManager& sources = context.getSourceManager();
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    FileID file = sources.translateFile(it->first);
    if (file.isValid() && places.is_users(sources.getLocForStartOfFile(file)) && sources.getBufferDataOrNone(file))
      Reader(sources, context.getLangOpts(), places, facts, file).run();
  }
}

}  // namespace wavelift::analysis
