/* SPDX-License-Identifier: Apache-2.0
 *
 * CURAND's functions for kernels: states of xorwow, MRG32k3a and Sobol, numbers, distributions, skipping ahead. They
 * work on the host as well.
 *
 * xorwow: G. Marsaglia, Xorshift RNGs, J. Statistical Software 8, 2003. MRG32k3a: P. L'Ecuyer, Good parameters and
 * implementations for combined multiple recursive random number generators, Operations Research 47, 1999. What becomes
 * of a seed, the distances of sequences (2^67 and 2^76) and the formulas of distributions are CURAND's (xorwow: after
 * rocRAND's sources, which name it), so that integers and uniform floats of xorwow are the same numbers.
 */
#ifndef GT200_CURAND_KERNEL_H
#define GT200_CURAND_KERNEL_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "curand.h"
#include "host_defines.h"
#include "vector_types.h"

#ifdef __cplusplus
#include <math.h>

#include "curand_xorwow.h"

#define __GT_RAND_FN static __inline__ __attribute__((unused)) __host__ __device__

/* The second number of a pair of normal ones is kept for the next call. */
struct __gt_rand_pair {
    int have, have_double;
    float next;
    double next_double;
};

struct curandStateXORWOW {
    unsigned d, v[5];
    struct __gt_rand_pair pair;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStateMRG32k3a {
    unsigned s1[3], s2[3];
    struct __gt_rand_pair pair;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a;

/* ---- xorwow ------------------------------------------------------------------------------------------ */

__GT_RAND_FN void __gt_xorwow_step(unsigned *v)
{
    const unsigned t = v[0] ^ (v[0] >> 2), last = v[4];
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = last;
    v[4] = last ^ (last << 4) ^ t ^ (t << 1);
}

__GT_RAND_FN unsigned curand(curandStateXORWOW_t *state)
{
    __gt_xorwow_step(state->v);
    state->d += 362437;
    return state->v[4] + state->d;
}

/* The sum of those of the next 160 states for which the polynomial has a bit. */
__GT_RAND_FN void __gt_xorwow_jump(unsigned *v, const unsigned *polynomial)
{
    unsigned sum[5] = { 0, 0, 0, 0, 0 };

    for (int word = 0; word < 5; word++)
        for (unsigned bits = polynomial[word], i = 0; i < 32; i++, bits >>= 1) {
            const unsigned mask = 0u - (bits & 1);
            for (int k = 0; k < 5; k++)
                sum[k] ^= v[k] & mask;
            __gt_xorwow_step(v);
        }
    for (int k = 0; k < 5; k++)
        v[k] = sum[k];
}

__GT_RAND_FN void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    for (unsigned i = 0; i < (n & 255); i++)
        __gt_xorwow_step(state->v);
    for (int k = 8; k < 64 && n >> k; k++)
        if (n >> k & 1)
            __gt_xorwow_jump(state->v, __gt_xorwow_jumps[k - 8]);
    state->d += 362437 * (unsigned)n;
}

/* n times 2^67 steps, of which the counter notices none. */
__GT_RAND_FN void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    for (int k = 0; k < 64 && n >> k; k++)
        if (n >> k & 1)
            __gt_xorwow_jump(state->v, __gt_xorwow_jumps[56 + k]);
}

__GT_RAND_FN void __gt_rand_no_pair(struct __gt_rand_pair *pair)
{
    pair->have = pair->have_double = 0;
    pair->next = 0;
    pair->next_double = 0;
}

/* The state that NVIDIA's library has: a seed, skipped ahead by whole sequences and an offset. */
__GT_RAND_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                              curandStateXORWOW_t *state)
{
    const unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
    const unsigned high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);

    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    state->d = 6615241u + low + high;
    __gt_rand_no_pair(&state->pair);
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}

/* ---- MRG32k3a ---------------------------------------------------------------------------------------- */

/* The moduli are 2^32 - C. */
#define __GT_MRG_C1 209u
#define __GT_MRG_C2 22853u

