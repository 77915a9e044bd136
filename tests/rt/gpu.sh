#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gpu.sh GT200 SOURCE GPU NO_DEVICE OWN DIR OLD: programs on target cuda. GPU is the functional model of an H100 in
# place of a driver (gpu_by_func.c), NO_DEVICE one that finds no device, OWN our libcuda.so.1, OLD a program for GT200.
set -eu
gt200=$1 source=$2 gpu=$3 none=$4 own=$5 old=$7
rm -rf "$6"
mkdir -p "$6"
cd "$6"
fail() { echo "gpu: $*"; exit 1; }

"$gt200" cc --cudart shared -arch=sm_90 -I"$(dirname "$source")" "$source" -o native
cat >small.cu <<'END'
#include <cstdio>
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
int main()
{
    int h[32] = { 21 }, *p;
    if (cudaMalloc((void **)&p, sizeof h)) {
        printf("%s\n", cudaGetErrorString(cudaGetLastError()));
        return 3;
    }
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(p);
    const cudaError_t e = cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %s\n", h[0], cudaGetErrorString(e ? e : cudaGetLastError()));
    return h[0] != 42;
}
END
"$gt200" cc --cudart shared -arch=compute_70 small.cu -o ptx

export GT200_TARGET=cuda GT200_LIBCUDA="$gpu"
GT200_TARGET=func GT200_CHIP=h100 ./native >out 2>&1 || fail "func: $(cat out)"
./native >out 2>&1 || fail "$(cat out)"
[ "$(grep -c '^block . of says: 1  [01].[0-9][0-9] 1099511627776 0x123456789a$' out)" = 5 ] || fail "$(cat out)"
./native assert >out 2>&1 || fail "$(cat out)"
grep -q '^[^ ]*gpu.cu:[0-9]*: void checked(int): block: \[0,0,0\], thread: \[30,0,0\] Assertion `n != ' out ||
    fail "$(cat out)"
grep -qx 'assert: cudaErrorAssert' out || fail "$(cat out)"
./native outside >out 2>&1 || fail "$(cat out)"
[ "$(./ptx)" = '42 no error' ] || fail "PTX: $(./ptx)"

# refused STATUS TEXT VARIABLE=VALUE... PROGRAM
refused() {
    want=$1 text=$2 status=0
    shift 2
    env "$@" >out 2>&1 || status=$?
    [ $status = "$want" ] || fail "exit status $status of $*"
    grep -q "$text" out || fail "$* says: $(cat out)"
}
refused 1 'target cuda: the program has code of GT200 alone (gt200 cc -arch=sm_90)' "$old"
refused 3 'gt200: target cuda: no NVIDIA driver: /no/such/libcuda: ' GT200_LIBCUDA=/no/such/libcuda ./ptx
refused 3 'target cuda: no NVIDIA driver: there is no no-such-file in LD_LIBRARY_PATH' GT200_LIBCUDA=no-such-file ./ptx
refused 3 "$own is GT200's own library, no driver" GT200_LIBCUDA="$own" ./ptx
refused 3 "$none: no NVIDIA device on this machine" GT200_LIBCUDA="$none" ./ptx
refused 3 'has no cuInit (expected the libcuda of an NVIDIA driver)' GT200_LIBCUDA=libm.so.6 ./ptx
refused 3 'gt200: GT200_CHIP: target cuda is the chip that it is' GT200_CHIP=h100 ./ptx
refused 3 'gt200: GT200_MAX_CYCLES: target cuda is not stopped by cycles' GT200_MAX_CYCLES=1 ./ptx
