// RCCL for one device: a communicator of one rank, whose collective operations copy what is sent to where it is received.
// The copies are the stream's own, so that they keep its order and can be captured. Sends and receives to oneself meet in the
// order in which they were issued, within a group as RCCL wants it.
#include <atomic>
#include <cstring>
#include <deque>
#include <new>
#include <rccl/rccl.h>

struct ncclComm {
  int device = 0;
  const char* last_error = "";
  struct Message {
    const void* from;
    void* to;
    size_t bytes;
    hipStream_t stream;
  };
  std::deque<Message> sends, receives;
};

namespace {

thread_local int group_depth = 0;
thread_local ncclComm* group_comm = nullptr;

size_t size_of(ncclDataType_t type) {
  constexpr size_t sizes[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  return type >= 0 && type < ncclNumTypes ? sizes[type] : 0;
}

ncclResult_t refuse(ncclComm_t comm, ncclResult_t result, const char* why) {
  if (comm) comm->last_error = why;
  return result;
}

ncclResult_t copy(const void* from, void* to, size_t bytes, hipStream_t stream) {
  if (from == to || bytes == 0) return ncclSuccess;
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream) == hipSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

// Checks that every collective makes, then the copy.
ncclResult_t collective(const void* from, void* to, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                        hipStream_t stream) {
  if (!comm) return ncclInvalidArgument;
  if (!size_of(type)) return refuse(comm, ncclInvalidArgument, "unknown data type");
  if (root != 0) return refuse(comm, ncclInvalidArgument, "the communicator has one rank, 0");
  if (count && (!from || !to)) return refuse(comm, ncclInvalidArgument, "a buffer is null");
  return copy(from, to, count * size_of(type), stream);
}
ncclResult_t reduction(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm,
                       hipStream_t stream) {
  if (op < 0 || op >= ncclNumOps) return refuse(comm, ncclInvalidArgument, "unknown reduction");
  return collective(from, to, count, type, root, comm, stream);
}

ncclResult_t deliver(ncclComm_t comm) {
  while (!comm->sends.empty() && !comm->receives.empty()) {
    auto send = comm->sends.front(), receive = comm->receives.front();
    comm->sends.pop_front();
    comm->receives.pop_front();
    if (send.bytes != receive.bytes) return refuse(comm, ncclInvalidUsage, "a send and its receive differ in size");
    if (auto r = copy(send.from, receive.to, send.bytes, receive.stream); r != ncclSuccess) return r;
  }
  if (comm->sends.empty() && comm->receives.empty()) return ncclSuccess;
  comm->sends.clear();
  comm->receives.clear();
  return refuse(comm, ncclInvalidUsage, "a send or receive has no partner in its group: it would wait for ever");
}

ncclResult_t message(bool is_send, const void* from, void* to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                     hipStream_t stream) {
  if (!comm) return ncclInvalidArgument;
  if (!size_of(type)) return refuse(comm, ncclInvalidArgument, "unknown data type");
  if (peer != 0) return refuse(comm, ncclInvalidArgument, "the communicator has one rank, 0");
  (is_send ? comm->sends : comm->receives).push_back({from, to, count * size_of(type), stream});
  if (group_depth == 0) return deliver(comm);
  group_comm = comm;
  return ncclSuccess;
}

ncclResult_t create(ncclComm_t* comm, int ranks, int rank) {
  if (!comm || ranks < 1 || rank < 0 || rank >= ranks) return ncclInvalidArgument;
  *comm = nullptr;
  if (ranks > 1) return ncclInvalidUsage;
  auto* made = new (std::nothrow) ncclComm;
  if (!made) return ncclSystemError;
  if (hipGetDevice(&made->device) != hipSuccess) {
    delete made;
    return ncclUnhandledCudaError;
  }
  *comm = made;
  return ncclSuccess;
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  if (!version) return ncclInvalidArgument;
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  static std::atomic<uint64_t> next{1};
  if (!id) return ncclInvalidArgument;
  std::memset(id, 0, sizeof *id);
  uint64_t n = next++;
  std::memcpy(id->internal, &n, sizeof n);
  return ncclSuccess;
}
const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
  case ncclSuccess: return "no error";
  case ncclUnhandledCudaError: return "a call of the HIP run time failed";
  case ncclSystemError: return "a system call failed";
  case ncclInternalError: return "internal error";
  case ncclInvalidArgument: return "invalid argument";
  case ncclInvalidUsage: return "invalid usage (the software GPU has communicators of one rank)";
  case ncclRemoteError: return "remote process exited or there was a network error";
  case ncclInProgress: return "operation in progress";
  default: return "unknown result code";
  }
}
const char* ncclGetLastError(ncclComm_t comm) { return comm ? comm->last_error : ""; }

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId, int rank) { return create(comm, ranks, rank); }
ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId, int rank, ncclConfig_t*) {
  return create(comm, ranks, rank);
}
ncclResult_t ncclCommInitRankScalable(ncclComm_t* comm, int ranks, int rank, int ids, ncclUniqueId* id, ncclConfig_t*) {
  if (ids < 1 || !id) return ncclInvalidArgument;
  return create(comm, ranks, rank);
}
ncclResult_t ncclCommInitAll(ncclComm_t* comm, int devices, const int* list) {
  if (list && devices == 1 && list[0] != 0) return ncclInvalidArgument;
  return create(comm, devices, 0);
}
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int, ncclComm_t* made, ncclConfig_t*) {
  if (!comm || !made) return ncclInvalidArgument;
  *made = nullptr;
  return color == NCCL_SPLIT_NOCOLOR ? ncclSuccess : create(made, 1, 0);
}
ncclResult_t ncclCommFinalize(ncclComm_t comm) { return comm ? ncclSuccess : ncclInvalidArgument; }
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  delete comm;
  return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  if (!comm || !error) return ncclInvalidArgument;
  *error = ncclSuccess;
  return ncclSuccess;
}

