// Cubins, for GPUs from sm_70 on, whose instructions have 16 bytes. NVIDIA documents neither the sections nor the encodings: what
// is used here was seen in what ptxas 12.9 and 13.5 write, and in nvdisasm's reading of it. A constant address in a cubin is a
// bank and an offset, so that nothing in the code depends on where things lie. Relocations are the driver's, and not judged.
#include "judge/audit_parts.h"
#include "store/hash.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace wavelift::judge {

namespace {

constexpr size_t most_code = 16 << 20;
constexpr unsigned first_generation = 70;
constexpr unsigned reserved_shared = 1024; // bytes at the start of shared memory, from sm_90 on

// Attributes of .nv.info sections.
enum : uint8_t { max_threads = 0x05, frame_size = 0x11, parameter = 0x17, register_count = 0x2f };
constexpr uint8_t with_payload = 0x04; // a 16-bit size and that many bytes follow; else two bytes of value

struct Attribute {
  uint8_t kind = 0;
  std::span<const std::byte> payload;
  uint32_t word(size_t i) const {
    uint32_t w = 0;
    get(payload, i * 4, w);
    return w;
  }
};

std::vector<Attribute> attributes(const ElfView::Section* s) {
  std::vector<Attribute> all;
  if (!s) return all;
  for (size_t at = 0; at + 4 <= s->bytes.size();) {
    uint8_t format = 0;
    Attribute a;
    uint16_t size = 0;
    get(s->bytes, at, format);
    get(s->bytes, at + 1, a.kind);
    get(s->bytes, at + 2, size);
    at += 4;
    if (format == with_payload) {
      if (size > s->bytes.size() - at) break;
      a.payload = s->bytes.subspan(at, size);
      at += size;
    }
    all.push_back(a);
  }
  return all;
}

// What instructions may not do, by the low twelve bits.
enum : unsigned { cs2r = 0x805, s2r = 0x919, s2ur = 0x9c3, preexit = 0x82d, acqbulk = 0x82e, bpt = 0x95c };

// Numbers of special registers.
constexpr unsigned clocks[] = {0x50, 0x51, 0x52, 0x53};       // CLOCKLO, CLOCKHI, GLOBALTIMERLO, GLOBALTIMERHI
constexpr unsigned places[] = {0x03, 0x04, 0x43};             // VIRTID, PHYSID, VIRTUALSMID
constexpr unsigned first_counter = 0x64, last_counter = 0x73; // PM0 to PM7, halves

bool is_one_of(unsigned n, std::span<const unsigned> list) { return std::ranges::find(list, n) != list.end(); }

class CubinAudit {
public:
  CubinAudit(const ElfView& elf, unsigned generation, const AuditRules& rules, Objections& objections)
      : elf_(elf), generation_(generation), rules_(rules), objections_(objections) {}

  std::vector<std::string> kernels() const {
    std::vector<std::string> names;
    constexpr unsigned entry = 0x10;
    for (const auto& y : elf_.symbols)
      if (y.type() == STT_FUNC && y.entry.st_shndx != SHN_UNDEF && y.entry.st_other & entry && section(".text." + y.name))
        names.push_back(y.name);
    return names;
  }

