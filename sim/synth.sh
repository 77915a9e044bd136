#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of the RTL by unit, as a Markdown table: Lattice ECP5 and Xilinx 7 series (Yosys, units kept apart).
#
#   synth.sh [-f FAMILY] [-j JOBS] [-s] BUILD_DIR [TOP [NAME=VALUE ...]]
#
#   FAMILY  ecp5, xc7 or both; default both
#   JOBS    units synthesised at the same time; default 1
#   -s      without the table, only what of an ECP5-85F and an XC7A200T is used
#   TOP     a unit, with its sub-units; default sm_top, one whole SM; fpga_top: a board with one
#   NAME    parameter of TOP: DPU=0 leaves out double precision, TEX=0 the texture unit
#
# Each unit is synthesised by itself, its sub-units black boxes: nothing crosses a unit's border, so the sum over the
# instances is what one run over the hierarchy gives. Logs and cell counts stay in BUILD_DIR/synth; a unit whose
# netlist after elaboration has not changed is not synthesised again. One SM for ECP5 is five minutes of one core from
# nothing. LUTs are mapped for area (abc "if -a"), without a clock to meet. The SAT-based sharing of operators is left
# out: it needs hours and tens of gigabytes here. Latches become loops only behind muxcover, which never ends on one.
set -eu
usage() { echo "usage: synth.sh [-f ecp5|xc7|both] [-j JOBS] [-s] BUILD_DIR [TOP [NAME=VALUE ...]]" >&2; exit 2; }
family=both
summary=
jobs=1
while getopts f:j:s o; do case $o in f) family=$OPTARG ;; j) jobs=$OPTARG ;; s) summary=1 ;; *) usage ;; esac; done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
case $family in ecp5|xc7) families=$family ;; both) families='ecp5 xc7' ;; *) usage ;; esac
case $jobs in ''|*[!0-9]*|0) usage ;; esac
build=$1
top=${2:-sm_top}
[ $# -lt 2 ] && shift 1 || shift 2
command -v yosys >/dev/null || { echo "synth: yosys is missing (run ./setup)" >&2; exit 1; }
mkdir -p "$build/synth"
build=$(cd "$build/synth" && pwd)
cd "$(dirname "$0")/.."
files=$(sh sim/files.sh rtl/files.f fpga/files.f rtl/gpu/files.f rtl/axi/files.f rtl/axi/gpu.f | awk '!seen[$0]++')
params= name=$top
for p in "$@"; do
    case $p in [A-Z]*=[0-9]*) ;; *) usage ;; esac
    params="$params -set ${p%%=*} ${p#*=}"
    name=$name.$p
done

# --- elaborate and cut into units ---------------------------------------------------------------
# Parameters are set in the text before elaboration: with `hierarchy -chparam` Yosys 0.23 derives some tops twice under
# one name and stops (rtlil.cc: modules_.count(module->name) == 0).
units=$build/$name.units
rm -rf "$units"
mkdir -p "$units"
yosys -l "$units/log" -q -p "
    read_verilog -defer -sv -Irtl -Irtl/gen -Ifpga/rtl -Ifpga/rtl/gen $(echo $files)
    ${params:+chparam$params $top}
    hierarchy -check -top $top
    write_rtlil $units/design
    blackbox =*
    write_rtlil $units/boxes" >/dev/null
awk -v dir="$units" -f sim/synth_units.awk "$units/boxes" "$units/design" >"$units/list"

# --- one unit, one family --------------------------------------------------------------------
# $1 family, $2 unit, $3 its file; cell counts go to $4
round='strash;dch,-f;if,-a;mfs2,-a'
area="strash;&get,-n;&fraig,-x;&put;scorr;dc2;dretime;$round;$round;$round"
mux_map=$PWD/sim/synth_ecp5_mux.v
common='proc; opt_expr; opt_clean; check; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean'
steps() {
    case $1 in
    ecp5)
        synth="synth_ecp5 -noflatten -nowidelut -top $2"
        widths='-D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2'
        printf '%s\n' "$synth -run begin:coarse; $common
            techmap -map +/cmp2lut.v -D LUT_WIDTH=4; opt_expr; opt_clean
            techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v $widths -D DSP_NAME=\$__MUL18X18
            chtype -set \$mul t:\$__soft_mul
            alumacc; opt; memory -nomap; opt_clean
            $synth -run map_ram:map_luts
            muxcover -nopartial -nodecode -mux4=200 -mux8=400 -mux16=800
            techmap -map $mux_map; opt_clean
            techmap -map +/ecp5/latches_map.v
            abc -lut 4 -script +$area;lutpack,-S,1
            clean
            $synth -run map_cells:check" ;;
    xc7)
        synth="synth_xilinx -family xc7 -noiopad -noclkbuf -nosrl -nowidelut -top $2"
        widths='-D DSP_A_MAXWIDTH=25 -D DSP_B_MAXWIDTH=18 -D DSP_A_MAXWIDTH_PARTIAL=18 -D DSP_A_MINWIDTH=2'
        widths="$widths -D DSP_B_MINWIDTH=2 -D DSP_Y_MINWIDTH=9"
        printf '%s\n' "$synth -run begin:map_dsp
            techmap -map +/mul2dsp.v -map +/xilinx/xc7_dsp_map.v $widths -D DSP_SIGNEDONLY=1 -D DSP_NAME=\$__MUL25X18
            chtype -set \$mul t:\$__soft_mul; opt_clean; check -assert
            techmap -map +/cmp2lut.v -map +/cmp2lcu.v -D LUT_WIDTH=6
            alumacc; opt; memory -nomap; opt_clean
            $synth -run map_memory:map_luts
            opt_expr -mux_undef -noclkinv
            abc -luts 2:2,3,6:5 -script +$area
            clean
            techmap -map +/xilinx/ff_map.v
            techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH=6
            xilinx_dffopt
            opt_lut_ins -tech xilinx
            $synth -run finalize:check" ;;
    esac
}

