#include "tune/subject.h"
#include "base/files.h"
#include "build/toolchain.h"
#include <fmt/format.h>
#include <unistd.h>

namespace wavelift::tune {
namespace fs = std::filesystem;

namespace {

// As the source is compiled, for the analysis.
Result<analysis::Request> request_of(const fs::path& source, bool cuda) {
  auto tools = build::find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  build::Facts facts{.exists = [](const fs::path& p) { return ::access(p.c_str(), R_OK) == 0; },
                     .waits_for_link = [](const fs::path&) { return false; },
                     .is_device_link = [](const fs::path&) { return false; },
                     .temporary = [](const std::string& name, const char*) { return name; }};
  const std::vector<std::string> words = {"-c", "-x", cuda ? "cu" : "hip", source.string()};
  auto translated = build::translate(cuda ? build::Mode::nvcc : build::Mode::hipcc, words, *tools, facts);
  if (!translated) return std::unexpected(translated.error());
  if (translated->commands.empty()) return fail(Exit::usage, fmt::format("{} is no source file", source.string()));
  return analysis::Request{translated->commands[0], cuda};
}

}  // namespace

Result<Subject> subject_of(const judge::Task& task, Target target) {
  const bool cuda = target.language == judge::Language::cuda;
  const fs::path file = task.folder / (cuda ? "baseline.cu" : "baseline.hip");
  std::error_code ec;
  if (target.language == judge::Language::object || !fs::exists(file, ec)) return fail(Exit::no_input, fmt::format("task {} has no {}", task.name, file.filename().string()), "give it one, or tune for the language that it has");
  auto text = read_file(file);
  if (!text) return std::unexpected(text.error());
  Subject out;
  out.task = &task;
  out.baseline = {std::move(*text), target.language};
  out.target = std::move(target);
  std::vector<analysis::NestLaunch> launches;
  for (const judge::KernelLaunch& l : task.contract.launches) {
    analysis::NestLaunch one{l.kernel, {}, {}};
    for (size_t d = 0; d < 3; ++d) one.grid[d] = l.grid[d].text(), one.block[d] = l.block[d].text();
    launches.push_back(std::move(one));
  }
  auto request = request_of(file, cuda);
  if (!request) return std::unexpected(request.error());
  auto nests = analysis::raise_nests(*request, launches);
  if (!nests) return std::unexpected(nests.error());
  out.nests = std::move(*nests);
  return out;
}

}  // namespace wavelift::tune
