#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cli.sh GT200 SOURCE FOLDER: what gt200 hazards says: messages, the path over jumps, CSV, assumed pairs, exit
# statuses. NVIDIA's code of our kernel has no hazard.
set -eu
gt200=$1 src=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "cli.sh: $*"; fails=$((fails + 1)); }
status() { rc=0; "$@" >out 2>err || rc=$?; }
says() { grep -qF -- "$1" "$2" || fail "expected '$1', found: $(cat "$2")"; }

status "$gt200" hazards "$src/tests/sm70/matmul.sm90"
test $rc = 0 || fail "status $rc of NVIDIA's code: $(cat out)"
says '1 kernels, 384 instructions, 0 hazards' out

# 15 dependent FMULs: an H100 has the right value with stall count 4, a wrong one with 3.
chain() {
    printf '.arch sm_90\n.kernel chain\n.reg 8\n'
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "[B------:R-:W-:-:S0$1] FMUL R4, R4, R5"; done
    echo '[B------:R-:W-:-:S05] EXIT'
}
chain 4 >right.s
chain 3 >wrong.s
status "$gt200" hazards right.s
test $rc = 0 || fail "status $rc with stall count 4: $(cat out)"
"$gt200" as wrong.s -o wrong.cubin
status "$gt200" hazards wrong.cubin
test $rc = 1 || fail "status $rc with stall count 3"
says 'chain: 0x0010: FMUL R4, R4, R5: R4 of FMUL R4, R4, R5 at 0x0000, read before it is there, 3 clocks, 4 wanted' out
says '1 kernels, 16 instructions, 14 hazards' out
status "$gt200" hazards wrong.s --csv
test $rc = 1 || fail "status $rc with --csv"
says 'chain,read,0x0010,"FMUL R4, R4, R5",R4,0x0000,"FMUL R4, R4, R5",3,4,measured,' out

