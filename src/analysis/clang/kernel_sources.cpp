// Read on the host's side, which has the launches. Kernels' bodies are there, too.
#include "analysis/clang/kernel_sources.h"
#include "analysis/clang/c_types.h"
#include "analysis/clang/parse.h"
#include "analysis/clang/symbolic.h"
#include "analysis/clang/unit.h"
#include <algorithm>
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroArgs.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <map>

namespace wavelift::analysis {
using namespace clang;

namespace {

struct Found {
  SourceLocation at;
  SourcePart part;
};

// Directives of the user's files.
class Directives : public PPCallbacks {
 public:
  Directives(Preprocessor& p, KernelSource& out, std::vector<Found>& parts) : preprocessor_(p), out_(out), parts_(parts) {}

  void MacroDefined(const Token& name, const MacroDirective* directive) override {
    const MacroInfo* macro = directive->getMacroInfo();
    const SourceManager& sources = preprocessor_.getSourceManager();
    if (!is_users(macro->getDefinitionLoc())) return;
    const auto text = Lexer::getSourceText(CharSourceRange::getTokenRange(macro->getDefinitionLoc(), macro->getDefinitionEndLoc()), sources, preprocessor_.getLangOpts());
    const std::string word = name.getIdentifierInfo()->getName().str();
    parts_.push_back({macro->getDefinitionLoc(), {word, "#define " + text.str(), false, "", ""}});
  }
  void InclusionDirective(SourceLocation hash, const Token&, StringRef file, bool angled, CharSourceRange, OptionalFileEntryRef, StringRef, StringRef, const Module*, bool, SrcMgr::CharacteristicKind) override {
    const std::string name = "<" + file.str() + ">";
    if (angled && is_users(hash) && std::ranges::find(out_.includes, name) == out_.includes.end()) out_.includes.push_back(name);
  }

 private:
  bool is_users(SourceLocation at) const {
    const SourceManager& sources = preprocessor_.getSourceManager();
    return at.isValid() && at.isFileID() && !sources.isInSystemHeader(at) && !sources.isWrittenInBuiltinFile(at) && !sources.isWrittenInCommandLineFile(at);
  }
  Preprocessor& preprocessor_;
  KernelSource& out_;
  std::vector<Found>& parts_;
};

// One kernel's body: what its places in the grid are compared with and multiplied by.
struct Body : DynamicRecursiveASTVisitor {
  const Symbolic& symbolic;
  const Constants& constants;
  std::array<KernelDirection, 3>& out;
  std::array<std::string, 3> block_limits;      // of what reads blockIdx alone
  Body(const Symbolic& s, const Constants& c, std::array<KernelDirection, 3>& o) : symbolic(s), constants(c), out(o) {}

  // blockIdx.x and threadIdx.x that a value comes from: bits 0 to 2, and 3 to 5.
  struct Sources : DynamicRecursiveASTVisitor {
    const Constants& constants;
    unsigned bits = 0;
    int depth = 0;
    explicit Sources(const Constants& c) : constants(c) {}
    void look(const Expr* e) {
      const CoordinateRef c = coordinate(e);
      const auto* base = c.base ? dyn_cast<DeclRefExpr>(bare(c.base)) : nullptr;
      if (!base || c.member.size() != 1 || c.member[0] < 'x' || c.member[0] > 'z') return;
      const llvm::StringRef name = base->getDecl()->getName();
      if (name == "blockIdx") bits |= 1u << (c.member[0] - 'x');
      if (name == "threadIdx") bits |= 8u << (c.member[0] - 'x');
    }
    bool VisitExpr(Expr* e) override {
      look(e);
      return true;
    }
    bool VisitDeclRefExpr(DeclRefExpr* ref) override {
      const auto* v = dyn_cast<VarDecl>(ref->getDecl());
      // The first value of a variable that is counted on.
      const Expr* init = v && v->isLocalVarDecl() && depth < 16 ? v->getAnyInitializer() : nullptr;
      if (!init) return true;
      ++depth;
      TraverseStmt(const_cast<Expr*>(init));
      --depth;
      return true;
    }
  };
  unsigned sources_of(const Expr* e) const {
    Sources s(constants);
    s.TraverseStmt(const_cast<Expr*>(e));
    return s.bits;
  }

