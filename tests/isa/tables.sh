#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tables.sh ISAGEN ISA FOLDER: isagen refuses lines of events.def and insn.def that say nothing, or something else than
# they declare, with file and line.
set -eu
[ $# = 3 ] || { echo "usage: tables.sh ISAGEN ISA FOLDER" >&2; exit 2; }
isagen=$1 isa=$2 dir=$3
status=0

# wrong FILE SED "MESSAGE"
wrong() {
    rm -rf "$dir"
    mkdir -p "$dir/sv" "$dir/isa"
    cp -R "$isa"/*.isa "$isa"/*.def "$isa"/*.h "$isa/sfu_rom" "$dir/isa"
    sed "$2" "$isa/$1" >"$dir/isa/$1"
    ! cmp -s "$isa/$1" "$dir/isa/$1" || { echo "tables: '$2' changes nothing" >&2; exit 1; }
    if (cd "$dir" && "$isagen" isa . sv) >"$dir/said" 2>&1; then
        echo "$1: '$2' is taken" >&2
        status=1
    elif ! grep -q "^isa/$1:[1-9][0-9]*: .*$3" "$dir/said"; then
        echo "$1: '$2' is refused with:" >&2
        cat "$dir/said" >&2
        status=1
    fi
}
wrong events.def 's/^uop  *2 /uop 33 /' "expected 1 to 32 bits, found '33'"
wrong events.def 's/^event BLOCK trace/event BLOCK of/' 'expected event NAME'
wrong events.def 's/ if kind=1$/ if kind/' "expected MEMBER&NUMBER, !MEMBER&NUMBER or MEMBER=NUMBER, found 'kind'"
wrong events.def 's/^cc\[8\]/cc[1]/' "expected NAME\\[2..16\\], found 'cc\\[1\\]'"
wrong events.def 's/^sector\[8\] .*/sector[8] 32- data/' 'operand and sector share their place'
wrong events.def 's/ each lanes$/ all lanes/' "expected if, ':' or of an array each or bytes, found 'all'"
wrong insn.def 's/^slot  dreg     7/slot  dreg     6/' 'there are no such bits\|6 bits'
wrong insn.def 's/^let   a_idx 8/let   a_idx 7/' 'a_idx has 7 bits, what it is has 8'
wrong insn.def 's/(p_scsel == v_c1)/(p_select == v_c1)/' "op_c1: there is no such value at 'p_select"
wrong insn.def 's/`KIND_SMEM/`KIND_SHARED/' 'there is no such constant'
wrong insn.def 's/^copy  lim 1/copy  lim/' "expected 1 to 32 bits, found ':'"
wrong insn.def 's/^let   op_c 1 = op_c1 || op_c2/let   op_c 1 = op_c1 |/' "op_c: expected ': text'"
wrong insn.def 's/^flag  len8 1/flags len8 1/' "found 'flags'"
wrong insn.def 's/{3{use_a \&\& a_ok}}/{2{use_a \&\& a_ok}}/' '3 bits and 2 bits'
[ $status != 0 ] || rm -rf "$dir"
exit $status
