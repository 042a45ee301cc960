// AMD code objects: LLVM's AMDGPU usage guide says what is in them.
#include "hardware/targets.h"
#include "judge/audit_code.h"
#include "judge/diagnostics.h"
#include "store/hash.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::judge {

namespace {

constexpr size_t most_code = 4 << 20;
constexpr size_t most_tables = 1 << 20; // bytes of notes, symbols and their names
constexpr size_t descriptor_size = 64, descriptor_entry = 16;
// Relocations whose place gets an address of the object.
constexpr unsigned known_relocations[] = {1, 2, 3, 4, 5, 6, 10, 11, 13};
// Bits of a descriptor's kernel_code_properties.
constexpr unsigned dispatch_pointer = 1 << 1, queue_pointer = 1 << 2, dispatch_id = 1 << 4;

bool is_mark(const ElfView::Symbol& y) { return y.name.starts_with("__hip_cuid_") && y.entry.st_size <= 1; }
bool is_defined(const ElfView::Symbol& y) { return y.entry.st_shndx != SHN_UNDEF && y.entry.st_shndx < SHN_LORESERVE; }

class AmdAudit {
public:
  AmdAudit(const ElfView& elf, const AuditRules& rules, Objections& objections)
      : elf_(elf), rules_(rules), objections_(objections) {}

  void segments() {
    const Elf64_Phdr* code = nullptr;
    for (const Elf64_Phdr& p : elf_.segments) {
      if (p.p_type == PT_INTERP || p.p_type == PT_TLS)
        objections_.add("odd-segment", "it has a segment that code objects do not have");
      if (p.p_type != PT_LOAD) continue;
      if (p.p_flags & PF_X) {
        if (code) objections_.add("code-section", "it has more than one segment of code");
        code = &p;
        if (p.p_flags & PF_W) objections_.add("writable-code", "its code can be written");
        if (p.p_memsz > most_code)
          objections_.add("code-size", fmt::format("it has {} bytes of code; {} are allowed", p.p_memsz, most_code));
      }
      for (const Elf64_Phdr& q : elf_.segments)
        if (&q != &p && q.p_type == PT_LOAD && p.p_memsz && q.p_memsz && p.p_vaddr <= q.p_vaddr &&
            q.p_vaddr - p.p_vaddr < p.p_memsz)
          objections_.add("odd-segment", "two of its segments lie over each other");
    }
    for (const auto& s : elf_.sections)
      if (s.has(SHF_ALLOC) && s.has(SHF_EXECINSTR) && s.header.sh_size && !s.name.starts_with(".text"))
        objections_.add("code-section", fmt::format("it has code in the section {}", s.name));
  }

  // What can be written and lasts: everything in writable segments but what the linker keeps there for itself.
  void variables() {
    for (const auto& y : elf_.symbols)
      if (is_defined(y) && (y.type() == STT_OBJECT || y.type() == STT_TLS || y.type() == STT_COMMON) &&
          writable(y.entry.st_value) && !is_mark(y) && !(constant_after_loading(y.entry.st_value) && has_relocation(y.entry)))
        objections_.add("device-variable",
                        fmt::format("the variable {} ({} bytes) lasts from launch to launch", y.name, y.entry.st_size));
    uint64_t bytes = 0;
    for (const Elf64_Phdr& p : elf_.segments)
      if (p.p_type == PT_LOAD && (p.p_flags & PF_W) && !(p.p_flags & PF_X) && !constant_after_loading(p.p_vaddr))
        bytes += p.p_memsz;
    if (bytes > 8) objections_.add("device-variable", fmt::format("{} bytes of memory last from launch to launch", bytes));
  }

  void symbols() {
    for (const auto& y : elf_.symbols)
      if (y.entry.st_shndx == SHN_UNDEF && !y.name.empty())
        objections_.add("undefined-symbol", fmt::format("it uses {}, which it does not have", y.name));
    for (const Elf64_Dyn& d : elf_.dynamic)
      if (d.d_tag == DT_NEEDED) objections_.add("undefined-symbol", "it needs another object to be loaded");
  }

