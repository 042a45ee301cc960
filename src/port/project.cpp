#include "port/project.h"
#include "base/files.h"
#include "base/paths.h"
#include "port/buildfile.h"
#include "port/external.h"
#include "port/lexical.h"
#include "port/scripts.h"
#include "port/tree.h"
#include "port/writer.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace wavelift::port {
namespace fs = std::filesystem;

namespace {

AnalysedUnit analysed(const PortOptions& o, const std::string& path, const std::vector<std::string>& flags) {
  AnalysedUnit unit{path, {}, {}};
  auto facts = o.analyse(path, flags);
  if (facts) unit.facts = std::move(*facts);
  else unit.error = facts.error().what;
  return unit;
}

// The text of one of the headers that lie beside a port.
Result<std::string> support_header(const PortOptions& o, std::string_view name) {
  auto text = read_file((o.support.empty() ? home() / "include" / "port" : o.support) / name);
  if (!text) return fail(Exit::internal, fmt::format("the support header {} is missing: {}", name, text.error().what));
  return text;
}

constexpr uintmax_t largest_source = 1u << 30;  // offsets are 32 bits wide, with room for what is put in

std::string up(const std::string& path) {
  std::string out;
  for (char c : path)
    if (c == '/') out += "../";
  return out;
}

bool mentions_cuda(std::string_view text) {
  for (std::string_view w : {"nvcc", "cuda", "CUDA", "sm_", "-lcu"})
    if (text.find(w) != text.npos) return true;
  return false;
}

BuildFileResult port_build_file(FileKind kind, std::string_view text, const std::string& name, const BuildFileOptions& options) {
  if (kind == FileKind::makefile) return port_makefile(text, name, options);
  return kind == FileKind::cmake ? port_cmake(text, name, options) : port_setup_script(text, name, options);
}

// A folder on its way: every source is read and its facts are gathered before the first is ported.
class FolderPort {
public:
  FolderPort(const PortOptions& o) : options(o), root(o.input) {}

  Result<PortReport> run() {
    auto t = read_tree(root, options.output);
    if (!t) return std::unexpected(t.error());
    tree = std::move(*t);
    for (const auto& f : tree.files) paths.insert(f.path);
    read_build_files();
    gather();
    find_externals();
    plan_native();
    if (!options.diff) {
      auto w = options.in_place ? Writer::in_place(root) : Writer::into(options.output, options.force);
      if (!w) return std::unexpected(w.error());
      writer = std::move(*w);
    }
    for (const auto& folder : tree.unreadable)
      report.files.push_back({folder, Action::failed, 0, 0, {file_finding(1602, folder, "the folder cannot be listed")}, {}, {}});
    if (writer && !options.in_place)
      for (const auto& folder : tree.folders)
        if (auto s = writer->folder(folder); !s) return std::unexpected(s.error());
    size_t done = 0;
    for (const auto& f : tree.files) {
      if (auto s = one(f); !s) return std::unexpected(s.error());
      if (options.progress) options.progress(++done, tree.files.size());
    }
    if (auto s = externals_out(); !s) return std::unexpected(s.error());
    if (auto s = support(); !s) return std::unexpected(s.error());
    if (writer) {
      if (auto s = writer->finish(); !s) return std::unexpected(s.error());
      report.backups = writer->backups();
    }
    report.kernels = effort_of(device);
    return std::move(report);
  }

private:
  const PortOptions& options;
  fs::path root;
  Tree tree;
  std::set<std::string> paths;
  std::map<std::string, std::string> makefiles;              // path -> text
  std::map<std::string, std::vector<std::string>> outside;   // makefile -> its -I folders that lie outside
  std::vector<std::string> include_dirs{""};                 // inside, relative to the root
  bool all_cuda = false;
  TorchBuild torch_build = TorchBuild::unknown;
  std::string cmake_macros;                                  // a file for CMake that defines macros
  ProjectFacts facts;
  std::map<std::string, std::string> texts;                  // sources, while they fit
  size_t kept_bytes = 0;
  External external{root};
  std::optional<Writer> writer;
  PortReport report;
  SupportSet support_wanted;
  WidthPlan plan;
  std::vector<DeviceFunction> device;  // of all files

