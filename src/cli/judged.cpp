#include "cli/judged.h"
#include "base/files.h"
#include "base/paths.h"
#include "judge/mutants.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace wavelift::cli {

namespace fs = std::filesystem;

Result<judge::Task> find_task(const std::string& name) {
  if (fs::is_directory(name)) return judge::read_task(name);
  const fs::path ours = home() / "share/tasks" / name;
  if (name.find('/') == name.npos && fs::is_directory(ours)) return judge::read_task(ours);
  std::string all;
  std::vector<std::string> names;
  for (const auto& e : fs::directory_iterator(home() / "share/tasks")) names.push_back(e.path().filename().string());
  std::ranges::sort(names);
  for (const auto& n : names) all += (all.empty() ? "" : ", ") + n;
  return fail(Exit::no_input, fmt::format("there is no task {}", name), "give a folder with a task.toml, or one of " + all);
}

Result<judge::Source> read_candidate(const std::string& path) {
  auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  const std::string ending = fs::path(path).extension().string();
  if (text->starts_with("\x7f" "ELF")) return judge::Source{std::move(*text), judge::Language::object};
  if (ending == ".cu" || ending == ".cuh") return judge::Source{std::move(*text), judge::Language::cuda};
  if (ending == ".hip" || ending == ".cpp" || ending == ".cc") return judge::Source{std::move(*text), judge::Language::hip};
  return fail(Exit::no_input, fmt::format("{} is neither HIP (.hip, .cpp) nor CUDA (.cu) nor a code object", path));
}

Status accepted(const judge::Task& task, const judge::Reference& reference, const judge::JudgeOptions& options, const std::string& name) {
  auto objection = judge::objection_to(task, reference, options);
  if (!objection) return std::unexpected(objection.error());
  if (objection->empty()) return {};
  return fail(Exit::no_input, fmt::format("the task {} is refused: {}", task.name, *objection), fmt::format("wl judge --check {} shows all", name));
}

}  // namespace wavelift::cli
