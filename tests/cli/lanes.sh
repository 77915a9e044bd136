#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: lanes.sh GT200 CUBIN DATA DIR
# The picture of lanes: ticks of 1, 2 or 5 times a power of ten cycles, where the bars have these cycles; a key.
set -eu
gt200=$1 cubin=$2 data=$3 svg=$4/lanes.svg
"$gt200" trace "$cubin" -k copy -g 7 -b 64 -a zero:256 -a in:"$data" -a u32:40 --target model --lanes "$svg" >/dev/null
awk '
    function bad(what) { print "lanes: " what; failed = 1; exit 1 }
    # where a cycle belongs, from the first bar and the last
    function place(cycle) { return x0 + (cycle - c0) * (x1 - x0) / (c1 - c0) }
    match($0, /<rect x="[0-9.]*"/) && /<title>cycles/ {
        x = substr($0, 10) + 0
        cycle = $0
        sub(/.*<title>cycles /, "", cycle)
        cycle += 0
        if (c0 == "") { c0 = cycle; x0 = x }
        if (cycle > c1) { c1 = cycle; x1 = x }
    }
    match($0, /class="tick" d="M[0-9.]*/) {
        at[++n] = substr($0, RSTART + 17, RLENGTH - 17) + 0
        cycle = $0
        sub(/<\/text>.*/, "", cycle)
        sub(/.*>/, "", cycle)
        name[n] = cycle + 0
    }
    /class="key"/ { key = 1 }
    END {
        if (failed) exit 1
        if (!key) bad("no key")
        if (c1 <= c0) bad("no bars")
        if (n < 4 || n > 10) bad(n " ticks")
        for (i = 1; i <= n; i++) {
            d = at[i] - place(name[i])
            if (d > 1 || d < -1) bad("the tick of cycle " name[i] " stands at " at[i] ", its place is " place(name[i]))
            if (i > 1 && name[i] - name[i - 1] != name[2] - name[1]) bad("uneven ticks")
        }
        if ((name[2] - name[1]) !~ /^[125]0*$/) bad("ticks every " name[2] - name[1] " cycles")
    }' "$svg"
