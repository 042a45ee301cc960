#include "judge/jail_start.h"
#include "judge/seccomp.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wavelift::judge {
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

constexpr unsigned nobody = 65534;
// Root's jails are made by nobody, because the kernel does not count root's processes. What nobody may not reach is mounted
// here first, bubblewrap too, in a mount namespace of its own.
constexpr const char* stage_folder = "/tmp";
constexpr int32_t no_namespaces = -1;   // of the guardian's first report; 0 is a start, else an errno

// A file or folder of this machine that is seen in the jail.
struct Bind {
  fs::path source, seen_at;
  const char* how = "--ro-bind";
  bool is_folder = false;
};

struct Plan {
  Words command;                 // bubblewrap and its arguments
  std::vector<Bind> staged;      // what root mounts first; sources are then stage_folder/0, 1, ...
  std::vector<gid_t> groups;     // that device files want
};

Result<std::string> find_bwrap() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    size_t n = std::min(rest.find(':'), rest.size());
    std::string file = std::string(rest.substr(0, n)) + "/bwrap";
    if (n && ::access(file.c_str(), X_OK) == 0) return file;
    rest.remove_prefix(std::min(n + 1, rest.size()));
  }
  return fail(Exit::tool_missing, "there is no bubblewrap (bwrap), so nothing can be jailed", "install the package bubblewrap");
}

