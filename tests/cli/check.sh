#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh STATUS PATTERN LINES COMMAND...: the command exits with STATUS, its stderr has a line that matches PATTERN
# (grep -E), LINES lines in all ("+": one or more), and its stdout is empty when STATUS is not 0.
status=$1 pattern=$2 lines=$3
shift 3
err=$(mktemp) out=$(mktemp)
trap 'rm -f "$err" "$out"' EXIT
"$@" >"$out" 2>"$err" </dev/null
got=$?
fail() {
    echo "$1"
    echo "--- command: $*"
    echo '--- stderr:'
    cat "$err"
    echo '--- stdout:'
    head -5 "$out"
    exit 1
}
[ $got -eq "$status" ] || fail "exit status $got, expected $status"
if [ "$status" -eq 0 ]; then
    cat "$err" >>"$out"
    grep -Eq -- "$pattern" "$out" || fail "output lacks '$pattern'"
else
    grep -Eq -- "$pattern" "$err" || fail "stderr lacks '$pattern'"
    [ ! -s "$out" ] || fail "something on stdout"
    n=$(wc -l <"$err")
    [ "$lines" = + ] || [ "$n" -eq "$lines" ] || fail "$n lines on stderr, expected $lines"
fi
exit 0
