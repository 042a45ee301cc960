// The host side of hostcalls: how device code asks for printf and malloc. The buffer layout and protocol are those of the ROCm
// device libraries (ockl's hostcall): a free stack and a ready stack of packets, 64 slots of 8 qwords a packet.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace wavelift::soft {

class Hostcall {
public:
  Hostcall();
  // One for the process: waves of all launches share it, as they do on a real device.
  static Hostcall& of_process();
  // What the hidden argument hidden_hostcall_buffer points to.
  void* buffer() { return &head_; }
  // Serves the packets that are ready. Called when a wave sleeps. Thread-safe.
  void serve();
  // What the device reads and writes of it: base and bytes.
  std::vector<std::pair<const void*, size_t>> memory_ranges() const;

private:
  struct Header {
    uint64_t next, active;
    uint32_t service, control;
  };
  struct Payload {
    uint64_t slot[64][8];
  };
  struct Head {                      // as the device sees it
    Header* headers;
    Payload* payloads;
    uint64_t doorbell;               // handle of a signal
    uint64_t free_stack, ready_stack, index_mask;
  };
  void message(Header& header, Payload& payload);
  void memory(Header& header, Payload& payload);

  alignas(64) Head head_;
  alignas(64) uint64_t signal_[8] = {};   // amd_signal_t; its mailbox stays null, so nobody is interrupted
  std::vector<Header> headers_;
  std::unique_ptr<Payload[]> payloads_;
  std::mutex mutex_;
  std::unordered_map<uint64_t, std::vector<uint64_t>> messages_;   // by id: the qwords so far
  uint64_t next_id_ = 1;
};

// The text of a device printf. `data`: the format string packed into qwords (NUL-terminated, padded), then a qword an
// argument; strings are packed as the format is. Malformed data ends the text early, never reads outside.
std::string format_device_printf(const uint64_t* data, size_t count);

}  // namespace wavelift::soft
