// Structure of graphs: creation, nodes, edges, clones, user objects, a picture for Graphviz.
#include "soft/runtime/graph.h"
#include "soft/runtime/module.h"
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <queue>

namespace wavelift::hiprt {
namespace {

// Which handles are alive. Graph contents themselves are the program's to protect, as HIP says.
std::mutex handles_mutex;
std::unordered_set<const void*> graphs, nodes, objects;
std::atomic<uint64_t> next_node{1};

bool contains(const std::unordered_set<const void*>& set, const void* handle) {
  std::lock_guard lock(handles_mutex);
  return set.contains(handle);
}

// Fills an array of the program's in the way of all hipGraph...Get functions: without an array only the
// count.
template <class T> hipError_t give(const std::vector<T>& all, T* out, size_t* count) {
  if (!count) return hipErrorInvalidValue;
  if (out) {
    size_t n = std::min(*count, all.size());
    std::copy_n(all.begin(), n, out);
    for (size_t i = n; i < *count; ++i) out[i] = nullptr;
    *count = n;
  } else {
    *count = all.size();
  }
  return hipSuccess;
}

void remove_edge(hipGraphNode_t from, hipGraphNode_t to) {
  std::erase(from->to, to);
  std::erase(to->from, from);
}

const char* type_name(hipGraphNodeType type) {
  static constexpr const char* kNames[] = {"kernel",
                                           "memcpy",
                                           "memset",
                                           "host",
                                           "graph",
                                           "empty",
                                           "wait event",
                                           "record event",
                                           "signal",
                                           "wait signal",
                                           "alloc",
                                           "free",
                                           "memcpy from symbol",
                                           "memcpy to symbol",
                                           "batch of memory operations"};
  return unsigned(type) < std::size(kNames) ? kNames[type] : "?";
}

hipError_t edges(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to, size_t count,
                 bool add) {
  if (!graph || (count && (!from || !to))) return hipErrorInvalidValue;
  if (!known_graph(graph)) return hipErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    if (!known_node(from[i]) || !known_node(to[i]) || from[i] == to[i]) return hipErrorInvalidValue;
    if (from[i]->graph != graph || to[i]->graph != graph) return hipErrorInvalidValue;
    bool there = std::ranges::find(from[i]->to, to[i]) != from[i]->to.end();
    if (there == add) return hipErrorInvalidValue;
    if (add)
      add_edge(from[i], to[i]);
    else
      remove_edge(from[i], to[i]);
  }
  return hipSuccess;
}

} // namespace

bool known_graph(hipGraph_t graph) { return contains(graphs, graph); }
bool known_node(hipGraphNode_t node) { return contains(nodes, node); }
bool known_object(hipUserObject_t object) { return contains(objects, object); }

hipGraph_t new_graph() {
  auto* graph = new ihipGraph;
  std::lock_guard lock(handles_mutex);
  graphs.insert(graph);
  return graph;
}
void delete_graph(hipGraph_t graph) {
  {
    std::lock_guard lock(handles_mutex);
    graphs.erase(graph);
  }
  delete graph;
}

void add_edge(hipGraphNode_t from, hipGraphNode_t to) {
  from->to.push_back(to);
  to->from.push_back(from);
}

hipError_t add_node(hipGraph_t graph, std::span<const hipGraphNode_t> dependencies, Work work,
                    hipGraphNode_t* out) {
  if (!known_graph(graph)) return hipErrorInvalidValue;
  for (size_t i = 0; i < dependencies.size(); ++i) {
    if (!known_node(dependencies[i]) || dependencies[i]->graph != graph) return hipErrorInvalidValue;
    if (std::find(dependencies.begin(), dependencies.begin() + long(i), dependencies[i]) !=
        dependencies.begin() + long(i))
      return hipErrorInvalidValue;
  }
  auto node = std::make_unique<hipGraphNode>();
  node->graph = graph;
  node->work = std::move(work);
  node->id = next_node++;
  if (auto* child = std::get_if<ChildWork>(&node->work)) child->graph->child = true;
  for (hipGraphNode_t d : dependencies) add_edge(d, node.get());
  {
    std::lock_guard lock(handles_mutex);
    nodes.insert(node.get());
    if (auto* child = std::get_if<ChildWork>(&node->work)) graphs.insert(child->graph.get());
  }
  if (out) *out = node.get();
  graph->nodes.push_back(std::move(node));
  return hipSuccess;
}

