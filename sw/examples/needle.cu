/* SPDX-License-Identifier: Apache-2.0
 * needle [N]: best alignment of two sequences of N bases (S. Needleman, C. Wunsch 1970). A score depends on its
 * upper, left and upper left neighbours: the tiles on an antidiagonal of the table are independent, and within a
 * tile, held in shared memory, so are the scores on each antidiagonal. */
#include "example.h"

#define TILE 16
#define GAP (-3)
#define SAME 5
#define DIFFERENT (-4)

/* The tiles (x, diagonal - x), x from `first`; scores in a table of (n + 1) x (n + 1), sequences before row and
 * column 1. */
__global__ void align(const char *down, const char *across, int *score, int n, int diagonal, int first)
{
    __shared__ int s[TILE + 1][TILE + 1];
    __shared__ char a[TILE], b[TILE];
    int t = threadIdx.x, x = (first + blockIdx.x) * TILE, y = (diagonal - first - (int)blockIdx.x) * TILE,
        width = n + 1;

    a[t] = down[y + t];
    b[t] = across[x + t];
    s[0][t + 1] = score[y * width + x + t + 1];
    s[t + 1][0] = score[(y + t + 1) * width + x];
    if (t == 0)
        s[0][0] = score[y * width + x];
    __syncthreads();
    for (int d = 0; d < 2 * TILE - 1; d++) {
        int j = t, i = d - t;
        if (i >= 0 && i < TILE) {
            int best = s[i][j] + (a[i] == b[j] ? SAME : DIFFERENT);
            best = max(best, s[i][j + 1] + GAP);
            s[i + 1][j + 1] = max(best, s[i + 1][j] + GAP);
        }
        __syncthreads();
    }
    for (int i = 0; i < TILE; i++)
        score[(y + i + 1) * width + x + t + 1] = s[i + 1][t + 1];
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 256, TILE, 2048, TILE), width = n + 1, tiles = n / TILE;
    std::vector<char> down(n), across(n);
    std::vector<int> expected(width * width, 0);
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int i = 0; i < n; i++) {
        down[i] = "ACGT"[random.below(4)];
        across[i] = random.below(4) && i > 2 ? down[i - 2] : "ACGT"[random.below(4)];
    }
    for (int i = 0; i <= n; i++)
        expected[i] = expected[i * width] = i * GAP;
    char *ddown = to_device(down), *dacross = to_device(across);
    int *dscore = to_device(expected);
    watch.start();
    for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
        int first = std::max(0, diagonal - tiles + 1), count = std::min(diagonal, tiles - 1) - first + 1;
        align<<<count, TILE>>>(ddown, dacross, dscore, n, diagonal, first);
    }
    watch.stop();
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
            int best = expected[(i - 1) * width + j - 1] + (down[i - 1] == across[j - 1] ? SAME : DIFFERENT);
            best = std::max(best, expected[(i - 1) * width + j] + GAP);
            expected[i * width + j] = std::max(best, expected[i * width + j - 1] + GAP);
        }
    std::vector<int> score = to_host(dscore, width * width);
    for (int i = 0; i < width * width; i++)
        wrong += score[i] != expected[i];

    char what[80];
    sprintf(what, "%d x %d bases, score %d", n, n, expected[width * width - 1]);
    cudaFree(ddown);
    cudaFree(dacross);
    cudaFree(dscore);
    return verdict("needle", what, watch, wrong);
}
