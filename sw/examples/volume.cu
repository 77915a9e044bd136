/* SPDX-License-Identifier: Apache-2.0
 * volume [N [PICTURE.ppm]]: looks through a cloud of N x N x N points: N x N rays, N samples on each, each one a tex3D,
 * which the texture unit mixes of the eight points around it. */
#include "example.h"

#define TILE 8
#define DENSITY 0.125f          /* how much of the light a sample of 1 takes */

texture<unsigned char, 3, cudaReadModeNormalizedFloat> cloud;

/* A product that is rounded on the device as on the host: a coordinate's last bit can make another weight. */
__host__ __device__ static float times(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

/* Sample k of a pixel's ray, in parts of the cloud: rays go from the bottom to the top, and lean. */
__host__ __device__ static float3 sample(int x, int y, int k, float size)
{
    float z = times((float)k + 0.5f, size), lean = times(z - 0.5f, 0.25f);
    return make_float3(times((float)x + 0.5f, size) + lean, times((float)y + 0.5f, size) - lean, z);
}

__global__ void look(float *light, int n, float size)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float left = 1;

    for (int k = 0; k < n; k++) {
        float3 at = sample(x, y, k, size);
        left *= 1 - DENSITY * tex3D(cloud, at.x, at.y, at.z);
    }
    light[y * n + x] = left;
}

/* Two balls and a ring. */
static void form(std::vector<unsigned char> &point, int n)
{
    for (int i = 0; i < n * n * n; i++) {
        double x = (i % n + 0.5) / n - 0.5, y = (i / n % n + 0.5) / n - 0.5, z = (i / n / n + 0.5) / n - 0.5;
        double ball = 0.02 / (0.01 + (x - 0.2) * (x - 0.2) + y * y + (z + 0.1) * (z + 0.1)),
               other = 0.01 / (0.01 + (x + 0.2) * (x + 0.2) + (y - 0.1) * (y - 0.1) + z * z),
               far = sqrt(x * x + y * y) - 0.38, ring = 0.002 / (0.002 + far * far + z * z);
        double all = (ball + other + ring) / 2 - 0.1;
        point[i] = (unsigned char)(255 * (all < 0 ? 0 : all > 1 ? 1 : all));
    }
}

/* The eight points around, mixed with weights of 8 bits as the CUDA Programming Guide has it; outside is nothing. */
static double mixed(const std::vector<unsigned char> &point, int n, float3 at)
{
    const float u[3] = { at.x, at.y, at.z };
    double w[3], sum = 0;
    int first[3];

    for (int d = 0; d < 3; d++) {
        double x = floor((double)u[d] * n * 256 - 127.5) / 256;
        first[d] = (int)floor(x);
        w[d] = x - first[d];
    }
    for (int k = 0; k < 8; k++) {
        int x = first[0] + (k & 1), y = first[1] + (k >> 1 & 1), z = first[2] + (k >> 2);
        if (x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n)
            sum += (k & 1 ? w[0] : 1 - w[0]) * (k & 2 ? w[1] : 1 - w[1]) * (k & 4 ? w[2] : 1 - w[2]) *
                   point[(z * n + y) * n + x] / 255;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 32, TILE, 256, TILE);
    float size = 1.0f / n;
    std::vector<unsigned char> point(n * n * n);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned char>();
    cudaExtent extent = make_cudaExtent(n, n, n);
    cudaMemcpy3DParms copy = { 0 };
    cudaArray *array;
    Stopwatch watch;
    long wrong = 0;

    form(point, n);
    CHECK(cudaMalloc3DArray(&array, &desc, extent));
    copy.srcPtr = make_cudaPitchedPtr(&point[0], n, n, n);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cloud.normalized = true;
    cloud.filterMode = cudaFilterModeLinear;
    cloud.addressMode[0] = cloud.addressMode[1] = cloud.addressMode[2] = cudaAddressModeBorder;
    CHECK(cudaBindTextureToArray(cloud, array, desc));
    float *light = device_array<float>(n * n);
    watch.start();
    look<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(light, n, size);
    watch.stop();
    std::vector<float> out = to_host(light, n * n);
    for (int i = 0; i < n * n; i++) {
        double left = 1;
        for (int k = 0; k < n; k++)
            left *= 1 - (double)DENSITY * mixed(point, n, sample(i % n, i / n, k, size));
        wrong += fabs(out[i] - left) > 1e-5;
    }

    if (argc > 2) {
        std::vector<unsigned char> rgb;
        for (int i = 0; i < n * n; i++)
            rgb.insert(rgb.end(), 3, (unsigned char)(255 * out[i] + 0.5f));
        write_ppm(argv[2], n, n, rgb);
    }
    char what[80];
    sprintf(what, "%d x %d x %d points", n, n, n);
    CHECK(cudaFreeArray(array));
    cudaFree(light);
    return verdict("volume", what, watch, wrong);
}
