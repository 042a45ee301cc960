// A device through a driver's calls, everything on one stream.
#include "device/driver.h"
#include "device/monitor.h"
#include <cstring>
#include <elf.h>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace wavelift::device {

namespace {

// A run time gets an object by its address alone and believes what its header says of its length.
bool is_cut_off(std::span<const std::byte> object) {
  Elf64_Ehdr h;
  if (object.size() < SELFMAG || std::memcmp(object.data(), ELFMAG, SELFMAG) != 0) return false;
  if (object.size() < sizeof h) return true;
  std::memcpy(&h, object.data(), sizeof h);
  auto fits = [&](uint64_t at, uint64_t size) { return at <= object.size() && size <= object.size() - at; };
  if (!fits(h.e_phoff, uint64_t(h.e_phnum) * h.e_phentsize) || !fits(h.e_shoff, uint64_t(h.e_shnum) * h.e_shentsize)) return true;
  if (h.e_shnum && h.e_shentsize != sizeof(Elf64_Shdr)) return true;
  for (uint64_t i = 0; i < h.e_shnum; ++i) {
    Elf64_Shdr s;
    std::memcpy(&s, object.data() + h.e_shoff + i * sizeof s, sizeof s);
    if (s.sh_type != SHT_NOBITS && !fits(s.sh_offset, s.sh_size)) return true;
  }
  return false;
}

class LoadedModule final : public Module {
public:
  LoadedModule(Driver& driver, int device, std::vector<std::byte> object)
      : driver_(driver), device_(device), object_(std::move(object)) {}
  ~LoadedModule() override {
    if (!module_) return;
    driver_.make_current(device_);
    driver_.calls.module_unload.function(module_);
  }

  Status load() { return driver_.run(driver_.calls.module_load, &module_, static_cast<const void*>(object_.data())); }

  Result<Handle> function(const std::string& name) {
    if (auto known = functions_.find(name); known != functions_.end()) return known->second;
    Handle f = nullptr;
    driver_.make_current(device_);
    if (Status s = driver_.run(driver_.calls.function_get, &f, module_, name.c_str()); !s)
      return fail(Exit::failed, "no kernel " + name + ": " + s.error().what);
    return functions_[name] = f;
  }

  Result<KernelInfo> kernel(const std::string& name) override {
    Result<Handle> f = function(name);
    if (!f) return std::unexpected(f.error());
    int vgprs = 0, group = 0, own = 0, threads = 0;
    for (auto [value, which] : {std::pair{&vgprs, kRegisters}, {&group, kGroupMemory}, {&own, kPrivateMemory}, {&threads, kMaxThreads}})
      if (Status s = driver_.run(driver_.calls.function_attribute, value, static_cast<int>(which), *f); !s) return std::unexpected(s.error());
    return KernelInfo{vgprs, static_cast<uint64_t>(group), static_cast<uint64_t>(own), threads};
  }

private:
  Driver& driver_;
  int device_;
  std::vector<std::byte> object_;   // a run time may read it later, when a kernel is first used
  Handle module_ = nullptr;
  std::map<std::string, Handle> functions_;
};

constexpr unsigned kNonBlocking = 1;            // a stream that does not wait for the default one
constexpr uint64_t kAlwaysAllowed = 48 << 10;   // dynamic group memory that a kernel gets unasked
constexpr size_t kPadding = 64;                 // ends an object that is text, and one that is shorter than any header

class StreamDevice final : public Device {
public:
  explicit StreamDevice(std::unique_ptr<Driver> driver) : driver_(std::move(driver)), calls_(driver_->calls) {}

  Status open(int index) {
    Result<Info> info = driver_->info(index);
    if (!info) return std::unexpected(info.error());
    info_ = std::move(*info);
    telemetry_.emplace(info_.kind, info_.pci);
    if (Status s = driver_->run(calls_.get, &device_, index); !s) return s;
    if (Status s = driver_->check("opening " + info_.name, driver_->acquire(device_)); !s) return s;
    acquired_ = true;
    if (Status s = driver_->run(calls_.stream_create, &stream_, kNonBlocking); !s) return s;
    for (Handle* event : {&start_, &stop_})
      if (Status s = driver_->run(calls_.event_create, event, 0u); !s) return s;
    return {};
  }

  ~StreamDevice() override {
    if (!acquired_) return;
    const bool faulted = !wait();
    if (start_) calls_.event_destroy.function(start_);
    if (stop_) calls_.event_destroy.function(stop_);
    if (stream_) calls_.stream_destroy.function(stream_);
    driver_->give_back(device_, faulted);
  }

  const Info& info() const override { return info_; }

