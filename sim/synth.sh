#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of every RTL unit of one SM for the ECP5: LUT4, flip-flops, block RAM, multipliers. usage: synth.sh BUILD_DIR
set -eu
build=${1:?usage: synth.sh BUILD_DIR}
cd "$(dirname "$0")/.."
files=$(sed -e 's/\/\/.*//' -e '/^[[:space:]]*+/d' -e '/^[[:space:]]*$/d' rtl/files.f)
log=$build/synth.log
echo "synth: yosys synth_ecp5, hierarchy kept (log: $log)"
yosys -l "$log" -q -p "read_verilog -sv -Irtl -Irtl/gen $(echo $files); synth_ecp5 -noflatten -nowidelut -top sm_top; tee -o $build/synth.stat stat" >/dev/null
awk '
    /^=== / { unit = $2; next }
    unit && $1 ~ /^(LUT4|TRELLIS_FF|DP16KD|MULT18X18D|TRELLIS_DPR16X4|CCU2C|PFUMX|L6MUX21)$/ { n[unit, $1] = $2; seen[unit] = 1 }
    END {
        printf "%-28s %8s %8s %8s %8s %8s\n", "unit (without its sub-units)", "LUT4", "FF", "DP16KD", "MULT18", "DPR16X4"
        for (u in seen)
            printf "%-28s %8d %8d %8d %8d %8d\n", u, n[u, "LUT4"] + 2 * n[u, "CCU2C"], n[u, "TRELLIS_FF"], n[u, "DP16KD"], n[u, "MULT18X18D"], n[u, "TRELLIS_DPR16X4"] | "sort"
    }' "$build/synth.stat"
