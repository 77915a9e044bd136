#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compile.sh IVERILOG RTL TB.sv OUT.vvp [ARGUMENT...]: the RTL and a bench, whose module has its name, for Icarus, which
# gets the arguments. LISTS in the environment: lists in RTL besides files.f, as axi/files.f. Icarus 11 wakes an
# always_comb up for bits that it does not read, and in a circle of such blocks for ever; `always @*` settles. So copies
# of the files, beside OUT, say `always @*`.
set -eu
iverilog=$1 rtl=$2 tb=$3 out=$4
shift 4
copy=$out.rtl
log=$out.log

rm -rf "$copy"
mkdir -p "$copy"
files=
lists=$(for list in files.f ${LISTS:-}; do echo "$rtl/$list"; done)
for f in $(sh "$(dirname "$0")/../../sim/files.sh" $lists | awk '!seen[$0]++'); do
    sed 's/always_comb/always @*/' "$f" >"$copy/${f##*/}"
    files="$files $copy/${f##*/}"
done
"$iverilog" -g2012 "$@" -I"$rtl" -I"$rtl/gen" -s "$(basename "$tb" .sv)" -o "$out" $files "$tb" >"$log" 2>&1 ||
    { cat "$log" >&2; exit 1; }
