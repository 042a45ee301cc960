#include "build/devicelibs.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/process.h"
#include "build/toolchain.h"
#include <fmt/format.h>
#include <unistd.h>

namespace wavelift::build {
namespace fs = std::filesystem;

namespace {

constexpr const char* distribution = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Puts `made` in place as `file`; another process may have been first, which is as good.
Status put_in_place(const fs::path& made, const fs::path& file) {
  std::error_code ec;
  fs::rename(made, file, ec);
  if (!ec || fs::exists(file)) return {};
  return fail(Exit::output, fmt::format("cannot write {}: {}", file.string(), ec.message()));
}

Status link_distribution(const fs::path& folder) {
  std::error_code ec;
  if (!fs::exists(fs::path(distribution) / "ocml.bc", ec))
    return fail(Exit::tool_missing, fmt::format("there are no device libraries in {}", distribution),
                "install the package rocm-device-libs");
  fs::path made = fmt::format("{}.tmp-{}", folder.string(), ::getpid());
  fs::create_directories(made, ec);
  if (ec) return fail(Exit::output, fmt::format("cannot make {}: {}", made.string(), ec.message()));
  for (const auto& entry : fs::directory_iterator(distribution, ec)) {
    // Modules of single targets are ours: the distribution's lack the fence.
    if (entry.path().filename().string().starts_with("oclc_isa_version_")) continue;
    fs::create_symlink(entry.path(), made / entry.path().filename(), ec);
  }
  auto s = put_in_place(made, folder);
  fs::remove_all(made, ec);
  return s;
}

Status add_target(const fs::path& folder, const std::string& target, const fs::path& file) {
  int version = isa_version(target);
  if (version == 0) return fail(Exit::usage, fmt::format("there is no target '{}'", target));
  auto bin = llvm_bin();
  if (!bin) return std::unexpected(bin.error());
  std::string base = (folder / fmt::format(".{}-{}", target, ::getpid())).string();
  if (auto s = write_file(base + ".ll", isa_module(version)); !s) return s;
  // By clang, because it fills in the data layout; without passes, because they would drop what nobody calls yet.
  auto r = run_process({(*bin / "clang").string(), "--target=amdgcn-amd-amdhsa", "-nogpulib", "-Xclang",
                        "-disable-llvm-passes", "-c", "-emit-llvm", "-x", "ir", base + ".ll", "-o", base + ".bc"});
  ::unlink((base + ".ll").c_str());
  if (!r) return std::unexpected(r.error());
  if (r->exit_code != 0) return fail(Exit::tool_missing, fmt::format("cannot make the device library of a target: clang says: {}", r->out));
  return put_in_place(base + ".bc", file);
}

}  // namespace

int isa_version(std::string_view target) {
  target = target.substr(0, target.find(':'));
  if (!target.starts_with("gfx") || target.size() < 6 || target.size() > 7) return 0;
  int step = hex_digit(target.back()), minor = hex_digit(target[target.size() - 2]), major = 0;
  for (char c : target.substr(3, target.size() - 5)) {
    if (c < '0' || c > '9') return 0;
    major = major * 10 + (c - '0');
  }
  return step < 0 || minor < 0 ? 0 : major * 1000 + minor * 100 + step;
}

// OpenCL's order 0 is relaxed; its scopes are 1 workgroup, 2 device, 3 system, 4 sub-group.
std::string isa_module(int version) {
  return fmt::format(R"(target triple = "amdgcn-amd-amdhsa"

@__oclc_ISA_version = linkonce_odr hidden local_unnamed_addr addrspace(4) constant i32 {}
@__oclc_daz_opt = linkonce_odr hidden local_unnamed_addr addrspace(4) constant i8 0

define linkonce_odr hidden void @__atomic_work_item_fence(i32 %flags, i32 %order, i32 %scope) alwaysinline {{
  %relaxed = icmp eq i32 %order, 0
  br i1 %relaxed, label %done, label %ordered
ordered:
  switch i32 %scope, label %system [
    i32 1, label %workgroup
    i32 2, label %agent
    i32 4, label %wavefront
  ]
wavefront:
  fence syncscope("wavefront") seq_cst
  br label %done
workgroup:
  fence syncscope("workgroup") seq_cst
  br label %done
agent:
  fence syncscope("agent") seq_cst
  br label %done
system:
  fence seq_cst
  br label %done
done:
  ret void
}}
)",
                     version);
}

// The number in the name is the layout's: a new one leaves old folders alone.
fs::path device_libs_folder() { return cache_root() / "device-libs-22-2"; }

Status ensure_device_libs(const std::vector<std::string>& targets) {
  fs::path folder = device_libs_folder();
  std::error_code ec;
  if (!fs::exists(folder / "ocml.bc", ec)) {
    fs::create_directories(folder.parent_path(), ec);
    if (auto s = link_distribution(folder); !s) return s;
  }
  for (const std::string& t : targets) {
    std::string name = t.substr(0, t.find(':'));
    fs::path file = folder / fmt::format("oclc_isa_version_{}.bc", name.substr(name.starts_with("gfx") ? 3 : 0));
    if (fs::exists(file, ec)) continue;
    if (auto s = add_target(folder, name, file); !s) return s;
  }
  return {};
}

}  // namespace wavelift::build
