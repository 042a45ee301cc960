// A contraction's kernel: a workgroup computes a tile of m by n, a thread a block of it in registers, in steps of TILE_K along the reduction
// whose operands go through LDS.
#include "tune/emit/tiled.h"
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using analysis::KernelParameter;
using analysis::Polynomial;
using analysis::Value;

std::string plain_load(const Value& load) {
  return fmt::format("{}[{}]", load.text, load.index ? index_text(*load.index) : write_value(load.operands[0], {}, plain_load));
}

std::string written(const Value& v, const std::map<std::string, std::string>& names) {
  return write_value(v, names, [&](const Value& load) {
    return fmt::format("{}[{}]", load.text, load.index ? index_text(*load.index) : write_value(load.operands[0], names, plain_load));
  });
}

// The value with a name in place of each operand.
Value with_operands(const Value& v, const TiledShape& shape) {
  for (const TiledOperand& o : shape.operands)
    if (written(o.value, {}) == written(v, {})) return {Value::Kind::name, o.name + (o.along_n ? "_of[s]" : "_of[r]"), v.type, {}};
  Value out = v;
  for (Value& o : out.operands) o = with_operands(o, shape);
  return out;
}

std::string combined(const std::string& op, const std::string& type, const std::string& with) {
  if (op == "max" || op == "min") {
    const std::string function = type == "float" ? "f" + op + "f" : type == "double" ? "f" + op : op;
    return fmt::format("sum[r][s] = {}(sum[r][s], {});", function, with);
  }
  return fmt::format("sum[r][s] {}= {};", op, with);
}

std::string neutral(const analysis::Step& reduce) {
  if (reduce.initial) return written(*reduce.initial, {});
  if (reduce.op == "max") return "-INFINITY";
  if (reduce.op == "min") return "INFINITY";
  return reduce.op == "*" ? "1" : reduce.op == "&" ? "-1" : "0";
}

// What differs from operand to operand.
std::map<std::string, std::string> texts_of(const TiledOperand& o, const TiledShape& shape, judge::Language language) {
  const analysis::Dimension &own = o.along_n ? *shape.n : *shape.m, &depth = *shape.depth;
  const int size = type_bytes(o.load.type);
  return {{"name", o.name},
          {"array", o.load.text},
          {"type", type_text(o.load.type, language)},
          {"of_type", type_text(o.value.type, language)},
          {"own", own.name},
          {"own_first", o.along_n ? "first_n" : "first_m"},
          {"own_size", fmt::format("({})", index_text(*own.size))},
          {"depth", depth.name},
          {"depth_size", "depth_end"},
          {"index", index_text(o.index)},
          {"width", std::to_string(o.unit ? 16 / size : 1)},
          {"Tile", o.along_n ? "kTileN" : "kTileM"},
          {"Thread", o.along_n ? "kThreadN" : "kThreadM"},
          {"Threads", o.along_n ? "kThreadsN" : "kThreadsM"},
          {"Group", o.along_n ? "kGroupN" : "kGroupM"},
          {"lane", o.along_n ? "thread_n" : "thread_m"},
          {"row", o.along_n ? "s" : "r"},
          {"value", write_value(o.value, {}, [&](const Value&) { return std::string("group.of[e]"); })}};
}

constexpr std::string_view kFetch = R"(
#pragma unroll
    for (int part = 0; part < kParts_${name}; ++part) {
      const int at = (static_cast<int>(threadIdx.x) + part * kThreads) * kWidth_${name};
      const int ${own} = ${own_first} + ${place_own}, ${depth} = step + ${place_depth};
      ${name}_next[part] = {};
      if (${own} < ${own_size} && ${depth} < ${depth_size}) ${name}_next[part] = *reinterpret_cast<const Pack<${type}, kWidth_${name}>*>(${array} + (${index}));
    })";

constexpr std::string_view kPutDeep = R"(
#pragma unroll
    for (int part = 0; part < kParts_${name}; ++part) {
      const int at = (static_cast<int>(threadIdx.x) + part * kThreads) * kWidth_${name};
#pragma unroll
      for (int e = 0; e < kWidth_${name}; ++e) tiles.${name}[buffer][at % kTileK + e][at / kTileK] = ${name}_next[part].of[e];
    })";

