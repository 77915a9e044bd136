#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: perfetto.sh GT200 CUBIN DIR
# A kernel with more loads in flight than any fixed number of rows: no slice overlaps another one of its row (viewers
# drop such slices), and
# none is missing.
set -eu
gt200=$1 cubin=$2 dir=$3/perfetto
rm -rf "$dir"
mkdir -p "$dir"
"$gt200" trace "$cubin" -k loads -g 2 -b 128 -a zero:256 --target model --perfetto "$dir/t.json" \
    --events "$dir/t.events" >/dev/null
# process, thread, begin, end of each slice
sed -n \
    's/^{"ph":"X","pid":\([0-9]*\),"tid":\([0-9]*\),"ts":\([0-9]*\),"dur":\([0-9]*\),.*/\1 \2 \3 \4/p' "$dir/t.json" |
    sort -n -k 1,1 -k 2,2 -k 3,3 -k 4,4 > "$dir/slices"
slices=$(wc -l < "$dir/slices") issued=$(grep -c ' ISSUE ' "$dir/t.events")
[ "$slices" = $((2 * issued)) ] ||
    { echo "perfetto: $slices slices of $issued instructions, expected two each" >&2; exit 1; }
overlaps=$(awk '$1 == pid && $2 == tid && $3 < end { n++ }
                { pid = $1; tid = $2; end = $3 + $4 }
                END { print n + 0 }' "$dir/slices")
[ "$overlaps" = 0 ] || { echo "perfetto: $overlaps slices overlap another one of their row, expected 0" >&2; exit 1; }
rows=$(awk '$1 == 2 { print $2 }' "$dir/slices" | sort -u | wc -l)
[ "$rows" -gt 32 ] ||
    { echo "perfetto: $rows rows of units: the kernel has too few instructions in flight to test it" >&2; exit 1; }
