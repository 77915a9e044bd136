#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# must_fail.sh ROOT OUT: run.sh and complete.sh tell what is wrong, each fault planted in a copy of the RTL in OUT.
set -eu
root=$(cd "$1" && pwd) out=$2
here=$(cd "$(dirname "$0")" && pwd)
failed=0

plant() {       # FILE SED
    rm -rf "$out/t"
    mkdir -p "$out/t"
    cp -r "$root/rtl" "$out/t/rtl"
    sed -i "$2" "$out/t/rtl/$1"
    ! cmp -s "$root/rtl/$1" "$out/t/rtl/$1" || { echo "must_fail: nothing changes in $1: $2"; exit 1; }
}
expect() {      # STATUS TEXT COMMAND...
    status=$1 text=$2
    shift 2
    said=$("$@" 2>&1) && got=0 || got=$?
    case $said in *"$text"*) [ $got != "$status" ] || return 0 ;; esac
    echo "must_fail: exit status $got, expected $status with '$text':"
    printf '%s\n' "$said"
    failed=1
}
complete() { expect "$1" "$2" sh "$here/complete.sh" "$out/t"; }
run() { expect "$1" "$2" sh "$here/run.sh" "$out/t" "$out/run" sm_const; }

waits='one constant fetch at a time'
plant sm/sm_const.sv 's/^  `ASSERT/ `ASSERT/' && complete 0 ' assertions' && run 0 'sm_const: 3 assertions seen to fail'
plant sm/sm_const.sv 's/^endmodule/`ASSERT("the new", 1)\n&/' &&
    complete 1 'nobody has seen it fail (tests/rtl_assert/cases.sh): sm_const: the new'
plant sm/sm_const.sv "/$waits/d" && complete 1 "no such assertion: sm_const: $waits"
plant sm/sm_const.sv "/$waits/p" && complete 1 "two assertions: sm_const: $waits"
plant sm/sm_const.sv "s/$waits.*/$waits\", 1'b1)/" && run 1 "sm_const: '$waits' is not seen to fail"
plant sm/sm_const.sv "s/$waits.*/$waits\", even)/" && run 1 'sm_const: while nothing happens'
# of a unit within, it does not count
plant sm/sm_const.sv "s/$waits.*/$waits\", 1'b1)/" &&
    sed -i "s/^endmodule/\`ASSERT(\"$waits\", !wr_en)\n&/; s/^module/\`include \"assert.svh\"\n&/" \
        "$out/t/rtl/lib/lutram_1r1w.sv" && run 1 "sm_const: '$waits' is not seen to fail"
plant sm/sm_icache.sv 's/!on_ahead : !on_demand;/~on_ahead : !on_demand;/' &&
    expect 1 'the edit changes 0 lines' sh "$here/run.sh" "$out/t" "$out/run" sm_icache
[ $failed != 0 ] || rm -rf "$out/t"
exit $failed