constexpr std::string_view kPutAlong = R"(
#pragma unroll
    for (int part = 0; part < kParts_${name}; ++part) {
      const int at = (static_cast<int>(threadIdx.x) + part * kThreads) * kWidth_${name};
#pragma unroll
      for (int e = 0; e < kWidth_${name}; ++e) tiles.${name}[buffer][at / ${Tile}][at % ${Tile} + e] = ${name}_next[part].of[e];
    })";

constexpr std::string_view kRead = R"(
      ${of_type} ${name}_of[${Thread}];
#pragma unroll
      for (int ${row} = 0; ${row} < ${Thread}; ${row} += ${Group}) {
        const auto group = *reinterpret_cast<const Pack<${type}, ${Group}>*>(&tiles.${name}[buffer][${depth}][${row} * ${Threads} + ${lane} * ${Group}]);
#pragma unroll
        for (int e = 0; e < ${Group}; ++e) ${name}_of[${row} + e] = ${value};
      })";

// Without LDS.
constexpr std::string_view kReadDirect = R"(
      ${of_type} ${name}_of[${Thread}];
#pragma unroll
      for (int ${row} = 0; ${row} < ${Thread}; ++${row}) {
        const int ${own} = ${own_first} + ${row} * ${Threads} + ${lane};
        Pack<${type}, 1> group = {};
        if (${own} < ${own_size}) group.of[0] = ${array}[${index}];
        constexpr int e = 0;
        ${name}_of[${row}] = ${value};
      })";

constexpr std::string_view kSizes = R"(constexpr int kTileM = ${TILE_M}, kTileN = ${TILE_N}, kTileK = ${TILE_K};          // ${m}, ${n}, ${l} of a workgroup's step
constexpr int kThreadM = ${THREAD_M}, kThreadN = ${THREAD_N};                       // a thread's block of ${store}
constexpr int kThreadsM = kTileM / kThreadM, kThreadsN = kTileN / kThreadN, kThreads = kThreadsM * kThreadsN;
// A thread's rows and columns are groups of neighbours, which LDS gives at once; the groups of neighbouring threads are neighbours.
constexpr int kGroupM = kThreadM % 4 == 0 ? 4 : kThreadM % 2 == 0 ? 2 : 1, kGroupN = kThreadN % 4 == 0 ? 4 : kThreadN % 2 == 0 ? 2 : 1;
)";

constexpr std::string_view kStagedBody = R"(${widths}
${next}
  // From memory to registers: this thread's part of the operands' tiles at a step. What lies outside of the arrays is 0.
  auto fetch = [&](int step) {${fetch}
  };
  // From registers to LDS, with ${l} as rows.
  auto put = [&](int buffer) {${put}
  };
  auto multiply = [&](int buffer, int step) {
#pragma unroll${unroll}
    for (int ${l} = 0; ${l} < kTileK; ++${l}) {${inside}${read}
#pragma unroll
      for (int r = 0; r < kThreadM; ++r)
#pragma unroll
        for (int s = 0; s < kThreadN; ++s) ${combine}
    }
  };
${pipeline})";

constexpr std::string_view kSingle = R"(
  for (int step = 0; step < depth_end; step += kTileK) {
    fetch(step);
    __syncthreads();   // all have read the step before
    put(0);
    __syncthreads();
    multiply(0, step);
  }
)";

constexpr std::string_view kDouble = R"(
  // While a step is multiplied, the next one is on its way from memory; two buffers need one barrier a step.
  fetch(0);
  put(0);
  __syncthreads();
  for (int step = 0, buffer = 0; step < depth_end; step += kTileK, buffer ^= 1) {
    const bool more = step + kTileK < depth_end;
    if (more) fetch(step + kTileK);
    multiply(buffer, step);
    if (more) put(buffer ^ 1);
    __syncthreads();
  }
)";

constexpr std::string_view kDirectBody = R"(
  for (int ${l} = 0; ${l} < depth_end; ++${l}) {${read}
#pragma unroll
    for (int r = 0; r < kThreadM; ++r)
#pragma unroll
      for (int s = 0; s < kThreadN; ++s) ${combine}
  }
)";

