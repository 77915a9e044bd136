#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pages.sh PAGES.SH DIR: what it says of pages with one thing wrong each.
set -eu
script=$1 dir=$2
fail() { echo "tests/build/pages.sh: $*" >&2; exit 1; }
tree() {
    rm -rf "$dir"
    mkdir -p "$dir/docs/units" "$dir/docs/records"
    printf '# Title\n\n## A `b` (c), d\n\n[x](docs/a.md#one) [y](#a-b-c-d) `[z](none)`\n' >"$dir/README.md"
    printf '# One\n\n# One\n\n[back](../README.md) [second](#one-1) [folder](units)\n\n    is told\n' >"$dir/docs/a.md"
    printf '```\n[x](none.md) is told\n```\n' >"$dir/docs/units/b.md"
}
# expect TEXT: it fails and says so
expect() {
    ! sh "$script" "$dir" 2>"$dir/said" || fail "not noticed: $1"
    grep -qF "$1" "$dir/said" || fail "instead of '$1': $(cat "$dir/said")"
}
many() { awk -v n="$1" 'BEGIN { while (n--) printf "word " (n % 10 ? "" : "\n") }'; }

tree && sh "$script" "$dir" || fail "what is right is refused"
tree && echo '[x](docs/c.md)' >>"$dir/README.md" && expect 'README.md:6: no file docs/c.md'
tree && echo '[x](../../README.md)' >>"$dir/docs/a.md" && expect 'docs/a.md:8: no file ../../README.md'
tree && echo '[x](docs/a.md#two)' >>"$dir/README.md" && expect 'README.md:6: no heading docs/a.md#two'
tree && echo '[x](a.md#one-2)' >>"$dir/docs/units/b.md" && expect 'docs/units/b.md:4: no file a.md#one-2'
tree && printf 'The host is\ntold so.\n' >>"$dir/docs/units/b.md" && expect 'docs/units/b.md:5: "is told"'
tree && printf '* what\n  stands  behind it\n' >>"$dir/README.md" && expect 'README.md:7: "what stands behind"'
tree && echo 'The clock Stands Still.' >>"$dir/README.md" && expect 'README.md:6: "stands still": stalls'
tree && many 25000 >>"$dir/docs/a.md" && expect 'pages for readers have 250'
tree && many 25000 >>"$dir/docs/records/a.md" && many 25000 >>"$dir/docs/units/b.md" && sh "$script" "$dir" ||
    fail 'rules and records are counted'
tree && many 1501 >"$dir/docs/sm70.md" && expect 'docs/sm70.md: 1501 words, 1500 at most'
