#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ptxgen.sh PTXGEN: each line below, in a table of its own, is refused with the message behind it.
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bad=0

refused() { # LINE MESSAGE
    printf 'type u32 32 unsigned\ngroup rnd rounding\nmod rnd rn nearest\n%s\n' "$1" > "$dir/table"
    if found=$("$gen" "$dir/table" "$dir" 2>&1); then
        echo "taken: $1"
        bad=1
    elif [ "$found" != "$dir/table:4: $2" ]; then
        printf 'expected: %s\nfound:    %s\n' "$dir/table:4: $2" "$found"
        bad=1
    fi
}

gen=$1
refused 'ope add 1.0 10 | | | sum' "expected type, set, group, mod, op, since or no, found 'ope'"
refused 'op add 1.0 10 | rnf | | sum' "there is no group 'rnf'"
refused 'op add 1.0 10 | rnd=rx | | sum' "'rx' is neither in group 'rnd' nor a set"
refused 'op add 1.0 10 | rnd= | | sum' "a place without members"
refused 'op add 1.0 10 | rnd' "expected NAME PTX SM | PLACE... | OPERAND... | MEANING"
refused 'op add one 10 | rnd | | sum' "expected a PTX version, found 'one'"
refused 'op add 1.0 10 x | rnd | | sum' "unexpected 'x'"
refused 'mod rnd rn again' "'rn' stands here twice"
refused 'mod round rn again' "there is no group 'round'"
refused 'group rnd again' "group 'rnd' is one too many or there twice"
refused 'type u33 33 unsinged' "expected bits, unsigned, signed, float or pred, found 'unsinged'"
refused 'since rnf 1.4 10' "there is no group 'rnf'"
refused 'since rnd=rx 1.4 10' "'rx' is neither in group 'rnd' nor a set"
refused 'since !rnd 1.4 10 add' "there is no 'op add' above"
refused 'no tex.a1d 1.0 10' "the chip is sm_13: expected a reason behind '|'"
refused 'no tex.a.b.c.d 1.0 20' "more than 3 parts"
exit $bad
