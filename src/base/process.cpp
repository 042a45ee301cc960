#include "base/process.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wavelift {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

// In the child: never returns.
[[noreturn]] void become(const std::vector<std::string>& argv, const RunOptions& o, int out_fd, int error_fd) {
  ::setpgid(0, 0);
  if (out_fd >= 0) {
    ::dup2(out_fd, 1);
    ::dup2(out_fd, 2);
    int null = ::open("/dev/null", O_RDONLY);
    if (null >= 0) ::dup2(null, 0);
  }
  if (o.cwd.empty() || ::chdir(o.cwd.c_str()) == 0) {
    for (const auto& e : o.env) ::putenv(const_cast<char*>(e.c_str()));
    std::vector<char*> args;
    for (const auto& a : argv) args.push_back(const_cast<char*>(a.c_str()));
    args.push_back(nullptr);
    ::execvp(args[0], args.data());
  }
  int e = errno;
  [[maybe_unused]] ssize_t n = ::write(error_fd, &e, sizeof e);
  ::_exit(127);
}

}  // namespace

Result<RunResult> run_process(const std::vector<std::string>& argv, const RunOptions& o) {
  int out[2] = {-1, -1}, err[2];
  if (::pipe2(err, O_CLOEXEC) != 0 || (o.capture && ::pipe2(out, O_CLOEXEC) != 0))
    return fail(Exit::internal, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  auto start = Clock::now();
  pid_t pid = ::fork();
  if (pid < 0) return fail(Exit::internal, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (pid == 0) become(argv, o, out[1], err[1]);
  ::close(err[1]);
  if (o.capture) ::close(out[1]);
  int child_errno = 0;
  bool not_started = ::read(err[0], &child_errno, sizeof child_errno) == sizeof child_errno;
  ::close(err[0]);

  RunResult r;
  auto kill_if_late = [&] {
    if (o.timeout_s > 0 && !r.timed_out && since(start) > o.timeout_s) {
      r.timed_out = true;
      ::kill(-pid, SIGKILL);
    }
  };
  if (o.capture) {
    char buf[1 << 16];
    for (;;) {
      pollfd p{out[0], POLLIN, 0};
      int ready = ::poll(&p, 1, o.timeout_s > 0 ? 50 : -1);
      kill_if_late();
      if (ready <= 0) continue;
      ssize_t n = ::read(out[0], buf, sizeof buf);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      r.out.append(buf, static_cast<size_t>(n));
    }
    ::close(out[0]);
  }
  int status = 0;
  if (o.timeout_s > 0) {
    while (::waitpid(pid, &status, WNOHANG) == 0) {
      kill_if_late();
      ::usleep(2000);
    }
  } else {
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  }
  r.seconds = since(start);
  if (not_started)
    return fail(Exit::tool_missing, fmt::format("cannot start {}: {}", argv[0], std::strerror(child_errno)));
  r.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return r;
}

}  // namespace wavelift
