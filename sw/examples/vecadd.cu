/* SPDX-License-Identifier: Apache-2.0
 * vecadd [N]: sum of two vectors, one element per thread. */
#include "example.h"

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 1000, 1, 1 << 22, 1), wrong = 0;
    std::vector<float> a(n), b(n);
    Stopwatch watch;

    for (int i = 0; i < n; i++) {
        a[i] = 0.5f * i;
        b[i] = 1000.0f - i;
    }
    float *da = to_device(a), *db = to_device(b), *dc = device_array<float>(n);
    watch.start();
    add<<<blocks_for(n, 128), 128>>>(da, db, dc, n);
    watch.stop();
    std::vector<float> c = to_host(dc, n);
    for (int i = 0; i < n; i++)
        wrong += c[i] != a[i] + b[i];

    char what[80];
    sprintf(what, "%d elements", n);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return verdict("vecadd", what, watch, wrong);
}
