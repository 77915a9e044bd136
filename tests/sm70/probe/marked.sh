# SPDX-License-Identifier: Apache-2.0
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
