#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Numbers that README.md and docs/ have of this tree (numbers.txt): counted, written, checked.
#
#   numbers.sh [counts|speed] BUILD   counts all of them, or those below, and writes them, with date and commit behind
#                                     `make numbers`
#   numbers.sh --check counts BUILD   tests, rules: an error if one in the text is not today's
#   numbers.sh --check speed BUILD    host instructions by callgrind: an error if one is more than 3 % off
#   numbers.sh --check pages          pages that other commands write: faults of docs/records/mutation.md and
#                                     docs/records/rtl-mutation.md
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
check= only=
[ "${1:-}" != --check ] || { check=1; shift; }
case ${1:-} in counts|speed|pages) only=$1; shift ;; esac
build=${1:-}
case $check:$only:$build in
1:pages:) ;;
::?*|*:counts:?*|*:speed:?*)
    [ -f "$build/build.ninja" ] || { echo "numbers.sh: $build is no build folder" >&2; exit 2; } ;;
*) sed -n '3,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/today"
cd "$root"
status=0

counts() {
    # those that everybody has: of the machine code beside this project none
    echo "tests.quick $(ctest --test-dir "$build" -N -L quick -E '^cubins[.]' | sed -n 's/^Total Tests: //p')"
    echo "rules $(sh tests/units/numbers.sh | sed -n 's/ rules, .*//p')"
}

# The faults of today against those of a page.
pages() {
    of() { grep -hcE '^(pass|lockstep)' "$@" | awk '{ n += $1 } END { print n }'; }
    said=$(sed -n 's/^\([0-9]*\) faults, .* found.*/\1/p' docs/records/mutation.md)
    [ "$said" = "$(of tests/mutate/faults.txt)" ] ||
        echo "docs/records/mutation.md: $said faults, there are $(of tests/mutate/faults.txt): make mutate"
    said=$(grep -c '^\* `' docs/records/rtl-mutation.md)
    [ "$said" = "$(of tests/units/*/faults.txt)" ] ||
        echo "docs/records/rtl-mutation.md: $said faults, there are $(of tests/units/*/faults.txt): make mutate-rtl"
}

if [ "$only" = pages ]; then
    pages >"$work/pages"
    cat "$work/pages"
    [ ! -s "$work/pages" ] || exit 1
    exit 0
fi
[ "$only" = speed ] || counts >>"$work/today"
[ "$only" = counts ] || sh "$here/speed.sh" --counts "$build" >>"$work/today"

# As the texts have it: a blank before the last three of five digits.
shown() { awk -v v="$1" 'BEGIN {
    if (v >= 10000) { v = int(v / 10 + 0.5) * 10; printf "%d %03d", v / 1000, v % 1000 }
    else if (v >= 100) printf "%.0f", v; else printf "%.1f", v }'; }

grep -v '^#' "$here/numbers.txt" | while IFS= read -r line; do
    field() { printf '%s' "$line" | sed 's/\\|/\x01/g' | cut -d'|' -f"$1" | sed 's/\x01/\\|/g; s/^ *//; s/ *$//'; }
    name=$(field 1) file=$(field 2) before=$(field 3 | sed 's/ *@/.*\\|/') behind=$(field 4)
    value=$(sed -n "s/^$name //p" "$work/today")
    [ -n "$value" ] || continue
    case $name in *.quick|rules) text=$value ;; *) text=$(shown "$value") ;; esac
    said=$(sed -nE "s/^.*$before ([0-9][0-9 .]*) $behind.*$/\\1/p" "$file")
    [ -n "$said" ] || { echo "$file: no place for $name: $before N $behind"; touch "$work/wrong"; continue; }
    off=$(awk -v a="$(echo "$said" | tr -d ' ')" -v b="$value" 'BEGIN { printf "%.4f", (a > b ? a - b : b - a) / b }')
    case $name in *.quick|rules) most=0 ;; *) most=0.03 ;; esac
    if awk -v o="$off" -v m=$most 'BEGIN { exit !(o <= m) }'; then good=1; else good=; fi
    if [ -n "$check" ]; then
        [ -n "$good" ] || { echo "$file: $name is $text, the text says $said: make numbers"; touch "$work/wrong"; }
    elif [ "$said" != "$text" ]; then
        sed -i -E "s/($before )[0-9][0-9 .]*( $behind)/\\1$text\\2/" "$file"
        echo "$file: $name: $said -> $text"
    fi
done
[ ! -e "$work/wrong" ] || exit 1
[ -z "$check" ] || exit 0
[ "$only" != counts ] || exit 0        # of which the texts give no date
commit=$(git rev-parse --short HEAD)
day=$(date +%Y-%m-%d)
for f in README.md docs/speed.md docs/changing.md; do
    sed -i -E "s/(\`make numbers\`, )[0-9-]{10} at [0-9a-f]{7,12}/\\1$day at $commit/" "$f"
done
