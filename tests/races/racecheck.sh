#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# racecheck.sh GT200 KERNELS.ptx: on a machine with an NVIDIA GPU, what racecheck says of each kernel
# (gt200 cc -arch=sm_20 kernels.cu -o KERNELS.ptx): lines "NAME error|warning|none", sorted.
# RACECHECK_JOBS at once.
set -u
gt200=$1 ptx=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
awk 'BEGIN { for (i = 0; i < 128; i++) printf "%c%c%c%c", i, 0, 0, 0 }' >"$work/in"
cat >"$work/one" <<'END'
timeout 120 compute-sanitizer --tool racecheck "$GT200" run "$PTX" -k "$1" -g 2 -b 128 --smem 512 -a zero:1024 \
    -a in:"$WORK/in" --target cuda >"$WORK/$1.log" 2>&1
status=$?
awk -v name="$1" -v status=$status '
    /RACECHECK SUMMARY/ { sub(/.*\(/, ""); said = 1; errors = $1; warnings = $3 }
    END { print name, !said ? "failed(" status ")" : errors ? "error" : warnings ? "warning" : "none" }' "$WORK/$1.log"
END
export GT200="$gt200" PTX="$ptx" WORK="$work"
sed -n 's/.*\.entry \([a-z_0-9]*\).*/\1/p' "$ptx" | xargs -P "${RACECHECK_JOBS:-8}" -n 1 sh "$work/one" | sort
[ -z "${RACECHECK_LOGS:-}" ] || cat "$work"/*.log >"$RACECHECK_LOGS"
