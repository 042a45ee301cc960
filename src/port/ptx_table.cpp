#include "port/ptx.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// $0 $1 ... are the instruction's operands. An operand that is fixed in the instruction (a special register, an
// immediate that the form depends on) stands in the key after the opcode.
struct Row {
  std::string_view opcode, code;
};
constexpr Row rows[] = {
    {"mov.u32 %laneid", "$0 = wl32::lane_id()"},
    {"mov.u32 %lanemask_lt", "$0 = wl32::lanemask_lt()"},
    {"mov.u32 %lanemask_le", "$0 = wl32::lanemask_le()"},
    {"mov.u32 %lanemask_gt", "$0 = wl32::lanemask_gt()"},
    {"mov.u32 %lanemask_ge", "$0 = wl32::lanemask_ge()"},
    {"mov.u32 %lanemask_eq", "$0 = wl32::lanemask_eq()"},
    {"mov.u32 %tid.x", "$0 = threadIdx.x"},
    {"mov.u32 %tid.y", "$0 = threadIdx.y"},
    {"mov.u32 %tid.z", "$0 = threadIdx.z"},
    {"mov.u32 %ntid.x", "$0 = blockDim.x"},
    {"mov.u32 %ntid.y", "$0 = blockDim.y"},
    {"mov.u32 %ntid.z", "$0 = blockDim.z"},
    {"mov.u32 %ctaid.x", "$0 = blockIdx.x"},
    {"mov.u32 %ctaid.y", "$0 = blockIdx.y"},
    {"mov.u32 %ctaid.z", "$0 = blockIdx.z"},
    {"mov.u32 %nctaid.x", "$0 = gridDim.x"},
    {"mov.u32 %nctaid.y", "$0 = gridDim.y"},
    {"mov.u32 %nctaid.z", "$0 = gridDim.z"},
    {"mov.u32 %smid", "$0 = __smid()"},
    {"mov.u32 %clock", "$0 = static_cast<unsigned>(clock64())"},
    {"mov.u64 %clock64", "$0 = clock64()"},
    {"trap", "__builtin_trap()"},
    {"bar.sync 0", "__syncthreads()"},
    {"barrier.sync 0", "__syncthreads()"},
    {"bar.warp.sync 0xffffffff", "wl32::syncwarp()"},
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"fence.acq_rel.cta", "__threadfence_block()"},
    {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"},
    {"fence.sc.gpu", "__threadfence()"},
    {"ex2.approx.f32", "$0 = exp2f($1)"},
    {"ex2.approx.ftz.f32", "$0 = exp2f($1)"},
    {"lg2.approx.f32", "$0 = log2f($1)"},
    {"lg2.approx.ftz.f32", "$0 = log2f($1)"},
    {"rcp.approx.f32", "$0 = 1.0f / ($1)"},
    {"rcp.approx.ftz.f32", "$0 = 1.0f / ($1)"},
    {"rcp.rn.f32", "$0 = 1.0f / ($1)"},
    {"rsqrt.approx.f32", "$0 = rsqrtf($1)"},
    {"rsqrt.approx.ftz.f32", "$0 = rsqrtf($1)"},
    {"sqrt.approx.f32", "$0 = sqrtf($1)"},
    {"sqrt.approx.ftz.f32", "$0 = sqrtf($1)"},
    {"sqrt.rn.f32", "$0 = sqrtf($1)"},
    {"sin.approx.f32", "$0 = __sinf($1)"},
    {"cos.approx.f32", "$0 = __cosf($1)"},
    {"tanh.approx.f32", "$0 = tanhf($1)"},
    {"ex2.approx.f16", "$0 = __half_as_ushort(hexp2(__ushort_as_half($1)))"},
    {"tanh.approx.f16", "$0 = __half_as_ushort(wlcuda::htanh(__ushort_as_half($1)))"},
    {"ex2.approx.f16x2", "$0 = wlcuda::ptx::ex2_f16x2($1)"},
    {"tanh.approx.f16x2", "$0 = wlcuda::ptx::tanh_f16x2($1)"},
    {"fma.rn.f32", "$0 = fmaf($1, $2, $3)"},
    {"fma.rn.f64", "$0 = fma($1, $2, $3)"},
    {"div.approx.f32", "$0 = ($1) / ($2)"},
    {"popc.b32", "$0 = __popc($1)"},
    {"popc.b64", "$0 = __popcll($1)"},
    {"clz.b32", "$0 = __clz($1)"},
    {"clz.b64", "$0 = __clzll($1)"},
    {"brev.b32", "$0 = __brev($1)"},
    {"brev.b64", "$0 = __brevll($1)"},
    {"not.b32", "$0 = ~($1)"},
    {"and.b32", "$0 = ($1) & ($2)"},
    {"or.b32", "$0 = ($1) | ($2)"},
    {"xor.b32", "$0 = ($1) ^ ($2)"},
    {"add.u32", "$0 = ($1) + ($2)"},
    {"sub.u32", "$0 = ($1) - ($2)"},
    {"mul.lo.u32", "$0 = ($1) * ($2)"},
    {"mul.lo.s32", "$0 = ($1) * ($2)"},
    {"mul.hi.u32", "$0 = __umulhi($1, $2)"},
    {"mul.hi.s32", "$0 = __mulhi($1, $2)"},
    {"mul.hi.u64", "$0 = __umul64hi($1, $2)"},
    {"mul.wide.u32", "$0 = static_cast<unsigned long long>($1) * ($2)"},
    {"mul.wide.s32", "$0 = static_cast<long long>($1) * ($2)"},
    {"mad.lo.u32", "$0 = ($1) * ($2) + ($3)"},
    {"mad.lo.s32", "$0 = ($1) * ($2) + ($3)"},
    {"mad.hi.u32", "$0 = __umulhi($1, $2) + ($3)"},
    {"mul24.lo.u32", "$0 = __umul24($1, $2)"},
    {"mul24.lo.s32", "$0 = __mul24($1, $2)"},
    {"shl.b32", "$0 = wlcuda::ptx::shl($1, $2)"},
    {"shr.u32", "$0 = wlcuda::ptx::shr($1, $2)"},
    {"shf.l.wrap.b32", "$0 = __funnelshift_l($1, $2, $3)"},
    {"shf.r.wrap.b32", "$0 = __funnelshift_r($1, $2, $3)"},
    {"shf.l.clamp.b32", "$0 = __funnelshift_lc($1, $2, $3)"},
    {"shf.r.clamp.b32", "$0 = __funnelshift_rc($1, $2, $3)"},
    {"bfe.u32", "$0 = wlcuda::ptx::bfe_u32($1, $2, $3)"},
    {"bfe.s32", "$0 = wlcuda::ptx::bfe_s32($1, $2, $3)"},
    {"bfi.b32", "$0 = wlcuda::ptx::bfi($1, $2, $3, $4)"},
    {"prmt.b32", "$0 = wlcuda::ptx::prmt($1, $2, $3)"},
    {"lop3.b32", "$0 = wlcuda::ptx::lop3<$4>($1, $2, $3)"},
    {"vshr.u32.u32.u32.clamp.add", "$0 = wlcuda::ptx::shr($1, $2) + ($3)"},
    {"dp4a.s32.s32", "$0 = wlcuda::dp4a(static_cast<int>($1), static_cast<int>($2), static_cast<int>($3))"},
    {"dp4a.u32.u32", "$0 = wlcuda::dp4a(static_cast<unsigned>($1), static_cast<unsigned>($2), static_cast<unsigned>($3))"},
    {"shfl.sync.bfly.b32 0x1f", "$0 = wl32::shfl_xor_sync($4, $1, $2)"},
    {"shfl.sync.idx.b32 0x1f", "$0 = wl32::shfl_sync($4, $1, $2)"},
    {"shfl.sync.down.b32 0x1f", "$0 = wl32::shfl_down_sync($4, $1, $2)"},
    {"shfl.sync.up.b32 0x0", "$0 = wl32::shfl_up_sync($4, $1, $2)"},
    {"prefetch.global.L1", "__builtin_prefetch($0)"},
    {"prefetch.global.L2", "__builtin_prefetch($0)"},
};

