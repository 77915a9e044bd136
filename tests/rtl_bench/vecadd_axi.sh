#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# vecadd_axi.sh GT200 ROOT OUT IVERILOG VVP: the bench of docs/bus.md, in Icarus, runs vecadd.s in as many cycles as the
# model takes, and tells wrong sums and a fault when the program is another; with TIMED = 0 the sums are right, too.
# OUT: a folder for what is made on the way.
set -eu
[ $# = 5 ] || { echo "usage: vecadd_axi.sh GT200 ROOT OUT IVERILOG VVP" >&2; exit 2; }
gt200=$1 root=$2 out=$3 iverilog=$4 vvp=$5
mkdir -p "$out"
cd "$root"
build() {
    LISTS=axi/files.f sh tests/rtl_icarus/compile.sh "$iverilog" rtl sim/examples/vecadd_axi_tb.sv "$out/timed$1.vvp" \
        -Pvecadd_axi_tb.TIMED=$1
}
build 1
build 0

. tests/rtl_bench/programs.sh
make_programs sim/examples/vecadd.s
cycles=$(model_cycles)

status=0
# says TIMED TEXT PROGRAM
says() {
    "$vvp" -n "$out/timed$1.vvp" +code="$out/$3.hex" >"$out/log" 2>&1 ||
        { echo "vecadd_axi.sh: status $?" >&2; status=1; }
    grep -qx "$2" "$out/log" || { echo "vecadd_axi.sh: expected '$2' of $3" >&2; cat "$out/log" >&2; status=1; }
}
says 1 "PASS vecadd_axi_tb: $cycles cycles" vecadd
says 0 'PASS vecadd_axi_tb: [0-9]* cycles' vecadd
says 1 'FAIL vecadd_axi_tb: 255 of 256 sums are wrong' wrong
says 1 'FAIL vecadd_axi_tb: fault [0-9]* at 0x30' fault
exit $status
