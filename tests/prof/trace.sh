#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# trace.sh TRANSPOSE FOLDER WAVES: GT200_TRACE on the example transpose: which launch it takes, each kind of file
# (waves: WAVES is 1), the same events from the RTL, what is refused.
set -eu
program=$1 folder=$2 waves=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
fail() { echo "$1"; cat said; exit 1; }
traced() { env "$@" "$program" 32 > said 2>&1 || fail "$*"; }

# the second launch of through_tile is that with 17 words in a row
files=b.svg,b.json,b.log,b.events
traced GT200_TARGET=model GT200_TRACE=through_tile:2 GT200_TRACE_FILES=$files
grep -q '</svg>' b.svg || fail "no picture"
grep -q '^{"displayTimeUnit"' b.json || fail "no Perfetto"
head -1 b.log | grep -q '^Kanata' || fail "no Konata"
traced GT200_TARGET=rtl GT200_TRACE='through_tile<17>' GT200_TRACE_FILES=r.events
cmp b.events r.events
traced GT200_TARGET=model GT200_TRACE=_Z12through_tileILi16EEvPKjPji GT200_TRACE_FILES=first.events \
    GT200_PROFILE=with.txt
! cmp -s b.events first.events || fail "the same events of two kernels"
! grep -q WAITS first.events || fail "a profile's events in a trace"
grep -q 'bank conflicts' with.txt || fail "no profile beside the trace"

# refused TEXT VARIABLE=VALUE...
refused() {
    text=$1
    shift
    ! env "$@" "$program" 32 > said 2>&1 || fail "not refused: $*"
    grep -qF -- "$text" said || fail "not told: $text"
}
refused "GT200_TRACE: target func has no cycles to trace" GT200_TARGET=func GT200_TRACE=naive GT200_TRACE_FILES=x.svg
refused "GT200_TRACE: target func has no cycles to trace" GT200_TARGET=func GT200_TRACE=naive GT200_TRACE_FILES=x.fst
refused "GT200_TRACE_FILES: x.fst: target lockstep writes no waves (expected model or rtl)" GT200_TARGET=lockstep \
    GT200_TRACE=naive GT200_TRACE_FILES=x.fst
refused "GT200_TRACE_FILES: x.fst: chip tpc writes no waves (expected sm)" GT200_TARGET=model GT200_CHIP=tpc \
    GT200_TRACE=naive GT200_TRACE_FILES=x.fst
refused "GT200_TRACE_FILES: 'x.png' is none of" GT200_TARGET=model GT200_TRACE=naive GT200_TRACE_FILES=x.svg,x.png
refused "GT200_TRACE: 'naive:0' is not KERNEL or KERNEL:N" GT200_TARGET=model GT200_TRACE=naive:0 \
    GT200_TRACE_FILES=x.svg
refused "GT200_TRACE: 'naive:1x' is not KERNEL or KERNEL:N" GT200_TARGET=model GT200_TRACE=naive:1x \
    GT200_TRACE_FILES=x.svg
refused "GT200_TRACE_FILES: no/such/x.svg: " GT200_TARGET=model GT200_TRACE=naive GT200_TRACE_FILES=no/such/x.svg
! grep -q 'no such launch' said || fail "what was refused did not come, either"
refused "GT200_TRACE: GT200_TRACE_FILES says what to write" GT200_TARGET=model GT200_TRACE=naive
refused "GT200_TRACE_FILES: which launch?" GT200_TARGET=model GT200_TRACE_FILES=x.svg
refused "GT200_TRACE_WARP: '32' is not a warp slot from 0 to 31" GT200_TARGET=rtl GT200_TRACE=naive \
    GT200_TRACE_FILES=x.svg GT200_TRACE_WARP=32
refused "GT200_TRACE_WARP: target lockstep writes no waves" GT200_TARGET=lockstep GT200_TRACE=naive \
    GT200_TRACE_FILES=x.svg GT200_TRACE_WARP=1
if [ "$waves" = 1 ]; then           # with its save file, which names the warp
    traced GT200_TARGET=model GT200_TRACE=naive GT200_TRACE_FILES=w.fst,w.events GT200_TRACE_WARP=3
    [ -s w.fst ] && grep -q '(28)TOP.tpc_top.g_sm\[0\].u_sm.u_cta.alive' w.gtkw && grep -q 'u_sm.warp03.state' w.gtkw ||
        fail "no wave of the model"
    ! grep -q WAITS w.events || fail "what waits in a trace"
fi
traced GT200_TARGET=model GT200_TRACE=naive GT200_TRACE_FILES=one.svg,two.svg
cmp one.svg two.svg
traced GT200_TARGET=model GT200_TRACE=naive:2 GT200_TRACE_FILES=x.svg
grep -qF 'GT200_TRACE: no such launch: naive:2 (1 of that kernel)' said || fail "a launch that never came is silence"
