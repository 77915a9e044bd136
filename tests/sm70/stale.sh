#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: stale.sh GT200 SOURCE FOLDER: GT200_STALE=1: blocks that pass data without a fence, an atomic or a volatile
# load get old bytes, which is told; with one they get the right ones. Without it memory is one, and all are right. What
# takes a word out of a cache is what an H200 did.
set -eu
gt200=$1 src=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "stale.sh: $*"; fails=$((fails + 1)); }
export GT200_CHIP=h100 GT200_MAX_CYCLES=20000000    # a verdict that is missing ends, too
"$gt200" cc -arch=sm_90 "$src/tests/sm70/stale.cu" -o stale

right() {       # right CASE...
    for case; do
        GT200_STALE=1 ./stale "$case" >out 2>err && grep -qx 'right no error' out || fail "$case: $(cat out err)"
    done
}
# told CASE READER WRITER BYTES [MORE]: it is wrong, and that is said; BYTES: the last of what was seen and is there.
told() {
    ./stale "$1" >out 2>err && grep -qx 'right no error' out || fail "$1, one memory: $(cat out err)"
    ! GT200_STALE=1 ./stale "$1" >out 2>err || fail "$1: taken"
    grep -qx 'wrong unspecified launch failure' out || fail "$1: $(cat out)"
    grep -q '^\(gt200: \)*kernel .*: stale, [0-9]* pairs* of instructions: ' err || fail "$1: $(cat err)"
    line='([^ ]*stale.cu:[0-9]*)' load='(LDG.E[0-9.]* R[^)]*)' store='(STG.E [^)]*)'
    grep -q "^read at pc 0x[0-9a-f]* $line $load, block ($2,0,0) warp [0-9]* lane [0-9]*: [0-9]* bytes at 0x[0-9a-f]*, \
0x0*${4% *}, memory has 0x[01]*${4#* }; written at pc 0x[0-9a-f]* $line $store, block ($3,0,0); " err ||
        fail "$1: $(cat err)"
    test $# -lt 5 || grep -q "$5" err || fail "$1: $(cat err)"
}
right poll_volatile data_fence data_cg data_atomic last_fence last_cg barrier_fence
told poll_weak 1 0 '0 1' \
    'poll_weak.* at pc 0x[0-9a-f]* (.*), block (1, 0, 0), warp [01]: .*LDG.E.*: lane [0-9]* polls for ever'
told data 1 0 '0 1'
told data_block_fence 1 0 '0 1'
told last 15 '[0-9]*' '0 1'
told barrier '[0-9]*' '[0-9]*' '0 3'
! GT200_STALE=1 ./stale poll_once >out 2>err || fail 'poll_once: taken'
grep -q 'poll_once.* at pc 0x[0-9a-f]* (.*), block (1, 0, 0), warp 0: .*BRA.*: it goes round for ever' err ||
    fail "poll_once: $(cat err)"
grep -qx 'wrong the launch timed out and was terminated' out || fail "poll_once: $(cat out)"
"$gt200" cc "$src/tests/sm70/stale_events.c" -o events
GT200_CHIP=h200 GT200_STALE=1 GT200_QUIET=1 ./events 1 >events.csv || fail "events: $?"
diff "$src/docs/records/h200/stale.csv" events.csv || fail 'events: not those of an H200'
# A kernel by itself.
"$gt200" cc --cubin -arch=sm_90 "$src/tests/sm70/stale.cu" -o k.cubin
set -- k.cubin --chip h100 -k poll_weak -g 2 -b 32 -a out:out:256
"$gt200" run "$@" >log 2>&1 || fail "gt200 run: $(cat log)"
! "$gt200" run "$@" --stale >log 2>&1 || fail 'gt200 run: taken'
grep -q 'polls for ever' log || fail "gt200 run: $(cat log)"
test "$fails" = 0
