#!/bin/bash
# Breaks each check of breaks.tsv once and says which tests notice: breaks.sh [CODE...]. Works in the tree itself, on files without uncommitted
# changes, and puts each back; BUILD names the build folder. Ends with 1 when a break goes unnoticed.
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build/release}
file=
trap '[ -z "$file" ] || git checkout -q -- "$file"' EXIT
unnoticed=0
while IFS=$'\t' read -r code path from to binary tests; do
  [[ $code == \#* ]] && continue
  [[ $# -eq 0 || " $* " == *" $code "* ]] || continue
  git diff --quiet -- "$path" || { echo "$path has uncommitted changes" >&2; exit 2; }
  text=$(<"$path")
  [[ $text == *"$from"* ]] || { echo "$code: $path has no '$from'" >&2; exit 2; }
  file=$path
  printf '%s\n' "${text/"$from"/"$to"}" > "$path"
  if ! log=$(ninja -C "$build" -j2 "$binary" 2>&1); then
    echo "$code: the break does not compile" >&2
    grep -m 2 'error:' <<< "$log" >&2
    exit 2
  fi
  failed=$("$build/bin/$binary" --gtest_filter="$tests" 2>&1 | sed -n 's/^\[  FAILED  \] \([A-Za-z0-9_.]*\) (.*/\1/p' | tr '\n' ' ')
  git checkout -q -- "$path"
  file=
  [ -n "$failed" ] || unnoticed=1
  printf '%s\t%s\t%s\t%s\t%s\n' "$code" "$path" "$from" "$to" "${failed:-NOTHING}"
done < tests/lint/breaks.tsv
exit $unnoticed
