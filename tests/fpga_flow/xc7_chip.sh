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
# used BOARD CHIP LUT FF RAMB18 DSP: what of the chip. An inverter counts as a LUT, a RAM as the LUTs it is made of.
used() {
    echo "$1, $2:"
    awk -v chip="$2" -v most="$most" -v luts="$3" -v ffs="$4" -v rams="$5" -v dsps="$6" '
        /Printing statistics/ { lut = ff = ram = dsp = 0 }
        NF == 2 && $1 ~ /^[0-9]+$/ {
            if ($2 ~ /^LUT[1-6]$/ || $2 == "INV") lut += $1
            else if ($2 ~ /^RAM(32M|64M|128X1D)$/) lut += 4 * $1
            else if ($2 ~ /^RAM(32|64)X1D$/) lut += 2 * $1
            else if ($2 ~ /^RAM/ && $2 !~ /^RAMB/) { print "xc7_chip: how many LUT is a " $2 "?"; bad = 1 }
            else if ($2 ~ /^FD[RSCP]E$/) ff += $1
            else if ($2 == "RAMB18E1") ram += $1
            else if ($2 == "RAMB36E1") ram += 2 * $1
            else if ($2 == "DSP48E1") dsp += $1
            else if ($2 ~ /^(\$_|LD[CP]E$)/) { print "xc7_chip: a cell that should not be there: " $2; bad = 1 }
        }
        function share(what, n, of, limit) {
            printf "%-12s %6d of %d (%.0f %%)\n", what, n, of, 100 * n / of
            if (n == 0 || 100 * n > limit * of) {
                print "xc7_chip: " what ": expected 1 to " limit " % of an " chip
                bad = 1
            }
        }
        END {
            share("LUT", lut, luts, most)
            share("flip-flops", ff, ffs, 100)
            share("RAMB18", ram, rams, 100)
            share("DSP48", dsp, dsps, 100)
            exit bad
        }' "$build/fpga/$1-chip/yosys.log"
}
flow BOARD=nexys_video FOLD=1
used nexys_video XC7A200T 134600 269200 730 740
flow BOARD=qmtech_k325t FOLD=1
used qmtech_k325t XC7K325T 203800 407600 890 840
flow BOARD=arty_a7_100 FOLD=4 DPU=0 TEX=0
used arty_a7_100 XC7A100T 63400 126800 270 240
