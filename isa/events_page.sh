#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# events_page.sh [--check] LIST PAGE: puts LIST, which isagen makes of events.def, between the lines "events.def:" and
# "end of events.def" of PAGE; with --check an error if it is not what is there.
set -eu
check=
[ "${1:-}" != --check ] || { check=1; shift; }
[ $# = 2 ] || { sed -n '3,4s/^# //p' "$0" >&2; exit 2; }
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk -v list="$1" '/events\.def: -->$/ { print; while ((getline line < list) > 0) print line; skip = 1 }
    /end of events\.def -->$/ { skip = 0; ends++ }
    !skip
    END { exit ends != 1 }' "$2" >"$new" || { echo "$2: no place for the list of events.def" >&2; exit 1; }
if [ -z "$check" ]; then
    cmp -s "$new" "$2" || cp "$new" "$2"
elif ! diff -u "$2" "$new" >&2; then
    echo "$2 is not as isa/events.def says: make isa" >&2
    exit 1
fi
