#include <algorithm>
#include <numeric>
#include <wavelift_reference.h>

// The set is exact: scale 0.
void reference(wavelift::Case& c) {
  const int64_t keys = c["keys"], chosen = c["chosen"];
  for (int64_t i = 0; i < c["queries"]; ++i) {
    const double* score = c.input("score").reals.data() + i * keys;
    std::vector<int64_t> order(static_cast<size_t>(c.input("lengths").whole(i)));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int64_t a, int64_t b) { return score[a] > score[b]; });
    for (int64_t k = 0; k < chosen; ++k) c.output("indices").set(i * chosen + k, k < static_cast<int64_t>(order.size()) ? static_cast<double>(order[static_cast<size_t>(k)]) : -1);
  }
}
