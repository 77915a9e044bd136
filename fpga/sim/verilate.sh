#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verilate.sh VERILATOR DIR NSM FOLD board_sim.sv FILE.cpp: the C++ of the board with NSM SMs and FOLD clocks a cycle,
# in DIR, with the digest of its sources. Run in the root folder.
set -eu
[ $# -eq 6 ] || { echo "usage: verilate.sh VERILATOR DIR NSM FOLD board_sim.sv FILE.cpp" >&2; exit 2; }
digest=$(sh fpga/digest.sh)
exec "$1" --cc --exe --top-module board_sim --prefix Vboard_sim --Mdir "$2" -O3 --x-assign fast --x-initial fast \
    --assert --output-split 150000 --output-split-cfuncs 4000 --expand-limit 128 -fno-split \
    -Wno-fatal -Wno-lint -Wno-style -GDIGEST="64'h$digest" -GNSM="$3" -GFOLD="$4" -CFLAGS "-std=c++17 -w" -LDFLAGS -s \
    -Ifpga/rtl -Ifpga/rtl/gen -f rtl/files.f -f fpga/files.f fpga/sim/access.vlt \
    fpga/sim/sdr_chip.sv "$5" "$6"
