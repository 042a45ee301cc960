// A profile document (docs/profile.md) as text: the summary table and annotated source.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace wavelift::cli {

struct ProfileView {
  std::string kernel;      // only kernels whose name contains this
  size_t kernels = 10;     // at most; those with most instructions come first
  size_t lines = 8;        // source lines shown of each
};

std::string profile_table(const nlohmann::ordered_json& profile, const ProfileView& view);

// Every source file that has counters, with the counters of its lines in front of them and two lines of context.
std::string annotated_source(const nlohmann::ordered_json& profile, const ProfileView& view);

}  // namespace wavelift::cli
