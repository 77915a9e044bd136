#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# share.sh BUILD [MOST]: what a board with one SM needs of an XC7A200T (sim/synth.sh: all of fpga_top but pads and
# clocks); fails if that is more than MOST percent (80) of anything.
set -eu
[ $# -ge 1 ] || { echo "usage: share.sh BUILD [MOST]" >&2; exit 2; }
build=$1
most=${2:-80}
cd "$(dirname "$0")/../.."
sh sim/synth.sh -f xc7 -s "$build" fpga_top SIGNATURE=1 TRACE=256 | tee "$build/synth/share"
awk -v most="$most" '
    {
        for (i = 1; i < NF; i++)
            if ($i ~ /^\([0-9]+$/ && $(i + 1) ~ /^%\)/) {
                n++
                if (substr($i, 2) + 0 > most) bad = 1
            }
    }
    END {
        if (n != 4) { print "share: expected four shares, found " n + 0; exit 1 }
        if (bad) { print "share: more than " most " % of an XC7A200T"; exit 1 }
    }' "$build/synth/share"
