#include "analysis/clang/conditions.h"
#include "analysis/clang/parse.h"
#include "analysis/clang/macro_tests.h"
#include "analysis/clang/rewrites.h"
#include "analysis/clang/unit.h"
#include <clang/AST/ASTConsumer.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <set>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Keeps the compiler's errors as facts.
class Problems : public DiagnosticConsumer {
 public:
  explicit Problems(Facts& facts) : facts_(facts) {}
  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& d) override {
    DiagnosticConsumer::HandleDiagnostic(level, d);
    llvm::SmallString<128> text;
    if (level == DiagnosticsEngine::Note && !facts_.problems.empty()) {
      d.FormatDiagnostic(text);
      std::string& message = facts_.problems.back().message;
      if (text.str().contains("call to __host__ function") && message.find("call to __host__") == message.npos) message += " (" + text.str().str() + ")";
    }
    if (level < DiagnosticsEngine::Error || facts_.problems.size() >= 200) return;
    text.clear();
    d.FormatDiagnostic(text);
    Problem p;
    p.message = text.str();
    if (d.hasSourceManager() && d.getLocation().isValid()) {
      PresumedLoc at = d.getSourceManager().getPresumedLoc(d.getSourceManager().getExpansionLoc(d.getLocation()));
      if (at.isValid()) p.place.file = at.getFilename(), p.place.line = at.getLine(), p.place.column = column_of(d.getSourceManager(), d.getLocation(), at);
    }
    facts_.problems.push_back(std::move(p));
  }

 private:
  Facts& facts_;
};

void collect_files(const SourceManager& sources, Facts& facts) {
  std::set<std::string> seen;
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    FileID id = sources.translateFile(it->first);
    if (id.isInvalid() || sources.isInSystemHeader(sources.getLocForStartOfFile(id))) continue;
    auto buffer = sources.getBufferOrNone(id);
    std::string name = sources.getFilename(sources.getLocForStartOfFile(id)).str();
    if (buffer && !name.empty() && seen.insert(name).second)
      facts.files.push_back({name, static_cast<uint32_t>(buffer->getBuffer().count('\n')), {}});
  }
}

class Collector : public ASTConsumer {
 public:
  Collector(CompilerInstance& compiler, Facts& facts, bool device, bool wave_forms) : compiler_(compiler), facts_(facts), device_(device), wave_forms_(wave_forms) {}

  // Bodies in system headers and our own say nothing about the user's lanes.
  bool shouldSkipFunctionBody(Decl* d) override {
    return compiler_.getSourceManager().isInSystemHeader(compiler_.getSourceManager().getExpansionLoc(d->getLocation()));
  }

  void HandleTranslationUnit(ASTContext& context) override {
    Unit unit(context, compiler_.getPreprocessor(), facts_, device_);
    collect_functions(unit);
    for (const FunctionDecl* f : unit.bodies) unit.constants.note_changes(f->getBody());
    unit.flow.run(unit.bodies);
    for (const FunctionDecl* f : unit.bodies) {
      uint32_t number = unit.number_of(f);
      if (device_ && facts_.functions[number].device) {
        collect_lanes(unit, f, number);
        collect_warp_calls(unit, f, number);
        collect_device_uses(unit, f, number);
        collect_mask_rewrites(unit, f);
        collect_declaration_rewrites(unit, f);
      }
      if (!device_ && facts_.functions[number].host) collect_launches(unit, f);
      if (device_ ? facts_.functions[number].device : facts_.functions[number].host) collect_call_rewrites(unit, f);
    }
    std::erase_if(facts_.lane_arithmetic, [&](const LaneArithmetic& a) { return unit.varying.contains(a.place); });
    collect_spins(unit);
    if (device_) {
      collect_synchronisation(unit);
      if (wave_forms_) collect_wave_forms(unit);
      collect_constant_widths(unit);
      collect_mentions(context, unit.places, facts_);
      const LangOptions& language = context.getLangOpts();
      facts_.relocatable = language.GPURelocatableDeviceCode;
      facts_.finite_math = language.NoHonorNaNs || language.NoHonorInfs;
    } else {
      if (wave_forms_) collect_kernel_names(unit);
      collect_host_calls(unit);
      collect_comparisons(unit);
      collect_kernel_calls(unit);
    }
    collect_directive_rewrites(unit);
    collect_files(context.getSourceManager(), facts_);
    keep_texts(context.getSourceManager(), facts_);
  }