__GT_RAND_FN unsigned __gt_mrg_rest(unsigned long long v, unsigned c)
{
    v = (v >> 32) * c + (unsigned)v;
    v = (v >> 32) * c + (unsigned)v;
    if (v >= 0x100000000ull - c)
        v -= 0x100000000ull - c;
    return (unsigned)v;
}

__GT_RAND_FN unsigned __gt_mrg_times(unsigned a, unsigned b, unsigned c)
{
    return __gt_mrg_rest((unsigned long long)a * b, c);
}

/* An integer from 1 to 2^32 - 209. */
__GT_RAND_FN unsigned __gt_mrg_next(curandStateMRG32k3a_t *state)
{
    const unsigned m1 = 0u - __GT_MRG_C1, m2 = 0u - __GT_MRG_C2;
    unsigned *const s = state->s1, *const r = state->s2;
    const unsigned p = __gt_mrg_rest(1403580ull * s[1] + 810728ull * (m1 - s[0]), __GT_MRG_C1);
    const unsigned q = __gt_mrg_rest(527612ull * r[2] + 1370589ull * (m2 - r[0]), __GT_MRG_C2);

    s[0] = s[1];
    s[1] = s[2];
    s[2] = p;
    r[0] = r[1];
    r[1] = r[2];
    r[2] = q;
    return p > q ? p - q : p - q + m1;
}

__GT_RAND_FN unsigned curand(curandStateMRG32k3a_t *state)
{
    return (unsigned)(__gt_mrg_next(state) * 1.000000048662);        /* up to 2^32 - 1 */
}

/* a = a * a modulo c, 3 x 3. */
__GT_RAND_FN void __gt_mrg_square(unsigned *a, unsigned c)
{
    unsigned made[9];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            unsigned long long sum = 0;
            for (int k = 0; k < 3; k++)
                sum += __gt_mrg_times(a[3 * i + k], a[3 * k + j], c);
            made[3 * i + j] = __gt_mrg_rest(sum, c);
        }
    for (int i = 0; i < 9; i++)
        a[i] = made[i];
}

/* s = a^n s; a is replaced. */
__GT_RAND_FN void __gt_mrg_skip(unsigned *s, unsigned *a, unsigned long long n, unsigned c)
{
    for (; n; n >>= 1) {
        if (n & 1) {
            unsigned made[3];
            for (int i = 0; i < 3; i++) {
                unsigned long long sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += __gt_mrg_times(a[3 * i + k], s[k], c);
                made[i] = __gt_mrg_rest(sum, c);
            }
            for (int i = 0; i < 3; i++)
                s[i] = made[i];
        }
        if (n > 1)
            __gt_mrg_square(a, c);
    }
}

__GT_RAND_FN void skipahead(unsigned long long n, curandStateMRG32k3a_t *state)
{
    unsigned a1[9] = { 0, 1, 0, 0, 0, 1, 0u - __GT_MRG_C1 - 810728u, 1403580, 0 };
    unsigned a2[9] = { 0, 1, 0, 0, 0, 1, 0u - __GT_MRG_C2 - 1370589u, 0, 527612 };

    __gt_mrg_skip(state->s1, a1, n, __GT_MRG_C1);
    __gt_mrg_skip(state->s2, a2, n, __GT_MRG_C2);
}

/* n times 2^76 steps: the matrices of a sub-stream of L'Ecuyer's RngStreams. */
__GT_RAND_FN void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    unsigned a1[9] = { 82758667u, 1871391091u, 4127413238u, 3672831523u, 69195019u, 1871391091u,
                       3672091415u, 3528743235u, 69195019u };
    unsigned a2[9] = { 1511326704u, 3759209742u, 1610795712u, 4292754251u, 1511326704u, 3889917532u,
                       3859662829u, 4292754251u, 3708466080u };

    __gt_mrg_skip(state->s1, a1, n, __GT_MRG_C1);
    __gt_mrg_skip(state->s2, a2, n, __GT_MRG_C2);
}

