#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# netlist.sh [-d PAGE] BUILD [BOARD ...]: SoCs of LiteX with gt200_axi (fpga/litex), from the project of each board to a
# netlist of its chip's cells, from the top to the pads. BOARD: nexys_video, arty_a7_100, ulx3s; default all three. The
# SM is that of chip small, not folded; in the CPU's ROM are numbers in place of a program. Says what of the chip each
# takes; fails if that is more than `netlist` is told below. PAGE: Markdown with a table of them; rows of other boards
# stay as they are in it. `make litex-netlist`, `make regress-litex`; without the tools it says so.
set -eu
usage() { echo "usage: netlist.sh [-d PAGE] BUILD [BOARD ...]" >&2; exit 2; }
page=
while getopts d: o; do case $o in d) page=$OPTARG ;; *) usage ;; esac; done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
litex=${LITEX_VENV:-$build/litex-venv} fpga=${FPGA_VENV:-$build/fpga-venv}
for venv in "$litex" "$fpga"; do
    [ -f "$venv/requirements.txt" ] || { echo "skipped: no $venv (./setup --litex, ./setup --fpga)"; exit 0; }
done
[ $# -gt 0 ] || set -- nexys_video arty_a7_100 ulx3s

# netlist BOARD FAMILY CHIP CELLS PERCENT [OTHERS]: at most of the chip's LUT, and of all else (100)
netlist() {
    dir=$build/litex-netlist/$1
    mkdir -p "$dir"
    PYTHONPATH=fpga/litex PYTHONDONTWRITEBYTECODE=1 "$litex/bin/python" -m gt200_litex --out "$dir" --target "$1" \
        --record small --dpu 0 --tex 0 --no-software >"$dir/litex.log" 2>&1 ||
        { tail -n 3 "$dir/litex.log" >&2; exit 1; }
    top=$(basename "$dir"/gateware/*.v .v)
    awk 'BEGIN { for (x = i = 1; i <= 8192; i++) { x = x * 16807 % 2147483647; printf "%08x\n", x } }' \
        >"$dir/gateware/${top}_rom.init"
    sed "s,readmemh(\",&$dir/gateware/," "$dir/gateware/$top.v" >"$dir/$top.v"
    files=$(find "$dir/gateware" -name '*.ys' -o -name '*.tcl' |
        xargs sed -n 's/^read_verilog .*[ {]\(\/[^ }]*\)}*$/\1/p')
    {
        echo "read_verilog -lib -specify $4"
        echo "read_verilog -defer -sv -Irtl -Irtl/gen $(echo "$files" | grep '\.sv$' | tr '\n' ' ')"
        echo "read_verilog $(echo "$files" | grep '\.v$' | grep -v "/$top.v" | tr '\n' ' ') $dir/$top.v"
        echo "hierarchy -check -top $top"
        sed "/^#/d; s/TOP/$top/" "fpga/flow/$2_area.ys"
        echo "write_json $dir/design.json"
        echo stat
    } >"$dir/recipe"
    "$fpga/bin/python" fpga/flow/yosys.py "$dir/recipe" "$dir/yosys.log"
    echo "$1, $3:"
    awk -v chip="$3" -v most="$5" -v others="${6:-100}" -f "tests/fpga_flow/used_$2.awk" "$dir/yosys.log" \
        >"$dir/used" || failed=1
    cat "$dir/used"
    awk -v row="| \`$1\` | $3 |" -v day="$(date -u +%F)" '
        / of [0-9]+ / {
            sub(/^[A-Za-z0-9-]+( RAM)? +/, "")
            sub(/ of [0-9]+/, "")
            row = row " " $0 " |"
        }
        END { print row, day, "|" }' "$dir/used" >>"$rows"
}
failed=
rows=$build/litex-netlist/rows
mkdir -p "$build/litex-netlist"
: >"$rows"
xilinx='+/xilinx/cells_sim.v +/xilinx/cells_xtra.v'
for board; do
    case $board in
    nexys_video) netlist $board xc7 XC7A200T "$xilinx" 66 ;;
    arty_a7_100) netlist $board xc7 XC7A100T "$xilinx" 137 ;;
    ulx3s)       netlist $board ecp5 LFE5U-85F '+/lattice/cells_sim_ecp5.v +/lattice/cells_bb_ecp5.v' 140 110 ;;
    *)           echo "netlist.sh: no board '$board'; expected nexys_video, arty_a7_100, ulx3s" >&2; exit 2 ;;
    esac
done
if [ -n "$page" ]; then
    rm -f "$rows.old"
    [ ! -e "$page" ] || awk 'FNR == NR { new[$2]; next } /^[|] `/ && !($2 in new)' "$rows" "$page" >"$rows.old"
    {
        cat <<'END'
<!-- Written by make litex-netlist. -->
# SoCs of LiteX as netlists

What a SoC of LiteX ([fpga/litex](../../fpga/litex/README.md)) takes of its chip: VexRiscv, 32 KB of ROM, LiteDRAM and
its PHY, and `gt200_axi` with the SM of chip [small](../small.md), not folded, from the top to the pads in one netlist,
by Yosys with the scripts of a board's own flow (`fpga/flow/*_area.ys`). LUT: four inputs on the ECP5, where a carry
cell counts 2 and a 16x4 LUT RAM 6, else six. Block RAM: DP16KD, RAMB18. Not placed.

| board | chip | LUT | flip-flops | block RAM | multipliers | |
|:--|:--|--:|--:|--:|--:|--:|
END
        cat "$rows" "$rows.old" 2>/dev/null | sort
    } >"$rows.page"
    cp "$rows.page" "$page"
fi
[ -z "$failed" ]
