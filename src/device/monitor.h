// What management libraries tell of cards: use, clocks, power, temperature, processes. None is needed; what none tells is absent.
#pragma once
#include "device/device.h"
#include "device/library.h"

namespace wavelift::device {

struct Process {
  int pid = 0;
  std::string name;                // empty: not known
  uint64_t memory = 0;             // bytes on the card
};

struct Reading {
  std::string name, uuid;
  std::optional<uint64_t> memory, memory_used;     // bytes
  std::optional<double> utilisation;               // 0 to 1: in what part of the last moments a kernel ran
  Telemetry telemetry;
  std::optional<std::vector<Process>> processes;

  // Takes from `other` what is absent here.
  void complete(const Reading& other);
};

// One loaded management library.
class Monitor {
public:
  virtual ~Monitor() = default;
  // Where the library was found.
  virtual std::string file() const = 0;
  // The PCI addresses of the cards that it knows, as pci_address writes them.
  virtual std::vector<std::string> cards() = 0;
  virtual Reading read(size_t card) = 0;
  // The part of a reading that changes by the moment.
  virtual Telemetry telemetry(size_t card) = 0;
};
// Errors: tool_missing; failed when the library cannot start.
Result<std::unique_ptr<Monitor>> open_nvml();
Result<std::unique_ptr<Monitor>> open_amdsmi();
Result<std::unique_ptr<Monitor>> open_rocm_smi();

// The libraries that tell of devices of a kind; none for the software GPU.
std::vector<Known> monitors_of(Kind kind);
Result<std::unique_ptr<Monitor>> open_monitor(Known which);

// A card's telemetry by its PCI address, from whichever libraries are there; they are loaded when it is first asked for.
class TelemetryReader {
public:
  TelemetryReader(Kind kind, std::string pci) : kind_(kind), pci_(std::move(pci)) {}
  Telemetry read();

private:
  struct Source {
    std::unique_ptr<Monitor> monitor;
    size_t card;
  };
  Kind kind_;
  std::string pci_;
  bool opened_ = false;
  std::vector<Source> sources_;
};

// "0000:81:00.0", however a library wrote it ("00000000:81:00.0"). Empty for what is no PCI address.
std::string pci_address(const std::string& text);
std::string pci_address(uint64_t domain, uint64_t bus, uint64_t device, uint64_t function);

// A process's name, where it can be seen.
std::string process_name(int pid);

}  // namespace wavelift::device
