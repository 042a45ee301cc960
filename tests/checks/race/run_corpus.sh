#!/usr/bin/env bash
# run_corpus.sh WAVELIFT SOURCE.hip CHECK PROGRAM TARGET: runs each case of a compiled file of seeded bugs (see harness.h) under
# the check CHECK on the device TARGET. What the runs print is kept in PROGRAM.TARGET.
#
# Of a case with its bug, every report must be of the marked id and name marked lines only, and there must be one. Its
# clean twin must have none. Prints what is not so, and a line "N cases, M wrong"; exits 1 when there are any.
set -u
wavelift=$1 source=$2 kind=$3 program=$4 target=$5
name=$(basename "$source" .hip) folder=$program.$target
mkdir -p "$folder"

# The lines that a case's marks are on: "LINE CHECK".
marks() { awk -v mark="// BUG $1 " '{ at = index($0, mark) } at { n = split(substr($0, at + length(mark)), ids, " "); for (i = 1; i <= n; ++i) print NR, ids[i] }' "$source"; }

# What a run reported: "CHECK SITE…" of each report, where a site is the lines of this source that it names, inner first.
reports() {
  awk -v file="$name.hip:" '
    function done() { if (check) print check sites }
    /^== (error|warning) / { done(); check = $3; sub(":$", "", check); sites = "" }
    check && (at = index($0, file)) > 0 {
      rest = substr($0, at + length(file)); match(rest, /^[0-9]+/)
      sites = sites ($1 == "inlined" && sites ? "," : " ") substr(rest, 1, RLENGTH)
    }
    END { done() }' "$1"
}

wrong=0 cases=0
for case in $(grep -oE '// BUG [0-9]+' "$source" | grep -oE '[0-9]+' | sort -nu); do
  for twin in bug clean; do
    cases=$((cases + 1))
    log=$folder/$case.$twin.log
    timeout 120 "$wavelift" check --"$kind" --target "$target" "$program" "$case" $twin >"$log" 2>&1
    status=$?
    problem=
    if [ $twin = clean ]; then
      [ $status -eq 0 ] || problem="clean twin: exit code $status"
    elif [ $status -ne 7 ]; then
      problem="not found: exit code $status"
    else
      marked=$(marks "$case")
      while read -r check sites; do
        for site in $sites; do
          grep -qxE "(${site//,/|}) $check" <<<"$marked" || problem="reports $check at line $site, which is not marked so"
        done
        [ -n "$sites" ] || problem="a report of $check names no line"
      done < <(reports "$log")
    fi
    if [ -n "$problem" ]; then
      wrong=$((wrong + 1))
      echo "$name case $case: $problem"
      grep -v '^$' "$log" | head -n 24
    fi
  done
done
echo "$cases cases, $wrong wrong"
[ $wrong -eq 0 ]
