// The process that launches a candidate's kernels. It knows the device and nothing of the task.
#include "judge/remote.h"
#include "judge/wire.h"
#include <chrono>
#include <cerrno>
#include <cstdio>
#include <map>
#include <unistd.h>

namespace wavelift::judge {

namespace {

bool take(void* to, size_t n) {
  auto* p = static_cast<char*>(to);
  while (n > 0) {
    const ssize_t k = ::read(0, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    p += k;
    n -= static_cast<size_t>(k);
  }
  return true;
}
// Where answers go: what the libraries print must not come between them.
int answers = 1;
bool give(const void* from, size_t n) {
  auto* p = static_cast<const char*>(from);
  while (n > 0) {
    const ssize_t k = ::write(answers, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    p += k;
    n -= static_cast<size_t>(k);
  }
  return true;
}

class Server {
public:
  explicit Server(device::Device& d) : device_(d) {}

  // The answer's fields, or why there is none.
  Result<WireWriter> answer(Request what, WireReader r) {
    WireWriter w;
    Status s;
    switch (what) {
    case Request::info: info(w); break;
    case Request::allocate: {
      auto a = device_.allocate(r.get<uint64_t>());
      if (!a) return std::unexpected(a.error());
      w.put(*a);
      break;
    }
    case Request::read: {
      const auto from = r.get<uint64_t>(), size = r.get<uint64_t>();
      if (size > kLongestMessage) return fail(Exit::internal, "a read of that size is not possible");
      w.bytes.resize(size);
      s = device_.read(w.bytes, from);
      break;
    }
    case Request::load: {
      auto m = device_.load(r.block());
      if (!m) return std::unexpected(m.error());
      modules_[++last_] = std::move(*m);
      w.put(last_);
      break;
    }
    case Request::unload: modules_.erase(r.get<uint64_t>()); break;
    case Request::kernel: {
      device::Module* m = module(r);
      if (!m) return fail(Exit::internal, "there is no such module");
      auto k = m->kernel(r.text());
      if (!k) return std::unexpected(k.error());
      w.put(*k);
      break;
    }
    case Request::time: {
      const auto start = std::chrono::steady_clock::now();
      auto t = device_.time([&]() -> Status {
        for (;;) {
          const auto one = r.get<Request>();
          if (!r.good()) return {};
          if (auto done = act(one, WireReader(r.block())); !done) return done;
        }
      });
      if (!t) return std::unexpected(t.error());
      if (auto s = device_.wait(); !s) return std::unexpected(s.error());
      w.put(*t);
      w.put(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      break;
    }
    case Request::telemetry: {
      const device::Telemetry t = device_.telemetry();
      for (const auto& v : {t.core_mhz, t.memory_mhz, t.watts, t.celsius}) w.put<uint8_t>(v.has_value()), w.put<double>(v.value_or(0));
      w.put<uint8_t>(t.limited_by.has_value());
      if (t.limited_by)
        for (const std::string& name : *t.limited_by) w.put(name);
      break;
    }
    default: s = act(what, r);
    }
    if (!s) return std::unexpected(s.error());
    return w;
  }

private:
  device::Module* module(WireReader& r) {
    auto it = modules_.find(r.get<uint64_t>());
    return it == modules_.end() ? nullptr : it->second.get();
  }

  // Requests that have no answer but that they are done.
  Status act(Request what, WireReader r) {
    switch (what) {
    case Request::release: return device_.release(r.get<uint64_t>());
    case Request::write: {
      const auto to = r.get<uint64_t>();
      return device_.write(to, r.block());
    }
    case Request::fill: {
      const auto to = r.get<uint64_t>();
      const auto value = r.get<std::byte>();
      return device_.fill(to, value, r.get<uint64_t>());
    }
    case Request::copy: {
      const auto to = r.get<uint64_t>(), from = r.get<uint64_t>();
      return device_.copy(to, from, r.get<uint64_t>());
    }
    case Request::protect: {
      const auto at = r.get<uint64_t>(), bytes = r.get<uint64_t>();
      return device_.protect(at, bytes, r.get<uint8_t>() != 0);
    }
    case Request::launch: {
      device::Module* m = module(r);
      if (!m) return fail(Exit::internal, "there is no such module");
      device::Launch l;
      l.kernel = r.text();
      l.grid = r.get<device::Dim3>();
      l.block = r.get<device::Dim3>();
      l.dynamic_group_memory = r.get<uint32_t>();
      auto a = r.block();
      l.arguments.assign(a.begin(), a.end());
      return device_.launch(*m, l);
    }
    case Request::wait: return device_.wait();
    default: return fail(Exit::internal, "the worker does not know that request");
    }
  }

  void info(WireWriter& w) const {
    const device::Info& i = device_.info();
    w.put(i.kind);
    w.put(i.index);
    w.put(i.name);
    w.put(i.arch);
    w.put(i.wave_size);
    w.put(i.compute_units);
    w.put(i.memory);
    w.put(i.last_level_cache);
    w.put(i.group_memory);
    w.put(i.max_threads);
    w.put(i.bandwidth);
    w.put(i.vector_flops);
    w.put(i.half_flops);
    w.put(i.driver);
  }

  device::Device& device_;
  std::map<uint64_t, std::unique_ptr<device::Module>> modules_;
  uint64_t last_ = 0;
};

}  // namespace

int serve(const std::string& address) {
  answers = ::dup(1);
  if (answers < 0 || ::dup2(2, 1) < 0) return 1;
  auto device = device::open(address);
  std::unique_ptr<Server> server = device ? std::make_unique<Server>(**device) : nullptr;
  WireHead head;
  std::vector<std::byte> fields;
  while (take(&head, sizeof head)) {
    if (head.size > kLongestMessage) return 1;
    fields.resize(head.size);
    if (!take(fields.data(), fields.size())) return 1;
    Result<WireWriter> a = server ? server->answer(static_cast<Request>(head.kind), WireReader(fields)) : std::unexpected(device.error());
    WireWriter out;
    if (a) {
      out = std::move(*a);
    } else {
      out.put(static_cast<int>(a.error().exit));
      out.put(a.error().what);
      out.put(a.error().advice);
    }
    head = {a ? 0u : 1u, 0, out.bytes.size()};
    if (!give(&head, sizeof head) || !give(out.bytes.data(), out.bytes.size())) return 1;
  }
  return 0;
}

}  // namespace wavelift::judge

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("wl-judge-worker is started by wl judge\n", stderr);
    return 2;
  }
  return wavelift::judge::serve(argv[1]);
}
