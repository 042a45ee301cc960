#!/bin/sh
# Fuzzes code object loading and decoding: fuzz.sh SECONDS [FOLDER]. Builds the preset `fuzz`, makes seeds of our own test
# kernels, gives loading half of the time and decoding the other half. What was found stays in FOLDER (build/fuzz/work): crash-*, timeout-*, and
# the corpora. Exit 1 when there is any.
set -eu
seconds=${1:?usage: fuzz.sh SECONDS [FOLDER]}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/fuzz
work=${2:-$build/work}
cd "$root"
cmake --preset fuzz >/dev/null
cmake --build "$build" --target fuzz_object fuzz_decode32 fuzz_decode64

clang=/usr/lib/llvm-22/bin/clang++
objcopy=/usr/lib/llvm-22/bin/llvm-objcopy
rm -rf "$work/seeds"
mkdir -p "$work/object" "$work/decode" "$work/found" "$work/seeds/object" "$work/seeds/decode"
compile() { "$clang" -x hip --offload-device-only -nogpuinc -nogpulib -mcode-object-version=5 "$@"; }
n=0
for arch in gfx90a gfx942 gfx906 gfx908 gfx1030 gfx1100; do
  for source in machine/kernels isa/int_functions runtime/kernels; do
    for level in O0 O3; do
      elf=$work/seeds/object/$(basename $source)-$arch-$level
      compile --offload-arch=$arch --no-gpu-bundle-output -$level "tests/soft/$source.hip" -o "$elf" 2>/dev/null || continue
      "$objcopy" -O binary --only-section=.text "$elf" "$work/seeds/text"
      { printf "\\$(printf %03o $n)"; head -c 4000 "$work/seeds/text"; } >"$work/seeds/decode/$(basename $source)-$arch-$level"
    done
  done
  n=$((n + 1))
done
for flag in "" --offload-compress "--offload-compress --offload-compression-level=1"; do
  compile --offload-arch=gfx90a --offload-arch=gfx942 --gpu-bundle-output $flag -O1 tests/soft/runtime/kernels.hip \
    -o "$work/seeds/object/bundle$(echo "$flag" | tr -dc a-z0-9)"
done

found=0
run() {   # target, part of the time, corpus, options
  target=$1 part=$2 corpus=$3
  shift 3
  "$build/bin/fuzz_$target" -max_total_time=$((seconds / part)) -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="$work/found/$target-" "$@" "$work/$corpus" "$work/seeds/$corpus" >"$work/$target.log" 2>&1 || found=1
  grep -E "^(stat::number_of_executed_units|stat::average_exec_per_sec|SUMMARY|Done)" "$work/$target.log" | sed "s/^/$target: /"
}
run object 2 object -max_len=65536
run decode32 4 decode -max_len=512
run decode64 4 decode -max_len=512
if [ "$found" != 0 ]; then
  echo "found, in $work/found:"
  ls "$work/found"
  exit 1
fi
echo "no crash, no hang in $seconds s"
