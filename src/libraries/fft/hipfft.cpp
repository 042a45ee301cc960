// hipFFT's API: plans are descriptions, and a transform runs when it is executed. No room on the device is needed, so every
// work size is 0.
#include "libraries/common/stream.h"
#include "libraries/fft/plan.h"
#include <climits>
#include <hipfft/hipfftXt.h>
#include <new>

using namespace wavelift::libraries;

struct hipfftHandle_t {
  Transform transform;
  bool is_made = false;
  double scale = 1;
  hipStream_t stream = nullptr;
};

namespace {

bool is_known(hipfftType t) {
  return t == HIPFFT_R2C || t == HIPFFT_C2R || t == HIPFFT_C2C || t == HIPFFT_D2Z || t == HIPFFT_Z2D || t == HIPFFT_Z2Z;
}

template <class I>
hipfftResult describe(Transform& t, int rank, const I* n, const I* inembed, I istride, I idist, const I* onembed, I ostride,
                      I odist, hipfftType type, I batch) {
  if (!is_known(type)) return HIPFFT_INVALID_TYPE;
  if (rank < 1 || rank > 3 || !n) return HIPFFT_INVALID_VALUE;
  if (batch < 1) return HIPFFT_INVALID_SIZE;
  t = {};
  t.type = type;
  t.size.assign(n, n + rank);
  t.batch = batch;
  for (int64_t size : t.size)
    if (size < 1) return HIPFFT_INVALID_SIZE;
  auto side = [&](const I* embed, I stride, I distance) -> Layout {
    if (!embed) return {};
    return {.basic = false, .embed = {embed, embed + rank}, .stride = stride, .distance = distance};
  };
  // As in cuFFT: one side without sizes makes both packed.
  if (inembed && onembed) {
    if (istride < 1 || ostride < 1 || idist < 0 || odist < 0) return HIPFFT_INVALID_VALUE;
    t.in = side(inembed, istride, idist);
    t.out = side(onembed, ostride, odist);
  }
  return HIPFFT_SUCCESS;
}

template <class I>
hipfftResult make(hipfftHandle plan, int rank, const I* n, const I* inembed, I istride, I idist, const I* onembed, I ostride,
                  I odist, hipfftType type, I batch, size_t* work) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  hipfftResult r = describe(plan->transform, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
  plan->is_made = r == HIPFFT_SUCCESS;
  if (work) *work = 0;
  return r;
}
template <class I>
hipfftResult estimate(int rank, const I* n, const I* inembed, I istride, I idist, const I* onembed, I ostride, I odist,
                      hipfftType type, I batch, size_t* work) {
  if (!work) return HIPFFT_INVALID_VALUE;
  *work = 0;
  Transform t;
  return describe(t, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}

template <class F> hipfftResult create(hipfftHandle* plan, F&& fill) {
  hipfftResult r = hipfftCreate(plan);
  if (r != HIPFFT_SUCCESS) return r;
  r = fill(*plan);
  if (r == HIPFFT_SUCCESS) return r;
  delete *plan;
  *plan = nullptr;
  return r;
}

hipfftResult run(hipfftHandle plan, void* in, void* out, int direction) {
  if (!plan || !plan->is_made) return HIPFFT_INVALID_PLAN;
  if (!in || !out || (direction != HIPFFT_FORWARD && direction != HIPFFT_BACKWARD)) return HIPFFT_INVALID_VALUE;
  Ready ready = wait_for(plan->stream);
  if (ready != Ready::yes) return refusal(ready, HIPFFT_NOT_SUPPORTED, HIPFFT_EXEC_FAILED);
  return execute(plan->transform, in, out, direction, plan->scale);
}
hipfftResult run_as(hipfftHandle plan, hipfftType type, void* in, void* out, int direction) {
  if (plan && plan->is_made && plan->transform.type != type) return HIPFFT_INVALID_TYPE;
  return run(plan, in, out, direction);
}

// The type of a transform between two data types; false for those that are not there (half precision).
bool type_between(hipDataType in, hipDataType out, hipDataType execution, hipfftType& type) {
  struct Row {
    hipDataType in, out, execution;
    hipfftType type;
  };
  constexpr Row rows[] = {
      {HIP_C_32F, HIP_C_32F, HIP_C_32F, HIPFFT_C2C}, {HIP_R_32F, HIP_C_32F, HIP_C_32F, HIPFFT_R2C},
      {HIP_C_32F, HIP_R_32F, HIP_C_32F, HIPFFT_C2R}, {HIP_C_64F, HIP_C_64F, HIP_C_64F, HIPFFT_Z2Z},
      {HIP_R_64F, HIP_C_64F, HIP_C_64F, HIPFFT_D2Z}, {HIP_C_64F, HIP_R_64F, HIP_C_64F, HIPFFT_Z2D}};
  for (const Row& r : rows)
    if (r.in == in && r.out == out && r.execution == execution) return type = r.type, true;
  return false;
}

}  // namespace

extern "C" {

hipfftResult hipfftCreate(hipfftHandle* plan) {
  if (!plan) return HIPFFT_INVALID_VALUE;
  *plan = new (std::nothrow) hipfftHandle_t;
  return *plan ? HIPFFT_SUCCESS : HIPFFT_ALLOC_FAILED;
}
hipfftResult hipfftDestroy(hipfftHandle plan) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  delete plan;
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t* work) {
  return make<int>(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, work);
}
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t* work) {
  int n[] = {nx, ny};
  return make<int>(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work);
}
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type, size_t* work) {
  int n[] = {nx, ny, nz};
  return make<int>(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work);
}
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                                int ostride, int odist, hipfftType type, int batch, size_t* work) {
  return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                  long long idist, long long* onembed, long long ostride, long long odist, hipfftType type,
                                  long long batch, size_t* work) {
  return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}

