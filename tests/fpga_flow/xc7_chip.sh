#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# xc7_chip.sh BUILD [MOST]: netlists of whole boards with a 7 series chip and the machine behind their DDR3, PART=chip,
# from the top to the pads: Nexys Video and QMTech K325T with all of an unfolded SM, the Arty A7-100T with FOLD=4,
# without double precision and textures. Fails if one needs more than MOST percent (80) of its chip's LUT, or more than
# there is of anything else, or if clocks are not connected as CLOCK-7 wants it. `make regress-xc7` runs it; without the
# tools it says so.
set -eu
[ $# -ge 1 ] || { echo "usage: xc7_chip.sh BUILD [MOST]" >&2; exit 2; }
build=$(cd "$1" && pwd)
most=${2:-80}
cd "$(dirname "$0")/../.."
for venv in "${FPGA_VENV:-$build/fpga-venv}" "${DDR3_VENV:-$build/ddr3-venv}"; do
    [ -f "$venv/requirements.txt" ] ||
        { echo "skipped: no tools for bitstreams, or no LiteDRAM (./setup --fpga)"; exit 0; }
done
flow() { make --no-print-directory -f fpga/flow/flow.mk BUILD="$build" PART=chip "$@" json; }
# used BOARD CHIP
used() {
    echo "$1, $2:"
    awk -v chip="$2" -v most="$most" -f tests/fpga_flow/used_xc7.awk "$build/fpga/$1-chip/yosys.log"
}
flow BOARD=nexys_video FOLD=1
used nexys_video XC7A200T
flow BOARD=qmtech_k325t FOLD=1
used qmtech_k325t XC7K325T
flow BOARD=arty_a7_100 FOLD=4 DPU=0 TEX=0
used arty_a7_100 XC7A100T
