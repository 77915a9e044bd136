#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# m32.sh PREFIX SOURCES PROGRAMS DIR: nvcc -m32: whole programs with pointers of 4 bytes. 77: lib32 was not built.
set -eu
prefix=$1 sources=$2 programs=$3 dir=$4
[ -e "$prefix/lib32/libcudart.a" ] || exit 77
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
cp "$sources"/*.cu "$sources"/*.cpp "$sources"/*.h .
PATH=$prefix/bin:$PATH
export GT200_TARGET=func
unset GT200_HOME
fail() { echo "m32: $*"; exit 1; }
# narrow FILE: is it of 32 bits?
narrow() { [ "$(od -An -tu1 -j4 -N1 "$1" | tr -d ' ')" = 1 ] || fail "$1 has pointers of 8 bytes"; }

nvcc -m32 -DOFFSET=3 main.cu scale.cu host.cpp
narrow a.out
./a.out >log || fail "a.out: $(cat log)"
nvcc -m32 -c -DOFFSET=3 main.cu scale.cu
g++ -m32 -c host.cpp
g++ -m32 main.o scale.o host.o -L"$prefix/lib64" -L"$prefix/lib32" -lcudart -o by-host 2>log || fail "g++: $(cat log)"
LD_LIBRARY_PATH=$prefix/lib32 ./by-host || fail "linked by g++: $?"
nvcc -m32 -DOFFSET=3 main.o scale.o host.o -L"$prefix/lib64" -lcudart -o on-shared --cudart shared
./on-shared || fail "--cudart shared: $?"

# Pointers as numbers of 32 bits; structures with doubles, as wide on either side.
cat >cast.cu <<END
#include <cstdio>
struct S { char c; double d; char e; long long l; void *p; };
__constant__ int factor;
__global__ void k(unsigned p, S s, unsigned *sizes)
{
    *(int *)p = s.c + (int)s.d + s.e + (int)s.l + factor;
    sizes[0] = sizeof(S);
    sizes[1] = sizeof(void *) + sizeof(size_t) + sizeof(long);
}
int main()
{
    unsigned *d, h[2];
    int *sum, n, f = 10000;
    S s = { 1, 20, 3, 400, 0 };
    cudaMalloc((void **)&sum, 4);
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpyToSymbol(factor, &f, 4);
    k<<<1, 1>>>((unsigned)sum, s, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&n, sum, 4, cudaMemcpyDeviceToHost);
    printf("%d %u %u, %u\\n", n, h[0], h[1], (unsigned)sizeof(S));
}
END
nvcc -m32 cast.cu -o cast 2>log || fail "cast.cu: $(cat log)"
for target in func model; do
    said=$(GT200_TARGET=$target ./cast)
    [ "$said" = "10424 40 12, 40" ] || fail "cast.cu on $target: $said"
done

for program in api language zerocopy texture texture2d faults rounding own_names cutil; do
    nvcc -m32 "$programs/$program.cu" -o "$program" 2>log || fail "$program.cu: $(cat log)"
    devices=1
    case $program in cutil) devices=2 ;; zerocopy) devices=3 ;; esac
    GT200_DEVICES=$devices "./$program" >log 2>&1 || fail "$program: $(cat log)"
done
! GT200_TARGET=rtl ./api >log 2>&1 || fail "target rtl runs"
grep -q "target rtl .*pointers of 4 bytes" log || fail "target rtl: $(head -3 log)"
GT200_TARGET=rtl ./cast 2>log >/dev/null || true        # it looks at no result
grep -q "^gt200: target rtl .*pointers of 4 bytes" log || fail "target rtl, results not looked at: $(cat log)"
