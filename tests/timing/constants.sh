#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: constants.sh CHIP.DEF PAGE.MD
# Every constant of time in chip.def has a row in the table "Constants of time", with its value and kind; no row
# is of another constant.
set -eu
def=$1 page=$2
kinds='_(CYCLES|LATENCY|STAGES|DISTANCE|DISPATCH|SKEW|SECTORS)$|^DRAM_'
want=$(awk -v kinds="$kinds" '$1 ~ kinds && $2 ~ /^[0-9]+$/ { print $1, $2, $3 }' \
       "$def" | sort)
have=$(sed -n '/^## Constants of time/,/^Times in the rules/p' "$page" |
       sed -n 's/^| \([A-Z0-9_]*\) | \([0-9]*\) | \(structure\|fit\|assumption\) | .*/\1 \2 \3/p' | sort)
[ "$(echo "$want" | wc -l)" -ge 19 ] ||
    { echo "constants.sh: only $(echo "$want" | wc -l) constants of time in $def" >&2; exit 1; }
[ "$want" = "$have" ] && exit 0
echo "constants.sh: $def and $page differ (first, then second):" >&2
echo "$want" > want.$$ && echo "$have" > have.$$
diff want.$$ have.$$ >&2 || true
rm -f want.$$ have.$$
exit 1
