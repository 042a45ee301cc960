#include "model/sass.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace wavelift::model {

namespace {

bool starts(const std::string& name, std::initializer_list<std::string_view> with) {
  return std::ranges::any_of(with, [&](std::string_view w) { return name.starts_with(w); });
}
bool has(const std::string& name, std::string_view part) { return name.find(part) != name.npos; }

double bytes_of(const std::string& n) {
  if (has(n, ".128")) return 16;
  if (has(n, ".64")) return 8;
  if (has(n, ".U8") || has(n, ".S8")) return 1;
  if (has(n, ".U16") || has(n, ".S16")) return 2;
  return 4;
}

bool is_shared(const std::string& n) { return starts(n, {"LDS", "STS", "ATOMS"}); }
bool is_local(const std::string& n) { return starts(n, {"LDL", "STL"}); }
bool is_global_load(const std::string& n) { return starts(n, {"LDG", "LD."}) || n == "LD"; }
bool is_global_store(const std::string& n) { return starts(n, {"STG", "ST."}) || n == "ST"; }

struct Row {
  std::string_view begins;
  Class what;
};
// The first that fits; what is in no row is integer arithmetic.
constexpr Row kRows[] = {
    {"FFMA", Class::f32},     {"FADD", Class::f32},      {"FMUL", Class::f32},       {"IMAD", Class::f32},      {"HFMA2.MMA", Class::half}, {"HFMA2", Class::half},  {"HADD2", Class::half},
    {"HMUL2", Class::half},   {"DFMA", Class::f64},      {"DADD", Class::f64},       {"DMUL", Class::f64},      {"DSETP", Class::f64},      {"MUFU", Class::transcendental},
    {"I2F", Class::convert},  {"F2I", Class::convert},   {"F2F", Class::convert},    {"I2I", Class::convert},   {"FRND", Class::convert},   {"HMMA", Class::matrix}, {"IMMA", Class::matrix},
    {"DMMA", Class::matrix},  {"HGMMA", Class::matrix},  {"QGMMA", Class::matrix},   {"LDGSTS", Class::load},   {"LDGDEPBAR", Class::branch}, {"DEPBAR", Class::branch}, {"LDG", Class::load},
    {"LDSM", Class::lds},     {"LDS", Class::lds},       {"STS", Class::lds},        {"ATOMS", Class::lds},     {"SHFL", Class::lds},       {"LDL", Class::load},    {"STL", Class::store},
    {"LDC", Class::scalar_load}, {"ULDC", Class::scalar_load}, {"S2", Class::scalar_load}, {"CS2R", Class::scalar_load}, {"LD", Class::load},   {"STG", Class::store},   {"ST", Class::store},
    {"ATOM", Class::atomic},  {"RED", Class::atomic},    {"BAR", Class::barrier},    {"BRA", Class::branch},    {"EXIT", Class::branch},    {"BSSY", Class::branch}, {"BSYNC", Class::branch},
    {"BRX", Class::branch},   {"CALL", Class::branch},   {"RET", Class::branch},     {"NOP", Class::branch},    {"WARPSYNC", Class::branch}, {"MOV", Class::move},   {"SEL", Class::move},
    {"FSEL", Class::move},    {"PRMT", Class::move},     {"U", Class::scalar},       {"R2UR", Class::scalar},
};
Class class_of(const std::string& n) {
  for (const Row& r : kRows)
    if (n.starts_with(r.begins)) return r.what;
  return Class::integer;
}

std::array<double, kAlikes> alike_of(const std::string& n) {
  std::array<double, kAlikes> a{};
  auto set = [&](Alike k, double x) { a[static_cast<size_t>(k)] = x; };
  if (is_global_load(n)) set(Alike::load_bytes, bytes_of(n));
  else if (is_global_store(n)) set(Alike::store_bytes, bytes_of(n));
  else if (n.starts_with("LDS")) set(Alike::lds_load_bytes, bytes_of(n));
  else if (n.starts_with("STS")) set(Alike::lds_store_bytes, bytes_of(n));
  else if (starts(n, {"ATOM", "RED"})) set(Alike::atomics, 1);
  else if (n.starts_with("BAR")) set(Alike::barriers, 1);
  else if (n.starts_with("FFMA")) set(Alike::flops, 2);
  else if (starts(n, {"FADD", "FMUL"})) set(Alike::flops, 1);
  else if (n.starts_with("MUFU")) set(Alike::transcendental, 1);
  return a;
}

// The number in hexadecimal behind `at`.
uint64_t hex(std::string_view text, size_t at) {
  uint64_t n = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), n, 16);
  return n;
}

