#include "soft/observe/report.h"
#include "base/files.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace wavelift::soft {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// $WAVELIFT_REPORT with %p replaced; empty when reports go to stderr.
std::string report_file() {
  const char* e = std::getenv("WAVELIFT_REPORT");
  std::string name = e ? e : "";
  if (size_t at = name.find("%p"); at != name.npos) name.replace(at, 2, std::to_string(::getpid()));
  return name;
}

std::string this_program() {
  char path[4096];
  ssize_t n = ::readlink("/proc/self/exe", path, sizeof path);
  return n > 0 ? std::string(path, static_cast<size_t>(n)) : std::string();
}

// Names of templates grow without limit; a report does not.
void cut(std::string& s, size_t most = 1000) {
  if (s.size() > most) s = s.substr(0, most) + "...";
}
void cut(Site& s) {
  cut(s.kernel);
  cut(s.function);
  cut(s.line);
  if (s.inlined_at.size() > 16) s.inlined_at.resize(16);
  for (auto& l : s.inlined_at) cut(l);
}

bool reported = false;   // there is a collection to write at the end

}  // namespace

// Never destroyed: the program's own destructors may launch.
Reports& Reports::get() {
  static Reports* the = [] {
    reported = true;
    return new Reports;
  }();
  return *the;
}

bool Reports::first(const Check& check, uint64_t pc, uint64_t other_pc) {
  std::lock_guard lock(mutex_);
  Key key{check.id, pc, other_pc};
  auto it = index_.find(key);
  if (it == index_.end()) {
    if (index_.size() >= kMost) {
      ++dropped_;
      return false;
    }
    index_.emplace(key, kMost);
    counts_[key] = 1;
    return true;
  }
  ++counts_[key];
  return false;
}

void Reports::add(Report report, uint64_t pc, uint64_t other_pc) {
  if (report.site) cut(*report.site);
  if (report.other) cut(*report.other);
  cut(report.sentence);
  if (report.notes.size() > 20) report.notes.resize(20);
  for (auto& n : report.notes) cut(n);
  {
    std::lock_guard lock(mutex_);
    Key key{report.check->id, pc, other_pc};
    index_[key] = reports_.size();
    keys_.push_back(key);
    reports_.push_back(std::move(report));
  }
  flush(false);
}

ReportSet Reports::snapshot() const {
  std::lock_guard lock(mutex_);
  ReportSet set{this_program(), reports_, dropped_, launch_count()};
  for (size_t i = 0; i < keys_.size(); ++i) set.reports[i].count = counts_.at(keys_[i]);
  return set;
}

void Reports::flush(bool at_end) {
  const std::string file = report_file();
  if (file.empty()) {
    std::string text;
    {
      std::lock_guard lock(mutex_);
      for (; printed_ < reports_.size(); ++printed_) text += text_of(reports_[printed_]) + "\n";
    }
    if (at_end) text += summary_of(snapshot());
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    if (!at_end && written_at_ != 0 && now() - written_at_ < 1) return;
    written_at_ = now();
  }
  if (auto status = write_file(file, json_of(snapshot())); !status)
    fmt::print(stderr, "wavelift: {}\n", status.error().sentence());
}

void Reports::end() {
  if (look_at_end_) look_at_end_();
  flush(true);
}

// After the program's own destructors, when the library goes.
[[gnu::destructor]] static void write_reports() {
  if (reported) Reports::get().end();
}

}  // namespace wavelift::soft
