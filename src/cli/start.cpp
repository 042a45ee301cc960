#include "cli/start.h"
#include "base/paths.h"
#include "build/program.h"
#include "hardware/targets.h"
#include <cstdlib>
#include <fmt/format.h>

namespace wavelift::cli {

Result<std::string> make_ready(const std::string& path, std::string target) {
  if (const char* named = std::getenv("WAVELIFT_ARCH"); named && target.empty()) target = named;
  auto program = build::inspect_program(path);
  if (!program) return std::unexpected(program.error());
  auto chosen = build::choose_target(*program, target, path);
  if (!chosen) return std::unexpected(chosen.error());
  ::setenv("WAVELIFT_ARCH", chosen->c_str(), 1);
  if (auto note = hardware::modelling_note(*hardware::find_target(*chosen)); !note.empty()) fmt::print(stderr, "wl: {}\n", note);
  // For programs that another hipcc linked: their run-time library is ours.
  std::string libraries = (build_root() / "lib").string();
  if (const char* more = std::getenv("LD_LIBRARY_PATH"); more && *more) libraries += ":" + std::string(more);
  ::setenv("LD_LIBRARY_PATH", libraries.c_str(), 1);
  return path.find('/') == path.npos ? "./" + path : path;
}

}  // namespace wavelift::cli
