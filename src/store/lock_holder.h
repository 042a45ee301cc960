// Which process holds an SQLite database that cannot be had.
#pragma once
#include <filesystem>
#include <string>

namespace wavelift::store {

// "process 123 (wl)", or "another process" when the system does not say. `path` is open in this process, by SQLite.
std::string lock_holder(const std::filesystem::path& path);

}  // namespace wavelift::store