struct Family {
  std::string_view start, says;
};
// What an instruction without a row is for; the longest start that fits.
constexpr Family families[] = {
    {"mma.", "multiplies matrix fragments on the tensor cores: use rocWMMA or the GPU's MFMA built-ins, whose fragments lie otherwise in the lanes"},
    {"wmma.", "multiplies matrix fragments on the tensor cores: use rocWMMA"},
    {"wgmma.", "multiplies matrices asynchronously on Hopper's tensor cores: rewrite the loop with MFMA"},
    {"tcgen05.", "works Blackwell's tensor memory: rewrite the loop with MFMA"},
    {"ldmatrix", "loads matrix fragments from shared memory with a transposition across lanes: load vectors from LDS and place them by hand"},
    {"stmatrix", "stores matrix fragments to shared memory across lanes: store vectors to LDS by hand"},
    {"movmatrix", "transposes a fragment across lanes: use shuffles"},
    {"cp.async.bulk", "copies a tile with the tensor memory accelerator: load it with ordinary loads and a barrier"},
    {"cp.async", "copies from global to shared memory asynchronously: load and store, then a barrier takes the place of the wait"},
    {"mbarrier", "is a barrier object in shared memory: use __syncthreads or a counter"},
    {"griddepcontrol", "orders dependent launches: delete it, stream order is kept"},
    {"setmaxnreg", "moves registers between warps: delete it"},
    {"cluster", "concerns thread block clusters, which AMD GPUs have not"},
    {"mapa", "addresses another block's shared memory: AMD GPUs cannot"},
    {"atom", "is an atomic operation: use atomicAdd and its like, or the __hip_atomic_ built-ins with a scope"},
    {"red", "is an atomic operation without a result: use atomicAdd and its like"},
    {"ld.acquire", "loads with acquire order: use __hip_atomic_load"},
    {"st.release", "stores with release order: use __hip_atomic_store"},
    {"ld.", "loads from memory: use a plain or volatile load"},
    {"st.", "stores to memory: use a plain or volatile store"},
    {"cvt", "converts between number formats: use a cast or a conversion function with the same rounding"},
    {"createpolicy", "makes a cache policy: delete it"},
    {"vote", "votes across the warp: use __ballot_sync and its like"},
    {"match", "compares across the warp: use __match_any_sync"},
    {"activemask", "gives the active lanes: use __activemask"},
    {"elect", "elects one lane: compare the lane's number with that of the first active one"},
    {"add.cc", "adds with a carry to the next instruction: use 64-bit or __int128 arithmetic"},
    {"addc", "adds with the carry of the instruction before: use 64-bit or __int128 arithmetic"},
    {"sub.cc", "subtracts with a borrow: use 64-bit or __int128 arithmetic"},
    {"mad.", "multiplies and adds: write the arithmetic out"},
    {"exit", "ends the thread: use return"},
    {"bar", "is a barrier of part of the block: AMD GPUs have one barrier a block"},
    {"nanosleep", "sleeps: use __builtin_amdgcn_s_sleep"},
    {"mov.u64 %globaltimer", "reads a clock in nanoseconds: use wall_clock64 and hipDeviceAttributeWallClockRate"},
    {"mov.u32 %warpid", "reads the warp's number, which may change: use threadIdx / 32"},
    {"discard", "drops a cache line: delete it"},
    {"applypriority", "sets a cache line's priority: delete it"},
    {"tex", "samples a texture: use tex2D and its like"},
    {"setp", "compares into a predicate: write an if"},
    {"mov", "moves a value between registers: write an assignment, or a bit cast"},
};

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\n' || s.front() == '\t' || s.front() == '\r')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\n' || s.back() == '\t' || s.back() == '\r')) s.remove_suffix(1);
  return s;
}

