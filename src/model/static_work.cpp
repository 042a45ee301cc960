#include "model/static_work.h"
#include "model/profile_work.h"
#include "soft/isa/decode.h"
#include "soft/object/code_object.h"
#include "soft/observe/inst_class.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <elf.h>
#include <llvm/Demangle/Demangle.h>
#include <nlohmann/json.hpp>

namespace wavelift::model {

namespace {

using Json = nlohmann::ordered_json;

// What a profile would say of a kernel of which every instruction ran once in every wave of one workgroup, as docs/profile.md describes it.
Json as_if_it_ran(const soft::CodeObject& object, const soft::Kernel& k, soft::Decoder& decoder, const StaticLaunch& launch) {
  const double wave = k.wave_size, waves = std::ceil(launch.threads / wave);
  double requests = 0, sectors = 0, lds_cycles = 0, load_bytes = 0, store_bytes = 0;
  Json instructions = Json::array();
  const auto& functions = object.functions();
  const auto f = std::ranges::find(functions, k.entry, &soft::CodeObject::Function::begin);
  const uint64_t end = f != functions.end() && f->size > 0 ? k.entry + f->size : object.text_end();
  for (uint64_t at = k.entry; at < end;) {
    const soft::Inst inst = decoder.decode({reinterpret_cast<const std::byte*>(at), end - at}, at);
    if (inst.size == 0) break;
    at += inst.size;
    const soft::InstClass c = soft::classify(inst);
    const soft::Access access = soft::access_of(inst);
    std::string text = inst.text;
    std::ranges::replace(text, '\t', ' ');
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    Json i = {{"address", inst.address - object.load_bias()}, {"text", text}, {"unit", soft::name_of(c.unit)}, {"executions", waves}, {"lanes", launch.threads}};
    if (c.arithmetic != soft::Arithmetic::none) i["arithmetic"] = soft::name_of(c.arithmetic);
    if (c.number != soft::Number::none) i["type"] = soft::name_of(c.number);
    if (c.packed) i["packed"] = true;
    if (c.unit == soft::Unit::matrix) i["flops"] = waves * static_cast<double>(c.wave_flops);
    else if (c.lane_flops) i["flops"] = launch.threads * c.lane_flops;
    const double bytes = launch.threads * access.bytes;
    if (access.space == soft::Space::lds) {
      lds_cycles += access.elements * std::max(waves * wave / 32, bytes / 128);
    } else if (access && access.space != soft::Space::scalar) {
      requests += waves;
      sectors += std::ceil(bytes / 32);
      (access.kind == soft::Access::Kind::load ? load_bytes : store_bytes) += bytes;
      i["sectors"] = std::ceil(bytes / 32);
    }
    instructions.push_back(std::move(i));
    if (inst.mnemonic == "s_endpgm" && (f == functions.end() || f->size == 0)) break;
  }
  Json counters = {{"SQ_WAVES", waves}, {"requests", requests}, {"sectors_32B", sectors}, {"lines_64B", std::ceil(sectors / 2)}, {"lines_128B", std::ceil(sectors / 4)},
                   {"SQ_LDS_IDX_ACTIVE", lds_cycles}, {"load_bytes", load_bytes}, {"store_bytes", store_bytes}};
  Json resources = {{"vgprs", k.vgprs}, {"agprs", k.agprs}, {"sgprs", k.sgprs}, {"lds_static_bytes", k.lds_size}, {"scratch_bytes_per_lane", k.scratch_size}};
  return {{"name", k.name}, {"demangled", llvm::demangle(k.name)}, {"wave_size", k.wave_size}, {"launches", 1}, {"workgroups", launch.grid[0] * launch.grid[1] * launch.grid[2]},
          {"executed_workgroups", 1}, {"grid", launch.grid}, {"block", {launch.threads, 1, 1}}, {"resources", resources}, {"counters", counters}, {"instructions", instructions}};
}

}  // namespace

Result<std::vector<Work>> static_work(std::span<const std::byte> bytes, const StaticLaunch& launch) {
  Elf64_Ehdr header{};
  if (bytes.size() < sizeof header) return fail(Exit::no_input, "it is no code object: it is too short");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::string arch = soft::arch_of_elf_mach(header.e_flags & 0xff);
  if (arch.empty()) return fail(Exit::no_input, "it is no code object of an AMD GPU that wavelift knows");
  auto object = soft::CodeObject::load(bytes, arch);
  if (!object) return std::unexpected(object.error());
  Json kernels = Json::array();
  for (const auto& [name, k] : (*object)->kernels()) {
    auto decoder = soft::Decoder::create(arch, static_cast<int>(k.wave_size));
    if (!decoder) return std::unexpected(decoder.error());
    kernels.push_back(as_if_it_ran(**object, k, **decoder, launch));
  }
  auto all = work_of_profile({{"format", "wavelift-profile"}, {"version", 1}, {"target", {{"name", arch}}}, {"kernels", kernels}});
  if (!all) return all;
  for (Work& w : *all) {
    w.dynamic = false;
    w.sampled = true;
    // Cold caches: all that is asked for comes from memory.
    w.dram_bytes = w.groups() * (w.load_bytes + w.store_bytes);
  }
  return all;
}

}  // namespace wavelift::model
