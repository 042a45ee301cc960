// hipArray_t: texels in rows, rows in slices, as textures and array copies use them. The layout is linear.
#pragma once
#include "soft/runtime/api.h"

struct hipArray {
  std::byte* data = nullptr;
  hipChannelFormatDesc desc = {};
  hipArray_Format format = HIP_AD_FORMAT_FLOAT;
  unsigned channels = 1;
  size_t width = 0, height = 0,
         depth = 0; // as given: 0 for a dimension that is not there; depth counts layers too
  unsigned flags = 0;
  size_t element = 4;          // bytes a texel
  size_t pitch = 0, slice = 0; // bytes from row to row, from slice to slice
  bool owned = true;           // false: a level of a mipmapped array

  size_t rows() const { return height ? height : 1; }
  size_t slices() const { return depth ? depth : 1; }
  size_t bytes() const { return slice * slices(); }
};

namespace wavelift::hiprt {

bool known_array(hipArray_const_t array);
bool known_mipmapped(hipMipmappedArray_const_t array);
// Level `level`, or nullptr.
hipArray_t level_of(hipMipmappedArray_const_t array, unsigned level);

// Format and channel count of a descriptor, and back. False when no array can have it.
bool format_of(const hipChannelFormatDesc& desc, hipArray_Format* format, unsigned* channels);
bool desc_of(hipArray_Format format, unsigned channels, hipChannelFormatDesc* desc);

} // namespace wavelift::hiprt
