// The exception that Thrust throws when a call of the HIP runtime fails.
#ifndef THRUST_SYSTEM_ERROR_H
#define THRUST_SYSTEM_ERROR_H

#include <hip/hip_runtime.h>
#include <stdexcept>
#include <string>
#include <system_error>

namespace thrust {

class hip_category_type : public std::error_category {
public:
  const char* name() const noexcept override { return "hip"; }
  std::string message(int code) const override { return hipGetErrorString(static_cast<hipError_t>(code)); }
};
inline const std::error_category& hip_category() {
  static hip_category_type category;
  return category;
}

using std::error_category;
using std::error_code;
class system_error : public std::system_error {
public:
  using std::system_error::system_error;
};

namespace system {
using thrust::error_code;
using thrust::system_error;
} // namespace system

namespace detail {

inline void check(hipError_t e, const char* what) {
  if (e != hipSuccess) throw system_error(static_cast<int>(e), hip_category(), what);
}

} // namespace detail
} // namespace thrust

#endif
