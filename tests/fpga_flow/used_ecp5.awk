# SPDX-License-Identifier: Apache-2.0
# awk -v chip=NAME -v most=PERCENT [-v others=PERCENT] -f used_ecp5.awk YOSYS.LOG: what a netlist takes of an LFE5U-85F;
# fails beyond so many percent of its LUT4, or beyond `others` (100) of anything else. A carry cell is two LUT4, a 16x4
# LUT RAM four with two more for its writing.
BEGIN { if (!others) others = 100 }
/Printing statistics/ { split("", count) }
NF == 2 && $1 ~ /^[0-9]+$/ { count[$2] = $1 }
function share(what, n, of, limit) {
    printf "%-12s %6d of %d (%.0f %%)\n", what, n, of, 100 * n / of
    if (n == 0 || 100 * n > limit * of) {
        print "chip: " what ": expected 1 to " limit " % of an " chip
        bad = 1
    }
}
END {
    share("LUT4", count["LUT4"] + 2 * count["CCU2C"] + 6 * count["TRELLIS_DPR16X4"], 83640, most)
    share("flip-flops", count["TRELLIS_FF"], 83640, others)
    share("block RAM", count["DP16KD"], 208, others)
    share("MULT18", count["MULT18X18D"], 156, others)
    exit bad
}
