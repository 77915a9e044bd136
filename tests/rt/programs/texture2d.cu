/* SPDX-License-Identifier: Apache-2.0
 * tex1D and tex2D of arrays and pitched memory against a reference on the host: formats, read modes, address modes,
 * filters. */
#include <cuda_runtime.h>

#include "check.h"

enum { W = 13, H = 7, N = 64 };

texture<float, 2> t_float;
texture<float4, 2> t_float4;
texture<int2, 2> t_int2;
texture<unsigned short, 2> t_ushort;
texture<short4, 2> t_short4;
texture<uchar4, 2> t_uchar4;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> n_uchar;
texture<uchar4, 2, cudaReadModeNormalizedFloat> n_uchar4;
texture<short2, 2, cudaReadModeNormalizedFloat> n_short2;
texture<float, 1> t_line;
texture<ushort4, 1, cudaReadModeNormalizedFloat> n_line;

/* What a fetch gives, as four floats. */
__device__ float4 four(float v) { return make_float4(v, 0, 0, 0); }
__device__ float4 four(float2 v) { return make_float4(v.x, v.y, 0, 0); }
__device__ float4 four(float4 v) { return v; }
__device__ float4 four(int2 v) { return make_float4((float)v.x, (float)v.y, 0, 0); }
__device__ float4 four(unsigned short v) { return make_float4((float)v, 0, 0, 0); }
__device__ float4 four(short4 v) { return make_float4((float)v.x, (float)v.y, (float)v.z, (float)v.w); }
__device__ float4 four(uchar4 v) { return make_float4((float)v.x, (float)v.y, (float)v.z, (float)v.w); }

#define KERNEL(T, FETCH) \
    __global__ void k_##T(const float2 *at, float4 *out) \
    { \
        float2 p = at[threadIdx.x]; \
        out[threadIdx.x] = four(FETCH); \
    }
KERNEL(t_float, tex2D(t_float, p.x, p.y))
KERNEL(t_float4, tex2D(t_float4, p.x, p.y))
KERNEL(t_int2, tex2D(t_int2, p.x, p.y))
KERNEL(t_ushort, tex2D(t_ushort, p.x, p.y))
KERNEL(t_short4, tex2D(t_short4, p.x, p.y))
KERNEL(t_uchar4, tex2D(t_uchar4, p.x, p.y))
KERNEL(n_uchar, tex2D(n_uchar, p.x, p.y))
KERNEL(n_uchar4, tex2D(n_uchar4, p.x, p.y))
KERNEL(n_short2, tex2D(n_short2, p.x, p.y))
KERNEL(t_line, tex1D(t_line, p.x))
KERNEL(n_line, tex1D(n_line, p.x))

static double image[H][W][4];           /* the texels, as values */

