#include "proof/kernel_log.h"
#include "proof/json_lines.h"
#include <algorithm>
#include <map>
#include <set>

namespace wavelift::proof {

KernelLog read_kernel_log(std::string_view text) {
  KernelLog log;
  std::set<std::string> unlaunched;
  std::map<std::string, KernelCost> sums;
  for_each_object(text, [&](const nlohmann::json& j) {
    if (j.contains("kernel") && j["kernel"].is_string()) {
      KernelCost& c = sums[j["kernel"].get<std::string>()];
      c.launches += 1;
      if (auto n = j.find("wave_instructions"); n != j.end() && n->is_number()) c.wave_instructions += n->get<int64_t>();
      if (auto s = j.find("seconds"); s != j.end() && s->is_number()) c.seconds += s->get<double>();
    }
    if (j.contains("unlaunched") && j["unlaunched"].is_string()) unlaunched.insert(j["unlaunched"].get<std::string>());
  });
  for (auto& [name, cost] : sums) {
    cost.kernel = name;
    log.launched.push_back(cost);
  }
  std::ranges::sort(log.launched, [](auto& a, auto& b) {
    return std::tuple(-a.wave_instructions, -a.seconds, a.kernel) < std::tuple(-b.wave_instructions, -b.seconds, b.kernel);
  });
  // Another process of the program's may have launched it.
  std::ranges::copy_if(unlaunched, std::back_inserter(log.unlaunched), [&](const std::string& name) { return !sums.contains(name); });
  return log;
}

}  // namespace wavelift::proof
