#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# offsets.sh GT200 MEASURE WORK: by MEASURE/offsets.sh, a copy a word further falls to less than a fifth on g80, and not
# to less than a third on gtx280.
set -eu
mkdir -p "$3"
sh "$2/offsets.sh" "$1" "$3" 16384
grep -q '<path class="curve gtx280" d="M' "$3/offsets.svg" || { echo "offsets.sh: no curve"; exit 1; }
awk -F, '$2 == 0 { of[$1] = $3 } $2 == 1 { g = $1; printf "%s: %s GB/s, a word further %s\n", g, of[g], $3; on[g] = $3 }
END { exit !(on["g80"] > 0 && on["g80"] < of["g80"] / 5 && on["gtx280"] > of["gtx280"] / 3) }' "$3/offsets.csv"
