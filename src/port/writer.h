// Writes a port to the disk so that nothing of a person's is lost: files are written whole or not at all, files that
// were edited since the last port stay, originals are kept.
#pragma once
#include "port/last_port.h"
#include "port/manifest.h"
#include "port/project.h"

namespace wavelift::port {

class Writer {
public:
  // Writes below `folder`. Errors: output, when it has files and no earlier port made it, unless `force`.
  static Result<Writer> into(const std::filesystem::path& folder, bool force);
  // Replaces files below `folder`, each with a backup beside it.
  static Result<Writer> in_place(const std::filesystem::path& folder);
  // One file. Errors: output, when it exists with other bytes, unless `force`.
  static Status single(const std::filesystem::path& target, std::string_view bytes, std::filesystem::perms mode, bool force);

  Status folder(const std::string& path);
  // Writes a file. A person's edits since the last port are merged with what the source changed (`r` becomes Action::merged), or
  // stay where that cannot be done (Action::kept).
  Status write(const std::string& path, std::string_view bytes, std::filesystem::perms mode, FileReport& r);
  // Copies a file byte for byte; an unreadable one becomes Action::failed.
  Status copy(const std::filesystem::path& from, const std::string& path, FileReport& r);
  // Makes the symbolic link root/path again. False when it leads out of the root (a link to a folder is made all the same).
  Result<bool> link(const std::filesystem::path& root, const std::string& path);
  // In place: keeps `original` under a name that is free, then writes.
  Status replace(const std::string& path, std::string_view original, std::string_view bytes);
  Status finish();
  const std::vector<std::string>& backups() const { return made; }

private:
  Status over_edits(const std::string& path, std::string_view edited, std::string_view bytes, std::filesystem::perms mode, FileReport& r);
  void remember(const std::string& path, std::string_view bytes);

  std::filesystem::path base;
  Manifest before, now;
  LastPort texts;  // of the last port, until each is written anew
  bool force = false, records = false;
  std::vector<std::string> made;
};

}  // namespace wavelift::port