  void compare(const Expr* place, const Expr* limit, bool included) {
    if (!symbolic.reads_names(limit)) return;
    const unsigned from = sources_of(place);
    for (unsigned d = 0; d < 3; ++d) {
      if (from != (9u << d) && from != (1u << d)) continue;
      std::string text = symbolic.text(limit);
      if (text.empty()) return;
      // i < n - 1 asks for the inner ones of n.
      if (const size_t minus = text.rfind(" - "); !included && text.starts_with('(') && minus != text.npos && text.find_first_not_of("0123456789)", minus + 3) == text.npos && std::ranges::count(text, '(') == 1) text = text.substr(1, minus - 1);
      if (included) text = "(" + text + " + 1)";
      std::string& kept = from == (9u << d) ? out[d].limit : block_limits[d];
      if (kept.empty()) kept = std::move(text);
    }
  }
  bool VisitBinaryOperator(BinaryOperator* op) override {
    const BinaryOperatorKind kind = op->getOpcode();
    if (kind == BO_LT || kind == BO_GE) compare(op->getLHS(), op->getRHS(), false);
    if (kind == BO_LE || kind == BO_GT) compare(op->getLHS(), op->getRHS(), true);
    if (kind == BO_Mul)
      for (const auto& [place, number] : {std::pair(op->getLHS(), op->getRHS()), std::pair(op->getRHS(), op->getLHS())}) {
        const unsigned from = sources_of(place);
        const auto n = constants.value(number);
        for (unsigned d = 0; d < 3 && n && *n > 0; ++d)
          if (from == (1u << d) && out[d].factor == 0) out[d].factor = *n;
      }
    return true;
  }
  bool VisitExpr(Expr* e) override {
    Sources s(constants);
    s.look(e);
    for (unsigned d = 0; d < 3; ++d) out[d].block |= s.bits & (1u << d), out[d].thread |= s.bits & (8u << d);
    return true;
  }
};

class Reader {
 public:
  Reader(CompilerInstance& compiler, KernelSource& out, std::vector<Found> parts) : out_(out), found_(std::move(parts)), unit_(compiler.getASTContext(), compiler.getPreprocessor(), facts_, false) {}

  void read() {
    collect_functions(unit_);
    for (const FunctionDecl* f : unit_.bodies) unit_.constants.note_changes(f->getBody());
    collect(unit_.context.getTranslationUnitDecl(), "", "", true);
    for (const FunctionDecl* f : unit_.bodies) {
      Sites sites(*this);
      sites.TraverseStmt(f->getBody());
    }
    const SourceManager& sources = unit_.context.getSourceManager();
    std::ranges::sort(found_, [&](const Found& a, const Found& b) { return sources.isBeforeInTranslationUnit(a.at, b.at); });
    for (Found& f : found_) out_.parts.push_back(std::move(f.part));
  }

 private:
  std::string source_text(SourceLocation from, SourceLocation to) const {
    const SourceManager& sources = unit_.context.getSourceManager();
    from = sources.getExpansionLoc(from);
    to = sources.getExpansionRange(to).getEnd();
    return Lexer::getSourceText(CharSourceRange::getTokenRange(from, to), sources, unit_.context.getLangOpts()).str();
  }

  // Where the declaration begins with its attributes and specifiers, which Clang leaves out when they are macros.
  SourceLocation beginning(SourceLocation at) const {
    const SourceManager& sources = unit_.context.getSourceManager();
    const auto [file, offset] = sources.getDecomposedExpansionLoc(at);
    const llvm::StringRef all = sources.getBufferData(file);
    size_t from = offset;
    for (;;) {
      const llvm::StringRef before = all.substr(0, from).rtrim();
      size_t word = before.size();
      if (before.ends_with(")")) {                 // of __launch_bounds__(256)
        int depth = 0;
        while (word > 0) {
          --word;
          depth += before[word] == ')' ? 1 : before[word] == '(' ? -1 : 0;
          if (depth == 0) break;
        }
      } else if (before.ends_with("\"C\"")) {
        word -= 3;
        from = word;
        continue;
      }
      const llvm::StringRef left = before.substr(0, word).rtrim();
      size_t start = left.size();
      while (start > 0 && (llvm::isAlnum(left[start - 1]) || left[start - 1] == '_')) --start;
      const llvm::StringRef name = left.substr(start);
      const bool bounds = word < before.size();
      if (bounds ? name == "__launch_bounds__" || name == "__attribute__" : (name.starts_with("__") && name.ends_with("__")) || name == "static" || name == "inline" || name == "extern" || name == "constexpr") from = start;
      else break;
    }
    return sources.getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(from));
  }

  static bool is_of_host(const Decl* d) {
    if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(d)) d = pattern->getTemplatedDecl();
    if (const auto* f = dyn_cast<FunctionDecl>(d)) return !f->hasAttr<CUDAGlobalAttr>() && !f->hasAttr<CUDADeviceAttr>() && !f->isConstexpr();
    if (const auto* v = dyn_cast<VarDecl>(d)) return !v->hasAttr<CUDADeviceAttr>() && !v->hasAttr<CUDAConstantAttr>() && !v->isConstexpr() && !v->getType().isConstQualified();
    return false;
  }