/* The same for MRG32k3a; a seed of 0 is the paper's. */
__GT_RAND_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                              curandStateMRG32k3a_t *state)
{
    const unsigned low = (unsigned)seed ^ 0x55555555u, high = (unsigned)(seed >> 32) ^ 0xaaaaaaaau;

    for (int i = 0; i < 3; i++) {
        state->s1[i] = seed ? __gt_mrg_times(i == 1 ? high : low, 12345, __GT_MRG_C1) : 12345;
        state->s2[i] = seed ? __gt_mrg_times(i == 1 ? low : high, 12345, __GT_MRG_C2) : 12345;
    }
    __gt_rand_no_pair(&state->pair);
    skipahead_subsequence(sequence, state);
    skipahead(offset, state);
}

/* ---- Sobol ------------------------------------------------------------------------------------------- */

struct curandStateSobol32 {
    unsigned i, x;                      /* number of the next point, and its value */
    unsigned direction_vectors[32];
};
typedef struct curandStateSobol32 curandStateSobol32_t;

/* The point of that number: in the order of the Gray code, as I. A. Antonov and V. M. Saleev have it (1979). */
__GT_RAND_FN unsigned __gt_sobol_point(const unsigned *vectors, unsigned n)
{
    unsigned x = 0;

    for (unsigned gray = n ^ (n >> 1), k = 0; gray; gray >>= 1, k++)
        x ^= gray & 1 ? vectors[k] : 0;
    return x;
}

__GT_RAND_FN unsigned curand(curandStateSobol32_t *state)
{
    const unsigned x = state->x;
    unsigned k = 0;

    while (k < 31 && state->i >> k & 1)
        k++;
    state->x ^= state->direction_vectors[k];
    state->i++;
    return x;
}

__GT_RAND_FN void skipahead(unsigned n, curandStateSobol32_t *state)
{
    state->i += n;
    state->x = __gt_sobol_point(state->direction_vectors, state->i);
}

__GT_RAND_FN void curand_init(const unsigned *vectors, unsigned offset, curandStateSobol32_t *state)
{
    for (int k = 0; k < 32; k++)
        state->direction_vectors[k] = vectors[k];
    state->i = 0;
    skipahead(offset, state);
}

/* ---- distributions ----------------------------------------------------------------------------------- */

/* Above 0, up to 1. */
__GT_RAND_FN float __gt_rand_float(unsigned x)
{
    return x * 2.3283064365386962890625e-10f + 1.16415321826934814453125e-10f;
}

__GT_RAND_FN float curand_uniform(curandStateXORWOW_t *state) { return __gt_rand_float(curand(state)); }
__GT_RAND_FN float curand_uniform(curandStateMRG32k3a_t *state)
{
    return (float)(__gt_mrg_next(state) * 2.328306549295727688e-10);
}

/* 53 bits of two numbers; MRG32k3a: one number, as its authors define it. */
__GT_RAND_FN double curand_uniform_double(curandStateXORWOW_t *state)
{
    const unsigned low = curand(state), high = curand(state);
    return (double)(low ^ ((unsigned long long)high << 21)) * 1.1102230246251565404236316680908203125e-16 +
           5.5511151231257827021181583404541015625e-17;
}
__GT_RAND_FN double curand_uniform_double(curandStateMRG32k3a_t *state)
{
    return __gt_mrg_next(state) * 2.328306549295727688e-10;
}

/* G. E. P. Box and M. E. Muller: two normal numbers of two uniform ones. */
__GT_RAND_FN float2 __gt_rand_normal(float u, float v)
{
    const float r = sqrtf(-2.0f * logf(u)), angle = 6.2831853071795864769f * v;
    float2 pair;
    pair.x = r * sinf(angle);
    pair.y = r * cosf(angle);
    return pair;
}

__GT_RAND_FN double2 __gt_rand_normal(double u, double v)
{
    const double r = sqrt(-2.0 * log(u)), angle = 6.2831853071795864769 * v;
    double2 pair;
    pair.x = r * sin(angle);
    pair.y = r * cos(angle);
    return pair;
}

__GT_RAND_FN float curand_uniform(curandStateSobol32_t *state) { return __gt_rand_float(curand(state)); }
__GT_RAND_FN double __gt_rand_double(unsigned x)
{
    return x * 2.3283064365386962890625e-10 + 1.16415321826934814453125e-10;
}
__GT_RAND_FN double curand_uniform_double(curandStateSobol32_t *state) { return __gt_rand_double(curand(state)); }

