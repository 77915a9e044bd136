#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How fast the simulators are: processor time on one core, and, free of noise, host instructions counted by callgrind.
# Every figure is the difference of a large and a small run, so that program start and kernel start do not count.
# usage: speed.sh [--counts] BUILD_DIR     --counts: host instructions alone, as NAME NUMBER (numbers.txt)
set -eu
counts=
[ "${1:-}" != --counts ] || { counts=1; shift; }
build=${1:?usage: speed.sh BUILD_DIR}
gt200=$build/gt200
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v valgrind >/dev/null || { echo "bench-speed: valgrind is missing (run ./setup)" >&2; exit 1; }

# matmul N TARGET: arguments of one tiled matrix product
matmul() {
    blocks=$(($1 / 16))
    bytes=$((4 * $1 * $1))
    matrix="-a zero:$bytes"
    echo "run $build/bench/matmul.cubin -k matmul -g $blocks,$blocks -b 16,16 $matrix $matrix $matrix" \
        "-a s32:$1 --target $2"
}

# chain ITERATIONS TARGET: 16 warps of dependent fp32 multiply-adds
chain() {
    echo "run $build/bench/arith.cubin -k mad_f32 -g 1 -b 512 -a zero:4096 -a zero:2048 -a f32:1 -a f32:1" \
        "-a s32:$1 --target $2"
}

# chains ITERATIONS TARGET: the same on each of 30 SMs
chains() {
    echo "run $build/bench/arith.cubin -k mad_f32 -g 30 -b 512 -a zero:122880 -a zero:61440 -a f32:1 -a f32:1" \
        "-a s32:$1 --target $2"
}

# units KERNEL ITERATIONS TARGET: 8 warps of special functions or of double precision (kernels/speed.s)
units() {
    echo "run $build/bench/speed.cubin -k $1 -g 1 -b 256 -a zero:2048 -a s32:$2 --target $3"
}
special() { units special "$1" "$2"; }
double() { units double "$1" "$2"; }

# field NAME: a number of the last run's output
field() { sed -n "s/^$1: *//p" "$work/out"; }

# used BEFORE AFTER: milliseconds of processor time (user and system) of the children between two outputs of `times`
# (work of others does not count)
used() {
    awk 'FNR == 2 { split($1 "m" $2, t, "[ms]+"); s[++n] = 60 * (t[1] + t[3]) + t[2] + t[4] }
         END { printf "%d", 1000 * (s[2] - s[1]) }' "$1" "$2"
}

# nanoseconds ARGS...: processor time, best of three
nanoseconds() {
    best=
    for _ in 1 2 3; do
        times >"$work/t0"
        # shellcheck disable=SC2068
        "$gt200" $@ >"$work/out"
        times >"$work/t1"
        t=$((1000000 * $(used "$work/t0" "$work/t1")))
        if [ -z "$best" ] || [ "$t" -lt "$best" ]; then best=$t; fi
    done
    echo "$best"
}

instructions() {
    # shellcheck disable=SC2068
    valgrind --tool=callgrind --callgrind-out-file="$work/cg" "$gt200" $@ >"$work/out" 2>/dev/null
    sed -n 's/^\(summary\|totals\): *//p' "$work/cg" | head -1
}

# report NAME LABEL FIELD UNIT KERNEL TIMED_SMALL TIMED_LARGE COUNTED_SMALL COUNTED_LARGE TARGET
report() {
    name=$1
    shift
    if [ -n "$counts" ]; then
        is=$(instructions $($4 "$7" "$9")); c0=$(field "$2")
        il=$(instructions $($4 "$8" "$9")); c1=$(field "$2")
        awk -v name="$name" -v i=$((il - is)) -v c=$((c1 - c0)) 'BEGIN { printf "%s %.2f\n", name, i / c }'
        return
    fi
    s=$(nanoseconds $($4 "$5" "$9")); n0=$(field "$2")
    l=$(nanoseconds $($4 "$6" "$9")); n1=$(field "$2")
    is=$(instructions $($4 "$7" "$9")); c0=$(field "$2")
    il=$(instructions $($4 "$8" "$9")); c1=$(field "$2")
    awk -v label="$1" -v unit="$3" -v ns=$((l - s)) -v n=$((n1 - n0)) -v i=$((il - is)) -v c=$((c1 - c0)) \
        'BEGIN { printf "%-34s %12.3f million %s per second   %10.1f host instructions each\n",
                        label, 1e3 * n / ns, unit, i / c }'
}

# How much faster func is on all cores than on one, by the clock, with a product large enough that start does not count
on_all_cores() {
    for n in 1 0; do
        best=
        for _ in 1 2 3; do
            # shellcheck disable=SC2046
            t0=$(date +%s%N); "$gt200" $(matmul 2048 "func --threads $n") >"$work/out"; t1=$(date +%s%N)
            if [ -z "$best" ] || [ $((t1 - t0)) -lt "$best" ]; then best=$((t1 - t0)); fi
        done
        if [ "$n" = 1 ]; then one=$best; else all=$best; fi
    done
    awk -v one="$one" -v all="$all" -v n="$(field 'thread instructions')" -v cores="$(nproc)" \
        'BEGIN { printf "%-34s %12.3f million thread instructions per second   %.2f times one core, %d cores\n",
                        "func, matrix multiply, all cores", 1e3 * n / all, one / all, cores }'
}

[ -n "$counts" ] || echo "one core, processor time, best of three; host instructions by callgrind"
report func.matmul "func, matrix multiply" "thread instructions" "thread instructions" matmul 64 512 32 128 \
    "func --threads 1"
[ -n "$counts" ] || on_all_cores
report func.special "func, special functions" "thread instructions" "thread instructions" special 100 20000 10 200 func
report func.double "func, double precision" "thread instructions" "thread instructions" double 100 20000 10 200 func
report model.matmul "model, matrix multiply" "thread instructions" "thread instructions" matmul 32 128 32 64 model
report model.gtx280 "model, GTX 280 on one thread" "thread instructions" "thread instructions" matmul 64 256 64 128 \
    "model --chip gtx280 --threads 1"
if "$gt200" $(matmul 16 rtl) >"$work/out" 2>&1; then
    report rtl.matmul "rtl, matrix multiply" "cycles" "SM cycles" matmul 16 64 16 32 rtl
    report rtl.chain "rtl, 16 warps, multiply-add" "cycles" "SM cycles" chain 1 20 1 3 rtl
    [ -n "$counts" ] ||
        report rtl.chains "rtl, GTX 280, the same on 30 SMs" "cycles" "cycles" chains 1 20 1 3 \
            "rtl --chip gtx280 --threads 1"
fi
