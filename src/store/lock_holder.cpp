#include "store/lock_holder.h"
#include "base/files.h"
#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/types.h>

namespace wavelift::store {
namespace fs = std::filesystem;
namespace {

// Where SQLite takes its exclusive locks: www.sqlite.org/fileformat.html (pending, reserved and shared bytes of the
// database), www.sqlite.org/walformat.html section 2.3.1 (write, checkpoint and recovery locks of the -shm file).
struct Range {
  const char* suffix;
  off_t start, length;
};
constexpr Range kRanges[] = {{"-shm", 120, 3}, {"", 0x40000000, 512}};

// The process that holds an exclusive lock there; 0: none.
pid_t holder_of(int fd, const Range& range) {
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = range.start;
  lock.l_len = range.length;
  return ::fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

}  // namespace

std::string lock_holder(const fs::path& path) {
  std::error_code ec;
  const fs::path absolute = fs::canonical(path, ec);
  // SQLite's own descriptors are asked: to open and close the file once more would drop our process's locks on it.
  for (const Range& range : kRanges)
    for (fs::directory_iterator it("/proc/self/fd", ec), end; !ec && it != end; it.increment(ec)) {
      std::error_code gone;
      if (fs::read_symlink(it->path(), gone) != absolute.string() + range.suffix) continue;
      const std::string number = it->path().filename().string();
      int fd = -1;
      std::from_chars(number.data(), number.data() + number.size(), fd);
      const pid_t pid = holder_of(fd, range);
      if (pid <= 0) continue;
      auto name = read_file(fmt::format("/proc/{}/comm", pid));
      if (!name || name->empty()) return fmt::format("process {}", pid);
      if (name->back() == '\n') name->pop_back();
      return fmt::format("process {} ({})", pid, *name);
    }
  return "another process";
}

}  // namespace wavelift::store
