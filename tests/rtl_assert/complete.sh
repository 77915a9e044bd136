#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# complete.sh ROOT: every assertion of the RTL under ROOT has a line in cases.sh, and every line there its assertion.
set -eu
[ $# = 1 ] && [ -d "$1/rtl" ] || { echo "usage: complete.sh ROOT" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
fails() { printf '%s: %s\n' "$1" "$2"; }
cases=$(. "$here/cases.sh" && echo end)
find "$1/rtl" -name '*.sv' -exec awk '
    /`ASSERT\(/ {
        unit = FILENAME
        sub(/.*\//, "", unit)
        sub(/\.sv$/, "", unit)
        split($0, part, "\"")
        print unit ": " part[2]
    }' {} + | { sort; echo end; } | awk -v cases="$cases" '
    BEGIN { n = split(cases, line, "\n"); for (i = 1; i < n; i++) count[line[i]]++ }
    $0 == "end" { next }
    seen[$0]++ { print "two assertions: " $0; bad = 1; next }
    !($0 in count) { print "nobody has seen it fail (tests/rtl_assert/cases.sh): " $0; bad = 1 }
    END {
        for (c in count) {
            if (!(c in seen)) { print "no such assertion: " c; bad = 1 }
            if (count[c] > 1) { print "two lines: " c; bad = 1 }
        }
        print NR - 1 " assertions"
        exit bad
    }'
