/* SPDX-License-Identifier: Apache-2.0
 * tex3D of arrays against a reference on the host: formats, read modes, address modes, filters; arrays of three
 * dimensions and copies from and to them. */
#include <cuda_runtime.h>

#include "check.h"

enum { W = 5, H = 4, D = 6, N = 64 };

texture<float, 3> t_float;
texture<float4, 3> t_float4;
texture<int2, 3> t_int2;
texture<unsigned short, 3> t_ushort;
texture<signed char, 3> t_char;
texture<unsigned char, 3, cudaReadModeNormalizedFloat> n_uchar;
texture<short2, 3, cudaReadModeNormalizedFloat> n_short2;

/* What a fetch gives, as four floats. */
__device__ float4 four(float v) { return make_float4(v, 0, 0, 0); }
__device__ float4 four(float2 v) { return make_float4(v.x, v.y, 0, 0); }
__device__ float4 four(float4 v) { return v; }
__device__ float4 four(int2 v) { return make_float4((float)v.x, (float)v.y, 0, 0); }
__device__ float4 four(unsigned short v) { return make_float4((float)v, 0, 0, 0); }
__device__ float4 four(signed char v) { return make_float4((float)v, 0, 0, 0); }

#define KERNEL(T) \
    __global__ void k_##T(const float4 *at, float4 *out) \
    { \
        float4 p = at[threadIdx.x]; \
        out[threadIdx.x] = four(tex3D(T, p.x, p.y, p.z)); \
    }
KERNEL(t_float)
KERNEL(t_float4)
KERNEL(t_int2)
KERNEL(t_ushort)
KERNEL(t_char)
KERNEL(n_uchar)
KERNEL(n_short2)

static const int extent[3] = { W, H, D };
static double volume[D][H][W][4];       /* the texels, as values */

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

/* The CUDA Programming Guide: weights of 8 fractional bits, here rounded to nearest. */
static double reference(float4 p, int c, const textureReference &r)
{
    const float at[3] = { p.x, p.y, p.z };
    bool linear = r.filterMode == cudaFilterModeLinear;
    double weight[3], sum = 0;
    int first[3];

    for (int d = 0; d < 3; d++) {
        double x = r.normalized ? (double)at[d] * extent[d] : at[d];
        if (linear)
            x = floor((x - 0.5) * 256 + 0.5) / 256;
        first[d] = (int)floor(x);
        weight[d] = linear ? x - first[d] : 0;
    }
    for (int k = 0; k < 8; k++) {
        double w = 1;
        int i[3];
        for (int d = 0; d < 3; d++) {
            int second = k >> d & 1;
            w *= second ? weight[d] : 1 - weight[d];
            i[d] = place(first[d] + second, extent[d], r.addressMode[d]);
        }
        if (w != 0 && i[0] >= 0 && i[1] >= 0 && i[2] >= 0)
            sum += w * volume[i[2]][i[1]][i[0]][c];
    }
    return sum;
}

static float4 places[N];
static unsigned seed = 1;
static unsigned draw() { return seed = seed * 1664525u + 1013904223u, seed >> 8; }

/* Coordinates inside and around; of every fourth the exact middle or edge of a texel. */
static void choose_places(bool normalized)
{
    for (int i = 0; i < N; i++) {
        float at[3];
        for (int d = 0; d < 3; d++) {
            float n = (float)extent[d];
            at[d] = (float)(draw() % 4096) / 4096.0f * (2 * n) - n / 2;
            if (i % 4 == 0)
                at[d] = floorf(at[d]) + (i % 8 ? 0.5f : d ? 0.25f : 0.0f);
            if (normalized)             /* away from edges, where rounding decides */
                at[d] = (floorf(at[d] * 8) + 0.375f) / 8 / n;
        }
        places[i] = make_float4(at[0], at[1], at[2], 0);
    }
}

static void run(const char *name, void (*kernel)(const float4 *, float4 *), const textureReference &r, int comps)
{
    float4 *d_at, *d_out, out[N];

    choose_places(r.normalized);
    OK(cudaMalloc((void **)&d_at, sizeof places));
    OK(cudaMalloc((void **)&d_out, sizeof out));
    OK(cudaMemcpy(d_at, places, sizeof places, cudaMemcpyHostToDevice));
    kernel<<<1, N>>>(d_at, d_out);
    OK(cudaGetLastError());
    OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        for (int c = 0; c < comps; c++) {
            double want = reference(places[i], c, r), got = (&out[i].x)[c],
                   room = r.filterMode == cudaFilterModePoint ? 6e-8 : 1e-6;
            if (fabs(got - want) > room * (fabs(want) + 1)) {
                printf("%s: at (%g, %g, %g), component %d: %.9g, expected %.9g (normalized %d, filter %d, modes %d %d "
                       "%d)\n", name, places[i].x, places[i].y, places[i].z, c, got, want, r.normalized,
                       (int)r.filterMode, (int)r.addressMode[0], (int)r.addressMode[1], (int)r.addressMode[2]);
                failures++;
                break;
            }
        }
    OK(cudaFree(d_at));
    OK(cudaFree(d_out));
}

