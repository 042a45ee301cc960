#include "mutants.h"
#include <bit>
#include <cstring>
#include <vector>

namespace wavelift::soft::mutation {

namespace {

enum Kind { nothing, low_bit, high_bit, neighbour, half_wave, inactive, same_source, third_source, scalar_bit, scc, offset, drop_lane, data,
            no_clamp, no_selects };

constexpr Mutant kMutants[] = {
    {"nothing", "does nothing", [](const Facts& f) { return !f.faults; }},
    {"low-bit", "bit 0 of the last lane's result is wrong", [](const Facts& f) { return f.writes_vector; }},
    {"high-bit", "bit 31 of the first lane's last dword is wrong", [](const Facts& f) { return f.writes_vector; }},
    {"neighbour", "each lane gets the next lane's result", [](const Facts& f) { return f.writes_vector; }},
    {"half-wave", "lanes from 32 are not written", [](const Facts& f) { return f.writes_vector; }},
    {"inactive", "lanes that are off are written", [](const Facts& f) { return f.writes_vector && f.partly_off; }},
    {"same-source", "the second source is taken from the first", [](const Facts& f) { return f.two_sources && !f.faults; }},
    {"third-source", "the third source is taken from the second", [](const Facts& f) { return f.three_sources && !f.faults; }},
    {"scalar-bit", "a bit of the scalar result is wrong", [](const Facts& f) { return f.writes_scalar; }},
    {"scc", "SCC is inverted", [](const Facts& f) { return f.writes_scc; }},
    {"offset", "memory is accessed four bytes on", [](const Facts& f) { return f.memory && !f.faults; }},
    {"drop-lane", "the last active lane takes no part", [](const Facts& f) { return f.memory && !f.faults && (f.data_source || f.writes_vector); }},
    {"data", "the first active lane's data is inverted", [](const Facts& f) { return f.data_source && !f.faults; }},
    {"no-clamp", "the clamp modifier is ignored", [](const Facts& f) { return f.clamps; }},
    {"no-selects", "op_sel and neg of packed operands are ignored", [](const Facts& f) { return f.packed; }},
};

struct Active {
  const Semantics* original = nullptr;
  Semantics mutated{{}, pause};
  int kind = -1;      // -1: observe
  Facts* facts = nullptr;
};
Active active;

// What the engine would execute for the operation: the handler, or its form for these sources.
Handler handler(const Op& op) { return active.original->fn.for_sources_of(op); }

// The registers before, to tell what was written.
struct Before {
  std::vector<Row> rows;
  uint32_t s[256];
  uint32_t scc;
  explicit Before(const Wave& w) : rows(w.v, w.v + kRows), scc(w.scc) { std::memcpy(s, w.s, sizeof s); }
  std::vector<int> written(const Wave& w) const {
    std::vector<int> out;
    for (int r = 0; r < kRows; ++r)
      if (std::memcmp(&rows[static_cast<size_t>(r)], w.v + r, sizeof(Row)) != 0) out.push_back(r);
    return out;
  }
};

bool has(std::string_view s, std::string_view part) { return s.find(part) != s.npos; }

// Whether it takes data for memory from vector registers, by its name.
bool stores(std::string_view m) {
  if (m.starts_with("s_") || has(m, "_load_lds")) return false;
  if (has(m, "store") || has(m, "atomic") || has(m, "permute")) return true;
  return m.starts_with("ds_") && !has(m, "read") && m != "ds_append" && m != "ds_consume" && m != "ds_nop";
}

// Of the LDS operations only these have a second or a third source, though the tests set both.
bool second_source(std::string_view m) { return !m.starts_with("ds_") || (stores(m) && m != "ds_swizzle_b32"); }
bool third_source_of(std::string_view m) {
  return !m.starts_with("ds_") || has(m, "cmpst") || has(m, "mskor") || has(m, "write2") || has(m, "wrxchg2");
}

bool is_memory(const Semantics& row) {
  for (auto table : {smem_table(), vmem_table(), vmem_atomic_table(), ds_table()})
    for (const Semantics& s : table)
      if (s.mnemonic == row.mnemonic) return true;
  return false;
}

void observe(const Before& b, const Wave& w, const Op* op) {
  Facts& f = *active.facts;
  ++f.calls;
  const uint64_t exec = b.s[kExec] | static_cast<uint64_t>(b.s[kExec + 1]) << 32;
  if (!b.written(w).empty()) f.writes_vector = true, f.partly_off |= exec != ~0ull;
  for (int i = 0; i < 256; ++i)
    if (b.s[i] != w.s[i]) (i == kExec || i == kExec + 1 ? f.writes_exec : f.writes_scalar) = true;
  f.writes_scc |= b.scc != w.scc;
  const std::string_view m = active.original->mnemonic;
  f.two_sources |= second_source(m) && op->a.kind != Src::Kind::none && op->b.kind != Src::Kind::none && std::memcmp(&op->a, &op->b, sizeof op->a) != 0;
  f.three_sources |= third_source_of(m) && op->b.kind != Src::Kind::none && op->c.kind != Src::Kind::none && std::memcmp(&op->b, &op->c, sizeof op->b) != 0;
  f.memory |= is_memory(*active.original);
  f.data_source |= f.memory && stores(active.original->mnemonic);
  f.clamps |= active.original->clamps;
  f.packed |= active.original->mod == Mod::packed;
  f.faults = w.state == WaveState::faulted && (f.faults || f.calls == 1);
}

// Runs the function on a changed copy of the operation.
const Op* run_changed(Wave& w, const Op* op, const Op& changed) {
  Op program[2] = {changed, {}};
  const Op* next = handler(changed)(w, program);
  if (w.pc == program) w.pc = op;
  if (w.pc == program + 1) w.pc = op + 1;
  return next == program + 1 ? op + 1 : next;
}

int last_active(const Wave& w) { return w.exec() ? 63 - std::countl_zero(w.exec()) : 63; }
int first_active(const Wave& w) { return w.exec() ? std::countr_zero(w.exec()) : 0; }

void spoil(const Before& b, Wave& w, uint64_t exec) {
  const auto written = b.written(w);
  auto old = [&](int r) -> const Row& { return b.rows[static_cast<size_t>(r)]; };
  switch (active.kind) {
  case low_bit:
    // Where the result equals the old value nothing seems written: then there is nothing to spoil in this call.
    if (!written.empty()) {
      Row& row = w.v[written.front()];
      for (int i = kLanes - 1; i >= 0; --i)
        if (row.lane[i] != old(written.front()).lane[i]) return void(row.lane[i] ^= 1);
    }
    break;
  case high_bit:
    if (!written.empty()) {
      Row& row = w.v[written.back()];
      for (int i = 0; i < kLanes; ++i)
        if (row.lane[i] != old(written.back()).lane[i]) return void(row.lane[i] ^= 0x80000000);
    }
    break;
  case neighbour:
    for (int r : written) {
      const Row now = w.v[r];
      for (int i = 0; i < kLanes; ++i)
        if (now.lane[i] != old(r).lane[i]) w.v[r].lane[i] = now.lane[(i + 1) % kLanes];
    }
    break;
  case half_wave:
    for (int r : written)
      for (int i = 32; i < kLanes; ++i) w.v[r].lane[i] = old(r).lane[i];
    break;
  case inactive:
    for (int r : written)
      for (int i = 0; i < kLanes; ++i)
        if (!(exec >> i & 1)) w.v[r].lane[i] ^= 0x55;
    break;
  case scalar_bit:
    for (int i = 0; i < 256; ++i)
      if (const uint32_t d = b.s[i] ^ w.s[i]; d && i != kExec && i != kExec + 1) return void(w.s[i] ^= d & (0u - d));
    break;
  default: break;
  }
}

const Op* wrapper(Wave& w, const Op* op) {
  const uint64_t exec = w.exec();
  switch (active.kind) {
  case nothing: return op + 1;
  case same_source: {
    Op changed = *op;
    changed.b = op->a;
    return run_changed(w, op, op->b.kind == Src::Kind::none ? *op : changed);
  }
  case third_source: {
    Op changed = *op;
    changed.c = op->b;
    return run_changed(w, op, op->c.kind == Src::Kind::none ? *op : changed);
  }
  case scc: {
    const Op* next = handler(*op)(w, op);
    w.scc ^= 1;
    return next;
  }
  case offset: {
    Op changed = *op;
    changed.imm += 4;
    return run_changed(w, op, changed);
  }
  case drop_lane: {
    if (exec) w.set_s64(kExec, exec & ~(1ull << last_active(w))), refresh_exec(w);
    const Op* next = handler(*op)(w, op);
    w.set_s64(kExec, exec), refresh_exec(w);
    return next;
  }
  case data: {
    const std::string_view m = active.original->mnemonic;
    const bool first = m.starts_with("buffer_") || m == "ds_swizzle_b32" || op->b.kind != Src::Kind::vector;
    const Src& from = first ? op->a : op->b;
    if (from.kind != Src::Kind::vector) return handler(*op)(w, op);
    // Two dwords: of narrow data the second is not looked at.
    uint32_t* x[] = {&w.v[from.index].lane[first_active(w)], &w.v[from.index + 1].lane[first_active(w)]};
    const uint32_t kept[] = {*x[0], *x[1]};
    for (uint32_t* p : x) *p = ~*p;
    const Op* next = handler(*op)(w, op);
    for (int k = 0; k < 2; ++k)
      if (*x[k] == ~kept[k]) *x[k] = kept[k];   // else the result lies there
    return next;
  }
  case no_clamp: {
    Op changed = *op;
    changed.flags &= ~uint32_t{kClamp};
    return run_changed(w, op, changed);
  }
  case no_selects: {
    Op changed = *op;
    changed.flags = (op->flags & ~0xfffu) | kOpSelDefault;
    return run_changed(w, op, changed);
  }
  default: break;
  }
  const Before before(w);
  const Op* next = handler(*op)(w, op);
  if (active.kind < 0) observe(before, w, op);
  else spoil(before, w, exec);
  return next;
}

}  // namespace

std::span<const Mutant> mutants() { return kMutants; }

const Equivalent* find_equivalent(std::string_view mnemonic, std::string_view mutant) {
  for (const Equivalent& e : equivalents()) {
    const bool prefix = e.mnemonic.ends_with('*');
    if ((prefix ? mnemonic.starts_with(e.mnemonic.substr(0, e.mnemonic.size() - 1)) : mnemonic == e.mnemonic) &&
        (e.mutant == "*" || e.mutant == mutant))
      return &e;
  }
  return nullptr;
}

const Semantics* wrap(const Semantics& row, const Mutant* mutant, Facts* facts) {
  active.original = &row;
  active.mutated = row;
  active.mutated.fn = wrapper;
  active.kind = mutant ? static_cast<int>(mutant - kMutants) : -1;
  active.facts = facts;
  return &active.mutated;
}

}  // namespace wavelift::soft::mutation
