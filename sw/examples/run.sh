#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every example on the functional model at its usual size and prints a table: warp instructions executed, seconds
# of the whole program, what it said.
# Exit status 1 if one failed. The functional model's clock counts four clocks at 1296 MHz per warp instruction.
# usage: run.sh BUILD_DIR
set -eu
build=${1:?usage: run.sh BUILD_DIR}
dir=$build/examples
failed=0
programs=$(sed -n '/^set(examples/,/)/p' "$(dirname "$0")/CMakeLists.txt" | tr -d '()' |
    sed 's/^set.examples//; s/^setexamples//')

printf '%-20s %18s %9s  %s\n' program 'warp instructions' seconds result
for program in driver $programs; do
    case $program in
    mandelbrot) set -- 512 "$dir/mandelbrot.ppm" ;;
    life) set -- 128 "$dir/life.ppm" ;;
    rotate) set -- 256 "$dir/rotate.ppm" ;;
    volume) set -- 64 "$dir/volume.ppm" ;;
    *) set -- ;;
    esac
    t0=$(date +%s%N)
    out=$(GT200_TARGET=func "$dir/$program" "$@" 2>&1) || failed=1
    t1=$(date +%s%N)
    printf '%s\n' "$out" | awk -v name="$program" -v ns=$((t1 - t0)) '
        { last = $0 }
        END {
            us = 0
            if (match(last, /[0-9.]+ us on the device/)) us = substr(last, RSTART) + 0
            sub(/^[a-z0-9_]+: /, "", last)
            sub(/, [0-9.]+ us on the device/, "", last)
            printf "%-20s %18.0f %9.3f  %s\n", name, us * 1296 / 4, ns / 1e9, last
        }'
done
echo "pictures: $dir/mandelbrot.ppm $dir/life.ppm $dir/rotate.ppm $dir/volume.ppm"
exit $failed
