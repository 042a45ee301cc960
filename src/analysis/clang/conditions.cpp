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
  void Endif(SourceLocation at, SourceLocation opened) override {
    if (open_.empty()) return;
    for (size_t i : open_.back()) facts_.gpu_tests[i].last_line = compiler_.getSourceManager().getPresumedLineNumber(at);
    if (!open_.back().empty()) fp8_limits(opened, at);
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

  // The branch that is not compiled has no declarations, so the text is looked at.
  void fp8_limits(SourceLocation from, SourceLocation to) {
    const SourceManager& sources = compiler_.getSourceManager();
    auto [file, begin] = sources.getDecomposedLoc(from);
    const unsigned end = sources.getFileOffset(to);
    llvm::StringRef text = sources.getBufferData(file);
    for (unsigned at = begin; at < end && at < text.size();) {
      llvm::StringRef line = text.substr(at).take_until([](char c) { return c == '\n'; });
      if (line.contains_insensitive("fp8") || line.contains_insensitive("e4m3"))
        for (int value : {240, 224})
          if (size_t column = number_in(line, std::to_string(value)); column != line.npos)
            facts_.fp8_limits.push_back({Places(sources, compiler_.getLangOpts()).at(sources.getComposedLoc(file, at + static_cast<unsigned>(column))), value});
      at += static_cast<unsigned>(line.size()) + 1;
    }
  }
  static size_t number_in(llvm::StringRef line, const std::string& number) {
    for (size_t at = line.find(number); at != line.npos; at = line.find(number, at + 1)) {
      const char before = at ? line[at - 1] : ' ', after = at + number.size() < line.size() ? line[at + number.size()] : ' ';
      if (!std::isalnum(static_cast<unsigned char>(before)) && before != '_' && before != '.' && (after == '.' || after == 'f' || !std::isalnum(static_cast<unsigned char>(after)))) return at;
    }
    return line.npos;
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
