// Conditions of the preprocessor (#if, #ifdef, #elif) that ask for GPUs or for the wave's size.
#include "analysis/clang/conditions.h"
#include "analysis/clang/places.h"
#include <algorithm>
#include <cctype>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

bool asks_for_gpu(std::string_view name) {
  static constexpr std::string_view starts[] = {"__gfx", "__GFX", "__AMDGCN_WAVEFRONT_SIZE"};
  static constexpr std::string_view platforms[] = {"__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__", "__HIP__", "__HIPCC__", "USE_ROCM", "USE_HIP"};
  return std::ranges::any_of(starts, [&](std::string_view s) { return name.starts_with(s); }) || std::ranges::find(platforms, name) != std::end(platforms);
}

class Conditions : public PPCallbacks {
 public:
  Conditions(CompilerInstance& c, Facts& facts) : compiler_(c), facts_(facts) {}

  void If(SourceLocation at, SourceRange condition, ConditionValueKind) override {
    open_.push_back({});
    test(at, condition);
  }
  void Elif(SourceLocation at, SourceRange condition, ConditionValueKind, SourceLocation) override { test(at, condition); }
  void Ifdef(SourceLocation at, const Token& name, const MacroDefinition&) override {
    open_.push_back({});
    test(at, name.getLocation());
  }
  void Ifndef(SourceLocation at, const Token& name, const MacroDefinition& d) override { Ifdef(at, name, d); }
  void Endif(SourceLocation at, SourceLocation) override {
    if (open_.empty()) return;
    for (size_t i : open_.back()) facts_.gpu_tests[i].last_line = compiler_.getSourceManager().getPresumedLineNumber(at);
    open_.pop_back();
  }

 private:
  void test(SourceLocation at, SourceRange condition) {
    Places places(compiler_.getSourceManager(), compiler_.getLangOpts());
    if (open_.empty() || !places.is_users(at)) return;
    GpuTest t;
    std::string text = places.text(condition, 4096);
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
      std::string name = text.substr(i, end - i);
      if (asks_for_gpu(name) && std::ranges::find(t.macros, name) == t.macros.end()) t.macros.push_back(name);
      i = std::max(end, i + 1);
    }
    if (t.macros.empty()) return;
    t.place = places.at(at);
    open_.back().push_back(facts_.gpu_tests.size());
    facts_.gpu_tests.push_back(std::move(t));
  }

  CompilerInstance& compiler_;
  Facts& facts_;
  std::vector<std::vector<size_t>> open_;  // of each #if that is open: its tests
};

}  // namespace

void watch_conditions(CompilerInstance& compiler, Facts& facts) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Conditions>(compiler, facts));
}

}  // namespace wavelift::analysis
