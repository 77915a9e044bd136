#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of every RTL unit of one SM for the ECP5: LUT4, flip-flops, block RAM, multipliers. usage: synth.sh BUILD_DIR [TOP]
# The SAT-based sharing of operators is left out: it needs hours and tens of gigabytes here.
set -eu
build=${1:?usage: synth.sh BUILD_DIR [TOP]}
top=${2:-sm_top}
cd "$(dirname "$0")/.."
command -v yosys >/dev/null || { echo "synth: yosys is missing (run ./setup)" >&2; exit 1; }
files=$(sed -e 's/\/\/.*//' -e '/^[[:space:]]*+/d' -e '/^[[:space:]]*$/d' rtl/files.f)
log=$build/synth.log
echo "synth: yosys, ECP5, units kept apart (log: $log)"
yosys -l "$log" -q -p "
    read_verilog -sv -Irtl -Irtl/gen $(echo $files)
    synth_ecp5 -noflatten -nowidelut -top $top -run begin:coarse
    proc; opt_expr; opt_clean; check; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean
    techmap -map +/cmp2lut.v -D LUT_WIDTH=4
    opt_expr; opt_clean
    techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v -D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2 -D DSP_NAME=\$__MUL18X18
    chtype -set \$mul t:\$__soft_mul
    alumacc; opt; memory -nomap; opt_clean
    synth_ecp5 -noflatten -nowidelut -top $top -run map_ram:check
    tee -o $build/synth.stat stat" >/dev/null
awk '
    /^=== / { unit = $2; next }
    unit && $1 ~ /^(LUT4|TRELLIS_FF|DP16KD|MULT18X18D|TRELLIS_DPR16X4|CCU2C)$/ { n[unit, $1] = $2; seen[unit] = 1 }
    END {
        printf "%-40s %8s %8s %8s %8s %8s\n", "unit (without its sub-units)", "LUT4", "FF", "DP16KD", "MULT18", "DPR16X4"
        for (u in seen)
            printf "%-40s %8d %8d %8d %8d %8d\n", substr(u, 1, 40), n[u, "LUT4"] + 2 * n[u, "CCU2C"], n[u, "TRELLIS_FF"], n[u, "DP16KD"], n[u, "MULT18X18D"], n[u, "TRELLIS_DPR16X4"] | "sort"
    }' "$build/synth.stat"
