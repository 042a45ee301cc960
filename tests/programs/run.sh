#!/usr/bin/env bash
# run.sh WAVELIFT SOURCE.cu FOLDER [--ported | --unported] [--fast] [--native]: ports one program into FOLDER, compiles it there and runs it;
# native, with --width native, and the kernels that the source names after "Native:" and "Logical:" must have become that;
# unported, `wavelift nvcc` compiles the CUDA source itself; fast, it has a makefile with -use_fast_math. Exits 0 only if the program exited 0 and printed a line PASS; else prints
# what the failing step printed.
set -u
wavelift=$1 source=$2 folder=$3
name=$(basename "$source" .cu)
rm -rf "$folder"
mkdir -p "$folder/ported"

# step NAME COMMAND...: the command's output goes to FOLDER/NAME.log.
step() {
  local log=$folder/$1.log
  shift
  timeout 120 "$@" >"$log" 2>&1 </dev/null
  local status=$?
  if [ $status -ne 0 ]; then
    printf '%s: exit code %s from: %s\n' "$name" "$status" "$*"
    cat "$log"
    exit 1
  fi
}

unported=false fast=false native=false
for option in "${@:4}"; do
  case $option in
  --unported) unported=true ;;
  --fast) fast=true ;;
  --native) native=true ;;
  --ported) ;;
  *)
    echo "run.sh: no option $option"
    exit 1
    ;;
  esac
done
if $fast; then
  mkdir "$folder/program"
  cp "$source" "$folder/program"
  printf 'CC = nvcc\n%s: %s.cu\n\t$(CC) -use_fast_math $< -o $@\n' "$name" "$name" >"$folder/program/Makefile"
  if $unported; then
    cd "$folder/program" || exit 1
    step compile make CC="$wavelift nvcc"
  else
    step port "$wavelift" port "$folder/program" -o "$folder/ported"
    cd "$folder/ported" || exit 1
    step compile make CC="$wavelift hipcc"
  fi
elif $unported; then
  cd "$folder/ported" || exit 1
  step compile "$wavelift" nvcc "$source" -o "$name"
else
  if $native; then
    step port "$wavelift" port --width native "$source" -o "$folder/ported"
    for width in native logical; do
      for kernel in $(sed -n "s|^// ${width^}: ||p" "$source"); do
        grep -q ": $kernel is $width: " "$folder/port.log" && continue
        printf '%s: %s is not %s:\n' "$name" "$kernel" "$width"
        cat "$folder/port.log"
        exit 1
      done
    done
  else
    step port "$wavelift" port "$source" -o "$folder/ported"
  fi
  cd "$folder/ported" || exit 1
  step compile "$wavelift" hipcc "$name.cu" -o "$name"
fi
step run "./$name"
if ! grep -qx PASS "$folder/run.log"; then
  printf '%s: exit code 0, but no line PASS:\n' "$name"
  cat "$folder/run.log"
  exit 1
fi