void clone_into(const ihipGraph& from, ihipGraph& to) {
  to.original = &from;
  for (const auto& node : from.nodes) {
    auto copy = std::make_unique<hipGraphNode>();
    copy->graph = &to;
    copy->work = node->work;
    copy->attributes = node->attributes;
    copy->enabled = node->enabled;
    copy->id = next_node++;
    if (auto* child = std::get_if<ChildWork>(&copy->work)) {
      auto graph = std::make_shared<ihipGraph>();
      clone_into(*child->graph, *graph);
      graph->child = true;
      child->graph = graph;
    }
    to.clone_of[node.get()] = copy.get();
    std::lock_guard lock(handles_mutex);
    nodes.insert(copy.get());
    if (auto* child = std::get_if<ChildWork>(&copy->work)) graphs.insert(child->graph.get());
    to.nodes.push_back(std::move(copy));
  }
  for (const auto& node : from.nodes)
    for (hipGraphNode_t next : node->to) add_edge(to.clone_of.at(node.get()), to.clone_of.at(next));
  for (const auto& [object, count] : from.objects) {
    retain(object, count);
    to.objects[object] += count;
  }
}

std::vector<hipGraphNode_t> order_of(const ihipGraph& graph) {
  std::vector<hipGraphNode_t> out;
  std::unordered_map<const hipGraphNode*, size_t> waits;
  auto younger = [](const hipGraphNode* a, const hipGraphNode* b) { return a->id > b->id; };
  std::priority_queue<hipGraphNode_t, std::vector<hipGraphNode_t>, decltype(younger)> ready(younger);
  for (const auto& node : graph.nodes) {
    waits[node.get()] = node->from.size();
    if (node->from.empty()) ready.push(node.get());
  }
  while (!ready.empty()) {
    hipGraphNode_t node = ready.top();
    ready.pop();
    out.push_back(node);
    for (hipGraphNode_t next : node->to)
      if (--waits[next] == 0) ready.push(next);
  }
  return out;
}

void retain(hipUserObject_t object, unsigned count) {
  std::lock_guard lock(handles_mutex);
  object->references += count;
}
void release(hipUserObject_t object, unsigned count) {
  {
    std::lock_guard lock(handles_mutex);
    object->references -= std::min(count, object->references);
    if (object->references) return;
    objects.erase(object);
  }
  object->destroy(object->object);
  delete object;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

ihipGraph::~ihipGraph() {
  {
    std::lock_guard lock(handles_mutex);
    graphs.erase(this);
    for (const auto& node : nodes) ::wavelift::hiprt::nodes.erase(node.get());
  }
  for (const auto& [object, count] : objects) release(object, count);
}

hipError_t hipGraphCreate(hipGraph_t* graph, unsigned int flags) {
  return HIP_CALL {
    if (!graph || flags != 0) return hipErrorInvalidValue;
    *graph = new_graph();
    return hipSuccess;
  };
}
hipError_t hipGraphDestroy(hipGraph_t graph) {
  return HIP_CALL {
    if (!graph || !known_graph(graph) || graph->child) return hipErrorInvalidValue;
    delete_graph(graph);
    return hipSuccess;
  };
}
hipError_t hipGraphClone(hipGraph_t* clone, hipGraph_t graph) {
  return HIP_CALL {
    if (!clone || !graph || !known_graph(graph)) return hipErrorInvalidValue;
    *clone = new_graph();
    clone_into(*graph, **clone);
    return hipSuccess;
  };
}
hipError_t hipGraphNodeFindInClone(hipGraphNode_t* out, hipGraphNode_t original, hipGraph_t clone) {
  return HIP_CALL {
    if (!out || !original || !clone || !known_graph(clone)) return hipErrorInvalidValue;
    auto it = clone->clone_of.find(original);
    if (it == clone->clone_of.end() || !known_node(it->second)) return hipErrorInvalidValue;
    *out = it->second;
    return hipSuccess;
  };
}

hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to,
                                   size_t count) {
  return HIP_CALL { return edges(graph, from, to, count, true); };
}
hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to,
                                      size_t count) {
  return HIP_CALL { return edges(graph, from, to, count, false); };
}
hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to, size_t* count) {
  return HIP_CALL {
    if (!graph || !count || !known_graph(graph) || (from == nullptr) != (to == nullptr))
      return hipErrorInvalidValue;
    std::vector<hipGraphNode_t> begins, ends;
    for (const auto& node : graph->nodes)
      for (hipGraphNode_t next : node->to) {
        begins.push_back(node.get());
        ends.push_back(next);
      }
    size_t room = *count;
    HIP_TRY(give(begins, from, count));
    return give(ends, to, &room);
  };
}
hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* out, size_t* count) {
  return HIP_CALL {
    if (!graph || !known_graph(graph)) return hipErrorInvalidValue;
    std::vector<hipGraphNode_t> all;
    for (const auto& node : graph->nodes) all.push_back(node.get());
    return give(all, out, count);
  };
}
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t* out, size_t* count) {
  return HIP_CALL {
    if (!graph || !known_graph(graph)) return hipErrorInvalidValue;
    std::vector<hipGraphNode_t> all;
    for (const auto& node : graph->nodes)
      if (node->from.empty()) all.push_back(node.get());
    return give(all, out, count);
  };
}
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t* out, size_t* count) {
  return HIP_CALL { return known_node(node) ? give(node->from, out, count) : hipErrorInvalidValue; };
}
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t* out, size_t* count) {
  return HIP_CALL { return known_node(node) ? give(node->to, out, count) : hipErrorInvalidValue; };
}
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* type) {
  return HIP_CALL {
    if (!type || !known_node(node)) return hipErrorInvalidValue;
    *type = node_type(node->work);
    return hipSuccess;
  };
}
hipError_t hipGraphDestroyNode(hipGraphNode_t node) {
  return HIP_CALL {
    if (!node || !known_node(node)) return hipErrorInvalidValue;
    while (!node->from.empty()) remove_edge(node->from.back(), node);
    while (!node->to.empty()) remove_edge(node, node->to.back());
    {
      std::lock_guard lock(handles_mutex);
      nodes.erase(node);
    }
    std::erase_if(node->graph->nodes, [&](const auto& n) { return n.get() == node; });
    return hipSuccess;
  };
}

