#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# planted_bench.sh RTL OUT TOP TEXT UNIT.sv SED FILE.sv ...: the bench TOP (the last FILE) with a fault planted in a
# copy of rtl/.../UNIT.sv must notice it: under Icarus it prints TEXT, and it does not print PASS. The edit must
# change exactly one line. OUT: folder for the copies and the compiled bench. The copies say `always @*`, since Icarus
# 11 wakes an always_comb up for bits that it does not read, and in a circle of such blocks for ever.
set -eu
[ $# -ge 7 ] || { echo "usage: planted_bench.sh RTL OUT TOP TEXT UNIT.sv SED FILE.sv ..." >&2; exit 2; }
rtl=$1 out=$2 top=$3 text=$4 unit=$5 edit=$6
shift 6

mkdir -p "$out"
sources= found=
for f in "$@"; do
    case $f in
    */"$unit")
        found=$f
        sh "${0%/*}/../sim/one_line.sh" "$f" "$out/$unit" "$edit"
        sed -i 's/always_comb/always @*/' "$out/$unit" ;;
    *)  sed 's/always_comb/always @*/' "$f" >"$out/${f##*/}" ;;
    esac
    sources="$sources $out/${f##*/}"
done
[ -n "$found" ] || { echo "planted_bench: $unit is not among the files" >&2; exit 1; }
fpga=$(dirname "$0")/../fpga/rtl
"${IVERILOG:-iverilog}" -g2012 -I"$rtl" -I"$rtl/gen" -I"$fpga" -I"$fpga/gen" -I"${f%/*}" -s "$top" -o "$out/$top.vvp" \
    $sources >"$out/$top.log" 2>&1 ||
    { cat "$out/$top.log" >&2; exit 1; }
status=0
"${VVP:-vvp}" -n "$out/$top.vvp" >"$out/$top.out" 2>&1 || status=$?
tail -n 5 "$out/$top.out"
[ $status -lt 128 ] || { echo "planted_bench: the simulator crashed, exit status $status" >&2; exit 1; }
grep -qF "$text" "$out/$top.out" || { echo "planted_bench: the bench did not print: $text" >&2; exit 1; }
! grep -q '^PASS\|^ok: ' "$out/$top.out" || { echo "planted_bench: the bench passes" >&2; exit 1; }