cat >ways.s <<'S'
.arch sm_90
.kernel first
.reg 16
[B------:R-:W0:-:S02] S2R R0, SR_TID.X
[B------:R-:W-:-:S01] FMUL R3, R2, R2
[B------:R-:W-:-:S01] BRA `(over)
[B------:R-:W-:-:S08] NOP
over:
[B------:R-:W-:-:S01] IADD3 R4, R3, R0, RZ
[B-1----:R-:W-:-:S01] BSYNC B3
[B------:R-:W1:-:S01] LDS R6, [RZ]
[B-1----:R-:W-:-:S01] MOV R7, R6
[B------:R-:W-:-:S01] STS [RZ], R7
[B------:R-:W-:-:S05] MOV R7, RZ
[B------:R-:W-:-:S05] EXIT
.kernel second
.reg 16
[B------:R-:W-:-:S04] MOV R2, 0x1
[B------:R-:W-:-:S01] BMSK R3, R4, R2
[B------:R-:W-:-:S05] EXIT
S
status "$gt200" hazards ways.s
test $rc = 1 || fail "status $rc of ways.s"
says 'first: 0x0040: IADD3 R4, R3, R0, RZ: R3 of FMUL R3, R2, R2 at 0x0010, read before it is there, 2 clocks, 5' out
says 'wanted, by jumps 0x0020 to 0x0040' out
says 'R0 of S2R R0, SR_TID.X at 0x0000, read before it is there, SB0 is not waited for, by jumps' out
says '0x0050: BSYNC B3: no hazard: waits for SB1, which nothing before it sets' out
says ' hazards, 1 idle waits' out
says '0x0050: BSYNC B3: B3 is not set by BSSY on every path here' out
says 'R6 of LDS R6, [RZ] at 0x0060, read before it is there, SB1 is waited for 1 clock behind, and seen after 2' out
says '0x0090: MOV R7, RZ: R7 of STS [RZ], R7 at 0x0080, written before it is read, no counter' out
status "$gt200" hazards ways.s -k second --assume
test $rc = 0 || fail "status $rc of the second kernel: $(cat out)"
says 'assumed: MOV to BMSK: register, bit 32: 4 (longest of its unit), 1 times' out
says '1 kernels, 3 instructions, 0 hazards' out

# A load 5 clocks behind BAR.SYNC is not held; of another bank of shared memory or not.
bar() { printf '.arch sm_90\n.kernel bar\n.reg 8\n[B------:R-:W-:-:S0%s] BAR.SYNC.DEFER_BLOCKING 0x0\n' "$1"
        printf '[B------:R-:W-:-:S01] IADD3 R4, R4, 0x1, RZ\n[B------:R-:W0:-:S01] LDS R0, [RZ]\n'
        printf '[B------:R-:W-:-:S05] EXIT\n'; }
bar 4 >early.s
bar 5 >held.s
status "$gt200" hazards early.s
test $rc = 1 || fail "status $rc of a load 5 clocks behind a barrier"
says '0x0020: LDS R0, [RZ]: too early behind BAR.SYNC.DEFER_BLOCKING 0x0 at 0x0000, 5 clocks, 6 wanted' out
status "$gt200" hazards early.s --csv
says 'bar,access,0x0020,"LDS R0, [RZ]",BAR,0x0000,"BAR.SYNC.DEFER_BLOCKING 0x0",5,6,measured,' out
status "$gt200" hazards held.s
test $rc = 0 || fail "status $rc of a load 6 clocks behind a barrier: $(cat out)"

# An operand that is kept for the next instruction is not written; neither is FADD's second one, whose bit is another's.
kept() {
    printf '.arch sm_90\n.kernel kept\n.reg 8\n[B------:R-:W-:-:S05] %s\n[B------:R-:W-:-:S05] EXIT\n' "$1" >kept.s
}
for what in 'IADD3 R1, R0.reuse, R2, RZ' 'IADD3 R0, R1, R0, R2.reuse'; do
    kept "$what"
    status "$gt200" hazards kept.s
    test $rc = 0 || fail "status $rc of an operand that is kept: $(cat out)"
done
for what in 'IADD3 R0, R0.reuse, R2, RZ' 'FADD R0, R2, R0.reuse' 'FFMA R0, R2, R3, R0.reuse'; do
    kept "$what"
    status "$gt200" hazards kept.s
    test $rc = 1 || fail "status $rc of $what"
    says "0x0000: $what: R0 is kept at 0x0000 (.reuse) and written before its place is read" out
done
status "$gt200" hazards kept.s --csv
says 'kept,kept,0x0000,"FFMA R0, R2, R3, R0.reuse",R0,' out
# FADD reads R3 in another place, so that FMUL's stays.
printf '.arch sm_90\n.kernel kept\n.reg 8\n[B------:R-:W-:-:S05] FMUL R4, R2, R3.reuse\n[B------:R-:W-:-:S05] %s\n' \
    'FADD R3, R2, R3' >kept.s
printf '[B------:R-:W-:-:S05] FMUL R5, R2, R3\n[B------:R-:W-:-:S05] EXIT\n' >>kept.s
status "$gt200" hazards kept.s
test $rc = 1 || fail "status $rc of an operand that is written before its place is read"
says '0x0010: FADD R3, R2, R3: R3 is kept at 0x0000 (.reuse) and written before its place is read' out
sed 's/FADD R3, R2, R3/FFMA R3, R2, R3, R2/' kept.s >read.s
status "$gt200" hazards read.s
test $rc = 0 || fail "status $rc of an operand whose place is read: $(cat out)"

# sm_75: a guard comes 12 clocks behind, as others say; an H100's 13.
guard() { printf '.arch sm_%s\n.kernel guard\n.reg 8\n[B------:R-:W-:Y:S%s] ISETP.NE.AND P0, PT, R2, RZ, PT\n' "$1" "$2"
          printf '[B------:R-:W-:-:S05] @P0 BRA 0x10\n[B------:R-:W-:-:S05] EXIT\n'; }
guard 75 12 >guard.s
status "$gt200" hazards guard.s
test $rc = 0 || fail "status $rc of a guard of sm_75: $(cat out)"
says 'sm_75 by the record of sm_90: untested' out
guard 75 11 >guard.s
status "$gt200" hazards guard.s
says '11 clocks, 12 wanted (published)' out
guard 90 12 >guard.s
status "$gt200" hazards guard.s
says '12 clocks, 13 wanted' out

# NVIDIA's ptxas 11.8 has such waits.
sed '/B-1----/!d' ways.s >idle
{ sed '/R0, SR_TID/,$d' ways.s; sed 1q idle; } | sed 's/BSYNC B3/NOP/' >idle.s
status "$gt200" hazards idle.s
test $rc = 0 || fail "status $rc with an idle wait: $(cat out)"

status "$gt200" hazards ways.s -k third
test $rc = 2 || fail "status $rc of a kernel that is not there"
says "ways.s: no kernel 'third'" err
status "$gt200" hazards absent.s
test $rc = 2 || fail "status $rc of a file that is not there"
sed 's/BMSK/BMASK/' ways.s >bad.s
status "$gt200" hazards bad.s
test $rc = 2 || fail "status $rc of an instruction that there is not"
says 'bad.s:19:' err
status "$gt200" hazards
test $rc = 2 || fail "status $rc without a file"
sed 's/sm_90/sm_80/' right.s >old.s
status "$gt200" hazards old.s
says 'sm_80 by the record of sm_90' out
test "$fails" = 0
