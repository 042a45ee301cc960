#include "analysis/clang/macro_tests.h"
#include "analysis/clang/places.h"
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

constexpr const char* cuda_macros[] = {"__CUDA_ARCH__", "CUDA_VERSION", "CUDART_VERSION", "__CUDACC_VER_MAJOR__"};

class MacroTests : public PPCallbacks {
 public:
  MacroTests(Preprocessor& p, Facts& f) : preprocessor_(p), facts_(f) {}

  void If(SourceLocation at, SourceRange range, ConditionValueKind value) override { condition(at, range, value); }
  void Elif(SourceLocation at, SourceRange range, ConditionValueKind value, SourceLocation) override { condition(at, range, value); }

 private:
  void condition(SourceLocation at, SourceRange range, ConditionValueKind value) {
    const SourceManager& sources = preprocessor_.getSourceManager();
    if (value == CVK_NotEvaluated || sources.isInSystemHeader(at)) return;
    llvm::StringRef text = Lexer::getSourceText(CharSourceRange::getTokenRange(range), sources, preprocessor_.getLangOpts()).trim();
    for (const char* macro : cuda_macros) {
      if (!text.contains(macro)) continue;
      facts_.macro_tests.push_back({Places(sources, preprocessor_.getLangOpts()).at(at), macro, text.str(), value == CVK_True});
      return;
    }
  }

  Preprocessor& preprocessor_;
  Facts& facts_;
};

}  // namespace

void note_macro_tests(Preprocessor& preprocessor, Facts& facts) { preprocessor.addPPCallbacks(std::make_unique<MacroTests>(preprocessor, facts)); }

}  // namespace wavelift::analysis
