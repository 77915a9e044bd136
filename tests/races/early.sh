#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# early.sh GT200 SOURCE_DIR: a load that clang moves in front of its condition is told as a race, and with
# --no-early-loads it is where the source has it.
set -eu
gt200=$1 here=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$gt200" cc "$here/early.cu" -o "$work/moved.cubin"
"$gt200" cc --no-early-loads "$here/early.cu" -o "$work/kept.cubin"
run() { "$gt200" run "$work/$1.cubin" -k early -g 1 -b 64 -a zero:256 --races shared --interleave 1; }
if run moved >/dev/null 2>"$work/err"; then
    echo "early: no race was told of the load that clang moves"
    exit 1
fi
grep -q 'kernel early: race' "$work/err" || { echo 'early: expected a race, got:'; cat "$work/err"; exit 1; }
run kept >/dev/null || { echo 'early: a race with --no-early-loads'; exit 1; }