  // What a makefile includes is one, whatever its name. make takes the names from the folder that it was started in, which is
  // the first makefile's as a rule.
  void follow_includes(const std::string& makefile, const fs::path& started_in, std::string_view text, std::vector<std::pair<TreeEntry*, fs::path>>& todo) {
    for (const auto& name : makefile_includes(text))
      for (const fs::path& folder : {started_in, fs::path(makefile).parent_path()}) {
        const std::string path = (folder / name).lexically_normal().generic_string();
        auto it = std::ranges::lower_bound(tree.files, path, {}, &TreeEntry::path);
        if (it == tree.files.end() || it->path != path || it->kind != FileKind::other) continue;
        it->kind = FileKind::makefile;
        todo.push_back({&*it, started_in});
      }
  }

  void read_build_files() {
    for (const auto& f : tree.files)
      if (auto text = f.kind == FileKind::python ? read_file(root / f.path) : std::string(); text && builds_extensions(*text)) torch_build = TorchBuild::extension;
    std::vector<std::pair<TreeEntry*, fs::path>> todo;
    for (auto& f : tree.files)
      if (f.kind == FileKind::makefile || f.kind == FileKind::cmake) todo.push_back({&f, fs::path(f.path).parent_path()});
    for (size_t i = 0; i < todo.size(); ++i) {
      const TreeEntry& f = *todo[i].first;
      auto text = read_file(root / f.path);
      if (!text || is_binary(*text)) continue;
      if (f.kind == FileKind::makefile) follow_includes(f.path, fs::path(todo[i].second), *text, todo);
      if (f.kind == FileKind::makefile ? makefile_links_torch(*text) : cmake_finds_torch(*text)) torch_build = TorchBuild::own;
      facts.fast_math |= f.kind == FileKind::makefile ? makefile_fast_math(*text) : cmake_fast_math(*text);
      if (f.kind == FileKind::cmake) {
        for (std::string_view w : {"DEFINITIONS", "definitions", "-D"})
          if (text->find(w) != text->npos) cmake_macros = f.path;
        continue;
      }
      fs::path dir = fs::path(f.path).parent_path();
      for (const auto& d : makefile_include_dirs(*text)) {
        if (fs::path(d).is_absolute()) continue;
        std::string inside = (dir / d).lexically_normal().generic_string();
        if (inside.ends_with('/')) inside.pop_back();
        if (inside == ".") inside.clear();
        if (inside.starts_with("..")) {
          outside[f.path].push_back(d);
          external.add_folder(inside);
        } else if (std::find(include_dirs.begin(), include_dirs.end(), inside) == include_dirs.end()) {
          include_dirs.push_back(inside);
        }
      }
      all_cuda |= makefile_forces_cuda(*text);
      makefiles[f.path] = std::move(*text);
    }
  }

  // A port for one release of PyTorch's serves its build step as well, so that of CMake or make goes before it.
  TorchUse torch() const { return options.torch.build == TorchBuild::unknown ? TorchUse{options.torch.release, torch_build} : options.torch; }

  void gather() {
    constexpr size_t budget = 512u << 20;
    for (const auto& f : tree.files) {
      if (f.kind != FileKind::cuda_unit && f.kind != FileKind::source) continue;
      std::error_code ec;
      if (fs::file_size(root / f.path, ec) > largest_source || ec) continue;
      auto text = read_file(root / f.path);
      if (!text || is_binary(*text)) continue;
      report.source_bytes += text->size();
      gather_facts(Source(*text, f.path), facts);
      if (kept_bytes + text->size() <= budget) {
        kept_bytes += text->size();
        texts[f.path] = std::move(*text);
      }
    }
  }

  // The path of the program's file that an include in `from` names; empty when there is none.
  std::string inside(const std::string& from, std::string_view path, bool quoted) const {
    auto try_path = [&](const fs::path& p) -> std::string {
      std::string n = p.lexically_normal().generic_string();
      return paths.contains(n) ? n : std::string();
    };
    if (quoted)
      if (auto p = try_path(fs::path(from).parent_path() / path); !p.empty()) return p;
    for (const auto& d : include_dirs)
      if (auto p = try_path(fs::path(d) / path); !p.empty()) return p;
    if (!quoted || path.starts_with("..")) return {};
    // Include paths may be set where the porter does not look; a file of that name is the program's all the same.
    std::string tail = "/" + std::string(path);
    for (const auto& p : paths)
      if (p.ends_with(tail)) return p;
    return {};
  }

