// What a texture object is in memory: hipTextureObject_t is the device address of one of these. The targets
// without an image unit sample it in software; the runtime fills it.
#ifndef HIP_DETAIL_TEXTURE_DESCRIPTOR_H
#define HIP_DETAIL_TEXTURE_DESCRIPTOR_H

#include <stdint.h>

// Numbers of the modes: those of hipTextureAddressMode, hipTextureFilterMode, hipTextureReadMode and
// hipChannelFormatKind.
enum {
  WL_TEXTURE_WRAP = 0,
  WL_TEXTURE_CLAMP = 1,
  WL_TEXTURE_MIRROR = 2,
  WL_TEXTURE_BORDER = 3,
  WL_TEXTURE_POINT = 0,
  WL_TEXTURE_LINEAR = 1,
  WL_TEXTURE_ELEMENT = 0,
  WL_TEXTURE_NORMALIZED_FLOAT = 1,
  WL_TEXTURE_SIGNED = 0,
  WL_TEXTURE_UNSIGNED = 1,
  WL_TEXTURE_FLOAT = 2
};

typedef struct wl_texture_descriptor {
  uint64_t data;        // device address of the first texel
  uint64_t row_pitch;   // bytes from row to row
  uint64_t slice_pitch; // bytes from slice (or layer, or cube face) to slice
  uint32_t width;       // texels; linear memory: number of elements
  uint32_t height;      // rows; 1 for one dimension
  uint32_t depth;       // slices, layers, or six times the cubes; 1 otherwise
  uint32_t texel_bytes; // channels * bits of a channel / 8
  uint8_t channels;     // 1, 2 or 4
  uint8_t channel_bits; // 8, 16 or 32
  uint8_t format;       // WL_TEXTURE_SIGNED, _UNSIGNED or _FLOAT
  uint8_t read_mode;    // WL_TEXTURE_ELEMENT or _NORMALIZED_FLOAT
  uint8_t filter;       // WL_TEXTURE_POINT or _LINEAR
  uint8_t normalized;   // 1: coordinates run from 0 to 1
  uint8_t address_mode[3];
  uint8_t srgb; // 1: 8-bit colour channels are decoded to linear light when read as normalized float
  uint8_t reserved[6];
  float border[4];     // colour outside, for WL_TEXTURE_BORDER
  uint64_t next_level; // device address of the descriptor of the mipmap level of half the size, or 0
} wl_texture_descriptor;

#endif
