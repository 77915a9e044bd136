/* SPDX-License-Identifier: Apache-2.0
 * Figure 9: kernels that need exactly N registers per thread, all live at the barrier. 41 tells what 40 and 44 do
 * not: the unit of allocation. */
template <int N> __device__ void keep()
{
    __shared__ volatile unsigned cell;
    unsigned v[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        v[i] = cell;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++)
        cell = v[i];
}

#define REGS(n) extern "C" __global__ void regs_##n(unsigned *, unsigned *, unsigned, unsigned, int) { keep<n>(); }
REGS(4)
REGS(8) REGS(12) REGS(16) REGS(20) REGS(24) REGS(28) REGS(32) REGS(36) REGS(40) REGS(41) REGS(44) REGS(48) REGS(52)
    REGS(56) REGS(60) REGS(64) REGS(68) REGS(72) REGS(76) REGS(80) REGS(84) REGS(88) REGS(92) REGS(96) REGS(100)
        REGS(104) REGS(108) REGS(112) REGS(116) REGS(120) REGS(124)
