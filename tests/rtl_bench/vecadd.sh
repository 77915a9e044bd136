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
. "$(dirname "$0")/programs.sh"
make_programs "$source"
cycles=$(model_cycles)

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
