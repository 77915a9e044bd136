# SPDX-License-Identifier: Apache-2.0
# Plans that are wrong, told with file, line and what was expected.
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
bad 'bad.plan:3: expected at most 8 numbers of warps' <<'P'
chip sm_90
experiment e
warps 1 2 3 4 5 6 7 8 9
code
end
P
