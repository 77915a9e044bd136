#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_gpu.sh bench RESULTS             the measurements of gt200 bench on the GPU of this machine: bench.csv, and
#                                      listing4.csv to listing7.csv, which may never end, by runs of their own
# run_gpu.sh oracle RESULTS OPTION...  gt200 oracle: oracle.txt, oracle.err
# Both write device.txt, about the machine, to the folder RESULTS. From a folder that pack_gpu.sh has made.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n '3,6s/^# //p' "$0" >&2; exit 2; }
what=$1 results=$2
shift 2
mkdir -p "$results" || exit 1
export GT200_BENCH_DIR="$here" LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib"
say() {
    date -u
    nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,pstate,temperature.gpu --format=csv
}
measure() {
    name=$1 limit=$2
    shift 2
    status=0
    timeout "$limit" "$here/gt200" bench --target cuda --csv "$results/$name.csv" "$@" >>"$results/bench.txt" \
        2>>"$results/bench.err" || status=$?
    echo "$name: exit status $status, $(grep -c ',cuda,' "$results/$name.csv") rows" >>"$results/device.txt"
}
bench() {
    : >"$results/bench.txt"
    : >"$results/bench.err"
    measure bench 420 'T*' 'X*' 'figure*'
    for n in 4 5 6 7; do
        measure "listing$n" 40 "listing$n"
    done
    cat "$results/bench.err"
}
# The driver compiles each program at once and keeps none.
oracle() {
    export CUDA_CACHE_DISABLE=1 CUDA_MODULE_LOADING=EAGER GT200_MEMORY_MB=16
    status=0
    "$here/gt200" oracle "$@" >"$results/oracle.txt" 2>"$results/oracle.err" || status=$?
    echo "gt200 oracle $*: exit status $status" >>"$results/device.txt"
    cat "$results/oracle.err"
    grep -v '^ ' "$results/oracle.txt" | tail -n 3
}
{ uname -sr; echo "GT200_LIBCUDA=${GT200_LIBCUDA:-}"; say; } >"$results/device.txt" 2>&1
case $what in
bench) bench ;;
oracle) oracle "$@" ;;
*) echo "run_gpu.sh: '$what': expected bench or oracle" >&2; exit 2 ;;
esac
say >>"$results/device.txt" 2>&1
cat "$results/device.txt"
