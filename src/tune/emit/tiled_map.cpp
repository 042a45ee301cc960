// A map that transposes: what is loaded along m is stored along n, so that a tile goes through LDS and both sides touch neighbours.
#include "tune/emit/tiled.h"
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using analysis::KernelParameter;
using analysis::Value;

constexpr std::string_view kLoad = R"(
#pragma unroll
  for (int part = 0; part < kTileM * kTileN / (kThreads * kWidth_${name}); ++part) {
    const int at = (static_cast<int>(threadIdx.x) + part * kThreads) * kWidth_${name};
    const int ${m} = first_m + at % kTileM, ${n} = first_n + at / kTileM;
    if (${m} < ${m_size} && ${n} < ${n_size}) {
      const auto in = *reinterpret_cast<const Pack<${type}, kWidth_${name}>*>(${array} + (${index}));
#pragma unroll
      for (int e = 0; e < kWidth_${name}; ++e) tiles.${name}[at / kTileM][at % kTileM + e] = in.of[e];
    }
  })";

constexpr std::string_view kKernel = R"(namespace ${kernel}_sizes {
constexpr int kTileM = ${TILE_M}, kTileN = ${TILE_N}, kThreads = ${THREADS};   // ${m}, ${n} of a workgroup's tile
${tiles}}  // namespace ${kernel}_sizes

// The work of a workgroup.${wide_comment}
${template}__device__ __forceinline__ void ${kernel}_tile(${parameters}${tiles_parameter}) {
  using namespace ${kernel}_sizes;
${place}  const int first_m = static_cast<int>(tile % tiles_m) * kTileM, first_n = static_cast<int>(tile / tiles_m) * kTileN;
${loads}
  // Out, along ${n}.
  constexpr int kWidth = ${store_width};
#pragma unroll
  for (int part = 0; part < kTileM * kTileN / (kThreads * kWidth); ++part) {
    const int at = (static_cast<int>(threadIdx.x) + part * kThreads) * kWidth;
    const int ${m} = first_m + at / kTileN, first = first_n + at % kTileN;
    if (${m} >= ${m_size} || first >= ${n_size}) continue;
    Pack<${store_type}, kWidth> out;
#pragma unroll
    for (int e = 0; e < kWidth; ++e) {
      const int ${n} = first + e;
      ${store_value}
    }
    const int ${n} = first;
    *reinterpret_cast<Pack<${store_type}, kWidth>*>(${store} + (${store_index})) = out;
  }
}

extern "C" __global__ void ${bounds}${kernel}(${parameters}) {
${call}}
)";

}  // namespace

Result<EmittedKernel> emit_tiled_map(const Subject& subject, size_t launch, const Plan& plan, const TiledShape& shape) {
  const judge::Language language = subject.target.language;
  const bool staged = has(plan, "stage"), wide = has(plan, "vectorise");
  auto of = [&](std::string_view name, std::string_view otherwise) { return number(plan, subject, launch, name, otherwise); };
  const std::string block = of("THREADS", "");
  auto texts = tiled_texts(subject, launch, plan, shape, block);
  if (!texts) return std::unexpected(texts.error());
  std::map<std::string, std::string> t = std::move(*texts);
  t.insert({{"TILE_M", of("TILE_M", "")}, {"TILE_N", of("TILE_N", "")}, {"THREADS", block}});
  const std::string m_size = contract_text(subject, launch, *shape.m->size), n_size = contract_text(subject, launch, *shape.n->size);
  std::string grid = fmt::format("ceil_div({}, {}) * ceil_div({}, {})", m_size, t["TILE_M"], n_size, t["TILE_N"]);
  std::string place = fmt::format("  const int64_t tiles_m = ({} + kTileM - 1) / kTileM;\n", t["m_size"]);
  if (shape.batch.empty()) place += "  const int64_t tile = blockIdx.x;\n";
  else {
    place += fmt::format("  const int64_t tiles_n = ({} + kTileN - 1) / kTileN;\n  int64_t batch = blockIdx.x / (tiles_m * tiles_n);\n  const int64_t tile = blockIdx.x % (tiles_m * tiles_n);\n", t["n_size"]);
    place += batch_text(subject, launch, shape, grid);
  }
  t["place"] = place;

  std::string loads, tiles;
  if (staged) {
    loads = fmt::format("\n  // In, along {}.\n", shape.m->name);
    for (const TiledOperand& o : shape.operands) {
      std::map<std::string, std::string> x = t;
      x.insert({{"name", o.name}, {"array", o.load.text}, {"type", type_text(o.load.type, language)}, {"index", index_text(o.index)}, {"PAD", of("PAD", "0")}});
      loads += fmt::format("  constexpr int kWidth_{} = {};", o.name, wide ? fmt::format("kWide ? {} : 1", 16 / type_bytes(o.load.type)) : "1") + fill(kLoad, x) + "\n";
      tiles += fill("  ${type} ${name}[kTileN][kTileM + ${PAD}];\n", x);
    }
    loads += "  __syncthreads();\n";
    tiles = fmt::format("// In LDS, rows along {}.\nstruct Tiles {{\n{}}};\n", shape.m->name, tiles);
  }
  t["loads"] = loads;
  t["tiles"] = tiles;

  const LoadText load_text = [&](const Value& load) {
    for (const TiledOperand& o : shape.operands)
      if (staged && load.text == o.load.text && load.index && *load.index == o.index) return fmt::format("tiles.{}[at % kTileN + e][at / kTileN]", o.name);
    return fmt::format("{}[{}]", load.text, load.index ? index_text(*load.index) : write_value(load.operands[0], {}, load_text));
  };
  std::string store_value;
  for (const analysis::Step* let : shape.lets) store_value += fmt::format("const {} {} = {};\n      ", type_text(let->type, language), let->name, write_value(let->value, {}, load_text));
  t["store_value"] = store_value + "out.of[e] = " + write_value(shape.store->value, {}, load_text) + ";";
  t["store_width"] = wide ? fmt::format("kWide ? {} : 1", 16 / type_bytes(parameter_of(*shape.nest, shape.store->array)->type)) : "1";
  return tiled_kernel(subject, launch, kKernel, t, grid, block);
}

}  // namespace wavelift::tune
