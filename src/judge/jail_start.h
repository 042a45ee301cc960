// How a jail comes to be: bubblewrap's command line, the process that becomes it, the limits.
#pragma once
#include "judge/jail.h"
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
};

Result<Started> start_bwrap(const std::vector<std::string>& argv, const Jail& jail);

// Whether argv[0] was never reached because bubblewrap could not make what the jail asks for. Of a jail that has ended.
bool never_ran(const Started& started);

}  // namespace wavelift::judge
