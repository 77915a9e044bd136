#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: probe.sh GT200-PROBE FAKE PLANS FOLDER: gt200 probe with a driver of a GPU that is none (fake_cuda.c), the
# errors of plans, and the plans of the records, which must assemble.
set -eu
probe=$1 fake=$2 plans=$3 dir=$4
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "probe.sh: $*"; fails=$((fails + 1)); }

cat >common.plan <<'P'
chip sm_90
macro finish
[B------:R-:W-:-:S01] EXIT
end
P
cat >good.plan <<'P'
include common.plan
macro hop
line{i}:
[B------:R-:W-:-:S05] BRA line{i}
end
table a         # name; largest d; instruction
one; 8; FADD R1, R2, R3
two; 5; FMUL R1, R2, R3
end
experiment {w.0}
foreach w a
sweep d 1 {w.1}
least
.reg 8
code
![B------:R-:W-:-:S{S}] {w.2}
%rest
%finish
end
experiment many
warps 1 2
.reg 8
code
%repeat 3 ![B------:R-:W-:-:S01] NOP
%wait 25
%finish
end
experiment grid
blocks 2
warps 1 2
constants 4064
.reg 8
code
%repeat 3 %hop
![B------:R-:W-:-:S01] MOV R1, {i*32+512-1}
%finish
end
P
cat >want <<'P'
experiment,d,warps,words,what,clocks,values,lanes,runs
one,4,1,000fe200000000000000000302017221,least,12,00000001 00000000,ffffffff,3 equal
one,3,1,,one less,11,00000002 00000000,00000000,3 equal
two,5,1,000fe200004000000000000302017220,unsettled,13,00000001 00000000,ffffffff,3 equal
many,,1,000fe200000000000000000000007918,,9,00000002 00000000,ffffffff,3 equal
many,,2,000fe200000000000000000000007918,,9 9 span 10,00000002 00000000,ffffffff,3 equal
grid,,2,000fe20000000f000000025f00017802,,9 9 span 10,00000002 00000000,ffffffff,3 equal
grid,,4,000fe20000000f000000025f00017802,,9 9 9 9 span 12,00000002 00000000,ffffffff,3 equal
P
export GT200_LIBCUDA="$fake"
"$probe" good.plan -o out.csv || fail "exit status $?"
grep -q '^# Fake; compute capability 9.0; 2 SMs; driver .*; good.plan; 3 runs$' out.csv || fail "$(head -1 out.csv)"
grep -v '^#' out.csv >got
cmp -s want got || { fail "values"; diff want got || true; }

FAKE_DRIFT=1 "$probe" good.plan --only many | grep -q '^many,,1,.*,clocks 9 10 11$' || fail "a spread is not told"
test "$("$probe" good.plan --all --only one | grep -c '^one,')" = 8 || fail "--all"
test "$("$probe" good.plan --list | tail -4 | cut -d, -f1,2 | tr '\n' ' ')" = "one,8 two,5 many,1 grid,1 " ||
    fail "--list"

# The last kernel lacks the marked instruction, although the NOPs of %rest stand before it.
cat >behind.plan <<'P'
include common.plan
experiment behind
sweep d 11 13
least
.reg 8
code
[B------:R-:W-:-:S{S}] FADD R1, R2, R3
%rest
![B------:R-:W-:-:S01] MOV R1, RZ
%finish
end
P
mkdir behind
"$probe" behind.plan --cubins behind || fail "--cubins"
test "$(od -An -v -tx8 -w16 behind/0.cubin | grep -c ' 000000ff00017202 ')" = 3 || fail "kernels with the marked MOV"

# A fault takes the process with it; the next experiment runs in another one.
FAKE_FAULT=1 FAKE_COUNT=$dir/count "$probe" good.plan >out 2>err && fail "a fault ends with status 0"
grep -q '^one,,1,.*,error: the kernels: a fault; as asked for (CUDA error 715),,,,$' out || fail "$(cat out)"
grep -v '^#' out | sed 1,2d >got
sed 1,3d want >rest
cmp -s rest got || { fail "after a fault"; diff rest got || true; }
grep -q 'good.plan: 1 experiments failed' err || fail "$(cat err)"

