/* SPDX-License-Identifier: Apache-2.0
 * convolution [N]: an N x N picture blurred by a separable filter of 17 taps: rows, then columns. The taps are in
 * constant memory, where all threads read the same one in turn; a tile of the picture with its border is in shared
 * memory. Beyond the edge the picture is black. */
#include "example.h"

#define RADIUS 8
#define TILE 16

__constant__ float taps[2 * RADIUS + 1];

__global__ void rows(const float *in, float *out, int n)
{
    __shared__ float s[TILE][TILE + 2 * RADIUS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;

    s[ty][tx] = x >= RADIUS ? in[y * n + x - RADIUS] : 0.0f;
    s[ty][tx + TILE] = x + TILE - RADIUS < n ? in[y * n + x + TILE - RADIUS] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += taps[k] * s[ty][tx + k];
    out[y * n + x] = sum;
}

__global__ void columns(const float *in, float *out, int n)
{
    __shared__ float s[TILE + 2 * RADIUS][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;

    s[ty][tx] = y >= RADIUS ? in[(y - RADIUS) * n + x] : 0.0f;
    s[ty + TILE][tx] = y + TILE - RADIUS < n ? in[(y + TILE - RADIUS) * n + x] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += taps[k] * s[ty + k][tx];
    out[y * n + x] = sum;
}

/* One pass on the CPU: along x (dx = 1) or y (dy = 1). */
static std::vector<float> filter(const std::vector<float> &in, const float *h, int n, int dx, int dy)
{
    std::vector<float> out(n * n);

    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++) {
                int xx = x + k * dx, yy = y + k * dy;
                if (xx >= 0 && xx < n && yy >= 0 && yy < n)
                    sum += (double)h[k + RADIUS] * in[yy * n + xx];
            }
            out[y * n + x] = (float)sum;
        }
    return out;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 64, TILE, 1024, TILE);
    std::vector<float> in(n * n);
    float h[2 * RADIUS + 1], sum = 0;
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += h[k + RADIUS] = expf(-k * k / 18.0f);
    for (int k = 0; k <= 2 * RADIUS; k++)
        h[k] /= sum;
    for (int i = 0; i < n * n; i++)
        in[i] = random.between(0, 255);

    float *a = to_device(in), *b = device_array<float>(n * n);
    CHECK(cudaMemcpyToSymbol(taps, h, sizeof h));
    dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
    watch.start();
    rows<<<grid, block>>>(a, b, n);
    columns<<<grid, block>>>(b, a, n);
    watch.stop();
    std::vector<float> out = to_host(a, n * n), expected = filter(filter(in, h, n, 1, 0), h, n, 0, 1);
    for (int i = 0; i < n * n; i++)
        wrong += !(fabsf(out[i] - expected[i]) < 2e-4f);

    char what[80];
    sprintf(what, "%d x %d", n, n);
    cudaFree(a);
    cudaFree(b);
    return verdict("convolution", what, watch, wrong);
}