bool contains(const fs::path& folder, const fs::path& path) {
  auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

// The loader and the shared libraries: what any program needs, at the same paths, and nothing else of the system.
void add_libraries(Words& w, std::vector<Bind>& binds) {
  std::error_code ec;
  for (const char* folder : {"/lib", "/lib64"}) {
    if (fs::is_symlink(folder, ec))
      w.insert(w.end(), {"--symlink", fs::read_symlink(folder, ec).relative_path().string(), folder});
    else if (fs::path libraries = fs::path(folder) / "x86_64-linux-gnu"; fs::exists(libraries, ec))
      binds.push_back({libraries, libraries});
    else if (fs::exists(folder, ec))
      binds.push_back({folder, folder});
  }
  for (const char* path : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/etc/ld.so.cache", "/etc/alternatives"})
    if (fs::exists(path, ec)) binds.push_back({path, path});
}

void add_devices(bool gpu, std::vector<Bind>& binds, std::vector<gid_t>& groups) {
  std::error_code ec;
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    binds.push_back({device, device, "--dev-bind"});
  if (!gpu) return;
  auto add = [&](const fs::path& path) {
    binds.push_back({path, path, "--dev-bind"});
    auto add_group = [&](const fs::path& file) {
      struct stat st {};
      if (::stat(file.c_str(), &st) == 0 && S_ISCHR(st.st_mode) && st.st_gid != 0 &&
          std::ranges::find(groups, st.st_gid) == groups.end())
        groups.push_back(st.st_gid);
    };
    add_group(path);
    for (const auto& e : fs::directory_iterator(path, ec)) add_group(e.path());
  };
  for (const auto& e : fs::directory_iterator("/dev", ec)) {
    std::string name = e.path().filename();
    if (name.starts_with("nvidia") || name == "kfd" || name == "mkfd" || name == "dri") add(e.path());
  }
  binds.push_back({"/sys", "/sys"});
}

Result<Plan> plan(const std::vector<std::string>& argv, const Jail& jail, const std::string& bwrap, int info, int gate,
                  int seccomp) {
  Plan plan;
  Words& w = plan.command;
  w = {bwrap, "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv",
       "--hostname", "jail", "--uid", std::to_string(nobody), "--gid", std::to_string(nobody),
       "--info-fd", std::to_string(info), "--block-fd", std::to_string(gate), "--seccomp", std::to_string(seccomp),
       "--setenv", "PATH", "/usr/bin:/bin"};
  for (const std::string& e : jail.env) {
    size_t at = std::min(e.find('='), e.size());
    w.insert(w.end(), {"--setenv", e.substr(0, at), at < e.size() ? e.substr(at + 1) : ""});
  }
  std::vector<Bind> binds;
  add_libraries(w, binds);
  std::string size = std::to_string(jail.limits.file);
  w.insert(w.end(), {"--size", size, "--perms", "1777", "--tmpfs", "/tmp"});
  if (jail.proc || jail.gpu) w.insert(w.end(), {"--proc", "/proc"});

  std::vector<fs::path> readable = jail.readable;
  if (std::ranges::none_of(readable, [&](const fs::path& folder) { return contains(folder, argv[0]); }))
    readable.push_back(argv[0]);
  std::ranges::sort(readable);   // a folder before what it holds
  for (const fs::path& path : readable) binds.push_back({path, path});
  if (!jail.folder.empty())
    binds.push_back({jail.folder, jail_folder, "--bind"});
  else
    w.insert(w.end(), {"--size", size, "--perms", "1777", "--tmpfs", jail_folder});
  add_devices(jail.gpu, binds, plan.groups);

  const bool stage = ::geteuid() == 0;
  if (stage) {
    plan.staged.push_back({bwrap, {}});
    w[0] = fs::path(stage_folder) / "0";
  }
  for (Bind& b : binds) {
    std::error_code ec;
    fs::path source = fs::canonical(b.source, ec);
    if (ec) return fail(Exit::no_input, fmt::format("cannot read {}: {}", b.source.string(), ec.message()));
    b.source = source;
    b.is_folder = fs::is_directory(source, ec);
    if (stage) {
      plan.staged.push_back(b);
      source = fs::path(stage_folder) / std::to_string(plan.staged.size() - 1);
    }
    w.insert(w.end(), {b.how, source.string(), b.seen_at.string()});
  }
  w.insert(w.end(), {"--remount-ro", "/", "--chdir", jail_folder, "--"});
  w.insert(w.end(), argv.begin(), argv.end());
  return plan;
}

Result<Fd> seccomp_file(bool gpu) {
  Fd file(::memfd_create("seccomp", MFD_CLOEXEC));
  auto program = seccomp_program(gpu);
  auto bytes = static_cast<ssize_t>(program.size() * sizeof(sock_filter));
  if (!file || ::write(file.get(), program.data(), static_cast<size_t>(bytes)) != bytes || ::lseek(file.get(), 0, SEEK_SET) != 0)
    return fail(Exit::internal, fmt::format("cannot hold a seccomp filter: {}", std::strerror(errno)));
  return file;
}

// Everything that the child needs, made before the fork: between fork and exec only system calls are safe, since other threads
// may have held a lock.
struct Child {
  std::vector<char*> argv;
  const Plan* plan = nullptr;
  std::vector<std::string> stage_targets;
  std::vector<int> sources;          // room for the staged ones' descriptors
  std::vector<std::string> source_paths;
  int in = -1, out = -1, errors = -1;
  int kept[3] = {};                  // the descriptors that bubblewrap is told of: info, gate, seccomp
  int info = -1, gate = -1;          // the guardian's ends of two of them
  int lifeline = -1, report = -1;
  JailLimits limits;
};

bool become_nobody(const std::vector<gid_t>& groups) {
  return ::syscall(SYS_setgroups, groups.size(), groups.data()) == 0 && ::syscall(SYS_setresgid, nobody, nobody, nobody) == 0 &&
         ::syscall(SYS_setresuid, nobody, nobody, nobody) == 0;
}

bool stage_all(Child& c) {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  const auto& staged = c.plan->staged;
  for (size_t i = 0; i < staged.size(); ++i) {
    c.sources[i] = ::open(staged[i].source.c_str(), O_PATH | O_CLOEXEC);
    if (c.sources[i] < 0) return false;
  }
  if (::mount("tmpfs", stage_folder, "tmpfs", MS_NOSUID, "mode=0755") != 0) return false;
  for (size_t i = 0; i < staged.size(); ++i) {
    const char* target = c.stage_targets[i].c_str();
    if (staged[i].is_folder ? ::mkdir(target, 0755) != 0 : ::mknod(target, S_IFREG | 0644, 0) != 0) return false;
    // "/proc/self/fd/N" in the place that was kept for it.
    char* digits = c.source_paths[i].data() + std::strlen("/proc/self/fd/");
    int n = c.sources[i];
    for (int place = 5; place >= 0; --place, n /= 10) digits[place] = static_cast<char>('0' + n % 10);
    while (*digits == '0' && digits[1]) std::memmove(digits, digits + 1, std::strlen(digits));
    if (::mount(c.source_paths[i].c_str(), target, nullptr, MS_BIND | MS_REC, nullptr) != 0) return false;
  }
  return become_nobody(c.plan->groups);
}

[[noreturn]] void become(Child& c) {
  prepare_for_exec(c.in, c.out, c.errors);
  for (int fd : c.kept) ::fcntl(fd, F_SETFD, 0);
  auto complain = [](const char* text) { [[maybe_unused]] ssize_t n = ::write(2, text, std::strlen(text)); };
  if (!c.plan->staged.empty() && !stage_all(c)) {
    complain("this root may not mount or change its user\n");
    ::_exit(1);
  }
  ::execv(c.argv[0], c.argv.data());
  complain("it cannot be started\n");
  ::_exit(1);
}

// The first line of what can be read.
std::string read_line(int fd) {
  std::string text;
  char c;
  while (text.size() < 300) {
    ssize_t n = ::read(fd, &c, 1);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0 || c == '\n') break;
    text += c;
  }
  return text;
}

// The first number of bubblewrap's information, {"child-pid": 123}; 0 when there is none.
pid_t read_child_pid(int info) {
  pid_t pid = 0;
  for (char c;;) {
    ssize_t n = ::read(info, &c, 1);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    if (c >= '0' && c <= '9')
      pid = pid * 10 + (c - '0');
    else if (pid)
      return pid;
  }
}

// On the jail's first process, before it goes on; what it starts inherits them. Not set before: the user's other processes would
// count among `processes`, while in the jail's own user namespace they don't. Who may do it is the jail's owner.
bool limit(pid_t pid, const JailLimits& l) {
  if (::geteuid() != 0) return set_limits(pid, l);
  pid_t helper = ::fork();
  if (helper == 0) ::_exit(become_nobody({}) && set_limits(pid, l) ? 0 : 1);
  int status = 1;
  while (helper > 0 && ::waitpid(helper, &status, 0) < 0 && errno == EINTR) {}
  return status == 0;
}

// Between us and bubblewrap. bubblewrap binds the jail's first process to its own life only once the jail stands: who is killed
// while it is being made would leave it behind. The guardian sees the end of ours by its lifeline, and is who the jail's
// orphans come to. It makes system calls only, and ends with bubblewrap's exit code when all of the jail is dead.
[[noreturn]] void guard(Child& c) {
  ::setsid();   // what a terminal kills is not the guardian
  ::signal(SIGPIPE, SIG_IGN);
  const int kept[] = {c.in, c.out, c.errors, c.kept[0], c.kept[1], c.kept[2], c.info, c.gate, c.lifeline, c.report};
  close_all_but(kept);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t bwrap = ::fork();
  if (bwrap == 0) become(c);
  if (bwrap < 0) ::_exit(1);
  ::setpgid(bwrap, bwrap);
  for (int fd : {c.in, c.out, c.errors, c.kept[0], c.kept[2], 0, 1, 2}) ::close(fd);
  const pid_t init = read_child_pid(c.info);
  const int bwrap_fd = pidfd_of(bwrap), init_fd = init ? pidfd_of(init) : -1;
  if (init == 0)
    tell(c.report, no_namespaces);
  else if (bwrap_fd < 0 || init_fd < 0 || !limit(init, c.limits) || ::write(c.gate, "", 1) != 1)
    tell(c.report, errno ? errno : EPERM);
  else {
    tell(c.report, 0);
    pollfd waits[] = {{c.lifeline, POLLIN, 0}, {bwrap_fd, POLLIN, 0}};
    while (::poll(waits, 2, -1) < 0 && errno == EINTR) {}
  }
  // Until the jail stands, its first process is of bubblewrap's group; after that its number is known.
  ::kill(-bwrap, SIGKILL);
  if (init_fd >= 0) ::syscall(SYS_pidfd_send_signal, init_fd, SIGKILL, nullptr, 0);
  int code = 1, status = 0;
  for (;;) {
    pid_t pid = ::waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) break;
    if (pid == bwrap) code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  int unread = 0;
  ::ioctl(c.gate, FIONREAD, &unread);
  tell(c.report, unread);
  ::_exit(code);
}

}  // namespace

