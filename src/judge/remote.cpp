#include "judge/remote.h"
#include "device/library.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/temporary_folder.h"
#include "judge/wire.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::judge {

namespace fs = std::filesystem;

namespace {

constexpr const char* profile_name = "profile";

void put_launch(WireWriter& w, uint64_t module, const device::Launch& l) {
  w.put(module);
  w.put(l.kernel);
  w.put(l.grid);
  w.put(l.block);
  w.put(l.dynamic_group_memory);
  w.put(std::span<const std::byte>(l.arguments));
}

class Remote final : public RemoteDevice {
public:
  Remote(std::unique_ptr<Jailed> worker, TemporaryFolder folder) : worker_(std::move(worker)), folder_(std::move(folder)) {}

  Status begin() {
    auto a = ask(Request::info, {});
    if (!a) return std::unexpected(a.error());
    WireReader r(*a);
    info_.kind = r.get<device::Kind>();
    info_.index = r.get<int>();
    info_.name = r.text();
    info_.arch = r.text();
    info_.wave_size = r.get<int>();
    info_.compute_units = r.get<int>();
    info_.memory = r.get<uint64_t>();
    info_.last_level_cache = r.get<uint64_t>();
    info_.group_memory = r.get<uint64_t>();
    info_.max_threads = r.get<int>();
    info_.bandwidth = r.get<double>();
    info_.vector_flops = r.get<double>();
    info_.half_flops = r.get<double>();
    info_.driver = r.text();
    return whole(r);
  }

  const device::Info& info() const override { return info_; }

  Result<uint64_t> allocate(size_t bytes) override {
    WireWriter w;
    w.put<uint64_t>(bytes);
    auto a = ask(Request::allocate, w);
    if (!a) return std::unexpected(a.error());
    return WireReader(*a).get<uint64_t>();
  }
  Status release(uint64_t address) override {
    WireWriter w;
    w.put(address);
    return tell(Request::release, w);
  }
  Status write(uint64_t to, std::span<const std::byte> bytes) override {
    WireWriter w;
    w.put(to);
    w.put(bytes);
    return tell(Request::write, w);
  }
  Status read(std::span<std::byte> to, uint64_t from) override {
    WireWriter w;
    w.put(from);
    w.put<uint64_t>(to.size());
    auto a = ask(Request::read, w);
    if (!a) return std::unexpected(a.error());
    if (a->size() != to.size()) return fail(Exit::failed, "the worker answered with another size than was asked for");
    std::memcpy(to.data(), a->data(), to.size());
    return {};
  }
  Status fill(uint64_t to, std::byte value, size_t bytes) override {
    WireWriter w;
    w.put(to);
    w.put(value);
    w.put<uint64_t>(bytes);
    return tell(Request::fill, w);
  }
  Status copy(uint64_t to, uint64_t from, size_t bytes) override {
    WireWriter w;
    w.put(to);
    w.put(from);
    w.put<uint64_t>(bytes);
    return tell(Request::copy, w);
  }

  Status protect(uint64_t address, size_t bytes, bool writable) override {
    WireWriter w;
    w.put(address);
    w.put<uint64_t>(bytes);
    w.put<uint8_t>(writable);
    return tell(Request::protect, w);
  }

  Result<std::unique_ptr<device::Module>> load(std::span<const std::byte> object) override {
    WireWriter w;
    w.put(object);
    auto a = ask(Request::load, w);
    if (!a) return std::unexpected(a.error());
    return std::make_unique<RemoteModule>(*this, WireReader(*a).get<uint64_t>());
  }
  Status launch(device::Module& module, const device::Launch& l) override {
    WireWriter w;
    put_launch(w, static_cast<RemoteModule&>(module).id, l);
    return tell(Request::launch, w);
  }
  Status wait() override { return tell(Request::wait, {}); }

  // What `work` asks for goes to the worker in one message, so that no pipe is between the events.
  Result<double> time(const std::function<Status()>& work) override {
    WireWriter batch;
    batch_ = &batch;
    auto s = work();
    batch_ = nullptr;
    if (!s) return std::unexpected(s.error());
    auto a = ask(Request::time, batch);
    if (!a) return std::unexpected(a.error());
    WireReader r(*a);
    const auto seconds = r.get<double>();
    host_seconds_ = r.get<double>();
    return seconds;
  }
  std::optional<double> host_seconds() const override { return host_seconds_; }

  device::Telemetry telemetry() override {
    auto a = ask(Request::telemetry, {});
    if (!a) return {};
    WireReader r(*a);
    device::Telemetry t;
    for (auto* v : {&t.core_mhz, &t.memory_mhz, &t.watts, &t.celsius}) {
      const auto there = r.get<uint8_t>();
      const auto value = r.get<double>();
      if (there) *v = value;
    }
    if (r.get<uint8_t>()) {
      t.limited_by.emplace();
      for (std::string name = r.text(); r.good(); name = r.text()) t.limited_by->push_back(std::move(name));
    }
    return t;
  }

  Result<std::string> end_profile() override {
    worker_->close_input();
    const JailEnd e = worker_->wait();
    if (e.exit_code != 0) return fail(Exit::failed, ended(e));
    return read_file(folder_.path() / profile_name);
  }