constexpr std::string_view kKernel = R"(namespace ${kernel}_sizes {
${sizes}${tiles}}  // namespace ${kernel}_sizes

// The work of a workgroup.${wide_comment}
${template}__device__ __forceinline__ void ${kernel}_tile(${parameters}${tiles_parameter}) {
  using namespace ${kernel}_sizes;
  // Workgroups are numbered in one row: those of a row of tiles are neighbours.
${place}  const int first_m = static_cast<int>(tile / tiles_n) * kTileM, first_n = static_cast<int>(tile % tiles_n) * kTileN;
  const int thread_m = static_cast<int>(threadIdx.x) / kThreadsN, thread_n = static_cast<int>(threadIdx.x) % kThreadsN;
  const int depth_end = ${depth};

  ${sum_type} sum[kThreadM][kThreadN];
#pragma unroll
  for (int r = 0; r < kThreadM; ++r)
#pragma unroll
    for (int s = 0; s < kThreadN; ++s) sum[r][s] = ${initial};
${body}
  // The block that this thread has computed.
  constexpr int kWidth = ${store_width};
#pragma unroll
  for (int r = 0; r < kThreadM; ++r) {
    const int ${m} = first_m + (r / kGroupM * kThreadsM + thread_m) * kGroupM + r % kGroupM;
    if (${m} >= ${m_size}) continue;
#pragma unroll
    for (int group = 0; group < kThreadN; group += kWidth) {
      const int first = first_n + (group / kGroupN * kThreadsN + thread_n) * kGroupN + group % kGroupN;
      if (first >= ${n_size}) continue;
      Pack<${store_type}, kWidth> out;
#pragma unroll
      for (int e = 0; e < kWidth; ++e) {
        const int ${n} = first + e, s = group + e;
        ${store_value}
      }
      const int ${n} = first;
      *reinterpret_cast<Pack<${store_type}, kWidth>*>(${store} + (${store_index})) = out;
    }
  }
}

extern "C" __global__ void ${bounds}${kernel}(${parameters}) {
${call}}
)";

}  // namespace

