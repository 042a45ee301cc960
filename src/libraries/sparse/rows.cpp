// A sparse matrix brought into rows: a counting sort by row that keeps the order of storage within each.
#include "libraries/sparse/objects.h"

namespace wavelift::libraries {

Rows rows_of(const SpMat& a, bool transposed) {
  Rows r{.rows = transposed ? a.cols : a.rows, .cols = transposed ? a.rows : a.cols, .offsets = {}, .columns = {}, .source = {}};
  r.offsets.assign(static_cast<size_t>(r.rows + 1), 0);
  each_element(a, [&](int64_t i, int64_t j, int64_t) { ++r.offsets[static_cast<size_t>((transposed ? j : i) + 1)]; });
  for (size_t i = 1; i < r.offsets.size(); ++i) r.offsets[i] += r.offsets[i - 1];
  r.columns.resize(static_cast<size_t>(r.offsets.back()));
  r.source.resize(r.columns.size());
  std::vector<int64_t> next = r.offsets;
  each_element(a, [&](int64_t i, int64_t j, int64_t k) {
    if (transposed) std::swap(i, j);
    auto at = static_cast<size_t>(next[static_cast<size_t>(i)]++);
    r.columns[at] = j;
    r.source[at] = k;
  });
  return r;
}

}  // namespace wavelift::libraries
