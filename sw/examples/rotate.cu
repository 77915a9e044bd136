/* SPDX-License-Identifier: Apache-2.0
 * rotate [N [PICTURE.ppm]]: turns a picture of N x N pixels by 30 degrees. The picture is a CUDA array of four bytes
 * per pixel; the texture unit wraps the coordinates around, reads the four pixels nearest to each and mixes them: one
 * tex2D per pixel of the result. */
#include "example.h"

#define TILE 8

texture<uchar4, 2, cudaReadModeNormalizedFloat> picture;

/* A product that is rounded on the device as on the host, not the truncated one of a multiply-add: the texture unit's
 * weights have 8 bits, and the last bit of a coordinate can make the next of them. */
__host__ __device__ static float times(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

/* Where pixel (x, y) of the result comes from, in parts of the picture. */
__host__ __device__ static float2 source(int x, int y, float size, float cosine, float sine)
{
    float u = times((float)x + 0.5f, size) - 0.5f, v = times((float)y + 0.5f, size) - 0.5f;
    return make_float2(times(u, cosine) - times(v, sine) + 0.5f, times(v, cosine) + times(u, sine) + 0.5f);
}

__global__ void rotate(float4 *out, int n, float size, float cosine, float sine)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float2 from = source(x, y, size, cosine, sine);

    out[y * n + x] = tex2D(picture, from.x, from.y);
}

/* Rings in one colour, squares in another, a gradient in the third. */
static void paint(std::vector<uchar4> &pixel, int n)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double dx = (x + 0.5) / n - 0.5, dy = (y + 0.5) / n - 0.5;
            uchar4 p = { (unsigned char)(127.5 + 127.5 * cos(60 * sqrt(dx * dx + dy * dy))),
                         (unsigned char)((x * 8 / n + y * 8 / n) % 2 ? 220 : 40), (unsigned char)(255 * y / n), 255 };
            pixel[y * n + x] = p;
        }
}

/* Four bytes as fractions, mixed with weights of 8 bits as the CUDA Programming Guide has it. */
static void mixed(const std::vector<uchar4> &pixel, int n, float2 at, double out[4])
{
    double x = floor(((double)at.x - floor((double)at.x)) * n * 256 - 127.5) / 256,
           y = floor(((double)at.y - floor((double)at.y)) * n * 256 - 127.5) / 256;
    int i = (int)floor(x), j = (int)floor(y);
    double a = x - i, b = y - j;

    for (int c = 0; c < 4; c++)
        out[c] = 0;
    for (int k = 0; k < 4; k++) {
        const uchar4 &p = pixel[(j + k / 2 + n) % n * n + (i + k % 2 + n) % n];
        double w = (k % 2 ? a : 1 - a) * (k / 2 ? b : 1 - b) / 255;
        out[0] += w * p.x;
        out[1] += w * p.y;
        out[2] += w * p.z;
        out[3] += w * p.w;
    }
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 128, TILE, 4096, TILE);
    float size = 1.0f / n, cosine = cosf(0.5235988f), sine = sinf(0.5235988f);
    std::vector<uchar4> pixel(n * n);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
    cudaArray *array;
    Stopwatch watch;
    long wrong = 0;

    paint(pixel, n);
    CHECK(cudaMallocArray(&array, &desc, n, n));
    CHECK(cudaMemcpyToArray(array, 0, 0, &pixel[0], pixel.size() * sizeof(uchar4), cudaMemcpyHostToDevice));
    picture.normalized = true;
    picture.filterMode = cudaFilterModeLinear;
    picture.addressMode[0] = picture.addressMode[1] = cudaAddressModeWrap;
    CHECK(cudaBindTextureToArray(picture, array, desc));
    float4 *result = device_array<float4>(n * n);
    watch.start();
    rotate<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(result, n, size, cosine, sine);
    watch.stop();
    std::vector<float4> out = to_host(result, n * n);
    /* later chips round the products of two weights to 8 bits as well */
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    const double most = device.major > 1 ? 1.5 / 256 : 1e-6;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            const float4 &p = out[y * n + x];
            double want[4];
            mixed(pixel, n, source(x, y, size, cosine, sine), want);
            wrong += fabs(p.x - want[0]) > most || fabs(p.y - want[1]) > most || fabs(p.z - want[2]) > most ||
                     fabs(p.w - want[3]) > most;
        }

    if (argc > 2) {
        std::vector<unsigned char> rgb;
        for (int i = 0; i < n * n; i++) {
            rgb.push_back((unsigned char)(out[i].x * 255 + 0.5f));
            rgb.push_back((unsigned char)(out[i].y * 255 + 0.5f));
            rgb.push_back((unsigned char)(out[i].z * 255 + 0.5f));
        }
        write_ppm(argv[2], n, n, rgb);
    }
    char what[80];
    sprintf(what, "%d x %d pixels", n, n);
    CHECK(cudaFreeArray(array));
    cudaFree(result);
    return verdict("rotate", what, watch, wrong);
}