  void sections() {
    uint64_t constants = 0, code = 0;
    for (const auto& s : elf_.sections) {
      if (!s.has(SHF_ALLOC) || s.header.sh_size == 0) continue;
      if (s.has(SHF_EXECINSTR)) {
        code += s.bytes.size();
        if (!s.name.starts_with(".text.")) objections_.add("code-section", fmt::format("it has code in the section {}", s.name));
        if (s.has(SHF_WRITE)) objections_.add("writable-code", fmt::format("the code in {} can be written", s.name));
      } else if (s.has(SHF_WRITE)) {
        // The strings that printf prints are variables here.
        if (!s.name.starts_with(".nv.shared.") && !(rules_.printf && s.name == ".nv.global.init"))
          objections_.add("device-variable",
                          fmt::format("{} bytes in {} last from launch to launch; tables of constants are __constant__",
                                      s.header.sh_size, s.name));
      } else if (!s.name.starts_with(".nv.constant0")) { // bank 0 holds the parameters
        constants += s.bytes.size();
      }
      if (s.header.sh_type == SHT_INIT_ARRAY || s.header.sh_type == SHT_FINI_ARRAY || s.name.starts_with(".init") ||
          s.name.starts_with(".fini"))
        objections_.add("constructor", fmt::format("it has code to be run when it is loaded, in {}", s.name));
    }
    if (constants > rules_.max_constants)
      objections_.add("constants", fmt::format("it has {} bytes of constants; {} are allowed", constants, rules_.max_constants));
    if (code > most_code) objections_.add("code-size", fmt::format("it has {} bytes of code; {} are allowed", code, most_code));
  }

  void symbols() {
    for (const auto& y : elf_.symbols) {
      if (y.entry.st_shndx != SHN_UNDEF || y.name.empty() || y.name.starts_with(".nv.reserved")) continue;
      if (y.name == "vprintf" || y.name == "__assertfail") {
        if (!rules_.printf) objections_.add("host-call", fmt::format("it calls the host: {}", y.name));
      } else if (y.name == "malloc" || y.name == "free")
        objections_.add("device-heap", "it allocates memory, which lasts from launch to launch");
      else if (y.name.starts_with("cuda") || y.name.starts_with("__cuda") || y.name.starts_with("cnp"))
        objections_.add("device-launch", fmt::format("it can launch kernels: {}", y.name));
      else
        objections_.add("undefined-symbol", fmt::format("it uses {}, which it does not have", y.name));
    }
  }

  void instructions() {
    for (const auto& s : elf_.sections) {
      if (!s.has(SHF_EXECINSTR)) continue;
      for (uint64_t at = 0; at + 16 <= s.bytes.size() && at < most_code; at += 16) {
        uint64_t low = 0, high = 0;
        get(s.bytes, at, low);
        get(s.bytes, at + 8, high);
        instruction(fmt::format("{}+0x{:x}", s.name.starts_with(".text.") ? s.name.substr(6) : s.name, at), low & 0xfff,
                    high >> 8 & 0xff);
      }
    }
  }

  void entry(const EntryPoint& asked, const std::string& symbol, EntryFound& found) {
    found.symbol = symbol;
    found.wave_size = 32;
    found.max_threads = 1024;
    if (const auto* shared = section(".nv.shared." + symbol)) {
      found.group_memory = shared->header.sh_size;
      if (generation_ >= 90) found.group_memory -= std::min<uint64_t>(found.group_memory, reserved_shared);
    }
    std::vector<FoundParameter> parameters;
    for (const Attribute& a : attributes(section(".nv.info." + symbol))) {
      if (a.kind == max_threads && a.payload.size() >= 12)
        found.max_threads = static_cast<int>(
            std::min<uint64_t>(uint64_t(a.word(0)) * std::min(a.word(1), 1024u) * std::min(a.word(2), 1024u), 1024));
      // Its number and offset in the second word, its size in the high bits of the third.
      if (a.kind == parameter && a.payload.size() >= 12) {
        const size_t number = a.word(1) & 0xffff;
        if (number >= 1024) continue;
        if (parameters.size() <= number) parameters.resize(number + 1);
        parameters[number] = {a.word(1) >> 16, a.word(2) >> 18, true, true};
        found.arguments = std::max<uint64_t>(found.arguments, parameters[number].offset + parameters[number].size);
      }
    }
    for (const Attribute& a : attributes(section(".nv.info"))) {
      if (a.payload.size() < 8 || a.word(0) == 0 || a.word(0) > elf_.symbols.size() || elf_.symbols[a.word(0) - 1].name != symbol)
        continue;
      if (a.kind == register_count) found.vgprs = static_cast<int>(a.word(1) & 0xffff);
      if (a.kind == frame_size) found.private_memory = a.word(1);
    }
    compare_parameters(asked, parameters, objections_);
    if (found.group_memory > rules_.group_memory)
      objections_.add("group-memory", fmt::format("kernel {} takes {} bytes of shared memory, the device has {}", symbol,
                                                  found.group_memory, rules_.group_memory));
  }

