/* SPDX-License-Identifier: Apache-2.0
 * mandelbrot [N [PICTURE.ppm]]: the Mandelbrot set in N x 3N/4 pixels, one thread each. Threads of a warp leave the
 * loop at different times: the warp goes on until the last has left. __fmul_rn and __fadd_rn keep the compiler from
 * joining them into a multiply-add, which rounds differently: the counts are those of the CPU. */
#include "example.h"

#define MOST 256

__global__ void iterate(unsigned short *count, int width, int height, float scale)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    float cx = __fadd_rn(__fmul_rn((float)px, scale), -2.25f), cy = __fmul_rn((float)(py - height / 2), scale), x = 0,
          y = 0, x2 = 0, y2 = 0;
    int i = 0;
    while (i < MOST && x2 + y2 <= 4.0f) {
        y = __fadd_rn(__fmul_rn(2.0f * x, y), cy);
        x = x2 - y2 + cx;
        x2 = __fmul_rn(x, x);
        y2 = __fmul_rn(y, y);
        i++;
    }
    count[py * width + px] = i;
}

static int iterations(int px, int py, int height, float scale)
{
    volatile float scaled = px * scale;         /* rounded, on every host */
    float cx = scaled - 2.25f, cy = (py - height / 2) * scale, x = 0, y = 0, x2 = 0, y2 = 0;
    int i = 0;

    while (i < MOST && x2 + y2 <= 4.0f) {
        volatile float xy = 2.0f * x * y;
        y = xy + cy;
        x = x2 - y2 + cx;
        volatile float xx = x * x, yy = y * y;
        x2 = xx;
        y2 = yy;
        i++;
    }
    return i;
}

int main(int argc, char **argv)
{
    int width = size_argument(argc, argv, 128, 16, 2048, 4), height = width * 3 / 4;
    float scale = 3.0f / width;
    Stopwatch watch;
    long wrong = 0;

    unsigned short *dcount = device_array<unsigned short>(width * height);
    dim3 block(16, 8);
    watch.start();
    iterate<<<dim3(blocks_for(width, block.x), blocks_for(height, block.y)), block>>>(dcount, width, height, scale);
    watch.stop();
    std::vector<unsigned short> count = to_host(dcount, width * height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += count[y * width + x] != iterations(x, y, height, scale);

    if (argc > 2) {
        std::vector<unsigned char> rgb;
        for (int i = 0; i < width * height; i++) {
            double at = count[i] == MOST ? 0 : sqrt((double)count[i] / MOST);
            rgb.push_back((unsigned char)(255 * pow(at, 1.5)));
            rgb.push_back((unsigned char)(255 * at));
            rgb.push_back((unsigned char)(255 * std::min(1.0, count[i] == MOST ? 0 : 0.25 + 1.5 * at)));
        }
        write_ppm(argv[2], width, height, rgb);
    }
    char what[80];
    sprintf(what, "%d x %d pixels", width, height);
    cudaFree(dcount);
    return verdict("mandelbrot", what, watch, wrong);
}