static ncclResult_t answer(ncclComm_t comm, int* to, int value) {
  if (!comm || !to) return ncclInvalidArgument;
  *to = value;
  return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) { return answer(comm, count, 1); }
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device) { return answer(comm, device, comm ? comm->device : 0); }
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank) { return answer(comm, rank, 0); }
ncclResult_t ncclCommRegister(const ncclComm_t comm, void* buffer, size_t, void** handle) {
  if (!comm || !handle) return ncclInvalidArgument;
  *handle = buffer;
  return ncclSuccess;
}
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void*) { return comm ? ncclSuccess : ncclInvalidArgument; }
ncclResult_t ncclMemAlloc(void** at, size_t size) {
  if (!at) return ncclInvalidArgument;
  return hipMalloc(at, size) == hipSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
ncclResult_t ncclMemFree(void* at) { return hipFree(at) == hipSuccess ? ncclSuccess : ncclUnhandledCudaError; }

// A factor of the caller's own is not there.
ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t*, void*, ncclDataType_t, ncclScalarResidence_t, ncclComm_t comm) {
  return refuse(comm, ncclInvalidUsage, "reductions with a factor are not supported");
}
ncclResult_t ncclRedOpDestroy(ncclRedOp_t, ncclComm_t) { return ncclInvalidArgument; }

ncclResult_t ncclReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm,
                        hipStream_t stream) {
  return reduction(from, to, count, type, op, root, comm, stream);
}
ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm, hipStream_t stream) {
  return collective(buffer, buffer, count, type, root, comm, stream);
}
ncclResult_t ncclBroadcast(const void* from, void* to, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                           hipStream_t stream) {
  return collective(from, to, count, type, root, comm, stream);
}
ncclResult_t ncclAllReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                           hipStream_t stream) {
  return reduction(from, to, count, type, op, 0, comm, stream);
}
ncclResult_t ncclReduceScatter(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               hipStream_t stream) {
  return reduction(from, to, count, type, op, 0, comm, stream);
}
ncclResult_t ncclAllGather(const void* from, void* to, size_t count, ncclDataType_t type, ncclComm_t comm, hipStream_t stream) {
  return collective(from, to, count, type, 0, comm, stream);
}
ncclResult_t ncclGather(const void* from, void* to, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                        hipStream_t stream) {
  return collective(from, to, count, type, root, comm, stream);
}
ncclResult_t ncclScatter(const void* from, void* to, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                         hipStream_t stream) {
  return collective(from, to, count, type, root, comm, stream);
}
ncclResult_t ncclAllToAll(const void* from, void* to, size_t count, ncclDataType_t type, ncclComm_t comm, hipStream_t stream) {
  return collective(from, to, count, type, 0, comm, stream);
}
ncclResult_t ncclAllToAllv(const void* from, const size_t sends[], const size_t send_at[], void* to, const size_t receives[],
                           const size_t receive_at[], ncclDataType_t type, ncclComm_t comm, hipStream_t stream) {
  if (!sends || !send_at || !receives || !receive_at) return ncclInvalidArgument;
  if (sends[0] != receives[0]) return refuse(comm, ncclInvalidUsage, "a send and its receive differ in size");
  const char* source = static_cast<const char*>(from) + send_at[0] * size_of(type);
  return collective(source, static_cast<char*>(to) + receive_at[0] * size_of(type), sends[0], type, 0, comm, stream);
}

ncclResult_t ncclSend(const void* from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, hipStream_t stream) {
  return message(true, from, nullptr, count, type, peer, comm, stream);
}
ncclResult_t ncclRecv(void* to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, hipStream_t stream) {
  return message(false, nullptr, to, count, type, peer, comm, stream);
}

ncclResult_t ncclGroupStart() {
  ++group_depth;
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd() {
  if (group_depth == 0) return ncclInvalidUsage;
  if (--group_depth > 0 || !group_comm) return ncclSuccess;
  ncclComm* comm = group_comm;
  group_comm = nullptr;
  return deliver(comm);
}
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t* info) {
  if (info) info->estimatedTime = 0;
  return ncclGroupEnd();
}

}  // extern "C"
