/* SPDX-License-Identifier: Apache-2.0
 * fft [N]: a batch of N-point complex Fourier transforms, N = 2^k, one per block in shared memory by the radix-2
 * algorithm of T. Stockham, whose results come out in order without a bit reversal: each pass reads one array and
 * writes the other. */
#include "example.h"

#define BATCH 8
#define MOST 512

__global__ void fft(const float2 *in, float2 *out, int n)
{
    __shared__ float re[2][MOST], im[2][MOST];
    int t = threadIdx.x, half = n / 2, from = 0;

    in += blockIdx.x * n;
    out += blockIdx.x * n;
    for (int i = t; i < n; i += half) {
        float2 v = in[i];
        re[0][i] = v.x;
        im[0][i] = v.y;
    }
    __syncthreads();
    for (int run = 1; run < n; run *= 2) {      /* transforms of `run` points become transforms of twice as many */
        int k = t & (run - 1), to = 2 * t - k;
        float s, c;
        sincosf(-3.14159265f * k / run, &s, &c);
        float ar = re[from][t], ai = im[from][t], br = re[from][t + half], bi = im[from][t + half];
        float tr = br * c - bi * s, ti = br * s + bi * c;
        re[!from][to] = ar + tr;
        im[!from][to] = ai + ti;
        re[!from][to + run] = ar - tr;
        im[!from][to + run] = ai - ti;
        from = !from;
        __syncthreads();
    }
    for (int i = t; i < n; i += half)
        out[i] = make_float2(re[from][i], im[from][i]);
}

/* The definition, in double precision. */
static long check(const float2 *in, const float2 *out, int n, double *worst)
{
    std::vector<double> c(n), s(n);
    long wrong = 0;

    for (int i = 0; i < n; i++) {
        c[i] = cos(2 * M_PI * i / n);
        s[i] = -sin(2 * M_PI * i / n);
    }
    for (int k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (int i = 0; i < n; i++) {
            int w = (int)((long)k * i % n);
            re += in[i].x * c[w] - in[i].y * s[w];
            im += in[i].x * s[w] + in[i].y * c[w];
        }
        double error = hypot(re - out[k].x, im - out[k].y) / sqrt((double)n);
        *worst = std::max(*worst, error);
        wrong += !(error < 2e-6);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int n = power_of_two_argument(argc, argv, 256, 2, MOST);
    std::vector<float2> in(n * BATCH);
    Random random;
    Stopwatch watch;
    double worst = 0;
    long wrong = 0;

    for (int i = 0; i < n * BATCH; i++) {
        float re = random.between(-1, 1);
        in[i] = make_float2(re, random.between(-1, 1));
    }
    float2 *din = to_device(in), *dout = device_array<float2>(n * BATCH);
    watch.start();
    fft<<<BATCH, n / 2>>>(din, dout, n);
    watch.stop();
    std::vector<float2> out = to_host(dout, n * BATCH);
    for (int b = 0; b < BATCH; b++)
        wrong += check(&in[b * n], &out[b * n], n, &worst);

    char what[80];
    sprintf(what, "%d transforms of %d points, largest error %.1e", BATCH, n, worst);
    cudaFree(din);
    cudaFree(dout);
    return verdict("fft", what, watch, wrong);
}
