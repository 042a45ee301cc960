// Operations on bare arrays: sorting and converting without values, and the entries in four types, which a template serves.
#include "libraries/sparse/triangle.h"
#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <tuple>

using namespace wavelift::libraries;

struct csrsv2Info {
  int zero_pivot = -1;
};
struct csrilu02Info {
  int zero_pivot = -1;
};
struct csric02Info {
  int zero_pivot = -1;
};

namespace {

constexpr auto success = HIPSPARSE_STATUS_SUCCESS, not_supported = HIPSPARSE_STATUS_NOT_SUPPORTED;

const MatDescr& descr(const void* d) { return *static_cast<const MatDescr*>(d); }

template <class T> SpMat csr(const void* d, int m, int n, const T* values, const int* offsets, const int* columns) {
  const MatDescr& a = descr(d);
  return {.format = HIPSPARSE_FORMAT_CSR, .rows = m, .cols = n, .nnz = 0, .offsets = const_cast<int*>(offsets),
          .indices = const_cast<int*>(columns), .values = const_cast<std::remove_const_t<T>*>(values),
          .offset_type = HIPSPARSE_INDEX_32I, .index_type = HIPSPARSE_INDEX_32I, .base = a.base, .type = HIP_R_32F,
          .fill = a.fill, .diagonal = a.diagonal};
}

hipsparseStatus_t answer(hipsparseHandle_t handle, size_t* size) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(size);
  *size = 4;
  return success;
}
hipsparseStatus_t answer(hipsparseHandle_t handle, int* size) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(size);
  *size = 4;
  return success;
}

// Sorts parallel arrays [begin, end) by key: the permutation goes along.
void sort_segment(int* keys, int* along, int* permutation, int64_t begin, int64_t end) {
  std::vector<int64_t> order(static_cast<size_t>(end - begin));
  std::iota(order.begin(), order.end(), begin);
  std::ranges::sort(order, [&](int64_t a, int64_t b) { return std::pair(keys[a], a) < std::pair(keys[b], b); });
  auto arrange = [&](int* array) {
    if (!array) return;
    std::vector<int> old(array + begin, array + end);
    for (size_t i = 0; i < order.size(); ++i) array[begin + static_cast<int64_t>(i)] = old[static_cast<size_t>(order[i] - begin)];
  };
  arrange(along);
  arrange(permutation);
  arrange(keys);
}
hipsparseStatus_t sort_compressed(hipsparseHandle_t handle, int outer, const void* d, const int* offsets, int* indices, int* p) {
  WL_READY(handle);
  WL_NEED(outer >= 0 && d && offsets && indices);
  for (int i = 0; i < outer; ++i)
    sort_segment(indices, nullptr, p, offsets[i] - descr(d).base, offsets[i + 1] - descr(d).base);
  return success;
}
hipsparseStatus_t sort_coordinates(hipsparseHandle_t handle, int nnz, int* first, int* second, int* p) {
  WL_READY(handle);
  WL_NEED(nnz >= 0 && (nnz == 0 || (first && second)));
  sort_segment(second, first, p, 0, nnz);
  sort_segment(first, second, p, 0, nnz);
  return success;
}

// CSR to CSC; values may be absent.
template <class T>
hipsparseStatus_t transpose(int m, int n, const T* values, const int* offsets, const int* columns, T* to_values, int* to_rows,
                            int* to_offsets, hipsparseAction_t action, hipsparseIndexBase_t base) {
  WL_NEED(m >= 0 && n >= 0 && offsets && to_offsets);
  MatDescr d{.base = base};
  Rows r = rows_of(csr(&d, m, n, values, offsets, columns), true);
  for (size_t j = 0; j < r.offsets.size(); ++j) to_offsets[j] = static_cast<int>(r.offsets[j]) + base;
  for (size_t k = 0; k < r.columns.size(); ++k) {
    to_rows[k] = static_cast<int>(r.columns[k]) + base;
    if (action == HIPSPARSE_ACTION_NUMERIC) to_values[k] = values[r.source[k]];
  }
  return success;
}

// --- Vectors ---

template <class T> hipsparseStatus_t axpyi(int nnz, const T* alpha, const T* x, const int* at, T* y, int base) {
  WL_NEED(nnz >= 0 && alpha && (nnz == 0 || (x && at && y)));
  for (int k = 0; k < nnz; ++k) y[at[k] - base] += *alpha * x[k];
  return success;
}
template <class T> hipsparseStatus_t doti(bool conjugated, int nnz, const T* x, const int* at, const T* y, T* result, int base) {
  WL_NEED(nnz >= 0 && result && (nnz == 0 || (x && at && y)));
  T sum(0);
  for (int k = 0; k < nnz; ++k) sum += (conjugated ? conj_of(x[k]) : x[k]) * y[at[k] - base];
  *result = sum;
  return success;
}
template <class T> hipsparseStatus_t gather(int nnz, const T* y, T* x, const int* at, int base) {
  WL_NEED(nnz >= 0 && (nnz == 0 || (x && at && y)));
  for (int k = 0; k < nnz; ++k) x[k] = y[at[k] - base];
  return success;
}
template <class T> hipsparseStatus_t scatter(int nnz, const T* x, const int* at, T* y, int base) {
  WL_NEED(nnz >= 0 && (nnz == 0 || (x && at && y)));
  for (int k = 0; k < nnz; ++k) y[at[k] - base] = x[k];
  return success;
}
template <class T> hipsparseStatus_t gather_and_clear(int nnz, T* y, T* x, const int* at, int base) {
  hipsparseStatus_t s = gather<T>(nnz, y, x, at, base);
  for (int k = 0; s == success && k < nnz; ++k) y[at[k] - base] = T(0);
  return s;
}
template <class T> hipsparseStatus_t rotate(int nnz, T* x, const int* at, T* y, const T* c, const T* s, int base) {
  WL_NEED(nnz >= 0 && c && s && (nnz == 0 || (x && at && y)));
  for (int k = 0; k < nnz; ++k) {
    const T a = x[k], b = y[at[k] - base];
    x[k] = *c * a + *s * b;
    y[at[k] - base] = *c * b - *s * a;
  }
  return success;
}

