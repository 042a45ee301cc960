#!/usr/bin/env bash
# cli.sh WAVELIFT MEMORY INIT: the command line of `wl check`, on the compiled memory.hip and init.hip.
set -u
wavelift=$1 program=$2 init=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
# expect CODE PATTERN COMMAND...: the exit code, and a line of the output that matches.
expect() {
  local code=$1 pattern=$2 got
  shift 2
  "$@" >"$folder/out" 2>&1 </dev/null
  got=$?
  if [ $got -ne "$code" ] || ! grep -q -- "$pattern" "$folder/out"; then
    printf 'expected code %s and "%s", got code %s from: %s\n' "$code" "$pattern" $got "$*"
    cat "$folder/out"
    failed=1
  fi
}
expect 2 'knows no option' "$wavelift" check --memmory "$program"
expect 2 'needs a program' "$wavelift" check --memory
expect 2 'needs a value' "$wavelift" check --json
expect 3 'no_such_file' "$wavelift" check "$folder/no_such_file"
expect 0 'memory-leak' "$wavelift" check --list
expect 0 '0 errors' "$wavelift" check --memory "$program" read_past_end clean
expect 7 '1 error' "$wavelift" check --memory "$program" read_past_end bug
# The program's own failure is its own code.
expect 2 'usage' "$wavelift" check "$program" no_such_case clean
# Without the command; a wrong name is said, not ignored.
expect 0 'memory-out-of-bounds' env WAVELIFT_CHECK=memory "$program" read_past_end bug
expect 0 "names 'memry', which is no check" env WAVELIFT_CHECK=memry "$program" read_past_end clean
# Some launches only; what was not looked at is said.
expect 7 '1 error' "$wavelift" check --memory --kernel copy_to "$program" read_past_end bug
expect 0 '0 of 1 launches of kernels were checked' "$wavelift" check --memory --kernel no_such_kernel "$program" read_past_end bug
expect 0 '0 of 1 launches of kernels were checked' "$wavelift" check --memory --skip 1 "$program" read_past_end bug
expect 7 '"checked": 1' "$wavelift" check --memory --launches 1 --json - "$program" read_past_end bug
expect 2 'where a number of launches belongs' "$wavelift" check --launches many "$program" read_past_end bug
# What an unchecked launch has written counts as defined.
expect 7 '1 error' "$wavelift" check --init "$init" undefined_member bug
expect 0 '1 of 2 launches of kernels were checked' "$wavelift" check --init --kernel heavy "$init" undefined_member clean
# Files.
expect 7 '"ruleId": "memory-double-free"' "$wavelift" check --sarif - "$program" double_free bug
expect 7 '"check": "memory-double-free"' "$wavelift" check --json - "$program" double_free bug
expect 4 'no/such' "$wavelift" check --json /dev/null/no/such "$program" double_free bug
exit $failed
