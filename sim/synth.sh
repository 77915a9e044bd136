#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of the RTL by unit, as a Markdown table: Lattice ECP5 and Xilinx 7 series (Yosys, units kept apart).
#
#   synth.sh [-f FAMILY] [-s] BUILD_DIR [TOP [NAME=VALUE ...]]
#
#   FAMILY  ecp5, xc7 or both; default both
#   -s      without the table, only what of an ECP5-85F is used
#   TOP     a unit, with its sub-units; default sm_top, one whole SM
#   NAME    parameter of TOP: DPU=0 leaves out double precision, TEX=0 the texture unit
#
# Logs and raw counts stay in BUILD_DIR/synth. The SAT-based sharing of operators is left out: it needs hours and tens of
# gigabytes here.
set -eu
usage() { echo "usage: synth.sh [-f ecp5|xc7|both] [-s] BUILD_DIR [TOP [NAME=VALUE ...]]" >&2; exit 2; }
family=both
summary=
while getopts f:s o; do case $o in f) family=$OPTARG ;; s) summary=1 ;; *) usage ;; esac; done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
case $family in ecp5|xc7) families=$family ;; both) families='ecp5 xc7' ;; *) usage ;; esac
build=$1
top=${2:-sm_top}
[ $# -lt 2 ] && shift 1 || shift 2
command -v yosys >/dev/null || { echo "synth: yosys is missing (run ./setup)" >&2; exit 1; }
mkdir -p "$build/synth"
build=$(cd "$build/synth" && pwd)
cd "$(dirname "$0")/.."
files=$(sed -e 's/\/\/.*//' -e '/^[[:space:]]*+/d' -e '/^[[:space:]]*$/d' rtl/files.f)
params= name=$top
for p in "$@"; do
    case $p in [A-Z]*=[0-9]*) ;; *) usage ;; esac
    params="$params -chparam ${p%%=*} ${p#*=}"
    name=$name.$p
done

common='proc; opt_expr; opt_clean; check; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean'
for f in $families; do
    case $f in
    ecp5)
        synth="synth_ecp5 -noflatten -nowidelut -top $top"
        steps="$synth -run begin:coarse; $common
            techmap -map +/cmp2lut.v -D LUT_WIDTH=4; opt_expr; opt_clean
            techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v -D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2 -D DSP_NAME=\$__MUL18X18
            chtype -set \$mul t:\$__soft_mul
            alumacc; opt; memory -nomap; opt_clean
            $synth -run map_ram:check" ;;
    xc7)
        synth="synth_xilinx -family xc7 -noiopad -noclkbuf -nosrl -nowidelut -top $top"
        steps="$synth -run begin:coarse
            techmap -map +/cmp2lut.v -map +/cmp2lcu.v -D LUT_WIDTH=6
            alumacc; opt; memory -nomap; opt_clean
            $synth -run map_memory:check" ;;
    esac
    # -defer: only the units below TOP are elaborated
    yosys -l "$build/$name.$f.log" -q -p "
        read_verilog -defer -sv -Irtl -Irtl/gen $(echo $files)
        hierarchy -check -top $top$params
        rename -top $top
        $steps
        tee -o $build/$name.$f.stat stat -top $top" >/dev/null
done

