// What older programs include for its type traits.
#ifndef THRUST_DETAIL_TYPE_TRAITS_H
#define THRUST_DETAIL_TYPE_TRAITS_H
#include <type_traits>
namespace thrust::detail {
using std::false_type;
using std::integral_constant;
using std::is_same;
using std::true_type;
template <bool condition, class T = void> using enable_if = std::enable_if<condition, T>;
} // namespace thrust::detail
#endif
