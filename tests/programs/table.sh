#!/usr/bin/env bash
# table.sh: writes the programs' table into README.md, from each program's opening comment ("// Covers: …").
# table.sh --check: writes nothing, and fails with the difference if the README's table is not that one.
set -eu
cd "$(dirname "$0")"
mark='<!-- table -->'
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
sed "/^$mark\$/q" README.md >"$fresh"
{
  printf '\n%s programs.\n\n| program | covers |\n|---|---|\n' "$(ls ./*.cu | wc -l)"
  for source in *.cu; do
    covers=$(sed '/^\/\//!Q; s|^// *||' "$source" | tr '\n' ' ' | sed -n 's|^Covers: \(.*[^ ]\) *$|\1|p')
    [ -n "$covers" ] || { echo "$source: it must open with '// Covers: …'" >&2; exit 1; }
    printf '| [%s](%s) | %s |\n' "${source%.cu}" "$source" "${covers//|/\\|}"
  done
} >>"$fresh"
if [ "${1:-}" = --check ]; then
  diff -u README.md "$fresh"
else
  cat "$fresh" >README.md
fi