// --- Products ---

template <class T>
hipsparseStatus_t times_dense(hipsparseOperation_t op_a, hipsparseOperation_t op_b, const SpMat& a, int n, const T* alpha,
                              const T* b, int ldb, const T* beta, T* c, int ldc) {
  WL_NEED(alpha && beta && c);
  const bool ta = op_a != HIPSPARSE_OPERATION_NON_TRANSPOSE, tb = op_b != HIPSPARSE_OPERATION_NON_TRANSPOSE;
  const bool ca = op_a == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE, cb = op_b == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const int64_t m = ta ? a.cols : a.rows;
  const T* values = static_cast<const T*>(a.values);
  std::vector<T> sums(static_cast<size_t>(m * n), T(0));
  each_element(a, [&](int64_t i, int64_t j, int64_t k) {
    if (ta) std::swap(i, j);
    const T v = ca ? conj_of(values[k]) : values[k];
    for (int64_t l = 0; l < n; ++l) {
      const T w = b[tb ? l + j * ldb : j + l * ldb];
      sums[static_cast<size_t>(i * n + l)] += v * (cb ? conj_of(w) : w);
    }
  });
  for (int64_t i = 0; i < m; ++i)
    for (int64_t l = 0; l < n; ++l) {
      T& at = c[i + l * ldc];
      const T sum = *alpha * sums[static_cast<size_t>(i * n + l)];
      at = *beta == T(0) ? sum : sum + *beta * at;
    }
  return success;
}

// Blocks of `size` squared elements, each by rows or by columns: f(i, j, k).
template <class F>
void each_of_blocks(bool by_row, int block_rows, const int* offsets, const int* columns, int size, int base, F&& f) {
  for (int64_t bi = 0; bi < block_rows; ++bi)
    for (int64_t k = offsets[bi] - base; k < offsets[bi + 1] - base; ++k)
      for (int64_t r = 0; r < size; ++r)
        for (int64_t c = 0; c < size; ++c)
          f(bi * size + r, (columns[k] - base) * int64_t{size} + c, k * size * size + (by_row ? r * size + c : c * size + r));
}
template <class T>
hipsparseStatus_t block_times_vector(bool by_row, hipsparseOperation_t op, int mb, const T* alpha, const void* d, const T* values,
                                     const int* offsets, const int* columns, int size, const T* x, const T* beta, T* y) {
  WL_NEED(mb >= 0 && alpha && beta && d && size > 0);
  if (op != HIPSPARSE_OPERATION_NON_TRANSPOSE) return not_supported;
  std::vector<T> sums(static_cast<size_t>(mb) * static_cast<size_t>(size), T(0));
  each_of_blocks(by_row, mb, offsets, columns, size, descr(d).base,
                 [&](int64_t i, int64_t j, int64_t k) { sums[static_cast<size_t>(i)] += values[k] * x[j]; });
  for (size_t i = 0; i < sums.size(); ++i) y[i] = *beta == T(0) ? *alpha * sums[i] : *alpha * sums[i] + *beta * y[i];
  return success;
}

// alpha A + beta B: f(i, column, value of A's part, value of B's) in order of column within each row.
template <class F> void each_of_sum(const SpMat& a, const SpMat& b, F&& f) {
  Rows ra = rows_of(a), rb = rows_of(b);
  std::vector<std::pair<int64_t, std::pair<int64_t, int64_t>>> row;  // column, place in A or -1, place in B or -1
  for (size_t i = 0; i < static_cast<size_t>(ra.rows); ++i) {
    row.clear();
    for (auto k = static_cast<size_t>(ra.offsets[i]); k < static_cast<size_t>(ra.offsets[i + 1]); ++k)
      row.push_back({ra.columns[k], {ra.source[k], -1}});
    for (auto k = static_cast<size_t>(rb.offsets[i]); k < static_cast<size_t>(rb.offsets[i + 1]); ++k)
      row.push_back({rb.columns[k], {-1, rb.source[k]}});
    // Elements of A before those of B: a place that is absent is -1.
    std::ranges::sort(row, [](const auto& p, const auto& q) {
      return std::tuple(p.first, p.second.second, p.second.first) < std::tuple(q.first, q.second.second, q.second.first);
    });
    for (size_t k = 0; k < row.size(); ++k) {
      auto [column, places] = row[k];
      if (k + 1 < row.size() && row[k + 1].first == column && places.second < 0 && row[k + 1].second.first < 0)
        places.second = row[++k].second.second;
      f(static_cast<int64_t>(i), column, places.first, places.second);
    }
  }
}

