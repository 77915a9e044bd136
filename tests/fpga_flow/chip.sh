#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# chip.sh BUILD [MOST]: boards with the machine, one SM without double precision and textures. The netlists of the ULX3S
# with four phases a cycle and of the ECPIX-5 with eight: fails if one needs more than MOST percent (80) of the LUT4, or
# more than there is of anything else, or if clocks are not connected as CLOCK-6 and CLOCK-7 want it; the ULX3S with the
# SM of chip small in eight phases likewise, with 56 percent at most. The ULX3S with eight phases, with either SM, to
# the bitstream, which the gate must let pass (NEXTPNR=PROGRAM in the environment: a nextpnr-ecp5 of this machine).
# `make regress` runs it; without the tools it says so.
set -eu
[ $# -ge 1 ] || { echo "usage: chip.sh BUILD [MOST]" >&2; exit 2; }
build=$(cd "$1" && pwd)
most=${2:-80}
cd "$(dirname "$0")/../.."
[ -f "${FPGA_VENV:-$build/fpga-venv}/requirements.txt" ] ||
    { echo "skipped: no tools for bitstreams (./setup --fpga)"; exit 0; }
flow() { make --no-print-directory -f fpga/flow/flow.mk BUILD="$build" PART=chip DPU=0 TEX=0 "$@"; }
used() { awk -v chip=LFE5U-85F -v most="$2" -f tests/fpga_flow/used_ecp5.awk "$build/fpga/$1/yosys.log"; }
flow BOARD=ulx3s FOLD=4 json
used ulx3s-chip "$most"
flow BOARD=ulx3s FOLD=8 RECORD=small json
used ulx3s-chip-small 56
if [ -f "${DDR3_VENV:-$build/ddr3-venv}/requirements.txt" ]; then
    flow BOARD=ecpix5 FOLD=8 json
    used ecpix5-chip "$most"
else
    echo 'skipped: ecpix5: no LiteDRAM (./setup --fpga)'
fi

# bitstream NAME RECORD
bitstream() {
    bit=$build/fpga/$1/$1.bit
    rm -f "$bit"
    flow BOARD=ulx3s FOLD=8 RECORD="$2" bit
    [ "$(wc -c <"$bit")" -gt 500000 ] || { echo "chip: $bit is not the bitstream of a machine"; exit 1; }
}
bitstream ulx3s-chip ''
bitstream ulx3s-chip-small small
