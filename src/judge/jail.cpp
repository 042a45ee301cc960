// A thread for each jail keeps its time and empties its standard error.
#include "judge/jail.h"
#include "judge/jail_start.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace wavelift::judge {

namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t most_errors = 64 << 10;
std::atomic<Confinement> how_held = Confinement::jail;

// A write to a pipe whose reader is gone is an error here, not a signal to the whole program.
class NoBrokenPipe {
public:
  NoBrokenPipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipe() {
    timespec now{};
    if (!was_pending_)
      while (::sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {}
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

class Process final : public Jailed {
public:
  Status start(const std::vector<std::string>& argv, const Jail& jail) {
    name_ = argv[0];
    stop_ = Fd(::eventfd(0, EFD_CLOEXEC));
    if (!stop_) return fail(Exit::internal, fmt::format("cannot make an event: {}", std::strerror(errno)));
    begin_ = Clock::now();
    auto s = confinement() == Confinement::jail ? start_bwrap(argv, jail) : start_unjailed(argv, jail);
    if (!s) return std::unexpected(s.error());
    jail_ = std::move(*s);
    keeper_ = std::jthread([this, wall_s = jail.limits.wall_s] { keep(wall_s); });
    return {};
  }

  ~Process() override { stop(); }   // and keeper_ is joined

  Status write(std::span<const std::byte> bytes) override {
    NoBrokenPipe guard;
    while (!bytes.empty()) {
      ssize_t n = ::write(jail_.in.get(), bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return ended("before it had read all of its input");
      bytes = bytes.subspan(static_cast<size_t>(n));
    }
    return {};
  }

  Status read(std::span<std::byte> to) override {
    while (!to.empty()) {
      ssize_t n = ::read(jail_.out.get(), to.data(), to.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return ended("before it had said all that it should");
      to = to.subspan(static_cast<size_t>(n));
    }
    return {};
  }

  void close_input() override { jail_.in.close(); }

  JailEnd wait() override {
    close_input();
    std::byte drop[1 << 16];
    while (jail_.out) {
      ssize_t n = ::read(jail_.out.get(), drop, sizeof drop);
      if (n == 0 || (n < 0 && errno != EINTR)) jail_.out.close();
    }
    if (keeper_.joinable()) keeper_.join();
    return end_;
  }

  std::string errors() override {
    std::lock_guard lock(mutex_);
    return errors_;
  }

  // For run_jailed: its input and output at the same time.
  JailedRun run(std::span<const std::byte> input, uint64_t most) {
    NoBrokenPipe guard;
    JailedRun r;
    ::fcntl(jail_.in.get(), F_SETFL, O_NONBLOCK);
    bool too_much = false;
    std::vector<char> part(1 << 16);
    for (;;) {
      if (input.empty()) close_input();
      pollfd waits[] = {{jail_.out.get(), POLLIN, 0}, {jail_.in.get(), POLLOUT, 0}};
      if (::poll(waits, 2, -1) < 0) continue;
      if (waits[1].revents) {
        ssize_t n = ::write(jail_.in.get(), input.data(), input.size());
        if (n > 0) input = input.subspan(static_cast<size_t>(n));
        else if (n < 0 && errno != EINTR && errno != EAGAIN) close_input(), input = {};
      }
      if (!waits[0].revents) continue;
      ssize_t n = ::read(jail_.out.get(), part.data(), part.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      size_t room = static_cast<size_t>(most - r.out.size());
      r.out.append(part.data(), std::min(static_cast<size_t>(n), room));
      if (static_cast<size_t>(n) <= room) continue;
      too_much = true;
      stop();
      break;
    }
    r.end = wait();
    if (too_much) r.end.exit_code = 128 + SIGXFSZ;
    r.errors = errors();
    return r;
  }

  bool never_ran() const { return judge::never_ran(jail_); }

private:
  // An end of its pipes comes at the latest when the keeper has killed it, so that nobody waits longer than wall_s.
  std::unexpected<Error> ended(const char* when) const {
    return fail(Exit::failed, fmt::format("{} ended in its jail {}", name_, when));
  }

  void stop() {
    uint64_t one = 1;
    if (stop_) [[maybe_unused]] ssize_t n = ::write(stop_.get(), &one, sizeof one);
  }

  void keep(double wall_s) {
    const std::chrono::duration<double> wall(std::min(wall_s, 1e9));
    const auto deadline = begin_ + std::chrono::duration_cast<Clock::duration>(wall);
    for (;;) {
      auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      const bool killed = !jail_.lifeline;
      pollfd waits[] = {{jail_.guardian_fd.get(), POLLIN, 0},
                        {jail_.errors.get(), POLLIN, 0},
                        {killed ? -1 : stop_.get(), POLLIN, 0}};
      int ready = ::poll(waits, 3, killed ? -1 : static_cast<int>(std::clamp<int64_t>(left, 0, 60'000)));
      if (ready < 0) continue;
      if (waits[1].revents) take_errors();
      if (waits[0].revents) break;
      const bool late = Clock::now() >= deadline;
      if (!killed && (late || waits[2].revents)) {
        end_.timed_out = late;
        jail_.lifeline.close();
      }
    }
    while (jail_.errors) take_errors();
    int status = 0;
    while (::waitpid(jail_.guardian, &status, 0) < 0 && errno == EINTR) {}
    end_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    end_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  void take_errors() {
    char part[4096];
    ssize_t n = ::read(jail_.errors.get(), part, sizeof part);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) return jail_.errors.close();
    std::lock_guard lock(mutex_);
    errors_.append(part, std::min(static_cast<size_t>(n), most_errors - errors_.size()));
  }

  std::string name_;
  Clock::time_point begin_;
  Started jail_;
  Fd stop_;
  JailEnd end_;
  std::mutex mutex_;
  std::string errors_;
  std::jthread keeper_;   // last: it is joined before the rest goes
};

Result<std::unique_ptr<Process>> start(const std::vector<std::string>& argv, const Jail& jail) {
  auto p = std::make_unique<Process>();
  if (auto s = p->start(argv, jail); !s) return std::unexpected(s.error());
  return p;
}

}  // namespace

Result<std::unique_ptr<Jailed>> start_jailed(const std::vector<std::string>& argv, const Jail& jail) { return start(argv, jail); }

Result<JailedRun> run_jailed(const std::vector<std::string>& argv, const Jail& jail, std::span<const std::byte> input) {
  auto p = start(argv, jail);
  if (!p) return std::unexpected(p.error());
  JailedRun r = (*p)->run(input, jail.limits.file);
  if ((*p)->never_ran() && !r.end.timed_out) {
    std::string why = r.errors.substr(0, r.errors.find('\n'));
    return fail(Exit::internal, fmt::format("cannot {} {}: {}", confinement() == Confinement::jail ? "make a jail for" : "start", argv[0], why));
  }
  return r;
}

void confine(Confinement how) { how_held = how; }
Confinement confinement() { return how_held; }

Status jail_works() {
  Jail nothing;
  nothing.limits = {.wall_s = 10, .cpu_s = 10, .memory = 0, .file = 1 << 20, .processes = 4};
  auto r = run_jailed({"/bin/true"}, nothing);
  if (!r && r.error().exit == Exit::tool_missing) return std::unexpected(r.error());
  if (!r || r->end.exit_code != 0)
    return fail(Exit::tool_missing, fmt::format("this system does not let a jail be made ({})", r ? r->errors : r.error().what),
                "allow mounts in user namespaces");
  return {};
}

}  // namespace wavelift::judge
