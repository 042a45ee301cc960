#include "model/profile_work.h"
#include "hardware/targets.h"
#include "model/waits.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::model {

namespace {

using Json = nlohmann::ordered_json;

double number(const Json& j, const char* key) {
  auto it = j.find(key);
  return it != j.end() && it->is_number() ? it->get<double>() : 0;
}
std::string text(const Json& j, const char* key) {
  auto it = j.find(key);
  return it != j.end() && it->is_string() ? it->get<std::string>() : std::string();
}

bool is_type(const std::string& t, std::initializer_list<std::string_view> of) { return std::ranges::find(of, t) != of.end(); }

Class class_of(const Json& i, const std::string& unit, const std::string& mnemonic) {
  const std::string arithmetic = text(i, "arithmetic"), type = text(i, "type");
  if (unit == "matrix") return Class::matrix;
  if (unit == "salu") return Class::scalar;
  if (unit == "smem") return Class::scalar_load;
  if (unit == "branch") return Class::branch;
  if (unit == "lds") return Class::lds;
  if (unit == "barrier") return Class::barrier;
  if (unit == "vmem" || unit == "flat")
    return mnemonic.find("atomic") != mnemonic.npos ? Class::atomic : mnemonic.find("_store") != mnemonic.npos ? Class::store : Class::load;
  if (arithmetic == "trans") return Class::transcendental;
  if (arithmetic == "cvt") return Class::convert;
  if (arithmetic == "int") return Class::integer;
  if (type == "f64") return Class::f64;
  if (is_type(arithmetic, {"add", "mul", "fma", "dot"})) return is_type(type, {"f16", "bf16"}) ? Class::half : Class::f32;
  return mnemonic.starts_with("v_cmp") || mnemonic.starts_with("v_min") || mnemonic.starts_with("v_max") ? Class::integer : Class::move;
}

MatrixType matrix_type(const std::string& type) {
  return type == "f64" ? MatrixType::f64 : type == "f32" ? MatrixType::f32 : type == "f16" ? MatrixType::f16 : type == "bf16" ? MatrixType::bf16 : type == "f8" ? MatrixType::f8 : MatrixType::i8;
}

// Bytes that a lane moves: global_load_b128, ds_load_2addr_b64, ds_read2st64_b32, global_load_dwordx4, global_load_ubyte.
double lane_bytes(const std::string& mnemonic) {
  double bytes = 4;
  if (const size_t at = mnemonic.find("dwordx"); at != mnemonic.npos) bytes = 4.0 * (mnemonic[at + 6] - '0');
  else if (mnemonic.find("byte") != mnemonic.npos || mnemonic.find("8") == mnemonic.size() - 1) bytes = mnemonic.find("128") == mnemonic.npos ? 1 : 16;
  else if (mnemonic.find("short") != mnemonic.npos || mnemonic.ends_with("16")) bytes = 2;
  else if (mnemonic.ends_with("b64") || mnemonic.ends_with("u64")) bytes = 8;
  else if (mnemonic.ends_with("b96")) bytes = 12;
  const bool two = mnemonic.find("2addr") != mnemonic.npos || mnemonic.find("read2") != mnemonic.npos || mnemonic.find("write2") != mnemonic.npos;
  return two ? 2 * bytes : bytes;
}

// `times`: executions of a wave.
void count_alike(const Json& i, const Step& s, double times, Work& w) {
  auto add = [&](Alike a, double x) { w.alike[static_cast<size_t>(a)] += x; };
  const std::string mnemonic = s.text.substr(0, s.text.find(' '));
  const bool store = mnemonic.find("store") != mnemonic.npos || mnemonic.find("write") != mnemonic.npos, scratch = mnemonic.starts_with("scratch");
  if (s.unit == "barrier") add(Alike::barriers, times);
  if (mnemonic.find("atomic") != mnemonic.npos || mnemonic.starts_with("ds_add") || mnemonic.starts_with("ds_max") || mnemonic.starts_with("ds_min")) {
    add(Alike::atomics, times);
  } else if (s.unit == "vmem" && !scratch) {
    add(store ? Alike::store_bytes : Alike::load_bytes, times * lane_bytes(mnemonic));
  } else if (s.unit == "lds" && (store || mnemonic.find("load") != mnemonic.npos || mnemonic.find("read") != mnemonic.npos)) {
    add(store ? Alike::lds_store_bytes : Alike::lds_load_bytes, times * lane_bytes(mnemonic));
  }
  if (text(i, "arithmetic") == "trans") add(Alike::transcendental, times);
  else if (number(i, "flops") > 0 && number(i, "lanes") > 0 && s.unit == "valu") add(Alike::flops, times * number(i, "flops") / number(i, "lanes"));
}

Work work_of(const Json& k, const std::string& arch) {
  Work w;
  w.kernel = text(k, "demangled");
  w.symbol = text(k, "name");
  w.arch = arch;
  const double launches = std::max(1.0, number(k, "launches"));
  const Json &grid = k.at("grid"), &block = k.at("block");
  w.threads = 1;
  for (size_t d = 0; d < 3; ++d) {
    w.grid[d] = grid.at(d).get<double>();
    w.threads *= block.at(d).get<double>();
  }
  w.wave_size = static_cast<int>(number(k, "wave_size"));
  const Json& r = k.at("resources");
  auto whole = [&](const char* key) { return static_cast<int>(number(r, key)); };
  w.vgprs = whole("vgprs");
  w.agprs = whole("agprs");
  w.sgprs = whole("sgprs");
  w.lds_bytes = whole("lds_static_bytes") + whole("lds_dynamic_bytes");
  w.scratch_bytes = whole("scratch_bytes_per_lane");
  w.dynamic = true;

  // What was counted is of the workgroups that ran.
  const double all = std::max(1.0, number(k, "workgroups")), ran = k.contains("executed_workgroups") ? std::max(1.0, number(k, "executed_workgroups")) : all;
  w.sampled = ran < all;
  const double waves = std::max(1.0, number(k.at("counters"), "SQ_WAVES"));
  const Json& c = k.at("counters");
  auto each = [&](const char* key) { return number(c, key) / ran; };
  w.lds_cycles = each("SQ_LDS_IDX_ACTIVE");
  w.lds_conflict_cycles = each("SQ_LDS_BANK_CONFLICT");
  w.lds_paired = number(c, "lds_wide_passes") > 0 ? number(c, "lds_paired_passes") / number(c, "lds_wide_passes") : 0;
  w.requests = each("requests");
  w.sectors = each("sectors_32B");
  w.lines64 = each("lines_64B");
  w.lines128 = each("lines_128B");
  w.load_bytes = each("load_bytes");
  w.store_bytes = each("store_bytes");
  w.l1_hits = number(c, "l1_lookups") > 0 ? number(c, "l1_hits") / number(c, "l1_lookups") : 0;
  if (!w.sampled) w.dram_bytes = (number(c, "dram_read_bytes") + number(c, "dram_write_bytes")) / launches;

  std::vector<Step> steps;
  for (const Json& i : k.at("instructions")) {
    Step s;
    s.address = i.value("address", uint64_t{0});
    s.text = text(i, "text");
    s.unit = text(i, "unit");
    const double executions = number(i, "executions");
    s.times = executions / waves;
    s.l1_hits = number(i, "l1_hit_percent") / 100;
    if (s.unit != "wait" && s.unit != "other" && s.unit != "message") {
      const std::string mnemonic = s.text.substr(0, s.text.find(' '));
      w.of(class_of(i, s.unit, mnemonic)) += executions / ran;
      if (i.value("packed", false) && class_of(i, s.unit, mnemonic) == Class::f32) w.second += executions / ran;
      if (s.unit == "matrix") w.matrix_flops[static_cast<size_t>(matrix_type(text(i, "type")))] += number(i, "flops") / ran;
      if ((s.unit == "vmem" || s.unit == "flat") && mnemonic.find("atomic") != mnemonic.npos) {
        w.atomic_turns += number(i, "atomic_lanes_on_one_address") * executions / ran;
        w.atomic_lanes += number(i, "lanes") / ran;
      }
    }
    if (s.text.find("store") != s.text.npos || s.text.find("atomic") != s.text.npos) {
      w.store_sectors += number(i, "sectors") / ran;
      w.store_lines += number(i, "lines_128B") / ran;
    }
    count_alike(i, s, executions / waves, w);
    steps.push_back(std::move(s));
  }
  std::ranges::sort(steps, {}, &Step::address);
  w.waits = waits_of(steps);
  if (auto f = k.find("footprint"); f != k.end()) {
    w.footprints_known = true;
    for (const Json& b : *f) {
      Footprint p;
      p.name = text(b, "argument");
      p.read_bytes = number(b, "read_bytes");
      p.written_bytes = number(b, "written_bytes");
      for (size_t d = 0; d < 3; ++d) p.fresh[d] = b.at("fresh").at(d).get<double>();
      p.span = number(b, "span_bytes");
      w.footprints.push_back(std::move(p));
    }
  }
  return w;
}

}  // namespace

Result<std::vector<Work>> work_of_profile(const Json& profile) {
  if (!profile.is_object() || profile.value("format", "") != "wavelift-profile" || profile.value("version", 0) != 1)
    return fail(Exit::no_input, "it is no profile of version 1", "wl profile --json FILE PROGRAM writes one");
  std::vector<Work> all;
  try {
    const std::string target = profile.at("target").at("name").get<std::string>();
    for (const Json& k : profile.at("kernels")) all.push_back(work_of(k, target));
  } catch (const Json::exception& e) {
    return fail(Exit::no_input, fmt::format("the profile is damaged: {}", e.what()));
  }
  return all;
}

void carry_over(Work& w, const hardware::Spec& card) {
  const hardware::Target* ran = hardware::find_target(w.arch);
  w.native = card.name == w.arch || card.executes == w.arch || (ran && card.executes == ran->compile_as && !card.executes.empty());
  if (!w.native && card.vendor == hardware::Vendor::nvidia) w.vgprs = std::min(w.vgprs, 255);
}

}  // namespace wavelift::model
