// Processes that must not be trusted: a compiler on a candidate's source, the run of a task's reference, the worker that launches a
// candidate's kernels. Each is alone in namespaces of its own (bubblewrap): no network, no other process, nothing to read
// but what is named, nothing to write but one folder, and limits on what it uses.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace wavelift::judge {

// Where a jailed process starts.
inline constexpr const char* jail_folder = "/jail";

struct JailLimits {
  double wall_s = 60;              // from its start to its end; past it everything in it is killed
  double cpu_s = 60;               // of each process; past it SIGXCPU
  uint64_t memory = 4ull << 30;    // bytes of address space, of each process; 0: none (the software GPU reserves much)
  uint64_t file = 256ull << 20;    // bytes that a file, a folder that is memory, and what it prints, may have
  int processes = 64;              // with threads
};

struct Jail {
  // Files and folders, seen at the same paths; links are followed. argv[0] and the system's shared libraries come by themselves;
  // there is no /proc, so that run paths with $ORIGIN find nothing.
  std::vector<std::filesystem::path> readable;
  // Seen as /jail, the only thing of this machine that it can write; of root's jails it belongs to nobody afterwards. How much is
  // written to it is not limited, only each file. Empty, for what is hostile: /jail is memory, as /tmp is.
  std::filesystem::path folder;
  bool proc = false;                             // sees a /proc of its own processes
  bool gpu = false;                              // sees the GPUs' device files, /sys and such a /proc
  std::vector<std::string> env;                  // all of its environment but PATH
  JailLimits limits;
};

struct JailEnd {
  int exit_code = 0;               // 128 + signal when one ended it
  bool timed_out = false;          // wall_s
  double seconds = 0;              // wall time
};

// Whether processes can be jailed on this machine: starts one. Errors: tool_missing, no bubblewrap, or the system grants no
// namespaces.
Status jail_works();

// How all processes that this program starts from here are held. `limits` is for systems that grant no namespaces, and for tasks and
// candidates that are trusted: the process is we, with all our files and processes in reach. What still holds is the limits, but for the
// number of processes; the system calls that are refused, sockets among them; an environment of its own; and that all of it dies at
// wall_s, and with us. Nothing is at /jail then: the folder, or an empty one of its own, is where the process starts, and what `env` says of
// /jail is said of it.
enum class Confinement : uint8_t { jail, limits };
void confine(Confinement how);
Confinement confinement();

// A jailed process that is talked with over pipes. It and all that it started die with this object, and with us. For one thread.
class Jailed {
public:
  virtual ~Jailed() = default;
  // All of `bytes`, or an error when it has ended or wall_s is over.
  virtual Status write(std::span<const std::byte> bytes) = 0;
  virtual Status read(std::span<std::byte> to) = 0;
  virtual void close_input() = 0;
  // Closes its input and waits for its end, reads and drops what it still prints.
  virtual JailEnd wait() = 0;
  // What it wrote to its standard error so far, at most 64 KiB.
  virtual std::string errors() = 0;
};

// argv[0] is a path from the root. Errors: those of jail_works(); no_input, something readable is not there.
Result<std::unique_ptr<Jailed>> start_jailed(const std::vector<std::string>& argv, const Jail& jail);

struct JailedRun {
  JailEnd end;
  std::string out;                 // standard output, at most limits.file bytes; more is an end by SIGXFSZ
  std::string errors;              // standard error, at most 64 KiB
};

// Runs to the end with `input` as its standard input. Errors: internal too, when the jail cannot be made as asked for.
Result<JailedRun> run_jailed(const std::vector<std::string>& argv, const Jail& jail, std::span<const std::byte> input = {});

}  // namespace wavelift::judge
