#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# refused.sh GT200 WORK: what does not fit chip small is refused by its name: code of sm_13, double precision, textures,
# blocks with too many threads or registers; what fits runs in func and model with the same values; its properties and
# occupancy are those of the record.
set -eu
[ $# = 2 ] || { echo "usage: refused.sh GT200 WORK" >&2; exit 2; }
gt200=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "refused.sh: $*" >&2; exit 1; }

# kernel ARCH REGS INSTRUCTION: k.cubin
kernel() {
    printf '%s\n' ".arch sm_$1" '.abi 0' '.kernel k' '.lmem 0' '.smem 16' ".reg $2" '.bar 0' "$3" nop.exit >k.s
    "$gt200" as k.s -o k.cubin || fail "$3"
}
# refuses "TEXT" OPTION...
refuses() {
    text=$1
    shift
    for target in func model; do
        ! "$gt200" run k.cubin -k k "$@" --chip small --target $target >log 2>&1 || fail "$text: taken by $target"
        grep -qF "$text" log || fail "$target: expected '$text', it says: $(cat log)"
    done
}
kernel 13 4 nop
refuses 'k.cubin: code of sm_13, chip small runs that of sm_12 (-arch=sm_12)' -g 1 -b 32
kernel 12 4 'add.rn.f64 $r0d, $r0d, $r0d'
refuses 'at pc 0x0: double precision is first in compute capability 1.3, chip small has 1.2' -g 1 -b 32
kernel 12 4 'texfetch.live {$r0,_,_,_}, $t0, $s0, {$r0}, 0x0, 0x0, 0x0'
refuses 'at pc 0x0: chip small has no texture unit' -g 1 -b 32
kernel 12 4 nop
refuses 'block size in x is 257, allowed are 1 to 256' -g 1 -b 257
refuses 'block of 512 threads, at most 256' -g 1 -b 128,4
kernel 12 17 nop
refuses 'block needs 5120 registers (256 threads of 20), at most 4096' -g 1 -b 256
kernel 12 16 nop
"$gt200" run k.cubin -k k -g 9 -b 256 --chip small --target model >log || fail "$(cat log)"

"$gt200" occupancy --chip small --regs 16 --smem 4096 --threads 64 >log
grep -q 'resident: 4 blocks, 8 warps, 256 threads' log || fail "occupancy: $(cat log)"
"$gt200" occupancy --chip small --regs 16 --smem 512 --csv | tail -1 | grep -q '^256,16,512,1,8,256,1.0000,' ||
    fail "occupancy: block sizes end elsewhere"

cat >k.cu <<'EOF'
#include <cstdio>
__global__ void k(int *to) { to[blockIdx.x * blockDim.x + threadIdx.x] = __popc(threadIdx.x) + blockIdx.x; }
int main()
{
    int *d, h[1024], sum = 0;
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    cudaMalloc(&d, sizeof h);
    k<<<4, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1024; i++)
        sum += h[i];
    k<<<2, 512>>>(d);
    printf("%s: %d.%d, %d, %d, %d, %d, sum %d, 512: %s\n", p.name, p.major, p.minor, p.maxThreadsPerBlock,
           p.maxThreadsPerMultiProcessor, p.regsPerBlock, p.multiProcessorCount, sum,
           cudaGetErrorString(cudaGetLastError()));
}
EOF
"$gt200" cc -arch=sm_12 k.cu -o k || fail "k.cu"
for target in func model; do
    GT200_QUIET=1 GT200_CHIP=small GT200_TARGET=$target ./k >log 2>&1 || fail "$target: $(cat log)"
    grep -q "^small GT200 (SMALL $target): 1.2, 256, 256, 4096, 1, sum 5632, 512: kernel k(int\*): block" log ||
        fail "$target: $(cat log)"
done
