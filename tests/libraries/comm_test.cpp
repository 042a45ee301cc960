// RCCL with one rank, and ROCTx.
#include "support.h"
#include <rccl/rccl.h>
#include <roctracer/roctx.h>

using namespace test;

namespace {

TEST(Comm, OneRankCopiesAndMoreAreRefused) {
  ncclUniqueId id;
  ncclComm_t comm = nullptr;
  ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
  EXPECT_EQ(ncclCommInitRank(&comm, 2, id, 0), ncclInvalidUsage);
  EXPECT_EQ(comm, nullptr);
  ASSERT_EQ(ncclCommInitRank(&comm, 1, id, 0), ncclSuccess);
  Device<float> a(std::vector<float>{1, 2, 3}), b(3);
  ASSERT_EQ(ncclAllReduce(a.get(), b.get(), 3, ncclFloat, ncclSum, comm, nullptr), ncclSuccess);
  EXPECT_EQ(b.copy(), a.copy());
  EXPECT_EQ(ncclBroadcast(a.get(), b.get(), 3, ncclFloat, 1, comm, nullptr), ncclInvalidArgument);
  b[0] = 0;
  ASSERT_EQ(ncclGroupStart(), ncclSuccess);
  ASSERT_EQ(ncclRecv(b.get(), 1, ncclFloat, 0, comm, nullptr), ncclSuccess);
  ASSERT_EQ(ncclSend(a.get() + 2, 1, ncclFloat, 0, comm, nullptr), ncclSuccess);
  ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
  EXPECT_EQ(b[0], 3);
  // Alone it would wait for ever.
  EXPECT_EQ(ncclRecv(b.get(), 1, ncclFloat, 0, comm, nullptr), ncclInvalidUsage);
  EXPECT_STRNE(ncclGetLastError(comm), "");
  int count = 0;
  ASSERT_EQ(ncclCommCount(comm, &count), ncclSuccess);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(ncclCommDestroy(comm), ncclSuccess);
}
TEST(Roctx, RangesNest) {
  EXPECT_EQ(roctxRangePush("a"), 0);
  EXPECT_EQ(roctxRangePush("b"), 1);
  EXPECT_EQ(roctxRangePop(), 1);
  EXPECT_EQ(roctxRangePop(), 0);
  EXPECT_LT(roctxRangePop(), 0);
  EXPECT_NE(roctxRangeStart("c"), roctxRangeStart("d"));
}

}  // namespace
