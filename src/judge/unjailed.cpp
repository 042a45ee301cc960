// The start of a process without a jail: what a system gives that grants no namespaces.
#include "judge/jail_start.h"
#include "judge/seccomp.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wavelift::judge {

namespace {

// Everything that the child needs, made before the fork.
struct Child {
  std::vector<char*> argv, env;
  const char* folder = nullptr;
  int in = -1, out = -1, errors = -1;
  int failed = -1;                   // a byte comes here when argv[0] is not reached; it closes by the exec
  int failed_read = -1;
  int lifeline = -1, report = -1;
  sock_fprog filter{};
  JailLimits limits;
};

[[noreturn]] void become(Child& c) {
  prepare_for_exec(c.in, c.out, c.errors);
  const char* problem = nullptr;
  if (::chdir(c.folder) != 0) problem = "its folder cannot be entered\n";
  else if (!set_limits(0, c.limits)) problem = "it cannot be limited\n";
  else if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &c.filter) != 0) problem = "its system calls cannot be filtered\n";
  else ::execve(c.argv[0], c.argv.data(), c.env.data());
  if (!problem) problem = "it cannot be started\n";
  [[maybe_unused]] ssize_t n = ::write(2, problem, std::strlen(problem));
  n = ::write(c.failed, "", 1);
  ::_exit(1);
}

// Orphans of what was started come to the guardian, whichever session they made for themselves. False: the system does not tell.
bool kill_children() {
  const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  pid_t pid = 0;
  char text[4096];
  for (ssize_t n; (n = ::read(file, text, sizeof text)) > 0;)
    for (ssize_t i = 0; i < n; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = pid * 10 + (text[i] - '0');
        continue;
      }
      if (pid > 1) ::kill(pid, SIGKILL);
      pid = 0;
    }
  ::close(file);
  return true;
}

// Between us and the process, as in a jail: it outlives us long enough to see all of it dead.
[[noreturn]] void guard(Child& c) {
  ::setsid();
  ::signal(SIGPIPE, SIG_IGN);
  const int kept[] = {c.in, c.out, c.errors, c.failed, c.failed_read, c.lifeline, c.report};
  close_all_but(kept);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t pid = ::fork();
  if (pid == 0) become(c);
  if (pid < 0) {
    tell(c.report, errno);
    ::_exit(1);
  }
  ::setpgid(pid, pid);
  for (int fd : {c.in, c.out, c.errors, c.failed, 0, 1, 2}) ::close(fd);
  const int fd = pidfd_of(pid);
  tell(c.report, fd < 0 ? errno : 0);
  char byte = 0;
  ssize_t failed;
  while ((failed = ::read(c.failed_read, &byte, 1)) < 0 && errno == EINTR) {}
  if (fd >= 0) {
    pollfd waits[] = {{c.lifeline, POLLIN, 0}, {fd, POLLIN, 0}};
    while (::poll(waits, 2, -1) < 0 && errno == EINTR) {}
  }
  // Nothing is reaped before it is killed, so that no number is another process's by now.
  ::kill(-pid, SIGKILL);
  int code = 1, status = 0;
  for (bool all = true; all;) {
    all = kill_children();
    const pid_t ended = ::waitpid(all ? -1 : pid, &status, 0);
    if (ended < 0 && errno == EINTR) all = true;
    else if (ended < 0) break;
    if (ended == pid) code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  tell(c.report, failed > 0);
  ::_exit(code);
}

}  // namespace

Result<Started> start_unjailed(const std::vector<std::string>& argv, const Jail& jail) {
  Started s;
  if (jail.folder.empty()) {
    auto own = TemporaryFolder::make("unjailed");
    if (!own) return std::unexpected(own.error());
    s.own = std::move(*own);
  }
  auto in = make_pipe(), out = make_pipe(), errors = make_pipe(), failed = make_pipe(), lifeline = make_pipe(), report = make_pipe();
  for (auto* pipe : {&in, &out, &errors, &failed, &lifeline, &report})
    if (!*pipe) return std::unexpected(pipe->error());
  const std::string folder = (jail.folder.empty() ? s.own.path() : jail.folder).string();
  std::vector<std::string> env = {"PATH=/usr/bin:/bin"};
  for (std::string e : jail.env) {
    if (const size_t at = e.find('='); at != e.npos && e.compare(at + 1, std::strlen(jail_folder), jail_folder) == 0) e.replace(at + 1, std::strlen(jail_folder), folder);
    env.push_back(std::move(e));
  }
  std::vector<std::string> words = argv;
  std::vector<sock_filter> filter = seccomp_program(jail.gpu);
  Child c;
  for (std::string& w : words) c.argv.push_back(w.data());
  for (std::string& e : env) c.env.push_back(e.data());
  c.argv.push_back(nullptr);
  c.env.push_back(nullptr);
  c.folder = folder.c_str();
  c.in = in->first.get();
  c.out = out->second.get();
  c.errors = errors->second.get();
  c.failed = failed->second.get();
  c.failed_read = failed->first.get();
  c.lifeline = lifeline->first.get();
  c.report = report->second.get();
  c.filter = {static_cast<unsigned short>(filter.size()), filter.data()};
  c.limits = jail.limits;
  c.limits.processes = 0;            // the user's other processes would count

  s.guardian = ::fork();
  if (s.guardian < 0) return fail(Exit::internal, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (s.guardian == 0) guard(c);
  s.guardian_fd = Fd(pidfd_of(s.guardian));
  s.lifeline = std::move(lifeline->second);
  s.report = std::move(report->first);
  s.in = std::move(in->second);
  s.out = std::move(out->first);
  s.errors = std::move(errors->first);
  for (auto* pipe : {&in, &out, &errors, &failed, &lifeline, &report}) (*pipe)->first.close(), (*pipe)->second.close();
  const auto said = hear(s.report.get());
  if (said && *said == 0 && s.guardian_fd) return s;
  s.lifeline.close();
  while (::waitpid(s.guardian, nullptr, 0) < 0 && errno == EINTR) {}
  return fail(Exit::internal, fmt::format("cannot start {}: {}", argv[0], std::strerror(said.value_or(EPIPE))));
}

}  // namespace wavelift::judge
