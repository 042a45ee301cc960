#include "fixture.h"

namespace {

struct Graphs : Runtime {
  hipStream_t a = nullptr, b = nullptr;
  int* d = nullptr;
  void SetUp() override {
    Runtime::SetUp();
    OK(hipStreamCreate(&a));
    OK(hipStreamCreate(&b));
    d = device<int>(4);
    OK(hipMemset(d, 0, 16));
  }
  void TearDown() override {
    OK(hipStreamDestroy(a));
    OK(hipStreamDestroy(b));
    OK(hipFree(d));
    Runtime::TearDown();
  }
  size_t nodes(hipGraph_t g) {
    size_t n = 0;
    EXPECT_EQ(hipSuccess, hipGraphGetNodes(g, nullptr, &n));
    return n;
  }
  size_t edges(hipGraph_t g) {
    size_t n = 0;
    EXPECT_EQ(hipSuccess, hipGraphGetEdges(g, nullptr, nullptr, &n));
    return n;
  }
};

} // namespace

TEST_F(Graphs, capture_records_and_replays) {
  OK(hipStreamBeginCapture(a, hipStreamCaptureModeGlobal));
  OK(launch("add", 1, a, d, 1));
  OK(launch("add", 1, a, d, 10));
  hipStreamCaptureStatus status;
  OK(hipStreamIsCapturing(a, &status));
  EXPECT_EQ(hipStreamCaptureStatusActive, status);
  hipGraph_t graph;
  OK(hipStreamEndCapture(a, &graph));
  EXPECT_EQ(0, fetch(d)); // nothing has run
  EXPECT_EQ(2u, nodes(graph));
  EXPECT_EQ(1u, edges(graph));
  hipGraphExec_t exec;
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphDestroy(graph));
  for (int i = 0; i < 3; ++i) OK(hipGraphLaunch(exec, a));
  OK(hipStreamSynchronize(a));
  EXPECT_EQ(33, fetch(d));
  OK(hipGraphExecDestroy(exec));
  FAILS(hipErrorInvalidValue, hipGraphLaunch(exec, a));
}

TEST_F(Graphs, capture_follows_events_across_streams) {
  hipEvent_t fork, join;
  OK(hipEventCreate(&fork));
  OK(hipEventCreate(&join));
  OK(hipStreamBeginCapture(a, hipStreamCaptureModeRelaxed));
  OK(launch("add", 1, a, d, 1));
  OK(hipEventRecord(fork, a));
  OK(hipStreamWaitEvent(b, fork, 0));
  OK(launch("add", 1, b, d + 1, 2));
  OK(launch("add", 1, a, d + 2, 3));
  OK(hipEventRecord(join, b));
  OK(hipStreamWaitEvent(a, join, 0));
  OK(launch("add", 1, a, d + 3, 4));
  FAILS(hipErrorCapturedEvent, hipEventQuery(join));
  hipGraph_t graph = nullptr;
  FAILS(hipErrorStreamCaptureUnmatched, hipStreamEndCapture(b, &graph));
  OK(hipStreamEndCapture(a, &graph));
  EXPECT_EQ(4u, nodes(graph));
  EXPECT_EQ(4u, edges(graph)); // a diamond
  size_t roots = 0;
  OK(hipGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT_EQ(1u, roots);
  hipGraphExec_t exec;
  OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  OK(hipGraphLaunch(exec, b)); // b is a plain stream again
  for (int i = 0; i < 4; ++i) EXPECT_EQ(i + 1, fetch(d + i));
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipEventDestroy(fork));
  OK(hipEventDestroy(join));
}

