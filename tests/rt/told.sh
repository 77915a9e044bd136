#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# told.sh GT200 DIR: what goes wrong is told once, by the runtime or by the program that asks for the text; what device
# code cannot have, with its line.
set -eu
gt200=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"
fail() { echo "told: $*"; exit 1; }
cat >faulty.cu <<'EOF'
#include <cstdio>
__global__ void faulty(int *p) { p[threadIdx.x] = 1; }
int main()
{
    faulty<<<1, 32>>>((int *)0);
    cudaError_t e = cudaThreadSynchronize();
    printf("the kernel: %s\n", cudaGetErrorString(e));
    printf("again: %s\n", cudaGetErrorString(cudaThreadSynchronize()));
    return 0;
}
EOF
"$gt200" nvcc -lineinfo faulty.cu -o faulty
# told TIMES TEXT: so many lines of the output have it
told() { [ "$(grep -c -e "$2" log)" = "$1" ] || fail "$1 times '$2': $(cat log)"; }
./faulty >log 2>&1
told 1 'GLOBAL_LIMIT_WRITE'
told 1 '^gt200: faulty.cu:2: kernel faulty(int\*): GLOBAL_LIMIT_WRITE at pc'
told 1 '^the kernel: unspecified launch failure$'
told 1 '^again: unspecified launch failure$'
GT200_QUIET=1 ./faulty >log 2>&1
told 0 '^gt200'
told 1 '^the kernel: faulty.cu:2: kernel faulty(int\*): GLOBAL_LIMIT_WRITE at pc'
GT200_CHIP=none ./faulty >log 2>&1
told 1 'unknown chip'
# A launch that is refused is told at the end, unless the program asks.
cat >refused.cu <<'EOF'
#include <cstdio>
__global__ void refused(int *p) { p[threadIdx.x] = 1; }
int main(int argc, char **argv)
{
    refused<<<1, 32, -4>>>((int *)0);
    refused<<<1, 513>>>((int *)0);
    return argc > 1 && cudaGetLastError() == cudaSuccess;
}
EOF
"$gt200" nvcc refused.cu -o refused
./refused >log 2>&1
told 1 '^gt200: a launch was refused, .*: kernel refused(int\*): block size in x is 513, allowed are 1 to 512$'
told 1 '^gt200'
./refused ask >log 2>&1
told 0 '^gt200'
# Commands of gt200 say themselves what the runtime in them says of a program.
! GT200_MAX_CYCLES=1 "$gt200" launch -n 1 --target model >log 2>&1 || fail 'a hang is no failure'
told 1 'hang, not finished after 1 cycles'
# What lockstep has compared is told at the end, of all launches.
sed 's/faulty<<<.*;/int *p; cudaMalloc((void **)\&p, 128); faulty<<<1, 32>>>(p); faulty<<<1, 32>>>(p);/' \
    faulty.cu >fine.cu
"$gt200" nvcc fine.cu -o fine
if GT200_TARGET=lockstep ./fine >log 2>&1 && ! grep -q 'is not in this build' log; then
    told 1 '^gt200: lockstep: [1-9][0-9]* instructions, [1-9][0-9]* cycles checked, 0 differences$'
    GT200_QUIET=1 GT200_TARGET=lockstep ./fine >log 2>&1
    told 0 'cycles checked'
else
    grep -q 'is not in this build' log || fail "lockstep: $(cat log)"
fi
# Operators that are the host's alone (those for alignments beyond 16), in kernels alone and in a whole program.
cat >heap.cu <<'EOF'
struct alignas(64) wide { int v[16]; };
__global__ void heap(wide **p)
{
    p[0] =
        new wide;
}
EOF
cat >gone.cu <<'EOF'
struct alignas(64) wide { int v[16]; };
__device__ void drop(wide *n) { delete n; }
__global__ void gone(wide **p) { drop(p[threadIdx.x]); }
int main() { gone<<<1, 1>>>((wide **)0); return 0; }
EOF
! "$gt200" cc -std=c++17 heap.cu -o heap.cubin >log 2>&1 || fail 'aligned new is taken'
told 1 '^heap.cu:5:.*error: device code uses operator new(unsigned int, std::align_val_t), which is not the device'
! "$gt200" nvcc -std=c++17 gone.cu -o gone >log 2>&1 || fail 'aligned delete is taken'
told 1 '^gone.cu:2:.*error: device code uses operator delete(void\*, unsigned long, std::align_val_t), which is not'
