// Read on the device's side, which has what device code is compiled with.
#include "analysis/clang/nest_kernels.h"
#include "analysis/clang/nest_reader.h"
#include "analysis/clang/parse.h"
#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

class Consumer : public ASTConsumer {
 public:
  Consumer(CompilerInstance& compiler, const std::vector<NestLaunch>& launches, bool cuda, std::vector<Raised>& out) : compiler_(compiler), launches_(launches), cuda_(cuda), out_(out) {}
  bool shouldSkipFunctionBody(Decl* d) override { return compiler_.getSourceManager().isInSystemHeader(compiler_.getSourceManager().getExpansionLoc(d->getLocation())); }

  void HandleTranslationUnit(ASTContext& context) override {
    Facts facts;
    Unit unit(context, compiler_.getPreprocessor(), facts, true);
    collect_functions(unit);
    for (const NestLaunch& launch : launches_) out_.push_back(raised(unit, launch));
  }

 private:
  Raised raised(const Unit& unit, const NestLaunch& launch) const {
    const FunctionDecl* kernel = nullptr;
    for (const FunctionDecl* f : unit.bodies) {
      if (!f->hasAttr<CUDAGlobalAttr>() || f->getNameAsString() != launch.kernel || f->isDependentContext()) continue;
      if (kernel) return {std::nullopt, fmt::format("there is more than one kernel {}", launch.kernel), unit.places.at(f->getLocation())};
      kernel = f;
    }
    if (!kernel) return {std::nullopt, fmt::format("there is no kernel {}", launch.kernel), {}};
    if (cuda_) return NestReader(unit, kernel, 32).read(launch);
    // A wave may have either width: only what is the same with both is a nest.
    Raised wide = NestReader(unit, kernel, 64).read(launch);
    if (!wide.nest) return wide;
    Raised narrow = NestReader(unit, kernel, 32).read(launch);
    if (narrow.nest && text_of(*narrow.nest) != text_of(*wide.nest)) return {std::nullopt, "the kernel computes another thing with waves of 32 lanes than with waves of 64", unit.places.at(kernel->getLocation())};
    return narrow;
  }

  CompilerInstance& compiler_;
  const std::vector<NestLaunch>& launches_;
  bool cuda_;
  std::vector<Raised>& out_;
};

class Action : public ASTFrontendAction {
 public:
  Action(const std::vector<NestLaunch>& launches, bool cuda, std::vector<Raised>& out) : launches_(launches), cuda_(cuda), out_(out) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override { return std::make_unique<Consumer>(compiler, launches_, cuda_, out_); }

 private:
  const std::vector<NestLaunch>& launches_;
  bool cuda_;
  std::vector<Raised>& out_;
};

}  // namespace

Result<std::vector<Raised>> raise_kernels(const Request& request, const std::vector<NestLaunch>& launches) {
  std::vector<Raised> out;
  Facts host, device;
  auto done = each_side(request, host, device, [&](bool is_device) { return is_device ? std::make_unique<Action>(launches, request.cuda, out) : nullptr; });
  if (!done) return std::unexpected(done.error());
  out.resize(launches.size(), {std::nullopt, "the source has no device code", {}});
  return out;
}

}  // namespace wavelift::analysis