# No driver, another chip: status 1, the reason, no file.
for no in "GT200_LIBCUDA=/nonexistent no.NVIDIA.driver" "FAKE_CAPABILITY=80 expected.a.GPU.of.sm_90"; do
    env "${no% *}" "$probe" good.plan -o no.csv 2>err && fail "${no% *}: status 0"
    grep -q "${no#* }" err || fail "${no% *}: $(cat err)"
    test ! -e no.csv || fail "${no% *}: a file is left"
done

bad() {         # bad MESSAGE, then a plan as input
    cat >bad.plan
    if "$probe" bad.plan --list >out 2>err; then
        fail "taken: $(cat bad.plan)"
    elif ! grep -qF "$1" err; then
        fail "expected '$1', found '$(cat err)'"
    fi
}
bad 'bad.plan:1: expected chip, macro, table or experiment' <<'P'
frob
P
bad 'bad.plan:1: expected sm_70, 75' <<'P'
chip sm_60
P
bad 'expected a line chip sm_NN' <<'P'
experiment e
code
end
P
bad 'bad.plan:2: expected a line '"'end'" <<'P'
chip sm_90
macro m
P
bad 'bad.plan:3: expected a table, found '"'t'" <<'P'
chip sm_90
experiment e
foreach w t
P
bad 'expected {d}, {S}, {i} or {NAME.FIELD}, found '"'w.0'" <<'P'
chip sm_90
experiment e
.reg 8
code
{w.0}
end
P
bad 'experiment e: code:5: sm_90 has no instruction' <<'P'
chip sm_90
experiment e
.reg 8
code
[B------:R-:W-:-:S01] FROB
end
P
bad 'least: expected a sweep' <<'P'
chip sm_90
experiment e
least
code
end
P
bad 'expected a file to include, found nowhere: No such file' <<'P'
include nowhere
P
bad "bad.plan:3: expected a number from 1 to 4096, found '5000'" <<'P'
chip sm_90
experiment e
blocks 5000
code
end
P
bad "bad.plan:3: expected a number from 1 to 4080, found '0x10'" <<'P'
chip sm_90
experiment e
constants 0x10
code
end
P
bad "expected {d}, {S}, {i} or {NAME.FIELD}, found 'i*'" <<'P'
chip sm_90
experiment e
.reg 8
code
{i*}
end
P
bad 'expected %rest, %wait N, %repeat N LINE or a macro' <<'P'
chip sm_90
experiment e
.reg 8
code
%frob
end
P

# The plans of the records, of pairs one writer.
test "$("$probe" "$plans/issue.plan" --list --only x8 | wc -l)" -gt 80 || fail "issue.plan"
test "$("$probe" "$plans/wait.plan" --list | wc -l)" -gt 100 || fail "wait.plan"
test "$("$probe" "$plans/control.plan" --list | wc -l)" -gt 40 || fail "control.plan"
test "$("$probe" "$plans/memory.plan" --list | wc -l)" -gt 70 || fail "memory.plan"
test "$("$probe" "$plans/cache.plan" --list --only l1 | wc -l)" -gt 200 || fail "cache.plan: l1"
test "$("$probe" "$plans/cache.plan" --list --only code.down.6 | wc -l)" -gt 1 || fail "cache.plan: code"
test "$("$probe" "$plans/cache.plan" --list --only constant | wc -l)" -gt 16 || fail "cache.plan: constant"
test "$("$probe" "$plans/order.plan" --list | wc -l)" -gt 70 || fail "order.plan"
test "$("$probe" "$plans/pairs.plan" --list --only 'FADD>' | wc -l)" -gt 40 || fail "pairs.plan"
exit "$((fails > 0))"
