#include "judge/harness.h"
#include "judge/data.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

constexpr size_t kGuard = 4096;               // bytes on either side
constexpr size_t kMostOffset = 64 << 10;      // of a guarded buffer in its allocation; a multiple of 256

// Poison that is a NaN or beyond 1e37 as a float, near zero from below as an integer, and differs from run to run.
std::byte poison_byte(uint64_t seed) { return static_cast<std::byte>(0xff - (mix(seed, 17) % 3)); }

std::byte guard_byte(uint64_t seed, size_t i) { return static_cast<std::byte>(mix(seed, i / 8) >> (i % 8 * 8)); }
std::vector<std::byte> guard(uint64_t seed) {
  std::vector<std::byte> out(kGuard);
  for (size_t i = 0; i < kGuard; ++i) out[i] = guard_byte(seed, i);
  return out;
}

}  // namespace

bool Outcome::right() const {
  return objection.empty() && std::ranges::all_of(outputs, [](const auto& o) { return o.second.right(); });
}

std::string Outcome::sentence() const {
  if (!objection.empty()) return objection;
  for (const auto& [name, j] : outputs)
    if (!j.right()) return j.sentence(name);
  std::string all;
  for (const auto& [name, j] : outputs) all += (all.empty() ? "" : "; ") + j.sentence(name);
  return all;
}

Memory::~Memory() {
  for (const Piece& p : pieces_) {
    if (p.protected_now) (void)device_.protect(p.address, p.bytes, true);
    (void)device_.release(p.allocation);
  }
}

Result<std::shared_ptr<Memory>> Memory::place(device::Device& device, const Task& task, const Case& c, Placement placement, uint64_t seed) {
  auto m = std::make_shared<Memory>(device, task, c);
  for (size_t k = 0; k < task.buffers.size(); ++k)
    if (auto done = m->add(task.buffers[k], c.elements[k], k, placement, seed); !done) return std::unexpected(done.error());
  return m;
}

Status Memory::add(const Buffer& b, size_t elements, size_t index, Placement placement, uint64_t seed) {
  Piece p;
  p.buffer = &b;
  p.index = index;
  p.bytes = elements * info(b.type).size;
  p.placement = placement;
  const size_t offset = p.guarded() ? kGuard + mix(seed, index) % (kMostOffset / 256 + 1) * 256 : 0;
  auto a = device_.allocate(std::max<size_t>(1, p.guarded() ? offset + p.bytes + kGuard : p.bytes));
  if (!a) return std::unexpected(a.error());
  p.allocation = *a;
  p.address = *a + offset;
  pieces_.push_back(p);
  return {};
}

const uint64_t* Memory::address(std::string_view name) const {
  auto it = std::ranges::find(pieces_, name, [](const Piece& p) { return std::string_view(p.buffer->name); });
  return it == pieces_.end() ? nullptr : &it->address;
}

Status Memory::guards(uint64_t seed) {
  for (Piece& p : pieces_) {
    if (!p.guarded()) continue;
    p.guard_seed = mix(seed, p.index, 1);
    const auto g = guard(p.guard_seed);
    if (auto s = device_.write(p.address - kGuard, g); !s) return s;
    if (auto s = device_.write(p.address + p.bytes, g); !s) return s;
  }
  return {};
}

Status Memory::fresh(uint64_t seed) {
  if (auto s = guards(seed); !s) return s;
  for (Piece& p : pieces_) {
    if (p.bytes == 0) continue;
    Status s;
    if (is_input(p.buffer->role)) s = device_.write(p.address, case_.data[p.index]);
    if (s && p.placement == Placement::sealed && p.buffer->role == Role::input) s = device_.protect(p.address, p.bytes, false), p.protected_now = true;
    if (p.placement == Placement::guarded && !is_input(p.buffer->role)) s = device_.fill(p.address, poison_byte(mix(seed, p.index)), p.bytes);
    if (!s) return s;
  }
  return {};
}

Status Memory::refill(const Stock& stock, uint64_t seed) {
  for (const Piece& p : pieces_) {
    if (p.bytes == 0) continue;
    if (auto s = is_input(p.buffer->role) ? stock.put(p.index, p.address, seed) : device_.fill(p.address, poison_byte(mix(seed, p.index)), p.bytes); !s) return s;
  }
  return {};
}

