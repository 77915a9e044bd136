#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# chip.sh BUILD [MOST]: boards with the machine, one SM without double precision and textures. The netlists of the ULX3S
# with four phases a cycle and of the ECPIX-5 with eight: fails if one needs more than MOST percent (80) of the LUT4, or
# more than there is of anything else, or if clocks are not connected as CLOCK-6 and CLOCK-7 want it; the ULX3S with the
# SM of chip small in eight phases likewise, with 56 percent at most. The ULX3S with
# eight phases to the bitstream, which the gate must let pass (NEXTPNR=PROGRAM in the environment: a nextpnr-ecp5 of
# this machine). `make regress` runs it; without the tools it says so.
set -eu
[ $# -ge 1 ] || { echo "usage: chip.sh BUILD [MOST]" >&2; exit 2; }
build=$(cd "$1" && pwd)
most=${2:-80}
cd "$(dirname "$0")/../.."
[ -f "${FPGA_VENV:-$build/fpga-venv}/requirements.txt" ] ||
    { echo "skipped: no tools for bitstreams (./setup --fpga)"; exit 0; }
flow() { make --no-print-directory -f fpga/flow/flow.mk BUILD="$build" PART=chip DPU=0 TEX=0 "$@"; }
# used NAME MOST: a carry cell is two LUT4, a 16x4 LUT RAM four with two more for its writing
used() {
    awk -v most="$2" '
        NF == 2 && $1 ~ /^[0-9]+$/ { count[$2] = $1 }
        function share(what, n, of, limit) {
            printf "%-12s %6d of %d (%.0f %%)\n", what, n, of, 100 * n / of
            if (n == 0 || 100 * n > limit * of) {
                print "chip: " what ": expected 1 to " limit " % of an LFE5U-85F"
                bad = 1
            }
        }
        END {
            share("LUT4", count["LUT4"] + 2 * count["CCU2C"] + 6 * count["TRELLIS_DPR16X4"], 83640, most)
            share("flip-flops", count["TRELLIS_FF"], 83640, 100)
            share("block RAM", count["DP16KD"], 208, 100)
            share("MULT18", count["MULT18X18D"], 156, 100)
            exit bad
        }' "$build/fpga/$1/yosys.log"
}
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

bit=$build/fpga/ulx3s-chip/ulx3s-chip.bit
rm -f "$bit"
flow BOARD=ulx3s FOLD=8 bit
[ "$(wc -c <"$bit")" -gt 500000 ] || { echo "chip: $bit is not the bitstream of a machine"; exit 1; }
