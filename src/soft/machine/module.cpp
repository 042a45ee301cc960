// soft::Module: a loaded code object with an engine for each wave size that its kernels have.
#include "soft/machine/engine.h"
#include <fmt/format.h>

namespace wavelift::soft {

namespace {

class LoadedModule final : public Module {
public:
  LoadedModule(std::unique_ptr<CodeObject> object, std::string arch) : object_(std::move(object)), arch_(std::move(arch)) {}

  const Kernel* kernel(const std::string& name) const override {
    auto it = object_->kernels().find(name);
    return it == object_->kernels().end() ? nullptr : &it->second;
  }
  std::vector<const Kernel*> kernels() const override {
    std::vector<const Kernel*> all;
    for (auto& [name, k] : object_->kernels()) all.push_back(&k);
    return all;
  }
  const Variable* variable(const std::string& name) const override {
    auto it = object_->variables().find(name);
    return it == object_->variables().end() ? nullptr : &it->second;
  }
  std::vector<const Variable*> variables() const override {
    std::vector<const Variable*> all;
    for (auto& [name, v] : object_->variables()) all.push_back(&v);
    return all;
  }

  // Makes the engines that the kernels need.
  Status prepare() {
    for (auto& [name, k] : object_->kernels()) {
      if (k.wave_size != 32 && k.wave_size != 64)
        return fail(Exit::no_input, fmt::format("kernel {} wants waves of {} lanes; GPUs have 32 or 64", name, k.wave_size));
      auto& engine = k.wave_size == 32 ? wave32_ : wave64_;
      if (engine) continue;
      auto made = k.wave_size == 32 ? wave32::create_engine(*object_, arch_) : wave64::create_engine(*object_, arch_);
      if (!made) return std::unexpected(made.error());
      engine = std::move(*made);
    }
    return {};
  }

  Result<LaunchStats> launch(const Launch& l) override { return (l.kernel->wave_size == 32 ? wave32_ : wave64_)->launch(l); }

private:
  std::unique_ptr<CodeObject> object_;
  std::unique_ptr<Engine> wave32_, wave64_;
  std::string arch_;
};

}  // namespace

Result<std::unique_ptr<Module>> Module::load(std::span<const std::byte> elf, const std::string& arch) {
  auto object = CodeObject::load(elf, arch);
  if (!object) return std::unexpected(object.error());
  auto module = std::make_unique<LoadedModule>(std::move(*object), arch);
  if (auto status = module->prepare(); !status) return std::unexpected(status.error());
  return module;
}

}  // namespace wavelift::soft
