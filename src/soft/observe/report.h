// What the checks found: one Report a defect, collected over the process, written as text, JSON or SARIF.
//
// A check calls Reports::get().first(check, pc, other_pc); only when that is true it builds the Report, with lines and
// names, and hands it to add(). All later findings with the same three values are counted.
#pragma once
#include "base/error.h"
#include "soft/device.h"
#include "soft/observe/checks.h"
#include "soft/observe/launch_choice.h"
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace wavelift::soft {

// An instruction as one lane ran it. See observe/wave/site.h, which fills it.
struct Site {
  std::string kernel;                  // demangled
  std::string function;                // demangled, when it is not the kernel itself
  std::string line;                    // "/src/file.cu:12" of the instruction; empty without line information
  std::vector<std::string> inlined_at; // the lines that it was inlined to, inner first
  std::string instruction;             // assembly text
  uint64_t pc = 0;                     // in the loaded image
  uint64_t offset = 0;                 // bytes from the start of its function
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  uint32_t wave = 0, lane = 0;         // wave of the workgroup, lane of the wave
};

// A call of the HIP API.
struct HostSite {
  std::string call;                    // "hipMalloc"
  std::string line;                    // "main.cu:12 in main()", or what is known of it; may be empty
};

struct MemoryRange {
  std::string space;                   // "global", "LDS", "scratch", "host"
  uint64_t address = 0;                // of the host for global memory; else bytes into the segment
  uint64_t size = 0;                   // bytes
};

struct AllocationInfo {
  std::string kind;                    // "device memory", "managed memory", "variable table", ...
  uint64_t address = 0, size = 0;
  HostSite made;
  std::optional<HostSite> freed;
};

struct Report {
  const Check* check = nullptr;
  std::string sentence;                // what happened, with numbers
  std::optional<Site> site;            // on the device
  std::optional<HostSite> host;        // on the host, when a call is what is wrong
  std::optional<MemoryRange> memory;
  std::optional<AllocationInfo> allocation;
  std::string other_text;              // what `other` did: "written by"
  std::optional<Site> other;           // the other access of a race; where an undefined value comes from
  std::vector<std::string> notes;
  uint64_t count = 1;                  // how often it was found
};

// All that a process found, as a value.
struct ReportSet {
  std::string program;                 // path of the executable
  std::vector<Report> reports;         // in the order they were found
  uint64_t dropped = 0;                // findings beyond the limit of different reports
  LaunchCount launches;                // of kernels, and how many of them were checked
};

class Reports {
public:
  static constexpr size_t kMost = 500; // different reports a process keeps

  static Reports& get();

  // Counts a finding. True the first time for these values, and then add() must follow.
  bool first(const Check& check, uint64_t pc, uint64_t other_pc = 0);
  // With the pc and other_pc that first() was given.
  void add(Report report, uint64_t pc, uint64_t other_pc = 0);
  // Writes what is new: to the file $WAVELIFT_REPORT ("%p" in its name stands for the process id) as JSON, else as text
  // to stderr. Called at the end of the process; add() calls it now and then, for processes that do not end well.
  void flush(bool at_end);
  ReportSet snapshot() const;
  // What is still to be looked for when the process ends, before the last flush.
  void at_end(void (*look)()) { look_at_end_ = look; }
  void end();

private:
  using Key = std::tuple<std::string_view, uint64_t, uint64_t>;
  mutable std::mutex mutex_;
  std::map<Key, size_t> index_;        // into reports_; kMost: being built
  std::map<Key, uint64_t> counts_;
  std::vector<Report> reports_;
  std::vector<Key> keys_;              // of reports_
  uint64_t dropped_ = 0;
  void (*look_at_end_)() = nullptr;
  size_t printed_ = 0;                 // reports that have been written as text
  double written_at_ = 0;              // seconds; 0: nothing is in the file yet
};

// "3 errors"; the whole set as people read it.
std::string text_of(const Report& report);
std::string summary_of(const ReportSet& set);
// docs/checks/README.md describes both formats.
std::string json_of(const ReportSet& set);
std::string sarif_of(const ReportSet& set, const std::string& version);
// Reads what json_of wrote. Error: no_input.
Result<ReportSet> read_json(const std::string& text, const std::string& name);

}  // namespace wavelift::soft
