#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verilate.sh VERILATOR DIR NSM FOLD DDR board_sim.sv FILE.cpp [RECORD]: the C++ of the board with NSM SMs and FOLD
# phases a cycle, with an SDRAM or (DDR = 1) a DDR3, in DIR, with the digest of its sources. RECORD: of a later column
# of isa/chip.def (small). Run in the root folder.
set -eu
[ $# -eq 7 ] || [ $# -eq 8 ] ||
    { echo "usage: verilate.sh VERILATOR DIR NSM FOLD DDR board_sim.sv FILE.cpp [RECORD]" >&2; exit 2; }
digest=$(sh fpga/digest.sh)
exec "$1" --cc --exe --top-module board_sim --prefix Vboard_sim --Mdir "$2" -O3 --x-assign fast --x-initial fast \
    --assert --output-split 150000 --output-split-cfuncs 4000 --expand-limit 128 -fno-split \
    -Wno-fatal -Wno-lint -Wno-style -Wno-TIMESCALEMOD -GDIGEST="64'h$digest" -GNSM="$3" -GFOLD="$4" -GDDR="$5" \
    -CFLAGS "-std=c++17 -w -DBOARD_DDR=$5" -LDFLAGS -s \
    -DGT_RTL_ASSERT ${8:+rtl/gen/gpu_cfg_$8.sv} -F rtl/files.f -F fpga/files.f fpga/sim/access.vlt \
    fpga/sim/sdr_chip.sv fpga/sim/ddr_core.sv "$6" "$7"
