// Loads and stores with a cache hint. The hint changes no result, and only streaming has an instruction.
#ifndef HIPCUB_THREAD_THREAD_LOAD_HPP_
#define HIPCUB_THREAD_THREAD_LOAD_HPP_

#include "../config.hpp"

namespace hipcub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier modifier = LOAD_DEFAULT, class It>
WLPRIM_DEVICE wlprim::value_of<It> ThreadLoad(It from) {
  using T = wlprim::value_of<It>;
  if constexpr (std::is_pointer_v<It> && std::is_arithmetic_v<T>) {
    if constexpr (modifier == LOAD_CV || modifier == LOAD_VOLATILE)
      return *static_cast<const volatile T*>(from);
    if constexpr (modifier == LOAD_CS) return __builtin_nontemporal_load(from);
  }
  return *from;
}

template <CacheStoreModifier modifier = STORE_DEFAULT, class It, class T>
WLPRIM_DEVICE void ThreadStore(It to, T value) {
  if constexpr (std::is_pointer_v<It> && std::is_arithmetic_v<T>) {
    if constexpr (modifier == STORE_VOLATILE) {
      *static_cast<volatile wlprim::value_of<It>*>(to) = value;
      return;
    }
    if constexpr (modifier == STORE_CS) {
      __builtin_nontemporal_store(static_cast<wlprim::value_of<It>>(value), to);
      return;
    }
  }
  *to = value;
}

} // namespace hipcub

#endif
