/* SPDX-License-Identifier: Apache-2.0
 * Direction vectors of Sobol sequences: I. M. Sobol, USSR Computational Mathematics and Mathematical Physics 7, 1967,
 * as P. Bratley and B. L. Fox compute them (Algorithm 659, ACM TOMS 14, 1988). Dimension 1 is the van der Corput
 * sequence. The others take the primitive polynomials over GF(2) in ascending order, which are found here, and the
 * initial numbers of sobol_numbers.h. */
#include "sobol.h"

#include <pthread.h>
#include <stdlib.h>

enum { BITS = 32 };

/* a b modulo the polynomial p of degree s. */
static unsigned times(unsigned a, unsigned b, unsigned p, unsigned s)
{
    unsigned product = 0;

    for (; b; b >>= 1) {
        product ^= b & 1 ? a : 0;
        a <<= 1;
        a ^= a >> s & 1 ? p : 0;
    }
    return product;
}

/* x^n */
static unsigned power(unsigned n, unsigned p, unsigned s)
{
    unsigned result = 1, square = s > 1 ? 2 : 1;

    for (; n; n >>= 1) {
        result = n & 1 ? times(result, square, p, s) : result;
        square = times(square, square, p, s);
    }
    return result;
}

/* Has x the order 2^s - 1? */
static bool primitive(unsigned p, unsigned s)
{
    const unsigned order = (1u << s) - 1;
    unsigned rest = order;

    if (power(order, p, s) != 1)
        return false;
    for (unsigned d = 2; d <= rest; d++) {
        if (rest % d)
            continue;
        if (power(order / d, p, s) == 1)
            return false;
        while (rest % d == 0)
            rest /= d;
    }
    return true;
}

static unsigned digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* The numbers m_1 to m_s of the dimension whose digits begin there, and behind them. */
static const char *initial(const char *at, unsigned s, unsigned *m)
{
    unsigned have = 0, left = 0;

    m[0] = 1;
    for (unsigned k = 2; k <= s; k++) {
        for (; left < k - 1; left += 4)
            have |= digit(*at++) << left;
        m[k - 1] = 2 * (have & ((1u << (k - 1)) - 1)) + 1;
        have >>= k - 1;
        left -= k - 1;
    }
    return at;
}

static void direct(unsigned p, unsigned s, const unsigned *m, unsigned *v)
{
    for (unsigned k = 0; k < s; k++)
        v[k] = m[k] << (BITS - 1 - k);
    for (unsigned k = s; k < BITS; k++) {
        v[k] = v[k - s] ^ v[k - s] >> s;
        for (unsigned j = 1; j < s; j++)
            v[k] ^= p >> (s - j) & 1 ? v[k - j] : 0;
    }
}

static curandDirectionVectors32_t *vectors;             /* made once, and never changed */

static void make()
{
    curandDirectionVectors32_t *made = (curandDirectionVectors32_t *)malloc(SOBOL_DIMENSIONS * sizeof *made);
    unsigned m[BITS], n = 1, s = 1;
    const char *at = sobol_numbers;

    if (!made)
        return;
    for (unsigned k = 0; k < BITS; k++)
        made[0][k] = 1u << (BITS - 1 - k);
    for (unsigned p = 3; n < SOBOL_DIMENSIONS; p += 2) {
        s += p >> (s + 1) & 1;
        if (!primitive(p, s))
            continue;
        at = initial(at, s, m);
        direct(p, s, m, made[n++]);
    }
    vectors = made;
}

const curandDirectionVectors32_t *sobol_vectors()
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, make);
    return vectors;
}

extern "C" curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *to[], curandDirectionVectorSet_t set)
{
    if (!to || set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    *to = (curandDirectionVectors32_t *)sobol_vectors();
    return *to ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
