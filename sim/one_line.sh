#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# one_line.sh FROM TO EDIT: copies the file FROM to TO with one line changed by the sed script EDIT: a planted fault.
# An edit that changes no line, or several, is an error.
set -eu
[ $# = 3 ] || { echo "usage: one_line.sh FROM TO EDIT" >&2; exit 2; }
sed "$3" "$1" >"$2"
status=0
changed=$(diff "$1" "$2") || status=$?
[ $status -le 1 ] || exit $status
changed=$(echo "$changed" | awk '/^>/ { n++ } END { print n + 0 }')
[ "$changed" = 1 ] || { echo "one_line: the edit changes $changed lines of ${1##*/}, expected 1: $3" >&2; exit 1; }