  void find_externals() {
    for (const auto& [path, text] : texts) {
      Source s(text, path);
      for (size_t i = 0; i + 2 < s.count(); ++i) {
        if (!s.is(i, Tok::hash) || !s.is(i + 1, "include")) continue;
        const Token& t = s.token(i + 2);
        if ((t.kind != Tok::string && t.kind != Tok::header) || t.size < 3) continue;
        std::string_view name = s.text.substr(t.at + 1, t.size - 2);
        if (inside(path, name, t.kind == Tok::string).empty()) external.want(path, name, t.kind == Tok::string);
      }
    }
    external.settle(facts, options.hip_version, torch());
  }

  bool is_unit(const TreeEntry& f) const {
    return f.kind == FileKind::cuda_unit || (all_cuda && fs::path(f.path).extension().string().starts_with(".c"));
  }

  // Which kernels get warps as wide as the wave. What the build files give to all units is what each unit is read with.
  void plan_native() {
    if (options.width == Width::logical || !options.analyse) return;
    std::error_code ec;
    const fs::path whole = fs::weakly_canonical(root, ec);
    std::vector<std::string> flags;
    std::string unknown;
    for (const auto& d : include_dirs) flags.push_back("-I" + (whole / d).lexically_normal().string());
    for (const auto& [path, text] : makefiles) {
      for (const auto& d : outside[path]) flags.push_back("-I" + (whole / fs::path(path).parent_path() / d).lexically_normal().string());
      auto macros = makefile_macros(text);
      if (macros) flags.insert(flags.end(), macros->begin(), macros->end());
      else unknown = path;
    }
    // CMake says what it defines for which unit in a compilation database.
    if (fs::exists(whole / "compile_commands.json", ec)) unknown.clear();
    else if (makefiles.empty() && !cmake_macros.empty()) unknown = cmake_macros;
    std::vector<AnalysedUnit> units;
    for (const auto& f : tree.files) {
      if (!is_unit(f) || !texts.contains(f.path)) continue;
      const std::string path = (whole / f.path).string();
      if (unknown.empty()) units.push_back(analysed(options, path, flags));
      else units.push_back({path, {}, fmt::format("the macros that {} defines are not known", unknown)});
    }
    plan = plan_widths(units, options.width,
                       [&](const std::string& file) {
                         std::error_code e;
                         std::string inside = fs::weakly_canonical(file, e).lexically_relative(whole).generic_string();
                         return texts.contains(inside) ? inside : std::string();
                       },
                       [&](const std::string& file) { return std::string_view(texts.at(file)); });
    report.widths = std::move(plan.kernels);
  }

  LexicalOptions lexical_options(const TreeEntry& f) const {
    LexicalOptions o;
    o.hip_version = options.hip_version;
    o.torch = torch();
    o.unit = is_unit(f);
    if (auto native = plan.edits.find(f.path); native != plan.edits.end()) o.native = &native->second;
    o.support_prefix = up(f.path);
    o.facts = &facts;
    o.local_header = [this, path = f.path](std::string_view name, bool quoted) -> std::string {
      if (!inside(path, name, quoted).empty()) return std::string(name);
      return external.replacement(path, name, quoted);
    };
    return o;
  }

  Status one(const TreeEntry& f) {
    FileReport r;
    r.path = f.path;
    std::error_code ec;
    auto push = [&] { report.files.push_back(std::move(r)); };
    switch (f.kind) {
    case FileKind::link: {
      if (writer && !options.in_place) {
        auto linked = writer->link(root, f.path);
        if (!linked) return std::unexpected(linked.error());
        if (!*linked) {
          // It leads outside: what it names is taken along.
          if (fs::is_regular_file(root / f.path, ec)) return one({f.path, kind_of(f.path)});
          r.findings.push_back(file_finding(1504, f.path, "the link leads to a folder outside the program; it is kept and must lead somewhere from its new place, too"));
        }
      }
      r.action = Action::linked;
      push();
      return {};
    }
    case FileKind::object:
      r.action = Action::skipped;
      push();
      return {};
    case FileKind::cuda_unit:
    case FileKind::source:
    case FileKind::makefile:
    case FileKind::cmake: return text_file(f, std::move(r));
    case FileKind::python:
    case FileKind::shell:
    case FileKind::other: return plain_file(f, std::move(r));
    }
    return {};
  }

