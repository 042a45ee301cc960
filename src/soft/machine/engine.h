// The door to the part of the machine that exists once for each wave size: programs, waves, workgroups.
#pragma once
#include "soft/device.h"
#include "soft/isa/inst.h"
#include "soft/object/code_object.h"

namespace wavelift::soft {

// Runs the kernels of one code object that have one wave size.
class Engine {
public:
  virtual ~Engine() = default;
  // As Module::launch, of a kernel with this engine's wave size.
  virtual Result<LaunchStats> launch(const Launch& launch) = 0;
};

// `object` must live as long as the engine.
namespace wave32 {
bool has_semantics(const Inst& inst);   // whether the machine executes it, or would stop at it
Result<std::unique_ptr<Engine>> create_engine(const CodeObject& object, const std::string& arch);
}
namespace wave64 {
bool has_semantics(const Inst& inst);
Result<std::unique_ptr<Engine>> create_engine(const CodeObject& object, const std::string& arch);
}

}  // namespace wavelift::soft
