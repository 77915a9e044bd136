#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ddr.sh ROOT BUILD: `make fpga BOARD=ecpix5 PART=shell`, the memory test on a DDR3 with LiteDRAM's core, writes a
# bitstream for the right chip; what such a core is to be written for is looked at. Exit status 77 without the tools.
set -eu
root=$1
build=$2
[ -f "$build/fpga-venv/requirements.txt" ] || { echo "no tools for bitstreams (./setup --fpga)"; exit 77; }
[ -f "$build/ddr3-venv/requirements.txt" ] || { echo "no LiteDRAM (./setup --fpga)"; exit 77; }
cd "$root"
dir=$build/tests/fpga_flow/ddr
mkdir -p "$dir"
# refused "TEXT" SED [SED]: what is said of a changed ecpix5.ddr, of one with a changed script
refused() {
    sed "$2" fpga/boards/ecpix5.ddr >"$dir/board.ddr"
    sed "${3-}" fpga/flow/ddr3.py >"$dir/ddr3.py"
    said=$("$build/ddr3-venv/bin/python" "$dir/ddr3.py" "$dir/board.ddr" "$dir/core" 2>&1) &&
        { echo "ddr: '$2' is not refused" >&2; exit 1; }
    case $said in
    *"$1"*) ;;
    *) echo "ddr: '$2': expected '$1', got: $said" >&2; exit 1 ;;
    esac
}
refused "board.ddr:4: 'modul = MT41K256M16' is not NAME = VALUE" 's/^module   /modul/'
refused "no value for lanes" '/^lanes/d'
refused "LiteDRAM knows no module 'MT41'" 's/MT41K256M16/MT41/'
refused "mode register 0 is 0x320, expected 0x220" '' 's/0: 0x320/0: 0x220/'
refused "register sdram_dfii_pi0_address is at word 1027, expected 1028" '' 's/0x403/0x404/'

make --no-print-directory fpga BUILD="$build" BOARD=ecpix5 PART=shell
# 0xe2 "verify the chip's id", 0x81113043 that of an LFE5UM5G-85F.
od -An -v -tx1 -N4096 "$build/fpga/ecpix5-shell/ecpix5-shell.bit" | tr -d ' \n' |
    grep -q 'ffffbdb3.*e200000081113043' ||
    { echo "ddr: not a bitstream for an LFE5UM5G-85F" >&2; exit 1; }
