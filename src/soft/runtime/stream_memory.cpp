// Memory operations of a stream: waiting for values, writing them.
#include "soft/observe/definedness.h"
#include "soft/runtime/stream.h"
#include <thread>

namespace wavelift::hiprt {
namespace {

// Streams run on the thread that enqueues. A value that no other thread writes within this time never comes.
constexpr double kPatience = 20; // seconds

template <class T> bool holds(T now, T value, unsigned flags) {
  switch (flags) {
  case hipStreamWaitValueEq:
    return now == value;
  case hipStreamWaitValueAnd:
    return (now & value) != 0;
  case hipStreamWaitValueNor:
    return ~(now | value) != 0;
  default:
    return std::make_signed_t<T>(now - value) >= 0;
  }
}

template <class T> hipError_t wait(const void* pointer, T value, unsigned flags, T mask) {
  const T* place = static_cast<const T*>(pointer);
  double until = seconds_now() + kPatience;
  while (!holds<T>(__atomic_load_n(place, __ATOMIC_ACQUIRE) & mask, value, flags)) {
    if (seconds_now() > until) {
      say("a stream waits for a value in memory that nobody writes; here work runs in the order in which it "
          "is "
          "enqueued, so write the value before the wait, or from another host thread");
      return hipErrorLaunchTimeOut;
    }
    std::this_thread::yield();
  }
  return hipSuccess;
}

hipError_t one(hipStream_t stream, hipStreamBatchMemOpType type, void* pointer, uint64_t value,
               unsigned flags) {
  hipStreamBatchMemOpParams op = {};
  bool waits = type == hipStreamMemOpWaitValue32 || type == hipStreamMemOpWaitValue64;
  bool wide = type == hipStreamMemOpWaitValue64 || type == hipStreamMemOpWriteValue64;
  if (!pointer || reinterpret_cast<uintptr_t>(pointer) % (wide ? 8 : 4)) return hipErrorInvalidValue;
  if (waits && flags > hipStreamWaitValueNor) return hipErrorInvalidValue;
  op.operation = type;
  auto set = [&](auto& p) {
    p.operation = type;
    p.address = pointer;
    p.value64 = value;
    p.flags = flags;
  };
  waits ? set(op.waitValue) : set(op.writeValue);
  return submit(stream, BatchWork{{op}, 0, nullptr});
}

} // namespace

hipError_t run_batch(const BatchWork& work) {
  for (const hipStreamBatchMemOpParams& op : work.ops) {
    switch (op.operation) {
    case hipStreamMemOpWaitValue32:
      HIP_TRY(wait<uint32_t>(op.waitValue.address, op.waitValue.value, op.waitValue.flags, ~0u));
      break;
    case hipStreamMemOpWaitValue64:
      HIP_TRY(wait<uint64_t>(op.waitValue.address, op.waitValue.value64, op.waitValue.flags, ~uint64_t(0)));
      break;
    case hipStreamMemOpWriteValue32:
      if (soft::checking_init()) soft::host_wrote(op.writeValue.address, 4);
      __atomic_store_n(static_cast<uint32_t*>(op.writeValue.address), op.writeValue.value, __ATOMIC_RELEASE);
      break;
    case hipStreamMemOpWriteValue64:
      if (soft::checking_init()) soft::host_wrote(op.writeValue.address, 8);
      __atomic_store_n(static_cast<uint64_t*>(op.writeValue.address), op.writeValue.value64,
                       __ATOMIC_RELEASE);
      break;
    case hipStreamMemOpBarrier:
    case hipStreamMemOpFlushRemoteWrites:
      break; // memory is in order
    default:
      return hipErrorInvalidValue;
    }
  }
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

// With a mask the comparison is of the masked value; a batch knows no masks, so it is made here.
hipError_t hipStreamWaitValue32(hipStream_t stream, void* pointer, uint32_t value, unsigned int flags,
                                uint32_t mask) {
  return HIP_CALL {
    if (mask == ~0u) return one(stream, hipStreamMemOpWaitValue32, pointer, value, flags);
    ihipStream_t* s = nullptr;
    HIP_TRY(resolve(stream, &s));
    HIP_TRY(not_capturing(s));
    if (!pointer || flags > hipStreamWaitValueNor) return hipErrorInvalidValue;
    return wait<uint32_t>(pointer, value, flags, mask);
  };
}
hipError_t hipStreamWaitValue64(hipStream_t stream, void* pointer, uint64_t value, unsigned int flags,
                                uint64_t mask) {
  return HIP_CALL {
    if (mask == ~uint64_t(0)) return one(stream, hipStreamMemOpWaitValue64, pointer, value, flags);
    ihipStream_t* s = nullptr;
    HIP_TRY(resolve(stream, &s));
    HIP_TRY(not_capturing(s));
    if (!pointer || flags > hipStreamWaitValueNor) return hipErrorInvalidValue;
    return wait<uint64_t>(pointer, value, flags, mask);
  };
}
hipError_t hipStreamWriteValue32(hipStream_t stream, void* pointer, uint32_t value, unsigned int flags) {
  return HIP_CALL { return one(stream, hipStreamMemOpWriteValue32, pointer, value, flags); };
}
hipError_t hipStreamWriteValue64(hipStream_t stream, void* pointer, uint64_t value, unsigned int flags) {
  return HIP_CALL { return one(stream, hipStreamMemOpWriteValue64, pointer, value, flags); };
}
hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count, hipStreamBatchMemOpParams* ops,
                               unsigned int flags) {
  return HIP_CALL {
    if (!ops || count == 0 || count > 256 || flags != 0) return hipErrorInvalidValue;
    return submit(stream, BatchWork{{ops, ops + count}, flags, nullptr});
  };
}