hipfftResult hipfftPlan1d(hipfftHandle* plan, int nx, hipfftType type, int batch) {
  return create(plan, [&](hipfftHandle p) { return hipfftMakePlan1d(p, nx, type, batch, nullptr); });
}
hipfftResult hipfftPlan2d(hipfftHandle* plan, int nx, int ny, hipfftType type) {
  return create(plan, [&](hipfftHandle p) { return hipfftMakePlan2d(p, nx, ny, type, nullptr); });
}
hipfftResult hipfftPlan3d(hipfftHandle* plan, int nx, int ny, int nz, hipfftType type) {
  return create(plan, [&](hipfftHandle p) { return hipfftMakePlan3d(p, nx, ny, nz, type, nullptr); });
}
hipfftResult hipfftPlanMany(hipfftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                            int ostride, int odist, hipfftType type, int batch) {
  return create(plan, [&](hipfftHandle p) {
    return hipfftMakePlanMany(p, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
  });
}

hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t* work) {
  return estimate<int>(1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, work);
}
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t* work) {
  int n[] = {nx, ny};
  return estimate<int>(2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work);
}
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t* work) {
  int n[] = {nx, ny, nz};
  return estimate<int>(3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work);
}
hipfftResult hipfftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                                hipfftType type, int batch, size_t* work) {
  return estimate(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t* work) {
  return plan ? hipfftEstimate1d(nx, type, batch, work) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t* work) {
  return plan ? hipfftEstimate2d(nx, ny, type, work) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type, size_t* work) {
  return plan ? hipfftEstimate3d(nx, ny, nz, type, work) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                               int ostride, int odist, hipfftType type, int batch, size_t* work) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  return estimate(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                 long long idist, long long* onembed, long long ostride, long long odist, hipfftType type,
                                 long long batch, size_t* work) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  return estimate(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
hipfftResult hipfftGetSize(hipfftHandle plan, size_t* work) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  if (!work) return HIPFFT_INVALID_VALUE;
  *work = 0;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int) { return plan ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN; }
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void*) { return plan ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN; }
hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double factor) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  if (factor - factor != 0) return HIPFFT_INVALID_VALUE;  // infinite or NaN
  plan->scale = factor;
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex* in, hipfftComplex* out, int direction) {
  return run_as(plan, HIPFFT_C2C, in, out, direction);
}
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal* in, hipfftComplex* out) {
  return run_as(plan, HIPFFT_R2C, in, out, HIPFFT_FORWARD);
}
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex* in, hipfftReal* out) {
  return run_as(plan, HIPFFT_C2R, in, out, HIPFFT_BACKWARD);
}
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex* in, hipfftDoubleComplex* out, int direction) {
  return run_as(plan, HIPFFT_Z2Z, in, out, direction);
}
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal* in, hipfftDoubleComplex* out) {
  return run_as(plan, HIPFFT_D2Z, in, out, HIPFFT_FORWARD);
}
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex* in, hipfftDoubleReal* out) {
  return run_as(plan, HIPFFT_Z2D, in, out, HIPFFT_BACKWARD);
}
hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  plan->stream = stream;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftGetVersion(int* version) {
  if (!version) return HIPFFT_INVALID_VALUE;
  *version = hipfftVersionMajor * 10000 + hipfftVersionMinor * 100 + hipfftVersionPatch;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftGetProperty(hipfftLibraryPropertyType type, int* value) {
  if (!value) return HIPFFT_INVALID_VALUE;
  switch (type) {
  case HIPFFT_MAJOR_VERSION: *value = hipfftVersionMajor; return HIPFFT_SUCCESS;
  case HIPFFT_MINOR_VERSION: *value = hipfftVersionMinor; return HIPFFT_SUCCESS;
  case HIPFFT_PATCH_LEVEL: *value = hipfftVersionPatch; return HIPFFT_SUCCESS;
  }
  return HIPFFT_INVALID_TYPE;
}

// A callback is device code that the host's transform cannot call.
hipfftResult hipfftXtSetCallback(hipfftHandle plan, hipfftXtCallbackType, void**, void**) {
  return plan ? HIPFFT_NOT_IMPLEMENTED : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType) {
  return plan ? HIPFFT_NOT_IMPLEMENTED : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType, size_t) {
  return plan ? HIPFFT_NOT_IMPLEMENTED : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                  long long idist, hipDataType in, long long* onembed, long long ostride, long long odist,
                                  hipDataType out, long long batch, size_t* work, hipDataType execution) {
  hipfftType type;
  if (!type_between(in, out, execution, type)) return HIPFFT_INVALID_TYPE;
  return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                 long long idist, hipDataType in, long long* onembed, long long ostride, long long odist,
                                 hipDataType out, long long batch, size_t* work, hipDataType execution) {
  hipfftType type;
  if (!plan) return HIPFFT_INVALID_PLAN;
  if (!type_between(in, out, execution, type)) return HIPFFT_INVALID_TYPE;
  return estimate(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
hipfftResult hipfftXtExec(hipfftHandle plan, void* in, void* out, int direction) { return run(plan, in, out, direction); }
hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int*) {
  if (!plan) return HIPFFT_INVALID_PLAN;
  return count == 1 ? HIPFFT_SUCCESS : HIPFFT_NOT_IMPLEMENTED;
}

}  // extern "C"
