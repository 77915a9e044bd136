#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Host instructions per simulated cycle of the SP array, busy (a compute mix in every cycle) and idle.
# The decoder and the operand routing of the bench are included, about half of it. Fails above LIMIT: the whole SM has
# to stay below 30 000. usage: cost.sh VALGRIND BUILD
set -eu
LIMIT=12000
cycles=5000
root=$(cd "$(dirname "$0")/../../.." && pwd)
bench=$(python3 "$root/tests/units/unit.py" program -b "$2" sp_array/vectors)
out=$(mktemp)
trap 'rm -f "$out"' EXIT
for n in $cycles -$cycles; do
    "$1" --tool=callgrind --toggle-collect='*Bench::edge*' --callgrind-out-file=/dev/null \
        "$bench" "$root/tests/vectors" --busy $n >"$out" 2>&1
    total=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$out")
    [ -n "$total" ] || { cat "$out"; exit 1; }
    per=$((total / cycles))
    echo "$(sed -n 's/^[0-9]* \(.*\) cycles$/\1/p' "$out"): $per host instructions per cycle"
    [ $per -gt 0 ] && [ $per -le $LIMIT ] || exit 1
done