  // Code and constants, without the names of their sections.
  std::string normalised() const {
    std::string text;
    for (const auto& s : elf_.sections)
      if (s.has(SHF_ALLOC) && !s.name.starts_with(".nv.constant0") && s.header.sh_size)
        text += fmt::format("{:x} {}:", s.header.sh_flags & (SHF_WRITE | SHF_EXECINSTR), s.header.sh_size) +
                std::string(reinterpret_cast<const char*>(s.bytes.data()), s.bytes.size());
    return text;
  }

  const ElfView::Section* section(const std::string& name) const {
    for (const auto& s : elf_.sections)
      if (s.name == name) return &s;
    return nullptr;
  }

private:
  void instruction(const std::string& where, unsigned operation, unsigned special) {
    switch (operation) {
    case cs2r:
    case s2r:
    case s2ur:
      if (is_one_of(special, clocks)) {
        if (!rules_.clocks) objections_.add("clock-read", fmt::format("{}: reads a clock", where));
      } else if (is_one_of(special, places)) {
        objections_.add("hardware-register", fmt::format("{}: reads where the warp runs", where));
      } else if (special >= first_counter && special <= last_counter) {
        objections_.add("trace", fmt::format("{}: reads a performance counter", where));
      }
      break;
    case preexit:
    case acqbulk:
      objections_.add("grid-dependency",
                      fmt::format("{}: lets the next launch begin before this one's end, or waits for the one before", where));
      break;
    case bpt:
      objections_.add("trap", fmt::format("{}: stops with a trap", where));
      break;
    default:
      break;
    }
  }

  const ElfView& elf_;
  const unsigned generation_;
  const AuditRules& rules_;
  Objections& objections_;
};

// "sm_90a" is 90. An ELF says it in the flags, elsewhere from the ABI of CUDA 13 on.
std::optional<unsigned> number_of(const std::string& arch) {
  unsigned n = 0;
  for (char c : arch.substr(3, 3))
    if (c >= '0' && c <= '9') n = n * 10 + static_cast<unsigned>(c - '0');
  return n >= first_generation ? std::optional(n) : std::nullopt;
}

unsigned number_of(const ElfView& elf) {
  return (elf.header.e_ident[EI_ABIVERSION] >= 8 ? elf.header.e_flags >> 8 : elf.header.e_flags) & 0xff;
}

}  // namespace

Result<Audit> audit_cubin(const ElfView& elf, const std::string& arch, const std::vector<EntryPoint>& entries,
                          const AuditRules& rules) {
  auto generation = number_of(arch);
  if (!generation) return fail(Exit::unsupported, "cubins can be audited from sm_70 on");
  if (number_of(elf) != *generation)
    return fail(Exit::no_input, fmt::format("object: it is for sm_{}, the device is sm_{}", number_of(elf), *generation));
  Audit audit;
  Objections objections;
  CubinAudit a(elf, *generation, rules, objections);
  a.sections();
  a.symbols();
  a.instructions();
  audit.entries.resize(entries.size());
  const auto names = a.kernels();
  std::string identity = fmt::format("sm_{}\n", *generation);
  for (size_t i = 0; i < entries.size(); ++i) {
    std::string symbol = find_entry(entries[i].name, names, objections);
    if (symbol.empty()) continue;
    a.entry(entries[i], symbol, audit.entries[i]);
    const auto* code = a.section(".text." + symbol);
    identity += store::content_hash(code->bytes) + fmt::format(" {} {}\n", audit.entries[i].arguments, audit.entries[i].group_memory);
  }
  audit.identity = store::content_hash(identity + a.normalised());
  audit.objections = objections.list();
  return audit;
}

}  // namespace wavelift::judge