  // Declarations of one context. `plain`: outside of namespaces.
  void collect(const DeclContext* context, const std::string& open, const std::string& close, bool plain) {
    for (const Decl* d : context->decls()) {
      if (d->isImplicit() || !unit_.places.is_users(d->getLocation())) continue;
      if (const auto* space = dyn_cast<NamespaceDecl>(d)) {
        collect(space, open + "namespace " + space->getName().str() + " { ", close + "}", false);
        continue;
      }
      if (const auto* linkage = dyn_cast<LinkageSpecDecl>(d)) {
        const bool braces = linkage->hasBraces();
        collect(linkage, braces ? open + "extern \"C\" { " : open, braces ? close + "}" : close, plain);
        continue;
      }
      std::string name;
      if (const auto* named = dyn_cast<NamedDecl>(d)) name = named->getNameAsString();
      if (isa<EmptyDecl>(d) || isa<StaticAssertDecl>(d)) continue;
      const SourceLocation from = beginning(d->getBeginLoc());
      Found f{from, {name, source_text(from, d->getEndLoc()), is_of_host(d), open, close}};
      if (const auto* e = dyn_cast<EnumDecl>(d); e && !e->isScoped())     // its enumerators are what is named
        for (const EnumConstantDecl* one : e->enumerators()) f.part.name += " " + one->getNameAsString();
      const auto* function = dyn_cast<FunctionDecl>(d);
      if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(d)) function = pattern->getTemplatedDecl();
      if (!function || !function->doesThisDeclarationHaveABody()) f.part.text += ";";
      // What a structure is declared with, "struct A { } a", is one text, and Clang has it twice.
      if (!f.part.text.empty() && (found_.empty() || found_.back().at != from)) found_.push_back(f);
      else if (!found_.empty() && found_.back().at == from) found_.back().part.text = f.part.text, found_.back().part.name += " " + name;
      if (function && function->hasAttr<CUDAGlobalAttr>() && function->doesThisDeclarationHaveABody()) kernel(function, plain && !isa<FunctionTemplateDecl>(d));
    }
  }

  void kernel(const FunctionDecl* f, bool plain) {
    KernelText k;
    k.place = unit_.places.at(f->getLocation());
    k.name = f->getNameAsString();
    k.plain = plain;
    Symbolic symbolic(unit_.context, unit_.constants);
    for (const ParmVarDecl* p : f->parameters()) {
      KernelParameter one;
      one.name = p->getNameAsString();
      QualType t = p->getType();
      if (t->isPointerType()) {
        one.pointer = true;
        t = t->getPointeeType();
        one.is_const = t.isConstQualified();
      }
      one.type = t->isDependentType() ? "" : c_type_name(t, unit_.context);
      one.known = !one.type.empty();
      one.real = one.type == "float" || one.type == "double" || one.type == "half" || one.type == "bf16";
      if (!one.known) one.type = p->getType().getAsString();
      if (!one.pointer && one.known && !one.real) symbolic.name(p, one.name);
      k.parameters.push_back(std::move(one));
    }
    Body body(symbolic, unit_.constants, k.directions);
    body.TraverseStmt(f->getBody());
    for (size_t d = 0; d < 3; ++d)
      if (k.directions[d].limit.empty()) k.directions[d].limit = body.block_limits[d];
    numbers_[f->getCanonicalDecl()] = static_cast<uint32_t>(out_.kernels.size());
    out_.kernels.push_back(std::move(k));
  }

  struct Sites : DynamicRecursiveASTVisitor {
    Reader& reader;
    explicit Sites(Reader& r) : reader(r) {}
    bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* e) override {
      const FunctionDecl* f = e->getDirectCallee();
      const CallExpr* sizes = e->getConfig();
      const auto it = f ? reader.numbers_.find(f->getCanonicalDecl()) : reader.numbers_.end();
      if (it != reader.numbers_.end() && sizes && sizes->getNumArgs() >= 2) reader.launch(e, it->second, sizes);
      return true;
    }
  };

  void launch(const CUDAKernelCallExpr* call, uint32_t kernel, const CallExpr* sizes) {
    KernelLaunchSite site;
    site.place = unit_.places.at(call->getBeginLoc());
    site.kernel = kernel;
    Symbolic symbolic(unit_.context, unit_.constants);
    const KernelText& k = out_.kernels[kernel];
    for (unsigned i = 0; i < call->getNumArgs() && i < k.parameters.size(); ++i) {
      const KernelParameter& p = k.parameters[i];
      const Expr* value = call->getArg(i)->IgnoreParenCasts();
      LaunchArgument a;
      const auto* ref = dyn_cast<DeclRefExpr>(value);
      const auto* v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
      if (v) {
        const Place at = unit_.places.at(v->getLocation());
        a.what = v->getNameAsString() + "@" + std::to_string(at.line) + ":" + std::to_string(at.column);
      } else {
        a.what = source_text(value->getBeginLoc(), value->getEndLoc());
      }
      if (!p.pointer && p.known && !p.real) {
        if (v && !v->isConstexpr()) symbolic.name(v, p.name);
        else a.whole = unit_.constants.value(value);
      }
      if (!p.pointer && p.real) {
        const Expr* known = v ? unit_.constants.only_value(v) : value;
        llvm::APFloat number(0.0);
        if (known && !known->isValueDependent() && known->getType()->isRealFloatingType() && known->EvaluateAsFloat(number, unit_.context)) {
          bool lost = false;
          number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
          a.real = number.convertToDouble();
        }
      }
      site.arguments.push_back(std::move(a));
    }
    extents(sizes->getArg(0), symbolic, site.grid);
    extents(sizes->getArg(1), symbolic, site.block);
    site.group_memory = sizes->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(sizes->getArg(2)) ? symbolic.text(sizes->getArg(2)) : "0";
    out_.launches.push_back(std::move(site));
  }

  // Of a dim3 or of a number.
  void extents(const Expr* e, const Symbolic& symbolic, std::array<std::string, 3>& out, int depth = 0) const {
    if (!e || depth > 8) return;
    e = e->IgnoreParenImpCasts();
    if (const auto* full = dyn_cast<FullExpr>(e)) return extents(full->getSubExpr(), symbolic, out, depth + 1);
    if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(e)) return extents(made->getSubExpr(), symbolic, out, depth + 1);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(e); cast && cast->getType()->isRecordType()) return extents(cast->getSubExpr(), symbolic, out, depth + 1);
    auto all = [&](auto number, unsigned n) {
      for (unsigned i = 0; i < 3; ++i) {
        const Expr* one = i < n ? number(i) : nullptr;
        out[i] = one && !isa<CXXDefaultArgExpr>(one) ? symbolic.text(one) : "1";
      }
    };
    if (const auto* list = dyn_cast<InitListExpr>(e)) return all([&](unsigned i) { return list->getInit(i); }, list->getNumInits());
    if (const auto* construct = dyn_cast<CXXConstructExpr>(e)) {
      if (construct->getNumArgs() == 1 && construct->getArg(0)->getType()->isRecordType()) return extents(construct->getArg(0), symbolic, out, depth + 1);
      return all([&](unsigned i) { return construct->getArg(i); }, construct->getNumArgs());
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e); ref && e->getType()->isRecordType()) {
      const auto* v = dyn_cast<VarDecl>(ref->getDecl());
      return extents(v ? unit_.constants.only_value(v) : nullptr, symbolic, out, depth + 1);
    }
    if (e->getType()->isIntegralOrEnumerationType()) out = {symbolic.text(e), "1", "1"};
  }

  KernelSource& out_;
  std::vector<Found> found_;
  Facts facts_;
  Unit unit_;
  std::map<const FunctionDecl*, uint32_t> numbers_;
};

