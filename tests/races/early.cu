// SPDX-License-Identifier: Apache-2.0
// Each thread touches words of its own only, but thread 0 a[0] and what that says: no race. clang knows the address of
// a[0] and lets all threads load it (sw/compiler/cc/ir/loads.c).
extern "C" __global__ void early(unsigned *out)
{
    __shared__ unsigned a[64];
    unsigned tid = threadIdx.x;
    a[tid] = tid;
    unsigned *p = tid ? &a[tid] : &a[(tid ^ a[tid >> 3]) & 7];
    *p = *p + 1;
    out[tid] = *p;
}