  void relocations() {
    for (const Elf64_Rela& r : elf_.relocations) {
      const unsigned type = ELF64_R_TYPE(r.r_info);
      if (std::ranges::find(known_relocations, type) == std::end(known_relocations))
        objections_.add("relocation", fmt::format("it has a relocation of type {}", type));
      const auto* s = elf_.section_at(r.r_offset);
      if (!s || s->has(SHF_EXECINSTR)) objections_.add("relocation", "it has a relocation that changes code, or nothing");
    }
  }

  void constructors() {
    for (const Elf64_Dyn& d : elf_.dynamic)
      if (d.d_tag == DT_INIT || d.d_tag == DT_FINI || d.d_tag == DT_INIT_ARRAY || d.d_tag == DT_FINI_ARRAY ||
          d.d_tag == DT_PREINIT_ARRAY)
        objections_.add("constructor", "it has code to be run when it is loaded");
    for (const auto& s : elf_.sections)
      if (s.header.sh_type == SHT_INIT_ARRAY || s.header.sh_type == SHT_FINI_ARRAY || s.header.sh_type == SHT_PREINIT_ARRAY ||
          s.name.starts_with(".init_array") || s.name.starts_with(".fini_array") || s.name.starts_with(".ctors") ||
          s.name.starts_with(".dtors"))
        objections_.add("constructor", fmt::format("it has code to be run when it is loaded, in {}", s.name));
    for (const auto& y : elf_.symbols)
      if (y.name == "amdgcn.device.init" || y.name == "amdgcn.device.fini")
        objections_.add("constructor", fmt::format("it has the kernel {}, to be run when it is loaded", y.name));
  }

  // Data that comes with the object: where a table of answers would be.
  void constants(size_t kernels) {
    uint64_t data = 0, tables = 0, loaded = 0, in_sections = 0;
    for (const auto& s : elf_.sections) {
      if (!s.has(SHF_ALLOC) || s.has(SHF_EXECINSTR)) continue;
      in_sections += s.bytes.size();
      (is_table(s) ? tables : data) += s.bytes.size();
    }
    for (const Elf64_Phdr& p : elf_.segments)
      if (p.p_type == PT_LOAD && !(p.p_flags & PF_X)) loaded += p.p_filesz;
    const uint64_t headers = sizeof(Elf64_Ehdr) + elf_.segments.size() * sizeof(Elf64_Phdr) + 256; // and what alignment adds
    if (loaded > in_sections + headers) data += loaded - in_sections - headers;                    // in no section
    data -= std::min<uint64_t>(data, kernels * descriptor_size);
    if (data > rules_.max_constants)
      objections_.add("constants", fmt::format("it has {} bytes of constants; {} are allowed", data, rules_.max_constants));
    if (tables > most_tables)
      objections_.add("constants", fmt::format("its notes and names have {} bytes; {} are allowed", tables, most_tables));
  }

  void entry(const EntryPoint& asked, const soft::Kernel& k, EntryFound& found) {
    found.symbol = k.name;
    found.group_memory = k.lds_size;
    found.private_memory = k.scratch_size;
    found.vgprs = static_cast<int>(k.vgprs);
    found.sgprs = static_cast<int>(k.sgprs);
    found.max_threads = static_cast<int>(k.max_threads);
    found.wave_size = static_cast<int>(k.wave_size);
    found.arguments = k.explicit_size;
    std::vector<FoundParameter> parameters;
    std::set<std::string> hidden;
    for (const soft::KernelArg& a : k.args) {
      if (!a.value_kind.starts_with("hidden_"))
        parameters.push_back({a.offset, a.size, a.value_kind == "global_buffer", a.value_kind == "by_value"});
      else
        hidden.insert(a.value_kind);
    }
    compare_parameters(asked, parameters, objections_);
    if (k.dynamic_stack)
      objections_.add(
          "dynamic-stack",
          fmt::format("kernel {} needs a stack of unknown size: it recurses, or calls what it finds at run time", k.name));
    if (!rules_.printf) asks_for(k, hidden);
    if (k.lds_size > rules_.group_memory)
      objections_.add("group-memory",
                      fmt::format("kernel {} takes {} bytes of LDS, the device has {}", k.name, k.lds_size, rules_.group_memory));
    for (const auto& y : elf_.symbols)
      if (y.name == k.name + ".kd" && writable(y.entry.st_value))
        objections_.add("writable-code", fmt::format("the descriptor of kernel {} can be written", k.name));
  }

