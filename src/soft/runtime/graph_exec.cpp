// Graphs ready to run: instantiation, launch, update.
#include "soft/runtime/graph.h"
#include "soft/runtime/stream.h"
#include <algorithm>

namespace wavelift::hiprt {
namespace {

std::mutex executables_mutex;
std::unordered_set<hipGraphExec_t> executables;

bool known(hipGraphExec_t exec) {
  std::lock_guard lock(executables_mutex);
  return executables.contains(exec);
}

hipError_t instantiate(hipGraphExec_t* out, hipGraph_t graph, unsigned long long flags) {
  constexpr unsigned long long kKnown = hipGraphInstantiateFlagAutoFreeOnLaunch |
                                        hipGraphInstantiateFlagUpload | hipGraphInstantiateFlagDeviceLaunch |
                                        hipGraphInstantiateFlagUseNodePriority;
  if (!out || !graph || !known_graph(graph) || (flags & ~kKnown)) return hipErrorInvalidValue;
  if (order_of(*graph).size() != graph->nodes.size()) return hipErrorInvalidValue; // a cycle
  auto* exec = new hipGraphExec;
  exec->graph = std::make_unique<ihipGraph>();
  exec->flags = flags;
  clone_into(*graph, *exec->graph);
  std::lock_guard lock(executables_mutex);
  executables.insert(exec);
  *out = exec;
  return hipSuccess;
}

hipError_t launch(hipGraphExec_t exec, hipStream_t handle) {
  if (!exec || !known(exec)) return hipErrorInvalidValue;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  if (stream->capture) {
    // The graph becomes part of the one that is captured.
    auto copy = std::make_shared<ihipGraph>();
    clone_into(*exec->graph, *copy);
    return capture_add(stream, ChildWork{copy});
  }
  HIP_TRY(device_fault());
  std::scoped_lock lock(stream->running, exec->running);
  return run_graph(*exec->graph);
}

// Whether both are the same but for parameters; else why not, and where in `to`.
hipGraphExecUpdateResult compare(const ihipGraph& from, const ihipGraph& to, hipGraphNode_t* where) {
  *where = nullptr;
  if (from.nodes.size() != to.nodes.size()) return hipGraphExecUpdateErrorTopologyChanged;
  std::unordered_map<const hipGraphNode*, size_t> from_index, to_index;
  for (size_t i = 0; i < from.nodes.size(); ++i) {
    from_index[from.nodes[i].get()] = i;
    to_index[to.nodes[i].get()] = i;
  }
  for (size_t i = 0; i < from.nodes.size(); ++i) {
    const hipGraphNode &a = *from.nodes[i], &b = *to.nodes[i];
    if (node_type(a.work) != node_type(b.work))
      return *where = to.nodes[i].get(), hipGraphExecUpdateErrorNodeTypeChanged;
    std::vector<size_t> ea, eb;
    for (auto* n : a.to) ea.push_back(from_index.at(n));
    for (auto* n : b.to) eb.push_back(to_index.at(n));
    std::ranges::sort(ea);
    std::ranges::sort(eb);
    if (ea != eb) return *where = to.nodes[i].get(), hipGraphExecUpdateErrorTopologyChanged;
    const auto *ca = std::get_if<ChildWork>(&a.work), *cb = std::get_if<ChildWork>(&b.work);
    if (ca && cb)
      if (auto r = compare(*ca->graph, *cb->graph, where); r != hipGraphExecUpdateSuccess) return r;
  }
  return hipGraphExecUpdateSuccess;
}

hipError_t update(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t* node_out,
                  hipGraphExecUpdateResult* result_out) {
  if (!exec || !known(exec) || !graph || !known_graph(graph) || !result_out) return hipErrorInvalidValue;
  hipGraphNode_t where = nullptr;
  *result_out = compare(*exec->graph, *graph, &where);
  if (node_out) *node_out = where;
  if (*result_out != hipGraphExecUpdateSuccess) return hipErrorGraphExecUpdateFailure;
  auto fresh = std::make_unique<ihipGraph>();
  clone_into(*graph, *fresh);
  for (size_t i = 0; i < fresh->nodes.size(); ++i) {
    fresh->nodes[i]->enabled = exec->graph->nodes[i]->enabled;
    // Nodes of the graph that was instantiated go on naming nodes here.
    for (const auto& [original, mine] : exec->graph->clone_of)
      if (mine == exec->graph->nodes[i].get()) fresh->clone_of[original] = fresh->nodes[i].get();
  }
  std::lock_guard lock(exec->running);
  exec->graph = std::move(fresh);
  return hipSuccess;
}

} // namespace

hipError_t run_graph(const ihipGraph& graph) {
  for (hipGraphNode_t node : order_of(graph)) {
    if (!node->enabled) continue;
    HIP_TRY(run(node->work));
  }
  return hipSuccess;
}

hipGraphNode_t node_in(hipGraphExec_t exec, hipGraphNode_t node) {
  if (!exec || !node || !known(exec)) return nullptr;
  auto it = exec->graph->clone_of.find(node);
  return it == exec->graph->clone_of.end() ? nullptr : it->second;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph, hipGraphNode_t* error_node, char* log,
                               size_t log_size) {
  return HIP_CALL {
    if (error_node) *error_node = nullptr;
    if (log && log_size) log[0] = 0;
    return instantiate(exec, graph, 0);
  };
}
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* exec, hipGraph_t graph, unsigned long long flags) {
  return HIP_CALL { return instantiate(exec, graph, flags); };
}
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t* exec, hipGraph_t graph,
                                         hipGraphInstantiateParams* params) {
  return HIP_CALL {
    if (!params) return hipErrorInvalidValue;
    params->errNode_out = nullptr;
    hipError_t error = instantiate(exec, graph, params->flags);
    params->result_out =
        error == hipSuccess ? hipGraphInstantiateSuccess : hipGraphInstantiateInvalidStructure;
    return error;
  };
}
hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  return HIP_CALL {
    {
      std::lock_guard lock(executables_mutex);
      if (executables.erase(exec) == 0) return hipErrorInvalidValue;
    }
    delete exec;
    return hipSuccess;
  };
}
hipError_t hipGraphExecGetFlags(hipGraphExec_t exec, unsigned long long* flags) {
  return HIP_CALL {
    if (!flags || !known(exec)) return hipErrorInvalidValue;
    *flags = exec->flags;
    return hipSuccess;
  };
}
hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t handle) {
  return HIP_CALL {
    ihipStream_t* stream = nullptr;
    HIP_TRY(resolve(handle, &stream));
    return known(exec) ? hipSuccess : hipErrorInvalidValue;
  };
}
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  return HIP_CALL { return launch(exec, stream); };
}
hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t* node,
                              hipGraphExecUpdateResult* result) {
  return HIP_CALL { return update(exec, graph, node, result); };
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned int enabled) {
  return HIP_CALL {
    hipGraphNode_t mine = node_in(exec, node);
    if (!mine) return hipErrorInvalidValue;
    hipGraphNodeType type = node_type(mine->work);
    if (type != hipGraphNodeTypeKernel && type != hipGraphNodeTypeMemcpy && type != hipGraphNodeTypeMemset)
      return hipErrorInvalidValue;
    mine->enabled = enabled != 0;
    return hipSuccess;
  };
}
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned int* enabled) {
  return HIP_CALL {
    hipGraphNode_t mine = node_in(exec, node);
    if (!mine || !enabled) return hipErrorInvalidValue;
    *enabled = mine->enabled;
    return hipSuccess;
  };
}