struct Instruction {
  std::string_view opcode;
  std::vector<std::string_view> operands;
};

Instruction parse(std::string_view s) {
  Instruction in;
  s = trim(s);
  size_t end = s.find_first_of(" \t\n");
  in.opcode = s.substr(0, end);
  if (end == s.npos) return in;
  s = trim(s.substr(end));
  int depth = 0;
  size_t from = 0;
  for (size_t i = 0; i <= s.size(); ++i) {
    if (i < s.size() && (s[i] == '{' || s[i] == '[')) ++depth;
    if (i < s.size() && (s[i] == '}' || s[i] == ']')) --depth;
    if (i == s.size() || (s[i] == ',' && depth == 0)) {
      in.operands.push_back(trim(s.substr(from, i - from)));
      from = i + 1;
    }
  }
  return in;
}

bool is_reference(std::string_view o) {
  return o.size() >= 2 && o[0] == '%' && std::all_of(o.begin() + 1, o.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The C++ of an operand: %1 is what the program gave, a number stands for itself; empty for anything else.
std::string value(std::string_view o, const std::vector<std::string>& given) {
  if (is_reference(o)) {
    size_t k = 0;
    for (char c : o.substr(1)) k = k * 10 + static_cast<size_t>(c - '0');
    return k < given.size() ? given[k] : std::string();
  }
  bool number = !o.empty() && (o[0] == '-' || (o[0] >= '0' && o[0] <= '9')) && o.find_first_of(".%[]{}+ ") == o.npos && !o.starts_with("0f") && !o.starts_with("0d");
  return number ? std::string(o) : std::string();
}

std::string_view cpp_type(std::string_view suffix) {
  static constexpr Row types[] = {{"u32", "unsigned"}, {"s32", "int"}, {"b32", "unsigned"}, {"f32", "float"}, {"u64", "unsigned long long"},
                                  {"s64", "long long"}, {"b64", "unsigned long long"}, {"f64", "double"}, {"u16", "unsigned short"}, {"s16", "short"}, {"b16", "unsigned short"}};
  for (const auto& t : types)
    if (t.opcode == suffix) return t.code;
  return {};
}

// Loads and stores of one to four values. Cache hints are dropped: they do not change what is read.
std::string memory(const Instruction& in, const std::vector<std::string>& given) {
  std::vector<std::string_view> parts;
  for (std::string_view rest = in.opcode;;) {
    size_t dot = rest.find('.');
    parts.push_back(rest.substr(0, dot));
    if (dot == rest.npos) break;
    rest.remove_prefix(dot + 1);
  }
  bool load = parts[0] == "ld", is_volatile = false, global = false;
  if ((!load && parts[0] != "st") || in.operands.size() != 2) return {};
  size_t width = 1;
  std::string_view type = cpp_type(parts.back());
  for (size_t k = 1; k + 1 < parts.size(); ++k) {
    if (parts[k] == "volatile") is_volatile = true;
    else if (parts[k] == "global") global = true;
    else if (parts[k] == "v2") width = 2;
    else if (parts[k] == "v4") width = 4;
    else if (parts[k] != "nc" && parts[k] != "cg" && parts[k] != "ca" && parts[k] != "cs" && parts[k] != "cv" && parts[k] != "lu" && parts[k] != "wb" && parts[k] != "wt" &&
             parts[k] != "L1::no_allocate" && parts[k] != "L2::128B" && parts[k] != "L2::256B" && parts[k] != "L2::64B")
      return {};
  }
  if (type.empty() || !global) return {};
  std::string_view address = load ? in.operands[1] : in.operands[0], data = load ? in.operands[0] : in.operands[1];
  if (address.size() < 3 || address.front() != '[' || address.back() != ']') return {};
  std::string pointer = value(trim(address.substr(1, address.size() - 2)), given);
  if (pointer.empty()) return {};
  if (data.size() > 2 && data.front() == '{') data = data.substr(1, data.size() - 2);
  Instruction list = parse(fmt::format("x {}", data));
  std::string held = fmt::format("x {}", data);
  list = parse(held);
  if (list.operands.size() != width) return {};
  std::string cast = fmt::format("(({}{}{}*)({}))", load ? "const " : "", is_volatile ? "volatile " : "", type, pointer), out;
  for (size_t k = 0; k < width; ++k) {
    std::string v = value(list.operands[k], given);
    if (v.empty()) return {};
    if (k) out += ", ";
    out += load ? fmt::format("{} = {}[{}]", v, cast, k) : fmt::format("{}[{}] = {}", cast, k, v);
  }
  return out;
}

std::string from_row(const Row& row, const Instruction& in, const std::vector<std::string>& given) {
  std::string out;
  for (size_t i = 0; i < row.code.size(); ++i) {
    if (row.code[i] != '$') {
      out += row.code[i];
      continue;
    }
    size_t k = static_cast<size_t>(row.code[++i] - '0');
    if (k >= in.operands.size()) return {};
    std::string_view o = in.operands[k];
    if (o.size() > 2 && o.front() == '[') o = trim(o.substr(1, o.size() - 2));
    std::string v = value(o, given);
    if (v.empty()) return {};
    out += v;
  }
  return out;
}

}  // namespace

bool is_ptx(std::string_view text) {
  std::string_view t = trim(text);
  if (t.find(".reg") != t.npos) return true;
  if (t.starts_with("{")) t = trim(t.substr(1));
  if (t.starts_with("@")) {
    size_t blank = t.find(' ');
    t = blank == t.npos ? t : trim(t.substr(blank));
  }
  std::string_view opcode = t.substr(0, t.find_first_of(" \t\n;"));
  if (opcode == "trap" || opcode == "exit" || opcode == "brkpt") return true;
  return opcode.find('.') != opcode.npos && opcode[0] != '.' && opcode.find('%') == opcode.npos;
}

PtxResult ptx_to_cpp(std::string_view text, const std::vector<std::string>& operands) {
  PtxResult r;
  std::vector<std::string_view> parts;
  for (std::string_view rest = text;;) {
    size_t semi = rest.find(';');
    if (auto one = trim(rest.substr(0, semi)); !one.empty()) parts.push_back(one);
    if (semi == rest.npos) break;
    rest.remove_prefix(semi + 1);
  }
  if (parts.empty()) return r;
  Instruction in = parse(parts[0].starts_with("{") ? trim(parts[0].substr(1)) : parts[0]);
  if (parts.size() == 1 && !parts[0].starts_with("{") && !parts[0].starts_with("@")) {
    for (const auto& row : rows) {
      size_t blank = row.opcode.find(' ');
      if (in.opcode != row.opcode.substr(0, blank)) continue;
      if (blank != row.opcode.npos) {
        std::string_view fixed = row.opcode.substr(blank + 1);
        auto same = [&](std::string_view o) { return o == fixed || (fixed == "0x1f" && o == "31") || (fixed == "0x0" && o == "0") || (fixed == "0xffffffff" && o == "-1"); };
        if (std::none_of(in.operands.begin(), in.operands.end(), same)) continue;
      }
      r.code = from_row(row, in, operands);
      break;
    }
    if (r.code.empty()) r.code = memory(in, operands);
  }
  if (!r.code.empty()) {
    r.warp = r.code.find("wl32::") != r.code.npos;
    r.cuda = r.code.find("wlcuda::") != r.code.npos;
    return r;
  }
  // The instruction that matters in a block is the first that is more than bookkeeping.
  std::string_view subject = parts[0];
  for (auto part : parts) {
    auto p = part.starts_with("{") ? trim(part.substr(1)) : part;
    if (p.starts_with("@")) p = trim(p.substr(std::min(p.find(' '), p.size())));
    if (p.starts_with(".reg") || p.starts_with("setp") || p.starts_with("mov") || p.starts_with("}") || p.empty()) continue;
    subject = p;
    break;
  }
  if (subject.starts_with("{")) subject = trim(subject.substr(1));
  std::string_view opcode = subject.substr(0, subject.find_first_of(" \t\n"));
  const Family* best = nullptr;
  for (const auto& f : families)
    if (subject.starts_with(f.start) && (!best || f.start.size() > best->start.size())) best = &f;
  r.says = best ? fmt::format("{} {}", opcode, best->says) : fmt::format("{} has no translation here", opcode);
  return r;
}

}  // namespace wavelift::port