# A result's name is the sum of all it depends on.
mkdir -p "$build/cells"
for f in $families; do
    : >"$units/$f.stats"
    : >"$units/$f.todo"
    while read -r unit il; do
        il=${il##*/}
        script=$units/$il.$f.ys
        { echo "read_rtlil $il"; steps $f "$unit"; echo "tee -o $il.$f.stat stat"; } >"$script"
        sum=$(cat "$script" "$units/$il" "$mux_map" | sha1sum)
        stat=$build/cells/$f.${sum%% *}
        echo "$stat" >>"$units/$f.stats"
        [ -s "$stat" ] || echo "$il.$f $stat" >>"$units/$f.todo"
    done <"$units/list"
    (cd "$units" && xargs -r -P "$jobs" -L 1 sh -c '
        yosys -l "$0.log" -q -s "$0.ys" >/dev/null && mv "$0.stat" "$1" ||
            { echo "synth: $0: see $PWD/$0.log" >&2; exit 255; }' <"$f.todo")
    awk -v top="$top" -f sim/synth_count.awk "$units/list" $(cat "$units/$f.stats") >"$build/$name.$f.units"
done

# --- table ---------------------------------------------------------------------------------------
[ -n "$summary" ] || {
echo
echo "\`$name\`, sub-units included."
echo
case $families in *ecp5*)
    echo "ECP5: LUT4 (a carry cell counts 2, a 16x4 LUT RAM 6), flip-flops, DP16KD, MULT18X18D, bits of RAM in LUTs." ;;
esac
case $families in *xc7*)
    echo "Xilinx 7: LUT (a LUT RAM counts 2 or 4), flip-flops, RAMB18 (a RAMB36 is two), DSP48E1, bits of RAM in" \
        "LUTs." ;;
esac
echo
head='| unit | × |' line='|:--|--:|' tables=
for f in $families; do
    case $f in
    ecp5) head="$head LUT4 | FF | EBR | MULT18 | LUT RAM |" ;;
    xc7)  head="$head LUT | FF | RAMB18 | DSP48 | LUT RAM |" ;;
    esac
    line="$line--:|--:|--:|--:|--:|"
    tables="$tables $build/$name.$f.units"
done
echo "$head"
echo "$line"
awk 'FNR == 1 { table++ }
     table == 1 {
         n = FNR; unit[n] = $2; ind = ""
         for (i = 0; i < $1; i++) ind = ind "· "
         row[n] = "| " ind "`" $2 "` | " $3 " |"
     }
     unit[FNR] != $2 { print "synth: the families disagree on the units" > "/dev/stderr"; bad = 1; exit 1 }
     { row[FNR] = row[FNR] " " $4 " | " $5 " | " $6 " | " $7 " | " $8 " |" }
     END { if (bad) exit 1; for (i = 1; i <= n; i++) print row[i] }' $tables

}
case $families in *ecp5*)
    echo
    awk -v name="$name" '
        function percent(x, of) { return sprintf("%d of %d (%.0f %%)", x, of, 100 * x / of) }
        # the eight largest of x, which it empties
        function largest(x, total,   k, u, best) {
            for (k = 1; k <= 8; k++) {
                best = ""
                for (u in x) if (x[u] > 0 && (best == "" || x[u] > x[best])) best = u
                if (best == "") break
                printf "%s `%s` %d (%.0f %%)", (k > 1 ? "," : ""), best, x[best], 100 * x[best] / total
                delete x[best]
            }
            print "."
        }
        NR == 1 { l = $4; f = $5; r = $6; d = $7; b = $8 }
        { own[$2] += $9; bits[$2] += $10; ram += $11; carry += $12; mux += $13 }
        END {
            printf "`%s` in an ECP5-85F: LUT4 %s, flip-flops %s, EBR %s, MULT18 %s; RAM in LUTs: %d bits.\n\n", name,
                percent(l, 83640), percent(f, 83640), percent(r, 208), percent(d, 156), b
            printf "Of these LUT4 %d are RAM, %d carry cells, %d multiplexers of four and more words, " \
                   "%d everything else.\n\n", ram, carry, mux,
                l - ram - carry - mux
            printf "Most LUT4 of their own:"
            largest(own, l)
            if (b) {
                printf "\nMost bits of RAM in LUTs:"
                largest(bits, b)
            }
        }' "$build/$name.ecp5.units" ;;
esac
case $families in *xc7*)
    echo
    awk -v name="$name" '
        function percent(x, of) { return sprintf("%d of %d (%.0f %%)", x, of, 100 * x / of) }
        NR == 1 {
            printf "`%s` in an XC7A200T: LUT %s, flip-flops %s, RAMB18 %s, DSP48 %s; RAM in LUTs: %d bits.\n", name,
                percent($4, 134600), percent($5, 269200), percent($6, 730), percent($7, 740), $8
        }' "$build/$name.xc7.units" ;;
esac