  Status copy_or_note(const TreeEntry& f, FileReport& r) {
    r.action = Action::copied;
    if (!writer || options.in_place) return {};
    auto s = writer->copy(root / f.path, f.path, r);
    return s;
  }

  Status plain_file(const TreeEntry& f, FileReport r) {
    if (f.kind == FileKind::shell)
      if (auto text = read_file(root / f.path)) r.findings = script_findings(*text, f.path);
    if (f.kind == FileKind::python) {
      auto text = read_file(root / f.path);
      if (text && !is_binary(*text) && builds_extensions(*text)) return text_file(f, std::move(r));
      if (text && text->find("nvcc") != text->npos) {
        report.any_cuda = true;
        r.findings.push_back(file_finding(1503, f.path, "the script calls nvcc itself: what it does with it is to be done with hipcc"));
      }
    }
    if (auto s = copy_or_note(f, r); !s) return s;
    report.files.push_back(std::move(r));
    return {};
  }

  Status text_file(const TreeEntry& f, FileReport r) {
    std::error_code ec;
    if (fs::file_size(root / f.path, ec) > largest_source) {
      r.findings.push_back(file_finding(1601, f.path, "larger than 1 GiB: copied as it is"));
      if (auto s = copy_or_note(f, r); !s) return s;
      report.files.push_back(std::move(r));
      return {};
    }
    std::string text;
    if (auto kept = texts.find(f.path); kept != texts.end()) {
      text = std::move(kept->second);
    } else if (auto m = makefiles.find(f.path); m != makefiles.end()) {
      text = m->second;
    } else {
      auto read = read_file(root / f.path);
      if (!read) {
        r.action = Action::failed;
        r.findings.push_back(file_finding(1602, f.path, read.error().what));
        report.files.push_back(std::move(r));
        return {};
      }
      text = std::move(*read);
    }
    if (is_binary(text)) {
      if (is_utf16(text)) r.findings.push_back(file_finding(1602, f.path, "a text in UTF-16, which is not ported: convert it to UTF-8 (iconv -t UTF-8) and port again; it is copied as it is"));
      else r.findings.push_back(file_finding(1601, f.path, "not a text in an encoding that holds ASCII: copied as it is"));
      if (auto s = copy_or_note(f, r); !s) return s;
      report.files.push_back(std::move(r));
      return {};
    }
    Edits edits;
    if (f.kind == FileKind::makefile || f.kind == FileKind::cmake || f.kind == FileKind::python) {
      if (f.kind == FileKind::python || mentions_cuda(text)) edits = build_file(f, text, r);
    } else {
      Source s(text, f.path);
      LexicalSummary sum = port_lexical(s, lexical_options(f));
      std::ranges::move(device_functions(s), std::back_inserter(device));
      support_wanted |= sum.support;
      report.any_cuda |= sum.any_cuda;
      r.names = sum.names;
      r.headers = sum.headers;
      r.findings = std::move(s.findings);
      if (auto more = plan.findings.find(f.path); more != plan.findings.end()) r.findings.insert(r.findings.end(), more->second.begin(), more->second.end());
      edits = std::move(s.edits);
    }
    r.action = edits.empty() ? Action::unchanged : Action::ported;
    if (options.diff) {
      r.diff = unified_diff(text, edits, "a/" + f.path, "b/" + f.path);
    } else if (options.in_place) {
      if (!edits.empty())
        if (auto s = writer->replace(f.path, text, edits.apply(text)); !s) return s;
    } else if (auto s = writer->write(f.path, edits.empty() ? text : edits.apply(text), fs::status(root / f.path, ec).permissions(), r); !s) {
      return s;
    }
    report.files.push_back(std::move(r));
    return {};
  }

