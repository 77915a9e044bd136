#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# memories.sh YOSYS RTL: each memory of rtl/lib, in the shape of one that the SM has, becomes the block RAMs or LUT RAMs
# of an ECP5 that it needs, and no flip-flop holds a row.
set -eu
[ $# -eq 2 ] || { echo "usage: memories.sh YOSYS RTL" >&2; exit 2; }
yosys=$1 rtl=$2 memories=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# becomes MODULE "PARAMETERS" CELL COUNT FLIP-FLOPS
becomes() {
    sets=
    for p in $2; do sets="$sets -set ${p%=*} ${p#*=}"; done
    "$yosys" -q -p "read_verilog -sv -I$rtl $rtl/lib/$1.sv; chparam $sets $1; synth_ecp5 -top $1
        select -assert-count $4 t:$3; select -assert-count $5 t:TRELLIS_FF" >"$log" 2>&1 ||
        { echo "memories: $1 $2 is not $4 $3 with $5 flip-flops" >&2; cat "$log" >&2; exit 1; }
    memories=$((memories + 1))
}
becomes sram_1rw      'WIDTH=256 DEPTH=256 EN_BITS=16' DP16KD 8 0
becomes sram_1r1w_fwd 'WIDTH=32 DEPTH=256 EN_BITS=8 FORWARD=0' DP16KD 1 0
becomes sram_1r1w_fwd 'WIDTH=32 DEPTH=256 EN_BITS=8 FORWARD=1' DP16KD 1 36
becomes sram_1r1w     'WIDTH=128 DEPTH=128 EN_BITS=16 COLLIDE=0' DP16KD 4 0
becomes lutram_1r1w   'WIDTH=256 DEPTH=16 EN_BITS=32' TRELLIS_DPR16X4 64 0
becomes lutram_nr1w   'WIDTH=24 DEPTH=32 EN_BITS=24 PORTS=3' TRELLIS_DPR16X4 36 0
echo "$memories memories"
