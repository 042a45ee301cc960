// Types of memory, copies, arrays and texture resources that the runtime functions take.
#ifndef HIP_INCLUDE_HIP_DRIVER_TYPES_H
#define HIP_INCLUDE_HIP_DRIVER_TYPES_H

#include "hip_common.h"
#include <stddef.h>
#include <stdint.h>

typedef void* hipDeviceptr_t;

typedef enum hipChannelFormatKind {
  hipChannelFormatKindSigned, hipChannelFormatKindUnsigned, hipChannelFormatKindFloat,
  hipChannelFormatKindNone
} hipChannelFormatKind;

typedef struct hipChannelFormatDesc {
  int x, y, z, w;  // bits of each channel
  enum hipChannelFormatKind f;
} hipChannelFormatDesc;

// Arrays are opaque; the runtime alone knows their layout.
struct hipArray;
typedef struct hipArray* hipArray_t;
typedef hipArray_t hiparray;
typedef const struct hipArray* hipArray_const_t;

#define HIP_TRSA_OVERRIDE_FORMAT 0x01
#define HIP_TRSF_READ_AS_INTEGER 0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_SRGB 0x10

typedef enum hipArray_Format {
  HIP_AD_FORMAT_UNSIGNED_INT8 = 1, HIP_AD_FORMAT_UNSIGNED_INT16, HIP_AD_FORMAT_UNSIGNED_INT32,
  HIP_AD_FORMAT_SIGNED_INT8 = 8, HIP_AD_FORMAT_SIGNED_INT16, HIP_AD_FORMAT_SIGNED_INT32,
  HIP_AD_FORMAT_HALF = 16, HIP_AD_FORMAT_FLOAT = 32
} hipArray_Format;

typedef struct HIP_ARRAY_DESCRIPTOR {
  size_t Width, Height;
  hipArray_Format Format;
  unsigned int NumChannels;
} HIP_ARRAY_DESCRIPTOR;

typedef struct HIP_ARRAY3D_DESCRIPTOR {
  size_t Width, Height, Depth;
  hipArray_Format Format;
  unsigned int NumChannels, Flags;
} HIP_ARRAY3D_DESCRIPTOR;

typedef enum hipMemoryType {
  hipMemoryTypeUnregistered, hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeManaged,
  hipMemoryTypeArray = 10, hipMemoryTypeUnified
} hipMemoryType;  // ROCm 6 numbers: unregistered memory is 0

typedef struct hip_Memcpy2D {
  size_t srcXInBytes, srcY;
  hipMemoryType srcMemoryType;
  const void* srcHost;
  void* srcDevice;
  hipArray_t srcArray;
  size_t srcPitch, dstXInBytes, dstY;
  hipMemoryType dstMemoryType;
  void* dstHost;
  void* dstDevice;
  hipArray_t dstArray;
  size_t dstPitch, WidthInBytes, Height;
} hip_Memcpy2D;

typedef struct hipMipmappedArray {
  void* data;
  hipChannelFormatDesc desc;
  unsigned int type, width, height, depth, min_mipmap_level, max_mipmap_level, flags;
  hipArray_Format format;
  unsigned int num_channels;
} hipMipmappedArray;
typedef struct hipMipmappedArray* hipMipmappedArray_t;
typedef hipMipmappedArray_t hipmipmappedArray;
typedef const struct hipMipmappedArray* hipMipmappedArray_const_t;

typedef enum hipResourceType {
  hipResourceTypeArray, hipResourceTypeMipmappedArray, hipResourceTypeLinear, hipResourceTypePitch2D
} hipResourceType;

typedef enum HIPresourcetype_enum {
  HIP_RESOURCE_TYPE_ARRAY, HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY, HIP_RESOURCE_TYPE_LINEAR,
  HIP_RESOURCE_TYPE_PITCH2D
} HIPresourcetype, hipResourcetype;

typedef enum HIPaddress_mode_enum {
  HIP_TR_ADDRESS_MODE_WRAP, HIP_TR_ADDRESS_MODE_CLAMP, HIP_TR_ADDRESS_MODE_MIRROR,
  HIP_TR_ADDRESS_MODE_BORDER
} HIPaddress_mode;

typedef enum HIPfilter_mode_enum {
  HIP_TR_FILTER_MODE_POINT, HIP_TR_FILTER_MODE_LINEAR
} HIPfilter_mode;

typedef struct HIP_TEXTURE_DESC_st {
  HIPaddress_mode addressMode[3];
  HIPfilter_mode filterMode;
  unsigned int flags, maxAnisotropy;
  HIPfilter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
  int reserved[12];
} HIP_TEXTURE_DESC;

