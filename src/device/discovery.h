// The real devices of this machine, which of them are free, and the claim to one: two judges must not time on one card.
#pragma once
#include "device/monitor.h"

namespace wavelift::device {

struct Card {
  std::string address;             // what open() takes: "cuda:0"; empty: a management library sees it, no run time does
  Info info;
  Reading reading;

  // What it is called in lock files: its UUID, else its PCI address, else its address.
  std::string identity() const;
};

// A library that was looked for.
struct Looked {
  Known which;
  bool there = false;
  std::string says;                // the file, or why not
};

struct Found {
  std::vector<Card> cards;         // in the order of their addresses
  std::vector<Looked> libraries;
};

// All of them. Loads all libraries of devices that are there; one that fails is no error, it finds nothing.
Found discover();

// "no GPU found: looked for libamdhip64.so, libcuda.so.1; the software GPU is there"
std::string nothing_found(const Found& found);

enum class Strategy {
  first,      // by address
  random,
  min_mem,    // the least memory in use
  min_util,   // the least utilisation
};
// "default", "random", "min_mem", "min_util". Errors: usage.
Result<Strategy> strategy_of(std::string_view name);

// Above either, a card is not free. What is not known counts as free, and comes after what is known where it orders.
struct Limits {
  double memory = 0.1;             // part in use
  double utilisation = 0.1;
};

// Indices of the free cards, the best first. Nothing but its arguments decides. Errors: no_input when there are no cards that can
// be opened; failed when none is free, with why of each.
Result<std::vector<size_t>> choose(const std::vector<Card>& cards, Strategy strategy, const Limits& limits, uint64_t seed);

// An exclusive claim to a device, which ends with the object and with the process.
class Claim {
public:
  // `folder` has a lock file for each device; all users of a machine share it. Errors: failed when another has it, with its
  // process; output when the file cannot be made.
  static Result<Claim> of(const std::string& identity, const std::filesystem::path& folder = "/tmp");

  Claim(Claim&& other) noexcept;
  Claim& operator=(Claim&& other) noexcept;
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim();

private:
  explicit Claim(int file) : file_(file) {}
  int file_ = -1;
};

// A claim to the card at an address such as "cuda" or "hip:1". Errors: those of Claim::of, with the address.
Result<Claim> claim_address(const std::string& address);

struct Taken {
  Card card;
  Claim claim;
};
// The first of the free cards that nobody else has claimed. Errors: those of choose; failed when all of them are claimed.
Result<Taken> take_free(const std::vector<Card>& cards, Strategy strategy, const Limits& limits, uint64_t seed,
                        const std::filesystem::path& folder = "/tmp");

}  // namespace wavelift::device
