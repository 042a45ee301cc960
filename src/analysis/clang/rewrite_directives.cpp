// Directives that could say something else, read from the text: a branch that is not compiled has no tree.
#include "analysis/clang/rewrites.h"
#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Lex/Lexer.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

using Edit = Rewrite::Edit;
using Kind = Rewrite::Kind;

struct Word {
  std::string text;
  SourceLocation at;
};

// A directive, or a line of code between directives.
struct Line {
  bool directive = false;
  std::vector<Word> words;  // with "#" and the directive's name
  unsigned at = 0, end = 0; // bytes: where its first token begins, where its last one ends

  bool is(const char* name) const { return directive && words.size() > 1 && words[1].text == name; }
};

class Reader {
 public:
  Reader(const Unit& unit, FileID file) : sources_(unit.context.getSourceManager()), language_(unit.context.getLangOpts()), file_(file), text_(sources_.getBufferData(file)) {}

  // Directives go on over line ends that are escaped.
  std::vector<Line> lines() const {
    Lexer lexer(sources_.getLocForStartOfFile(file_), language_, text_.begin(), text_.begin(), text_.end());
    std::vector<Line> out;
    Token token;
    for (lexer.LexFromRawLexer(token); !token.is(tok::eof); lexer.LexFromRawLexer(token)) {
      const unsigned at = sources_.getFileOffset(token.getLocation());
      if (token.isAtStartOfLine() || out.empty()) out.push_back({token.is(tok::hash), {}, at, at});
      out.back().words.push_back({text_.substr(at, token.getLength()).str(), token.getLocation()});
      out.back().end = at + token.getLength();
    }
    return out;
  }

  const SourceManager& sources_;
  const LangOptions& language_;
  FileID file_;
  llvm::StringRef text_;
};

// `defined(X)` and `defined X` joined by ||; the names, none when it is anything else.
std::vector<std::string> any_of(const Line& line) {
  std::vector<std::string> names;
  const std::vector<Word>& w = line.words;
  if (line.is("ifdef")) return w.size() == 3 ? std::vector{w[2].text} : names;
  if (!line.is("if")) return names;
  for (size_t i = 2; i < w.size();) {
    if (w[i].text != "defined") return {};
    const bool closed = i + 3 < w.size() && w[i + 1].text == "(" && w[i + 3].text == ")";
    if (!closed && i + 1 >= w.size()) return {};
    names.push_back(w[i + (closed ? 2 : 1)].text);
    i += closed ? 4 : 2;
    if (i < w.size() && w[i++].text != "||") return {};
    if (i == w.size() && w.back().text == "||") return {};
  }
  return names;
}

// The name that a line gives `value` and nothing else to: #define W 64, constexpr int W = 64;
const Word* defined_as(const Line& line, const char* value) {
  const std::vector<Word>& w = line.words;
  if (line.directive) return w.size() == 4 && w[1].text == "define" && w[3].text == value ? &w[2] : nullptr;
  if (w.size() < 5 || w.back().text != ";" || w[w.size() - 2].text != value || w[w.size() - 3].text != "=") return nullptr;
  static constexpr std::string_view kinds[] = {"static", "inline", "constexpr", "const", "int", "unsigned", "auto", "__device__", "__host__", "__constant__", "uint32_t", "size_t"};
  for (size_t i = 0; i + 4 < w.size(); ++i)
    if (std::ranges::find(kinds, w[i].text) == std::end(kinds)) return nullptr;
  return &w[w.size() - 4];
}

// Whether it is true for waves of 64 alone: SIZE == 64, SIZE > 32 and the like.
bool asks_for_64(const Line& line) {
  const std::vector<Word>& w = line.words;
  if (!line.is("if") || w.size() != 5 || !w[2].text.starts_with("__AMDGCN_WAVEFRONT_SIZE")) return false;
  return ((w[3].text == "==" || w[3].text == ">=") && w[4].text == "64") || (w[3].text == ">" && w[4].text == "32");
}

struct Bodies {
  struct Range {
    FileID file;
    unsigned from, to;
  };
  std::vector<Range> device;  // of functions that the device alone runs