typedef enum hipResourceViewFormat {
  hipResViewFormatNone, hipResViewFormatUnsignedChar1, hipResViewFormatUnsignedChar2,
  hipResViewFormatUnsignedChar4, hipResViewFormatSignedChar1, hipResViewFormatSignedChar2,
  hipResViewFormatSignedChar4, hipResViewFormatUnsignedShort1, hipResViewFormatUnsignedShort2,
  hipResViewFormatUnsignedShort4, hipResViewFormatSignedShort1, hipResViewFormatSignedShort2,
  hipResViewFormatSignedShort4, hipResViewFormatUnsignedInt1, hipResViewFormatUnsignedInt2,
  hipResViewFormatUnsignedInt4, hipResViewFormatSignedInt1, hipResViewFormatSignedInt2,
  hipResViewFormatSignedInt4, hipResViewFormatHalf1, hipResViewFormatHalf2, hipResViewFormatHalf4,
  hipResViewFormatFloat1, hipResViewFormatFloat2, hipResViewFormatFloat4,
  hipResViewFormatUnsignedBlockCompressed1, hipResViewFormatUnsignedBlockCompressed2,
  hipResViewFormatUnsignedBlockCompressed3, hipResViewFormatUnsignedBlockCompressed4,
  hipResViewFormatSignedBlockCompressed4, hipResViewFormatUnsignedBlockCompressed5,
  hipResViewFormatSignedBlockCompressed5, hipResViewFormatUnsignedBlockCompressed6H,
  hipResViewFormatSignedBlockCompressed6H, hipResViewFormatUnsignedBlockCompressed7
} hipResourceViewFormat;

typedef enum HIPresourceViewFormat_enum {
  HIP_RES_VIEW_FORMAT_NONE, HIP_RES_VIEW_FORMAT_UINT_1X8, HIP_RES_VIEW_FORMAT_UINT_2X8,
  HIP_RES_VIEW_FORMAT_UINT_4X8, HIP_RES_VIEW_FORMAT_SINT_1X8, HIP_RES_VIEW_FORMAT_SINT_2X8,
  HIP_RES_VIEW_FORMAT_SINT_4X8, HIP_RES_VIEW_FORMAT_UINT_1X16, HIP_RES_VIEW_FORMAT_UINT_2X16,
  HIP_RES_VIEW_FORMAT_UINT_4X16, HIP_RES_VIEW_FORMAT_SINT_1X16, HIP_RES_VIEW_FORMAT_SINT_2X16,
  HIP_RES_VIEW_FORMAT_SINT_4X16, HIP_RES_VIEW_FORMAT_UINT_1X32, HIP_RES_VIEW_FORMAT_UINT_2X32,
  HIP_RES_VIEW_FORMAT_UINT_4X32, HIP_RES_VIEW_FORMAT_SINT_1X32, HIP_RES_VIEW_FORMAT_SINT_2X32,
  HIP_RES_VIEW_FORMAT_SINT_4X32, HIP_RES_VIEW_FORMAT_FLOAT_1X16, HIP_RES_VIEW_FORMAT_FLOAT_2X16,
  HIP_RES_VIEW_FORMAT_FLOAT_4X16, HIP_RES_VIEW_FORMAT_FLOAT_1X32, HIP_RES_VIEW_FORMAT_FLOAT_2X32,
  HIP_RES_VIEW_FORMAT_FLOAT_4X32, HIP_RES_VIEW_FORMAT_UNSIGNED_BC1, HIP_RES_VIEW_FORMAT_UNSIGNED_BC2,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC3, HIP_RES_VIEW_FORMAT_UNSIGNED_BC4, HIP_RES_VIEW_FORMAT_SIGNED_BC4,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC5, HIP_RES_VIEW_FORMAT_SIGNED_BC5, HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H,
  HIP_RES_VIEW_FORMAT_SIGNED_BC6H, HIP_RES_VIEW_FORMAT_UNSIGNED_BC7
} HIPresourceViewFormat;

