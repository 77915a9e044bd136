/* SPDX-License-Identifier: Apache-2.0
 * CURAND's host interface over the functions of curand_kernel.h.
 *
 * A generator has 4096 states, one of each sequence: number n of it is number n / 4096 of sequence n mod 4096, as
 * CURAND's guide says of its default order. The states are made on the host, one from the other by a jump of one
 * sequence, when numbers are first asked for. A thread has one state; on the host a loop goes over them.
 *
 * A quasi-random generator has the direction vectors of its dimensions in their place, and computes each point by its
 * number; all points of one dimension come before those of the next. */
#include <stdlib.h>
#include <string.h>

#include "curand_kernel.h"
#include "sobol.h"

enum { STATES = 4096, THREADS = 64, VERSION = 4000 };

struct curandGenerator_st {
    bool mrg, quasi, host;
    unsigned dimensions;                /* quasi */
    unsigned long long seed, offset;
    cudaStream_t stream;
    void *states;                       /* NULL: to be made */
    unsigned next;                      /* the state that has the next number; quasi: number of the next point */
};

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* What a state draws at a time, and where it goes; `place` counts these. */
struct Bits {
    enum { numbers = 1 };
    unsigned *to;
    template <class S> __host__ __device__ void draw(S *s, size_t place) const { to[place] = curand(s); }
    __host__ __device__ void point(unsigned x, size_t place) const { to[place] = x; }
};

struct Uniform {
    enum { numbers = 1 };
    float *to;
    template <class S> __host__ __device__ void draw(S *s, size_t place) const { to[place] = curand_uniform(s); }
    __host__ __device__ void point(unsigned x, size_t place) const { to[place] = __gt_rand_float(x); }
};

struct UniformDouble {
    enum { numbers = 1 };
    double *to;
    template <class S> __host__ __device__ void draw(S *s, size_t place) const { to[place] = curand_uniform_double(s); }
    __host__ __device__ void point(unsigned x, size_t place) const { to[place] = __gt_rand_double(x); }
};

struct Normal {
    enum { numbers = 2 };
    float *to, mean, deviation;
    bool log;
    template <class S> __host__ __device__ void draw(S *s, size_t place) const
    {
        const float2 v = curand_normal2(s);
        const float a = mean + deviation * v.x, b = mean + deviation * v.y;
        to[2 * place] = log ? expf(a) : a;
        to[2 * place + 1] = log ? expf(b) : b;
    }
    __host__ __device__ void point(unsigned x, size_t place) const
    {
        const float v = mean + deviation * (float)__gt_rand_quantile(x);
        to[place] = log ? expf(v) : v;
    }
};

struct NormalDouble {
    enum { numbers = 2 };
    double *to, mean, deviation;
    bool log;
    template <class S> __host__ __device__ void draw(S *s, size_t place) const
    {
        const double2 v = curand_normal2_double(s);
        const double a = mean + deviation * v.x, b = mean + deviation * v.y;
        to[2 * place] = log ? exp(a) : a;
        to[2 * place + 1] = log ? exp(b) : b;
    }
    __host__ __device__ void point(unsigned x, size_t place) const
    {
        const double v = mean + deviation * __gt_rand_quantile(x);
        to[place] = log ? exp(v) : v;
    }
};

/* All that state t draws of `count`. */
template <class S, class Draw>
__host__ __device__ void drawn(S *states, unsigned t, unsigned next, size_t count, const Draw &draw)
{
    size_t place = (t - next) % STATES;

    if (place >= count)
        return;
    S s = states[t];
    for (; place < count; place += STATES)
        draw.draw(&s, place);
    states[t] = s;
}

template <class S, class Draw> __global__ void draw_kernel(S *states, unsigned next, size_t count, Draw draw)
{
    drawn(states, blockIdx.x * THREADS + threadIdx.x, next, count, draw);
}