// "        /*00d0*/   @P0 BRA 0x430 ;   /* 0x0000000000d40947 */"
bool parse_line(std::string_view line, SassInstruction& i) {
  const size_t at = line.find("/*");
  if (at == line.npos || line.substr(at + 2, 2) == " 0") return false;
  const size_t end = line.find("*/", at);
  if (end == line.npos) return false;
  i.address = hex(line, at + 2);
  std::string_view rest = line.substr(end + 2);
  rest = rest.substr(0, rest.find("/*"));
  auto word = [&] {
    const size_t from = rest.find_first_not_of(" \t");
    if (from == rest.npos) return std::string_view();
    const size_t to = std::min(rest.find_first_of(" \t;", from), rest.size());
    const auto w = rest.substr(from, to - from);
    rest.remove_prefix(to);
    return w;
  };
  std::string_view w = word();
  if (w.starts_with("@")) w = word();
  if (w.empty()) return false;
  i.name = w;
  if (i.name.starts_with("BRA"))
    if (const size_t x = rest.find("0x"); x != rest.npos) i.target = hex(rest, x + 2);
  return true;
}

struct Nest {
  std::vector<SassLoop> loops;
  std::vector<size_t> loop_of;   // of each instruction, its innermost; loops.size(): none
};

Nest nest_of(const SassKernel& k) {
  Nest n;
  std::map<uint64_t, size_t> by_target;
  for (size_t i = 0; i < k.code.size(); ++i) {
    const SassInstruction& x = k.code[i];
    if (x.target == 0 || x.target >= x.address) continue;   // to itself: the padding behind the end
    auto it = std::ranges::lower_bound(k.code, x.target, {}, &SassInstruction::address);
    if (it == k.code.end() || it->address != x.target) continue;
    // Two branches to one place close one loop.
    auto [old, is_new] = by_target.try_emplace(x.target, n.loops.size());
    if (is_new) n.loops.push_back({static_cast<size_t>(it - k.code.begin()), i, 1});
    else n.loops[old->second].last = i;
  }
  n.loop_of.assign(k.code.size(), n.loops.size());
  std::vector<size_t> order(n.loops.size());
  for (size_t l = 0; l < order.size(); ++l) order[l] = l;
  // Larger ones first, so that the innermost has the last word.
  std::ranges::sort(order, [&](size_t a, size_t b) { return n.loops[a].last - n.loops[a].first > n.loops[b].last - n.loops[b].first; });
  for (size_t l : order)
    for (size_t i = n.loops[l].first; i <= n.loops[l].last; ++i) n.loop_of[i] = l;
  return n;
}