// --- Solutions and factorisations ---

template <class T>
hipsparseStatus_t solve_triangle(hipsparseOperation_t op, int m, const T* alpha, const void* d, const T* values,
                                 const int* offsets, const int* columns, csrsv2Info* info, const T* f, T* x) {
  WL_NEED(m >= 0 && alpha && d && info && (m == 0 || (values && offsets && columns && f && x)));
  Triangle<T> triangle(csr(d, m, m, values, offsets, columns), op);
  int64_t pivot = triangle.zero_pivot();
  info->zero_pivot = pivot < 0 ? -1 : static_cast<int>(pivot) + descr(d).base;
  triangle.solve([&](int64_t i) { return *alpha * f[i]; }, [&](int64_t i) -> T& { return x[i]; });
  return success;
}
template <class Info> hipsparseStatus_t report_pivot(hipsparseHandle_t handle, Info* info, int* position) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(info && position);
  *position = info->zero_pivot;
  return info->zero_pivot < 0 ? success : HIPSPARSE_STATUS_ZERO_PIVOT;
}

// The rows of a square matrix with columns in order, as a factorisation without fill-in walks them.
template <class T> struct Pattern {
  int m, base;
  T* values;
  const int *offsets, *columns;
  int begin(int i) const { return offsets[i] - base; }
  int end(int i) const { return offsets[i + 1] - base; }
  int column(int k) const { return columns[k] - base; }
  // The place of element (i, j), -1 where it is not stored.
  int find(int i, int j) const {
    const int *from = columns + begin(i), *to = columns + end(i);
    const int* at = std::lower_bound(from, to, j + base);
    return at != to && *at == j + base ? static_cast<int>(at - columns) : -1;
  }
};

template <class T> hipsparseStatus_t factor_lu(const Pattern<T>& p, csrilu02Info* info) {
  WL_NEED(info);
  info->zero_pivot = -1;
  for (int i = 0; i < p.m; ++i)
    for (int k = p.begin(i); k < p.end(i); ++k) {
      const int j = p.column(k);
      if (j >= i) break;
      const int diagonal = p.find(j, j);
      if (diagonal < 0 || p.values[diagonal] == T(0)) {
        if (info->zero_pivot < 0) info->zero_pivot = j + p.base;
        continue;
      }
      const T factor = p.values[k] /= p.values[diagonal];
      for (int l = diagonal + 1; l < p.end(j); ++l)
        if (int at = p.find(i, p.column(l)); at >= 0) p.values[at] -= factor * p.values[l];
    }
  for (int i = 0; i < p.m && info->zero_pivot < 0; ++i)
    if (int d = p.find(i, i); d < 0 || p.values[d] == T(0)) info->zero_pivot = i + p.base;
  return success;
}

// The lower triangle becomes the factor of L L^H.
template <class T> hipsparseStatus_t factor_cholesky(const Pattern<T>& p, csric02Info* info) {
  WL_NEED(info);
  info->zero_pivot = -1;
  for (int i = 0; i < p.m; ++i)
    for (int k = p.begin(i); k < p.end(i); ++k) {
      const int j = p.column(k);
      if (j > i) break;
      T sum = p.values[k];
      for (int l = p.begin(i); l < k; ++l)
        if (int at = p.find(j, p.column(l)); at >= 0 && p.column(l) < j) sum -= p.values[l] * conj_of(p.values[at]);
      if (i == j) {
        const auto real = as<real_of<T>>(sum);
        if (!(real > 0) && info->zero_pivot < 0) info->zero_pivot = i + p.base;
        p.values[k] = T(std::sqrt(real));
      } else {
        const int diagonal = p.find(j, j);
        if (diagonal < 0 && info->zero_pivot < 0) info->zero_pivot = j + p.base;
        p.values[k] = diagonal < 0 ? sum : sum / p.values[diagonal];
      }
    }
  return success;
}

// Tridiagonal systems: elimination with exchange of neighbouring rows (as LAPACK's gtsv) or without.
template <class T> hipsparseStatus_t solve_tridiagonal(bool pivoting, int m, int n, const T* dl, const T* d, const T* du, T* b, int64_t ldb) {
  WL_NEED(m >= 1 && n >= 0 && dl && d && du && b && ldb >= m);
  const auto size = static_cast<size_t>(m);
  std::vector<T> low(dl, dl + m), diagonal(d, d + m), up(du, du + m), second(size, T(0));
  auto magnitude = [](T x) { return std::abs(x); };
  for (size_t i = 0; i + 1 < size; ++i) {
    T below = low[i + 1];
    if (pivoting && magnitude(below) > magnitude(diagonal[i])) {
      std::swap(diagonal[i], below);
      std::swap(up[i], diagonal[i + 1]);
      second[i] = up[i + 1];
      up[i + 1] = T(0);
      for (int j = 0; j < n; ++j) std::swap(b[static_cast<int64_t>(i) + j * ldb], b[static_cast<int64_t>(i) + 1 + j * ldb]);
    }
    const T factor = below / diagonal[i];
    diagonal[i + 1] -= factor * up[i];
    up[i + 1] -= factor * second[i];
    for (int j = 0; j < n; ++j) b[static_cast<int64_t>(i) + 1 + j * ldb] -= factor * b[static_cast<int64_t>(i) + j * ldb];
  }
  for (int j = 0; j < n; ++j) {
    T* x = b + j * ldb;
    for (size_t i = size; i-- > 0;) {
      T sum = x[i];
      if (i + 1 < size) sum -= up[i] * x[i + 1];
      if (i + 2 < size) sum -= second[i] * x[i + 2];
      x[i] = sum / diagonal[i];
    }
  }
  return success;
}

