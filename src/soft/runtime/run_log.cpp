// The logs that WAVELIFT_KERNEL_LOG and WAVELIFT_COPY_LOG name: one JSON object a line, one write each, so that several
// processes may share a file.
#include "soft/runtime/run_log.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/module.h"
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/Support/xxhash.h>
#include <mutex>
#include <set>
#include <unistd.h>

namespace wavelift::hiprt {
namespace {

constexpr size_t kKeptBytes = size_t(1) << 30; // of all copies of a run

std::string json_text(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", int(c));
    else
      out += c;
  }
  return out + '"';
}

int opened(const std::string& name) {
  int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) say(fmt::format("cannot write the log {}: {}", name, std::strerror(errno)));
  return fd;
}

// False when it could not be written whole; then nothing more is tried.
bool append(int& file, const void* data, size_t size) {
  for (const char* at = static_cast<const char*>(data); size > 0;) {
    ssize_t n = ::write(file, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      say(fmt::format("cannot write a log: {}", std::strerror(errno)));
      file = -1;
      return false;
    }
    at += n, size -= size_t(n);
  }
  return true;
}

std::string named(const char* variable) {
  const char* name = std::getenv(variable);
  return name ? name : "";
}

struct Launches {
  std::mutex mutex;
  const std::string name = named("WAVELIFT_KERNEL_LOG");
  int file = name.empty() ? -1 : opened(name);
  std::set<std::string> idle; // kernels that were not launched yet
  size_t count = 0;
  std::string last; // kernel
};
Launches& launches() {
  static Launches* the = new Launches; // destructors of the program launch, too
  return *the;
}

// At the end of the process.
void name_idle_kernels() {
  Launches& l = launches();
  std::lock_guard lock(l.mutex);
  for (const std::string& kernel : l.idle) {
    std::string line = fmt::format("{{\"unlaunched\":{}}}\n", json_text(kernel));
    if (l.file < 0 || !append(l.file, line.data(), line.size())) return;
  }
}

struct Copies {
  std::mutex mutex;
  const std::string name = named("WAVELIFT_COPY_LOG");
  int file = name.empty() ? -1 : opened(name);
  int bytes = file < 0 ? -1 : opened(name + ".bytes");
  size_t count = 0, kept = 0;
};
Copies& copies() {
  static Copies* the = new Copies;
  return *the;
}

bool is_on_device(const void* p) {
  auto a = MemoryMap::get().find(p);
  return a && a->kind != MemoryKind::pinned && a->kind != MemoryKind::registered;
}

} // namespace

void log_launch(const KernelWork& w, const soft::LaunchStats& stats) {
  Launches& l = launches();
  if (l.file < 0 && copies().file < 0) return;
  std::lock_guard lock(l.mutex);
  ++l.count;
  l.last = w.function->name;
  if (l.file < 0) return;
  l.idle.erase(w.function->name);
  std::string line = fmt::format("{{\"kernel\":{},\"grid\":[{},{},{}],\"block\":[{},{},{}],\"wave_"
                                 "instructions\":{},\"seconds\":{:.9f}}}\n",
                                 json_text(w.function->name), w.grid.x, w.grid.y, w.grid.z, w.block.x,
                                 w.block.y, w.block.z, stats.wave_instructions, stats.seconds);
  append(l.file, line.data(), line.size());
}

void note_kernel(const std::string& name) {
  Launches& l = launches();
  if (l.file < 0) return;
  std::lock_guard lock(l.mutex);
  if (l.idle.empty()) std::atexit(name_idle_kernels);
  l.idle.insert(name);
}

void log_copy(const Box& b) {
  Copies& c = copies();
  if (c.file < 0 || is_on_device(b.dst) || !is_on_device(b.src)) return;
  std::vector<std::byte> data;
  data.reserve(b.width * b.height * b.depth);
  for (size_t z = 0; z < b.depth; ++z)
    for (size_t y = 0; y < b.height; ++y) {
      const std::byte* row = b.dst + z * b.dst_slice + y * b.dst_pitch;
      data.insert(data.end(), row, row + b.width);
    }
  const uint64_t hash = llvm::xxh3_64bits({reinterpret_cast<const uint8_t*>(data.data()), data.size()});
  Launches& l = launches();
  std::scoped_lock lock(l.mutex, c.mutex);
  std::string line = fmt::format("{{\"copy\":{},\"bytes\":{},\"hash\":\"{:016x}\",\"launches\":{},\"kernel\":{}", c.count++,
                                 data.size(), hash, l.count, json_text(l.last));
  if (c.kept + data.size() <= kKeptBytes && c.bytes >= 0 && append(c.bytes, data.data(), data.size())) {
    line += fmt::format(",\"kept_at\":{}", c.kept);
    c.kept += data.size();
  }
  line += "}\n";
  append(c.file, line.data(), line.size());
}

} // namespace wavelift::hiprt
