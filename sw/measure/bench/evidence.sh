#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# evidence.sh GT200 SOURCE [--check]: writes what `gt200 bench` makes of the comparison with silicon between the marks
# in README.md and docs/silicon.md (the summary) and docs/records/constants.md (with the table of constants). --check:
# only says whether they are up to date.
set -eu
gt200=$1 source=$2 check=${3:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$gt200" bench --target model --evidence "$dir/all.md" >"$dir/table" || { tail -20 "$dir/table"; exit 1; }
awk '/^\| constant/ { exit } { print }' "$dir/all.md" | sed '$ d' >"$dir/summary.md"

# into FILE TEXT
into() {
    awk -v text="$2" '
        /^<!-- evidence: / { print; while ((getline line < text) > 0) print line; skip = 1; marks++ }
        /^<!-- evidence end/ { skip = 0 }
        !skip { print }
        END { exit marks != 1 }' "$1" >"$dir/new" ||
        { echo "$1: expected one line that begins with <!-- evidence:"; exit 1; }
    cmp -s "$1" "$dir/new" && return
    [ -z "$check" ] || { diff "$1" "$dir/new" || true; echo "$1 is out of date: make evidence"; exit 1; }
    cat "$dir/new" >"$1"
}
into "$source/README.md" "$dir/summary.md"
into "$source/docs/silicon.md" "$dir/summary.md"
into "$source/docs/records/constants.md" "$dir/all.md"
