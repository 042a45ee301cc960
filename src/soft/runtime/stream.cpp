// Streams: creation, order, queries, callbacks, attributes.
#include "soft/runtime/stream.h"
#include "soft/runtime/device_table.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unordered_set>

namespace wavelift::hiprt {
namespace {

constexpr int kLeastPriority = 1, kGreatestPriority = -1;

struct Streams {
  std::mutex mutex;
  std::unordered_set<ihipStream_t*> live;
  std::atomic<uint64_t> next_id{1};
};
Streams& streams() {
  static Streams* the = new Streams;
  return *the;
}

ihipStream_t* null_stream() {
  static ihipStream_t* the = [] {
    auto* s = new ihipStream_t;
    s->legacy = true;
    s->id = streams().next_id++;
    return s;
  }();
  return the;
}

ihipStream_t* thread_stream() {
  thread_local std::unique_ptr<ihipStream_t> mine;
  if (!mine) {
    mine = std::make_unique<ihipStream_t>();
    mine->id = streams().next_id++;
  }
  return mine.get();
}

hipError_t create(hipStream_t* out, unsigned flags, int priority) {
  if (!out) return hipErrorInvalidValue;
  if (flags != hipStreamDefault && flags != hipStreamNonBlocking) return hipErrorInvalidValue;
  HIP_TRY(usable_while_capturing());
  auto* stream = new ihipStream_t;
  stream->flags = flags;
  stream->priority = std::min(std::max(priority, kGreatestPriority), kLeastPriority);
  stream->id = streams().next_id++;
  std::lock_guard lock(streams().mutex);
  streams().live.insert(stream);
  *out = stream;
  return hipSuccess;
}

// Runs `body(stream)` for a valid handle.
template <class F> hipError_t with(hipStream_t handle, F&& body) {
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  return body(stream);
}

} // namespace

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

namespace {

bool issue_clock() {
  static const bool on = [] {
    const char* text = std::getenv("WAVELIFT_CLOCK");
    return text && std::string_view(text) == "issue";
  }();
  return on;
}
std::atomic<double> issued{0};              // seconds
constexpr double kLaunchSeconds = 5e-6;     // of a kernel without work: about what real devices take

} // namespace

double device_seconds() { return issue_clock() ? issued.load() : seconds_now(); }

void advance_device_clock(const soft::LaunchStats& stats) {
  if (!issue_clock()) return;
  const DeviceRow& row = device_row();
  // Each SIMD issues one instruction a cycle; those of GCN and CDNA are 16 lanes wide, so that a wave's takes four.
  const double cycles = row.wave_size == 64 ? 4 : 1;
  const double simds = std::min<double>(static_cast<double>(std::max<uint64_t>(stats.waves, 1)), double(row.compute_units) * row.simds);
  issued.fetch_add(kLaunchSeconds + static_cast<double>(stats.wave_instructions) / simds * cycles / (row.clock_mhz * 1e6));
}

hipError_t resolve(hipStream_t handle, ihipStream_t** stream) {
  if (!handle || handle == hipStreamLegacy) {
    *stream = null_stream();
    return hipSuccess;
  }
  if (handle == hipStreamPerThread) {
    *stream = thread_stream();
    return hipSuccess;
  }
  std::lock_guard lock(streams().mutex);
  if (!streams().live.contains(handle)) return hipErrorInvalidHandle;
  *stream = handle;
  return hipSuccess;
}

hipError_t submit(hipStream_t handle, Work work) {
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  if (stream->capture) return capture_add(stream, std::move(work));
  HIP_TRY(device_fault());
  if (stream->legacy && capture_forbids_sync()) return hipErrorStreamCaptureImplicit;
  std::lock_guard lock(stream->running);
  return run(work);
}

hipError_t submit_and_wait(hipStream_t handle, Work work) {
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  HIP_TRY(not_capturing(stream));
  return submit(handle, std::move(work));
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipStreamCreate(hipStream_t* stream) {
  return HIP_CALL { return create(stream, hipStreamDefault, 0); };
}
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned int flags) {
  return HIP_CALL { return create(stream, flags, 0); };
}
hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned int flags, int priority) {
  return HIP_CALL { return create(stream, flags, priority); };
}
hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return HIP_CALL {
    if (least) *least = kLeastPriority;
    if (greatest) *greatest = kGreatestPriority;
    return hipSuccess;
  };
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return HIP_CALL {
    if (!stream || stream == hipStreamLegacy || stream == hipStreamPerThread) return hipErrorInvalidHandle;
    {
      std::lock_guard lock(streams().mutex);
      if (streams().live.erase(stream) == 0) return hipErrorInvalidHandle;
    }
    forget_stream(stream);
    {
      std::lock_guard wait(stream->running);
    }
    delete stream;
    return hipSuccess;
  };
}

