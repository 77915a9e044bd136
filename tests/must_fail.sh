#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# must_fail.sh STATUS TEXT COMMAND [ARGUMENT ...]: passes when the command ends with exit status STATUS and prints
# TEXT. A command that crashes (a signal, 128 and more) or fails for another reason does not.
set -u
[ $# -ge 3 ] || { echo "usage: must_fail.sh STATUS TEXT COMMAND [ARGUMENT ...]" >&2; exit 2; }
status=$1 text=$2
shift 2

output=$("$@" 2>&1)
got=$?
printf '%s\n' "$output"
[ $got = "$status" ] || { echo "must_fail: exit status $got, expected $status" >&2; exit 1; }
case $output in
*"$text"*) ;;
*) echo "must_fail: the output lacks: $text" >&2; exit 1 ;;
esac
