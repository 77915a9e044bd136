#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: program.sh GT200 SOURCE FOLDER: GT200_CHIP=h100: whole programs on the functional model of sm_90: of the Driver
# API with native code as a file and in memory, of the Runtime API with PTX; what is not there is refused by name.
set -eu
gt200=$1 src=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "program.sh: $*"; fails=$((fails + 1)); }

"$gt200" cc "$src/sw/examples/driver/main.c" -o driver
"$gt200" as "$src/tests/sm70/vecadd.sm90" -o driver.cubin
GT200_CHIP=h100 ./driver 5000 >out 2>err || fail "driver: $(cat err)"
grep -q ': ok$' out || fail "driver: $(cat out)"
"$gt200" dis driver.cubin >text.s
mv driver.cubin image
cp text.s driver.cubin
GT200_CHIP=h200 ./driver 33 >out 2>err || fail "assembly text: $(cat err)"

# From memory, where nobody says how long the cubin is; and what the device says of itself.
cat >memory.c <<'C'
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    static char image[1 << 20];
    FILE *f = fopen("image", "rb");
    struct cudaDeviceProp p;
    CUcontext c;
    CUmodule m;
    CUfunction k;
    CUdeviceptr a;
    float x[64], y[64];
    int n = 64;
    if (!f || !fread(image, 1, sizeof image, f) || cuInit(0) || cuCtxCreate(&c, 0, 0))
        return 1;
    for (int i = 0; i < 64; i++)
        x[i] = (float)i;
    if (cuModuleLoadData(&m, image) || cuModuleGetFunction(&k, m, "vecadd") || cuMemAlloc(&a, sizeof x) ||
        cuMemcpyHtoD(a, x, sizeof x))
        return 2;
    void *args[] = { &a, &a, &a, &n };
    if (cuLaunchKernel(k, 1, 1, 1, 64, 1, 1, 0, NULL, args, NULL) || cuMemcpyDtoH(y, a, sizeof y))
        return 3;
    for (int i = 0; i < 64; i++)
        if (y[i] != 2 * x[i])
            return 4;
    if (cuLaunchKernel(k, 1, 1, 65536, 64, 1, 1, 0, NULL, args, NULL) != CUDA_ERROR_INVALID_VALUE)
        return 5;
    if (cudaGetDeviceProperties(&p, 0))
        return 6;
    if (cuModuleGetGlobal(&a, NULL, m, "v") != CUDA_ERROR_NOT_FOUND)
        return 8;
    printf("%s %d.%d %d %zu, %d of %d, %d kHz, %d bits, %zu, %d\n", p.name, p.major, p.minor, p.maxThreadsPerBlock,
           p.sharedMemPerBlock, p.multiProcessorCount, p.maxThreadsPerMultiProcessor, p.clockRate, p.memoryBusWidth,
           p.sharedMemPerMultiprocessor, p.l2CacheSize);
    a = 0;
    if (cuLaunchKernel(k, 1, 1, 1, 64, 1, 1, 0, NULL, args, NULL) == CUDA_SUCCESS)
        return 7;
    return 0;
}
C
"$gt200" cc memory.c -o memory
GT200_CHIP=h100 ./memory >out 2>err || fail "memory: status $?: $(cat err)"
test "$(cat out)" = 'h100 (sm_90 func) 9.0 1024 49152, 132 of 2048, 1980000 kHz, 5120 bits, 233472, 52428800' ||
    fail "properties: $(cat out)"
grep -q 'STG\|LDG' err || fail "a fault names no instruction: $(cat err)"

# Whose PTX is compiled when it is loaded.
"$gt200" nvcc -gencode arch=compute_20,code=compute_20 "$src/sw/examples/matmul.cu" -o matmul
for chip in h100 v100; do
    GT200_CHIP=$chip ./matmul >out 2>err || fail "matmul, $chip: $(cat err)"
done