hipError_t hipUserObjectCreate(hipUserObject_t* out, void* object, hipHostFn_t destroy,
                               unsigned int references, unsigned int flags) {
  return HIP_CALL {
    if (!out || !destroy || references == 0 || flags != hipUserObjectNoDestructorSync)
      return hipErrorInvalidValue;
    auto* made = new hipUserObject{object, destroy, references};
    std::lock_guard lock(handles_mutex);
    objects.insert(made);
    *out = made;
    return hipSuccess;
  };
}
hipError_t hipUserObjectRetain(hipUserObject_t object, unsigned int count) {
  return HIP_CALL {
    if (!known_object(object) || count == 0) return hipErrorInvalidValue;
    retain(object, count);
    return hipSuccess;
  };
}
hipError_t hipUserObjectRelease(hipUserObject_t object, unsigned int count) {
  return HIP_CALL {
    if (!known_object(object) || count == 0) return hipErrorInvalidValue;
    release(object, count);
    return hipSuccess;
  };
}
hipError_t hipGraphRetainUserObject(hipGraph_t graph, hipUserObject_t object, unsigned int count,
                                    unsigned int flags) {
  return HIP_CALL {
    if (!known_graph(graph) || !known_object(object) || count == 0 || flags > hipGraphUserObjectMove)
      return hipErrorInvalidValue;
    if (flags != hipGraphUserObjectMove) retain(object, count);
    graph->objects[object] += count;
    return hipSuccess;
  };
}
hipError_t hipGraphReleaseUserObject(hipGraph_t graph, hipUserObject_t object, unsigned int count) {
  return HIP_CALL {
    if (!known_graph(graph) || !known_object(object) || count == 0) return hipErrorInvalidValue;
    auto it = graph->objects.find(object);
    if (it == graph->objects.end() || it->second < count) return hipErrorInvalidValue;
    if (it->second -= count; it->second == 0) graph->objects.erase(it);
    release(object, count);
    return hipSuccess;
  };
}

hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char* path, unsigned int) {
  return HIP_CALL {
    if (!path || !known_graph(graph)) return hipErrorInvalidValue;
    std::ofstream out(path);
    if (!out) return hipErrorOperatingSystem;
    out << "digraph graph_ {\n";
    for (const auto& node : graph->nodes) {
      const auto* kernel = std::get_if<KernelWork>(&node->work);
      out << fmt::format("  n{} [label=\"{}{}\"];\n", node->id, type_name(node_type(node->work)),
                         kernel ? "\\n" + kernel->function->name : "");
      for (hipGraphNode_t next : node->to) out << fmt::format("  n{} -> n{};\n", node->id, next->id);
    }
    out << "}\n";
    return out ? hipSuccess : hipErrorOperatingSystem;
  };
}
