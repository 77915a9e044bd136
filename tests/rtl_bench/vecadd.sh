#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# vecadd.sh GT200 VECADD.s OUT SIMULATOR...: the bench of docs/bench.md runs vecadd.s in as many cycles as the model
# takes, also with memories that stop its clock (CLOCK-4), and tells wrong sums and a fault when the program is
# another. OUT: a folder for what is made on the way.
set -eu
[ $# -ge 4 ] || { echo "usage: vecadd.sh GT200 VECADD.s OUT SIMULATOR..." >&2; exit 2; }
gt200=$1 source=$2 out=$3
shift 3
mkdir -p "$out"

# program NAME: NAME.s to NAME.hex, as the page says
program() {
    "$gt200" as "$out/$1.s" -o "$out/$1.cubin"
    "$gt200" dis -a "$out/$1.cubin" | sed -n 's,.*// [0-9a-f]*: ,,p' >"$out/$1.hex"
}
cp "$source" "$out/vecadd.s"
sed 's/add.b32 \$r2, \$r2, \$r3/sub.b32 $r2, $r2, $r3/' "$source" >"$out/wrong.s"
sed 's/shl.b32 \$r1, \$r1, 0x2/shl.b32 $r1, $r1, 0x8/' "$source" >"$out/fault.s"
for name in vecadd wrong fault; do program $name; done
cycles=$("$gt200" run "$out/vecadd.cubin" -k vecadd -g 4 -b 64 -a zero:1024 -a zero:1024 -a zero:1024 --target model |
    sed -n 's/^cycles: //p')

status=0
says() {
    text=$1
    shift
    "$@" >"$out/log" 2>&1 ||
        { echo "vecadd.sh: status $?" >&2; status=1; }
    grep -qx "$text" "$out/log" || { echo "vecadd.sh: expected '$text' of: $*" >&2; cat "$out/log" >&2; status=1; }
}
says "PASS vecadd_tb: $cycles cycles" "$@" +code="$out/vecadd.hex"
says "PASS vecadd_tb: $cycles cycles" "$@" +code="$out/vecadd.hex" +late
says 'FAIL vecadd_tb: 255 of 256 sums are wrong' "$@" +code="$out/wrong.hex"
says 'FAIL vecadd_tb: fault [0-9]* at 0x30' "$@" +code="$out/fault.hex"
exit $status