/* One texture through all address modes, coordinates and the filters it may have. */
template <class E, class X>
static void all(const char *name, void (*kernel)(const float4 *, float4 *), X &t, int comps, double scale, bool linear)
{
    static E texels[D][H][W][4];
    cudaExtent e = make_cudaExtent(W, H, D);
    cudaMemcpy3DParms p = { 0 };
    cudaArray *array;
    E *flat = &texels[0][0][0][0];

    for (int i = 0; i < W * H * D; i++)
        for (int c = 0; c < comps; c++) {
            E v = (E)(sizeof(E) == 1 ? draw() % 256 : (E)-1 > 0 ? draw() % 65536 : (int)(draw() % 60000) - 30000);
            double &value = (&volume[0][0][0][0])[4 * i + c];
            flat[i * comps + c] = v;
            value = (double)v / scale;
            if (scale > 1 && value < -1)
                value = -1;
        }
    OK(cudaMalloc3DArray(&array, &t.channelDesc, e));
    p.srcPtr = make_cudaPitchedPtr(flat, W * comps * sizeof(E), W, H);
    p.dstArray = array;
    p.extent = e;
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    for (int normalized = 0; normalized < 2; normalized++)
        for (int filter = 0; filter <= (linear ? 1 : 0); filter++)
            for (int mode = 0; mode < 4; mode++) {
                if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
                    continue;
                t.normalized = normalized;
                t.filterMode = (cudaTextureFilterMode)filter;
                for (int d = 0; d < 3; d++)
                    t.addressMode[d] = (cudaTextureAddressMode)(normalized ? (mode + d) % 4 : mode);
                OK(cudaBindTextureToArray(t, array));
                run(name, kernel, t, comps);
            }
    OK(cudaUnbindTexture(t));
    OK(cudaFreeArray(array));
}

/* Parts of arrays: to and from the host, to and from pitched memory, from array to array. */
static void copies()
{
    static int in[D][H][W], out[D][H][W];
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaMemcpy3DParms p = { 0 };
    cudaArray *a, *b;
    cudaPitchedPtr dev;

    for (int i = 0; i < D * H * W; i++)
        (&in[0][0][0])[i] = 1000 + i;
    OK(cudaMalloc3DArray(&a, &desc, make_cudaExtent(W, H, D)));
    OK(cudaMalloc3DArray(&b, &desc, make_cudaExtent(W, H + 1, D + 1)));
    OK(cudaMalloc3D(&dev, make_cudaExtent(W * sizeof(int), H, D)));
    p.srcPtr = make_cudaPitchedPtr(in, W * sizeof(int), W, H);
    p.dstArray = a;
    p.extent = make_cudaExtent(W, H, D);
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    /* all but a border of one, to another place of b, whose slices are larger */
    memset(&p, 0, sizeof p);
    p.srcArray = a;
    p.srcPos = make_cudaPos(1, 1, 1);
    p.dstArray = b;
    p.dstPos = make_cudaPos(2, 3, 2);
    p.extent = make_cudaExtent(W - 2, H - 2, D - 2);
    p.kind = cudaMemcpyDeviceToDevice;
    OK(cudaMemcpy3D(&p));
    p.dstPos.y = 4;                     /* would run into the next slice */
    CHECK_IS(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    p.dstPos = make_cudaPos(2, 3, 4);
    CHECK_IS(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    memset(&p, 0, sizeof p);
    p.srcArray = b;
    p.srcPos = make_cudaPos(2, 3, 2);
    p.dstPtr = dev;
    p.dstPos = make_cudaPos(sizeof(int), 1, 1);
    p.extent = make_cudaExtent(W - 2, H - 2, D - 2);
    p.kind = cudaMemcpyDeviceToDevice;
    OK(cudaMemset3D(dev, 0, make_cudaExtent(W * sizeof(int), H, D)));
    OK(cudaMemcpy3D(&p));
    memset(&p, 0, sizeof p);
    p.srcPtr = dev;
    p.dstPtr = make_cudaPitchedPtr(out, W * sizeof(int), W, H);
    p.extent = make_cudaExtent(W * sizeof(int), H, D);
    p.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&p));
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                bool inner = z > 0 && z < D - 1 && y > 0 && y < H - 1 && x > 0 && x < W - 1;
                CHECK(out[z][y][x] == (inner ? in[z][y][x] : 0));
            }
    OK(cudaFree(dev.ptr));
    OK(cudaFreeArray(a));
    OK(cudaFreeArray(b));
    CHECK_IS(cudaMalloc3DArray(&a, &desc, make_cudaExtent(W, 0, D)), cudaErrorInvalidValue);
    CHECK_IS(cudaMalloc3DArray(&a, &desc, make_cudaExtent(W, H, 2049)), cudaErrorInvalidValue);
    CHECK_IS(cudaMalloc3DArray(&a, &desc, make_cudaExtent(2049, H, D)), cudaErrorInvalidValue);
    CHECK_IS(cudaMalloc3DArray(&a, &desc, make_cudaExtent(2048, 2048, 2048)), cudaErrorMemoryAllocation);
}

int main()
{
    all<float>("float", k_t_float, t_float, 1, 1, true);
    all<float>("float4", k_t_float4, t_float4, 4, 1, true);
    all<int>("int2", k_t_int2, t_int2, 2, 1, false);
    all<unsigned short>("ushort", k_t_ushort, t_ushort, 1, 1, false);
    all<signed char>("char", k_t_char, t_char, 1, 1, false);
    all<unsigned char>("uchar as fraction", k_n_uchar, n_uchar, 1, 255, true);
    all<short>("short2 as fraction", k_n_short2, n_short2, 2, 32767, true);
    copies();
    printf("%d failures\n", failures);
    return failures != 0;
}
