// Where wavelift's own files are.
#pragma once
#include <filesystem>

namespace wavelift {

// The root that holds include/, share/ and build/: $WAVELIFT_HOME, else the folder above the build folder that the
// running program (or the shared library that this code is in) lies in.
std::filesystem::path home();

// Folder of what was built: <build>/bin and <build>/lib lie in it.
std::filesystem::path build_root();

// The user's cache: $WAVELIFT_CACHE, else $XDG_CACHE_HOME/wavelift, else ~/.cache/wavelift.
std::filesystem::path cache_root();

}  // namespace wavelift
