// Reports as people read them.
#include "soft/observe/report.h"
#include <fmt/format.h>

namespace wavelift::soft {

namespace {

std::string at(const Dim3& d) { return fmt::format("({},{},{})", d.x, d.y, d.z); }

std::string where(const HostSite& h) { return h.line.empty() ? h.call : h.call + " at " + h.line; }

void add_site(std::string& out, const char* lead, const Site& s) {
  if (!s.line.empty()) out += fmt::format("    {} {}\n", lead, s.line);
  else out += fmt::format("    {} {}+0x{:x} (compile with -g for the source line)\n", lead,
                          s.function.empty() ? s.kernel : s.function, s.offset);
  for (const auto& outer : s.inlined_at) out += fmt::format("      inlined at {}\n", outer);
  out += fmt::format("      {}\n", s.instruction);
  out += fmt::format("      kernel {}, block {}, thread {} (wave {}, lane {})\n", s.kernel, at(s.block), at(s.thread),
                     s.wave, s.lane);
}

}  // namespace

std::string text_of(const Report& r) {
  std::string out = fmt::format("== {} {}: {}\n", r.check->severity == Severity::error ? "error" : "warning", r.check->id,
                                r.sentence);
  if (r.site) add_site(out, "at", *r.site);
  if (r.host) out += fmt::format("    in {}\n", where(*r.host));
  if (r.allocation) {
    const AllocationInfo& a = *r.allocation;
    out += fmt::format("    {} of {} bytes at 0x{:x}", a.kind, a.size, a.address);
    if (!a.made.call.empty()) out += ", made by " + where(a.made);
    out += "\n";
    if (a.freed) out += "    freed by " + where(*a.freed) + "\n";
  }
  if (r.other) add_site(out, r.other_text.c_str(), *r.other);
  for (const auto& n : r.notes) out += "    " + n + "\n";
  return out;
}

std::string summary_of(const ReportSet& set) {
  size_t errors = 0, warnings = 0;
  uint64_t all = set.dropped;
  for (const auto& r : set.reports) {
    (r.check->severity == Severity::error ? errors : warnings)++;
    all += r.count;
  }
  auto count = [](size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  std::string out = fmt::format("== {}, {}", count(errors, "error"), count(warnings, "warning"));
  if (all > errors + warnings) out += fmt::format(" (found {} times in all)", all);
  out += "\n";
  for (const auto& r : set.reports)
    if (r.count > 1) {
      std::string place = r.site ? r.site->line.empty() ? r.site->kernel : r.site->line : r.host ? r.host->line : "";
      out += fmt::format("   {} times: {} {}\n", r.count, r.check->id, place);
    }
  if (set.dropped)
    out += fmt::format("   {} findings at other places are not listed: {} different ones are kept\n", set.dropped,
                       Reports::kMost);
  if (set.launches.checked < set.launches.all)
    out += fmt::format("   {} of {} launches of kernels were checked; of the others nothing is known\n", set.launches.checked, set.launches.all);
  return out;
}

}  // namespace wavelift::soft
