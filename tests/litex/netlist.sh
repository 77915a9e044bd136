#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# netlist.sh BUILD [BOARD ...]: SoCs of LiteX with gt200_axi (fpga/litex), from the project of each board to a netlist
# of its chip's cells, from the top to the pads. BOARD: nexys_video, arty_a7_100, ulx3s; default all three. The SM is
# that of chip small, not folded; in the CPU's ROM are numbers in place of a program. Says what of the chip each takes.
# `make litex-netlist`; without the tools it says so.
set -eu
[ $# -ge 1 ] || { echo "usage: netlist.sh BUILD [BOARD ...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
litex=${LITEX_VENV:-$build/litex-venv} fpga=${FPGA_VENV:-$build/fpga-venv}
for venv in "$litex" "$fpga"; do
    [ -f "$venv/requirements.txt" ] || { echo "skipped: no $venv (./setup --litex, ./setup --fpga)"; exit 0; }
done
[ $# -gt 0 ] || set -- nexys_video arty_a7_100 ulx3s

# netlist BOARD FAMILY CHIP CELLS
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
    awk -v chip="$3" -v most=1000 -f "tests/fpga_flow/used_$2.awk" "$dir/yosys.log"
}
xilinx='+/xilinx/cells_sim.v +/xilinx/cells_xtra.v'
for board; do
    case $board in
    nexys_video) netlist $board xc7 XC7A200T "$xilinx" ;;
    arty_a7_100) netlist $board xc7 XC7A100T "$xilinx" ;;
    ulx3s)       netlist $board ecp5 LFE5U-85F '+/lattice/cells_sim_ecp5.v +/lattice/cells_bb_ecp5.v' ;;
    *)           echo "netlist.sh: no board '$board'; expected nexys_video, arty_a7_100, ulx3s" >&2; exit 2 ;;
    esac
done
