// What the kernel's driver of AMD's cards says itself, in files whose form does not change between releases.
#pragma once
#include "device/monitor.h"

namespace wavelift::device {

struct KfdCard {
  std::string pci;
  uint64_t last_level_cache = 0;       // bytes; 0: not known
  std::vector<Process> processes;      // that have memory on it
};

// `folder` is /sys/class/kfd/kfd on a real machine. Empty where there is no such driver.
std::vector<KfdCard> kfd_cards(const std::filesystem::path& folder = "/sys/class/kfd/kfd");

}  // namespace wavelift::device
