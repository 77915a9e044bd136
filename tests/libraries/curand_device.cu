/* SPDX-License-Identifier: Apache-2.0
 * curand_kernel.h in kernels and on the host: published numbers, skipping ahead against stepping, and that kernel and
 * host agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curand_kernel.h>

#define LENGTH 7
#define CASES 96

static int wrong;

static void expect(bool right, const char *what, unsigned long long n)
{
    if (!right) {
        printf("%s (%llu)\n", what, n);
        wrong++;
    }
}

#define CHECK(call) do { if ((call) != cudaSuccess) { printf("%s\n", #call); exit(1); } } while (0)

/* ---- published numbers ------------------------------------------------------------------------------------------- */

/* What the code of Marsaglia's paper prints, after https://forums.developer.nvidia.com/t/44909 (the first seven: the
 * words there have 64 bits, which later numbers show). */
static const unsigned marsaglia[LENGTH] = { 246875399u, 3690007200u, 1264581005u, 3906711041u, 1866187943u,
                                            2481925219u, 2464530826u };
/* The first numbers of RngStreams (P. L'Ecuyer and others, Operations Research 50, 2002), whose seeds are 12345. */
static const double lecuyer[5] = { 0.12701112204657714, 0.3185275653967945, 0.3091860155832701, 0.8258468629271136,
                                   0.2216299157820229 };

__global__ void published(curandStateXORWOW_t x, unsigned *bits, double *reals)
{
    curandStateMRG32k3a_t m;

    for (int i = 0; i < LENGTH; i++)
        bits[i] = curand(&x);
    curand_init(0, 0, 0, &m);
    for (int i = 0; i < 5; i++)
        reals[i] = curand_uniform_double(&m);
}

static void numbers()
{
    curandStateXORWOW_t state;
    unsigned *dbits, bits[LENGTH];
    double *dreals, reals[5];

    curand_init(0, 0, 0, &state);
    const unsigned v[5] = { 123456789u, 362436069u, 521288629u, 88675123u, 5783321u };
    memcpy(state.v, v, sizeof v);
    state.d = 6615241;
    CHECK(cudaMalloc((void **)&dbits, sizeof bits));
    CHECK(cudaMalloc((void **)&dreals, sizeof reals));
    published<<<1, 1>>>(state, dbits, dreals);
    CHECK(cudaMemcpy(bits, dbits, sizeof bits, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(reals, dreals, sizeof reals, cudaMemcpyDeviceToHost));
    for (int i = 0; i < LENGTH; i++)
        expect(bits[i] == marsaglia[i], "xorwow: published number", i);
    for (int i = 0; i < 5; i++)
        expect(reals[i] == lecuyer[i], "MRG32k3a: published number", i);
}

/* ---- skipping ahead ---------------------------------------------------------------------------------------------- */

template <class S> __host__ __device__ bool equal(S a, S b)
{
    for (int i = 0; i < 3; i++)
        if (curand(&a) != curand(&b))
            return false;
    return true;
}

/* Distances up to some hundred by steps; larger ones by their parts. */
template <class S> __host__ __device__ bool skips(unsigned long long seed, unsigned n, unsigned long long far,
                                                  unsigned long long farther)
{
    S stepped, skipped, both, parts;

    curand_init(seed, 0, 0, &stepped);
    skipped = stepped;
    for (unsigned i = 0; i < n; i++)
        curand(&stepped);
    skipahead(n, &skipped);
    both = parts = skipped;
    skipahead(far, &parts);
    skipahead(farther, &parts);
    skipahead(far + farther, &both);
    return equal(stepped, skipped) && equal(both, parts);
}

template <class S> __global__ void skip_kernel(int *right, const unsigned long long *numbers)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    right[i] = skips<S>(numbers[2 * i], numbers[2 * i + 1] % 700, numbers[2 * i] >> (i % 60 + 2),
                        numbers[2 * i + 1] >> (i * 7 % 60 + 2));
}

/* On the host: sequences are 2^67 and 2^76 steps, which are made of steps of 2^63. */
static void sequences()
{
    curandStateXORWOW_t x, y;
    curandStateMRG32k3a_t m, n;

    curand_init(5, 3, 100, &x);
    curand_init(5, 0, 0, &y);
    for (int i = 0; i < 3 * 16; i++)
        skipahead(1ull << 63, &y);
    skipahead(100, &y);
    expect(equal(x, y), "xorwow: sequence", 3);
    curand_init(5, 0, 0, &y);
    skipahead_sequence(1ull << 40, &y);
    curand_init(5, (1ull << 40) - 9, 0, &x);
    skipahead_sequence(9, &x);
    expect(equal(x, y), "xorwow: far sequence", 1ull << 40);
    curand_init(5, 1, 100, &m);
    curand_init(5, 0, 0, &n);
    for (int i = 0; i < 1 << 13; i++)
        skipahead(1ull << 63, &n);
    skipahead(100, &n);
    expect(equal(m, n), "MRG32k3a: sequence", 1);
}

