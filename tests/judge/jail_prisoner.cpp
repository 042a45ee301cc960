// Tries, inside a jail, what must not be possible there. Says on its standard output what it got; the first argument is what to
// try.
#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/vm_sockets.h>
#include <string>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

int read_file(const char* path) {
  int fd = ::open(path, O_RDONLY);
  if (fd < 0) return std::printf("%s\n", std::strerror(errno)), 1;
  char text[4096];
  ssize_t n = ::read(fd, text, sizeof text);
  return std::printf("%.*s", n > 0 ? static_cast<int>(n) : 0, text), 0;
}

int list(const char* path) {
  DIR* d = ::opendir(path);
  if (!d) return std::printf("%s\n", std::strerror(errno)), 1;
  while (dirent* e = ::readdir(d))
    if (e->d_name[0] != '.') std::printf("%s\n", e->d_name);
  return 0;
}

int write_file(const char* path) {
  int fd = ::open(path, O_WRONLY | O_CREAT, 0644);
  if (fd < 0 || ::write(fd, "x", 1) != 1) return std::printf("%s\n", std::strerror(errno)), 1;
  return 0;
}

// How much a folder takes, in files of 1 MiB.
int fill(const std::string& folder) {
  std::vector<char> block(1 << 20, 'x');
  long long all = 0;
  for (int i = 0; i < 4096; ++i) {
    int fd = ::open((folder + "/" + std::to_string(i)).c_str(), O_WRONLY | O_CREAT, 0644);
    if (fd < 0) break;
    ssize_t n = ::write(fd, block.data(), block.size());
    ::close(fd);
    if (n <= 0) break;
    all += n;
  }
  return std::printf("%lld\n", all), 0;
}

// One file, until it may not grow.
int grow(const char* path) {
  std::vector<char> block(1 << 16, 'x');
  int fd = ::open(path, O_WRONLY | O_CREAT, 0644);
  while (::write(fd, block.data(), block.size()) > 0) {
  }
  return 1;
}

int sockets() {
  int open = 0;
  for (int family : {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG})
    if (::socket(family, family == AF_ALG ? SOCK_SEQPACKET : SOCK_STREAM, 0) >= 0) ++open;
  return std::printf("%d\n", open), 0;
}

int fork_bomb() {
  int n = 0;
  for (; n < 5000; ++n) {
    pid_t pid = ::fork();
    if (pid == 0) ::pause();
    if (pid < 0) break;
  }
  return std::printf("%d\n", n), 0;
}

// The numbers of the calls below that were let through or failed for another reason than being refused.
int calls() {
  struct stat st;
  auto tried = [](const char* name, long result) {
    if (result >= 0 || errno != EPERM) std::printf("%s\n", name);
  };
  tried("ptrace", ::ptrace(PTRACE_TRACEME, 0, 0, 0));
  tried("mount", ::mount("none", "/tmp", "tmpfs", 0, nullptr));
  tried("unshare", ::syscall(SYS_unshare, CLONE_NEWUSER));
  tried("clone", ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  tried("setns", ::syscall(SYS_setns, 0, 0));
  tried("bpf", ::syscall(SYS_bpf, 0, nullptr, 0));
  tried("userfaultfd", ::syscall(SYS_userfaultfd, 0));
  tried("perf_event_open", ::syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0));
  tried("io_uring_setup", ::syscall(SYS_io_uring_setup, 1, nullptr));
  tried("kexec_load", ::syscall(SYS_kexec_load, 0, 0, nullptr, 0));
  tried("init_module", ::syscall(SYS_init_module, nullptr, 0, ""));
  tried("keyctl", ::syscall(SYS_keyctl, 0, 0));
  tried("memfd_create", ::syscall(SYS_memfd_create, "x", 0));
  tried("shmget", ::syscall(SYS_shmget, 0, 4096, 01000));
  tried("chroot", ::syscall(SYS_chroot, "/"));
  struct clone_args args{};
  if (::syscall(SYS_clone3, &args, sizeof args) >= 0 || errno != ENOSYS) std::printf("clone3\n");
  if (::stat("/jail", &st) != 0) std::printf("stat\n"); // an honest call works
  return 0;
}

int memory() {
  long long mib = 0;
  for (; mib < 1 << 20; ++mib)
    if (::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) break;
  return std::printf("%lld\n", mib), 0;
}

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

// A child that has left for a session of its own, with our pipes open.
void family() {
  if (::fork() == 0) {
    ::setsid();
    if (::fork() == 0) sleep_for_ever();
    ::_exit(0);
  }
  ::wait(nullptr);
}

[[noreturn]] void flood(int fd) {
  std::vector<char> block(1 << 16, 'x');
  for (;;)
    if (::write(fd, block.data(), block.size()) < 0) ::_exit(3);
}

int descriptors() {
  for (int fd = 0; fd < 256; ++fd)
    if (::fcntl(fd, F_GETFD) >= 0) std::printf("%d\n", fd);
  return 0;
}

int who() {
  rlimit core{};
  ::getrlimit(RLIMIT_CORE, &core);
  char host[64];
  ::gethostname(host, sizeof host);
  return std::printf("uid %u pid %d session %d core %llu host %s\n", ::getuid(), ::getpid(), ::getsid(0),
                     static_cast<unsigned long long>(core.rlim_cur), host),
         0;
}

int echo() {
  char part[4096];
  for (ssize_t n; (n = ::read(0, part, sizeof part)) > 0;)
    if (::write(1, part, static_cast<size_t>(n)) != n) return 1;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string what = argc > 1 ? argv[1] : "";
  const char* with = argc > 2 ? argv[2] : "";
  if (what == "read") return read_file(with);
  if (what == "list") return list(with);
  if (what == "write") return write_file(with);
  if (what == "fill") return fill(with);
  if (what == "grow") return grow(with);
  if (what == "sockets") return sockets();
  if (what == "fork-bomb") return fork_bomb();
  if (what == "calls") return calls();
  if (what == "memory") return memory();
  if (what == "sleep") sleep_for_ever();
  if (what == "family") family(), sleep_for_ever();
  if (what == "leave-family") return family(), 7;
  if (what == "spin")
    for (volatile int i = 0;; i = i + 1) {
    }
  if (what == "flood") flood(1);
  if (what == "flood-errors") flood(2);
  if (what == "descriptors") return descriptors();
  if (what == "who") return who();
  if (what == "echo") return echo();
  if (what == "abort") std::abort();
  if (what == "signal-others") return ::kill(-1, SIGKILL), std::printf("still here\n"), 0;
  if (what == "environment") {
    for (char** e = environ; *e; ++e) std::printf("%s\n", *e);
    return 0;
  }
  return 99;
}
