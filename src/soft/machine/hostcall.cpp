#include "soft/machine/hostcall.h"
#include "soft/observe/ranges.h"
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

namespace wavelift::soft {

namespace {
constexpr uint64_t kPackets = 256;
constexpr uint32_t kServicePrintf = 2, kServiceMemory = 3;
constexpr uint64_t kBegin = 1, kEnd = 2;   // bits of a message descriptor; bits 7:5 are the length, the rest is the id
// While checks run, freed blocks are kept for a while, so that their use is found.
constexpr size_t kKeptBlocks = 4096;

void* allocate_for_device(size_t size) {
  if (size > 1ull << 40) return nullptr;
  void* p = std::aligned_alloc(16, std::max<size_t>((size + 15) & ~size_t{15}, 16));
  if (p && checking()) Ranges::get().add(p, size, RangeKind::heap);
  return p;
}

void free_for_device(void* p) {
  if (!checking()) return std::free(p);
  static std::deque<void*> kept;
  if (!Ranges::get().remove(p)) return report_bad_free(p);
  kept.push_back(p);
  if (kept.size() <= kKeptBlocks) return;
  std::free(kept.front());
  kept.pop_front();
}

}  // namespace

Hostcall& Hostcall::of_process() {
  static auto* h = new Hostcall;
  return *h;
}

Hostcall::Hostcall() : headers_(kPackets), payloads_(new Payload[kPackets]()) {
  // A packet's pointer is its index with a tag above it, so that no pointer is 0.
  auto pointer = [](uint64_t i) { return kPackets | i; };
  for (uint64_t i = 0; i < kPackets; ++i) headers_[i] = {i ? pointer(i - 1) : 0, 0, 0, 0};
  head_ = {headers_.data(), payloads_.get(), reinterpret_cast<uint64_t>(signal_), pointer(kPackets - 1), 0, kPackets - 1};
  signal_[0] = 1;   // AMD_SIGNAL_KIND_USER
}

std::vector<std::pair<const void*, size_t>> Hostcall::memory_ranges() const {
  return {{&head_, sizeof head_ + sizeof signal_},
          {headers_.data(), headers_.size() * sizeof(Header)},
          {payloads_.get(), kPackets * sizeof(Payload)}};
}

void Hostcall::serve() {
  if (__atomic_load_n(&head_.ready_stack, __ATOMIC_ACQUIRE) == 0) return;
  std::lock_guard lock(mutex_);
  std::vector<uint64_t> packets;   // in the order they were pushed
  for (uint64_t p = __atomic_exchange_n(&head_.ready_stack, 0, __ATOMIC_ACQ_REL); p; p = headers_[p & (kPackets - 1)].next)
    packets.push_back(p & (kPackets - 1));
  std::reverse(packets.begin(), packets.end());
  for (uint64_t i : packets) {
    if (headers_[i].service == kServicePrintf) message(headers_[i], payloads_[i]);
    else if (headers_[i].service == kServiceMemory) memory(headers_[i], payloads_[i]);
    __atomic_store_n(&headers_[i].control, headers_[i].control & ~1u, __ATOMIC_RELEASE);
  }
}

// Each active lane carries a piece of its own message.
void Hostcall::message(Header& header, Payload& payload) {
  for (uint64_t lanes = header.active; lanes; lanes &= lanes - 1) {
    uint64_t* slot = payload.slot[std::countr_zero(lanes)];
    uint64_t descriptor = slot[0], length = descriptor >> 5 & 7;
    uint64_t id = descriptor >> 8;
    if (descriptor & kBegin) {
      id = next_id_++;
      slot[0] = descriptor = (descriptor & 0xff & ~kBegin) | id << 8;
    }
    auto& data = messages_[id];
    data.insert(data.end(), slot + 1, slot + 1 + length);
    if (!(descriptor & kEnd)) continue;
    // The first qword says which stream; then format and arguments.
    if (!data.empty()) {
      std::string text = format_device_printf(data.data() + 1, data.size() - 1);
      std::fwrite(text.data(), 1, text.size(), data[0] & 1 ? stderr : stdout);
      slot[0] = text.size();
    }
    messages_.erase(id);
  }
}

// Each active lane asks for slot[1] bytes when slot[0] is 0, and gives back the block at slot[0] otherwise.
void Hostcall::memory(Header& header, Payload& payload) {
  for (uint64_t lanes = header.active; lanes; lanes &= lanes - 1) {
    uint64_t* slot = payload.slot[std::countr_zero(lanes)];
    if (slot[0]) {
      free_for_device(reinterpret_cast<void*>(slot[0]));
      slot[0] = 0;
    } else {
      slot[0] = reinterpret_cast<uint64_t>(allocate_for_device(slot[1]));
    }
  }
}

std::string format_device_printf(const uint64_t* data, size_t count) {
  size_t at = 0;
  auto string_here = [&]() {
    auto* p = reinterpret_cast<const char*>(data + at);
    size_t n = strnlen(p, (count - at) * 8);
    at = std::min(count, at + (n + 1 + 7) / 8);
    return std::string(p, n);
  };
  auto number_here = [&]() { return at < count ? data[at++] : 0; };

  std::string format = string_here(), out;
  for (size_t i = 0; i < format.size();) {
    if (format[i] != '%') {
      out += format[i++];
      continue;
    }
    if (i + 1 < format.size() && format[i + 1] == '%') {
      out += '%';
      i += 2;
      continue;
    }
    // %[flags][width][.precision][length]conversion; '*' takes an argument.
    std::string spec = "%";
    size_t j = i + 1;
    int longs = 0;
    for (; j < format.size() && !std::strchr("diouxXeEfFgGaAcspn", format[j]); ++j) {
      if (format[j] == '*') spec += std::to_string(static_cast<int>(number_here()));
      else if (format[j] == 'l' || format[j] == 'j' || format[j] == 'z' || format[j] == 't') longs++;
      else if (format[j] == 'h') longs--;
      else spec += format[j];
    }
    if (j >= format.size() || spec.size() > 64) break;
    char c = format[j];
    i = j + 1;
    if (c == 'n') {
      number_here();
      continue;
    }
    std::vector<char> buffer(512);
    auto print = [&](auto value, const std::string& s) {
      int n = std::snprintf(buffer.data(), buffer.size(), s.c_str(), value);
      if (n >= static_cast<int>(buffer.size())) {
        buffer.resize(static_cast<size_t>(n) + 1);
        std::snprintf(buffer.data(), buffer.size(), s.c_str(), value);
      }
      out += buffer.data();
    };
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    if (c == 's') {
      print(string_here().c_str(), spec + 's');
    } else if (std::strchr("eEfFgGaA", c)) {
      print(std::bit_cast<double>(number_here()), spec + c);
    } else if (c == 'p') {
      print(reinterpret_cast<void*>(number_here()), spec + 'p');
    } else if (c == 'c') {
      int ch = static_cast<int>(number_here());
      if (ch == 0) out += '\0';
      else print(ch, spec + 'c');
    } else {
      uint64_t v = number_here();
      bool is_signed = c == 'd' || c == 'i';
      if (longs <= -2) v = is_signed ? static_cast<uint64_t>(static_cast<int8_t>(v)) : static_cast<uint8_t>(v);
      else if (longs == -1) v = is_signed ? static_cast<uint64_t>(static_cast<int16_t>(v)) : static_cast<uint16_t>(v);
      else if (longs == 0) v = is_signed ? static_cast<uint64_t>(static_cast<int32_t>(v)) : static_cast<uint32_t>(v);
      print(static_cast<unsigned long long>(v), spec + "ll" + c);
    }
#pragma clang diagnostic pop
  }
  return out;
}

}  // namespace wavelift::soft
