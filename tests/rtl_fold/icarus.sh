#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# icarus.sh IVERILOG OUT TOP RTL FILE.sv ...: compiles the bench TOP to OUT/TOP.vvp, from copies that say `always @*`
# (tests/planted_bench.sh says why).
set -eu
iverilog=$1 out=$2 top=$3 rtl=$4
shift 4
mkdir -p "$out"
sources=
for f in "$@"; do
    sed 's/always_comb/always @*/' "$f" >"$out/${f##*/}"
    sources="$sources $out/${f##*/}"
done
here=$(dirname "$0")
sh "$here/../iverilog.sh" "$iverilog" -g2012 -I"$rtl" -I"$rtl/gen" -I"$here" -s "$top" -o "$out/$top.vvp" $sources
