#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# equal_bodies.sh YOSYS RTL [SED]: the body of sram_1rw that Yosys takes is equal to the one that simulators take: for
# memories of several shapes, from any contents on, same inputs give the same contents and read data for ever
# (induction over equal registers). SED: an edit of the simulators' body; then the proof must fail, for all shapes.
set -eu
[ $# -eq 2 ] || [ $# -eq 3 ] || { echo "usage: equal_bodies.sh YOSYS RTL [SED]" >&2; exit 2; }
yosys=$1 rtl=$2 edit=${3-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sed 's/^`ifdef YOSYS/`ifdef NEVER/' "$rtl/lib/sram_1rw.sv" >"$tmp/simulated.sv"
! cmp -s "$rtl/lib/sram_1rw.sv" "$tmp/simulated.sv" || { echo "equal_bodies: sram_1rw has one body" >&2; exit 1; }
cp "$rtl/ram_merge.svh" "$tmp"
if [ -n "$edit" ]; then
    sed -i "$edit" "$tmp/simulated.sv" "$tmp/ram_merge.svh"
fi

# one FILE INCLUDE NAME: the memory as registers, module NAME
one() {
    echo "read_verilog -sv -I$2 $1; chparam -set WIDTH $w -set DEPTH $d -set EN_BITS $e sram_1rw; hierarchy -top sram_1rw"
    echo "proc; opt; memory -nordff; opt -full; design -stash $3"
}
status=0 shapes=0
for shape in '8 4 4' '6 8 2' '5 2 5' '9 4 1'; do
    set -- $shape
    w=$1 d=$2 e=$3
    {
        one "$rtl/lib/sram_1rw.sv" "$rtl" gold
        one "$tmp/simulated.sv" "$tmp" gate
        echo "design -copy-from gold -as gold sram_1rw; design -copy-from gate -as gate sram_1rw"
        echo "equiv_make gold gate equal; hierarchy -top equal; equiv_simple; equiv_induct; equiv_status -assert"
    } >"$tmp/prove.ys"
    if "$yosys" -q -s "$tmp/prove.ys" >"$tmp/log" 2>&1; then
        shapes=$((shapes + 1))
    elif ! grep -q 'unproven $equiv cells' "$tmp/log"; then
        cat "$tmp/log" >&2
        exit 2
    fi
done
echo "$shapes of 4 shapes are equal"
