#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# litedram.sh ROOT BUILD [FAULT TEXT]: tb_litedram under Verilator, with the controller that LiteDRAM writes, passes;
# with a fault of tests/units/ddr_ctrl (kind litedram) planted it prints TEXT. Exit status 77 without LiteDRAM.
set -eu
[ $# -eq 2 ] || [ $# -eq 4 ] || { echo "usage: litedram.sh ROOT BUILD [FAULT TEXT]" >&2; exit 2; }
root=$1 build=$2 fault=${3-}
venv=$build/ddr3-venv
[ -f "$venv/requirements.txt" ] || { echo "no LiteDRAM (./setup --fpga)"; exit 77; }
cmp -s "$venv/requirements.txt" "$root/fpga/flow/ddr3.txt" ||
    { echo "LiteDRAM is not that of fpga/flow/ddr3.txt (run ./setup --fpga)" >&2; exit 1; }
dir=$build/tests/fpga_ddr/litedram${fault:+_$fault}
rm -rf "$dir/planted"
mkdir -p "$dir/planted"
cd "$root"
"$venv/bin/python" fpga/flow/ddr3.py fpga/boards/ecpix5.ddr "$dir" --sim >"$dir/ddr3.log" 2>&1 ||
    { tail -n 3 "$dir/ddr3.log" >&2; exit 1; }
[ -z "$fault" ] || python3 tests/units/unit.py plant ddr_ctrl litedram "$fault" "$dir/planted"
sources=
for f in ddr_init ddr_native ddr_cross ddr_ctrl; do
    [ -f "$dir/planted/$f.sv" ] && sources="$sources $dir/planted/$f.sv" || sources="$sources fpga/rtl/$f.sv"
done
"${VERILATOR:-verilator}" --binary --timing -Wno-fatal -Wno-lint -Wno-style -O1 -j 1 \
    -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0" --top-module tb_litedram --Mdir "$dir/obj" \
    $sources "$dir/litedram_core.v" tests/fpga_ddr/tb_litedram.sv >"$dir/verilator.log" 2>&1 ||
    { tail -n 5 "$dir/verilator.log" >&2; exit 1; }
status=0
said=$("$dir/obj/Vtb_litedram" 2>&1) || status=$?
printf '%s\n' "$said" | tail -n 5
[ $status -lt 128 ] || { echo "litedram: the bench was ended by signal $((status - 128))" >&2; exit 1; }
case $status$said in
0*PASS*) [ -z "$fault" ] || { echo "litedram: the bench passes" >&2; exit 1; } ;;
*)  [ -n "$fault" ] || exit 1
    case $said in
    *"$4"*) ;;
    *) echo "litedram: the bench did not print: $4" >&2; exit 1 ;;
    esac ;;
esac
