/* SPDX-License-Identifier: Apache-2.0
 * convolution_texture [N]: an N x N picture blurred by a separable filter of 17 taps, the pictures read by texture
 * fetches: the texture cache holds the neighbourhood that the threads share, so the kernel needs neither shared
 * memory nor barriers. The edge of the picture is repeated. */
#include "example.h"

#define RADIUS 8
#define TILE 16

__constant__ float taps[2 * RADIUS + 1];
texture<float, 1, cudaReadModeElementType> picture;

/* Along x (dx = 1) or y (dy = 1). */
template <int dx, int dy> __global__ void blur(float *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0.0f;

    for (int k = -RADIUS; k <= RADIUS; k++) {
        int xx = min(max(x + k * dx, 0), n - 1), yy = min(max(y + k * dy, 0), n - 1);
        sum += taps[k + RADIUS] * tex1Dfetch(picture, yy * n + xx);
    }
    out[y * n + x] = sum;
}

static std::vector<float> filter(const std::vector<float> &in, const float *h, int n, int dx, int dy)
{
    std::vector<float> out(n * n);

    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++) {
                int xx = std::min(std::max(x + k * dx, 0), n - 1), yy = std::min(std::max(y + k * dy, 0), n - 1);
                sum += (double)h[k + RADIUS] * in[yy * n + xx];
            }
            out[y * n + x] = (float)sum;
        }
    return out;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 64, TILE, 1024, TILE);
    size_t bytes = n * n * sizeof(float);
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
    CHECK(cudaBindTexture(NULL, picture, a, bytes));
    blur<1, 0><<<grid, block>>>(b, n);
    CHECK(cudaBindTexture(NULL, picture, b, bytes));
    blur<0, 1><<<grid, block>>>(a, n);
    watch.stop();
    CHECK(cudaUnbindTexture(picture));
    std::vector<float> out = to_host(a, n * n), expected = filter(filter(in, h, n, 1, 0), h, n, 0, 1);
    for (int i = 0; i < n * n; i++)
        wrong += !(fabsf(out[i] - expected[i]) < 2e-4f);

    char what[80];
    sprintf(what, "%d x %d", n, n);
    cudaFree(a);
    cudaFree(b);
    return verdict("convolution_texture", what, watch, wrong);
}
