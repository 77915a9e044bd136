#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compiler.sh GT200 WORK: code of sm_10, sm_11 and sm_12: __CUDA_ARCH__, what each of them lacks, by name; shared memory
# without `ld s[]`; chip g80 runs it in func and model, and no code of later chips; its properties.
set -eu
gt200=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "compiler.sh: $*"; exit 1; }

# first ARCH INSTRUCTION STATEMENT: sm_ARCH has it, the architecture before has not
first() {
    echo "__global__ void k(int *p, double *d, float *f, unsigned long long *w) { __shared__ int s; $3; }" >k.cu
    "$gt200" cc --cubin -arch=sm_$1 k.cu -o k.cubin || fail "$3: sm_$1"
    grep -q "^architecture {sm_$1}" k.cubin || fail "$3: not of sm_$1: $(head -1 k.cubin)"
    [ $1 -gt 10 ] || return 0
    ! "$gt200" cc --cubin -arch=sm_$(($1 - 1)) k.cu -o k.cubin 2>log || fail "$3: compiled for sm_$(($1 - 1))"
    grep -q "k.cu:1: instruction $2[^ ]* is of sm_$1 and later, the target is sm_$(($1 - 1))" log ||
        fail "$3: $(cat log)"
}
first 10 none 'p[0] = __CUDA_ARCH__ + p[1] / p[2]; f[0] = f[1] / f[2] + sqrtf(f[3])'
first 11 atom.global 'atomicAdd(p, 1)'
first 12 atom.shared 's = 0; atomicAdd(&s, 1); p[0] = s'
first 12 atom.global 'w[1] = atomicExch(w, 1ull)'
first 12 vote 'p[0] = __all(p[1])'
first 13 add.rn.f64 'd[0] = d[1] + 1'
first 13 cvt 'd[0] = f[0]'
for arch in 10 12; do
    "$gt200" cc --ptx -arch=compute_$arch k.cu -o k.ptx && ! "$gt200" ptxas -arch sm_$arch k.ptx -o k.cubin 2>log ||
        fail "ptxas: sm_$arch has double precision"
    grep -q "k.ptx:[0-9]*: instruction cvt[^ ]* is of sm_13" log || fail "ptxas: sm_$arch: $(cat log)"
done

cat >k.cu <<'EOF'
__global__ void k(int *to)
{
    __shared__ int s[1500];
    __shared__ short h[64];
    __shared__ unsigned char b[64];
    int t = threadIdx.x;
    for (int i = t; i < 1500; i += 64)
        s[i] = 3 * i;
    h[t] = -t, b[t] = 200 + t;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += s[(t * 7 + i) & 255] * s[i + 1000];
    to[t] = sum + s[1499] + h[63 - t] + b[(t + 5) & 63] + __CUDA_ARCH__;
}
EOF
for level in '' -O0; do
    "$gt200" cc --cubin -arch=sm_10 ${level:+-Xptxas $level} k.cu -o k10.cubin || fail "sm_10 $level"
    "$gt200" dis k10.cubin >k.s
    ! grep -q ' ld\.[a-z0-9]* [^,]*, s\[' k.s || fail "sm_10 $level: $(grep ' ld' k.s)"
    for on in 'func sm' 'model g80tpc' 'func g80'; do
        "$gt200" run k10.cubin -k k -g 1 -b 64 -a out:"${on%% *}":256 --target ${on% *} --chip ${on#* } >/dev/null ||
            fail "$on"
    done
    cmp func model || fail "sm_10 $level: model and func differ"
done
[ "$(od -An -td4 -j4 -N4 func)" -eq 763765 ] || fail "sm_10: $(od -An -td4 -j4 -N4 func)"
"$gt200" cc --cubin k.cu -o k13.cubin
! "$gt200" run k13.cubin -k k -g 1 -b 64 -a out:x:256 --chip g80 >log 2>&1 || fail "g80 runs code of sm_13"
grep -qx "gt200 run: k13.cubin: code of sm_13, chip g80 runs that of sm_10 (-arch=sm_10)" log || fail "$(cat log)"

# every word of 96 KB goes through one of the six partitions, a word further each half-warp lane by lane
echo '__global__ void k(int *to, const int *from, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x;
                                                            to[i] = from[i + by]; }' >k.cu
awk 'BEGIN { for (i = 0; i < 24577; i++) printf "%03d\n", i % 1000 }' >data
"$gt200" cc --cubin -arch=sm_10 k.cu -o k10.cubin
for by in 0 1; do
    "$gt200" run k10.cubin -k k -g 96 -b 256 -a out:to.$by:98304 -a in:data -a u32:$by --target model --chip g80 >log ||
        fail "copy on g80"
    tail -c +$((4 * by + 1)) data | head -c 98304 | cmp - to.$by || fail "g80 copies wrongly, $by further"
done

cat >p.cu <<'EOF'
#include <stdio.h>
__global__ void k(int *p) { *p = 7; }
int main()
{
    cudaDeviceProp d;
    int *p, h = 0;
    cudaGetDeviceProperties(&d, 0);
    printf("%s, %d.%d, %d SMs, %d registers, %d threads, %d and %d kHz, %d bits\n", d.name, d.major, d.minor,
           d.multiProcessorCount, d.regsPerBlock, d.maxThreadsPerMultiProcessor, d.clockRate, d.memoryClockRate,
           d.memoryBusWidth);
    cudaMalloc((void **)&p, 4);
    k<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    return h != 7;
}
EOF
"$gt200" cc -arch=sm_10 p.cu -o p || fail "a program of sm_10"
GT200_CHIP=g80 ./p >log 2>&1 || fail "a program on g80: $(cat log)"
want="GeForce 8800 GTX (G80 func), 1.0, 16 SMs, 8192 registers, 768 threads, 1350000 and 900000 kHz, 384 bits"
[ "$(cat log)" = "$want" ] || fail "$(cat log)"
# Code of a later chip: refused on func as on the model.
cat >q.cu <<'EOF'
#include <stdio.h>
__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
int main()
{
    int *p;
    cudaMalloc((void **)&p, 4096);
    k<<<1, 512>>>(p);
    puts(cudaGetErrorString(cudaGetLastError()));
}
EOF
"$gt200" cc -arch=sm_11 q.cu -o q || fail "a program of sm_11"
for target in func model; do
    GT200_CHIP=g80 GT200_TARGET=$target ./q >log 2>&1
    grep -q 'code of sm_11, chip g80 runs that of sm_10' log || fail "sm_11 on g80, $target: $(cat log)"
done
./p >log && grep -q '^GeForce GTX 280 (GT200 func), 1.3, 30 SMs, 16384 registers, 1024 threads' log || fail "$(cat log)"
"$gt200" occupancy --chip g80 --regs 10 --smem 512 --threads 256 >log
grep -q '3 blocks, 24 warps, 768 threads' log || fail "occupancy: $(cat log)"
