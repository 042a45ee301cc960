// A device through src/device, end to end: what it is, a kernel's result, copy bandwidth, launch time, telemetry, a fault and the
// device after it.
//   device_bench ADDRESS OBJECT    OBJECT is device_kernels.cu as a cubin, as PTX or as a code object
#include "base/files.h"
#include "device/discovery.h"
#include <algorithm>
#include <fmt/format.h>

using namespace wavelift;
using namespace wavelift::device;

namespace {

template <class T> void append(std::vector<std::byte>& to, T value) {
  to.resize((to.size() + sizeof value - 1) / sizeof value * sizeof value);
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}
template <class... T> std::vector<std::byte> packed(T... values) {
  std::vector<std::byte> bytes;
  (append(bytes, values), ...);
  return bytes;
}

template <class T> T must(Result<T> r, const char* doing) {
  if (r) return std::move(*r);
  fmt::print(stderr, "{}: {}\n", doing, r.error().sentence());
  std::exit(1);
}
void must(Status s, const char* doing) {
  if (s) return;
  fmt::print(stderr, "{}: {}\n", doing, s.error().sentence());
  std::exit(1);
}

void print(const char* when, const Telemetry& t) {
  auto text = [](const std::optional<double>& v) { return v ? fmt::format("{:.1f}", *v) : std::string("-"); };
  fmt::print("{}: core {} MHz, memory {} MHz, {} W, {} C\n", when, text(t.core_mhz), text(t.memory_mhz), text(t.watts), text(t.celsius));
}

void bench(const std::string& address, const std::string& object) {
  auto device = must(device::open(address), "open");
  const Info& i = device->info();
  fmt::print("{} {}:{} {}\n  {}, {} units, {} lanes, {} threads, {:.1f} GiB, last cache {:.1f} MiB, group memory {} KiB\n  driver {}\n", i.name,
             name_of(i.kind), i.index, i.pci, i.arch, i.compute_units, i.wave_size, i.max_threads, double(i.memory) / (1 << 30),
             double(i.last_level_cache) / (1 << 20), i.group_memory >> 10, i.driver);
  print("before", device->telemetry());
  auto module = must(device->load(std::as_bytes(std::span(object))), "load");
  auto k = must(module->kernel("axpy"), "axpy");
  fmt::print("axpy: {} registers, {} bytes of group memory, {} private, {} threads at most\n", k.vgprs, k.group_memory, k.private_memory, k.max_threads);

  // Long enough to leave every cache, short enough for the software GPU.
  const long n = i.kind == Kind::software ? 1 << 20 : 1 << 28;
  const size_t bytes = size_t(n) * 4;
  uint64_t x = must(device->allocate(bytes), "x"), y = must(device->allocate(bytes), "y");
  std::vector<float> values(1 << 20);
  for (size_t at = 0; at < values.size(); ++at) values[at] = static_cast<float>(at % 1000);
  for (size_t at = 0; at < bytes; at += values.size() * 4) must(device->write(x + at, std::as_bytes(std::span(values))), "write");
  Launch axpy{"axpy", {uint32_t((n + 255) / 256), 1, 1}, {256, 1, 1}, 0, packed(y, x, char(1), short(3), 0.5f, n - 1)};
  must(device->fill(y, std::byte(0), bytes), "fill");
  must(device->launch(*module, axpy), "axpy");
  std::vector<float> got(values.size());
  must(device->read(std::as_writable_bytes(std::span(got)), y + bytes - got.size() * 4), "read");
  size_t wrong = 0;
  for (size_t at = 0; at + 1 < got.size(); ++at) wrong += got[at] != -1.5f * values[at] + 1.0f;
  wrong += got.back() != 0;
  fmt::print("axpy's last {} values: {} wrong\n", got.size(), wrong);

  std::vector<double> seconds;
  for (int run = 0; run < 30; ++run) seconds.push_back(must(device->time([&] { return device->launch(*module, axpy); }), "time"));
  print("after 30 runs", device->telemetry());
  std::ranges::sort(seconds);
  fmt::print("axpy of {} MiB: least {:.4f} ms, median {:.4f} ms, {:.1f} GB/s read and written\n", bytes >> 20, seconds.front() * 1e3,
             seconds[15] * 1e3, 2.0 * double(bytes) / seconds[15] * 1e-9);
  constexpr int kLaunches = 1000;
  const Launch nothing{"nothing", {}, {64, 1, 1}, 0, {}};
  auto many = [&] {
    Status s;
    for (int l = 0; s && l < kLaunches; ++l) s = device->launch(*module, nothing);
    return s;
  };
  must(device->time(many), "warm up");
  fmt::print("an empty kernel: {:.2f} us, of {} in a row\n", must(device->time(many), "launches") / kLaunches * 1e6, kLaunches);

  auto absent = module->kernel("absent");
  fmt::print("a kernel that is not there: {}\n", absent ? "found" : absent.error().sentence());
  std::string rubbish(1000, '?');
  auto loaded = device->load(std::as_bytes(std::span(rubbish)));
  fmt::print("rubbish: {}\n", loaded ? "loaded" : loaded.error().sentence());
  auto cut = device->load(std::as_bytes(std::span(object)).first(object.size() / 2));
  fmt::print("half of the object: {}\n", cut ? "loaded" : cut.error().sentence());
  auto much = device->allocate(size_t(1) << 44);
  fmt::print("16 TiB: {}\n", much ? "allocated" : much.error().sentence());
  Launch brief = axpy;
  brief.arguments.resize(16);
  Status s = device->launch(*module, brief);
  if (s) s = device->wait();
  fmt::print("arguments that are too short: {}\n", s ? "launched" : s.error().sentence());
  s = device->launch(*module, {"stores_at", {}, {64, 1, 1}, 0, packed(uint64_t(0x10))});
  if (s) s = device->wait();
  fmt::print("a store to address 0x10: {}\n", s ? "nothing said" : s.error().sentence());
  s = device->fill(y, std::byte(0), 16);
  fmt::print("a call after it: {}\n", s ? "fine" : s.error().sentence());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: device_bench ADDRESS OBJECT\n");
    return static_cast<int>(Exit::usage);
  }
  const std::string object = must(read_file(argv[2]), "read");
  bench(argv[1], object);
  // Opened again, in the process that had the fault.
  auto opened = [&]() -> Status {
    auto device = device::open(argv[1]);
    if (!device) return std::unexpected(device.error());
    auto module = (*device)->load(std::as_bytes(std::span(object)));
    if (!module) return std::unexpected(module.error());
    Status s = (*device)->launch(**module, {"nothing", {}, {64, 1, 1}, 0, {}});
    return s ? (*device)->wait() : s;
  }();
  fmt::print("opened again: {}\n", opened ? "works" : opened.error().sentence());

  const Found found = discover();
  for (const Card& c : found.cards)
    fmt::print("found {}: {}, {:.1f} of {:.1f} GiB in use, {:.0f} % busy, {} processes\n", c.address, c.identity(),
               double(c.reading.memory_used.value_or(0)) / (1 << 30), double(c.info.memory) / (1 << 30), c.reading.utilisation.value_or(-1) * 100,
               c.reading.processes ? std::to_string(c.reading.processes->size()) : "unknown");
  for (const char* name : {"default", "random", "min_mem", "min_util"}) {
    auto taken = take_free(found.cards, strategy_of(name).value(), {}, 1);
    fmt::print("{}: {}\n", name, taken ? taken->card.address : taken.error().sentence());
  }
  return 0;
}
