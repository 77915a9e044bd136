#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuda.sh GT200 FAKE NO_DEVICE BAD WORK KERNELS: target cuda through a libcuda found at run time. FAKE is the simulator
# in place of a GPU (stand_in.c), so the numbers are those of target model; NO_DEVICE is one that finds no device; BAD
# does what a real one may do (tests/oracle/bad_libcuda.c).
set -eu
gt200=$1 fake=$2 no_device=$3 bad=$4 work=$5 kernels=$6
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "cuda: $*"; exit 1; }
ids='T3.add.u32* T3.mul.f32* T4.rsqrt* T3.add.f64* X.shared.latency X.global.latency X.syncthreads.latency
     X.clock.pair_cost figure6 figure7 figure8 listing*'

# shellcheck disable=SC2086
GT200_TARGET=model GT200_LIBCUDA=$fake "$gt200" bench --target cuda --csv cuda.csv $ids >table || fail "exit status"
# shellcheck disable=SC2086
"$gt200" bench --target model --csv model.csv $ids >/dev/null
head -1 cuda.csv | grep -q '^# GeForce GTX 280.*: compute capability 1.3, [0-9]* SMs, at most .* MHz, driver for CUDA' \
    ||
    fail "no line about the device"
grep -q '^T3.add.u32.latency,cuda,GeForce' cuda.csv || fail "no number of the GPU"
# id, figure, series, x and value of each, without what a GPU of another generation is not judged by, and without the
# times of Figure 7 (its paths have predicates there, LIVE0 of chain.h) and the fact of listing 7, which only a GPU has
numbers() {
    grep -v -e '^#' -e '^figureL7,.*,deadlock' -e '^figure7,.*,"*start' -e '^figure7,.*,"*stop' \
        -e '^figure7,.*,"*interval length' "$1" | sed '1d; s/,"\([^"]*\),\([^"]*\)"/,\1;\2/g' |
        awk -F, '{ print $1, $10, $11, $12, $4 }' | sort
}
numbers cuda.csv >cuda.txt
numbers model.csv >model.txt
[ "$(wc -l <cuda.txt)" -gt 190 ] || fail "only $(wc -l <cuda.txt) numbers"
diff model.txt cuda.txt || fail "other numbers than the model's"

# A record that was there before stays as it is when nothing is measured, and nothing half-written lies beside it.
echo before >there.csv
cuda() {
    error "$1" GT200_LIBCUDA="$2" "$gt200" bench --target cuda --csv there.csv "$3"
    [ "$(cat there.csv)" = before ] || fail "$3 with $2 has changed the record"
    [ "$(echo there.csv*)" = there.csv ] || fail "left: $(echo there.csv*)"
}
error() {
    want=$1 status=0
    shift
    env "$@" >out 2>err || status=$?
    [ $status = 1 ] || fail "exit status $status of $*"
    grep -q "$want" err || fail "$* says: $(cat err)"
}
cuda 'target cuda: no NVIDIA driver: .*/no/such/libcuda' /no/such/libcuda X.clock.pair_cost
cuda 'has no cuInit (expected the libcuda of an NVIDIA driver)' libm.so.6 X.clock.pair_cost
cuda 'no NVIDIA device on this machine' "$no_device" X.clock.pair_cost
cuda 'figure24 needs a GT200: it is assembly of the GT200' "$fake" figure24
cuda 'figure5 needs a GT200: it counts on where the GT200 puts blocks' "$fake" figure5

# gt200 run: buffers travel to the GPU and back.
"$gt200" cc --ptx -arch=sm_20 "$kernels/matmul.cu" -o matmul.ptx
printf '\000\000\200\077' >ones                  # 1024 times 1.0f
for i in 1 2 3 4 5 6 7 8 9 10; do cat ones ones >more; mv more ones; done
GT200_TARGET=func GT200_LIBCUDA=$fake "$gt200" run matmul.ptx -k matmul -g 2,2 -b 16,16 -a in:ones -a in:ones \
    -a out:product:4096 -a s32:32 --target cuda >out || fail "gt200 run"