Status Memory::look(Outcome& out) const {
  std::vector<std::byte> bytes;
  out.bytes.resize(task_.buffers.size());
  for (const Piece& p : pieces_) {
    if (p.guarded())
      for (const bool behind : {false, true}) {
        bytes.resize(kGuard);
        if (auto s = device_.read(bytes, behind ? p.address + p.bytes : p.address - kGuard); !s) return s;
        for (size_t i = 0; i < kGuard && out.objection.empty(); ++i)
          if (bytes[i] != guard_byte(p.guard_seed, i))
            out.objection = behind ? fmt::format("{} was written to {} bytes behind its end", p.buffer->name, i) : fmt::format("{} was written to {} bytes before its beginning", p.buffer->name, kGuard - i);
      }
    if (p.index >= case_.data.size()) continue;   // scratch
    bytes.resize(p.bytes);
    if (p.bytes > 0)
      if (auto s = device_.read(bytes, p.address); !s) return s;
    if (p.buffer->role == Role::input) {
      if (bytes != case_.data[p.index] && out.objection.empty()) out.objection = fmt::format("the input {} was changed", p.buffer->name);
      continue;
    }
    out.bytes[p.index] = bytes;
  }
  return {};
}

Result<device::Launch> Setup::launch_of(const KernelLaunch& l, const std::string& symbol, int max_threads, const Names& names) const {
  device::Launch out;
  out.kernel = symbol;
  auto extent = [&](const std::array<Expression, 3>& e, device::Dim3& to, const char* what) -> Status {
    uint32_t* const xyz[] = {&to.x, &to.y, &to.z};
    for (size_t i = 0; i < 3; ++i) {
      auto v = e[i].value(names);
      if (!v) return std::unexpected(v.error());
      if (*v < 1 || *v > 0x7fffffff) return fail(Exit::usage, fmt::format("{}: the {} \"{}\" is {} for the shape '{}'", l.kernel, what, e[i].text(), *v, case_.shape.name));
      *xyz[i] = static_cast<uint32_t>(*v);
    }
    return {};
  };
  if (auto s = extent(l.grid, out.grid, "grid"); !s) return std::unexpected(s.error());
  if (auto s = extent(l.block, out.block, "block"); !s) return std::unexpected(s.error());
  for (const auto& [groups, threads] : {std::pair(out.grid.x, out.block.x), {out.grid.y, out.block.y}, {out.grid.z, out.block.z}})   // HIP's limit
    if (uint64_t(groups) * threads >= uint64_t(1) << 32) return fail(Exit::usage, fmt::format("{}: {} times {} threads for the shape '{}'; a device counts 32 bits of them", l.kernel, groups, threads, case_.shape.name));
  const uint64_t threads = uint64_t(out.block.x) * out.block.y * out.block.z;
  const auto most = static_cast<uint64_t>(device_.info().max_threads);
  if (most && threads > most) return fail(Exit::usage, fmt::format("{}: a workgroup of {} threads for the shape '{}'; the device has at most {}", l.kernel, threads, case_.shape.name, most));
  if (max_threads && threads > static_cast<uint64_t>(max_threads)) return fail(Exit::usage, fmt::format("{}: a workgroup of {} threads for the shape '{}'; the kernel is compiled for at most {}", l.kernel, threads, case_.shape.name, max_threads));
  auto lds = l.group_memory.value(names);
  if (!lds) return std::unexpected(lds.error());
  const uint64_t room = device_.info().group_memory;
  if (*lds < 0 || (room && static_cast<uint64_t>(*lds) > room)) return fail(Exit::usage, fmt::format("{}: {} bytes of group memory; the device has {}", l.kernel, *lds, room));
  out.dynamic_group_memory = static_cast<uint32_t>(*lds);

  auto put = [&](const void* value, size_t size) {
    out.arguments.resize((out.arguments.size() + size - 1) / size * size);
    auto* p = static_cast<const std::byte*>(value);
    out.arguments.insert(out.arguments.end(), p, p + size);
  };
  for (const Argument& a : l.arguments) {
    if (a.pointer) {
      const uint64_t* at = memory_->address(a.name);
      if (!at) at = scratch_.address(a.name);
      put(at, sizeof *at);                      // read_task looked that it is there
      continue;
    }
    std::byte value[8];
    if (is_float(a.type)) store(a.type, value, task_.constants.at(a.name));
    else store_whole(a.type, value, names.at(a.name));
    put(value, info(a.type).size);
  }
  return out;
}

