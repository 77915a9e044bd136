#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# equal_bodies.sh YOSYS RTL [SED]: the writes of memories part by part are equal to those of whole rows
# (rtl/ram_merge.svh): for each memory of rtl/lib and several shapes, from any contents on, same inputs give the same
# contents and read data for ever (induction over equal registers). SED: an edit of the whole rows' side; then the
# proof must fail, for all shapes.
set -eu
[ $# -eq 2 ] || [ $# -eq 3 ] || { echo "usage: equal_bodies.sh YOSYS RTL [SED]" >&2; exit 2; }
yosys=$1 rtl=$2 edit=${3-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# neither has what is Yosys's own
mkdir "$tmp/parts" "$tmp/rows"
for file in "$rtl"/lib/sram_*.sv "$rtl"/lib/lutram_*.sv "$rtl/ram_merge.svh" "$rtl/assert.svh"; do
    sed 's/YOSYS/NEVER/' "$file" >"$tmp/parts/${file##*/}"
    sed -e 's/YOSYS/NEVER/' -e "$edit" "$file" >"$tmp/rows/${file##*/}"
done

# one FOLDER DEFINES NAME: the memory as registers, module NAME
one() {
    echo "read_verilog -sv -DSYNTHESIS $2 -I$tmp/$1 $tmp/$1/$module.sv; chparam $sets $module; hierarchy -top $module"
    echo "proc; opt; memory -nordff; opt -full; design -stash $3"
}
shapes=0 all=0
# shape MODULE "PARAMETERS"
shape() {
    module=$1 sets= all=$((all + 1))
    for p in $2; do sets="$sets -set ${p%=*} ${p#*=}"; done
    {
        one parts '' gold
        one rows -DVERILATOR gate
        echo "design -copy-from gold -as gold $module; design -copy-from gate -as gate $module"
        echo "equiv_make gold gate equal; hierarchy -top equal; equiv_simple; equiv_induct; equiv_status -assert"
    } >"$tmp/prove.ys"
    if "$yosys" -q -s "$tmp/prove.ys" >"$tmp/log" 2>&1; then
        shapes=$((shapes + 1))
    elif ! grep -q 'unproven $equiv cells' "$tmp/log"; then
        cat "$tmp/log" >&2
        exit 2
    fi
}
for whd in 'WIDTH=8 DEPTH=4 EN_BITS=4' 'WIDTH=9 DEPTH=4 EN_BITS=1'; do
    shape sram_1rw "$whd"
    shape sram_1r1w "$whd COLLIDE=0"
    shape sram_1r1w "$whd COLLIDE=1"
    shape sram_1r1w_fwd "$whd FORWARD=0"
    shape sram_1r1w_fwd "$whd FORWARD=1"
    shape sram_2clk "$whd"
    shape lutram_1r1w "$whd"
    shape lutram_nr1w "$whd PORTS=2"
done
shape sram_1rw 'WIDTH=6 DEPTH=8 EN_BITS=2'
shape sram_1rw 'WIDTH=5 DEPTH=2 EN_BITS=5'
echo "$shapes of $all shapes are equal"