// The times of the loops: least squares of relative errors over the alikes, none negative. Where two loops do the same (one is the rest of the
// other's unrolling), a small price on instructions prefers the one that needs fewer.
double solve(const SassKernel& k, Nest& nest, const std::array<double, kAlikes>& wanted) {
  const size_t loops = nest.loops.size();
  std::vector<std::array<double, kAlikes>> does(loops + 1);
  std::vector<double> size(loops + 1);
  for (size_t i = 0; i < k.code.size(); ++i) {
    const auto a = alike_of(k.code[i].name);
    for (size_t q = 0; q < kAlikes; ++q) does[nest.loop_of[i]][q] += a[q];
    ++size[nest.loop_of[i]];
  }
  std::array<double, kAlikes> left{}, scale{};
  for (size_t q = 0; q < kAlikes; ++q) {
    scale[q] = 1 / std::max(1.0, wanted[q]);
    left[q] = (wanted[q] - does[loops][q]) * scale[q];
  }
  std::vector<double> times(loops, 0.0);
  const double price = 1e-7;
  for (int turn = 0; turn < 4000; ++turn)
    for (size_t l = 0; l < loops; ++l) {
      double down = -price * size[l], square = 1e-12;
      for (size_t q = 0; q < kAlikes; ++q) {
        const double x = does[l][q] * scale[q];
        down += x * left[q];
        square += x * x;
      }
      const double next = std::max(0.0, times[l] + down / square), step = next - times[l];
      times[l] = next;
      for (size_t q = 0; q < kAlikes; ++q) left[q] -= step * does[l][q] * scale[q];
    }
  double misfit = 0;
  for (double e : left) misfit = std::max(misfit, std::abs(e));
  for (size_t l = 0; l < loops; ++l) {
    const bool known = std::ranges::any_of(does[l], [](double x) { return x > 0; });
    nest.loops[l].times = known ? times[l] : 1;
  }
  return misfit;
}

// Waits by scoreboards, each loop gone through twice.
class Scoreboards {
public:
  Scoreboards(const SassKernel& k, const Nest& n, double l1_hits) : code_(k.code), nest_(n), l1_hits_(l1_hits) {}
  std::vector<Wait> run() {
    for (size_t i = 0; i < code_.size(); ++i) step(i, 0);
    std::vector<Wait> all;
    for (auto& [at, w] : found_)
      if (w.times > 0) all.push_back(w);
    return all;
  }

private:
  struct Board {
    bool set = false;
    Wait::Kind kind = Wait::Kind::memory;
    double at = 0;
    double hits = 0;
  };

  void step(size_t i, int depth) {
    const SassInstruction& x = code_[i];
    for (unsigned b = 0; b < 6; ++b)
      if (x.waits >> b & 1) wait(i, boards_[b]);
    ++clock_;
    if (x.sets < 6) {
      const std::string& n = x.name;
      const bool memory = is_global_load(n) || is_local(n) || starts(n, {"ATOMG", "ATOM."}), lds = is_shared(n) || n.starts_with("SHFL"), scalar = class_of(n) == Class::scalar_load;
      Board& b = boards_[x.sets];
      // MUFU and the like take a few cycles only.
      if (memory || lds || scalar) {
        if (!b.set || b.kind != (memory ? Wait::Kind::memory : Wait::Kind::lds)) b.at = clock_;
        b.set = true;
        b.kind = memory ? Wait::Kind::memory : lds ? Wait::Kind::lds : Wait::Kind::scalar;
        b.hits = is_local(n) ? 1 : l1_hits_;
      }
    }
    if (x.target != 0 && x.target < x.address && depth < 2) {
      auto it = std::ranges::lower_bound(code_, x.target, {}, &SassInstruction::address);
      for (auto k = static_cast<size_t>(it - code_.begin()); k < i; ++k) step(k, depth + 1);
    }
  }

  void wait(size_t i, Board& b) {
    if (!b.set) return;
    b.set = false;
    const auto kind = static_cast<size_t>(b.kind);
    if (b.at <= last_[kind]) return;       // the wait before waited for its companions
    const size_t l = nest_.loop_of[i];
    found_[i * 8 + kind] = {b.kind, l < nest_.loops.size() ? nest_.loops[l].times : 1, clock_ - b.at, b.hits};
    last_[kind] = clock_;
  }

  const std::vector<SassInstruction>& code_;
  const Nest& nest_;
  const double l1_hits_;
  double clock_ = 0, last_[3] = {};
  Board boards_[6];
  std::map<size_t, Wait> found_;
};

}  // namespace

