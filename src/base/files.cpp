#include "base/files.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift {
namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(Exit::no_input, fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  struct stat st {};
  if (::fstat(fd, &st) != 0 || S_ISDIR(st.st_mode)) {
    ::close(fd);
    return fail(Exit::no_input, fmt::format("cannot read {}: it is a folder", path.string()));
  }
  std::string out;
  out.reserve(static_cast<size_t>(st.st_size) + 1);
  char buf[1 << 16];
  for (;;) {
    ssize_t n = ::read(fd, buf, sizeof buf);
    if (n == 0) break;
    if (n < 0) {
      if (errno == EINTR) continue;
      int e = errno;
      ::close(fd);
      return fail(Exit::no_input, fmt::format("cannot read {}: {}", path.string(), std::strerror(e)));
    }
    out.append(buf, static_cast<size_t>(n));
  }
  ::close(fd);
  return out;
}

Status write_file(const fs::path& path, std::string_view bytes, unsigned mode) {
  auto bad = [&](int e) { return fail(Exit::output, fmt::format("cannot write {}: {}", path.string(), std::strerror(e))); };
  std::error_code ec;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ec);
  if (ec) return bad(ec.value());
  if (mode == 0) {
    struct stat st {};
    mode = ::stat(path.c_str(), &st) == 0 ? (st.st_mode & 07777) : 0644;
  }
  std::string tmp = fmt::format("{}.tmp-{}", path.string(), ::getpid());
  int fd = ::open(tmp.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return bad(errno);
  auto give_up = [&](int e) {
    ::close(fd);
    ::unlink(tmp.c_str());
    return bad(e);
  };
  for (size_t done = 0; done < bytes.size();) {
    ssize_t n = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return give_up(errno);
    done += static_cast<size_t>(n);
  }
  if (::fchmod(fd, mode) != 0) return give_up(errno);
  if (::close(fd) != 0) {
    int e = errno;
    ::unlink(tmp.c_str());
    return bad(e);
  }
  if (::rename(tmp.c_str(), path.c_str()) != 0) {
    int e = errno;
    ::unlink(tmp.c_str());
    return bad(e);
  }
  return {};
}

}  // namespace wavelift
