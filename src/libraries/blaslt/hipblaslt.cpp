// hipBLASLt's matrix product: D = epilogue(alpha op(A) op(B) + beta C), with scales for narrow types. Sums as in
// common/mixed_gemm.h. A descriptor's opaque words hold a pointer to what is described.
#include "libraries/common/mixed_gemm.h"
#include "libraries/common/stream.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <hipblaslt/hipblaslt.h>
#include <limits>
#include <new>

using namespace wavelift::libraries;

namespace {

constexpr auto success = HIPBLAS_STATUS_SUCCESS, invalid = HIPBLAS_STATUS_INVALID_VALUE,
               not_supported = HIPBLAS_STATUS_NOT_SUPPORTED;

struct Layout {
  uint32_t type;
  int32_t order = HIPBLASLT_ORDER_COL;
  uint64_t rows, cols;
  int64_t ld;
  int32_t batch = 1;
  int64_t batch_stride = 0;
  hipDataType kind() const { return static_cast<hipDataType>(type); }
};

struct Product {
  hipblasComputeType_t compute;
  hipDataType scale_type;
  int32_t op_a = HIPBLAS_OP_N, op_b = HIPBLAS_OP_N;
  uint32_t epilogue = HIPBLASLT_EPILOGUE_DEFAULT;
  void *bias = nullptr, *a_scale = nullptr, *b_scale = nullptr, *c_scale = nullptr, *d_scale = nullptr, *aux_scale = nullptr;
  void *aux = nullptr, *amax = nullptr;
  int64_t aux_ld = 0, aux_stride = 0;
  int32_t bias_type = -1, aux_type = -1, pointer_mode = HIPBLASLT_POINTER_MODE_HOST;
  uint32_t a_scale_mode = HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F, b_scale_mode = HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
  int32_t input_a = -1, input_b = -1;
};

struct Preference {
  uint32_t search_mode = 0;
  uint64_t workspace = 0;
};

template <class T, class Opaque> T* described(Opaque* o) { return o ? reinterpret_cast<T*>(o->data[0]) : nullptr; }

template <class Opaque, class T> hipblasStatus_t create(Opaque** to, T value) {
  if (!to) return invalid;
  auto* opaque = new (std::nothrow) Opaque{};
  auto* held = new (std::nothrow) T(value);
  if (!opaque || !held) {
    delete opaque;
    delete held;
    return HIPBLAS_STATUS_ALLOC_FAILED;
  }
  opaque->data[0] = reinterpret_cast<uint64_t>(held);
  *to = opaque;
  return success;
}
template <class T, class Opaque> hipblasStatus_t destroy(Opaque* o) {
  if (!o) return invalid;
  delete described<T>(o);
  delete o;
  return success;
}

// An attribute's place and size; null for one that is not known.
struct Place {
  void* at;
  size_t size;
};
template <class T> Place place(T& member) { return {&member, sizeof member}; }

Place find(Layout& l, hipblasLtMatrixLayoutAttribute_t attribute) {
  switch (attribute) {
  case HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return place(l.batch);
  case HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return place(l.batch_stride);
  case HIPBLASLT_MATRIX_LAYOUT_TYPE: return place(l.type);
  case HIPBLASLT_MATRIX_LAYOUT_ORDER: return place(l.order);
  case HIPBLASLT_MATRIX_LAYOUT_ROWS: return place(l.rows);
  case HIPBLASLT_MATRIX_LAYOUT_COLS: return place(l.cols);
  case HIPBLASLT_MATRIX_LAYOUT_LD: return place(l.ld);
  }
  return {nullptr, 0};
}
Place find(Product& p, hipblasLtMatmulDescAttributes_t attribute) {
  switch (attribute) {
  case HIPBLASLT_MATMUL_DESC_TRANSA: return place(p.op_a);
  case HIPBLASLT_MATMUL_DESC_TRANSB: return place(p.op_b);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE: return place(p.epilogue);
  case HIPBLASLT_MATMUL_DESC_BIAS_POINTER: return place(p.bias);
  case HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return place(p.bias_type);
  case HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER: return place(p.a_scale);
  case HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER: return place(p.b_scale);
  case HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER: return place(p.c_scale);
  case HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER: return place(p.d_scale);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER: return place(p.aux_scale);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER: return place(p.aux);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD: return place(p.aux_ld);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE: return place(p.aux_stride);
  case HIPBLASLT_MATMUL_DESC_POINTER_MODE: return place(p.pointer_mode);
  case HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER: return place(p.amax);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE: return place(p.aux_type);
  case HIPBLASLT_MATMUL_DESC_A_SCALE_MODE: return place(p.a_scale_mode);
  case HIPBLASLT_MATMUL_DESC_B_SCALE_MODE: return place(p.b_scale_mode);
  case HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_A_EXT: return place(p.input_a);
  case HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_B_EXT: return place(p.input_b);
  case HIPBLASLT_MATMUL_DESC_MAX: break;
  }
  return {nullptr, 0};
}
Place find(Preference& p, hipblasLtMatmulPreferenceAttributes_t attribute) {
  switch (attribute) {
  case HIPBLASLT_MATMUL_PREF_SEARCH_MODE: return place(p.search_mode);
  case HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES: return place(p.workspace);
  case HIPBLASLT_MATMUL_PREF_MAX: break;
  }
  return {nullptr, 0};
}

template <class T, class Opaque, class A> hipblasStatus_t set(Opaque* o, A attribute, const void* from, size_t size) {
  if (!o || !from) return invalid;
  Place p = find(*described<T>(o), attribute);
  if (!p.at || size < p.size) return invalid;
  std::memcpy(p.at, from, p.size);
  return success;
}
template <class T, class Opaque, class A> hipblasStatus_t get(Opaque* o, A attribute, void* to, size_t size, size_t* written) {
  if (!o || (size ? !to : !written)) return invalid;
  Place p = find(*described<T>(o), attribute);
  if (!p.at || (size && size < p.size)) return invalid;
  if (written) *written = p.size;
  if (size) std::memcpy(to, p.at, p.size);
  return success;
}

bool is_plain_order(const Layout& l) { return l.order == HIPBLASLT_ORDER_COL || l.order == HIPBLASLT_ORDER_ROW; }
bool has(uint32_t epilogue, uint32_t bit) { return epilogue & bit; }

constexpr uint32_t relu = 2, bias = 4, gelu = 32, aux = 128, swish = 65536;

// What can be computed; the rest is refused before anything is written.
hipblasStatus_t check(const Product& p, const Layout& a, const Layout& b, const Layout& c, const Layout& d) {
  const bool plain_a = p.op_a == HIPBLAS_OP_N, plain_b = p.op_b == HIPBLAS_OP_N;
  const uint64_t m = plain_a ? a.rows : a.cols, k = plain_a ? a.cols : a.rows, n = plain_b ? b.cols : b.rows;
  if ((plain_b ? b.rows : b.cols) != k || d.rows != m || d.cols != n || c.rows != m || c.cols != n) return invalid;
  if (a.batch != d.batch || b.batch != d.batch || c.batch != d.batch || d.batch < 1) return invalid;
  for (const Layout* l : {&a, &b, &c, &d}) {
    if (!is_plain_order(*l) || !size_of(l->kind())) return not_supported;
    if (l->ld < static_cast<int64_t>(l->order == HIPBLASLT_ORDER_COL ? l->rows : l->cols)) return invalid;
    if (l->kind() == HIP_C_32F || l->kind() == HIP_C_64F) return not_supported;
  }
  constexpr uint32_t known[] = {HIPBLASLT_EPILOGUE_DEFAULT,   HIPBLASLT_EPILOGUE_RELU,      HIPBLASLT_EPILOGUE_BIAS,
                                HIPBLASLT_EPILOGUE_RELU_BIAS, HIPBLASLT_EPILOGUE_GELU,      HIPBLASLT_EPILOGUE_GELU_BIAS,
                                HIPBLASLT_EPILOGUE_GELU_AUX,  HIPBLASLT_EPILOGUE_GELU_AUX_BIAS,
                                HIPBLASLT_EPILOGUE_SWISH_EXT, HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT};
  if (std::ranges::find(known, p.epilogue) == std::end(known)) return not_supported;
  for (uint32_t mode : {p.a_scale_mode, p.b_scale_mode})
    if (mode != HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F && mode != HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F)
      return not_supported;
  if (p.compute == HIPBLAS_COMPUTE_32I || p.compute == HIPBLAS_COMPUTE_32I_PEDANTIC)
    return a.kind() == HIP_R_8I && b.kind() == HIP_R_8I && p.scale_type == HIP_R_32I ? success : not_supported;
  return p.scale_type == HIP_R_32F || p.scale_type == HIP_R_64F || p.scale_type == HIP_R_16F ? success : not_supported;
}

// Column-major is the transpose of row-major.
hipblasOperation_t operation(int32_t op, const Layout& l) {
  if (l.order == HIPBLASLT_ORDER_COL) return static_cast<hipblasOperation_t>(op);
  return op == HIPBLAS_OP_N ? HIPBLAS_OP_T : HIPBLAS_OP_N;
}

// An element as S, at (i, j) of one matrix of a batch.
template <class S> S load(const void* data, const Layout& l, int64_t batch, int64_t i, int64_t j) {
  const int64_t at = batch * l.batch_stride + (l.order == HIPBLASLT_ORDER_COL ? i + j * l.ld : i * l.ld + j);
  return with_any(l.kind(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (is_complex<T>)
      return S(0);
    else
      return as<S>(static_cast<const T*>(data)[at]);
  }, S(0));
}
template <class S> void store(void* data, const Layout& l, int64_t batch, int64_t i, int64_t j, S value) {
  const int64_t at = batch * l.batch_stride + (l.order == HIPBLASLT_ORDER_COL ? i + j * l.ld : i * l.ld + j);
  with_any(l.kind(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    // Integers are rounded and saturated.
    if constexpr (std::is_integral_v<T>)
      static_cast<T*>(data)[at] = static_cast<T>(std::clamp<double>(std::nearbyint(static_cast<double>(value)),
                                                                    std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    else if constexpr (!is_complex<T>)
      static_cast<T*>(data)[at] = as<T>(value);
    return true;
  }, false);
}
template <class S> S at_vector(const void* data, hipDataType type, int64_t i) {
  return load<S>(data, Layout{.type = static_cast<uint32_t>(type), .rows = 0, .cols = 1, .ld = 0}, 0, i, 0);
}

template <class S> S activate(uint32_t epilogue, S x) {
  if (has(epilogue, gelu)) return S(0.5) * x * (S(1) + std::tanh(S(0.7978845608028654) * (x + S(0.044715) * x * x * x)));
  if (has(epilogue, relu)) return x > S(0) ? x : S(0);
  if (has(epilogue, swish)) return x / (S(1) + std::exp(-x));
  return x;
}

template <class S>
hipblasStatus_t compute(const Product& p, const void* alpha, const void* a, const Layout& la, const void* b, const Layout& lb,
                        const void* beta, const void* c, const Layout& lc, void* d, const Layout& ld) {
  const auto m = static_cast<int64_t>(ld.rows), n = static_cast<int64_t>(ld.cols);
  const auto k = static_cast<int64_t>(p.op_a == HIPBLAS_OP_N ? la.cols : la.rows);
  const bool alpha_is_vector = p.pointer_mode == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
  const S factor = at_vector<S>(alpha, p.scale_type, 0), old = at_vector<S>(beta, p.scale_type, 0);
  auto scale = [](const void* at) { return at ? static_cast<S>(*static_cast<const float*>(at)) : S(1); };
  const bool rows_scaled = p.a_scale && p.a_scale_mode == HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
  const bool cols_scaled = p.b_scale && p.b_scale_mode == HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
  const S both = (rows_scaled ? S(1) : scale(p.a_scale)) * (cols_scaled ? S(1) : scale(p.b_scale));
  const hipDataType bias_type = p.bias_type >= 0 ? static_cast<hipDataType>(p.bias_type) : ld.kind();
  Layout laux = ld;
  laux.ld = p.aux_ld;
  laux.batch_stride = p.aux_stride;
  if (p.aux_type >= 0) laux.type = static_cast<uint32_t>(p.aux_type);
  auto product = room<S>(static_cast<size_t>(m * n));
  S largest(0);
  auto nth = [](const void* data, const Layout& l, int64_t batch) {
    return static_cast<const char*>(data) + batch * l.batch_stride * static_cast<int64_t>(size_of(l.kind()));
  };
  for (int64_t batch = 0; batch < ld.batch; ++batch) {
    // Operand wants the stored matrix as column-major: op_a of a row-major one is its other operation.
    MixedGemm g{operation(p.op_a, la), operation(p.op_b, lb), m, n, k, nth(a, la, batch), la.kind(), la.ld,
                nth(b, lb, batch), lb.kind(), lb.ld};
    if (k == 0)
      std::fill_n(product.get(), m * n, S(0));
    else if (!multiply<S>(g, product.get()))
      return not_supported;
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i) {
        S by = (alpha_is_vector ? at_vector<S>(alpha, p.scale_type, i) : factor) * both;
        if (rows_scaled) by *= static_cast<const float*>(p.a_scale)[i];
        if (cols_scaled) by *= static_cast<const float*>(p.b_scale)[j];
        S x = by * product[static_cast<size_t>(i + j * m)];
        if (old != S(0)) x += old * scale(p.c_scale) * load<S>(c, lc, batch, i, j);
        if (has(p.epilogue, bias)) x += at_vector<S>(p.bias, bias_type, i);
        if (has(p.epilogue, aux)) store(p.aux, laux, batch, i, j, x * scale(p.aux_scale));
        x = activate(p.epilogue, x);
        largest = std::max(largest, std::abs(x));
        store(d, ld, batch, i, j, x * scale(p.d_scale));
      }
  }
  if (p.amax) *static_cast<float*>(p.amax) = static_cast<float>(largest);
  return success;
}

}  // namespace

extern "C" {

hipblasStatus_t hipblasLtGetVersion(hipblasLtHandle_t handle, int* version) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!version) return invalid;
  *version = HIPBLASLT_VERSION_MAJOR * 100000 + HIPBLASLT_VERSION_MINOR * 100 + HIPBLASLT_VERSION_PATCH;
  return success;
}
hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t* handle) {
  if (!handle) return invalid;
  *handle = new (std::nothrow) char;
  return *handle ? success : HIPBLAS_STATUS_ALLOC_FAILED;
}
hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  delete static_cast<char*>(handle);
  return success;
}

hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t* layout, hipDataType type, uint64_t rows, uint64_t cols,
                                            int64_t ld) {
  return create(layout, Layout{.type = static_cast<uint32_t>(type), .rows = rows, .cols = cols, .ld = ld});
}
hipblasStatus_t hipblasLtMatrixLayoutDestroy(const hipblasLtMatrixLayout_t layout) { return destroy<Layout>(layout); }
hipblasStatus_t hipblasLtMatrixLayoutSetAttribute(hipblasLtMatrixLayout_t layout, hipblasLtMatrixLayoutAttribute_t attribute,
                                                  const void* from, size_t size) {
  return set<Layout>(layout, attribute, from, size);
}
hipblasStatus_t hipblasLtMatrixLayoutGetAttribute(hipblasLtMatrixLayout_t layout, hipblasLtMatrixLayoutAttribute_t attribute,
                                                  void* to, size_t size, size_t* written) {
  return get<Layout>(layout, attribute, to, size, written);
}
hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t* descr, hipblasComputeType_t compute, hipDataType scale_type) {
  return create(descr, Product{.compute = compute, .scale_type = scale_type});
}
hipblasStatus_t hipblasLtMatmulDescDestroy(const hipblasLtMatmulDesc_t descr) { return destroy<Product>(descr); }
hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t descr, hipblasLtMatmulDescAttributes_t attribute,
                                                const void* from, size_t size) {
  return set<Product>(descr, attribute, from, size);
}
hipblasStatus_t hipblasLtMatmulDescGetAttribute(hipblasLtMatmulDesc_t descr, hipblasLtMatmulDescAttributes_t attribute, void* to,
                                                size_t size, size_t* written) {
  return get<Product>(descr, attribute, to, size, written);
}
hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t* preference) { return create(preference, Preference{}); }
hipblasStatus_t hipblasLtMatmulPreferenceDestroy(const hipblasLtMatmulPreference_t preference) {
  return destroy<Preference>(preference);
}
hipblasStatus_t hipblasLtMatmulPreferenceSetAttribute(hipblasLtMatmulPreference_t preference,
                                                      hipblasLtMatmulPreferenceAttributes_t attribute, const void* from,
                                                      size_t size) {
  return set<Preference>(preference, attribute, from, size);
}
hipblasStatus_t hipblasLtMatmulPreferenceGetAttribute(hipblasLtMatmulPreference_t preference,
                                                      hipblasLtMatmulPreferenceAttributes_t attribute, void* to, size_t size,
                                                      size_t* written) {
  return get<Preference>(preference, attribute, to, size, written);
}

