#include "port/tree.h"
#include "port/last_port.h"
#include "port/manifest.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::port {
namespace fs = std::filesystem;
using namespace std::string_view_literals;

FileKind kind_of(const fs::path& file) {
  static const std::set<std::string> sources = {".cuh", ".h",   ".hpp", ".hh",  ".hxx", ".H",   ".c",   ".cc", ".cpp",
                                                ".cxx", ".C",   ".c++", ".inl", ".inc", ".ipp", ".tpp", ".tcc", ".cui", ".cuinc"};
  std::string ext = file.extension().string(), name = file.filename().string();
  if (ext == ".cu") return FileKind::cuda_unit;
  if (sources.contains(ext)) return FileKind::source;
  if (name == "Makefile" || name == "makefile" || name == "GNUmakefile" || name.starts_with("Makefile.") || ext == ".mk" || ext == ".mak")
    return FileKind::makefile;
  if (name == "CMakeLists.txt" || ext == ".cmake") return FileKind::cmake;
  if (ext == ".py") return FileKind::python;
  if (ext == ".sh" || ext == ".bash") return FileKind::shell;
  if (ext == ".o" || ext == ".obj" || ext == ".cubin" || ext == ".fatbin") return FileKind::object;
  return FileKind::other;
}

bool is_header(const fs::path& file) {
  static const std::set<std::string> units = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
  return kind_of(file) == FileKind::source && !units.contains(file.extension().string());
}

Result<Tree> read_tree(const fs::path& root, const fs::path& skip) {
  static const std::set<std::string> version_control = {".git", ".hg", ".svn"};
  Tree tree;
  std::error_code ec;
  fs::path out = skip.empty() ? fs::path() : fs::weakly_canonical(skip, ec);
  std::vector<std::string> todo{""};
  while (!todo.empty()) {
    std::string folder = std::move(todo.back());
    todo.pop_back();
    fs::directory_iterator it(root / folder, ec);
    if (ec) {
      if (folder.empty()) return fail(Exit::no_input, fmt::format("cannot read the folder {}: {}", root.string(), ec.message()));
      tree.unreadable.push_back(folder);
      continue;
    }
    for (; it != fs::directory_iterator(); it.increment(ec)) {
      if (ec) break;
      std::string name = it->path().filename().string();
      if (name == Manifest::file_name || name == LastPort::file_name) continue;  // of an earlier port, not of the program
      std::string path = folder.empty() ? name : folder + "/" + name;
      std::error_code type_error;
      auto status = it->symlink_status(type_error);
      if (fs::is_symlink(status)) {
        tree.files.push_back({path, FileKind::link});
      } else if (fs::is_directory(status)) {
        if (version_control.contains(name)) continue;
        if (!out.empty() && fs::weakly_canonical(it->path(), type_error) == out) continue;
        tree.folders.push_back(path);
        todo.push_back(path);
      } else if (fs::is_regular_file(status)) {
        tree.files.push_back({path, kind_of(it->path())});
      }
    }
  }
  std::sort(tree.files.begin(), tree.files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  std::sort(tree.folders.begin(), tree.folders.end());
  return tree;
}

bool is_binary(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  return bytes.substr(0, 8192).find('\0') != std::string_view::npos;
}

bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return false;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  const std::string_view head = bytes.substr(0, 256);
  size_t zeros[2] = {};
  for (size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0';
  return head.size() >= 4 && bytes.size() % 2 == 0 && std::max(zeros[0], zeros[1]) * 10 >= head.size() * 4 && std::min(zeros[0], zeros[1]) == 0;
}

}  // namespace wavelift::port
