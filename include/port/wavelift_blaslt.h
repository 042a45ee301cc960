// cuBLASLt's descriptors that lie in the program's own storage (cublasLt...Opaque_t with its ...Init), for ported source.
// hipBLASLt makes descriptors in storage of its own: each object here holds one, and &object is hipBLASLt's handle.
#ifndef WAVELIFT_BLASLT_H
#define WAVELIFT_BLASLT_H

#include <hipblaslt/hipblaslt.h>

namespace wlblaslt {

template <class Handle, hipblasStatus_t (*destroy)(Handle)> class descriptor {
public:
    descriptor() = default;
    descriptor(const descriptor &) = delete;
    descriptor &operator=(const descriptor &) = delete;
    ~descriptor() { release(); }

    // What the address of the object is given to: a function that uses the descriptor, or an ..._init.
    struct address {
        descriptor *of;
        operator Handle() const { return of->handle; }
    };
    address operator&() { return {this}; }

    // A second init starts afresh.
    template <class Create> hipblasStatus_t renew(Create create)
    {
        release();
        return create(&handle);
    }

private:
    Handle handle = nullptr;

    void release()
    {
        if (handle) destroy(handle);
        handle = nullptr;
    }
};

using matmul_desc = descriptor<hipblasLtMatmulDesc_t, hipblasLtMatmulDescDestroy>;
using matrix_layout = descriptor<hipblasLtMatrixLayout_t, hipblasLtMatrixLayoutDestroy>;
using matmul_preference = descriptor<hipblasLtMatmulPreference_t, hipblasLtMatmulPreferenceDestroy>;

inline hipblasStatus_t matmul_desc_init(matmul_desc::address at, hipblasComputeType_t compute, hipDataType scale)
{
    return at.of->renew([&](hipblasLtMatmulDesc_t *handle) { return hipblasLtMatmulDescCreate(handle, compute, scale); });
}

inline hipblasStatus_t matrix_layout_init(matrix_layout::address at, hipDataType type, uint64_t rows, uint64_t columns,
                                          int64_t leading)
{
    return at.of->renew(
        [&](hipblasLtMatrixLayout_t *handle) { return hipblasLtMatrixLayoutCreate(handle, type, rows, columns, leading); });
}

inline hipblasStatus_t matmul_preference_init(matmul_preference::address at)
{
    return at.of->renew([](hipblasLtMatmulPreference_t *handle) { return hipblasLtMatmulPreferenceCreate(handle); });
}

} // namespace wlblaslt

#endif
