/* SPDX-License-Identifier: Apache-2.0
 * life [N [PICTURE.ppm]]: J. Conway's Game of Life on a torus of N x N cells, read by texture fetches of bytes; cells
 * are written to a second array, and the two change places after each generation. Brightness in the picture tells how
 * recently a cell was alive. */
#include "example.h"

#define GENERATIONS 24
#define TILE 16

texture<unsigned char, 1, cudaReadModeElementType> cells;

__global__ void generation(unsigned char *next, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int left = x ? x - 1 : n - 1, right = x < n - 1 ? x + 1 : 0;
    int up = (y ? y - 1 : n - 1) * n, here = y * n, down = (y < n - 1 ? y + 1 : 0) * n;
    int around = tex1Dfetch(cells, up + left) + tex1Dfetch(cells, up + x) + tex1Dfetch(cells, up + right) +
                 tex1Dfetch(cells, here + left) + tex1Dfetch(cells, here + right) + tex1Dfetch(cells, down + left) +
                 tex1Dfetch(cells, down + x) + tex1Dfetch(cells, down + right);

    next[here + x] = around == 3 || (around == 2 && tex1Dfetch(cells, here + x));
}

static std::vector<unsigned char> generation_cpu(const std::vector<unsigned char> &cell, int n)
{
    std::vector<unsigned char> next(n * n);

    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int around = -cell[y * n + x];
            for (int dy = n - 1; dy <= n + 1; dy++)
                for (int dx = n - 1; dx <= n + 1; dx++)
                    around += cell[(y + dy) % n * n + (x + dx) % n];
            next[y * n + x] = around == 3 || (around == 2 && cell[y * n + x]);
        }
    return next;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 64, TILE, 1024, TILE);
    std::vector<unsigned char> cell(n * n), glow(n * n, 0);
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n * n; i++)
        cell[i] = random.below(3) == 0;
    unsigned char *now = to_device(cell), *next = device_array<unsigned char>(n * n);
    for (int g = 0; g < GENERATIONS; g++) {
        CHECK(cudaBindTexture(NULL, cells, now, n * n));
        watch.start();
        generation<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(next, n);
        watch.stop();
        std::swap(now, next);
        cell = generation_cpu(cell, n);
        for (int i = 0; i < n * n; i++)
            glow[i] = cell[i] ? 255 : glow[i] * 4 / 5;
    }
    CHECK(cudaUnbindTexture(cells));
    std::vector<unsigned char> out = to_host(now, n * n);
    for (int i = 0; i < n * n; i++)
        wrong += out[i] != cell[i];

    if (argc > 2) {
        std::vector<unsigned char> rgb;
        int zoom = std::max(1, 512 / n);
        for (int y = 0; y < n * zoom; y++)
            for (int x = 0; x < n * zoom; x++) {
                int i = y / zoom * n + x / zoom;
                rgb.push_back(out[i] ? 255 : glow[i] / 3);
                rgb.push_back(out[i] ? 255 : glow[i] / 2);
                rgb.push_back(out[i] ? 200 : glow[i]);
            }
        write_ppm(argv[2], n * zoom, n * zoom, rgb);
    }
    char what[80];
    sprintf(what, "%d x %d cells, %d generations", n, n, GENERATIONS);
    cudaFree(now);
    cudaFree(next);
    return verdict("life", what, watch, wrong);
}