/* Texel number i of n after clamping, wrapping ...; -1: outside. */
static int place(int i, int n, int mode)
{
    if (mode == cudaAddressModeWrap)
        return (i % n + n) % n;
    if (mode == cudaAddressModeMirror) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    if (mode == cudaAddressModeBorder)
        return i >= 0 && i < n ? i : -1;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static double texel(int x, int y, int h, int c, const textureReference &r)
{
    int i = place(x, W, r.addressMode[0]), j = place(y, h, r.addressMode[1]);
    return i < 0 || j < 0 ? 0 : image[j][i][c];
}

static double floor_(double x) { return floor(x); }

/* The CUDA Programming Guide: weights of 8 fractional bits, here rounded to nearest. */
static double reference(float2 p, int h, int c, const textureReference &r)
{
    double x = p.x, y = h > 1 ? p.y : 0.5;
    if (r.normalized) {
        x *= W;
        y = h > 1 ? y * h : 0.5;
    }
    if (r.filterMode == cudaFilterModePoint)
        return texel((int)floor_(x), (int)floor_(y), h, c, r);
    double bx = floor_((x - 0.5) * 256 + 0.5) / 256, by = h > 1 ? floor_((y - 0.5) * 256 + 0.5) / 256 : 0;
    int i = (int)floor_(bx), j = (int)floor_(by);
    double a = bx - i, b = by - j;
    return (1 - a) * (1 - b) * texel(i, j, h, c, r) + a * (1 - b) * texel(i + 1, j, h, c, r) +
           (1 - a) * b * texel(i, j + 1, h, c, r) + a * b * texel(i + 1, j + 1, h, c, r);
}

static float2 places[N];
static unsigned seed = 1;
static unsigned draw() { return seed = seed * 1664525u + 1013904223u, seed >> 8; }

/* Coordinates inside and around; of every fourth the exact middle or edge of a texel. */
static void choose_places(int h, bool normalized)
{
    for (int i = 0; i < N; i++) {
        float x = (float)(draw() % 4096) / 4096.0f * (2 * W) - W / 2.0f,
              y = (float)(draw() % 4096) / 4096.0f * (2 * h) - h / 2.0f;
        if (i % 4 == 0) {
            x = floorf(x) + (i % 8 ? 0.5f : 0.0f);
            y = floorf(y) + 0.5f;
        }
        if (normalized) {               /* away from edges, where rounding decides */
            x = (floorf(x * 8) + 0.375f) / 8 / W;
            y = (floorf(y * 8) + 0.375f) / 8 / h;
        }
        places[i] = make_float2(x, y);
    }
}

static void run(const char *name, void (*kernel)(const float2 *, float4 *), const textureReference &r, int comps, int h)
{
    float2 *d_at;
    float4 *d_out, out[N];

    choose_places(h, r.normalized);
    OK(cudaMalloc((void **)&d_at, sizeof places));
    OK(cudaMalloc((void **)&d_out, sizeof out));
    OK(cudaMemcpy(d_at, places, sizeof places, cudaMemcpyHostToDevice));
    kernel<<<1, N>>>(d_at, d_out);
    OK(cudaGetLastError());
    OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        for (int c = 0; c < comps; c++) {
            double want = reference(places[i], h, c, r), got = (&out[i].x)[c],
                   room = r.filterMode == cudaFilterModePoint ? 6e-8 : 1e-6;
            if (fabs(got - want) > room * (fabs(want) + 1)) {
                printf("%s: at (%g, %g), component %d: %.9g, expected %.9g (normalized %d, filter %d, modes %d %d)\n",
                       name, places[i].x, places[i].y, c, got, want, r.normalized, (int)r.filterMode,
                       (int)r.addressMode[0], (int)r.addressMode[1]);
                failures++;
                break;
            }
        }
    OK(cudaFree(d_at));
    OK(cudaFree(d_out));
}

template <class E> static void fill(E *texels, int comps, int h, double scale)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < comps; c++) {
                E v = (E)(sizeof(E) == 1 ? draw() % 256 : (E)-1 > 0 ? draw() % 65536 : (int)(draw() % 60000) - 30000);
                texels[(y * W + x) * comps + c] = v;
                image[y][x][c] = (double)v / scale;
                if (scale > 1 && image[y][x][c] < -1)
                    image[y][x][c] = -1;
            }
}

/* One texture through all address modes, coordinates and the filters it may have. */
template <class E, class X>
static void all(const char *name, void (*kernel)(const float2 *, float4 *), X &t, int comps, int h, double scale,
                bool linear)
{
    static E texels[H * W * 4];
    cudaArray *array;

    fill(texels, comps, h, scale);
    OK(cudaMallocArray(&array, &t.channelDesc, W, h > 1 ? h : 0));
    OK(cudaMemcpyToArray(array, 0, 0, texels, sizeof(E) * W * h * comps, cudaMemcpyHostToDevice));
    for (int normalized = 0; normalized < 2; normalized++)
        for (int filter = 0; filter <= (linear ? 1 : 0); filter++)
            for (int mode = 0; mode < 4; mode++) {
                if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
                    continue;
                t.normalized = normalized;
                t.filterMode = (cudaTextureFilterMode)filter;
                t.addressMode[0] = (cudaTextureAddressMode)mode;
                t.addressMode[1] = (cudaTextureAddressMode)(normalized ? (mode + 1) % 4 : mode);
                OK(cudaBindTextureToArray(t, array));
                run(name, kernel, t, comps, h);
            }
    OK(cudaUnbindTexture(t));
    OK(cudaFreeArray(array));
}

