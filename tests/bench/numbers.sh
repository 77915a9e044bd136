#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# numbers.sh SOURCE DIR: sw/measure/bench/numbers.sh on a small tree: numbers that are right, wrong, gone; host
# instructions
# within 3 % and beyond; what it writes.
set -eu
source=$1 dir=$2
rm -rf "$dir"
mkdir -p "$dir/sw/measure/bench" "$dir/tests/units" "$dir/docs" "$dir/build"
cp "$source/sw/measure/bench/numbers.sh" "$dir/sw/measure/bench/"
: >"$dir/build/build.ninja"
echo 'echo "7 rules, 6 with a number"' >"$dir/tests/units/numbers.sh"
echo 'echo rtl.chain 12450.4; echo func.matmul 3.52' >"$dir/sw/measure/bench/speed.sh"
cat >"$dir/sw/measure/bench/numbers.txt" <<'T'
# comment
rules | README.md | there are | rules
rtl.chain | README.md | \| the RTL @ | per SM cycle
func.matmul | docs/speed.md | \| func @ | \|$
T
git -C "$dir" init -q
git -C "$dir" -c user.name=n -c user.email=e commit -q --allow-empty -m m
text() {        # RULES RTL FUNC
    printf '%s\n' "\`make numbers\`, 2020-01-01 at abcdef0: there are $1 rules" \
        "| the RTL | 500 a second | $2 per SM cycle |" >"$dir/README.md"
    echo "| func | 9 | $3 |" >"$dir/docs/speed.md"
    : >"$dir/docs/changing.md"
}
failed=0
expect() {      # NAME STATUS TEXT WHAT
    out=$(sh "$dir/sw/measure/bench/numbers.sh" $4 "$dir/build" 2>&1) && got=0 || got=$?
    case $out in *"$3"*) [ "$got" != "$2" ] || return 0 ;; esac
    echo "numbers.sh: $1: exit status $got, expected $2 with '$3': $out"
    failed=1
}
text 7 '12 450' 3.5 && expect right 0 '' '--check counts' && expect right 0 '' '--check speed'
text 6 '12 450' 3.5 && expect rules 1 'README.md: rules is 7, the text says 6: make numbers' '--check counts'
text 7 '12 100' 3.6 && expect near 0 '' '--check speed'
text 7 '12 050' 3.5 && expect off 1 'README.md: rtl.chain is 12 450, the text says 12 050: make numbers' '--check speed'
text 7 '12 450' 3.2 && expect func 1 'docs/speed.md: func.matmul is 3.5, the text says 3.2' '--check speed'
text 7 '12 450' 3.5 && sed -i 's/there are/here are/' "$dir/README.md" &&
    expect gone 1 'README.md: no place for rules' '--check counts'
text 1 '1 000' 9.9 && expect written 0 'README.md: rtl.chain: 1 000 -> 12 450' ''
expect again 0 '' '--check counts' && expect again 0 '' '--check speed'
grep -q "numbers.*, $(date +%Y)-..-.. at [0-9a-f]* *: there are 7 rules" "$dir/README.md" ||
    { cat "$dir/README.md"; failed=1; }
exit $failed
