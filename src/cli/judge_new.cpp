#include "cli/judge_new.h"
#include "base/files.h"
#include "cli/sources.h"
#include "cli/verb.h"
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wavelift::cli {
namespace fs = std::filesystem;

namespace {

// What is there already is not written over.
Status unused(const fs::path& folder) {
  std::error_code ec;
  if (fs::exists(folder, ec) && !fs::is_empty(folder, ec)) return fail(Exit::output, fmt::format("{} is there and not empty", folder.string()), "give another folder with -o");
  return {};
}

// The exit code once the folder is there.
int written(const std::string& folder, const std::vector<std::string>& by_hand) {
  if (std::fflush(stdout) != 0) return report({Exit::output, "cannot write to the standard output", ""});
  if (by_hand.empty()) return 0;
  return report({Exit::unsupported, fmt::format("{} is not whole yet: to be written are {}", folder, fmt::join(by_hand, "; ")), "docs/tasks.md says how"});
}

}  // namespace

int new_task(NewTask request) {
  if (auto s = unused(request.folder); !s) return report(s.error());
  std::error_code ec;
  if (fs::is_directory(request.source, ec)) return report({Exit::no_input, fmt::format("{} is a folder", request.source), "give the file that has the kernel"});
  std::vector<SourceJob> jobs;
  if (auto s = add_sources(request.source, jobs); !s) return report(s.error());
  auto tools = build::find_toolchain();
  if (!tools) return report(tools.error());
  auto command = command_of(jobs.at(0), request.options, *tools);
  if (!command) return report(command.error());
  auto source = analysis::read_kernels({*command, jobs[0].cuda});
  if (!source) return report(source.error());
  request.draft.cuda = jobs[0].cuda;
  request.draft.title = fmt::format("What {}{} computes", request.draft.kernel.empty() ? "" : request.draft.kernel + " in ", fs::path(request.source).filename().string());
  auto draft = judge::draft_task(*source, request.draft);
  if (!draft) return report(draft.error());
  const fs::path folder = request.folder;
  const char* baseline = request.draft.cuda ? "baseline.cu" : "baseline.hip";
  for (const auto& [name, text] : {std::pair("task.toml", &draft->task), std::pair("reference.cpp", &draft->reference), std::pair(baseline, &draft->baseline)})
    if (auto s = write_file(folder / name, *text); !s) return report(s.error());
  fmt::print("{} has task.toml, reference.cpp and {}; wl judge --check {} says whether it tells right from wrong\n", request.folder, baseline, request.folder);
  return written(request.folder, draft->by_hand);
}

int import_task(const judge::KernelBenchImport& request) {
  if (auto s = unused(request.folder); !s) return report(s.error());
  auto by_hand = judge::import_kernelbench(request);
  if (!by_hand) return report(by_hand.error());
  fmt::print("{} has task.toml and arrays; wl judge --check {} says whether it tells right from wrong\n", request.folder.string(), request.folder.string());
  return written(request.folder.string(), *by_hand);
}

}  // namespace wavelift::cli
