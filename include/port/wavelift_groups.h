// What CUDA's cooperative groups have and HIP's have not, for ported source. Needs HIP's own headers only.
#ifndef WAVELIFT_GROUPS_H
#define WAVELIFT_GROUPS_H

#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace wlgroups {

// The threads of `group` that give the same label, as a group. All threads of `group` call it.
template <class Group, class Label>
__device__ inline cooperative_groups::coalesced_group labeled_partition(const Group &group, Label label)
{
    // Several groups share a wave: a group is told from others by the lane of its first thread.
    const int first = group.shfl(static_cast<int>(__lane_id()), 0);
    cooperative_groups::coalesced_group mine = cooperative_groups::coalesced_threads();
    bool found = false;
    // All lanes stay in the loop until the last has its group: those that run in the branch are one group.
    while (__any(!found)) {
        if (!found) {
            const cooperative_groups::coalesced_group left = cooperative_groups::coalesced_threads();
            if (left.shfl(label, 0) == label && left.shfl(first, 0) == first) {
                mine = cooperative_groups::coalesced_threads();
                found = true;
            }
        }
    }
    return mine;
}

} // namespace wlgroups

#endif
