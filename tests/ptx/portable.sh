#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# portable.sh PTXFUZZ WORK: the results of portable programs are the same on both chips that the interpreter knows; of
# the others some are not.
set -eu
ptxfuzz=$1 work=$2
# different OPTION...: how many of 150 programs
different() {
    rm -rf "$work"
    mkdir -p "$work"
    "$ptxfuzz" --programs 150 --seed 1 --write "$work" "$@" >/dev/null
    n=0
    for ours in "$work"/*.gt200; do
        cmp -s "$ours" "${ours%.gt200}.sm20" || n=$((n + 1))
    done
    echo "$n"
}
others=$(different)
portable=$(different --portable)
echo "different: $portable portable programs, $others others"
[ "$portable" = 0 ] && [ "$others" -gt 20 ]
