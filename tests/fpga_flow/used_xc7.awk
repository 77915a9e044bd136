# SPDX-License-Identifier: Apache-2.0
# awk -v chip=XC7A200T -v most=PERCENT [-v others=PERCENT] -f used_xc7.awk YOSYS.LOG: what a netlist takes of a 7 series
# chip; fails beyond so many percent of its LUT, or beyond `others` (100) of anything else. An inverter counts as a LUT,
# a RAM as the LUTs it is made of.
BEGIN {
    if (!others)
        others = 100
    of["XC7A100T"] = "63400 126800 270 240"
    of["XC7A200T"] = "134600 269200 730 740"
    of["XC7K325T"] = "203800 407600 890 840"
    if (split(of[chip], has) != 4) {
        print "used_xc7: no chip " chip
        exit bad = 2
    }
}
/Printing statistics/ { lut = ff = ram = dsp = 0 }
NF == 2 && $1 ~ /^[0-9]+$/ {
    if ($2 ~ /^LUT[1-6]$/ || $2 == "INV") lut += $1
    else if ($2 ~ /^RAM(32M|64M|128X1D)$/) lut += 4 * $1
    else if ($2 ~ /^RAM(32|64)X1D$/) lut += 2 * $1
    else if ($2 ~ /^RAM(32|64)X1S$/) lut += $1
    else if ($2 ~ /^RAM/ && $2 !~ /^RAMB/) { print "chip: how many LUT is a " $2 "?"; bad = 1 }
    else if ($2 ~ /^FD[RSCP]E$/) ff += $1
    else if ($2 == "RAMB18E1") ram += $1
    else if ($2 == "RAMB36E1") ram += 2 * $1
    else if ($2 == "DSP48E1") dsp += $1
    else if ($2 ~ /^(\$_|LD[CP]E$)/) { print "chip: a cell that should not be there: " $2; bad = 1 }
}
function share(what, n, of, limit) {
    printf "%-12s %6d of %d (%.0f %%)\n", what, n, of, 100 * n / of
    if (n == 0 || 100 * n > limit * of) {
        print "chip: " what ": expected 1 to " limit " % of an " chip
        bad = 1
    }
}
END {
    if (bad == 2)
        exit bad
    share("LUT", lut, has[1], most)
    share("flip-flops", ff, has[2], others)
    share("RAMB18", ram, has[3], others)
    share("DSP48", dsp, has[4], others)
    exit bad
}
