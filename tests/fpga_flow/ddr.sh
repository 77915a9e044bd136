#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ddr.sh ROOT BUILD: `make fpga BOARD=ecpix5 PART=shell`, the memory test on a DDR3 with LiteDRAM's core, writes a
# bitstream for the right chip; what such a core is to be written for is looked at, for both families: such a .ddr or a
# LiteDRAM with other registers is refused. Exit status 77 without the tools.
set -eu
root=$1
build=$2
[ -f "$build/fpga-venv/requirements.txt" ] || { echo "no tools for bitstreams (./setup --fpga)"; exit 77; }
[ -f "$build/ddr3-venv/requirements.txt" ] || { echo "no LiteDRAM (./setup --fpga)"; exit 77; }
cd "$root"
dir=$build/tests/fpga_flow/ddr
mkdir -p "$dir"
# refused "TEXT" SED [SED]: what is said of a changed $board.ddr, of one with a changed script
refused() {
    sed "$2" fpga/boards/$board.ddr >"$dir/board.ddr"
    sed "${3-}" fpga/flow/ddr3.py >"$dir/ddr3.py"
    said=$("$build/ddr3-venv/bin/python" "$dir/ddr3.py" "$dir/board.ddr" "$dir/core" 2>&1) &&
        { echo "ddr: '$2' is not refused" >&2; exit 1; }
    case $said in
    *"$1"*) ;;
    *) echo "ddr: '$2': expected '$1', got: $said" >&2; exit 1 ;;
    esac
}
board=ecpix5
refused "board.ddr:4: 'modul = MT41K256M16' is not NAME = VALUE" 's/^module   /modul/'
refused "no value for lanes" '/^lanes/d'
refused "LiteDRAM knows no module 'MT41'" 's/MT41K256M16/MT41/'
refused "mode register 0 is 0x320, expected 0x220" '' 's/0: 0x320/0: 0x220/'
refused "register sdram_dfii_pi0_address is at word 1027, expected 1028" '' 's/0x403/0x404/'
refused "register ddrphy_burstdet_seen is at word 518, expected 519" '' 's/_seen": 0x206/_seen": 0x207/'
refused "no value for dm_swap" '/^dm_swap/d'
refused "device is 'ICE40UP5K', expected one that begins with: LFE5 xc7a xc7k" 's/LFE5UM5G.*/ICE40UP5K/'
board=nexys_video
refused "board.ddr: cmd_delay: not of the core for xc7a200tsbg484-1" '$a cmd_delay = 0'
refused "mode register 0 is 0x930, expected 0x920" '' 's/0: 0x930/0: 0x920/'
refused "8 bit slips with 32 delays, expected 8 with 8" '' 's/(8, 32)/(8, 8)/'
refused "register ddrphy_rdly_dq_bitslip is at word 520, expected 521" '' 's/_bitslip": 0x208/_bitslip": 0x209/'

make --no-print-directory fpga BUILD="$build" BOARD=ecpix5 PART=shell
# 0xe2 "verify the chip's id", 0x81113043 that of an LFE5UM5G-85F.
od -An -v -tx1 -N4096 "$build/fpga/ecpix5-shell/ecpix5-shell.bit" | tr -d ' \n' |
    grep -q 'ffffbdb3.*e200000081113043' ||
    { echo "ddr: not a bitstream for an LFE5UM5G-85F" >&2; exit 1; }