  Edits build_file(const TreeEntry& f, const std::string& text, FileReport& r) {
    BuildFileOptions o;
    o.arch = options.arch;
    o.torch_release = options.torch.release;
    fs::path dir = fs::path(f.path).parent_path();
    for (const auto& d : outside[f.path]) {
      std::string ported = external.ported_folder((dir / d).lexically_normal().generic_string());
      if (!ported.empty()) o.include_dirs[d] = up(f.path) + ported;
    }
    std::error_code ec;
    for (const auto& d : outside[f.path])
      if (!options.output.empty() && !fs::equivalent(root / dir / d, options.output / dir / d, ec))
        r.findings.push_back(file_finding(1504, f.path, fmt::format("{} leads elsewhere from the output folder; put the output beside the input, or the folder beside the output", d)));
    auto result = port_build_file(f.kind, text, f.path, o);
    report.any_cuda |= result.changes > 0;
    r.names = result.changes;
    r.findings.insert(r.findings.end(), result.findings.begin(), result.findings.end());
    return std::move(result.edits);
  }

  Status externals_out() {
    for (auto& e : external.files()) {
      FileReport r;
      r.path = e.output;
      r.action = e.changed ? Action::ported : Action::copied;
      r.names = e.summary.names;
      r.headers = e.summary.headers;
      r.findings = std::move(e.findings);
      r.findings.insert(r.findings.begin(), file_finding(1506, e.output, fmt::format("{} lies outside the folder; a ported copy is used", e.source)));
      support_wanted |= e.summary.support;
      if (options.in_place) {
        r.findings.push_back(file_finding(1504, e.output, fmt::format("{} is CUDA and lies outside the folder: port it as well", e.source)));
        r.action = Action::skipped;
      } else if (writer) {
        if (auto s = writer->write(e.output, e.text, fs::perms::none, r); !s) return s;
      }
      report.files.push_back(std::move(r));
    }
    return {};
  }