/* Rows in linear memory, at a pitch. */
static void pitched()
{
    float texels[H * W], *d;
    size_t pitch, offset = 1;

    fill(texels, 1, H, 1);
    OK(cudaMallocPitch((void **)&d, &pitch, W * sizeof(float), H));
    OK(cudaMemcpy2D(d, pitch, texels, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
    t_float.normalized = 0;
    t_float.filterMode = cudaFilterModeLinear;
    t_float.addressMode[0] = t_float.addressMode[1] = cudaAddressModeClamp;
    OK(cudaBindTexture2D(&offset, t_float, d, t_float.channelDesc, W, H, pitch));
    CHECK(offset == 0);
    run("pitched", k_t_float, t_float, 1, H);
    t_float.filterMode = cudaFilterModePoint;
    OK(cudaBindTexture2D(0, t_float, d, W, H, pitch));
    run("pitched", k_t_float, t_float, 1, H);
    t_float.sRGB = 1;
    CHECK_IS(cudaBindTexture2D(0, t_float, d, W, H, pitch), cudaErrorNotSupported);
    t_float.sRGB = 0;
    CHECK_IS(cudaBindTexture2D(0, t_float, d, W, H, pitch + 4), cudaErrorInvalidValue);
    CHECK_IS(cudaBindTexture2D(0, t_float, d + 1, W, H, pitch), cudaErrorInvalidValue);
    CHECK_IS(cudaBindTexture2D(0, t_float, d, W, 32769, pitch), cudaErrorInvalidValue);
    OK(cudaFree(d));
}

static void refused()
{
    cudaArray *array;
    float2 *at;
    float4 *out, host[N];

    OK(cudaMallocArray(&array, &t_int2.channelDesc, W, H));
    t_int2.filterMode = cudaFilterModeLinear;
    CHECK_IS(cudaBindTextureToArray(t_int2, array), cudaErrorInvalidFilterSetting);
    t_int2.filterMode = cudaFilterModePoint;
    CHECK_IS(cudaBindTextureToArray(t_float, array, t_float.channelDesc), cudaErrorInvalidChannelDescriptor);
    OK(cudaBindTextureToArray(t_int2, array));
    OK(cudaFreeArray(array));               /* what was bound to it is not bound any more: zeros */
    OK(cudaMalloc((void **)&at, N * sizeof *at));
    OK(cudaMalloc((void **)&out, N * sizeof *out));
    OK(cudaMemset(at, 0, N * sizeof *at));
    k_t_int2<<<1, N>>>(at, out);
    OK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        CHECK(host[i].x == 0 && host[i].y == 0);
    OK(cudaFree(at));
    OK(cudaFree(out));
}

int main()
{
    all<float>("float", k_t_float, t_float, 1, H, 1, true);
    all<float>("float4", k_t_float4, t_float4, 4, H, 1, true);
    all<int>("int2", k_t_int2, t_int2, 2, H, 1, false);
    all<unsigned short>("ushort", k_t_ushort, t_ushort, 1, H, 1, false);
    all<short>("short4", k_t_short4, t_short4, 4, H, 1, false);
    all<unsigned char>("uchar4", k_t_uchar4, t_uchar4, 4, H, 1, false);
    all<unsigned char>("uchar as fraction", k_n_uchar, n_uchar, 1, H, 255, true);
    all<unsigned char>("uchar4 as fraction", k_n_uchar4, n_uchar4, 4, H, 255, true);
    all<short>("short2 as fraction", k_n_short2, n_short2, 2, H, 32767, true);
    all<float>("line of float", k_t_line, t_line, 1, 1, 1, true);
    all<unsigned short>("line of ushort4 as fraction", k_n_line, n_line, 4, 1, 65535, true);
    pitched();
    refused();
    printf("%d failures\n", failures);
    return failures != 0;
}
