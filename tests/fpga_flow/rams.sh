#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rams.sh RAMS.PY FOLDER: block RAMs that a placement has side by side in one row; where they are put instead. FOLDER:
# for the netlists.
set -eu
script=$1
dir=$2/rams
mkdir -p "$dir"

# netlist COUNT FIRST NAME: COUNT block RAMs, each read by two registers; as placed, RAM i in place FIRST + i of row 70,
# its registers in the column of that place, near row 46.
netlist() {
    awk -v count="$1" -v first="$2" 'BEGIN {
        print "{\"modules\":{\"top\":{\"cells\":{"
        for (i = 0; i < count; i++) {
            k = first + i
            x = 4 + 9 * int(k / 4) + 2 * (k >= 28) + 2 * (k % 4)
            printf "%s\"ram%02d\":{\"type\":\"DP16KD\",", i ? "," : "", i
            printf "\"attributes\":{\"NEXTPNR_BEL\":\"X%d/Y70/EBR%d\"},", x, k % 4
            printf "\"port_directions\":{\"DOA0\":\"output\",\"CLKA\":\"input\"},"
            printf "\"connections\":{\"DOA0\":[%d],\"CLKA\":[\"0\"]}}\n", i + 2
            for (j = 0; j < 2; j++) {
                printf ",\"ff%02d_%d\":{\"type\":\"TRELLIS_FF\",", i, j
                printf "\"attributes\":{\"NEXTPNR_BEL\":\"X%d/Y%d/SLICEA.FF%d\"},", x, 45 + j, j
                printf "\"port_directions\":{\"DI\":\"input\"},\"connections\":{\"DI\":[%d]}}\n", i + 2
            }
        }
        print "}}}}"
    }' >"$dir/$3.json"
}
# How many places are taken in NAME, row by row; how many there are that two block RAMs have.
places() {
    python3 - "$dir/$1.json" <<'PY'
import collections, json, re, sys
cells = json.load(open(sys.argv[1]))["modules"]["top"]["cells"]
at = [re.match(r"X(\d+)/Y(\d+)/EBR(\d)$", c["attributes"]["BEL"]) for c in cells.values() if c["type"] == "DP16KD"]
rows = collections.Counter(int(m[2]) for m in at)
print(*(f"{y}:{rows[y]}" for y in (22, 46, 70, 82)), len(at) - len({m[0] for m in at}))
PY
}
expect() {
    [ "$1" = "$2" ] || { printf 'rams: %s, expected %s\n' "$1" "$2"; exit 1; }
}

# 52 in one row. Of each row 14 places are used, a quarter of them and one; those of row 46, where their registers are,
# and most of those of the next two.
netlist 52 0 placed
cp "$dir/placed.json" "$dir/design.json"
said=$(python3 "$script" "$dir/design.json" "$dir/placed.json" top)
expect "$(places design)" '22:13 46:14 70:13 82:12 0'
expect "$said" 'rams: row 22: 13 of 52 places, 0 before
rams: row 46: 14 of 52 places, 0 before
rams: row 70: 13 of 52 places, 52 before
rams: row 82: 12 of 52 places, 0 before'

# Two places of each row for four at the left: another row is nearer than the second place, in the middle of the chip.
netlist 4 0 placed
cp "$dir/placed.json" "$dir/design.json"
python3 "$script" "$dir/design.json" "$dir/placed.json" top >/dev/null
expect "$(places design)" '22:1 46:1 70:1 82:1 0'

# A placement of another netlist; wrong arguments.
netlist 5 0 design
said=$(python3 "$script" "$dir/design.json" "$dir/placed.json" top 2>&1) && exit 1
expect "$said" "rams: $dir/placed.json has no place for block RAM ram04: it is not of this netlist"
said=$(python3 "$script" "$dir/design.json" 2>&1) && exit 1 || status=$?
expect "$status $said" '2 usage: rams.py NETLIST PLACED TOP'