void Fd::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<std::pair<Fd, Fd>> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail(Exit::internal, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  return std::pair(Fd(ends[0]), Fd(ends[1]));
}

bool set_limits(pid_t pid, const JailLimits& l) {
  auto set = [&](__rlimit_resource what, rlim_t soft, rlim_t hard) {
    rlimit both{soft, hard};
    return ::prlimit(pid, what, &both, nullptr) == 0;
  };
  auto same = [&](__rlimit_resource what, rlim_t n) { return set(what, n, n); };
  auto cpu = static_cast<rlim_t>(std::ceil(std::clamp(l.cpu_s, 1.0, 1e9)));
  return set(RLIMIT_CPU, cpu, cpu + 1) && (l.memory == 0 || same(RLIMIT_AS, l.memory)) && same(RLIMIT_FSIZE, l.file) &&
         (l.processes == 0 || same(RLIMIT_NPROC, static_cast<rlim_t>(l.processes) + 1)) && same(RLIMIT_CORE, 0) && same(RLIMIT_NOFILE, 256) &&
         same(RLIMIT_MSGQUEUE, 0);
}

int pidfd_of(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

void tell(int report, int32_t value) { [[maybe_unused]] ssize_t n = ::write(report, &value, sizeof value); }

void close_all_but(std::span<const int> kept) {
  unsigned from = 3;
  for (;;) {   // the next to be kept, in order
    unsigned next = ~0u;
    for (int fd : kept)
      if (static_cast<unsigned>(fd) >= from) next = std::min(next, static_cast<unsigned>(fd));
    if (next > from) ::syscall(SYS_close_range, from, next == ~0u ? ~0u : next - 1, 0u);
    if (next == ~0u) return;
    from = next + 1;
  }
}

std::optional<int32_t> hear(int report) {
  int32_t value = 0;
  ssize_t n;
  while ((n = ::read(report, &value, sizeof value)) < 0 && errno == EINTR) {}
  return n == sizeof value ? std::optional(value) : std::nullopt;
}

void prepare_for_exec(int in, int out, int errors) {
  ::setpgid(0, 0);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(errors, 2);
  ::syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  if (int fd = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); fd >= 0) {
    [[maybe_unused]] ssize_t n = ::write(fd, "1000", 4);
    ::close(fd);
  }
}

