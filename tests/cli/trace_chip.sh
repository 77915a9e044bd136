#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: trace_chip.sh GT200 CUBIN DATA DIR [TARGET]
# Traces one kernel on the 30 SMs of the model: every output names the SMs, and is the same with any number of host
# threads. TARGET: there, too, and its events are the model's.
set -eu
gt200=$1 cubin=$2 data=$3 target=${5:-model} dir=$4/trace_chip_${5:-model}
rm -rf "$dir"
mkdir -p "$dir"
for n in 1 3; do
    "$gt200" trace "$cubin" -k copy -g 31 -b 64 -a zero:256 -a in:"$data" -a u32:64 --target $target \
        --chip gtx280 --threads $n \
        --konata "$dir/$n.log" --perfetto "$dir/$n.json" --lanes "$dir/$n.svg" --events "$dir/$n.events" >/dev/null
done
for x in log json svg events; do
    cmp "$dir/1.$x" "$dir/3.$x"
done
started=$(grep -c '^I	' "$dir/1.log") issued=$(grep -c ' ISSUE ' "$dir/1.events")
[ "$started" -gt 300 ] && [ "$started" = "$issued" ]
for sm in 0 1 15 29; do
    grep -q "	SM $sm w01 " "$dir/1.log"
    grep -q "\"SM $sm warps\"" "$dir/1.json"
    grep -q ">SM $sm warp 1<" "$dir/1.svg"
    grep -q " SM $sm BLOCK done 0 slot 0 block" "$dir/1.events"
done
grep -q " SM 0 BLOCK done 0 slot 1 block y:x 1e$" "$dir/1.events"
[ "$target" = model ] && exit
"$gt200" trace "$cubin" -k copy -g 31 -b 64 -a zero:256 -a in:"$data" -a u32:64 --target model --chip gtx280 \
    --events "$dir/model.events" >/dev/null
cmp "$dir/1.events" "$dir/model.events"