// --- Conversions ---

template <class T>
hipsparseStatus_t count_nonzeros(hipsparseDirection_t direction, int m, int n, const T* a, int64_t lda, int* each, int* total) {
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && a && each && total);
  const bool by_row = direction == HIPSPARSE_DIRECTION_ROW;
  std::fill_n(each, by_row ? m : n, 0);
  int sum = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      if (a[i + j * lda] != T(0)) {
        ++each[by_row ? i : j];
        ++sum;
      }
  *total = sum;
  return success;
}
template <class T>
hipsparseStatus_t compress(bool by_row, int m, int n, const void* d, const T* a, int64_t lda, const int* counts, T* values,
                           int* offsets, int* indices) {
  WL_NEED(m >= 0 && n >= 0 && d && lda >= std::max(1, m) && a && counts && values && offsets && indices);
  const int base = descr(d).base, outer = by_row ? m : n, inner = by_row ? n : m;
  int k = 0;
  for (int p = 0; p < outer; ++p) {
    offsets[p] = k + base;
    for (int q = 0; q < inner; ++q) {
      const T& v = by_row ? a[p + q * lda] : a[q + p * lda];
      if (v == T(0)) continue;
      values[k] = v;
      indices[k++] = q + base;
    }
  }
  offsets[outer] = k + base;
  return success;
}
template <class T>
hipsparseStatus_t spread(bool by_row, int m, int n, const void* d, const T* values, const int* offsets, const int* indices, T* a,
                         int64_t lda) {
  WL_NEED(m >= 0 && n >= 0 && d && lda >= std::max(1, m) && values && offsets && indices && a);
  const int base = descr(d).base;
  for (int j = 0; j < n; ++j) std::fill_n(a + j * lda, m, T(0));
  for (int p = 0; p < (by_row ? m : n); ++p)
    for (int k = offsets[p] - base; k < offsets[p + 1] - base; ++k) {
      const int q = indices[k] - base;
      (by_row ? a[p + q * lda] : a[q + p * lda]) = values[k];
    }
  return success;
}

// The block columns of block row `bi`, in order.
std::vector<int> blocks_of_row(int bi, int m, const int* offsets, const int* columns, int size, int base) {
  std::vector<int> blocks;
  for (int i = bi * size; i < std::min(m, (bi + 1) * size); ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) blocks.push_back((columns[k] - base) / size);
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}
template <class T>
hipsparseStatus_t to_blocks(bool by_row, int m, const void* da, const T* values, const int* offsets, const int* columns, int size,
                            const void* dc, T* block_values, int* block_offsets, int* block_columns) {
  WL_NEED(m >= 0 && da && dc && size > 0 && offsets && block_offsets);
  const int base = descr(da).base, to = descr(dc).base, rows = (m + size - 1) / size;
  int64_t next = 0;
  block_offsets[0] = to;
  for (int bi = 0; bi < rows; ++bi) {
    std::vector<int> blocks = blocks_of_row(bi, m, offsets, columns, size, base);
    T* first = block_values + next * size * size;
    std::fill_n(first, static_cast<int64_t>(blocks.size()) * size * size, T(0));
    for (size_t b = 0; b < blocks.size(); ++b) block_columns[next + static_cast<int64_t>(b)] = blocks[b] + to;
    for (int i = bi * size; i < std::min(m, (bi + 1) * size); ++i)
      for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) {
        const int j = columns[k] - base, r = i % size, c = j % size;
        const auto b = std::ranges::lower_bound(blocks, j / size) - blocks.begin();
        first[b * size * size + (by_row ? r * size + c : c * size + r)] = values[k];
      }
    next += static_cast<int64_t>(blocks.size());
    block_offsets[bi + 1] = static_cast<int>(next) + to;
  }
  return success;
}
template <class T>
hipsparseStatus_t from_blocks(bool by_row, int mb, const void* da, const T* values, const int* offsets, const int* columns, int size,
                              const void* dc, T* to_values, int* to_offsets, int* to_columns) {
  WL_NEED(mb >= 0 && da && dc && size > 0 && offsets && to_offsets);
  const int base = descr(da).base, to = descr(dc).base;
  int next = 0;
  to_offsets[0] = to;
  for (int i = 0; i < mb * size; ++i) {
    for (int k = offsets[i / size] - base; k < offsets[i / size + 1] - base; ++k)
      for (int c = 0; c < size; ++c) {
        const int r = i % size;
        to_values[next] = values[int64_t{k} * size * size + (by_row ? r * size + c : c * size + r)];
        to_columns[next++] = (columns[k] - base) * size + c + to;
      }
    to_offsets[i + 1] = next + to;
  }
  return success;
}