typedef struct hipResourceDesc {
  enum hipResourceType resType;
  union {
    struct { hipArray_t array; } array;
    struct { hipMipmappedArray_t mipmap; } mipmap;
    struct {
      void* devPtr;
      struct hipChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      struct hipChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
} hipResourceDesc;

typedef struct HIP_RESOURCE_DESC_st {
  HIPresourcetype resType;
  union {
    struct { hipArray_t hArray; } array;
    struct { hipMipmappedArray_t hMipmappedArray; } mipmap;
    struct {
      hipDeviceptr_t devPtr;
      hipArray_Format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      hipDeviceptr_t devPtr;
      hipArray_Format format;
      unsigned int numChannels;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct { int reserved[32]; } reserved;
  } res;
  unsigned int flags;
} HIP_RESOURCE_DESC;

typedef struct hipResourceViewDesc {
  hipResourceViewFormat format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
} hipResourceViewDesc;

typedef struct HIP_RESOURCE_VIEW_DESC_st {
  HIPresourceViewFormat format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer, reserved[16];
} HIP_RESOURCE_VIEW_DESC;

typedef enum hipMemcpyKind {
  hipMemcpyHostToHost, hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice,
  hipMemcpyDefault, hipMemcpyDeviceToDeviceNoCU = 1024
} hipMemcpyKind;

typedef struct hipPitchedPtr {
  void* ptr;
  size_t pitch, xsize, ysize;
} hipPitchedPtr;

typedef struct hipExtent {
  size_t width, height, depth;
} hipExtent;

typedef struct hipPos {
  size_t x, y, z;
} hipPos;

typedef struct hipMemcpy3DParms {
  hipArray_t srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  hipArray_t dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  hipExtent extent;
  hipMemcpyKind kind;
} hipMemcpy3DParms;

typedef struct HIP_MEMCPY3D {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  hipMemoryType srcMemoryType;
  const void* srcHost;
  void* srcDevice;
  hipArray_t srcArray;
  size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
  hipMemoryType dstMemoryType;
  void* dstHost;
  void* dstDevice;
  hipArray_t dstArray;
  size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} HIP_MEMCPY3D;

typedef enum hipMemLocationType {
  hipMemLocationTypeInvalid, hipMemLocationTypeNone = 0, hipMemLocationTypeDevice, hipMemLocationTypeHost,
  hipMemLocationTypeHostNuma, hipMemLocationTypeHostNumaCurrent
} hipMemLocationType;

typedef struct hipMemLocation {
  hipMemLocationType type;
  int id;
} hipMemLocation;

typedef enum hipMemcpyFlags { hipMemcpyFlagDefault, hipMemcpyFlagPreferOverlapWithCompute } hipMemcpyFlags;

typedef enum hipMemcpySrcAccessOrder {
  hipMemcpySrcAccessOrderInvalid, hipMemcpySrcAccessOrderStream, hipMemcpySrcAccessOrderDuringApiCall,
  hipMemcpySrcAccessOrderAny, hipMemcpySrcAccessOrderMax = 2147483647
} hipMemcpySrcAccessOrder;

typedef struct hipMemcpyAttributes {
  hipMemcpySrcAccessOrder srcAccessOrder;
  hipMemLocation srcLocHint, dstLocHint;
  unsigned int flags;
} hipMemcpyAttributes;

typedef enum hipMemcpy3DOperandType {
  hipMemcpyOperandTypePointer = 1, hipMemcpyOperandTypeArray, hipMemcpyOperandTypeMax = 2147483647
} hipMemcpy3DOperandType;

typedef struct hipOffset3D {
  size_t x, y, z;
} hipOffset3D;

typedef struct hipMemcpy3DOperand {
  hipMemcpy3DOperandType type;
  union {
    struct {
      void* ptr;
      size_t rowLength, layerHeight;  // elements, rows
      hipMemLocation locHint;
    } ptr;
    struct {
      hipArray_t array;
      hipOffset3D offset;
    } array;
  } op;
} hipMemcpy3DOperand;

typedef struct hipMemcpy3DBatchOp {
  hipMemcpy3DOperand src, dst;
  hipExtent extent;
  hipMemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
} hipMemcpy3DBatchOp;

typedef struct hipMemcpy3DPeerParms {
  hipArray_t srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  int srcDevice;
  hipArray_t dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  int dstDevice;
  hipExtent extent;
} hipMemcpy3DPeerParms;

typedef enum hipFunction_attribute {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
  HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_NUM_REGS,
  HIP_FUNC_ATTRIBUTE_PTX_VERSION, HIP_FUNC_ATTRIBUTE_BINARY_VERSION, HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA,
  HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
  HIP_FUNC_ATTRIBUTE_MAX
} hipFunction_attribute;

typedef enum hipPointer_attribute {
  HIP_POINTER_ATTRIBUTE_CONTEXT = 1, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE,
  HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_HOST_POINTER,
  HIP_POINTER_ATTRIBUTE_P2P_TOKENS, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, HIP_POINTER_ATTRIBUTE_BUFFER_ID,
  HIP_POINTER_ATTRIBUTE_IS_MANAGED, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
  HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR,
  HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_MAPPED,
  HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE,
  HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE
} hipPointer_attribute;

static inline struct hipPitchedPtr make_hipPitchedPtr(void* d, size_t p, size_t xsz, size_t ysz) {
  struct hipPitchedPtr r;
  r.ptr = d;
  r.pitch = p;
  r.xsize = xsz;
  r.ysize = ysz;
  return r;
}

static inline struct hipPos make_hipPos(size_t x, size_t y, size_t z) {
  struct hipPos r;
  r.x = x;
  r.y = y;
  r.z = z;
  return r;
}

static inline struct hipExtent make_hipExtent(size_t w, size_t h, size_t d) {
  struct hipExtent r;
  r.width = w;
  r.height = h;
  r.depth = d;
  return r;
}

#endif
