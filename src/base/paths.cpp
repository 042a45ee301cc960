#include "base/paths.h"
#include <cstdlib>
#include <dlfcn.h>
#include <sys/auxv.h>

namespace wavelift {
namespace fs = std::filesystem;

fs::path build_root() {
  Dl_info info{};
  std::error_code ec;
  fs::path self = fs::read_symlink("/proc/self/exe", ec);
  // Without /proc: the path that the program was started by.
  if (ec)
    if (auto* started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN))) self = fs::weakly_canonical(started, ec);
  // In a shared library the executable is the user's program, the library's own path is what counts.
  if (::dladdr(reinterpret_cast<void*>(&build_root), &info) && info.dli_fname) {
    fs::path object = fs::weakly_canonical(info.dli_fname, ec);
    if (object.filename().string().starts_with("lib")) self = object;
  }
  return self.parent_path().parent_path();
}

fs::path home() {
  if (const char* h = std::getenv("WAVELIFT_HOME"); h && *h) return h;
  return build_root().parent_path().parent_path();
}

fs::path cache_root() {
  if (const char* c = std::getenv("WAVELIFT_CACHE"); c && *c) return c;
  if (const char* c = std::getenv("XDG_CACHE_HOME"); c && *c) return fs::path(c) / "wavelift";
  if (const char* h = std::getenv("HOME"); h && *h) return fs::path(h) / ".cache" / "wavelift";
  return fs::temp_directory_path() / "wavelift-cache";
}

}  // namespace wavelift