TEST_F(Graphs, capture_refuses_what_it_must) {
  FAILS(hipErrorStreamCaptureUnsupported, hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal));
  OK(hipStreamBeginCapture(a, hipStreamCaptureModeGlobal));
  FAILS(hipErrorIllegalState, hipStreamBeginCapture(a, hipStreamCaptureModeGlobal));
  void* p = nullptr;
  FAILS(hipErrorStreamCaptureUnsupported, hipMalloc(&p, 4));
  FAILS(hipErrorStreamCaptureUnsupported, hipDeviceSynchronize());
  FAILS(hipErrorStreamCaptureImplicit, launch("add", 1, nullptr, d, 1));
  FAILS(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(a)); // spoils the capture
  hipGraph_t graph = nullptr;
  FAILS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(a, &graph));
  EXPECT_EQ(nullptr, graph);
  FAILS(hipErrorIllegalState, hipStreamEndCapture(a, &graph));

  hipEvent_t fork;
  OK(hipEventCreate(&fork));
  OK(hipStreamBeginCapture(a, hipStreamCaptureModeRelaxed));
  OK(launch("add", 1, a, d, 1));
  OK(hipEventRecord(fork, a));
  OK(hipStreamWaitEvent(b, fork, 0));
  OK(launch("add", 1, b, d, 1));
  FAILS(hipErrorStreamCaptureUnjoined, hipStreamEndCapture(a, &graph));
  OK(hipStreamSynchronize(b));
  OK(hipEventDestroy(fork));
}

