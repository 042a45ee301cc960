#!/bin/sh
# The long run: long.sh [KERNELS] [SEED] [BUILD], 20,000 kernels of seed 1 unless said. Every file of 50 kernels is compiled
# for the host and for one pair of arch and level, in turn; the summary comes last and is kept in exactness.log.
set -eu
build=${3:-$(cd "$(dirname "$0")/../.." && pwd)/build/release}
"$build/bin/exactness" --kernels "${1:-20000}" --seed "${2:-1}" --per-file 50 --jobs "$(nproc)" | tee exactness.log