bool never_ran(const Started& started) { return hear(started.report.get()).value_or(0) != 0; }

Result<Started> start_bwrap(const std::vector<std::string>& argv, const Jail& jail) {
  auto bwrap = find_bwrap();
  if (!bwrap) return std::unexpected(bwrap.error());
  auto in = make_pipe(), out = make_pipe(), errors = make_pipe(), info = make_pipe(), gate = make_pipe(), lifeline = make_pipe(),
       report = make_pipe();
  auto seccomp = seccomp_file(jail.gpu);
  for (auto* pipe : {&in, &out, &errors, &info, &gate, &lifeline, &report})
    if (!*pipe) return std::unexpected(pipe->error());
  if (!seccomp) return std::unexpected(seccomp.error());
  auto p = plan(argv, jail, *bwrap, info->second.get(), gate->first.get(), seccomp->get());
  if (!p) return std::unexpected(p.error());
  if (::geteuid() == 0 && !jail.folder.empty() && ::chown(jail.folder.c_str(), nobody, nobody) != 0)
    return fail(Exit::output, fmt::format("cannot give {} to the jail: {}", jail.folder.string(), std::strerror(errno)));

  Child c;
  c.plan = &*p;
  c.in = in->first.get();
  c.out = out->second.get();
  c.errors = errors->second.get();
  c.kept[0] = info->second.get();
  c.kept[1] = gate->first.get();
  c.kept[2] = seccomp->get();
  c.info = info->first.get();
  c.gate = gate->second.get();
  c.lifeline = lifeline->first.get();
  c.report = report->second.get();
  c.limits = jail.limits;
  for (std::string& word : p->command) c.argv.push_back(word.data());
  c.argv.push_back(nullptr);
  for (size_t i = 0; i < p->staged.size(); ++i) {
    c.stage_targets.push_back(fmt::format("{}/{}", stage_folder, i));
    c.source_paths.push_back("/proc/self/fd/000000");
  }
  c.sources.resize(p->staged.size());

  const pid_t guardian = ::fork();
  if (guardian < 0) return fail(Exit::internal, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (guardian == 0) guard(c);
  Started s{.guardian = guardian, .guardian_fd = Fd(pidfd_of(guardian)), .lifeline = std::move(lifeline->second),
            .report = std::move(report->first), .in = std::move(in->second), .out = std::move(out->first),
            .errors = std::move(errors->first), .own = {}};
  for (auto* pipe : {&in, &out, &errors, &info, &gate, &lifeline, &report}) (*pipe)->first.close(), (*pipe)->second.close();
  auto said = hear(s.report.get());
  if (said && *said == 0 && s.guardian_fd) return s;
  s.lifeline.close();
  std::string why = read_line(s.errors.get());
  while (::waitpid(guardian, nullptr, 0) < 0 && errno == EINTR) {}
  if (said && *said == no_namespaces)
    return fail(Exit::tool_missing, fmt::format("this system grants no namespaces, so nothing can be jailed ({})", why),
                "allow unprivileged user namespaces (sysctl user.max_user_namespaces and kernel.unprivileged_userns_clone; in a "
                "container, its seccomp profile)");
  return fail(Exit::internal, fmt::format("cannot limit a jailed process: {}", std::strerror(said.value_or(EPIPE))));
}

}  // namespace wavelift::judge