  Result<uint64_t> allocate(size_t bytes) override {
    uint64_t address = 0;
    if (Status s = here(calls_.allocate, &address, bytes); !s) return std::unexpected(s.error());
    return address;
  }
  Status release(uint64_t address) override { return here(calls_.release, address); }

  Status write(uint64_t to, std::span<const std::byte> bytes) override {
    if (bytes.empty()) return {};
    return waiting(here(calls_.write, to, static_cast<const void*>(bytes.data()), bytes.size(), stream_));
  }
  Status read(std::span<std::byte> to, uint64_t from) override {
    if (to.empty()) return {};
    return waiting(here(calls_.read, static_cast<void*>(to.data()), from, to.size(), stream_));
  }
  Status fill(uint64_t to, std::byte value, size_t bytes) override {
    if (bytes == 0) return {};
    return waiting(here(calls_.fill, to, static_cast<unsigned char>(value), bytes, stream_));
  }
  // The software GPU's memory is this process's.
  Status protect(uint64_t address, size_t bytes, bool writable) override {
    if (info_.kind != Kind::software) return {};
    const uint64_t page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)), from = address / page * page, to = (address + bytes + page - 1) / page * page;
    if (::mprotect(reinterpret_cast<void*>(from), to - from, writable ? PROT_READ | PROT_WRITE : PROT_READ) != 0) return fail(Exit::failed, "memory of the software GPU cannot be protected");
    return {};
  }
  Status copy(uint64_t to, uint64_t from, size_t bytes) override {
    if (bytes == 0) return {};
    return here(calls_.copy, to, from, bytes, stream_);
  }

  Result<std::unique_ptr<Module>> load(std::span<const std::byte> object) override {
    if (object.empty()) return fail(Exit::failed, "the code object is empty");
    if (is_cut_off(object)) return fail(Exit::failed, "the code object is cut off");
    std::vector<std::byte> padded(object.begin(), object.end());
    padded.resize(object.size() + kPadding);
    auto module = std::make_unique<LoadedModule>(*driver_, device_, std::move(padded));
    driver_->make_current(device_);
    if (Status s = module->load(); !s) return std::unexpected(s.error());
    return module;
  }

  Status launch(Module& module, const Launch& launch) override {
    Result<Handle> f = static_cast<LoadedModule&>(module).function(launch.kernel);
    if (!f) return std::unexpected(f.error());
    if (launch.dynamic_group_memory > kAlwaysAllowed)
      if (Status s = driver_->check(launch.kernel, driver_->allow_group_memory(*f, static_cast<int>(launch.dynamic_group_memory))); !s)
        return s;
    // The arguments as one buffer: a list of pairs that 1 (the buffer) and 2 (its size) begin.
    size_t size = launch.arguments.size();
    void* arguments = const_cast<std::byte*>(launch.arguments.data());
    void* extra[] = {reinterpret_cast<void*>(1), arguments, reinterpret_cast<void*>(2), &size, driver_->end_of_extra};
    return here(calls_.launch, *f, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z,
                launch.dynamic_group_memory, stream_, static_cast<void**>(nullptr), size ? extra : nullptr);
  }

  Status wait() override { return here(calls_.stream_wait, stream_); }

  Result<double> time(const std::function<Status()>& work) override {
    float milliseconds = 0;
    Status s = here(calls_.event_record, start_, stream_);
    if (s) s = work();
    if (s) s = here(calls_.event_record, stop_, stream_);
    if (s) s = here(calls_.event_wait, stop_);
    if (s) s = here(calls_.event_elapsed, &milliseconds, start_, stop_);
    if (!s) return std::unexpected(s.error());
    return milliseconds * 1e-3;
  }

  Telemetry telemetry() override { return telemetry_->read(); }

private:
  // Calls for this device, whichever the thread had before.
  template <class... P, class... A> Status here(const Call<P...>& call, A... arguments) {
    if (int code = driver_->make_current(device_)) return driver_->check(call.name, code);
    return driver_->run(call, arguments...);
  }
  Status waiting(Status started) { return started ? wait() : started; }

  std::unique_ptr<Driver> driver_;
  const Calls& calls_;
  Info info_;
  std::optional<TelemetryReader> telemetry_;
  int device_ = 0;
  bool acquired_ = false;
  Handle stream_ = nullptr, start_ = nullptr, stop_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<Device>> open_device(std::unique_ptr<Driver> driver, int index) {
  auto device = std::make_unique<StreamDevice>(std::move(driver));
  if (Status s = device->open(index); !s) return std::unexpected(s.error());
  return device;
}

}  // namespace wavelift::device
