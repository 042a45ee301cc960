// A lock file a device. flock's locks end with the process, however it ends.
#include "device/discovery.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace wavelift::device {

Result<Claim> Claim::of(const std::string& identity, const std::filesystem::path& folder) {
  std::string name = identity;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.') c = '_';
  const std::string path = folder / fmt::format("wavelift-device-{}.lock", name);
  int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
  // Another user's file can be locked, not written.
  if (file < 0 && (errno == EACCES || errno == EPERM)) file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return fail(Exit::output, fmt::format("{} cannot be opened: {}", path, std::strerror(errno)));
  char text[16] = {};
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    const bool named = ::pread(file, text, sizeof text - 1, 0) > 0;
    ::close(file);
    text[std::strcspn(text, "\n")] = 0;
    return fail(Exit::failed, named ? fmt::format("in use by process {}", text) : "in use by another process");
  }
  // Only for the message above.
  const std::string own = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, own.data(), own.size(), 0) < 0) errno = 0;
  return Claim(file);
}

Claim::Claim(Claim&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
Claim& Claim::operator=(Claim&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}
// The file stays: another may be waiting to open it.
Claim::~Claim() {
  if (file_ >= 0) ::close(file_);
}

Result<Claim> claim_address(const std::string& of) {
  const std::string address = of.find(':') == std::string::npos ? of + ":0" : of;
  std::string identity = address;
  for (const Card& c : discover().cards)
    if (c.address == address) identity = c.identity();
  auto claim = Claim::of(identity);
  if (!claim) claim.error().what = fmt::format("{} is {}", address, claim.error().what);
  return claim;
}

}  // namespace wavelift::device