hipError_t hipStreamSynchronize(hipStream_t handle) {
  return HIP_CALL {
    return with(handle, [](ihipStream_t* stream) -> hipError_t {
      HIP_TRY(not_capturing(stream));
      std::lock_guard wait(stream->running);
      return device_fault();
    });
  };
}
hipError_t hipStreamQuery(hipStream_t handle) {
  return HIP_CALL {
    return with(handle, [](ihipStream_t* stream) -> hipError_t {
      HIP_TRY(not_capturing(stream));
      HIP_TRY(device_fault());
      std::unique_lock idle(stream->running, std::try_to_lock);
      return idle ? hipSuccess : hipErrorNotReady;
    });
  };
}

hipError_t hipStreamGetFlags(hipStream_t handle, unsigned int* flags) {
  return HIP_CALL {
    if (!flags) return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) { return *flags = stream->flags, hipSuccess; });
  };
}
hipError_t hipStreamGetPriority(hipStream_t handle, int* priority) {
  return HIP_CALL {
    if (!priority) return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) { return *priority = stream->priority, hipSuccess; });
  };
}
hipError_t hipStreamGetId(hipStream_t handle, unsigned long long* id) {
  return HIP_CALL {
    if (!id) return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) { return *id = stream->id, hipSuccess; });
  };
}
hipError_t hipStreamGetDevice(hipStream_t handle, hipDevice_t* device) {
  return HIP_CALL {
    if (!device) return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t*) { return *device = 0, hipSuccess; });
  };
}
int hipGetStreamDeviceId(hipStream_t) { return 0; }

hipError_t hipExtStreamCreateWithCUMask(hipStream_t* stream, uint32_t words, const uint32_t* mask) {
  return HIP_CALL {
    if (!stream || !mask || words == 0) return hipErrorInvalidValue;
    HIP_TRY(create(stream, hipStreamDefault, 0));
    (*stream)->cu_mask.assign(mask, mask + words);
    return hipSuccess;
  };
}
hipError_t hipExtStreamGetCUMask(hipStream_t handle, uint32_t words, uint32_t* mask) {
  return HIP_CALL {
    int units = device_row().compute_units;
    if (!mask || words < uint32_t(units + 31) / 32) return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) {
      for (uint32_t i = 0; i < words; ++i) {
        int left = units - int(i) * 32;
        mask[i] = i < stream->cu_mask.size() ? stream->cu_mask[i]
                  : left >= 32               ? ~0u
                  : left > 0                 ? (1u << left) - 1
                                             : 0;
      }
      return hipSuccess;
    });
  };
}

hipError_t hipStreamAddCallback(hipStream_t handle, hipStreamCallback_t callback, void* data,
                                unsigned int flags) {
  return HIP_CALL {
    if (!callback || flags != 0) return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) -> hipError_t {
      HIP_TRY(not_capturing(stream));
      return submit(handle, CallbackWork{callback, handle, data});
    });
  };
}
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void* data) {
  return HIP_CALL {
    if (!fn) return hipErrorInvalidValue;
    return submit(stream, HostWork{fn, data});
  };
}

hipError_t hipStreamAttachMemAsync(hipStream_t handle, void* pointer, size_t, unsigned int flags) {
  return HIP_CALL {
    if (!pointer || (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle))
      return hipErrorInvalidValue;
    return with(handle, [](ihipStream_t*) { return hipSuccess; });
  };
}

hipError_t hipStreamSetAttribute(hipStream_t handle, hipLaunchAttributeID id,
                                 const hipLaunchAttributeValue* value) {
  return HIP_CALL {
    if (!value || id < hipLaunchAttributeAccessPolicyWindow || id >= hipLaunchAttributeMax)
      return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) {
      if (id == hipLaunchAttributePriority) stream->priority = value->priority;
      stream->attributes[id] = *value;
      return hipSuccess;
    });
  };
}
hipError_t hipStreamGetAttribute(hipStream_t handle, hipLaunchAttributeID id,
                                 hipLaunchAttributeValue* value) {
  return HIP_CALL {
    if (!value || id < hipLaunchAttributeAccessPolicyWindow || id >= hipLaunchAttributeMax)
      return hipErrorInvalidValue;
    return with(handle, [&](ihipStream_t* stream) {
      std::memset(value, 0, sizeof *value);
      if (auto it = stream->attributes.find(id); it != stream->attributes.end()) *value = it->second;
      if (id == hipLaunchAttributePriority) value->priority = stream->priority;
      return hipSuccess;
    });
  };
}
hipError_t hipStreamCopyAttributes(hipStream_t to, hipStream_t from) {
  return HIP_CALL {
    return with(to, [&](ihipStream_t* dst) {
      return with(from, [&](ihipStream_t* src) {
        dst->attributes = src->attributes;
        return hipSuccess;
      });
    });
  };
}
