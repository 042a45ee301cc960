#!/usr/bin/env bash
# names.sh COMPILER ROOT [--write]: checks that each HIP name which share/apimap gives for a library's function, type, enumerator
# or macro is in that library's header, or in src/libraries/absent.txt; and that nothing is listed there that is declared.
# --write makes the list anew.
set -eu
compiler=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
list=$root/src/libraries/absent.txt

# library file, prefixes by rule (CUDA's to HIP's), headers
while read -r file lower_from lower_to upper_from upper_to headers; do
  awk -F'\t' -v lf="$lower_from" -v lt="$lower_to" -v uf="$upper_from" -v ut="$upper_to" '
    /^#/ || NF < 2 || $5 != "" { next }
    $2 !~ /^(function|type|enum|macro|device)$/ || $3 == "-" || $3 == "*" || $3 ~ /:/ { next }
    $3 == "=" { print $1; next }
    $3 != "" { print $3; next }
    index($1, lf) == 1 { print lt substr($1, length(lf) + 1); next }
    index($1, uf) == 1 { print ut substr($1, length(uf) + 1); next }
  ' "$root/share/apimap/$file.tsv" | sort -u >"$work/wanted"
  for h in $headers; do echo "#include <$h>"; done >"$work/all.cpp"
  options="-std=c++17 -D__HIP_PLATFORM_AMD__ -I$root/include -x hip -nogpuinc -nogpulib --cuda-host-only -include __clang_hip_runtime_wrapper.h"
  { "$compiler" $options -E -P "$work/all.cpp"; "$compiler" $options -E -dM "$work/all.cpp"; } |
    tr -c 'A-Za-z0-9_' '\n' | sort -u >"$work/there"
  comm -23 "$work/wanted" "$work/there" | sed "s/^/$file /"
done >"$work/absent" <<'TABLE'
cublas cublas hipblas CUBLAS HIPBLAS hipblas/hipblas.h hipblaslt/hipblaslt.h
cufft cufft hipfft CUFFT HIPFFT hipfft/hipfftXt.h
curand curand hiprand CURAND HIPRAND hiprand/hiprand_kernel.h
cusparse cusparse hipsparse CUSPARSE HIPSPARSE hipsparse/hipsparse.h
cusolver cusolver hipsolver CUSOLVER HIPSOLVER hipsolver/hipsolver.h
nccl nccl nccl NCCL NCCL rccl/rccl.h
nvtx nvtx roctx NVTX ROCTX roctracer/roctx.h
TABLE

if [ "${3-}" = --write ]; then
  { grep '^#' "$list"; cat "$work/absent"; } >"$list.new"
  mv "$list.new" "$list"
  exit
fi
if ! diff <(grep -v '^#' "$list") "$work/absent" >"$work/difference"; then
  echo "src/libraries/absent.txt (<) and what the headers lack of the API map's names (>) differ; names.sh COMPILER ROOT --write:"
  cat "$work/difference"
  exit 1
fi
