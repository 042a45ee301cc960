// Headers that a program includes from outside its folder (../other/x.h, -I../other): those that hold CUDA are
// ported along, into wavelift-external/ of the output, so that the port builds beside the originals.
#pragma once
#include "port/lexical.h"
#include <filesystem>

namespace wavelift::port {

class External {
public:
  explicit External(std::filesystem::path root) : root(std::move(root)) {}

  // A folder outside that include paths name: "../other", relative to the root.
  void add_folder(const std::string& folder);
  // A file at `from` (relative to the root) includes `name`, which is no file of the program.
  void want(const std::string& from, std::string_view name, bool quoted);
  // After the last want(): follows the headers' own includes and ports what was found.
  void settle(ProjectFacts& facts, int hip_version, TorchUse torch);

  struct File {
    std::string source;   // "../other/x.h"
    std::string output;   // "wavelift-external/other/x.h"
    std::string text;
    bool changed = false;
    LexicalSummary summary;
    std::vector<Finding> findings;
  };
  std::vector<File>& files() { return out; }

  // What an include becomes: the path to the ported copy, `name` itself when the original serves, empty when the
  // header is not one of these.
  std::string replacement(const std::string& from, std::string_view name, bool quoted) const;
  // Where the ported headers of a folder lie ("wavelift-external/other"); empty when none was ported.
  std::string ported_folder(const std::string& folder) const;

private:
  std::filesystem::path root;
  std::vector<std::string> folders;
  std::map<std::string, std::string> found;  // source path -> text, read
  std::set<std::string> ported;              // folders with a changed file
  std::vector<File> out;

  std::string resolve(const std::string& from, std::string_view name, bool quoted) const;
  static std::string output_of(const std::string& source);
};

}  // namespace wavelift::port
