// Graphs: nodes that hold work, and the order between them.
#pragma once
#include "soft/runtime/work.h"
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>

struct hipGraphNode {
  ihipGraph* graph = nullptr;
  wavelift::hiprt::Work work;
  uint64_t id = 0;                     // order of creation
  std::vector<hipGraphNode*> from, to; // what it waits for; what waits for it
  std::map<int, hipLaunchAttributeValue> attributes;
  bool enabled = true;
  // For a kernel node: its arguments by address, as hipGraphKernelNodeGetParams returns them.
  std::vector<void*> argument_pointers;
};

// A program's resource that lives as long as graphs that use it.
struct hipUserObject {
  void* object = nullptr;
  hipHostFn_t destroy = nullptr;
  unsigned references = 0;
};

struct ihipGraph {
  std::vector<std::unique_ptr<hipGraphNode>> nodes;
  std::unordered_map<const hipGraphNode*, hipGraphNode*> clone_of; // the original's node -> its node here
  const ihipGraph* original = nullptr;
  std::map<hipUserObject_t, unsigned> objects;
  bool child = false; // belongs to a node of another graph

  ihipGraph() = default;
  ihipGraph(const ihipGraph&) = delete;
  ~ihipGraph();
};

struct hipGraphExec {
  std::unique_ptr<ihipGraph> graph; // a clone: the original may change or go
  unsigned long long flags = 0;
  std::mutex running;
};

namespace wavelift::hiprt {

bool known_graph(hipGraph_t graph);
bool known_node(hipGraphNode_t node);
hipGraph_t new_graph();
void delete_graph(hipGraph_t graph);

// Adds a node after `dependencies`, which must be nodes of the same graph, each once.
hipError_t add_node(hipGraph_t graph, std::span<const hipGraphNode_t> dependencies, Work work,
                    hipGraphNode_t* out);
void add_edge(hipGraphNode_t from, hipGraphNode_t to);
// Copies nodes, edges and child graphs into the empty graph `to`.
void clone_into(const ihipGraph& from, ihipGraph& to);
// Nodes so that each comes after what it depends on; of equals the older first. Shorter than the graph: it
// has a cycle.
std::vector<hipGraphNode_t> order_of(const ihipGraph& graph);
// The node of an executable graph that stands for a node of the graph it was made from; nullptr: none.
hipGraphNode_t node_in(hipGraphExec_t exec, hipGraphNode_t node);

void retain(hipUserObject_t object, unsigned count);
void release(hipUserObject_t object, unsigned count);
bool known_object(hipUserObject_t object);

} // namespace wavelift::hiprt
