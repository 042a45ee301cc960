// Texture objects, as texture references use them too.
#pragma once
#include "soft/runtime/api.h"

namespace wavelift::hiprt {

hipError_t make_texture(const hipResourceDesc& resource, const hipTextureDesc& texture,
                        const hipResourceViewDesc* view, hipTextureObject_t* out);
hipError_t destroy_texture(hipTextureObject_t object);

} // namespace wavelift::hiprt
