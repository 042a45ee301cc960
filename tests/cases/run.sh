#!/usr/bin/env bash
# run.sh WAVELIFT SOURCE FOLDER: shows in FOLDER that one case is dealt with. A source with a main runs: CUDA is ported first, and it must
# print PASS, unless it has marks of `wl check`. Marks say what is found in their line, and nothing else that is more than a note may be found:
#   // port: WL1304      by wl port          // lint: WL1216     by wl lint
#   // native: WL1211    by wl lint --width native
#   // check: race-lds   by wl check, when the program runs
# Lines of their own: "// fixed: TEXT" is what a program prints after wl lint --fix and not before, "// refused: TEXT" is in the compiler's errors, "// links: NAME..." are libraries, "// lint options: ..." are wl lint's.
set -u
wavelift=$1 source=$2 folder=$3
file=$(basename "$source") name=${2##*/}
name=${name%.*}
rm -rf "$folder"
mkdir -p "$folder/built"
failed=0

# step NAME COMMAND...: the command's output goes to FOLDER/NAME.log; ends the test when it fails.
step() {
  local log=$folder/$1.log
  shift
  timeout 240 "$@" >"$log" 2>&1 </dev/null && return
  printf '%s: exit code %s from: %s\n' "$name" $? "$*"
  cat "$log"
  exit 1
}
line() { sed -n "s|^// $1: ||p" "$source"; }
# marks KIND: "line:code" of each.
marks() { grep -n "// $1: " "$source" | sed "s|^\([0-9]*\):.*// $1: \(.*\)|\1 \2|" | awk '{for (i = 2; i <= NF; ++i) print $1 ":" $i}' | sort; }

# compare KIND LOG: the findings "FILE:line:column: severity: message [WLnnnn]" in LOG against the marks.
compare() {
  local all=$folder/$1.all grave=$folder/$1.grave wanted=$folder/$1.wanted
  grep "$file:[0-9]*:[0-9]*: " "$2" | sed "s|.*$file:\([0-9]*\):[0-9]*: \([a-z]*\): .*\[\(WL[0-9]*\)\].*|\2 \1:\3|" >"$2.found"
  cut -d' ' -f2 "$2.found" | sort -u >"$all"
  grep -v '^info' "$2.found" | cut -d' ' -f2 | sort -u >"$grave"
  marks "$1" >"$wanted"
  report "$1" "$wanted" "$all" "$grave"
  [ $failed -eq 0 ] || cat "$2"
}
# report KIND WANTED ALL GRAVE: what is missing, and what is too much.
report() {
  local missing extra
  missing=$(comm -23 "$2" "$3") extra=$(comm -13 "$2" "$4")
  [ -z "$missing$extra" ] && return
  printf '%s: %s does not find: %s; finds without a mark: %s\n' "$name" "$1" "${missing//$'\n'/ }" "${extra//$'\n'/ }"
  failed=1
}

cd "$folder/built" || exit 1
compiled=$source
if [[ $file == *.cu ]]; then
  step port "$wavelift" port --verbose "$source" -o "$folder/built"
  compiled=$folder/built/$file
  if [ -n "$(marks port)" ]; then compare port "$folder/port.log"; fi
fi
for kind in lint native; do
  [ -n "$(marks $kind)" ] || continue
  options=$(line 'lint options')
  [ $kind = lint ] || options="$options --width native"
  # shellcheck disable=SC2086
  timeout 240 "$wavelift" lint $options "$source" >"$folder/$kind.log" 2>&1 </dev/null
  compare $kind "$folder/$kind.log"
done

if [ -n "$(line refused)" ]; then
  if "$wavelift" hipcc -c "$compiled" -o "$name.o" >"$folder/refused.log" 2>&1 || ! grep -qF -- "$(line refused)" "$folder/refused.log"; then
    echo "$name: the compiler does not say: $(line refused)"
    cat "$folder/refused.log"
    failed=1
  fi
elif grep -q '^int main' "$source"; then
  # shellcheck disable=SC2046
  step compile "$wavelift" hipcc -g "$compiled" -o "$name" $(line links | sed 's/[^ ]*/-l&/g')
  if [ -n "$(marks check)" ]; then
    timeout 240 "$wavelift" check "./$name" >"$folder/check.log" 2>&1 </dev/null
    # "== error race-lds: ..." with the places that take part below it.
    awk -v file="$file" '/ (inlined at|made by) / {next}
                         /^== (error|warning) / {check = $3; sub(":", "", check)}
                         check && match($0, file ":[0-9]+") {print substr($0, RSTART + length(file) + 1, RLENGTH - length(file) - 1) ":" check}' "$folder/check.log" | sort -u >"$folder/check.all"
    marks check >"$folder/check.wanted"
    report check "$folder/check.wanted" "$folder/check.all" "$folder/check.all"
    [ $failed -eq 0 ] || cat "$folder/check.log"
  elif [ -n "$(line fixed)" ]; then
    timeout 240 "./$name" >"$folder/before.log" 2>&1 </dev/null
    if grep -qx "$(line fixed)" "$folder/before.log"; then
      echo "$name: it is right before it is fixed"
      failed=1
    fi
    cp "$source" "$folder/built/$file"
    step fix "$wavelift" lint --fix "$folder/built/$file"
    step compile_fixed "$wavelift" hipcc "$folder/built/$file" -o "$name"
    step run "./$name"
    grep -qx "$(line fixed)" "$folder/run.log" || { echo "$name: fixed, it does not print $(line fixed):"; cat "$folder/fix.log" "$folder/run.log"; failed=1; }
  else
    step run "./$name"
    grep -qx PASS "$folder/run.log" || { echo "$name: no line PASS:"; cat "$folder/run.log"; failed=1; }
  fi
fi
exit $failed
