// soft::Module: a loaded code object with its program.
#include "soft/machine/dispatch.h"
#include <fmt/format.h>

namespace wavelift::soft {

namespace {

// A call through a pointer may need more stack than the compiler could count.
constexpr uint32_t kDynamicStack = 16 * 1024;

// One for the process: waves of all launches share it, as they do on a real device.
Hostcall& hostcall() {
  static auto* h = new Hostcall;
  return *h;
}

class LoadedModule final : public Module {
public:
  LoadedModule(std::unique_ptr<CodeObject> object, std::unique_ptr<Program> program, std::string arch)
      : object_(std::move(object)), program_(std::move(program)), arch_(std::move(arch)) {}

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

  Result<LaunchStats> launch(const Launch& l) override {
    if (uint32_t mode = l.kernel->rsrc1 >> 12 & 0xff; !is_modelled_float_mode(mode))
      return fail(Exit::unsupported,
                  fmt::format("kernel {} wants floating-point mode 0x{:x}; 0x{:x} (denormals kept) and 0x{:x} (f32 flushed), "
                              "both to nearest, are modelled", l.kernel->name, mode, kDefaultFloatMode, kFlushFloatMode));
    LaunchState s;
    s.program = program_.get();
    s.kernel = l.kernel;
    s.launch = l;
    s.arch = arch_;
    for (const auto& a : l.kernel->args)
      if (a.value_kind == "hidden_hostcall_buffer") s.hostcall = &hostcall();
    s.scratch_size = l.kernel->scratch_size + (l.kernel->dynamic_stack ? kDynamicStack : 0);
    s.entry = program_->at(l.kernel->entry);
    if (!s.entry) return fail(Exit::no_input, fmt::format("kernel {} has no code", l.kernel->name));
    prepare(s);
    return dispatch(s);
  }

private:
  std::unique_ptr<CodeObject> object_;
  std::unique_ptr<Program> program_;
  std::string arch_;
};

}  // namespace

Result<std::unique_ptr<Module>> Module::load(std::span<const std::byte> elf, const std::string& arch) {
  auto object = CodeObject::load(elf, arch);
  if (!object) return std::unexpected(object.error());
  auto program = Program::create(**object, arch);
  if (!program) return std::unexpected(program.error());
  return std::make_unique<LoadedModule>(std::move(*object), std::move(*program), arch);
}

}  // namespace wavelift::soft
