#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: trace_same.sh GT200 CUBIN DATA DIR CHIP
# Traces one kernel on model and RTL, of one SM or the three of a TPC: all outputs must be the same files, well
# formed; a changed cycle must be found.
set -eu
gt200=$1 cubin=$2 data=$3 dir=$4/trace_same_$5 chip=$5
rm -rf "$dir"
mkdir -p "$dir"
for t in model rtl; do
    "$gt200" trace "$cubin" -k copy -g 7 -b 64 -a zero:256 -a in:"$data" -a u32:64 --target $t --chip "$chip" \
        --konata "$dir/$t.log" \
        --perfetto "$dir/$t.json" --lanes "$dir/$t.svg" --events "$dir/$t.events" --fst "$dir/$t.fst" >/dev/null
    [ $t = rtl ] || sleep 1             # no file depends on when it was written
done
for x in log json svg events fst; do
    cmp "$dir/model.$x" "$dir/rtl.$x"
done
"$gt200" trace --diff "$dir/model.events" "$dir/rtl.events"
head -1 "$dir/rtl.log" | grep -q '^Kanata	0004$'
started=$(grep -c '^I	' "$dir/rtl.log") ended=$(grep -c '^R	' "$dir/rtl.log")
issued=$(grep -c ' ISSUE ' "$dir/rtl.events")
[ "$started" -gt 10 ] && [ "$started" = "$ended" ] && [ "$started" = "$issued" ]
sed '20s/^/1/' "$dir/rtl.events" > "$dir/wrong.events"
if "$gt200" trace --diff "$dir/rtl.events" "$dir/wrong.events" > "$dir/diff.txt"; then
    echo "a changed line was not noticed" >&2
    exit 1
fi
grep -q '^first difference: line 20, cycle ' "$dir/diff.txt"
if [ "$chip" = tpc ]; then
    for sm in 0 1 2; do
        grep -q "	SM $sm w01 " "$dir/rtl.log"
        grep -q "\"SM $sm warps\"" "$dir/rtl.json"
        grep -q " SM $sm BLOCK done 0 slot 0 block" "$dir/rtl.events"
    done
fi
