/* SPDX-License-Identifier: Apache-2.0
 * Copies of rows and slices, arrays as memory, fills; every copy also as its asynchronous form. */
#include <cuda_runtime.h>

#include "check.h"

enum { W = 37, H = 11, D = 3 };

static float f(int x, int y) { return 100.0f * y + x; }

static void pitched()
{
    float *d, *e, host[H][W + 3], back[H][W];
    size_t pitch, pitch2;

    OK(cudaMallocPitch((void **)&d, &pitch, W * sizeof(float), H));
    OK(cudaMallocPitch((void **)&e, &pitch2, W * sizeof(float), H));
    CHECK(pitch % 256 == 0 && pitch >= W * sizeof(float));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W + 3; x++)
            host[y][x] = f(x, y);
    OK(cudaMemcpy2D(d, pitch, host, sizeof host[0], sizeof back[0], H, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DAsync(e, pitch2, d, pitch, sizeof back[0], H, cudaMemcpyDeviceToDevice, 0));
    OK(cudaMemset2D((char *)e + pitch2, pitch2, 0, 8, 2));
    OK(cudaMemcpy2D(back, sizeof back[0], e, pitch2, sizeof back[0], H, cudaMemcpyDeviceToHost));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            CHECK(back[y][x] == ((y == 1 || y == 2) && x < 2 ? 0 : f(x, y)));
    CHECK_IS(cudaMemcpy2D(d, 16, host, sizeof host[0], 20, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    CHECK_IS(cudaMemcpy2D(d, pitch, host, sizeof host[0], 20, 2, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    OK(cudaFree(d));
    OK(cudaFree(e));
}

static void arrays()
{
    cudaArray *a, *b;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>(), got;
    float host[H][W], back[H][W], line[2 * W], *dev;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            host[y][x] = f(x, y);
    OK(cudaMallocArray(&a, &desc, W, H));
    OK(cudaMallocArray(&b, &desc, W, H));
    OK(cudaGetChannelDesc(&got, a));
    CHECK(got.x == 32 && got.y == 0 && got.f == cudaChannelFormatKindFloat);
    OK(cudaMemcpyToArray(a, 0, 0, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof host[0], H));
    OK(cudaMemcpy2DFromArray(back, sizeof back[0], b, 0, 0, sizeof back[0], H, cudaMemcpyDeviceToHost));
    CHECK(!memcmp(host, back, sizeof host));
    /* From the middle of a row on, over its end. */
    OK(cudaMemcpyFromArray(line, a, 30 * sizeof(float), 2, 20 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 20; i++)
        CHECK(line[i] == (i < 7 ? f(30 + i, 2) : f(i - 7, 3)));
    /* A rectangle to the device and into the other array. */
    OK(cudaMalloc((void **)&dev, 4 * 64));
    OK(cudaMemcpy2DFromArrayAsync(dev, 64, a, 5 * sizeof(float), 1, 3 * sizeof(float), 4, cudaMemcpyDeviceToDevice, 0));
    OK(cudaMemcpy2DToArrayAsync(b, 20 * sizeof(float), 6, dev, 64, 3 * sizeof(float), 4, cudaMemcpyDeviceToDevice, 0));
    OK(cudaMemcpyToArrayAsync(b, 0, 10, dev, 2 * sizeof(float), cudaMemcpyDeviceToDevice, 0));
    OK(cudaMemcpyArrayToArray(b, 4 * sizeof(float), 10, a, 0, 0, 2 * sizeof(float)));
    OK(cudaMemcpyFromArrayAsync(back, b, 0, 0, sizeof back, cudaMemcpyDeviceToHost, 0));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float want = x >= 20 && x < 23 && y >= 6 && y < 10 ? f(x - 15, y - 5)
                         : y == 10 && x < 2                    ? f(5 + x, 1)
                         : y == 10 && (x == 4 || x == 5)       ? f(x - 4, 0)
                                                               : f(x, y);
            CHECK(back[y][x] == want);
        }
    CHECK_IS(cudaMemcpy2DToArray(a, 0, 0, host, sizeof host[0], sizeof host[0], H + 1, cudaMemcpyHostToDevice),
             cudaErrorInvalidValue);
    CHECK_IS(cudaMemcpy2DToArray(a, 2, 0, host, sizeof host[0], 4, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_IS(cudaMemcpyToArray(a, 0, H - 1, host, sizeof host[0] + 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_IS(cudaMemcpyToArray(a, 0, 0, host, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    OK(cudaFree(dev));
    OK(cudaFreeArray(a));
    OK(cudaFreeArray(b));
    CHECK_IS(cudaFreeArray(a), cudaErrorInvalidResourceHandle);
    cudaChannelFormatDesc bad = { 32, 32, 32, 0, cudaChannelFormatKindFloat };
    CHECK_IS(cudaMallocArray(&a, &bad, W, H), cudaErrorInvalidChannelDescriptor);
    CHECK_IS(cudaMallocArray(&a, &desc, 8193), cudaErrorInvalidValue);
    CHECK_IS(cudaMallocArray(&a, &desc, 65537, 2), cudaErrorInvalidValue);
}

__global__ void slices(cudaPitchedPtr p, int w, int h, int d)
{
    int x = threadIdx.x;
    for (int z = 0; z < d; z++)
        for (int y = 0; y < h; y++)
            if (x < w)
                ((float *)((char *)p.ptr + (z * h + y) * p.pitch))[x] += 1000.0f * z;
}

static void volumes()
{
    cudaPitchedPtr p;
    cudaExtent e = make_cudaExtent(W * sizeof(float), H, D);
    static float host[D][H][W], back[D][H][W];

    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                host[z][y][x] = f(x, y);
    OK(cudaMalloc3D(&p, e));
    CHECK(p.xsize == W * sizeof(float) && p.ysize == H);
    OK(cudaMemset3D(p, 0x11, e));
    cudaMemcpy3DParms c = { 0 };
    c.srcPtr = make_cudaPitchedPtr(host, W * sizeof(float), W, H);
    c.dstPtr = p;
    c.extent = e;
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    slices<<<1, 64>>>(p, W, H, D);
    c.srcPtr = p;
    c.dstPtr = make_cudaPitchedPtr(back, W * sizeof(float), W, H);
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&c, 0));
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                CHECK(back[z][y][x] == f(x, y) + 1000.0f * z);
    /* A corner of one slice into an array. */
    cudaArray *a;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    OK(cudaMallocArray(&a, &desc, 8, 8));
    cudaMemcpy3DParms s = { 0 };
    s.srcPtr = p;
    s.srcPos = make_cudaPos(4 * sizeof(float), 2, 1);
    s.dstArray = a;
    s.dstPos = make_cudaPos(1, 3, 0);
    s.extent = make_cudaExtent(5, 4, 1);
    s.kind = cudaMemcpyDeviceToDevice;
    OK(cudaMemcpy3D(&s));
    float small[8][8];
    OK(cudaMemcpyFromArray(small, a, 0, 0, sizeof small, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 5; x++)
            CHECK(small[3 + y][1 + x] == f(4 + x, 2 + y) + 1000.0f);
    OK(cudaFreeArray(a));
    OK(cudaFree(p.ptr));
}

int main()
{
    pitched();
    arrays();
    volumes();
    printf("%d failures\n", failures);
    return failures != 0;
}
