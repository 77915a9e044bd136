#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# notices.sh WALK.PY DIR: which pages and tables walk.py refuses.
set -eu
walk=$1 dir=$2
fail() { echo "notices.sh: $*" >&2; exit 1; }
rm -rf "$dir"
mkdir -p "$dir/root" "$dir/build"
printf '#!/bin/sh\necho made\n' >"$dir/root/all"
printf '#!/bin/sh\necho No rule\nexit 2\n' >"$dir/root/none"
chmod +x "$dir/root/all" "$dir/root/none"
# page TEXT, table TEXT, then refused WORDS: exit status and message
page() { printf "$1" >"$dir/page.md"; }
table() { printf "$1" >"$dir/page.walk"; }
try() {
    python3 "$walk" "$dir/page.md" "$dir/page.walk" "$dir/root" "$dir/build" "$dir/work" "${1:-quick}" >"$dir/out" \
        2>"$dir/said"
}
refused() { ! try || fail "not noticed: $1"; grep -qF -- "$1" "$dir/said" || fail "it says: $(cat "$dir/said")"; }

page 'Text.\n\n    ./all          # a comment\n    made\n\nSee `./all` and `GT200_TARGET=x\n./none`.\n'
table "command: ./all\npart: quick\nhas: ^made$\n
command: GT200_TARGET=x ./none\npart: quick\nfails: 2\nbecause: x\nhas: No rule"
try || fail "what is right is refused: $(cat "$dir/said")"
grep -qxF '`GT200_TARGET=x ./none`: fails as it should, because x' "$dir/out" || fail "it prints: $(cat "$dir/out")"
table 'command: ./all\npart: quick\n'
refused 'page.md:6: `GT200_TARGET=x ./none` is not in page.walk'
table 'command: ./all\npart: quick\n\ncommand: GT200_TARGET=x ./none\npart: long\n\ncommand: ./more\npart: quick\n'
refused 'page.walk: page.md has no `./more`'
page '    ./all\n'
table 'command: ./all\npart: quick\n\ncommand: ./all\npart: quick\n'
refused '`./all` stands twice'
table 'command: ./all\npart: quick\nhas: ^other$\n'
refused "page.md:1: \`./all\`: expected '^other\$'; it prints:"
table 'command: ./all\npart: quick\nfails: 1\nbecause: x\n'
refused 'exit status 0, expected 1'
table 'command: ./all\npart: quick\nrun: false\nbecause: x\n'
refused '`false`: exit status 1, expected 0'
table 'command: ./all\npart: quick\nrun: true\n'
refused 'because: is missing'
table 'command: ./all\npart: quick\nrun: make demo\nbecause: x\n'
refused 'part quick builds nothing'
table 'command: ./all\npart: some\n'
refused 'part: expected quick or long'
table 'command: ./all\nquick\n'
refused "'quick': expected one of command"
table 'command: ./all\npart: quick\nneeds: nothing\n'
try && grep -q '^skipped: `./all`: there is no nothing' "$dir/out" || fail "needs: $(cat "$dir/out" "$dir/said")"
table 'command: ./all\npart: long\nneeds: nothing\n'
status=0
try long || status=$?
[ $status = 77 ] || fail "long, skipped: exit status $status"
