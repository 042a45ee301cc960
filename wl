#!/bin/sh
# wavelift's front door. On first use it installs what is missing (Debian 12 packages) and builds; from then on
# it checks time stamps and hands its arguments to the built program, build/release/bin/wavelift.
#
#   ./wl lift examples/vadd     port, build, run and check a CUDA program
#   ./wl test                   build and run every test
#   ./wl --help                 all verbs
set -eu

self=$(readlink -f -- "$0")
root=${self%/*}
build=$root/build/release
log=$root/build/wl.log

say() { echo "wl: $*" >&2; }

# die CODE SENTENCE: exit codes as in docs/exit-codes.md.
die() {
  code=$1
  shift
  say "$*"
  exit "$code"
}

# step LINE COMMAND...: one progress line, the command's output in the log, its end shown if it fails. What
# `make` or a user exported for another program's build must not reach ours; descriptor 9 holds the lock. ccache
# is told to look through the root's path, so that another checkout's build serves this one.
step() {
  say "$1 ..."
  shift
  if ! env -u MAKEFLAGS -u MFLAGS -u CFLAGS -u CXXFLAGS -u CPPFLAGS -u LDFLAGS -u CC -u CXX \
      CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1 \
      "$@" >"$log" 2>&1 </dev/null 9>&-; then
    tail -n 40 "$log" >&2
    die "$failure" "that failed: $*; the whole output is in $log"
  fi
}

# fresh STAMP: it exists and nothing among $inputs (relative to the root) is newer.
fresh() {
  [ -e "$1" ] && [ -z "$(cd "$root" && find $inputs -newer "$1" -print -quit 2>/dev/null)" ]
}

missing_packages() {
  sed -e 's/#.*//' -e '/^ *$/d' "$root/cmake/debian-packages.txt" | while read -r package; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || echo "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || return 0
  packages=$(missing_packages)
  [ -n "$packages" ] || return 0
  packages=$(echo $packages)
  sudo=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die 5 "these Debian packages are missing: $packages; install them as root: apt-get install $packages"
    sudo=sudo
  fi
  failure=5
  step "updating the package lists" $sudo apt-get update
  step "installing $packages" $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages
}

configure() {
  failure=5
  # Afresh when the presets changed: CMake would mix their compilers with those that it remembers.
  if [ ! -e "$build/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$build/build.ninja" ]; then
    (cd "$root" && step "configuring" cmake --preset release --fresh)
  fi
}

# build STAMP TARGET...: under a lock, so that a parallel make may call us many times at once.
build() {
  target_stamp=$1
  shift
  mkdir -p "$root/build" || die 4 "cannot write $root/build"
  exec 9>"$root/build/.lock"
  flock 9
  if ! fresh "$target_stamp"; then
    : >"$target_stamp.new"
    install_packages
    configure
    failure=1
    step "building" ninja -C "$build" "$@"
    mv "$target_stamp.new" "$target_stamp"
  fi
  exec 9>&-
}

inputs="wl CMakeLists.txt CMakePresets.json cmake src include share"

if [ "${1-}" = test ]; then
  shift
  inputs="$inputs tests bench examples"
  build "$root/build/.stamp-all" all
  cd "$build"
  # The last line is ours: the same words whatever CTest's version says.
  ctest -j"$(nproc)" --timeout 300 --output-on-failure "$@" 2>&1 | awk '
    !/^ *Start +[0-9]+: / { print; fflush() }
    match($0, /, [0-9]+ tests failed out of [0-9]+/) {
      split(substr($0, RSTART, RLENGTH), word, " ")
      failed = word[2]; passed = word[7] - failed; known = 1
    }
    END {
      if (!known) { print "wl: no test ran" > "/dev/stderr"; exit 1 }
      printf "%d passed, %d failed\n", passed, failed
      exit failed > 0
    }'
  exit
fi

if [ "${1-}" = bench ]; then
  inputs="$inputs tests bench examples"
  build "$root/build/.stamp-all" all
fi

fresh "$root/build/.stamp-product" || build "$root/build/.stamp-product" product
exec "$build/bin/wavelift" "$@"