# One row per unit below TOP: its instances and their area, sub-units included. Block RAM of xc7 in units of RAMB18.
count='
    function fail(text) { print "synth: " text > "/dev/stderr"; bad = 1; exit 1 }
    function library(i) { return pretty(what[i]) ~ /^((lutram|sram|sync)_|mux4)/ }
    function pretty(u) {
        if (u !~ /^\$paramod/) return u
        split(u, part, "[\\\\]")
        return part[2]
    }
    /^=== design hierarchy ===/ { tree = 1; next }
    /^=== / { unit = $2; single = single == "" ? unit : single; next }
    !tree && unit && NF == 2 && $2 ~ /^[0-9]+$/ {
        if ($1 == "LUT4" || $1 ~ /^LUT[12356]$/ || $1 == "INV")  lut[unit] += $2
        else if ($1 == "CCU2C")                                  lut[unit] += 2 * $2
        else if ($1 == "TRELLIS_DPR16X4")                        lut[unit] += 6 * $2
        else if ($1 ~ /^RAM(32M|64M|128X1D)$/)                   lut[unit] += 4 * $2
        else if ($1 ~ /^RAM(32X1D|64X1D)$/)                      lut[unit] += 2 * $2
        else if ($1 == "TRELLIS_FF" || $1 ~ /^FD[RSCP]E$/)       ff[unit] += $2
        else if ($1 == "DP16KD" || $1 == "RAMB18E1")             ram[unit] += $2
        else if ($1 == "RAMB36E1")                               ram[unit] += 2 * $2
        else if ($1 == "MULT18X18D" || $1 == "DSP48E1")          dsp[unit] += $2
        else if ($1 ~ /^[A-Z][A-Z0-9_]*$/ && $1 !~ /^(CARRY4|MUXF[78]|GSR|PUR|VCC|GND)$/) fail("unknown cell " $1 " in " unit)
    }
    tree && /^ +[^ ]+ +[0-9]+$/ && $1 !~ /^[A-Z][A-Z0-9_]*$/ {
        match($0, /^ +/)
        n++
        depth[n] = RLENGTH; what[n] = $1; times[n] = $2
    }
    END {
        if (bad) exit 1
        if (n == 0) { n = 1; depth[1] = 1; what[1] = single; times[1] = 1 }
        for (i = 1; i <= n; i++) {
            for (j = i - 1; j > 0 && depth[j] >= depth[i]; j--) ;
            up[i] = j
            all[i] = times[i] * (j ? all[j] : 1)
        }
        for (i = n; i > 0; i--) {
            L[i] += all[i] * lut[what[i]]; F[i] += all[i] * ff[what[i]]; R[i] += all[i] * ram[what[i]]; D[i] += all[i] * dsp[what[i]]
            if (up[i]) { L[up[i]] += L[i]; F[up[i]] += F[i]; R[up[i]] += R[i]; D[up[i]] += D[i] }
        }
        for (i = 1; i <= n; i++) {
            if (up[i] && !library(i)) own[up[i]] -= L[i]
        }
        for (i = 1; i <= n; i++) {
            if (library(i)) continue
            level = (depth[i] - depth[1]) / 2
            printf "%d %s %d %d %d %d %d %d\n", level, pretty(what[i]), all[i], L[i], F[i], R[i], D[i], L[i] + own[i]
        }
    }'
for f in $families; do
    awk "$count" "$build/$name.$f.stat" >"$build/$name.$f.units"
done


[ -n "$summary" ] || {
echo
echo "\`$name\`, sub-units included."
echo
case $families in *ecp5*) echo "ECP5: LUT4 (a carry cell counts 2, a 16x4 LUT RAM 6), flip-flops, DP16KD, MULT18X18D." ;; esac
case $families in *xc7*) echo "Xilinx 7: LUT (a LUT RAM counts 2 or 4), flip-flops, RAMB18 (a RAMB36 is two), DSP48E1." ;; esac
echo
head='| unit | × |' line='|:--|--:|' tables=
for f in $families; do
    case $f in
    ecp5) head="$head LUT4 | FF | EBR | MULT18 |" ;;
    xc7)  head="$head LUT | FF | RAMB18 | DSP48 |" ;;
    esac
    line="$line--:|--:|--:|--:|"
    tables="$tables $build/$name.$f.units"
done
echo "$head"
echo "$line"
awk 'FNR == 1 { table++ }
     table == 1 { n = FNR; unit[n] = $2; ind = ""; for (i = 0; i < $1; i++) ind = ind "· "; row[n] = "| " ind "`" $2 "` | " $3 " |" }
     unit[FNR] != $2 { print "synth: the families disagree on the units" > "/dev/stderr"; bad = 1; exit 1 }
     { row[FNR] = row[FNR] " " $4 " | " $5 " | " $6 " | " $7 " |" }
     END { if (bad) exit 1; for (i = 1; i <= n; i++) print row[i] }' $tables

}
case $families in *ecp5*)
    echo
    awk -v name="$name" '
        function percent(x, of) { return sprintf("%d of %d (%.0f %%)", x, of, 100 * x / of) }
        NR == 1 { l = $4; r = $6; d = $7; f = $5 }
        { own[$2] += $8 }
        END {
            printf "`%s` in an ECP5-85F: LUT4 %s, flip-flops %s, EBR %s, MULT18 %s.\n", name,
                percent(l, 83640), percent(f, 83640), percent(r, 208), percent(d, 156)
            printf "Most LUT4 of their own:"
            for (k = 1; k <= 8; k++) {
                best = ""
                for (u in own) if (own[u] > 0 && (best == "" || own[u] > own[best])) best = u
                if (best == "") break
                printf "%s `%s` %d (%.0f %%)", (k > 1 ? "," : ""), best, own[best], 100 * own[best] / l
                delete own[best]
            }
            print "."
        }' "$build/$name.ecp5.units" ;;
esac
