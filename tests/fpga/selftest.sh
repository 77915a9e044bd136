#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# selftest.sh STATUS TEXT FILE COMMAND...: the command ends with this status, a line of FILE begins with TEXT (a regular
# expression), FILE names program, host and steps, and nothing half-written is left.
set -eu
status=$1 text=$2 file=$3
shift 3
rm -f "$file" "$file.part"
got=0
"$@" || got=$?
[ "$got" = "$status" ] || { echo "selftest: status $got, expected $status" >&2; exit 1; }
for line in 'gt200 board --selftest, 20' 'gt200 [0-9]' 'host: ' 'board: fake board' 'memory: ' "$text" 'selftest: '; do
    grep -q "^$line" "$file" || { echo "selftest: $file has no line '$line'" >&2; exit 1; }
done
[ ! -e "$file.part" ] || { echo "selftest: $file.part is left" >&2; exit 1; }