template <class Info> hipsparseStatus_t create(Info** info) {
  WL_NEED(info);
  *info = new (std::nothrow) Info;
  return *info ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}
template <class Info> hipsparseStatus_t destroy(Info* info) {
  delete info;
  return success;
}

}  // namespace

extern "C" {

hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle, const int* offsets, int nnz, int m, int* rows,
                                    hipsparseIndexBase_t base) {
  WL_READY(handle);
  WL_NEED(nnz >= 0 && m >= 0 && offsets && (nnz == 0 || rows));
  for (int i = 0; i < m; ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) rows[k] = i + base;
  return success;
}
hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int* rows, int nnz, int m, int* offsets,
                                    hipsparseIndexBase_t base) {
  WL_READY(handle);
  WL_NEED(nnz >= 0 && m >= 0 && offsets && (nnz == 0 || rows));
  std::fill_n(offsets, m + 1, 0);
  for (int k = 0; k < nnz; ++k) ++offsets[rows[k] - base + 1];
  offsets[0] = base;
  for (int i = 0; i < m; ++i) offsets[i + 1] += offsets[i];
  return success;
}
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t handle, int n, int* p) {
  WL_READY(handle);
  WL_NEED(n >= 0 && (n == 0 || p));
  std::iota(p, p + n, 0);
  return success;
}
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int, int, int, const int*, const int*, size_t* size) {
  return answer(handle, size);
}
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t handle, int m, int, int, const hipsparseMatDescr_t d, const int* offsets,
                                    int* columns, int* p, void*) {
  return sort_compressed(handle, m, d, offsets, columns, p);
}
hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t handle, int, int, int, const int*, const int*, size_t* size) {
  return answer(handle, size);
}
hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t handle, int, int n, int, const hipsparseMatDescr_t d, const int* offsets,
                                    int* rows, int* p, void*) {
  return sort_compressed(handle, n, d, offsets, rows, p);
}
hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t handle, int, int, int, const int*, const int*, size_t* size) {
  return answer(handle, size);
}
hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t handle, int, int, int nnz, int* rows, int* cols, int* p, void*) {
  return sort_coordinates(handle, nnz, rows, cols, p);
}
hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t handle, int, int, int nnz, int* rows, int* cols, int* p, void*) {
  return sort_coordinates(handle, nnz, cols, rows, p);
}
hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(hipsparseHandle_t handle, int, int, int, const void*, const int*, const int*,
                                                 void*, int*, int*, hipDataType, hipsparseAction_t, hipsparseIndexBase_t,
                                                 hipsparseCsr2CscAlg_t, size_t* size) {
  return answer(handle, size);
}
hipsparseStatus_t hipsparseCsr2cscEx2(hipsparseHandle_t handle, int m, int n, int, const void* values, const int* offsets,
                                      const int* columns, void* to_values, int* to_offsets, int* to_rows, hipDataType type,
                                      hipsparseAction_t action, hipsparseIndexBase_t base, hipsparseCsr2CscAlg_t, void*) {
  WL_READY(handle);
  return with_any(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return transpose(m, n, static_cast<const T*>(values), offsets, columns, static_cast<T*>(to_values), to_rows, to_offsets,
                     action, base);
  }, not_supported);
}
hipsparseStatus_t hipsparseXcsr2bsrNnz(hipsparseHandle_t handle, hipsparseDirection_t, int m, int, const hipsparseMatDescr_t da,
                                       const int* offsets, const int* columns, int size, const hipsparseMatDescr_t dc,
                                       int* block_offsets, int* total) {
  WL_READY(handle);
  WL_NEED(m >= 0 && da && dc && size > 0 && offsets && block_offsets && total);
  int sum = 0;
  block_offsets[0] = descr(dc).base;
  for (int bi = 0; bi < (m + size - 1) / size; ++bi) {
    sum += static_cast<int>(blocks_of_row(bi, m, offsets, columns, size, descr(da).base).size());
    block_offsets[bi + 1] = sum + descr(dc).base;
  }
  *total = sum;
  return success;
}
hipsparseStatus_t hipsparseXcsrgeam2Nnz(hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t da, int,
                                        const int* a_offsets, const int* a_columns, const hipsparseMatDescr_t db, int,
                                        const int* b_offsets, const int* b_columns, const hipsparseMatDescr_t dc, int* offsets,
                                        int* total, void*) {
  WL_READY(handle);
  WL_NEED(m >= 0 && n >= 0 && da && db && dc && a_offsets && b_offsets && offsets && total);
  std::fill_n(offsets, m + 1, 0);
  const char* none = nullptr;
  each_of_sum(csr(da, m, n, none, a_offsets, a_columns), csr(db, m, n, none, b_offsets, b_columns),
              [&](int64_t i, int64_t, int64_t, int64_t) { ++offsets[i + 1]; });
  offsets[0] = descr(dc).base;
  for (int i = 0; i < m; ++i) offsets[i + 1] += offsets[i];
  *total = offsets[m] - descr(dc).base;
  return success;
}