class Consumer : public ASTConsumer {
 public:
  Consumer(CompilerInstance& compiler, KernelSource& out, std::vector<Found>& parts) : compiler_(compiler), out_(out), parts_(parts) {}
  bool shouldSkipFunctionBody(Decl* d) override {
    return compiler_.getSourceManager().isInSystemHeader(compiler_.getSourceManager().getExpansionLoc(d->getLocation()));
  }
  void HandleTranslationUnit(ASTContext&) override { Reader(compiler_, out_, std::move(parts_)).read(); }

 private:
  CompilerInstance& compiler_;
  KernelSource& out_;
  std::vector<Found>& parts_;
};

class Action : public ASTFrontendAction {
 public:
  explicit Action(KernelSource& out) : out_(out) {}
  bool BeginSourceFileAction(CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Directives>(compiler.getPreprocessor(), out_, parts_));
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override { return std::make_unique<Consumer>(compiler, out_, parts_); }

 private:
  KernelSource& out_;
  std::vector<Found> parts_;
};

}  // namespace

Result<KernelSource> read_kernel_sources(const Request& request) {
  KernelSource out;
  Facts host, device;
  auto done = each_side(request, host, device, [&](bool is_device) { return is_device ? nullptr : std::make_unique<Action>(out); });
  if (!done) return std::unexpected(done.error());
  out.problems = std::move(host.problems);
  return out;
}

}  // namespace wavelift::analysis