  Status support() {
    if (!writer) return {};
    for (size_t k = 0; k < support_count; ++k) {
      std::string name(support_headers[k].name);
      if (!support_wanted[k] || paths.contains(name)) continue;
      auto text = support_header(options, name);
      if (!text) return std::unexpected(text.error());
      FileReport r;
      r.path = name;
      r.action = Action::copied;
      if (auto s = writer->write(name, *text, fs::perms::none, r); !s) return s;
      report.files.push_back(std::move(r));
    }
    return {};
  }
};

Result<PortReport> port_file(const PortOptions& o) {
  std::error_code ec;
  uintmax_t size = fs::file_size(o.input, ec);
  if (!ec && size > largest_source)
    return fail(Exit::no_input, fmt::format("{} is larger than 1 GiB", o.input.string()), "split it; such a source is not ported");
  auto text = read_file(o.input);
  if (!text) return std::unexpected(text.error());
  if (is_binary(*text))
    return fail(Exit::no_input, fmt::format("{} is {}", o.input.string(), is_utf16(*text) ? "a text in UTF-16" : "a binary file, or a text that is not ASCII or UTF-8"),
                "convert it to UTF-8 (iconv -t UTF-8) if it is source");
  std::string name = o.input.filename().string();
  PortReport report;
  FileReport r;
  r.path = name;
  LexicalSummary sum;
  Edits edits;
  FileKind kind = kind_of(o.input);
  if (kind == FileKind::makefile || kind == FileKind::cmake || kind == FileKind::python) {
    BuildFileOptions b;
    b.arch = o.arch;
    b.torch_release = o.torch.release;
    if (mentions_cuda(*text)) {
      auto result = port_build_file(kind, *text, name, b);
      edits = std::move(result.edits);
      r.findings = std::move(result.findings);
      r.names = result.changes;
      report.any_cuda = result.changes > 0;
    }
  } else {
    Source s(*text, o.input.string());
    ProjectFacts facts;
    gather_facts(s, facts);
    LexicalOptions l;
    l.hip_version = o.hip_version;
    l.torch = o.torch;
    l.unit = kind == FileKind::cuda_unit;
    l.facts = &facts;
    WidthPlan plan;
    if (o.width != Width::logical && o.analyse) {
      std::error_code e;
      const std::string whole = fs::weakly_canonical(o.input, e).string();
      plan = plan_widths({analysed(o, whole, {})}, o.width, [&](const std::string& file) { return fs::weakly_canonical(file, e) == whole ? o.input.string() : std::string(); },
                         [&](const std::string&) { return std::string_view(*text); });
      report.widths = std::move(plan.kernels);
      l.native = &plan.edits[o.input.string()];
    }
    l.local_header = [&](std::string_view path, bool quoted) -> std::string {
      std::error_code e;
      return quoted && fs::exists(o.input.parent_path() / path, e) ? std::string(path) : std::string();
    };
    sum = port_lexical(s, l);
    report.kernels = effort_of(device_functions(s));
    report.any_cuda = sum.any_cuda;
    report.source_bytes = text->size();
    r.names = sum.names;
    r.headers = sum.headers;
    r.findings = std::move(s.findings);
    for (auto& [file, findings] : plan.findings) r.findings.insert(r.findings.end(), findings.begin(), findings.end());
    edits = std::move(s.edits);
  }
  r.action = edits.empty() ? Action::unchanged : Action::ported;
  fs::path folder = o.input.parent_path();
  if (o.diff) {
    r.diff = unified_diff(*text, edits, "a/" + name, "b/" + name);
  } else if (o.in_place) {
    auto w = Writer::in_place(folder);
    if (!w) return std::unexpected(w.error());
    if (!edits.empty())
      if (auto s = w->replace(name, *text, edits.apply(*text)); !s) return std::unexpected(s.error());
    report.backups = w->backups();
  } else if (o.output.empty()) {
    r.text = edits.apply(*text);
  } else {
    fs::path target = fs::is_directory(o.output, ec) ? o.output / name : o.output;
    if (fs::exists(target, ec) && fs::equivalent(target, o.input, ec))
      return fail(Exit::output, fmt::format("{} is the input itself", target.string()), "use --in-place to replace it");
    std::string now = edits.apply(*text);
    if (auto s = Writer::single(target, now, fs::status(o.input, ec).permissions(), o.force); !s) return std::unexpected(s.error());
    folder = target.parent_path();
  }
  if (!o.diff && !(o.output.empty() && !o.in_place)) {
    for (size_t k = 0; k < support_count; ++k) {
      std::string_view header = support_headers[k].name;
      if (!sum.support[k] || fs::exists(folder / header, ec)) continue;
      auto support = support_header(o, header);
      if (!support) return std::unexpected(support.error());
      if (auto s = write_file(folder / header, *support); !s) return std::unexpected(s.error());
    }
  }
  report.files.push_back(std::move(r));
  return report;
}

}  // namespace

Result<PortReport> port_path(const PortOptions& options) {
  std::error_code ec;
  PortOptions o = options;
  auto status = fs::status(o.input, ec);
  if (!fs::exists(status)) return fail(Exit::no_input, fmt::format("there is no file or folder {}", o.input.string()));
  if (!fs::is_directory(status)) {
    if (!fs::is_regular_file(status)) return fail(Exit::no_input, fmt::format("{} is neither a file nor a folder", o.input.string()));
    return port_file(o);
  }
  if (o.output.empty() && !o.in_place && !o.diff)
    return fail(Exit::usage, fmt::format("{} is a folder and there is no place for its port", o.input.string()), "say -o OUT, --in-place or --diff");
  if (!o.output.empty() && fs::exists(o.output, ec)) {
    if (!fs::is_directory(o.output, ec)) return fail(Exit::output, fmt::format("{} exists and is no folder", o.output.string()));
    if (fs::equivalent(o.input, o.output, ec))
      return fail(Exit::output, "the output is the input folder itself", "use --in-place to port it where it is");
  }
  return FolderPort(o).run();
}

const char* action_name(Action a) {
  static constexpr const char* names[] = {"ported", "unchanged", "copied", "linked", "skipped", "kept", "merged", "failed"};
  return names[static_cast<int>(a)];
}

}  // namespace wavelift::port
