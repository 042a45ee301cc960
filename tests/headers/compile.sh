#!/bin/sh
# compile.sh CLANG SOURCE_ROOT BUILD_ROOT ARCH FILE: compiles a HIP or CUDA source for the device (to assembly) and for
# the host (syntax). A file with a line "// refused: TEXT" must instead fail with TEXT among the errors.
clang=$1 root=$2 build=$3 arch=$4 file=$5
set -- -x hip --offload-arch="$arch" -nogpuinc -nogpulib -mcode-object-version=5 -std=c++17 -O1 -Wall -Werror
case $file in
*.cu)
    set -- "$@" -D__HIP_DEFINE_EXTENDED_HOST_MIN_MAX__=1 -D__HIP_DEFINE_MIXED_HOST_MIN_MAX__=1
    set -- "$@" -include __clang_hip_runtime_wrapper.h -isystem "$root/include/cuda" -isystem "$root/include"
    set -- "$@" -isystem "$build/include/cuda" -include cuda_runtime.h
    ;;
*) set -- "$@" -include __clang_hip_runtime_wrapper.h -isystem "$root/include" ;;
esac

want=$(sed -n 's,^// refused: ,,p' "$file")
if [ -n "$want" ]; then
    if said=$("$clang" "$@" --cuda-device-only -S -o /dev/null "$file" 2>&1); then
        echo "$file: accepted, but must be refused with: $want"
        exit 1
    fi
    case $said in
    *"$want"*) exit 0 ;;
    esac
    echo "$said"
    echo "$file: refused, but not with: $want"
    exit 1
fi
"$clang" "$@" --cuda-device-only -S -o /dev/null "$file" && "$clang" "$@" --cuda-host-only -fsyntax-only "$file"