  Result<soft::ReportSet> end() override {
    worker_->close_input();
    const JailEnd e = worker_->wait();
    soft::ReportSet all;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (entry.path().extension() != ".json") continue;
      auto text = read_file(entry.path());
      if (!text) return std::unexpected(text.error());
      auto set = soft::read_json(*text, "the worker's report");
      if (!set) return std::unexpected(set.error());
      all.dropped += set->dropped;
      for (auto& r : set->reports) all.reports.push_back(std::move(r));
    }
    if (e.exit_code != 0 && all.reports.empty()) return fail(Exit::failed, ended(e));
    return all;
  }

private:
  struct RemoteModule final : device::Module {
    RemoteModule(Remote& d, uint64_t i) : device(d), id(i) {}
    ~RemoteModule() override {
      WireWriter w;
      w.put(id);
      (void)device.tell(Request::unload, w);
    }
    Result<device::KernelInfo> kernel(const std::string& name) override {
      WireWriter w;
      w.put(id);
      w.put(name);
      auto a = device.ask(Request::kernel, w);
      if (!a) return std::unexpected(a.error());
      return WireReader(*a).get<device::KernelInfo>();
    }
    Remote& device;
    uint64_t id;
  };

  static Status whole(const WireReader& r) {
    if (!r.good()) return fail(Exit::failed, "the worker's answer is cut short");
    return {};
  }
  std::string ended(const JailEnd& e) const {
    if (e.timed_out) return "the worker was stopped: its time was over";
    const std::string words = worker_->errors();
    return fmt::format("the worker ended with {}{}{}", e.exit_code, words.empty() ? "" : ": ", words.substr(0, words.find('\n')));
  }

  Status tell(Request what, const WireWriter& w) {
    if (batch_) {
      batch_->put(what);
      batch_->put(std::span<const std::byte>(w.bytes));
      return {};
    }
    auto a = ask(what, w);
    if (!a) return std::unexpected(a.error());
    return {};
  }

  Result<std::vector<std::byte>> ask(Request what, const WireWriter& w) {
    WireHead head{static_cast<uint32_t>(what), 0, w.bytes.size()};
    std::vector<std::byte> answer;
    auto talk = [&]() -> Status {
      if (auto s = worker_->write(std::as_bytes(std::span(&head, 1))); !s) return s;
      if (auto s = worker_->write(w.bytes); !s) return s;
      if (auto s = worker_->read(std::as_writable_bytes(std::span(&head, 1))); !s) return s;
      if (head.size > kLongestMessage) return fail(Exit::failed, "the worker's answer has no sensible size");
      answer.resize(head.size);
      return worker_->read(answer);
    };
    if (auto s = talk(); !s) return fail(Exit::failed, fmt::format("{} ({})", ended(worker_->wait()), s.error().what));
    if (head.kind == 0) return answer;
    WireReader r(answer);
    const auto exit = static_cast<Exit>(r.get<int>());
    std::string text = r.text();
    return std::unexpected(Error{exit, std::move(text), r.text()});
  }

  std::unique_ptr<Jailed> worker_;
  TemporaryFolder folder_;
  device::Info info_;
  double host_seconds_ = 0;
  WireWriter* batch_ = nullptr;
};

// The card's libraries may be anywhere, under names that the environment gives; what they load in turn lies beside them.
void show_libraries(const std::string& address, Jail& jail) {
  using device::Known;
  const std::vector<Known> used = address.starts_with("cuda") ? std::vector{Known::cuda, Known::nvml} : std::vector{Known::hip, Known::amdsmi, Known::rocm_smi};
  std::string folders;
  for (const Known which : used) {
    auto library = device::open_library(which);
    if (!library) continue;              // the worker says what is missing
    std::error_code ec;
    const fs::path file = fs::canonical(library->file(), ec);
    if (ec) continue;
    jail.env.push_back(fmt::format("{}={}", device::known_library(which).variable, file.string()));
    if (std::ranges::find(jail.readable, file.parent_path()) != jail.readable.end()) continue;
    jail.readable.push_back(file.parent_path());
    folders += (folders.empty() ? "" : ":") + file.parent_path().string();
  }
  if (!folders.empty()) jail.env.push_back("LD_LIBRARY_PATH=" + folders);
}

}  // namespace

Result<std::unique_ptr<RemoteDevice>> open_remote(const RemoteOptions& o) {
  auto folder = TemporaryFolder::make("worker");
  if (!folder) return std::unexpected(folder.error());
  fs::permissions(folder->path(), fs::perms::all);
  Jail jail;
  jail.folder = folder->path();
  const fs::path program = build_root() / "bin/wl-judge-worker";
  jail.readable = {program, build_root() / "lib"};
  jail.proc = true;                      // the run time asks how far memory can be read
  jail.gpu = !o.address.starts_with("software");
  jail.limits.wall_s = o.wall_s;
  jail.limits.cpu_s = 4 * o.wall_s;
  jail.limits.memory = 0;
  if (!o.checks.empty()) jail.env = {"WAVELIFT_CHECK=" + o.checks, fmt::format("WAVELIFT_REPORT={}/%p.json", jail_folder)};
  if (o.schedule) jail.env.push_back(fmt::format("WAVELIFT_SCHEDULE={}", o.schedule));
  if (o.issue_clock) jail.env.push_back("WAVELIFT_CLOCK=issue");
  if (o.profile_groups) jail.env.insert(jail.env.end(), {fmt::format("WAVELIFT_PROFILE={}/{}", jail_folder, profile_name), fmt::format("WAVELIFT_PROFILE_GROUPS={}", o.profile_groups)});
  if (o.profile_l1_kib) jail.env.push_back(fmt::format("WAVELIFT_PROFILE_L1={}", o.profile_l1_kib));
  if (jail.gpu) show_libraries(o.address, jail);
  auto worker = start_jailed({program.string(), o.address}, jail);
  if (!worker) return std::unexpected(worker.error());
  auto device = std::make_unique<Remote>(std::move(*worker), std::move(*folder));
  if (auto s = device->begin(); !s) return std::unexpected(s.error());
  return device;
}

}  // namespace wavelift::judge