hipsparseStatus_t hipsparseCreateCsrsv2Info(csrsv2Info_t* info) { return create(info); }
hipsparseStatus_t hipsparseDestroyCsrsv2Info(csrsv2Info_t info) { return destroy(info); }
hipsparseStatus_t hipsparseXcsrsv2_zeroPivot(hipsparseHandle_t handle, csrsv2Info_t info, int* position) {
  return report_pivot(handle, info, position);
}
hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t* info) { return create(info); }
hipsparseStatus_t hipsparseDestroyCsrilu02Info(csrilu02Info_t info) { return destroy(info); }
hipsparseStatus_t hipsparseXcsrilu02_zeroPivot(hipsparseHandle_t handle, csrilu02Info_t info, int* position) {
  return report_pivot(handle, info, position);
}
hipsparseStatus_t hipsparseCreateCsric02Info(csric02Info_t* info) { return create(info); }
hipsparseStatus_t hipsparseDestroyCsric02Info(csric02Info_t info) { return destroy(info); }
hipsparseStatus_t hipsparseXcsric02_zeroPivot(hipsparseHandle_t handle, csric02Info_t info, int* position) {
  return report_pivot(handle, info, position);
}

#define WL_H hipsparseHandle_t handle
#define WL_D const hipsparseMatDescr_t
#define WL_CALL(call)                                                                                        \
  {                                                                                                          \
    WL_READY(handle);                                                                                        \
    return call;                                                                                             \
  }
#define WL_ANALYSIS(Name, Info, T)                                                                           \
  hipsparseStatus_t Name##_bufferSize(WL_H, int, int, WL_D, T*, const int*, const int*, Info, int* size) {   \
    return answer(handle, size);                                                                             \
  }                                                                                                          \
  hipsparseStatus_t Name##_analysis(WL_H, int, int, WL_D, const T*, const int*, const int*, Info info,       \
                                    hipsparseSolvePolicy_t, void*) {                                         \
    if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;                                                    \
    return info ? success : HIPSPARSE_STATUS_INVALID_VALUE;                                                  \
  }

#define WL_VECTORS(S, T)                                                                                     \
  hipsparseStatus_t hipsparse##S##axpyi(WL_H, int nnz, const T* alpha, const T* x, const int* at, T* y,      \
                                        hipsparseIndexBase_t base)                                           \
      WL_CALL(axpyi(nnz, host(alpha), host(x), at, host(y), base))                                           \
  hipsparseStatus_t hipsparse##S##doti(WL_H, int nnz, const T* x, const int* at, const T* y, T* result,      \
                                       hipsparseIndexBase_t base)                                            \
      WL_CALL(doti(false, nnz, host(x), at, host(y), host(result), base))                                    \
  hipsparseStatus_t hipsparse##S##gthr(WL_H, int nnz, const T* y, T* x, const int* at, hipsparseIndexBase_t base) \
      WL_CALL(gather(nnz, host(y), host(x), at, base))                                                       \
  hipsparseStatus_t hipsparse##S##gthrz(WL_H, int nnz, T* y, T* x, const int* at, hipsparseIndexBase_t base) \
      WL_CALL(gather_and_clear(nnz, host(y), host(x), at, base))                                             \
  hipsparseStatus_t hipsparse##S##sctr(WL_H, int nnz, const T* x, const int* at, T* y, hipsparseIndexBase_t base) \
      WL_CALL(scatter(nnz, host(x), at, host(y), base))
HIPSPARSE_FOUR_TYPES(WL_VECTORS)

hipsparseStatus_t hipsparseCdotci(WL_H, int nnz, const hipComplex* x, const int* at, const hipComplex* y, hipComplex* result,
                                  hipsparseIndexBase_t base) WL_CALL(doti(true, nnz, host(x), at, host(y), host(result), base))
hipsparseStatus_t hipsparseZdotci(WL_H, int nnz, const hipDoubleComplex* x, const int* at, const hipDoubleComplex* y,
                                  hipDoubleComplex* result, hipsparseIndexBase_t base)
    WL_CALL(doti(true, nnz, host(x), at, host(y), host(result), base))
hipsparseStatus_t hipsparseSroti(WL_H, int nnz, float* x, const int* at, float* y, const float* c, const float* s,
                                 hipsparseIndexBase_t base) WL_CALL(rotate(nnz, x, at, y, c, s, base))
hipsparseStatus_t hipsparseDroti(WL_H, int nnz, double* x, const int* at, double* y, const double* c, const double* s,
                                 hipsparseIndexBase_t base) WL_CALL(rotate(nnz, x, at, y, c, s, base))

