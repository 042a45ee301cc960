#!/bin/sh
# Each FOLDER/NAME.cu to FOLDER/NAME.ptx and FOLDER/NAME.cubin for sm_90 with clang and ptxas, without an SDK: compile.sh FOLDER [JOBS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export HERE="$here" PTXAS="${PTXAS:-ptxas}" CLANG="${CLANG:-clang-22}"
ls "$1"/*.cu | xargs -P "${2:-2}" -n 1 sh -c '
  base=${0%.cu}
  "$CLANG" -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -Xclang -target-feature -Xclang +ptx80 -std=c++17 -O3 -ffp-contract=fast -I"$HERE/ptx" -S "$0" -o "$base.ptx"
  "$PTXAS" -arch=sm_90 -O3 "$base.ptx" -o "$base.cubin"'