TEST_F(Graphs, explicit_nodes_of_all_kinds) {
  hipGraph_t graph, child;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphCreate(&child, 0));
  hipGraphNode_t set, kernel, inner, nested, copy, host, empty;
  hipMemsetParams fill = {};
  fill.dst = d;
  fill.elementSize = 4;
  fill.width = 4;
  fill.height = 1;
  fill.value = 100;
  OK(hipGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
  int value = 5;
  void* args[] = {&d, &value};
  hipKernelNodeParams params = {};
  params.func = function("add");
  params.gridDim = dim3(1);
  params.blockDim = dim3(64);
  params.kernelParams = args;
  OK(hipGraphAddKernelNode(&kernel, graph, &set, 1, &params));
  OK(hipGraphAddKernelNode(&inner, child, nullptr, 0, &params));
  OK(hipGraphAddChildGraphNode(&nested, graph, &kernel, 1, child));
  OK(hipGraphDestroy(child)); // the node has its own
  int result = 0;
  OK(hipGraphAddMemcpyNode1D(&copy, graph, &nested, 1, &result, d, 4, hipMemcpyDeviceToHost));
  int twice = 0;
  struct Both {
    int *in, *out;
  } both = {&result, &twice};
  hipHostNodeParams call = {[](void* p) { *static_cast<Both*>(p)->out = 2 * *static_cast<Both*>(p)->in; },
                            &both};
  OK(hipGraphAddHostNode(&host, graph, &copy, 1, &call));
  OK(hipGraphAddEmptyNode(&empty, graph, &host, 1));
  hipGraphNodeType type;
  OK(hipGraphNodeGetType(nested, &type));
  EXPECT_EQ(hipGraphNodeTypeGraph, type);
  value = 1; // arguments were copied
  hipGraphExec_t exec;
  OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  OK(hipGraphLaunch(exec, a));
  EXPECT_EQ(110, result);
  EXPECT_EQ(220, twice);
  EXPECT_EQ(100, fetch(d + 3));

  // Parameters of one node in the executable graph
  hipKernelNodeParams got;
  OK(hipGraphKernelNodeGetParams(kernel, &got));
  EXPECT_EQ(5, *static_cast<int*>(got.kernelParams[1]));
  value = 7;
  OK(hipGraphExecKernelNodeSetParams(exec, kernel, &params));
  OK(hipGraphLaunch(exec, a));
  EXPECT_EQ(112, result);
  OK(hipGraphNodeSetEnabled(exec, kernel, 0));
  OK(hipGraphLaunch(exec, a));
  EXPECT_EQ(105, result);

  hipGraph_t clone;
  OK(hipGraphClone(&clone, graph));
  hipGraphNode_t there = nullptr;
  OK(hipGraphNodeFindInClone(&there, kernel, clone));
  EXPECT_NE(kernel, there);
  EXPECT_EQ(nodes(graph), nodes(clone));
  OK(hipGraphDestroyNode(there));
  EXPECT_EQ(nodes(graph) - 1, nodes(clone));
  OK(hipGraphDestroy(clone));
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

TEST_F(Graphs, update_takes_parameters_but_no_new_shape) {
  auto capture = [&](int first, bool second) {
    EXPECT_EQ(hipSuccess, hipStreamBeginCapture(a, hipStreamCaptureModeRelaxed));
    EXPECT_EQ(hipSuccess, launch("add", 1, a, d, first));
    if (second) EXPECT_EQ(hipSuccess, launch("add", 1, a, d, 1));
    hipGraph_t g = nullptr;
    EXPECT_EQ(hipSuccess, hipStreamEndCapture(a, &g));
    return g;
  };
  hipGraph_t one = capture(1, false), two = capture(20, false), longer = capture(1, true);
  hipGraphExec_t exec;
  OK(hipGraphInstantiateWithFlags(&exec, one, 0));
  hipGraphNode_t where;
  hipGraphExecUpdateResult result;
  OK(hipGraphExecUpdate(exec, two, &where, &result));
  EXPECT_EQ(hipGraphExecUpdateSuccess, result);
  OK(hipGraphLaunch(exec, a));
  EXPECT_EQ(20, fetch(d));
  FAILS(hipErrorGraphExecUpdateFailure, hipGraphExecUpdate(exec, longer, &where, &result));
  EXPECT_EQ(hipGraphExecUpdateErrorTopologyChanged, result);
  for (hipGraph_t g : {one, two, longer}) OK(hipGraphDestroy(g));
  OK(hipGraphExecDestroy(exec));
}

TEST_F(Graphs, edges_and_cycles) {
  hipGraph_t graph;
  OK(hipGraphCreate(&graph, 0));
  hipGraphNode_t n[2];
  for (hipGraphNode_t& node : n) OK(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
  OK(hipGraphAddDependencies(graph, &n[0], &n[1], 1));
  FAILS(hipErrorInvalidValue, hipGraphAddDependencies(graph, &n[0], &n[1], 1)); // there already
  OK(hipGraphAddDependencies(graph, &n[1], &n[0], 1));
  hipGraphExec_t exec;
  FAILS(hipErrorInvalidValue, hipGraphInstantiateWithFlags(&exec, graph, 0));
  OK(hipGraphRemoveDependencies(graph, &n[1], &n[0], 1));
  OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

TEST_F(Graphs, memory_nodes_and_user_objects) {
  static int destroyed;
  destroyed = 0;
  hipGraph_t graph;
  OK(hipGraphCreate(&graph, 0));
  hipMemAllocNodeParams p = {};
  p.poolProps.allocType = hipMemAllocationTypePinned;
  p.poolProps.location = {hipMemLocationTypeDevice, 0};
  p.bytesize = 256;
  hipGraphNode_t alloc, kernel, copy, free;
  OK(hipGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &p));
  ASSERT_NE(nullptr, p.dptr);
  hipMemsetParams fill = {p.dptr, 4, 1, 256, 41, 64};
  OK(hipGraphAddMemsetNode(&kernel, graph, &alloc, 1, &fill));
  int result = 0;
  OK(hipGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, &result, p.dptr, 4, hipMemcpyDeviceToHost));
  OK(hipGraphAddMemFreeNode(&free, graph, &copy, 1, p.dptr));
  hipUserObject_t object;
  OK(hipUserObjectCreate(&object, nullptr, [](void*) { ++destroyed; }, 1, hipUserObjectNoDestructorSync));
  OK(hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove));
  hipGraphExec_t exec;
  OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  OK(hipGraphDestroy(graph));
  OK(hipGraphLaunch(exec, a));
  EXPECT_EQ(41, result);
  EXPECT_EQ(0, destroyed);
  OK(hipGraphExecDestroy(exec));
  EXPECT_EQ(1, destroyed);
}
