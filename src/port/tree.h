// A folder as the porter sees it: every entry with what kind of file it is, links not followed.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::port {

enum class FileKind : uint8_t {
  cuda_unit,   // .cu
  source,      // C and C++ sources and headers, .cuh among them
  makefile,
  cmake,
  python,
  shell,
  link,        // symbolic link, made again as it is
  object,      // what a build left: never copied
  other,
};

struct TreeEntry {
  std::string path;  // relative to the root
  FileKind kind;
};

struct Tree {
  std::vector<TreeEntry> files;          // ordered by path
  std::vector<std::string> folders;      // ordered; empty ones too
  std::vector<std::string> unreadable;   // folders that could not be listed
};

FileKind kind_of(const std::filesystem::path& file);
// A source that others include, by its name.
bool is_header(const std::filesystem::path& file);

// Lists `root`, leaving out `skip` (the output, when it lies inside) and version-control folders.
Result<Tree> read_tree(const std::filesystem::path& root, const std::filesystem::path& skip);

// A NUL byte in its first 8 KiB, or UTF-16: not a text that can be ported.
bool is_binary(std::string_view bytes);
// UTF-16, by its mark or by ASCII with a NUL at every other byte.
bool is_utf16(std::string_view bytes);

}  // namespace wavelift::port