Result<std::vector<SassKernel>> parse_sass(std::string_view text) {
  std::vector<SassKernel> all;
  std::map<std::string, SassKernel, std::less<>> resources;
  std::string named;                     // by the list of resources, for its next line
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    auto behind = [&](std::string_view what) { return line.substr(line.find(what) + what.size()); };
    auto number = [&](std::string_view what) {
      int n = 0;
      if (line.find(what) != line.npos) std::from_chars(behind(what).data(), line.data() + line.size(), n);
      return n;
    };
    if (line.find("Function : ") != line.npos) {
      SassKernel k;
      k.name = behind("Function : ");
      if (auto r = resources.find(k.name); r != resources.end()) k.registers = r->second.registers, k.stack = r->second.stack, k.shared = r->second.shared;
      all.push_back(std::move(k));
    } else if (line.starts_with(" Function ") && line.ends_with(":")) {
      named = line.substr(10, line.size() - 11);
    } else if (line.find("REG:") != line.npos && !named.empty()) {
      SassKernel& r = resources[named];
      r.registers = number("REG:");
      r.stack = number("STACK:");
      r.shared = number("SHARED:");
    } else if (!all.empty()) {
      SassInstruction i;
      if (parse_line(line, i)) {
        all.back().code.push_back(std::move(i));
      } else if (const size_t at = line.find("/* 0x"); at != line.npos && !all.back().code.empty()) {
        const uint64_t control = hex(line, at + 5);   // the upper half of the instruction
        SassInstruction& last = all.back().code.back();
        last.stall = static_cast<int>(control >> 41 & 15);
        last.sets = static_cast<int>(control >> 46 & 7);
        last.waits = static_cast<unsigned>(control >> 52 & 63);
      }
    }
  }
  if (all.empty()) return fail(Exit::no_input, "there is no kernel in it", "cuobjdump -res-usage -sass KERNEL.cubin writes it");
  return all;
}

std::vector<SassLoop> loops_of(const SassKernel& code, const std::array<double, kAlikes>& wanted, double* misfit) {
  Nest nest = nest_of(code);
  const double m = solve(code, nest, wanted);
  if (misfit) *misfit = m;
  return nest.loops;
}

double apply(const SassKernel& k, Work& w) {
  Nest nest = nest_of(k);
  const double misfit = solve(k, nest, w.alike);
  const double waves = std::ceil(w.threads / 32);
  w.count.fill(0);
  w.second = 0;
  double lds = 0, local = 0, stalls = 0, issued = 0;
  for (size_t i = 0; i < k.code.size(); ++i) {
    const SassInstruction& x = k.code[i];
    const double times = (nest.loop_of[i] < nest.loops.size() ? nest.loops[nest.loop_of[i]].times : 1) * waves;
    w.of(class_of(x.name)) += times;
    issued += times;
    stalls += times * std::max(1, x.stall);
    // A wave's data pass in pieces of 128 bytes.
    const double pieces = std::max(1.0, bytes_of(x.name) / 4);
    // Where pairs of lanes have one address, two pieces come at once (an engineer of NVIDIA's on their forum, of 7.0 and 7.5).
    if (is_shared(x.name)) lds += times * (x.name.starts_with("LDS") && pieces > 1 ? pieces * (1 - w.lds_paired / 2) : pieces);
    else if (x.name.starts_with("SHFL")) lds += times;
    if (is_local(x.name)) local += times * pieces;
  }
  if (lds > 0) w.lds_cycles = lds + w.lds_conflict_cycles;
  w.local_cycles = local;
  w.stall = issued > 0 ? stalls / issued : 0;
  w.waits = Scoreboards(k, nest, w.l1_hits).run();
  if (k.registers > 0) w.vgprs = k.registers;
  w.scratch_bytes = k.stack;
  w.native = true;
  return misfit;
}

}  // namespace wavelift::model
