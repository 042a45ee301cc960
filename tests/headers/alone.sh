#!/bin/sh
# alone.sh CLANG SOURCE_ROOT BUILD_ROOT: every header compiles as the first include of a source: as HIP or CUDA in both
# passes, and those for host programs also as plain C++. Prints the ones that do not.
clang=$1 root=$2 build=$3 bad=0
hip="-x hip --offload-arch=gfx90a -nogpuinc -nogpulib -mcode-object-version=5 -std=c++17 -fsyntax-only -include __clang_hip_runtime_wrapper.h"
try() {
    if ! said=$("$@" 2>&1); then
        echo "$said" | head -5
        echo "FAILED: $header ($how)"
        bad=1
    fi
}
source=$(mktemp --suffix=.hip) || exit 1
trap 'rm -f "$source"' EXIT
for header in $(cd "$root/include" && ls hip/*.h port/*.h hipblas/*.h hipblas-common/*.h hipblaslt/*.h hipfft/*.h hiprand/*.h hipsolver/*.h \
    hipsparse/*.h rccl/*.h roctracer/*.h rocprofiler-sdk-roctx/*.h); do
    how="HIP"
    echo "#include <$header>" >"$source"
    try "$clang" $hip -isystem "$root/include" "$source"
done
for header in hip/hip_runtime_api.h hip/hip_runtime.h hip/hip_vector_types.h hip/hip_fp16.h hip/hip_bf16.h hip/hip_fp8.h \
    hip/hip_complex.h hip/library_types.h hip/hiprtc.h hip/hip_version.h; do
    how="C++"
    echo "#include <$header>" >"$source"
    try "$clang" -x c++ -std=c++17 -fsyntax-only -isystem "$root/include" "$source"
done
if [ -e "$build/include/cuda/wavelift_cuda_names.h" ]; then
    for header in $(cd "$root/include/cuda" && ls *.h cooperative_groups/*.h nvtx3/*.h); do
        how="CUDA"
        echo "#include <$header>" >"$source"
        try "$clang" $hip -isystem "$root/include/cuda" -isystem "$root/include" -isystem "$build/include/cuda" "$source"
    done
fi
exit $bad