template <class S> static void skipping(const char *what, const unsigned long long *numbers)
{
    unsigned long long *dnumbers;
    int *dright, right[CASES];

    CHECK(cudaMalloc((void **)&dright, sizeof right));
    CHECK(cudaMalloc((void **)&dnumbers, 2 * CASES * sizeof *numbers));
    CHECK(cudaMemcpy(dnumbers, numbers, 2 * CASES * sizeof *numbers, cudaMemcpyHostToDevice));
    skip_kernel<S><<<CASES / 32, 32>>>(dright, dnumbers);
    CHECK(cudaMemcpy(right, dright, sizeof right, cudaMemcpyDeviceToHost));
    for (int i = 0; i < CASES; i++)
        expect(right[i] == 1, what, numbers[2 * i]);
    for (int i = 0; i < CASES; i++)
        expect(skips<S>(numbers[2 * i], numbers[2 * i + 1] % 700, numbers[2 * i] >> 3, numbers[2 * i + 1] >> 2), what,
               numbers[2 * i]);
}

/* ---- distributions ----------------------------------------------------------------------------------------------- */

struct Values {
    unsigned bits;
    float uniform, normal[3], log_normal;
    double uniform_double, normal_double[3], log_normal_double;
};

template <class S> __host__ __device__ Values drawn(unsigned long long seed, unsigned long long sequence)
{
    Values v;
    S s;

    curand_init(seed, sequence, 7, &s);
    v.bits = curand(&s);
    v.uniform = curand_uniform(&s);
    v.uniform_double = curand_uniform_double(&s);
    for (int i = 0; i < 3; i++)
        v.normal[i] = curand_normal(&s);
    for (int i = 0; i < 3; i++)
        v.normal_double[i] = curand_normal_double(&s);
    v.log_normal = curand_log_normal(&s, 0.5f, 0.25f);
    v.log_normal_double = curand_log_normal_double(&s, 0.5, 0.25);
    return v;
}

template <class S> __global__ void values_kernel(unsigned long long seed, Values *values)
{
    values[threadIdx.x] = drawn<S>(seed, threadIdx.x);
}

static bool near(double a, double b, double bound) { return fabs(a - b) <= bound * (1 + fabs(b)); }

template <class S> static void values(const char *what, unsigned long long seed)
{
    Values *device, got[32];

    CHECK(cudaMalloc((void **)&device, sizeof got));
    values_kernel<S><<<1, 32>>>(seed, device);
    CHECK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) {
        const Values want = drawn<S>(seed, i), v = got[i];
        bool right = v.bits == want.bits && v.uniform == want.uniform && v.uniform_double == want.uniform_double &&
                     near(v.log_normal, want.log_normal, 1e-5) &&
                     near(v.log_normal_double, want.log_normal_double, 1e-13);
        for (int k = 0; k < 3; k++)
            right = right && near(v.normal[k], want.normal[k], 1e-5) &&
                    near(v.normal_double[k], want.normal_double[k], 1e-13);
        expect(right, what, i);
    }
}

/* ---- Sobol ------------------------------------------------------------------------------------------------------- */

struct Points { unsigned stepped, skipped; float uniform, normal; double normal_double, log_normal; };

__host__ __device__ Points points(const unsigned *vectors, unsigned n)
{
    curandStateSobol32_t s, t;
    Points p;

    curand_init(vectors, 5, &s);
    for (unsigned i = 0; i < n; i++)
        curand(&s);
    curand_init(vectors, 2, &t);
    skipahead(n + 3, &t);
    p.stepped = curand(&s);
    p.skipped = curand(&t);
    p.uniform = curand_uniform(&s);
    p.normal = curand_normal(&s);
    p.normal_double = curand_normal_double(&s);
    p.log_normal = curand_log_normal_double(&s, 0.5, 0.25);
    return p;
}

__global__ void points_kernel(const unsigned *vectors, Points *to) { to[threadIdx.x] = points(vectors, threadIdx.x); }

/* Of the van der Corput sequence, the first dimension. */
static void sobol()
{
    unsigned vectors[32], *dvectors;
    Points got[32], *to;

    for (int k = 0; k < 32; k++)
        vectors[k] = 1u << (31 - k);
    CHECK(cudaMalloc((void **)&dvectors, sizeof vectors));
    CHECK(cudaMalloc((void **)&to, sizeof got));
    CHECK(cudaMemcpy(dvectors, vectors, sizeof vectors, cudaMemcpyHostToDevice));
    points_kernel<<<1, 32>>>(dvectors, to);
    CHECK(cudaMemcpy(got, to, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) {
        const Points want = points(vectors, i), p = got[i];
        expect(p.stepped == p.skipped && p.stepped == want.stepped && p.uniform == want.uniform &&
               near(p.normal, want.normal, 1e-6) && near(p.normal_double, want.normal_double, 1e-13) &&
               near(p.log_normal, want.log_normal, 1e-13), "Sobol: kernel and host", i);
    }
    expect(got[0].stepped == 0xe0000000u && got[3].stepped == 0x30000000u, "Sobol: numbers 5 and 8", 0);
}

int main()
{
    unsigned long long numbers_[2 * CASES], x = 88172645463325252ull;

    for (int i = 0; i < 2 * CASES; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        numbers_[i] = x;
    }
    numbers();
    skipping<curandStateXORWOW_t>("xorwow: skipahead", numbers_);
    skipping<curandStateMRG32k3a_t>("MRG32k3a: skipahead", numbers_);
    sequences();
    values<curandStateXORWOW_t>("xorwow: kernel and host", 0x123456789abcdefull);
    values<curandStateMRG32k3a_t>("MRG32k3a: kernel and host", 0x123456789abcdefull);
    sobol();
    if (!wrong)
        puts("ok");
    return wrong != 0;
}
