#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bitstream.sh ROOT BUILD: `make fpga BOARD=ulx3s PART=shell` writes a bitstream, for the right chip; with a clock that
# cannot be reached there is none, nor what was there before, and the error names clock and MHz. `make fpga-load` gives
# it to openFPGALoader, which here only says what it was told. Exit status 77 without the tools.
set -eu
root=$1
build=$2
[ -f "$build/fpga-venv/requirements.txt" ] || { echo "no tools for bitstreams (./setup --fpga)"; exit 77; }
cmp -s "$build/fpga-venv/requirements.txt" "$root/fpga/flow/requirements.txt" ||
    { echo "the tools for bitstreams are not those of fpga/flow/requirements.txt (run ./setup --fpga)" >&2; exit 1; }
cd "$root"
bit=$build/fpga/ulx3s-shell/ulx3s-shell.bit
fpga() { make --no-print-directory fpga BUILD="$build" BOARD=ulx3s PART=shell "$@"; }

fpga
! grep -m 1 'pyosys/' "$build/fpga/ulx3s-shell/design.json" ||
    { echo "bitstream: the netlist names the place of Yosys" >&2; exit 1; }
size=$(wc -c <"$bit")
[ "$size" -gt 100000 ] || { echo "bitstream: $size bytes, expected more than 100000" >&2; exit 1; }
# 0xffffbdb3 is the preamble, 0xe2 "verify the chip's id", 0x41113043 that of an LFE5U-85F.
od -An -v -tx1 -N4096 "$bit" | tr -d ' \n' | grep -q 'ffffbdb3.*e200000041113043' ||
    { echo "bitstream: not one for an LFE5U-85F" >&2; exit 1; }

said=$(fpga WANTED_shell=clk=400 2>&1) && { echo "bitstream: 400 MHz is reached: $said" >&2; exit 1; }
case $said in
*"gate: clk: wanted 400.00 MHz, reached "*"no bitstream is written"*) ;;
*) echo "bitstream: expected 'clk: wanted 400.00 MHz', got: $said" >&2; exit 1 ;;
esac
[ ! -e "$bit" ] || { echo "bitstream: the old one is still there" >&2; exit 1; }
fpga >/dev/null
[ -s "$bit" ]

loader=$build/tests/fpga_flow/loader
mkdir -p "$loader"
printf '#!/bin/sh\necho "loader: $*"\n' >"$loader/openFPGALoader"
chmod +x "$loader/openFPGALoader"
load() { PATH="$loader:$PATH" make --no-print-directory fpga-load BUILD="$build" BOARD=ulx3s PART=shell "$@"; }
for flash in 0 1; do
    said=$(load FLASH=$flash | grep '^loader: ') || { echo "bitstream: FLASH=$flash is not loaded" >&2; exit 1; }
    [ "$flash" = 1 ] && more=' --write-flash' || more=
    [ "$said" = "loader: --board ulx3s$more $bit" ] ||
        { echo "bitstream: FLASH=$flash: openFPGALoader is told '$said'" >&2; exit 1; }
done
printf '#!/bin/sh\nexit 1\n' >"$loader/openFPGALoader"
load >/dev/null 2>&1 && { echo "bitstream: an error of openFPGALoader is not one of make" >&2; exit 1; }
exit 0
