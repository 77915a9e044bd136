/* SPDX-License-Identifier: Apache-2.0
 * blackscholes [N]: prices of N European call and put options by the formula of F. Black and M. Scholes (1973), the
 * normal distribution by the polynomial 26.2.17 of Abramowitz and Stegun; compared with double precision and erfc. */
#include "example.h"

#define RATE 0.02f
#define VOLATILITY 0.30f

__device__ float normal_cdf(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.3989422804f * expf(-0.5f * d * d) *
                 (k *
                  (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

__global__ void price(const float *stock, const float *strike, const float *years, float *call, float *put, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float s = stock[i], x = strike[i], t = years[i], root = sqrtf(t);
        float d1 = (logf(s / x) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) / (VOLATILITY * root);
        float d2 = d1 - VOLATILITY * root;
        float c1 = normal_cdf(d1), c2 = normal_cdf(d2), discounted = x * expf(-RATE * t);
        call[i] = s * c1 - discounted * c2;
        put[i] = discounted * (1.0f - c2) - s * (1.0f - c1);
    }
}

static double exact_cdf(double d) { return 0.5 * erfc(-d / sqrt(2.0)); }

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 10000, 1, 1 << 20, 1);
    std::vector<float> stock(n), strike(n), years(n);
    Random random;
    Stopwatch watch;
    double worst = 0;
    long wrong = 0;

    for (int i = 0; i < n; i++) {
        stock[i] = random.between(5, 30);
        strike[i] = random.between(1, 100);
        years[i] = random.between(0.25f, 10);
    }
    float *ds = to_device(stock), *dx = to_device(strike), *dt = to_device(years);
    float *dcall = device_array<float>(n), *dput = device_array<float>(n);
    watch.start();
    price<<<std::min(blocks_for(n, 128), 30), 128>>>(ds, dx, dt, dcall, dput, n);
    watch.stop();
    std::vector<float> call = to_host(dcall, n), put = to_host(dput, n);
    for (int i = 0; i < n; i++) {
        double s = stock[i], x = strike[i], t = years[i], v = VOLATILITY, r = RATE;
        double d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t);
        double c = s * exact_cdf(d1) - x * exp(-r * t) * exact_cdf(d2), p = c + x * exp(-r * t) - s;
        double error = std::max(fabs(call[i] - c), fabs(put[i] - p));
        worst = std::max(worst, error);
        wrong += !(error < 5e-5);
    }

    char what[80];
    sprintf(what, "%d options, largest error %.1e", n, worst);
    cudaFree(ds);
    cudaFree(dx);
    cudaFree(dt);
    cudaFree(dcall);
    cudaFree(dput);
    return verdict("blackscholes", what, watch, wrong);
}
