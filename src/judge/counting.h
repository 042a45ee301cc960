// What a candidate's kernels do at a shape, counted on the software GPU: of large launches in a sample of their workgroups, so that full shapes
// take about a second. Nothing is judged.
#pragma once
#include "hardware/specs.h"
#include "judge/prepare.h"
#include "model/model.h"

namespace wavelift::judge {

struct Counting {
  std::string arch = "gfx90a";           // target of the software GPU
  uint64_t l1_kib = 0;                   // another L1 than the target's; 0: the target's
  uint64_t groups = 12;                  // workgroups of each launch that run
  uint64_t seed = 1;                     // of the data
  double wall_s = 120;
};

// The document of docs/profile.md, a kernel for each that the candidate launches. Data are the first kind of the task's; of a buffer of
// floating-point numbers that is longer than 4 Mi elements the rest is zeros. Errors: failed, with the stage that the candidate did not pass, or the device's (a fault, a launch whose
// workgroups wait for one another); ours.
Result<std::string> count(const Task& task, const Source& candidate, const Shape& shape, const Counting& how);

// The target of the software GPU whose code says most of the card's: its own, or a relative's with waves of its size.
std::string stand_in(const hardware::Spec& card);

// What each kernel that the candidate launches does at that shape, ready for model::predict on the card; `how.arch` is not looked at. For NVIDIA's cards the
// kernels' own code is looked at too: `sass`, as cuobjdump -res-usage -sass prints it, or where that is empty what nvcc and cuobjdump make of it where both are there.
Result<std::vector<model::Work>> work_of(const Task& task, const Source& candidate, const Shape& shape, const hardware::Spec& card, const Counting& how = {}, const std::string& sass = {});

// All of it together, predicted.
Result<model::Prediction> foresee(const Task& task, const Source& candidate, const Shape& shape, const hardware::Spec& card, const model::Width& width = {}, const Counting& how = {});

// The shape of that name, or of values ("m=512,n=512,k=64") for every parameter. Errors: usage.
Result<Shape> shape_of(const Task& task, const std::string& text);

}  // namespace wavelift::judge