# Whole programs of native code or PTX of these chips: what only they have, __CUDA_ARCH__, printf, malloc; by objects,
# too. Another chip says whose code it is.
cat >whole.cu <<'C'
#include <stdio.h>
#ifdef __CUDA_ARCH__
#define ARCH __CUDA_ARCH__
#else
#define ARCH 0
#endif
__global__ void k(unsigned *out)
{
    const unsigned t = threadIdx.x;
    unsigned *p = (unsigned *)malloc(8);
    p[t & 1] = ARCH;
    out[t] = __ballot_sync(~0u, t % 3 == 1) % 1000 + 1000 * __shfl_xor_sync(~0u, t, 5) + 100000 * p[t & 1];
    free(p);
    if (t == 9)
        printf("%d %s\n", ARCH, "text");
}
int main(void)
{
    unsigned *d, h[32];
    if (cudaMalloc((void **)&d, sizeof h))
        return 1;
    k<<<1, 32>>>(d);
    const cudaError_t e = cudaGetLastError();
    if (e || cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost))
        return printf("%s\n", cudaGetErrorString(e)), 2;
    printf("%u %u\n", h[0], h[31]);
    return 0;
}
C
whole() {       # whole CHIP ARCH PROGRAM
    GT200_CHIP=$1 "./$3" >out 2>err || fail "whole, $1: $(cat out err)"
    printf '%s text\n%s %s\n' "$2" $((0x92492492 % 1000 + 5000 + 100000 * $2)) \
        $((0x92492492 % 1000 + 26000 + 100000 * $2)) >want
    cmp want out || fail "whole, $1: $(cat out err)"
}
"$gt200" cc -arch=sm_90 whole.cu -o whole || fail "cc -arch=sm_90"
whole h100 900 whole
whole h200 900 whole
"$gt200" nvcc -arch=sm_80 -c whole.cu -o whole.o && "$gt200" cc whole.o -o whole80 || fail "nvcc -arch=sm_80"
whole a100 800 whole80
"$gt200" cc -arch=compute_75 -c whole.cu -o whole.o && "$gt200" cc whole.o -o whole75 || fail "cc -arch=compute_75"
for chip in t4 l40 h100; do
    whole $chip 750 whole75
done
"$gt200" nvcc -gencode arch=compute_70,code=sm_86 whole.cu -o whole86 || fail "nvcc -gencode"
whole a6000 700 whole86
# Several of these chips, and -fatbin: PTX of the oldest, for the chip that is there, GT200's, too.
"$gt200" nvcc -gencode arch=compute_80,code=sm_80 -gencode arch=compute_75,code=sm_75 \
    -gencode arch=compute_90,code=sm_90 whole.cu -o several 2>err || fail "several chips: $(cat err)"
grep -q '^nvcc: several chips from sm_70 on: all get the PTX of sm_75' err || fail "several chips: '$(cat err)'"
for chip in t4 a100 h100; do
    whole $chip 750 several
done
"$gt200" nvcc -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 "$src/sw/examples/vecadd.cu" \
    -o several 2>err || fail "several chips: $(cat err)"
./several 1000 >out || fail "several chips on GT200: $(cat out)"
"$gt200" nvcc -fatbin -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
    "$src/sw/examples/vecadd.cu" 2>err || fail "-fatbin: $(cat err)"
grep -q '^\.target sm_80' vecadd.fatbin || fail "-fatbin has no PTX of sm_80: $(head -c 300 vecadd.fatbin)"
for arch in 80 90; do
    "$gt200" ptxas -arch sm_$arch vecadd.fatbin -o fat.cubin || fail "-fatbin, sm_$arch"
done
if "$gt200" cc --cubin -arch=sm_80 -arch=sm_90 whole.cu -o no.cubin 2>err; then
    fail 'one cubin for two chips'
fi
grep -q 'expected one chip from sm_70 on for a cubin, found several' err || fail "one cubin for two chips: '$(cat err)'"
no_code() {     # no_code MESSAGE COMMAND...
    message=$1
    shift
    if "$@" >out 2>err; then
        fail "ran: $*"
    elif ! grep -qF "$message" err; then
        fail "expected '$message', found '$(cat err)'"
    fi
    grep -q 'no kernel image' out || grep -q 'no code for this device' out || fail "what the API says: $(cat out)"
}
no_code 'code of sm_90, for which GT200_CHIP is one of h100' ./whole
no_code 'is made for sm_90, a100 is sm_80' env GT200_CHIP=a100 ./whole

# 48 KB of shared memory are the kernel's, with none of it the driver's.
cat >shared.cu <<'C'
#include <stdio.h>
__global__ void k(int *out)
{
    extern __shared__ int words[];
    __shared__ int own[16];
    own[threadIdx.x] = 7;
    words[12287 - 16] = 5;
    __syncthreads();
    *out = words[12287 - 16] * 10 + own[threadIdx.x ^ 1];
}
int main()
{
    struct cudaFuncAttributes a;
    int *d, h = 0;
    cudaMalloc((void **)&d, 4);
    cudaFuncGetAttributes(&a, k);
    k<<<1, 16, 49152 - 64>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    k<<<1, 16, 49152 - 60>>>(d);
    printf("%zu %d %d\n", a.sharedSizeBytes, h, cudaGetLastError() != cudaSuccess);
}
C
"$gt200" cc -arch=sm_90 shared.cu -o shared
GT200_CHIP=h100 ./shared >out 2>err || fail "shared memory: $(cat err)"
test "$(cat out)" = '64 57 1' || fail "shared memory: $(cat out err)"

