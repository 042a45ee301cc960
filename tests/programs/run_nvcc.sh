#!/usr/bin/env bash
# run_nvcc.sh FOLDER [NAME...]: compiles the programs (all, or those named) unported with nvcc into FOLDER and runs
# them on this machine's NVIDIA GPU, to see that the programs themselves are right. ARCH=sm_90 picks the target,
# JOBS how many compile at once. Ends with the line "N passed, N failed".
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
names=("$@")
[ $# -gt 0 ] || names=($(cd "$here" && ls ./*.cu | sed 's|^./||; s|\.cu$||'))

printf '%s\n' "${names[@]}" | xargs -P "${JOBS:-$(nproc)}" -I{} sh -c \
  "timeout 300 nvcc -std=c++17 -arch=${ARCH:-native} -o '$folder/{}' '$here/{}.cu' >'$folder/{}.compile' 2>&1"

passed=0 failed=0
for name in "${names[@]}"; do
  if [ ! -x "$folder/$name" ]; then
    printf '%s: does not compile\n' "$name"
    tail -n 20 "$folder/$name.compile"
    failed=$((failed + 1))
  elif (cd "$folder" && timeout 60 "./$name") >"$folder/$name.log" 2>&1 && grep -qx PASS "$folder/$name.log"; then
    passed=$((passed + 1))
  else
    printf '%s: wrong\n' "$name"
    tail -n 5 "$folder/$name.log"
    failed=$((failed + 1))
  fi
done
printf '%d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ]