 private:
  CompilerInstance& compiler_;
  Facts& facts_;
  bool device_, wave_forms_;
};

class Action : public ASTFrontendAction {
 public:
  Action(Facts& facts, bool device, bool wave_forms) : facts_(facts), device_(device), wave_forms_(wave_forms) {}
  bool BeginSourceFileAction(CompilerInstance& compiler) override {
    if (device_) {
      watch_conditions(compiler, facts_);
      note_macro_tests(compiler.getPreprocessor(), facts_);
    }
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override {
    return std::make_unique<Collector>(compiler, facts_, device_, wave_forms_);
  }

 private:
  Facts& facts_;
  bool device_, wave_forms_;
};

bool run_action(const driver::Command& job, FrontendAction& action, Facts& facts) {
  auto invocation = std::make_shared<CompilerInvocation>();
  Problems problems(facts);
  DiagnosticOptions options;
  auto files = llvm::vfs::getRealFileSystem();
  auto early = CompilerInstance::createDiagnostics(*files, options, &problems, false);
  if (!CompilerInvocation::CreateFromArgs(*invocation, job.getArguments(), *early, "clang")) return false;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ErrorLimit = 0;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  invocation->getDiagnosticOpts().ShowCarets = false;  // with carets comes the count of errors on stderr
  CompilerInstance compiler(std::move(invocation));
  compiler.createVirtualFileSystem(files, &problems);
  compiler.createDiagnostics(&problems, false);
  // A header that is not there costs what depends on it, not the rest of the file.
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.ExecuteAction(action);
  return true;
}

}  // namespace

Status each_side(const Request& request, Facts& host, Facts& device, const std::function<std::unique_ptr<FrontendAction>(bool device)>& make) {
  Problems problems(host);
  DiagnosticOptions options;
  auto files = llvm::vfs::getRealFileSystem();
  auto diagnostics = CompilerInstance::createDiagnostics(*files, options, &problems, false);
  driver::Driver driver(request.command.at(0), "x86_64-pc-linux-gnu", *diagnostics, "wavelift", files);
  driver.setCheckInputsExist(false);
  std::vector<const char*> words;
  for (const std::string& w : request.command) words.push_back(w.c_str());
  for (const char* w : {"-fsyntax-only", "-nogpulib", "-Wno-everything"}) words.push_back(w);
  std::unique_ptr<driver::Compilation> compilation(driver.BuildCompilation(words));
  if (!compilation) return fail(Exit::internal, "clang cannot set up the analysis");
  bool has_host = false, has_device = false;
  for (const driver::Command& job : compilation->getJobs()) {
    if (llvm::StringRef(job.getCreator().getName()) != "clang") continue;
    // With several targets the first one speaks for the device.
    bool is_device = job.getSource().isDeviceOffloading(driver::Action::OFK_HIP);
    if (is_device ? has_device : has_host) continue;
    (is_device ? has_device : has_host) = true;
    auto action = make(is_device);
    if (action && !run_action(job, *action, is_device ? device : host))
      return fail(Exit::internal, "clang does not take the options of the analysis");
  }
  if (!has_host) {
    std::string why = host.problems.empty() ? std::string("there is nothing to compile") : host.problems[0].message;
    return fail(Exit::usage, "clang cannot set up the analysis: " + why);
  }
  return {};
}

Result<Sides> parse(const Request& request) {
  Sides sides;
  sides.host.cuda = sides.device.cuda = request.cuda;
  auto done = each_side(request, sides.host, sides.device, [&](bool device) { return std::make_unique<Action>(device ? sides.device : sides.host, device, request.wave_forms); });
  if (!done) return std::unexpected(done.error());
  return sides;
}

}  // namespace wavelift::analysis