#define WL_PRODUCTS(S, T)                                                                                    \
  hipsparseStatus_t hipsparse##S##csrmv(WL_H, hipsparseOperation_t op, int m, int n, int, const T* alpha, WL_D d, const T* v, \
                                        const int* o, const int* c, const T* x, const T* beta, T* y) {       \
    WL_NEED(d && m >= 0 && n >= 0);                                                                          \
    WL_CALL(times_dense(op, HIPSPARSE_OPERATION_NON_TRANSPOSE, csr(d, m, n, v, o, c), 1, host(alpha), host(x), \
                        std::max(m, n), host(beta), host(y), std::max(m, n)))                                \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##csrmm(WL_H, hipsparseOperation_t op, int m, int n, int k, int, const T* alpha, WL_D d, \
                                        const T* v, const int* o, const int* c, const T* b, int ldb, const T* beta, T* to, \
                                        int ldc) {                                                           \
    WL_NEED(d && m >= 0 && n >= 0 && k >= 0);                                                                \
    WL_CALL(times_dense(op, HIPSPARSE_OPERATION_NON_TRANSPOSE, csr(d, m, k, v, o, c), n, host(alpha), host(b), ldb, \
                        host(beta), host(to), ldc))                                                          \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##csrmm2(WL_H, hipsparseOperation_t op, hipsparseOperation_t op_b, int m, int n, int k, int, \
                                         const T* alpha, WL_D d, const T* v, const int* o, const int* c, const T* b, int ldb, \
                                         const T* beta, T* to, int ldc) {                                    \
    WL_NEED(d && m >= 0 && n >= 0 && k >= 0);                                                                \
    WL_CALL(times_dense(op, op_b, csr(d, m, k, v, o, c), n, host(alpha), host(b), ldb, host(beta), host(to), ldc)) \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##bsrmv(WL_H, hipsparseDirection_t dir, hipsparseOperation_t op, int mb, int, int, \
                                        const T* alpha, WL_D d, const T* v, const int* o, const int* c, int size, const T* x, \
                                        const T* beta, T* y)                                                 \
      WL_CALL(block_times_vector(dir == HIPSPARSE_DIRECTION_ROW, op, mb, host(alpha), d, host(v), o, c, size, host(x), \
                                 host(beta), host(y)))                                                       \
  hipsparseStatus_t hipsparse##S##csrgeam2_bufferSizeExt(WL_H, int, int, const T*, WL_D, int, const T*, const int*, const int*, \
                                                         const T*, WL_D, int, const T*, const int*, const int*, WL_D, \
                                                         const T*, const int*, const int*, size_t* size) {   \
    return answer(handle, size);                                                                             \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##csrgeam2(WL_H, int m, int n, const T* alpha, WL_D da, int, const T* av, const int* ao, \
                                           const int* ac, const T* beta, WL_D db, int, const T* bv, const int* bo, \
                                           const int* bc, WL_D dc, T* v, int* o, int* c, void*) {            \
    WL_READY(handle);                                                                                        \
    WL_NEED(m >= 0 && n >= 0 && alpha && beta && da && db && dc && ao && bo && o);                           \
    using H = host_type<T>;                                                                                  \
    const H x = *host(alpha), y = *host(beta);                                                               \
    int next = 0, base = descr(dc).base;                                                                     \
    std::fill_n(o, m + 1, 0);                                                                                \
    each_of_sum(csr(da, m, n, av, ao, ac), csr(db, m, n, bv, bo, bc),                                        \
                [&](int64_t i, int64_t j, int64_t p, int64_t q) {                                            \
                  host(v)[next] = (p < 0 ? H(0) : x * host(av)[p]) + (q < 0 ? H(0) : y * host(bv)[q]);       \
                  c[next++] = static_cast<int>(j) + base;                                                    \
                  ++o[i + 1];                                                                                \
                });                                                                                          \
    o[0] = base;                                                                                             \
    for (int i = 0; i < m; ++i) o[i + 1] += o[i];                                                            \
    return success;                                                                                          \
  }
HIPSPARSE_FOUR_TYPES(WL_PRODUCTS)