/* A column of blocks for each dimension. */
template <class Draw>
__global__ void point_kernel(const curandDirectionVectors32_t *vectors, unsigned next, size_t count, Draw draw)
{
    __shared__ curandDirectionVectors32_t mine;
    const size_t first = (size_t)blockIdx.y * count;

    if (threadIdx.x < 32)
        mine[threadIdx.x] = vectors[blockIdx.y][threadIdx.x];
    __syncthreads();
    for (size_t n = blockIdx.x * THREADS + threadIdx.x; n < count; n += gridDim.x * THREADS)
        draw.point(__gt_sobol_point(mine, next + (unsigned)n), first + n);
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

static void next_sequence(curandStateXORWOW_t *state) { skipahead_sequence(1, state); }
static void next_sequence(curandStateMRG32k3a_t *state) { skipahead_subsequence(1, state); }

/* The states after `offset` numbers: of the first offset mod 4096 states one more is gone. */
template <class S> static curandStatus_t make(curandGenerator_t g)
{
    const size_t bytes = STATES * sizeof(S);
    S *const states = (S *)malloc(bytes), state;

    if (!states)
        return CURAND_STATUS_ALLOCATION_FAILED;
    curand_init(g->seed, 0, g->offset / STATES, &state);
    for (unsigned t = 0; t < STATES; t++, next_sequence(&state)) {
        states[t] = state;
        if (t < g->offset % STATES)
            curand(&states[t]);
    }
    g->next = (unsigned)(g->offset % STATES);
    if (g->host) {
        g->states = states;
        return CURAND_STATUS_SUCCESS;
    }
    curandStatus_t rc = CURAND_STATUS_SUCCESS;
    if (cudaMalloc(&g->states, bytes) != cudaSuccess) {
        g->states = NULL;
        rc = CURAND_STATUS_ALLOCATION_FAILED;
    } else if (cudaMemcpy(g->states, states, bytes, cudaMemcpyHostToDevice) != cudaSuccess) {
        rc = CURAND_STATUS_INITIALIZATION_FAILED;
    }
    free(states);
    return rc;
}

static curandStatus_t make_points(curandGenerator_t g)
{
    const curandDirectionVectors32_t *const vectors = sobol_vectors();
    const size_t bytes = g->dimensions * sizeof *vectors;

    if (!vectors || (g->host ? !(g->states = malloc(bytes)) : cudaMalloc(&g->states, bytes) != cudaSuccess)) {
        g->states = NULL;
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    g->next = (unsigned)g->offset;
    if (g->host)
        memcpy(g->states, vectors, bytes);
    else if (cudaMemcpy(g->states, vectors, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    return CURAND_STATUS_SUCCESS;
}

static curandStatus_t ready(curandGenerator_t g)
{
    if (g->quasi)
        return g->states ? CURAND_STATUS_SUCCESS : make_points(g);
    return g->states ? CURAND_STATUS_SUCCESS : g->mrg ? make<curandStateMRG32k3a_t>(g) : make<curandStateXORWOW_t>(g);
}

static void forget(curandGenerator_t g)
{
    if (g->host)
        free(g->states);
    else
        cudaFree(g->states);
    g->states = NULL;
}

template <class S, class Draw> static curandStatus_t draws(curandGenerator_t g, size_t count, const Draw &draw)
{
    S *const states = (S *)g->states;

    if (g->host) {
        for (unsigned t = 0; t < STATES; t++)
            drawn(states, t, g->next, count, draw);
    } else {
        draw_kernel<<<STATES / THREADS, THREADS, 0, g->stream>>>(states, g->next, count, draw);
        if (cudaGetLastError() != cudaSuccess)
            return CURAND_STATUS_LAUNCH_FAILURE;
    }
    g->next = (unsigned)((g->next + count) % STATES);
    return CURAND_STATUS_SUCCESS;
}

/* count numbers of each dimension */
template <class Draw> static curandStatus_t points(curandGenerator_t g, size_t count, const Draw &draw)
{
    const curandDirectionVectors32_t *const vectors = (const curandDirectionVectors32_t *)g->states;

    if (g->host) {
        for (unsigned d = 0; d < g->dimensions; d++)
            for (size_t n = 0; n < count; n++)
                draw.point(__gt_sobol_point(vectors[d], g->next + (unsigned)n), d * count + n);
    } else {
        const size_t blocks = (count + THREADS - 1) / THREADS;
        const dim3 grid((unsigned)(blocks < STATES / THREADS ? blocks : STATES / THREADS), g->dimensions);
        point_kernel<<<grid, THREADS, 0, g->stream>>>(vectors, g->next, count, draw);
        if (cudaGetLastError() != cudaSuccess)
            return CURAND_STATUS_LAUNCH_FAILURE;
    }
    g->next += (unsigned)count;
    return CURAND_STATUS_SUCCESS;
}

template <class Draw> static curandStatus_t generate(curandGenerator_t g, size_t n, const Draw &draw)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (n % (g->quasi ? g->dimensions : Draw::numbers))
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (n == 0)
        return CURAND_STATUS_SUCCESS;
    if (!draw.to)
        return CURAND_STATUS_OUT_OF_RANGE;
    const curandStatus_t rc = ready(g);
    if (rc != CURAND_STATUS_SUCCESS)
        return rc;
    if (g->quasi)
        return points(g, n / g->dimensions, draw);
    return g->mrg ? draws<curandStateMRG32k3a_t>(g, n / Draw::numbers, draw)
                  : draws<curandStateXORWOW_t>(g, n / Draw::numbers, draw);
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

static curandStatus_t create(curandGenerator_t *to, curandRngType_t type, bool host)
{
    if (!to)
        return CURAND_STATUS_OUT_OF_RANGE;
    const bool quasi = type == CURAND_RNG_QUASI_DEFAULT || type == CURAND_RNG_QUASI_SOBOL32;
    if (!quasi && type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW &&
        type != CURAND_RNG_PSEUDO_MRG32K3A)
        return CURAND_STATUS_TYPE_ERROR;
    if (!host && cudaFree(0) != cudaSuccess)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    curandGenerator_t g = (curandGenerator_t)calloc(1, sizeof *g);
    if (!g)
        return CURAND_STATUS_ALLOCATION_FAILED;
    g->mrg = type == CURAND_RNG_PSEUDO_MRG32K3A;
    g->quasi = quasi;
    g->dimensions = 1;
    g->host = host;
    *to = g;
    return CURAND_STATUS_SUCCESS;
}

extern "C" curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, false);
}

extern "C" curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, true);
}