  // What a kernel asks the run time for. The library code for printf, assert and malloc is made of calls to the host, and the compiler
  // gives such a kernel all that there is; so does a kernel get it that calls what it finds at run time. Which of them it is, the
  // functions that are left in the object say.
  void asks_for(const soft::Kernel& k, const std::set<std::string>& hidden) {
    const bool heap = std::ranges::any_of(elf_.symbols, [](const ElfView::Symbol& y) { return y.name == "__ockl_dm_alloc" || y.name == "__ockl_dm_dealloc"; });
    const bool host = hidden.contains("hidden_hostcall_buffer") || hidden.contains("hidden_printf_buffer");
    if (heap || (hidden.contains("hidden_heap_v1") && !host))
      objections_.add("device-heap", fmt::format("kernel {} takes memory from the device's heap (malloc, new, free, delete), which lasts from launch to launch", k.name));
    else if (host)
      objections_.add("host-call", fmt::format("kernel {} calls the host: printf, assert or the like", k.name));
    if (k.code_properties & queue_pointer || hidden.contains("hidden_default_queue") || hidden.contains("hidden_completion_action") || hidden.contains("hidden_queue_ptr"))
      objections_.add("device-launch", fmt::format("kernel {} can put work on the queue", k.name));
    if (k.code_properties & dispatch_pointer)
      objections_.add(
          "dispatch-packet",
          fmt::format("kernel {} sees the packet that launched it, and so the signal of its end; code object version 5 needs no "
                      "packet for the sizes of the launch",
                      k.name));
    if (k.code_properties & dispatch_id)
      objections_.add("dispatch-packet", fmt::format("kernel {} sees the number of its launch", k.name));
  }

  // Tables of addresses are constants that the loader completes; what else is put among them is none.
  bool has_relocation(const Elf64_Sym& y) const {
    return std::ranges::any_of(
        elf_.relocations, [&](const Elf64_Rela& r) { return r.r_offset >= y.st_value && r.r_offset - y.st_value < y.st_size; });
  }

  bool writable(uint64_t address) const {
    return std::ranges::any_of(elf_.segments, [&](const Elf64_Phdr& p) {
      return p.p_type == PT_LOAD && (p.p_flags & PF_W) && address >= p.p_vaddr && address - p.p_vaddr < p.p_memsz;
    });
  }

  // The linker's promise that a segment is only written by the loader: addresses of functions in tables, the dynamic section.
  bool constant_after_loading(uint64_t address) const {
    const auto* s = elf_.section_at(address);
    return s && (s->name == ".dynamic" || s->name == ".data.rel.ro" || s->name == ".relro_padding" || s->name == ".got");
  }

  // An address as a section and an offset in it.
  std::string place(uint64_t address) const {
    const auto* s = elf_.section_at(address);
    return s ? fmt::format("{}+{}", s->name, address - s->header.sh_addr) : std::string("nowhere");
  }

