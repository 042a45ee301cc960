// Any bytes as machine code: the first chooses the arch, the others are decoded one instruction after the other and
// lowered. Bytes that do not decode are stepped over by dwords.
#include "soft/isa/decode.h"
#include "soft/isa/lower.h"
#include <array>

using namespace wavelift::soft;
using namespace wavelift::soft::WAVE;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static constexpr const char* archs[] = {"gfx90a", "gfx942", "gfx906", "gfx908", "gfx1030", "gfx1100"};
  static auto& decoders = *[] {
    auto* all = new std::array<std::unique_ptr<Decoder>, std::size(archs)>;
    for (size_t i = 0; i < all->size(); ++i) (*all)[i] = std::move(Decoder::create(archs[i]).value());
    return all;
  }();
  if (size < 5) return 0;
  Decoder& decoder = *decoders[data[0] % decoders.size()];
  auto code = std::as_bytes(std::span(data + 1, size - 1));
  const ConstantPool pool = [](uint64_t v) { return static_cast<uint16_t>(v % 64 * 2); };
  std::vector<Op> ops;
  for (uint32_t ordinal = 0; code.size() >= 4; ++ordinal) {
    const Inst inst = decoder.decode(code, 0x1000 + 4 * ordinal);
    lower(inst, ordinal, pool, {}, ops);
    branch_target(inst);
    const size_t step = inst.size ? inst.size : 4;
    if (step > code.size()) __builtin_trap();   // an instruction that is longer than its bytes
    code = code.subspan(step);
  }
  for (const Op& op : ops)
    if (!op.fn) __builtin_trap();
  return 0;
}
