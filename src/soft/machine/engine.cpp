// Programs and the observers of their launches, at one wave size.
#include "soft/machine/engine.h"
#include "soft/machine/dispatch.h"
#include "soft/machine/preemption.h"
#include "soft/observe/checks.h"
#include "soft/observe/definedness.h"
#include "soft/observe/launch_choice.h"
#include "soft/observe/profile.h"
#include "soft/observe/sample.h"
#include <fmt/format.h>
#include <mutex>
#include <unordered_map>

namespace wavelift::soft::WAVE {

namespace {

// A call through a pointer may need more stack than the compiler could count.
constexpr uint32_t kDynamicStack = 16 * 1024;

// A code object's program with its observers.
class Watched {
public:
  Watched(std::vector<std::unique_ptr<Observer>> observers, std::string arch)
      : observers_(std::move(observers)), arch_(std::move(arch)) {}

  Status load(const CodeObject& object) {
    std::vector<Observer*> watching;
    for (auto& o : observers_) watching.push_back(o.get());
    auto program = Program::create(object, arch_, std::move(watching));
    if (!program) return std::unexpected(program.error());
    program_ = std::move(*program);
    return {};
  }

  Result<LaunchStats> launch(const Launch& l) {
    auto ready = ready_to_launch(*l.kernel);
    if (!ready) return std::unexpected(ready.error());
    LaunchState s;
    s.program = program_.get();
    s.kernel = l.kernel;
    s.launch = l;
    s.arch = arch_;
    s.hostcall = (*ready)->hostcall;
    s.scratch_size = (*ready)->scratch_size;
    s.entry = (*ready)->entry;
    prepare(s, (*ready)->hidden);
    for (auto& o : observers_) o->launch_started(s);
    const auto only = Profile::wanted() ? sample_of(l.blocks, sample_size()) : std::vector<uint64_t>();
    auto stats = dispatch(s, only);
    for (auto& o : observers_) o->launch_finished(s, stats ? &*stats : nullptr);
    return stats;
  }

private:
  // What all launches of a kernel have in common.
  struct Ready {
    const Op* entry = nullptr;
    Hostcall* hostcall = nullptr;
    uint32_t scratch_size = 0;   // bytes a lane
    std::vector<HiddenArgument> hidden;
  };

  Result<const Ready*> ready_to_launch(const Kernel& k) {
    std::lock_guard lock(mutex_);
    auto [it, is_new] = ready_.try_emplace(&k);
    Ready& r = it->second;
    if (!is_new) return &r;
    auto refuse = [&](Exit code, std::string why) {
      ready_.erase(it);
      return fail(code, std::move(why));
    };
    if (uint32_t mode = k.rsrc1 >> 12 & 0xff; !is_modelled_float_mode(mode))
      return refuse(Exit::unsupported,
                    fmt::format("kernel {} wants floating-point mode 0x{:x}; 0x{:x} (denormals kept) and 0x{:x} (f32 flushed), "
                                "both to nearest, are modelled", k.name, mode, kDefaultFloatMode, kFlushFloatMode));
    r.entry = program_->at(k.entry);
    if (!r.entry) return refuse(Exit::no_input, fmt::format("kernel {} has no code", k.name));
    r.scratch_size = k.scratch_size + (k.dynamic_stack ? kDynamicStack : 0);
    for (const auto& a : k.args)
      if (a.value_kind == "hidden_hostcall_buffer") r.hostcall = &Hostcall::of_process();
    r.hidden = hidden_arguments(k);
    return &r;
  }

  std::vector<std::unique_ptr<Observer>> observers_;
  std::mutex mutex_;
  std::unordered_map<const Kernel*, Ready> ready_;
  std::unique_ptr<Program> program_;
  std::string arch_;
};

Result<std::unique_ptr<Watched>> create_watched(const CodeObject& object, const std::string& arch, bool checks) {
  auto observers = create_observers(checks);
  if (!observers) return std::unexpected(observers.error());
  if (schedule_seed()) observers->push_back(make_preemption());
  auto watched = std::make_unique<Watched>(std::move(*observers), arch);
  if (auto status = watched->load(object); !status) return std::unexpected(status.error());
  return watched;
}

// Launches that the process's checks are not to look at run in a program of their own.
class WaveEngine final : public Engine {
public:
  Status load(const CodeObject& object, const std::string& arch) {
    auto full = create_watched(object, arch, true);
    if (!full) return std::unexpected(full.error());
    full_ = std::move(*full);
    if (const CheckOptions& options = *process_checks(); options.any() && !options.all_launches()) {
      auto unchecked = create_watched(object, arch, false);
      if (!unchecked) return std::unexpected(unchecked.error());
      unchecked_ = std::move(*unchecked);
    }
    return {};
  }

  Result<LaunchStats> launch(const Launch& l) override {
    if (!process_checks()->any()) return full_->launch(l);
    if (choose_launch(l.kernel->name) || !unchecked_) return full_->launch(l);
    auto stats = unchecked_->launch(l);
    if (checking_init()) all_written();
    return stats;
  }

private:
  std::unique_ptr<Watched> full_, unchecked_;
};

}  // namespace

Result<std::unique_ptr<Engine>> create_engine(const CodeObject& object, const std::string& arch) {
  auto engine = std::make_unique<WaveEngine>();
  if (auto status = engine->load(object, arch); !status) return std::unexpected(status.error());
  return engine;
}

}  // namespace wavelift::soft::WAVE
