#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: probe.sh CASE GT200-PROBE FAKE PLANS FOLDER: a case of probe/, of gt200 probe with a driver of a GPU that is
# none (fake_cuda.c). Here what cases share: the plan good.plan, and in `want` what its CSV has.
set -eu
case=$1 probe=$2 fake=$3 plans=$4 dir=$5
rm -rf "$dir"
mkdir -p "$dir"
cases=$(cd "$(dirname "$0")" && pwd)/probe
cd "$dir"
fails=0
fail() { echo "$case: $*"; fails=$((fails + 1)); }

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
. "$cases/$case.sh"
exit "$((fails > 0))"
