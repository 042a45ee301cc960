#include "base/temporary_folder.h"
#include <cstdlib>
#include <fmt/format.h>

namespace wavelift {
namespace fs = std::filesystem;

Result<TemporaryFolder> TemporaryFolder::make(std::string_view what) {
  std::error_code ec;
  const fs::path all = fs::temp_directory_path(ec);
  std::string name = (all / fmt::format("wavelift-{}-XXXXXX", what)).string();
  if (ec || !::mkdtemp(name.data())) return fail(Exit::output, "cannot make a temporary folder", "set TMPDIR to one that is writable");
  TemporaryFolder made;
  made.path_ = name;
  return made;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace wavelift