extern "C" curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    forget(g);
    free(g);
    return CURAND_STATUS_SUCCESS;
}

extern "C" curandStatus_t curandGetVersion(int *version)
{
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = VERSION;
    return CURAND_STATUS_SUCCESS;
}

extern "C" curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

extern "C" curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->quasi)
        return CURAND_STATUS_TYPE_ERROR;
    g->seed = seed;
    forget(g);
    return CURAND_STATUS_SUCCESS;
}

extern "C" curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->offset = offset;
    forget(g);
    return CURAND_STATUS_SUCCESS;
}

extern "C" curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->quasi)
        return order == CURAND_ORDERING_QUASI_DEFAULT ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
    return order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT
               ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}

extern "C" curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned dimensions)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!g->quasi)
        return CURAND_STATUS_TYPE_ERROR;
    if (!dimensions || dimensions > SOBOL_DIMENSIONS)
        return CURAND_STATUS_OUT_OF_RANGE;
    g->dimensions = dimensions;
    forget(g);
    return CURAND_STATUS_SUCCESS;
}

/* Of generators that there are not. */
extern "C" curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *, size_t)
{
    return g ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED;
}

extern "C" curandStatus_t curandGenerateSeeds(curandGenerator_t g)
{
    return g ? ready(g) : CURAND_STATUS_NOT_INITIALIZED;
}

extern "C" curandStatus_t curandGenerate(curandGenerator_t g, unsigned *to, size_t n)
{
    const Bits draw = { to };
    return generate(g, n, draw);
}

extern "C" curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n)
{
    const Uniform draw = { to };
    return generate(g, n, draw);
}

extern "C" curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n)
{
    const UniformDouble draw = { to };
    return generate(g, n, draw);
}

extern "C" curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean, float deviation)
{
    const Normal draw = { to, mean, deviation, false };
    return generate(g, n, draw);
}

extern "C" curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                                     double deviation)
{
    const NormalDouble draw = { to, mean, deviation, false };
    return generate(g, n, draw);
}

extern "C" curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean, float deviation)
{
    const Normal draw = { to, mean, deviation, true };
    return generate(g, n, draw);
}

extern "C" curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                                        double deviation)
{
    const NormalDouble draw = { to, mean, deviation, true };
    return generate(g, n, draw);
}
