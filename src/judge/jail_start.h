// How a jail comes to be: bubblewrap's command line, the process that becomes it, the limits.
#pragma once
#include "base/temporary_folder.h"
#include "judge/jail.h"
#include <optional>
#include <span>
#include <sys/types.h>
#include <utility>

namespace wavelift::judge {

// A descriptor that is closed with its owner.
class Fd {
public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { close(); }
  void close();
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

private:
  int fd_ = -1;
};

struct Started {
  pid_t guardian = 0;       // our child, outside the jail; it ends when all of the jail is dead, with the exit code
  Fd guardian_fd;           // its pidfd
  Fd lifeline;              // closed by us or by our death, it is the jail's end
  Fd report;
  Fd in, out, errors;       // our ends of the pipes
  TemporaryFolder own;      // where an unjailed process starts that was given no folder
};

Result<Started> start_bwrap(const std::vector<std::string>& argv, const Jail& jail);
// The same without a jail (Confinement::limits).
Result<Started> start_unjailed(const std::vector<std::string>& argv, const Jail& jail);

// Whether argv[0] was never reached because bubblewrap could not make what the jail asks for. Of a jail that has ended.
bool never_ran(const Started& started);

// What both ways have in common. But for the first these make system calls only, as is right after a fork.
Result<std::pair<Fd, Fd>> make_pipe();
bool set_limits(pid_t pid, const JailLimits& limits);   // processes 0: none on their number; pid 0: ours
int pidfd_of(pid_t pid);
void close_all_but(std::span<const int> kept);          // of 3 and above
void tell(int report, int32_t value);
std::optional<int32_t> hear(int report);                // none: it was closed
// In the process that becomes argv[0]: its input and outputs, no other descriptor past its exec, no signal held back, and the first to go
// where memory is short.
void prepare_for_exec(int in, int out, int errors);

}  // namespace wavelift::judge