Result<std::unique_ptr<Setup>> Setup::place(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed, std::shared_ptr<Memory> memory) {
  if (!memory) {
    auto placed = Memory::place(device, task, c, placement, seed);
    if (!placed) return std::unexpected(placed.error());
    memory = std::move(*placed);
  }
  std::unique_ptr<Setup> s(new Setup(device, task, c, std::move(memory)));
  const Names names = names_of(c.shape, built.tunables);
  for (size_t k = 0; k < built.contract.scratch.size(); ++k) {
    const Buffer& b = built.contract.scratch[k];
    auto n = b.size.value(names);
    if (!n) return std::unexpected(n.error());
    if (*n < 0 || *n > int64_t(1) << 34) return fail(Exit::usage, fmt::format("the scratch buffer '{}' has {} elements for the shape '{}'", b.name, *n, c.shape.name));
    if (auto done = s->scratch_.add(b, static_cast<size_t>(*n), task.buffers.size() + k, placement, seed); !done) return std::unexpected(done.error());
  }
  for (size_t k = 0; k < built.contract.launches.size(); ++k) {
    auto l = s->launch_of(built.contract.launches[k], built.symbols.at(k), k < built.max_threads.size() ? built.max_threads[k] : 0, names);
    if (!l) return std::unexpected(l.error());
    s->launches_.push_back(std::move(*l));
  }
  return s;
}

Status Setup::fresh(uint64_t seed) {
  if (auto done = memory_->fresh(seed); !done) return done;
  return scratch_.fresh(seed);
}

Status Setup::refill(const Stock& stock, uint64_t seed) {
  if (auto done = memory_->refill(stock, seed); !done) return done;
  return scratch_.refill(stock, seed);
}

Status Setup::start(device::Module& module) {
  for (const device::Launch& l : launches_)
    if (auto s = device_.launch(module, l); !s) return s;
  return {};
}

Result<Outcome> Setup::look() {
  Outcome out;
  if (auto s = memory_->look(out); !s) return std::unexpected(s.error());
  if (auto s = scratch_.look(out); !s) return std::unexpected(s.error());
  auto judged = judge_outputs(task_, case_, out.bytes);
  if (!judged) return std::unexpected(judged.error());
  out.outputs = std::move(*judged);
  return out;
}

Result<std::vector<Outcome>> run_each(device::Device& device, const Task& task, const Case& c, const Built& built, std::span<const Placement> placements, uint64_t seed) {
  auto module = device.load(built.object);
  if (!module) return std::unexpected(module.error());
  std::vector<Outcome> all;
  for (size_t k = 0; k < placements.size(); ++k) {
    auto setup = Setup::place(device, task, c, built, placements[k], mix(seed, k));
    if (!setup) return std::unexpected(setup.error());
    if (auto s = (*setup)->fresh(mix(seed, k, 1)); !s) return std::unexpected(s.error());
    auto s = (*setup)->start(**module);
    if (s) s = device.wait();
    if (!s && placements[k] == Placement::sealed) s.error().what += ", where inputs cannot be written";
    if (!s) return std::unexpected(s.error());
    auto o = (*setup)->look();
    if (!o) return std::unexpected(o.error());
    all.push_back(std::move(*o));
    if (!all.back().right()) break;
  }
  return all;
}

Result<std::vector<Outcome>> run_times(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed, int times) {
  return run_each(device, task, c, built, std::vector<Placement>(static_cast<size_t>(times), placement), seed);
}

Result<Outcome> run_once(device::Device& device, const Task& task, const Case& c, const Built& built, Placement placement, uint64_t seed) {
  auto all = run_times(device, task, c, built, placement, seed, 1);
  if (!all) return std::unexpected(all.error());
  return std::move(all->front());
}

}  // namespace wavelift::judge