# Variables of the module, from the host and from kernels; what they print.
cat >symbols.cu <<'C'
#include <cuda_runtime.h>
#include <stdio.h>
__device__ int counter, table[4] = { 1, 2, 3, 4 }, *second = &table[1];
__constant__ float taps[3];
__constant__ int *third = &table[2];
__global__ void k(int *out, int n)
{
    out[0] = 100 * *second + 10 * *third + table[3];
    out[1] = (int)(taps[0] + taps[1] + taps[2]);
    atomicAdd(&counter, n);
    table[n] = 77;
    printf("%d %s %f\n", n, "text", 1.5);
}
int main()
{
    float t[3] = { 1, 2, 3.5f };
    int *d, h[4];
    void *p;
    size_t n;
    cudaMalloc(&d, 16);
    if (cudaMemcpyToSymbol(taps, t, sizeof t))
        return 1;
    for (int i = 1; i < 3; i++)
        k<<<1, 1>>>(d, 3);
    if (cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost))
        return 2;
    printf("%d %d\n", h[0], h[1]);
    if (cudaMemcpyFromSymbol(h, counter, 4) || cudaGetSymbolAddress(&p, table) || cudaGetSymbolSize(&n, table))
        return 3;
    cudaMemcpy(h + 1, p, 4, cudaMemcpyDeviceToHost);
    printf("%d %d %zu\n", h[0], h[1], n);
    return 0;
}
C
printf '3 text 1.500000\n3 text 1.500000\n307 6\n6 1 16\n' >want
"$gt200" nvcc -gencode arch=compute_20,code=compute_20 symbols.cu -o symbols
for chip in h100 t4; do
    GT200_CHIP=$chip ./symbols >out 2>err || fail "symbols, $chip: $(cat err)"
    cmp want out || fail "symbols, $chip: $(cat out)"
done

# Textures: linear memory, arrays of two and three dimensions. What is filtered is GT200's but for the weights, whose
# products have fewer bits (sm70.textures has them all); the others are GT200's.
near() {        # near A B: no byte differs by more than 2
    test "$(wc -c <"$1")" = "$(wc -c <"$2")" || return 1
    cmp -l "$1" "$2" | awk '{ for (i = 2; i < 4; i++) v[i] = 64 * int($i / 100) + 8 * int($i / 10 % 10) + $i % 10
        if (v[2] - v[3] > 2 || v[3] - v[2] > 2) bad = 1 } END { exit bad }'
}
for name in life rotate volume convolution_texture; do
    "$gt200" nvcc -gencode arch=compute_20,code=compute_20 "$src/sw/examples/$name.cu" -o "$name"
    set -- 32 "$name.ppm"
    test "$name" != convolution_texture || set --
    "./$name" "$@" >out 2>err || fail "$name, GT200: $(cat err)"
    test ! -e "$name.ppm" || mv "$name.ppm" want.ppm
    chips=h100 same=near
    test "$name" != life || same=cmp
    test "$name" != life || chips='h100 t4'
    for chip in $chips; do
        GT200_CHIP=$chip "./$name" "$@" >out 2>err || fail "$name, $chip: $(cat err)"
        test ! -e "$name.ppm" || $same "$name.ppm" want.ppm || fail "$name, $chip: another picture"
    done
    rm -f want.ppm
done

refused() {     # refused MESSAGE VARIABLE... PROGRAM
    message=$1
    shift
    if env "$@" >out 2>err; then
        fail "taken: $*"
    elif ! grep -qF -- "$message" out err; then
        fail "expected '$message', found '$(cat out err)'"
    fi
}
# Occupancy is that of the chip: 32 blocks of one warp in 64, 16 in 48.
for chip in h100:0.500 a6000:0.333; do
    rm -f cuda_profile_0.log
    GT200_CHIP=${chip%:*} CUDA_PROFILE=1 ./whole75 >out 2>err || fail "profile, $chip: $(cat err)"
    grep -q "occupancy=\[ ${chip#*:} \]" cuda_profile_0.log || fail "profile, $chip: $(tail -1 cuda_profile_0.log)"
done
cp image driver.cubin
refused 'is made for sm_90, t4 is sm_75' GT200_CHIP=t4 ./driver
refused 'target model has no chip h100 (expected func)' GT200_CHIP=h100 GT200_TARGET=model ./driver
refused 'chip h100 has no checks but GT200_STALE, counters, profiles or threads' GT200_CHIP=h100 GT200_MEMCHECK=1 \
    ./driver
refused 'unknown chip' GT200_CHIP=h101 ./driver
"$gt200" cc --cubin "$src/sw/examples/driver/vecadd.cu" -o driver.cubin
refused 'takes PTX and native code of sm_90, not code of GT200' GT200_CHIP=h100 ./driver
./driver >out || fail "without GT200_CHIP: $(cat out)"
test "$fails" = 0