Result<EmittedKernel> emit_tiled_contraction(const Subject& subject, size_t launch, const Plan& plan, const TiledShape& shape) {
  const judge::Language language = subject.target.language;
  const bool staged = has(plan, "stage"), wide = has(plan, "vectorise"), doubled = has(plan, "double-buffer");
  auto of = [&](std::string_view name, std::string_view otherwise) { return number(plan, subject, launch, name, otherwise); };
  const std::string block = fmt::format("({} / {}) * ({} / {})", of("TILE_M", ""), of("THREAD_M", "1"), of("TILE_N", ""), of("THREAD_N", "1"));
  auto texts = tiled_texts(subject, launch, plan, shape, block);
  if (!texts) return std::unexpected(texts.error());
  std::map<std::string, std::string> t = std::move(*texts);
  t["l"] = shape.depth->name;
  for (const auto& [name, otherwise] : std::initializer_list<std::pair<const char*, const char*>>{{"TILE_M", ""}, {"TILE_N", ""}, {"TILE_K", "1"}, {"THREAD_M", "1"}, {"THREAD_N", "1"}})
    t[name] = of(name, otherwise);
  t["sizes"] = fill(kSizes, t);
  t["depth"] = fmt::format("static_cast<int>({})", index_text(*shape.depth->size));
  t["sum_type"] = type_text(shape.reduce->type, language);
  t["initial"] = neutral(*shape.reduce);
  t["combine"] = combined(shape.reduce->op, shape.reduce->type, written(with_operands(shape.reduce->value, shape), {}));
  // nvcc puts no macros into pragmas that the host's preprocessor does not know.
  const std::string unroll = of("UNROLL", "");
  if (!unroll.empty()) t["sizes"] += fmt::format("constexpr int kUnroll = {};\n", unroll);
  t["unroll"] = unroll.empty() ? "" : " kUnroll";

  // The workgroup's place.
  std::string place = fmt::format("  const int64_t tiles_n = (({}) + kTileN - 1) / kTileN;\n", index_text(*shape.n->size));
  std::string grid = fmt::format("ceil_div({}, {}) * ceil_div({}, {})", contract_text(subject, launch, *shape.m->size), t["TILE_M"], contract_text(subject, launch, *shape.n->size), t["TILE_N"]);
  const std::string order = of("GROUP_TILES", "");
  if (!shape.batch.empty() || !order.empty()) place += fmt::format("  const int64_t tiles_m = (({}) + kTileM - 1) / kTileM;\n", index_text(*shape.m->size));
  if (shape.batch.empty()) place += order.empty() ? "  const int64_t tile = blockIdx.x;\n" : "  int64_t tile = blockIdx.x;\n";
  else {
    place += "  int64_t batch = blockIdx.x / (tiles_m * tiles_n), tile = blockIdx.x % (tiles_m * tiles_n);\n";
    place += batch_text(subject, launch, shape, grid);
  }
  if (!order.empty())
    place += fmt::format(R"(  // {0} rows of tiles are gone through together, column by column, so that L2 holds what they share.
  {{
    const int64_t band = tile / ({0} * tiles_n), rows = tiles_m - band * {0} < {0} ? tiles_m - band * {0} : {0}, within = tile % ({0} * tiles_n);
    tile = (band * {0} + within % rows) * tiles_n + within / rows;
  }}
)", order);
  t["place"] = place;

  // What differs from operand to operand.
  std::string widths, next, fetch, put, read, tiles;
  for (const TiledOperand& o : shape.operands) {
    std::map<std::string, std::string> x = texts_of(o, shape, language);
    const std::string along = o.deep ? "kTileK" : x["Tile"];
    x["place_own"] = o.deep ? "at / kTileK" : "at % " + x["Tile"];
    x["place_depth"] = o.deep ? "at % kTileK" : "at / " + x["Tile"];
    widths += fill(wide && o.unit ? "  constexpr int kWidth_${name} = kWide ? ${width} : 1, kParts_${name} = kTileK * ${Tile} / (kThreads * kWidth_${name});\n"
                                  : "  constexpr int kWidth_${name} = 1, kParts_${name} = kTileK * ${Tile} / kThreads;\n", x);
    next += fill("  Pack<${type}, kWidth_${name}> ${name}_next[kParts_${name}];\n", x);
    fetch += fill(kFetch, x);
    put += fill(o.deep ? kPutDeep : kPutAlong, x);
    read += fill(staged ? kRead : kReadDirect, x);
    x["buffers"] = doubled ? "2" : "1";
    x["PAD"] = of("PAD", "0");
    tiles += fill("  alignas(16) ${type} ${name}[${buffers}][kTileK][${Tile} + ${PAD}];\n", x);
  }
  t["widths"] = widths;
  t["next"] = next;
  t["fetch"] = fetch;
  t["put"] = put;
  t["read"] = read;
  t["inside"] = shape.zero_is_neutral ? "" : fmt::format("\n      if (step + {} >= depth_end) break;", shape.depth->name);
  t["pipeline"] = std::string(doubled ? kDouble : kSingle);
  t["body"] = fill(staged ? kStagedBody : kDirectBody, t);
  t["tiles"] = staged ? fmt::format("// In LDS: rows along {}, so that a thread's rows and columns are neighbours.\nstruct Tiles {{\n{}}};\n", shape.depth->name, tiles) : "";

  // The store.
  const std::map<std::string, std::string> names = {{shape.reduce->name, "sum[r][s]"}};
  std::string store_value;
  for (const analysis::Step* let : shape.lets) store_value += fmt::format("const {} {} = {};\n        ", type_text(let->type, language), let->name, written(let->value, names));
  const std::string value = written(shape.store->value, names);
  t["store_value"] = store_value + "out.of[e] = " + value + ";";
  const int most = 16 / type_bytes(parameter_of(*shape.nest, shape.store->array)->type);
  t["store_width"] = wide && shape.unit_store ? fmt::format("kWide ? (kGroupN < {0} ? kGroupN : {0}) : 1", most) : "1";
  return tiled_kernel(subject, launch, kKernel, t, grid, block);
}

}  // namespace wavelift::tune
