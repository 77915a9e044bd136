#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuda.sh GT200 FAKE NO_DEVICE WORK KERNELS: target cuda through a libcuda found at run time. FAKE is our own runtime
# under a driver's names, so the numbers are those of target model; NO_DEVICE is one that finds no device.
set -eu
gt200=$1 fake=$2 no_device=$3 work=$4 kernels=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "cuda: $*"; exit 1; }
export GT200_MEMORY_MB=64
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
# id, figure, series, x and value of each, without what a GPU of another generation is not judged by
numbers() {
    grep -v '^#' "$1" | sed '1d; s/,"\([^"]*\),\([^"]*\)"/,\1;\2/g' | awk -F, '{ print $1, $10, $11, $12, $4 }' | sort
}
numbers cuda.csv >cuda.txt
numbers model.csv >model.txt
[ "$(wc -l <cuda.txt)" -gt 250 ] || fail "only $(wc -l <cuda.txt) numbers"
diff model.txt cuda.txt || fail "other numbers than the model's"

cuda() { error "$1" GT200_LIBCUDA="$2" "$gt200" bench --target cuda "$3"; }
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
cuda 'X.ifetch.width figure24 needs a GT200: it is assembly of the GT200' "$fake" figure24
cuda 'figure5 needs a GT200: it counts on where the GT200 puts blocks' "$fake" figure5

# gt200 run: buffers travel to the GPU and back.
"$gt200" cc --ptx -arch=sm_20 "$kernels/matmul.cu" -o matmul.ptx
printf '\000\000\200\077' >ones                  # 1024 times 1.0f
for i in 1 2 3 4 5 6 7 8 9 10; do cat ones ones >more; mv more ones; done
GT200_TARGET=func GT200_LIBCUDA=$fake "$gt200" run matmul.ptx -k matmul -g 2,2 -b 16,16 -a in:ones -a in:ones \
    -a out:product:4096 -a s32:32 --target cuda >out || fail "gt200 run"
grep -q '^target: cuda, GeForce' out || fail "gt200 run says: $(cat out)"
[ "$(od -An -tx4 -v product | tr -s ' \n' '\n\n' | grep -c '^42000000$')" = 1024 ] || fail "gt200 run: another product"
run() { error "$1" GT200_LIBCUDA="$2" "$gt200" run matmul.ptx -k "$3" -g 1 -b 1 --target cuda; }
run 'target cuda: no NVIDIA driver' /no/such/libcuda matmul
run 'target cuda: nothing: ' "$fake" nothing
error 'figureP needs a real GPU: --target cuda' "$gt200" bench --target model figureP