  explicit Bodies(const Unit& unit) {
    const SourceManager& sources = unit.context.getSourceManager();
    for (const FunctionDecl* f : unit.bodies) {
      const bool alone = f->hasAttr<CUDAGlobalAttr>() || (f->hasAttr<CUDADeviceAttr>() && !f->hasAttr<CUDAHostAttr>());
      SourceLocation from = f->getBody()->getBeginLoc(), to = f->getBody()->getEndLoc();
      if (alone && from.isFileID() && to.isFileID()) device.push_back({sources.getFileID(from), sources.getFileOffset(from), sources.getFileOffset(to)});
    }
  }
  bool around(FileID file, unsigned at) const {
    return std::ranges::any_of(device, [&](const Range& r) { return r.file == file && r.from <= at && at <= r.to; });
  }
};

// All of a condition, from its first word to its last.
Span condition_of(const Unit& unit, const Line& line) { return spelled(unit, {line.words[2].at, line.words.back().at}); }

void conditions(Unit& unit, FileID file, const std::vector<Line>& lines, const Bodies& bodies) {
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (asks_for_64(line) && bodies.around(file, line.at))
      add_rewrite(unit, Kind::family_condition, unit.places.at(line.words[1].at), {{condition_of(unit, line), "defined(__GFX8__) || defined(__GFX9__)"}});
    if (i + 4 >= lines.size() || !lines[i + 2].is("else") || !lines[i + 4].is("endif")) continue;
    // Nothing but the width hangs on the list.
    const std::vector<std::string> names = any_of(line);
    const Word *wide = defined_as(lines[i + 1], "64"), *narrow = defined_as(lines[i + 3], "32");
    if (names.empty() || !wide || !narrow || wide->text != narrow->text) continue;
    if (!std::ranges::all_of(names, [](const std::string& n) { return n.starts_with("__gfx9"); })) continue;
    for (const Word* w : {wide, narrow})
      add_rewrite(unit, Kind::family_condition, unit.places.at(w->at), {{condition_of(unit, line), line.is("ifdef") ? "__GFX9__" : "defined(__GFX9__)"}});
  }
}

bool is_guard(const std::vector<Line>& lines) {
  return lines.size() > 2 && lines[0].is("ifndef") && lines[1].is("define") && lines[0].words.size() > 2 && lines[1].words.size() > 2 && lines[0].words[2].text == lines[1].words[2].text;
}

// Before the first #include that no condition and no brace is around; else where the file begins.
void place_for_include(Unit& unit, FileID file, const std::vector<Line>& lines) {
  const SourceManager& sources = unit.context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(file);
  const std::string name = sources.getFilename(sources.getLocForStartOfFile(file)).str();
  int depth = is_guard(lines) ? -1 : 0, braces = 0;
  auto at = static_cast<unsigned>(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
  for (const Line& line : lines) {
    if (line.is("include") && depth == 0 && braces == 0) {
      at = line.at;
      break;
    }
    if (line.directive) depth += line.is("if") || line.is("ifdef") || line.is("ifndef") ? 1 : line.is("endif") ? -1 : 0;
    else
      for (const Word& w : line.words) braces += w.text == "{" ? 1 : w.text == "}" ? -1 : 0;
  }
  const size_t end = text.find('\n');
  Place whole_file;
  whole_file.file = name;
  add_rewrite(unit, Kind::include, whole_file, {{{name, at, 0}, end != text.npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n"}});
}

}  // namespace

void collect_directive_rewrites(Unit& unit) {
  const SourceManager& sources = unit.context.getSourceManager();
  std::set<std::string> lacking;  // files that name what no header of theirs declares
  for (const Problem& p : unit.facts.problems)
    if (p.message.find("in namespace 'std'") != p.message.npos) lacking.insert(p.place.file);
  const Bodies bodies(unit);
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    FileID file = sources.translateFile(it->first);
    if (file.isInvalid() || !unit.places.is_users(sources.getLocForStartOfFile(file)) || !sources.getBufferDataOrNone(file)) continue;
    const bool lacks = lacking.contains(sources.getFilename(sources.getLocForStartOfFile(file)).str());
    if (!lacks && (unit.facts.cuda || !unit.device)) continue;
    const std::vector<Line> lines = Reader(unit, file).lines();
    if (lacks) place_for_include(unit, file, lines);
    if (!unit.facts.cuda && unit.device) conditions(unit, file, lines, bodies);
  }
}

}  // namespace wavelift::analysis
