// A program and the observers of its launches, at one wave size.
#include "soft/machine/engine.h"
#include "soft/machine/dispatch.h"
#include <fmt/format.h>

namespace wavelift::soft::WAVE {

namespace {

// A call through a pointer may need more stack than the compiler could count.
constexpr uint32_t kDynamicStack = 16 * 1024;

class WaveEngine final : public Engine {
public:
  WaveEngine(std::vector<std::unique_ptr<Observer>> observers, std::string arch)
      : observers_(std::move(observers)), arch_(std::move(arch)) {}

  Status load(const CodeObject& object) {
    std::vector<Observer*> watching;
    for (auto& o : observers_) watching.push_back(o.get());
    auto program = Program::create(object, arch_, std::move(watching));
    if (!program) return std::unexpected(program.error());
    program_ = std::move(*program);
    return {};
  }

  Result<LaunchStats> launch(const Launch& l) override {
    const Kernel& k = *l.kernel;
    if (uint32_t mode = k.rsrc1 >> 12 & 0xff; !is_modelled_float_mode(mode))
      return fail(Exit::unsupported,
                  fmt::format("kernel {} wants floating-point mode 0x{:x}; 0x{:x} (denormals kept) and 0x{:x} (f32 flushed), "
                              "both to nearest, are modelled", k.name, mode, kDefaultFloatMode, kFlushFloatMode));
    LaunchState s;
    s.program = program_.get();
    s.kernel = &k;
    s.launch = l;
    s.arch = arch_;
    for (const auto& a : k.args)
      if (a.value_kind == "hidden_hostcall_buffer") s.hostcall = &Hostcall::of_process();
    s.scratch_size = k.scratch_size + (k.dynamic_stack ? kDynamicStack : 0);
    s.entry = program_->at(k.entry);
    if (!s.entry) return fail(Exit::no_input, fmt::format("kernel {} has no code", k.name));
    prepare(s);
    for (auto& o : observers_) o->launch_started(s);
    auto stats = dispatch(s);
    for (auto& o : observers_) o->launch_finished(s, stats ? &*stats : nullptr);
    return stats;
  }

private:
  std::vector<std::unique_ptr<Observer>> observers_;
  std::unique_ptr<Program> program_;
  std::string arch_;
};

}  // namespace

Result<std::unique_ptr<Engine>> create_engine(const CodeObject& object, const std::string& arch) {
  auto observers = create_observers();
  if (!observers) return std::unexpected(observers.error());
  auto engine = std::make_unique<WaveEngine>(std::move(*observers), arch);
  if (auto status = engine->load(object); !status) return std::unexpected(status.error());
  return engine;
}

}  // namespace wavelift::soft::WAVE
