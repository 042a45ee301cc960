#include "port/writer.h"
#include "base/files.h"
#include "port/merge.h"
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace wavelift::port {
namespace fs = std::filesystem;

namespace {

constexpr uintmax_t in_memory = 256u << 20;  // larger files are copied by the file system

unsigned mode_of(fs::perms p) { return p == fs::perms::none || p == fs::perms::unknown ? 0 : static_cast<unsigned>(p) & 0777u; }

}  // namespace

Result<Writer> Writer::into(const fs::path& folder, bool force) {
  Writer w;
  w.base = folder;
  w.force = force;
  w.records = true;
  std::error_code ec;
  w.before = Manifest::read(folder);
  if (!force && !w.before.exists() && fs::exists(folder, ec) && !fs::is_empty(folder, ec))
    return fail(Exit::output, fmt::format("the folder {} has files that no earlier port wrote", folder.string()),
                "name another with -o, or say --force to write into it");
  fs::create_directories(folder, ec);
  if (ec) return fail(Exit::output, fmt::format("cannot make the folder {}: {}", folder.string(), ec.message()));
  w.now = w.before;
  w.texts = LastPort::read(folder);
  // Written before the first file, so that a port that is interrupted can be run again.
  if (auto s = w.now.write(folder); !s) return std::unexpected(s.error());
  return w;
}

Result<Writer> Writer::in_place(const fs::path& folder) {
  Writer w;
  w.base = folder;
  return w;
}

Status Writer::single(const fs::path& target, std::string_view bytes, fs::perms mode, bool force) {
  std::error_code ec;
  if (fs::is_directory(target, ec)) return fail(Exit::output, fmt::format("{} is a folder", target.string()));
  if (fs::exists(target, ec)) {
    // A device or a pipe would be replaced by a file.
    if (!fs::is_regular_file(target, ec)) return fail(Exit::output, fmt::format("{} is no regular file", target.string()), "without -o the port goes to the standard output");
    auto there = read_file(target);
    if (there && *there == bytes) return {};
    if (!force) return fail(Exit::output, fmt::format("{} exists", target.string()), "say --force to replace it, or name another file");
  }
  return write_file(target, bytes, mode_of(mode));
}

Status Writer::folder(const std::string& path) {
  std::error_code ec;
  fs::create_directories(base / path, ec);
  if (ec) return fail(Exit::output, fmt::format("cannot make the folder {}: {}", (base / path).string(), ec.message()));
  return {};
}

Status Writer::write(const std::string& path, std::string_view bytes, fs::perms mode, FileReport& r) {
  fs::path target = base / path;
  std::error_code ec;
  auto status = fs::symlink_status(target, ec);
  if (fs::is_directory(status)) return fail(Exit::output, fmt::format("cannot write {}: a folder has that name", target.string()));
  if (fs::exists(status)) {
    auto there = read_file(target);
    if (there && *there == bytes) {
      remember(path, bytes);
      return {};
    }
    if (records && !force && (!there || !before.wrote(path, *there))) return over_edits(path, there ? *there : std::string(), bytes, mode, r);
  }
  if (auto s = write_file(target, bytes, mode_of(mode)); !s) return s;
  remember(path, bytes);
  return {};
}

void Writer::remember(const std::string& path, std::string_view bytes) {
  if (!records) return;
  now.add(path, bytes);
  texts.add(path, bytes);
}

Status Writer::over_edits(const std::string& path, std::string_view edited, std::string_view bytes, fs::perms mode, FileReport& r) {
  auto base_text = texts.text(path);
  if (base_text && *base_text == bytes) {  // the source is as it was
    r.action = Action::kept;
    return {};
  }
  std::string why = "its text at the last port is not known";
  if (base_text) {
    auto merged = merge(edited, *base_text, bytes);
    if (merged) {
      r.action = Action::merged;
      if (merged->conflicts)
        r.findings.push_back(file_finding(1605, path, fmt::format("{} edited by hand and changed in the source, too: both stand between <<<<<<< and >>>>>>>, choose there",
                                                          merged->conflicts == 1 ? "one place was" : fmt::format("{} places were", merged->conflicts))));
      else
        r.findings.push_back(file_finding(1604, path, "edits made since the last port are kept, and what the source changed is put in"));
      if (auto s = write_file(base / path, merged->text, mode_of(mode)); !s) return s;
      // The edits stay edits: what is remembered is the port's own text.
      remember(path, bytes);
      return {};
    }
    why = merged.error().what;
  }
  std::string beside = path + ".ported";
  r.action = Action::kept;
  r.findings.push_back(file_finding(1603, path, fmt::format("{} was edited since the last port and stays ({}); the new text is {}", path, why, beside)));
  return write_file(base / beside, bytes, mode_of(mode));
}

Status Writer::copy(const fs::path& from, const std::string& path, FileReport& r) {
  std::error_code ec;
  uintmax_t size = fs::file_size(from, ec);
  if (ec || size <= in_memory) {
    auto bytes = read_file(from);
    if (!bytes) {
      r.action = Action::failed;
      r.findings.push_back(file_finding(1602, path, bytes.error().what));
      return {};
    }
    return write(path, *bytes, fs::status(from, ec).permissions(), r);
  }
  fs::path target = base / path;
  if (!force && fs::exists(target, ec) && fs::file_size(target, ec) != size) {
    r.action = Action::kept;
    r.findings.push_back(file_finding(1603, path, fmt::format("{} is there with another size and stays", path)));
    return {};
  }
  fs::path tmp = target;
  tmp += fmt::format(".tmp-{}", ::getpid());
  fs::create_directories(target.parent_path(), ec);
  fs::copy_file(from, tmp, fs::copy_options::overwrite_existing, ec);
  if (!ec) fs::rename(tmp, target, ec);
  if (ec) {
    std::error_code ignored;
    fs::remove(tmp, ignored);
    return fail(Exit::output, fmt::format("cannot write {}: {}", target.string(), ec.message()));
  }
  return {};
}

Result<bool> Writer::link(const fs::path& root, const std::string& path) {
  std::error_code ec;
  fs::path to = fs::read_symlink(root / path, ec);
  if (ec) return fail(Exit::no_input, fmt::format("cannot read the link {}: {}", (root / path).string(), ec.message()));
  bool stays = to.is_relative() && !(fs::path(path).parent_path() / to).lexically_normal().generic_string().starts_with("..");
  if (!stays && fs::is_regular_file(root / path, ec)) return false;
  fs::path target = base / path;
  if (fs::is_symlink(fs::symlink_status(target, ec)) && fs::read_symlink(target, ec) == to) return stays;
  fs::path tmp = target;
  tmp += fmt::format(".tmp-{}", ::getpid());
  fs::create_directories(target.parent_path(), ec);
  fs::create_symlink(to, tmp, ec);
  if (!ec) fs::rename(tmp, target, ec);
  if (ec) {
    std::error_code ignored;
    fs::remove(tmp, ignored);
    return fail(Exit::output, fmt::format("cannot make the link {}: {}", target.string(), ec.message()));
  }
  return stays;
}

Status Writer::replace(const std::string& path, std::string_view original, std::string_view bytes) {
  std::error_code ec;
  std::string backup = path + ".cuda";
  for (int n = 1; fs::exists(fs::symlink_status(base / backup, ec)); ++n) {
    auto there = read_file(base / backup);
    if (there && *there == original) break;
    backup = fmt::format("{}.cuda.{}", path, n);
  }
  if (!fs::exists(fs::symlink_status(base / backup, ec))) {
    if (auto s = write_file(base / backup, original, mode_of(fs::status(base / path, ec).permissions())); !s) return s;
    made.push_back(backup);
  }
  return write_file(base / path, bytes);
}

Status Writer::finish() {
  if (!records) return {};
  if (auto s = texts.write(base); !s) return s;
  return now.write(base);
}

}  // namespace wavelift::port
