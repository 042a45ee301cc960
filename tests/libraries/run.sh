#!/usr/bin/env bash
# run.sh WAVELIFT hipcc|nvcc SOURCE.cu FOLDER: builds one program in FOLDER, ported for hipcc and as it is for nvcc, with the
# libraries that its line "// links: NAME..." names, and runs it. Exits 0 only if it printed a line PASS.
set -u
wavelift=$1 way=$2 source=$3 folder=$4
name=$(basename "$source" .cu)
rm -rf "$folder"
mkdir -p "$folder/ported"

step() {
  local log=$folder/$1.log
  shift
  timeout 150 "$@" >"$log" 2>&1 </dev/null || { echo "$name: failed: $*"; cat "$log"; exit 1; }
}

libraries=$(sed -n 's|^// links: ||p' "$source" | sed 's/[^ ]*/-l&/g')
if [ "$way" = hipcc ]; then
  step port "$wavelift" port "$source" -o "$folder/ported"
  source=$folder/ported/$name.cu
fi
# shellcheck disable=SC2086
step compile "$wavelift" "$way" "$source" -o "$folder/$name" $libraries
step run "$folder/$name"
grep -qx PASS "$folder/run.log" || { echo "$name: no line PASS:"; cat "$folder/run.log"; exit 1; }