  // What the constants and the tables of addresses say, the same wherever the sections lie.
  std::string normalised_data() const {
    std::string text;
    for (const auto& s : elf_.sections) {
      if (!s.has(SHF_ALLOC) || s.has(SHF_EXECINSTR) || is_table(s) || s.bytes.empty()) continue;
      std::string bytes(reinterpret_cast<const char*>(s.bytes.data()), s.bytes.size());
      for (const auto& y : elf_.symbols) // a descriptor holds the distance to its code
        if (y.name.ends_with(".kd") && s.holds(y.entry.st_value) &&
            y.entry.st_value - s.header.sh_addr + descriptor_entry + 8 <= bytes.size())
          bytes.replace(y.entry.st_value - s.header.sh_addr + descriptor_entry, 8, 8, '\0');
      text += fmt::format("{} {}:", s.name, bytes.size()) + bytes;
    }
    std::vector<uint64_t> values = {0}; // of the dynamic symbols, by number
    for (const auto& y : elf_.symbols)
      if (y.dynamic) values.push_back(y.entry.st_value);
    for (const Elf64_Rela& r : elf_.relocations) {
      const uint64_t symbol = ELF64_R_SYM(r.r_info), value = symbol < values.size() ? values[symbol] : 0;
      text +=
          fmt::format("{} {} {};", place(r.r_offset), ELF64_R_TYPE(r.r_info), place(value + static_cast<uint64_t>(r.r_addend)));
    }
    return text;
  }

private:
  static bool is_table(const ElfView::Section& s) {
    switch (s.header.sh_type) {
    case SHT_NOTE:
    case SHT_DYNSYM:
    case SHT_STRTAB:
    case SHT_HASH:
    case SHT_GNU_HASH:
    case SHT_RELA:
    case SHT_DYNAMIC:
      return true;
    default:
      return false;
    }
  }

  const ElfView& elf_;
  const AuditRules& rules_;
  Objections& objections_;
};

}  // namespace

Result<Audit> audit_amdgpu(const ElfView& elf, std::span<const std::byte> object, const std::string& arch,
                           const std::vector<EntryPoint>& entries, const AuditRules& rules) {
  Audit audit;
  Objections objections;
  AmdAudit a(elf, rules, objections);
  a.segments();
  a.variables();
  a.symbols();
  a.relocations();
  a.constructors();
  const auto* target = hardware::find_target(arch);
  const std::string machine = target ? std::string(target->compile_as) : arch.substr(0, arch.find(':'));
  audit.entries.resize(entries.size());
  auto loaded = soft::CodeObject::load(object, machine);
  if (!loaded) {
    // What cannot be loaded for a reason that is known is refused for that.
    audit.objections = objections.list();
    if (audit.objections.empty()) return std::unexpected(loaded.error());
    return audit;
  }
  const soft::CodeObject& code = **loaded;
  a.constants(code.kernels().size());
  std::vector<std::string> names;
  for (const auto& [name, kernel] : code.kernels()) names.push_back(name);
  std::string identity = fmt::format("{} {:x}\n", machine, elf.header.e_flags);
  int wave_size = code.kernels().empty() ? 0 : static_cast<int>(code.kernels().begin()->second.wave_size);
  for (size_t i = 0; i < entries.size(); ++i) {
    std::string symbol = find_entry(entries[i].name, names, objections);
    if (symbol.empty()) continue;
    const soft::Kernel& k = code.kernels().at(symbol);
    a.entry(entries[i], k, audit.entries[i]);
    identity += fmt::format("{} {} {:x} {:x} {:x} {:x}\n", k.entry - code.text_begin(), k.kernarg_size, k.rsrc1, k.rsrc2, k.rsrc3,
                            k.code_properties);
  }
  if (code.text_end() - code.text_begin() <= most_code) {
    auto elf_address = [&](uint64_t address) { return address - code.load_bias(); };
    auto scan = scan_code(
        code, machine, wave_size == 32 || wave_size == 64 ? wave_size : 0, rules,
        [&](uint64_t x) { return a.place(elf_address(x)); },
        [&](uint64_t x) { return a.writable(elf_address(x)) && !a.constant_after_loading(elf_address(x)); }, objections);
    if (!scan) return std::unexpected(scan.error());
    audit.identity = store::content_hash(identity + scan->normalised + a.normalised_data());
  }
  audit.objections = objections.list();
  return audit;
}

}  // namespace wavelift::judge