#define WL_SOLUTIONS(S, T)                                                                                   \
  hipsparseStatus_t hipsparse##S##csrsv2_bufferSize(WL_H, hipsparseOperation_t, int, int, WL_D, T*, const int*, const int*, \
                                                    csrsv2Info_t, int* size) {                               \
    return answer(handle, size);                                                                             \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##csrsv2_analysis(WL_H, hipsparseOperation_t op, int m, int, WL_D d, const T* v, const int* o, \
                                                  const int* c, csrsv2Info_t info, hipsparseSolvePolicy_t, void*) { \
    WL_READY(handle);                                                                                        \
    WL_NEED(info && d && m >= 0 && (m == 0 || (v && o && c)));                                               \
    int64_t pivot = Triangle<host_type<T>>(csr(d, m, m, v, o, c), op).zero_pivot();                          \
    info->zero_pivot = pivot < 0 ? -1 : static_cast<int>(pivot) + descr(d).base;                             \
    return success;                                                                                          \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##csrsv2_solve(WL_H, hipsparseOperation_t op, int m, int, const T* alpha, WL_D d, const T* v, \
                                               const int* o, const int* c, csrsv2Info_t info, const T* f, T* x, \
                                               hipsparseSolvePolicy_t, void*)                                \
      WL_CALL(solve_triangle(op, m, host(alpha), d, host(v), o, c, info, host(f), host(x)))                  \
  WL_ANALYSIS(hipsparse##S##csrilu02, csrilu02Info_t, T)                                                     \
  hipsparseStatus_t hipsparse##S##csrilu02(WL_H, int m, int, WL_D d, T* v, const int* o, const int* c, csrilu02Info_t info, \
                                           hipsparseSolvePolicy_t, void*) {                                  \
    WL_NEED(d && m >= 0 && (m == 0 || (v && o && c)));                                                       \
    WL_CALL(factor_lu(Pattern<host_type<T>>{m, descr(d).base, host(v), o, c}, info))                         \
  }                                                                                                          \
  WL_ANALYSIS(hipsparse##S##csric02, csric02Info_t, T)                                                       \
  hipsparseStatus_t hipsparse##S##csric02(WL_H, int m, int, WL_D d, T* v, const int* o, const int* c, csric02Info_t info, \
                                          hipsparseSolvePolicy_t, void*) {                                   \
    WL_NEED(d && m >= 0 && (m == 0 || (v && o && c)));                                                       \
    WL_CALL(factor_cholesky(Pattern<host_type<T>>{m, descr(d).base, host(v), o, c}, info))                   \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##gtsv2_bufferSizeExt(WL_H, int, int, const T*, const T*, const T*, const T*, int, \
                                                      size_t* size) {                                        \
    return answer(handle, size);                                                                             \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##gtsv2(WL_H, int m, int n, const T* dl, const T* d, const T* du, T* b, int ldb, void*) \
      WL_CALL(solve_tridiagonal(true, m, n, host(dl), host(d), host(du), host(b), ldb))                      \
  hipsparseStatus_t hipsparse##S##gtsv2_nopivot_bufferSizeExt(WL_H, int, int, const T*, const T*, const T*, const T*, int, \
                                                              size_t* size) {                                \
    return answer(handle, size);                                                                             \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##gtsv2_nopivot(WL_H, int m, int n, const T* dl, const T* d, const T* du, T* b, int ldb, void*) \
      WL_CALL(solve_tridiagonal(false, m, n, host(dl), host(d), host(du), host(b), ldb))                     \
  hipsparseStatus_t hipsparse##S##gtsv2StridedBatch_bufferSizeExt(WL_H, int, const T*, const T*, const T*, const T*, int, int, \
                                                                  size_t* size) {                            \
    return answer(handle, size);                                                                             \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##S##gtsv2StridedBatch(WL_H, int m, const T* dl, const T* d, const T* du, T* x, int count, \
                                                    int stride, void*) {                                     \
    WL_READY(handle);                                                                                        \
    WL_NEED(count >= 0 && stride >= m);                                                                      \
    for (int64_t b = 0; b < count; ++b) {                                                                    \
      int64_t at = b * stride;                                                                               \
      auto s = solve_tridiagonal(false, m, 1, host(dl + at), host(d + at), host(du + at), host(x + at), m);  \
      if (s != success) return s;                                                                            \
    }                                                                                                        \
    return success;                                                                                          \
  }
HIPSPARSE_FOUR_TYPES(WL_SOLUTIONS)

#define WL_CONVERSIONS(S, T)                                                                                 \
  hipsparseStatus_t hipsparse##S##nnz(WL_H, hipsparseDirection_t dir, int m, int n, WL_D, const T* a, int lda, int* each, \
                                      int* total) WL_CALL(count_nonzeros(dir, m, n, host(a), lda, each, total)) \
  hipsparseStatus_t hipsparse##S##dense2csr(WL_H, int m, int n, WL_D d, const T* a, int ld, const int* counts, T* v, int* o, \
                                            int* c) WL_CALL(compress(true, m, n, d, host(a), ld, counts, host(v), o, c)) \
  hipsparseStatus_t hipsparse##S##dense2csc(WL_H, int m, int n, WL_D d, const T* a, int ld, const int* counts, T* v, int* r, \
                                            int* o) WL_CALL(compress(false, m, n, d, host(a), ld, counts, host(v), o, r)) \
  hipsparseStatus_t hipsparse##S##csr2dense(WL_H, int m, int n, WL_D d, const T* v, const int* o, const int* c, T* a, int ld) \
      WL_CALL(spread(true, m, n, d, host(v), o, c, host(a), ld))                                             \
  hipsparseStatus_t hipsparse##S##csc2dense(WL_H, int m, int n, WL_D d, const T* v, const int* r, const int* o, T* a, int ld) \
      WL_CALL(spread(false, m, n, d, host(v), o, r, host(a), ld))                                            \
  hipsparseStatus_t hipsparse##S##csr2csc(WL_H, int m, int n, int, const T* v, const int* o, const int* c, T* tv, int* tr, \
                                          int* to, hipsparseAction_t action, hipsparseIndexBase_t base)      \
      WL_CALL(transpose(m, n, host(v), o, c, host(tv), tr, to, action, base))                                \
  hipsparseStatus_t hipsparse##S##csr2bsr(WL_H, hipsparseDirection_t dir, int m, int, WL_D da, const T* v, const int* o, \
                                          const int* c, int size, WL_D dc, T* bv, int* bo, int* bc)          \
      WL_CALL(to_blocks(dir == HIPSPARSE_DIRECTION_ROW, m, da, host(v), o, c, size, dc, host(bv), bo, bc))   \
  hipsparseStatus_t hipsparse##S##bsr2csr(WL_H, hipsparseDirection_t dir, int mb, int, WL_D da, const T* v, const int* o, \
                                          const int* c, int size, WL_D dc, T* tv, int* to, int* tc)          \
      WL_CALL(from_blocks(dir == HIPSPARSE_DIRECTION_ROW, mb, da, host(v), o, c, size, dc, host(tv), to, tc))
HIPSPARSE_FOUR_TYPES(WL_CONVERSIONS)

}  // extern "C"
