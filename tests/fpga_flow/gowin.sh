#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gowin.sh ROOT BUILD: `make fpga PART=bram` of each board with a Gowin chip writes a bitstream for its chip, and none
# with a clock that cannot be reached. Exit status 77 without the tools.
set -eu
root=$1
build=$2
venv=${GOWIN_VENV:-$build/gowin-venv}
for v in "$build/fpga-venv" "$venv"; do
    [ -f "$v/requirements.txt" ] || { echo "no tools for bitstreams of Gowin chips (./setup --gowin)"; exit 77; }
done
cd "$root"
fpga() { make --no-print-directory fpga BUILD="$build" PART=bram GOWIN_VENV="$venv" "$@"; }
# The fourth line of a file is its command 06 with the code of the chip that takes it: GW2AR-18, GW5AST-138.
for of in tang_nano_20k:00000000000000000000100000011011 tang_mega_138k:00000000000000010000100000011011; do
    board=${of%:*} code=${of#*:}
    bit=$build/fpga/$board-bram/$board-bram.bit
    fpga BOARD="$board"
    [ "$(wc -l <"$bit")" -gt 1000 ] || { echo "gowin: $board: $(wc -l <"$bit") lines, expected over 1000" >&2; exit 1; }
    head -n 12 "$bit" | grep -q "^00000110000000000000000000000000$code\$" ||
        { echo "gowin: $board: the bitstream is for another chip than $code" >&2; exit 1; }
done
said=$(fpga BOARD=tang_nano_20k WANTED_bram=u_shell.clk=900 2>&1) && { echo "gowin: 900 MHz is reached" >&2; exit 1; }
case $said in
*"gate: u_shell.clk: wanted 900.00 MHz, reached "*"no bitstream is written"*) ;;
*) echo "gowin: expected 'u_shell.clk: wanted 900.00 MHz', got: $said" >&2; exit 1 ;;
esac
[ ! -e "$build/fpga/tang_nano_20k-bram/tang_nano_20k-bram.bit" ] ||
    { echo "gowin: the old bitstream is still there" >&2; exit 1; }
