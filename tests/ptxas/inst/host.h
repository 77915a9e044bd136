/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tables of PTX instructions compute with on the host.
 */
#ifndef TEST_INST_HOST_H
#define TEST_INST_HOST_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum input { INT, SMALL, FLT, DBL };        /* SMALL: mostly small numbers, for shifts and positions */
enum result { H, R, L, F, D, P };

/* n triples of 64-bit values, of which narrower types take the low part. Always the same ones. */
void host_inputs(enum input kind, uint64_t *x, int n);

static inline uint64_t pack_H(uint64_t x) { return x & 0xffff; }
static inline uint64_t pack_R(uint64_t x) { return x & 0xffffffff; }
static inline uint64_t pack_L(uint64_t x) { return x; }
static inline uint64_t pack_P(uint64_t x) { return x != 0; }
static inline uint64_t pack_F(float x) { uint32_t u; memcpy(&u, &x, 4); return u; }
static inline uint64_t pack_D(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }

/* Arithmetic of the SPs flushes denormals. */
static inline float ftz(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

/* Of two zeros. */
static inline float fminf_zero(float a, float b) { return signbit(a) || signbit(b) ? -0.0f : 0.0f; }
static inline float fmaxf_zero(float a, float b) { return signbit(a) && signbit(b) ? -0.0f : 0.0f; }
static inline double fmin_zero(double a, double b) { return signbit(a) || signbit(b) ? -0.0 : 0.0; }
static inline double fmax_zero(double a, double b) { return signbit(a) && signbit(b) ? -0.0 : 0.0; }

/* The operation under a rounding mode of fenv.h. */
#define ROUNDED(mode, type, expr) __extension__({ \
    int old_ = fegetround(); fesetround(mode); volatile type x_ = (expr); fesetround(old_); (type)x_; })
#define VF(x) (*(const volatile float *)&(x))
#define VD(x) (*(const volatile double *)&(x))

/* x in a type of that many bits: its nearest value. */
__extension__ typedef __int128 host_wide;
uint64_t host_fit(host_wide x, unsigned bits, bool sgn);
double host_unit(double x);         /* clamped to 0 ... 1; NaN is 0 */
uint16_t host_half_of(double x);    /* nearest half */
uint32_t host_brev(uint32_t x);
uint32_t host_prmt(uint32_t a, uint32_t b, uint32_t c);
uint64_t host_shl(uint64_t x, uint32_t n, unsigned bits);
uint64_t host_shr(uint64_t x, uint32_t n, unsigned bits);
int64_t host_sar(int64_t x, uint32_t n, unsigned bits);
uint64_t host_bfe(uint64_t x, uint32_t pos, uint32_t len, unsigned bits);
int64_t host_bfes(int64_t x, uint32_t pos, uint32_t len, unsigned bits);
uint64_t host_bfi(uint64_t a, uint64_t b, uint32_t pos, uint32_t len, unsigned bits);
uint64_t host_mulhi(uint64_t a, uint64_t b);
int64_t host_mulhis(int64_t a, int64_t b);
int64_t host_sat(int64_t x, int64_t lo, int64_t hi);
/* Rounded to an integer in a mode of fenv.h and clamped; NaN gives `nan`. */
int64_t host_toint(double x, int mode, double lo, double hi, int64_t nan);
float host_half(uint16_t h);
/* An integer value rounded to 11 bits, infinity from 65520 on. */
float host_to_half(float x);

#endif
