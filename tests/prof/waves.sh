#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# waves.sh FST_COMPARE FOLDER PROGRAM SIZE KERNEL CYCLES: the waves that GT200_TRACE writes of a launch on the model and
# on the RTL have the same values under the same names, for CYCLES at least. A wave of another launch has not.
set -eu
compare=$1 folder=$2/$(basename "$3") program=$3 size=$4 kernel=$5 cycles=$6
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
fail() { echo "$1"; cat said; exit 1; }
traced() { env GT200_TRACE="$kernel" "$@" "$program" "$size" > said 2>&1 || fail "$*"; }
traced GT200_TARGET=model GT200_TRACE_FILES=model.fst
traced GT200_TARGET=rtl GT200_TRACE_FILES=rtl.fst
"$compare" model.fst rtl.fst "$cycles"
sed 's/^\[dumpfile\].*//; /^@800200$/,/^@1000200$/ { /warp00/d }; /^-warp$/d' model.gtkw > model.groups
grep -o 'TOP.*' model.groups > model.names
grep -o 'TOP.*' rtl.gtkw | cmp - model.names || fail "the save files list other signals"
traced GT200_TARGET=model GT200_TRACE_FILES=other.fst GT200_JITTER=1
! "$compare" other.fst rtl.fst > differences || fail "another launch has the same wave"
grep -q '^TOP.*: cycle [0-9]*: model .*, RTL ' differences || fail "differences are not told"
rm -f rtl.fst
