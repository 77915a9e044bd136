/* SPDX-License-Identifier: Apache-2.0
 * Sum of n integers: each block adds up its part in shared memory and writes one partial sum. */
extern "C" __global__ void reduce(const int *in, int *out, int n)
{
    __shared__ int part[256];
    int t = threadIdx.x, sum = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    part[t] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}