// There is one algorithm, which needs no workspace.
hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t descr, hipblasLtMatrixLayout_t a,
                                                hipblasLtMatrixLayout_t b, hipblasLtMatrixLayout_t c, hipblasLtMatrixLayout_t d,
                                                hipblasLtMatmulPreference_t, int requested,
                                                hipblasLtMatmulHeuristicResult_t results[], int* returned) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!descr || !a || !b || !c || !d || requested < 1 || !results || !returned) return invalid;
  *returned = 0;
  hipblasStatus_t status =
      check(*described<Product>(descr), *described<Layout>(a), *described<Layout>(b), *described<Layout>(c), *described<Layout>(d));
  if (status != success) return status;
  results[0] = {};
  *returned = 1;
  return success;
}

hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t descr, const void* alpha, const void* a,
                                hipblasLtMatrixLayout_t la, const void* b, hipblasLtMatrixLayout_t lb, const void* beta,
                                const void* c, hipblasLtMatrixLayout_t lc, void* d, hipblasLtMatrixLayout_t ld,
                                const hipblasLtMatmulAlgo_t*, void*, size_t, hipStream_t stream) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!descr || !alpha || !a || !la || !b || !lb || !beta || !d || !ld) return invalid;
  if (!lc) lc = ld;
  const Product& p = *described<Product>(descr);
  const Layout &A = *described<Layout>(la), &B = *described<Layout>(lb), &C = *described<Layout>(lc), &D = *described<Layout>(ld);
  if (hipblasStatus_t status = check(p, A, B, C, D); status != success) return status;
  if ((has(p.epilogue, bias) && !p.bias) || (has(p.epilogue, aux) && !p.aux)) return invalid;
  Ready ready = wait_for(stream);
  if (ready != Ready::yes) return refusal(ready, not_supported, HIPBLAS_STATUS_EXECUTION_FAILED);
  if (!c && at_vector<double>(beta, p.scale_type, 0) != 0) return invalid;
  bool wide = p.compute == HIPBLAS_COMPUTE_64F || p.compute == HIPBLAS_COMPUTE_64F_PEDANTIC ||
              p.compute == HIPBLAS_COMPUTE_32I || p.compute == HIPBLAS_COMPUTE_32I_PEDANTIC;
  return wide ? compute<double>(p, alpha, a, A, b, B, beta, c, C, d, D) : compute<float>(p, alpha, a, A, b, B, beta, c, C, d, D);
}

}  // extern "C"