grep -q '^target: cuda, GeForce' out || fail "gt200 run says: $(cat out)"
[ "$(od -An -tx4 -v product | tr -s ' \n' '\n\n' | grep -c '^42000000$')" = 1024 ] || fail "gt200 run: another product"
printf '__global__ void twice(unsigned *p) { p[threadIdx.x] *= 2; }\n' >twice.cu
"$gt200" cc --ptx -arch=sm_20 twice.cu -o twice.ptx
printf 'abcd' >letters
GT200_LIBCUDA=$fake "$gt200" run twice.ptx -k twice -g 1 -b 1 -a inout:letters --target cuda >out || fail "plain name"
[ "$(od -An -tx1 letters)" = ' c2 c4 c6 c8' ] || fail "plain name: $(od -An -tx1 letters)"
run() { error "$1" GT200_LIBCUDA="$2" "$gt200" run matmul.ptx -k "$3" -g 1 -b 1 --target cuda; }
run 'target cuda: no NVIDIA driver' /no/such/libcuda matmul
run 'target cuda: nothing: ' "$fake" nothing
error 'figureP needs a real GPU: --target cuda' "$gt200" bench --target model figureP

# A kernel that does not end: said so, what was measured before it is in the record, and the program ends.
error 'mad_f32: run: it has not ended after 1 s (--patience)' GT200_TARGET=model GT200_LIBCUDA="$bad" BAD_STUCK=3 \
    "$gt200" bench --target cuda --patience 1 --csv stuck.csv T3.add.u32* T3.mad.f32* X.clock.pair_cost
grep -q 'X.clock.pair_cost is not run, nor what follows: a kernel hangs' err || fail "it says: $(cat err)"
[ "$(grep -c '^T3.add.u32.*,cuda,' stuck.csv)$(grep -c '^T3.mad\|^X' stuck.csv)" = 20 ] ||
    fail "record: $(cat stuck.csv)"
[ "$(echo stuck.csv*)" = stuck.csv ] || fail "left: $(echo stuck.csv*)"
# Among the listings that is an outcome: the barrier of listing 7 never opens.
GT200_TARGET=model GT200_LIBCUDA=$bad BAD_STUCK=1 "$gt200" bench --target cuda --csv listing7.csv listing7 >out ||
    fail "listing 7: exit status"
grep -q '^figureL7,cuda,.*,1.0000,.*,L7,deadlock: which barrier meets which,' listing7.csv ||
    fail "listing 7: $(cat listing7.csv)"
[ "$(grep -c '^figureL7' listing7.csv)" = 1 ] || fail "listing 7: $(cat listing7.csv)"

# What means nothing is no number: a compiler that leaves operations out, a chip whose multiplies are no faster.
missing() {
    swap=$1 why=$2
    shift 2
    GT200_TARGET=model GT200_LIBCUDA=$bad BAD_SWAP=$swap "$gt200" bench --target cuda --csv missing.csv "$@" >out ||
        fail "$*: exit status"
    grep -q "    cuda: not measured: $why" out || fail "$* says: $(cat out)"
    grep -q "^[^,]*,cuda,[^,]*,,.*,\"*$why" missing.csv || fail "$*: $(cat missing.csv)"
    "$gt200" bench --csv again.csv --beside missing.csv X.clock.pair_cost >out2 || fail "$* beside"
    grep -q "not measured: $why" out2 || fail "$*: the record says: $(cat out2)"
}
left="[0-9]* clocks for 256 operations, each of which needs the one before: the driver's compiler left operations out"
missing '@live=//ive' "$left" T3.and.u32.latency
[ "$(grep -c '^T3.and.u32.[a-z]*,cuda,[^,]*,,' missing.csv)" = 2 ] || fail "and: $(cat missing.csv)"
missing '@live=//ive' '32 of 32 intervals are shorter than a clock for each of their operations' figure7
missing 'mul.rn.f32=div.rn.f32' '0.1 multiplies and 0.1 multiply-adds a clock: no second unit multiplies' \
    T2.sfu.mul_throughput
! "$gt200" bench --patience 0 X.clock.pair_cost 2>err || fail "--patience 0 was taken"
grep -q -- "--patience: '0' is not a number from 1 to 9999" err || fail "--patience 0: $(cat err)"
