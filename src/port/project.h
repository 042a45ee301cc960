// Porting files and folders: what is read, what is written and where, and what is never lost.
#pragma once
#include "base/error.h"
#include "port/effort.h"
#include "port/finding.h"
#include "port/lexical.h"
#include "port/native.h"
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace wavelift::port {

struct PortOptions {
  std::filesystem::path input;      // a file or a folder
  std::filesystem::path output;     // where the port goes; empty with in_place or diff
  bool in_place = false;            // changed files are replaced; the original stays beside as NAME.cuda
  bool diff = false;                // nothing is written, FileReport::diff is filled
  bool force = false;               // an output that exists is written over
  std::string arch = "gfx90a";      // the target that build files get as their default
  int hip_version = 700;            // the HIP that the port is for, major * 100 + minor
  TorchUse torch = {};              // PyTorch's release, and how the sources are built where the build files shall not say
  std::filesystem::path support;    // folder of the support headers; empty: include/port of wavelift's home
  std::function<void(size_t done, size_t all)> progress;
  Width width = Width::logical;
  // What a unit means, compiled with these options; asked for only where the width is not logical. `options` are those that the
  // build files give to all units.
  std::function<Result<analysis::Facts>(const std::filesystem::path& unit, const std::vector<std::string>& options)> analyse;
};

enum class Action : uint8_t {
  ported,      // changed and written
  unchanged,   // a source or build file with nothing to port
  copied,      // not a source: copied byte for byte
  linked,      // a symbolic link, made again
  skipped,     // not copied: object files and what earlier builds left
  kept,        // edited by hand since the last port; where the source changed, too, the new text lies beside it as NAME.ported
  merged,      // edited by hand since the last port, and what the source changed put in
  failed,
};

struct FileReport {
  std::string path;                 // relative to the input folder, or the file's name
  Action action = Action::copied;
  size_t names = 0, headers = 0;    // edits
  std::vector<Finding> findings;
  std::string diff;                 // with PortOptions::diff
  std::string text;                 // of a single file with no output
};

struct PortReport {
  std::vector<FileReport> files;    // in path order
  std::vector<std::string> backups; // made by in_place
  std::vector<KernelWidth> widths;  // those that use warps, where the width is not logical
  bool any_cuda = false;            // there was something to port
  size_t source_bytes = 0;          // of the sources read
  std::vector<KernelEffort> kernels;
};

// Errors: no_input (no such file, not readable, binary), output (exists, cannot be written), usage.
Result<PortReport> port_path(const PortOptions& options);

const char* action_name(Action a);

}  // namespace wavelift::port