/* The normal number below which a share p of all are: M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37,
 * 1988. p is the number x, 0 and 1 aside. */
__GT_RAND_FN double __gt_rand_fraction(double r, const double *over, const double *under)
{
    double a = over[7], b = under[7];

    for (int k = 6; k >= 0; k--) {
        a = a * r + over[k];
        b = b * r + under[k];
    }
    return a / b;
}

__GT_RAND_FN double __gt_rand_quantile(unsigned x)
{
    static const double middle[2][8] = {
        { 3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
          4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3 },
        { 1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
          3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3 },
    }, near[2][8] = {
        { 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
          1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4 },
        { 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
          1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9 },
    };
    const double p = __gt_rand_double(x), q = p - 0.5;

    if (fabs(q) <= 0.425)
        return q * __gt_rand_fraction(0.180625 - q * q, middle[0], middle[1]);
    /* at least 2^-33 away from 0 and 1: the root is below 5 */
    const double r = sqrt(-log(q < 0 ? p : 1 - p)) - 1.6;
    return (q < 0 ? -1 : 1) * __gt_rand_fraction(r, near[0], near[1]);
}

/* One number of one: pairs would need two dimensions. */
__GT_RAND_FN float curand_normal(curandStateSobol32_t *state) { return (float)__gt_rand_quantile(curand(state)); }
__GT_RAND_FN double curand_normal_double(curandStateSobol32_t *state) { return __gt_rand_quantile(curand(state)); }
__GT_RAND_FN float curand_log_normal(curandStateSobol32_t *state, float mean, float deviation)
{
    return expf(mean + deviation * curand_normal(state));
}
__GT_RAND_FN double curand_log_normal_double(curandStateSobol32_t *state, double mean, double deviation)
{
    return exp(mean + deviation * curand_normal_double(state));
}

#define __GT_RAND_NORMAL(STATE) \
    __GT_RAND_FN float2 curand_normal2(STATE *state) \
    { \
        const float u = curand_uniform(state); \
        return __gt_rand_normal(u, curand_uniform(state)); \
    } \
    __GT_RAND_FN double2 curand_normal2_double(STATE *state) \
    { \
        const double u = curand_uniform_double(state); \
        return __gt_rand_normal(u, curand_uniform_double(state)); \
    } \
    __GT_RAND_FN float curand_normal(STATE *state) \
    { \
        if (state->pair.have) { \
            state->pair.have = 0; \
            return state->pair.next; \
        } \
        const float2 two = curand_normal2(state); \
        state->pair.have = 1; \
        state->pair.next = two.y; \
        return two.x; \
    } \
    __GT_RAND_FN double curand_normal_double(STATE *state) \
    { \
        if (state->pair.have_double) { \
            state->pair.have_double = 0; \
            return state->pair.next_double; \
        } \
        const double2 two = curand_normal2_double(state); \
        state->pair.have_double = 1; \
        state->pair.next_double = two.y; \
        return two.x; \
    } \
    __GT_RAND_FN float curand_log_normal(STATE *state, float mean, float deviation) \
    { \
        return expf(mean + deviation * curand_normal(state)); \
    } \
    __GT_RAND_FN double curand_log_normal_double(STATE *state, double mean, double deviation) \
    { \
        return exp(mean + deviation * curand_normal_double(state)); \
    } \
    __GT_RAND_FN float2 curand_log_normal2(STATE *state, float mean, float deviation) \
    { \
        float2 two = curand_normal2(state); \
        two.x = expf(mean + deviation * two.x); \
        two.y = expf(mean + deviation * two.y); \
        return two; \
    } \
    __GT_RAND_FN double2 curand_log_normal2_double(STATE *state, double mean, double deviation) \
    { \
        double2 two = curand_normal2_double(state); \
        two.x = exp(mean + deviation * two.x); \
        two.y = exp(mean + deviation * two.y); \
        return two; \
    }
__GT_RAND_NORMAL(curandStateXORWOW_t)
__GT_RAND_NORMAL(curandStateMRG32k3a_t)
#undef __GT_RAND_NORMAL
#undef __GT_RAND_FN
#endif
#endif
