// NVIDIA's profiler annotations, which do nothing here.
#ifndef WAVELIFT_CUDA_NVTX3_NVTOOLSEXT_H
#define WAVELIFT_CUDA_NVTX3_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_COLOR_UNKNOWN 0
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_UNKNOWN 0
#define NVTX_MESSAGE_TYPE_ASCII 1
#define NVTX_PAYLOAD_UNKNOWN 0
#define NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 1

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration* nvtxStringHandle_t;
typedef union {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

static inline void nvtxMarkA(const char* message) { (void)message; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t* attributes) { (void)attributes; }
static inline int nvtxRangePushA(const char* message) {
  (void)message;
  return 0;
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t* attributes) {
  (void)attributes;
  return 0;
}
static inline int nvtxRangePop(void) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartA(const char* message) {
  (void)message;
  return 0;
}
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* attributes) {
  (void)attributes;
  return 0;
}
static inline void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
static inline void nvtxNameOsThreadA(uint32_t thread, const char* name) {
  (void)thread;
  (void)name;
}
static inline void nvtxNameCategoryA(uint32_t category, const char* name) {
  (void)category;
  (void)name;
}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char* name) {
  (void)name;
  return 0;
}
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
  (void)domain;
  (void)attributes;
  return 0;
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  (void)domain;
  return 0;
}
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxDomainCreate nvtxDomainCreateA

#endif
