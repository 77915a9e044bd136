#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# trace_diff.sh GT200 CUBIN DATA FOLDER: event logs of the model that differ in a word, and one that ends early, are
# told apart with the lines before; one that is the same is not.
set -eu
gt200=$1 cubin=$2 data=$3 dir=$4/trace_diff
mkdir -p "$dir"
cd "$dir"
fail() { echo "trace_diff: $1"; exit 1; }

"$gt200" trace "$cubin" -k copy -g 1 -b 8 -a zero:32 -a "in:$data" -a u32:8 --target model --events a >/dev/null 2>&1
"$gt200" trace --diff a a >out || fail 'a log differs from itself'
lines=$(wc -l <a)
[ "$lines" -gt 10 ] || fail "$lines lines"
sed '9s/warp 0/warp 1/' a >b
! "$gt200" trace --diff a b >out || fail 'a changed word is not seen'
cycle=$(sed -n '9s/ .*//p' a)
[ "$(head -n 1 out)" = "first difference: line 9, cycle $cycle" ] || fail "$(head -n 1 out)"
[ "$(sed -n 's/^  //p' out)" = "$(sed -n "$((9 - $(grep -c '^  ' out))),8p" a)" ] || fail 'the lines before it'
[ "$(sed -n 's/^< //p' out)" = "$(sed -n 9p a)" ] || fail 'the line'
[ "$(sed -n 's/^> //p' out)" = "$(sed -n 9p b)" ] || fail 'the other line'
head -n 12 a >b
! "$gt200" trace --diff a b >out || fail 'a log that ends early is not seen'
grep -qx '> (end)' out || fail 'the end'
