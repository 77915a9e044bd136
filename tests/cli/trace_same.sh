#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: trace_same.sh GT200 CUBIN DATA DIR
# Traces one kernel on model and RTL: all outputs must be the same files, well formed; a changed cycle must be found.
set -eu
gt200=$1 cubin=$2 data=$3 dir=$4/trace_same
rm -rf "$dir"
mkdir -p "$dir"
for t in model rtl; do
    "$gt200" trace "$cubin" -k copy -g 2 -b 64 -a zero:256 -a in:"$data" -a u32:64 --target $t --konata "$dir/$t.log" \
        --perfetto "$dir/$t.json" --lanes "$dir/$t.svg" --events "$dir/$t.events" >/dev/null
done
for x in log json svg events; do
    cmp "$dir/model.$x" "$dir/rtl.$x"
done
"$gt200" trace --diff "$dir/model.events" "$dir/rtl.events"
head -1 "$dir/rtl.log" | grep -q '^Kanata	0004$'
started=$(grep -c '^I	' "$dir/rtl.log") ended=$(grep -c '^R	' "$dir/rtl.log") issued=$(grep -c ' ISSUE ' "$dir/rtl.events")
[ "$started" -gt 10 ] && [ "$started" = "$ended" ] && [ "$started" = "$issued" ]
sed '20s/^/1/' "$dir/rtl.events" > "$dir/wrong.events"
if "$gt200" trace --diff "$dir/rtl.events" "$dir/wrong.events" > "$dir/diff.txt"; then
    echo "a changed line was not noticed" >&2
    exit 1
fi
grep -q '^first difference: line 20, cycle ' "$dir/diff.txt"
