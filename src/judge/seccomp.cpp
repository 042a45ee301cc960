#include "judge/seccomp.h"
#include <cerrno>
#include <cstddef>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

namespace wavelift::judge {

namespace {

constexpr unsigned denied[] = {
    // other processes
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_getfd, SYS_perf_event_open,
    // mounts and namespaces
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_open_tree, SYS_move_mount,
    SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_fanotify_init, SYS_quotactl, SYS_quotactl_fd, SYS_swapon, SYS_swapoff,
    // the kernel itself
    SYS_bpf, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_kexec_load,
    SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_syslog, SYS_acct,
    SYS_modify_ldt, SYS_iopl, SYS_ioperm, SYS_personality, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex,
    SYS_clock_adjtime,
    // keys
    SYS_add_key, SYS_request_key, SYS_keyctl,
};

// Memory that belongs to no process: no limit of a process counts it.
constexpr unsigned shared_memory[] = {SYS_memfd_create, SYS_memfd_secret, SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open};

constexpr unsigned new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                    CLONE_NEWPID | CLONE_NEWNET;
constexpr unsigned x32_calls = 0x40000000;

}  // namespace

std::vector<sock_filter> seccomp_program(bool gpu) {
  std::vector<sock_filter> p;
  auto load = [&](size_t offset) { p.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset))); };
  auto end = [&](unsigned what) { p.push_back(BPF_STMT(BPF_RET | BPF_K, what)); };
  // The next statement is done when the test holds, else left out.
  auto when = [&](unsigned test, unsigned value) { p.push_back(BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, 1)); };
  auto unless = [&](unsigned test, unsigned value) { p.push_back(BPF_JUMP(BPF_JMP | test | BPF_K, value, 1, 0)); };
  constexpr unsigned refuse = SECCOMP_RET_ERRNO | EPERM;
  // The low halves of arguments, this machine being little-endian.
  constexpr size_t argument0 = offsetof(seccomp_data, args), argument1 = argument0 + 8;

  load(offsetof(seccomp_data, arch));
  unless(BPF_JEQ, AUDIT_ARCH_X86_64);
  end(SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
  when(BPF_JGE, x32_calls);
  end(SECCOMP_RET_KILL_PROCESS);
  auto refuse_call = [&](unsigned call) {
    when(BPF_JEQ, call);
    end(refuse);
  };
  for (unsigned call : denied) refuse_call(call);
  if (!gpu)
    for (unsigned call : shared_memory) refuse_call(call);
  when(BPF_JEQ, SYS_clone3);   // its flags are in memory, where a filter cannot look
  end(SECCOMP_RET_ERRNO | ENOSYS);

  // A call whose argument decides: five statements, jumped over for other calls.
  auto by_argument = [&](unsigned call, size_t argument, unsigned test, unsigned value, bool allowed_if) {
    p.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4));
    load(argument);
    if (allowed_if) unless(test, value); else when(test, value);
    end(refuse);
    end(SECCOMP_RET_ALLOW);
  };
  by_argument(SYS_clone, argument0, BPF_JSET, new_namespaces, false);
  // There is no network in the namespace; but some families of sockets do not keep to namespaces.
  by_argument(SYS_socket, argument0, BPF_JEQ, AF_UNIX, true);
  by_argument(SYS_ioctl, argument1, BPF_JEQ, TIOCSTI, false);
  end(SECCOMP_RET_ALLOW);
  return p;
}

}  // namespace wavelift::judge
