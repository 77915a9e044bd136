/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 oracle --errors: how far the approximate instructions are from the exact function, here and on the GPU. The
 * exact value is the host's in extended precision (64 bits), which leaves an error below 2^-11 units of a double.
 */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "machine.h"
#include "oracle.h"
#include "rows.h"

#define CHUNK 0x10000u              /* threads of a launch */

typedef long double real;

static real exact_reciprocal(real a, real b) { (void)b; return 1 / a; }
static real exact_root(real a, real b) { (void)b; return sqrtl(a); }
static real reciprocal_root(real a, real b) { (void)b; return 1 / sqrtl(a); }
static real exact_sine(real a, real b) { (void)b; return sinl(a); }
static real exact_cosine(real a, real b) { (void)b; return cosl(a); }
static real exact_log2(real a, real b) { (void)b; return log2l(a); }
static real exact_exp2(real a, real b) { (void)b; return exp2l(a); }
static real exact_quotient(real a, real b) { return a / b; }

/* Operands: from `low` on, below `high`, as many in each binade as the others; `both`: of both signs. The unit is that
 * of the last place of the exact result, or, where results go through 0, 2^-24. */
static const struct approximation {
    const char *opcode, *range;
    double      low, high;
    bool        both, absolute;
    real      (*exact)(real a, real b);
} approximations[] = {
    { "rcp.approx.ftz.f32", "1 to 2", 1, 2, false, false, exact_reciprocal },
    { "rcp.approx.ftz.f32", "2^-126 to 2^126", 0x1p-126, 0x1p126, true, false, exact_reciprocal },
    { "rsqrt.approx.ftz.f32", "1 to 4", 1, 4, false, false, reciprocal_root },
    { "rsqrt.approx.ftz.f32", "2^-126 to 2^128", 0x1p-126, 0x1p128, false, false, reciprocal_root },
    { "sqrt.approx.ftz.f32", "1 to 4", 1, 4, false, false, exact_root },
    { "sqrt.approx.ftz.f32", "2^-126 to 2^128", 0x1p-126, 0x1p128, false, false, exact_root },
    { "ex2.approx.ftz.f32", "-1 to 1", 0x1p-30, 1, true, false, exact_exp2 },
    { "ex2.approx.ftz.f32", "1 to 126, both signs", 1, 126, true, false, exact_exp2 },
    { "lg2.approx.ftz.f32", "1/2 to 2", 0.5, 2, false, true, exact_log2 },
    { "lg2.approx.ftz.f32", "2 to 2^128", 2, 0x1p128, false, false, exact_log2 },
    { "lg2.approx.ftz.f32", "2^-126 to 1/2", 0x1p-126, 0.5, false, false, exact_log2 },
    { "sin.approx.ftz.f32", "-pi to pi", 0x1p-20, 3.14159265, true, true, exact_sine },
    { "sin.approx.ftz.f32", "pi to 100 pi, both signs", 3.14159265, 314.159265, true, true, exact_sine },
    { "cos.approx.ftz.f32", "-pi to pi", 0x1p-20, 3.14159265, true, true, exact_cosine },
    { "cos.approx.ftz.f32", "pi to 100 pi, both signs", 3.14159265, 314.159265, true, true, exact_cosine },
    { "div.approx.ftz.f32", "both 1 to 2", 1, 2, false, false, exact_quotient },
    { "div.approx.ftz.f32", "both 2^-60 to 2^60", 0x1p-60, 0x1p60, true, false, exact_quotient },
    { "div.full.ftz.f32", "both 1 to 2", 1, 2, false, false, exact_quotient },
    { "div.full.ftz.f32", "both 2^-60 to 2^60", 0x1p-60, 0x1p60, true, false, exact_quotient },
    { "rsqrt.approx.f64", "1 to 4", 1, 4, false, false, reciprocal_root },
};

struct buffer { uint64_t in[CHUNK * ROW_SLOTS]; uint8_t out[CHUNK * ROW_RECORD]; };
struct error { double max, sum; uint64_t result[CHUNK]; };

static uint64_t bits_of(double x, bool wide)
{
    float f = (float)x;
    uint64_t u = 0;
    memcpy(&u, wide ? (void *)&x : (void *)&f, wide ? 8 : 4);
    return u;
}

static double value_of(uint64_t u, bool wide)
{
    double d;
    float f;
    memcpy(&d, &u, 8);
    memcpy(&f, &u, 4);
    return wide ? d : (double)f;
}

/* Spreads the bits of a number over all 64. */
static uint64_t spread_bits(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Point i of n: one of each n-th part of the floats of the range. The second operand is anywhere in it. */
static void operands_at(const struct approximation *a, bool wide, uint64_t i, uint64_t n, uint64_t in[ROW_SLOTS])
{
    const uint64_t low = bits_of(a->low, wide), all = bits_of(a->high, wide) - low, step = all / n + 1;
    const uint64_t sign = (uint64_t)1 << (wide ? 63 : 31);
    for (unsigned k = 0; k < 2; k++) {
        uint64_t at = k ? spread_bits(~i) % all : (i * (all / n) + i * (all % n) / n + spread_bits(i) % step) % all;
        in[k] = (low + at) | (a->both && spread_bits(i + k) >> 40 & 1 ? sign : 0);
    }
}

static double error_of(const struct approximation *a, bool wide, const uint64_t in[ROW_SLOTS], uint64_t found)
{
    real exact = a->exact(value_of(in[0], wide), value_of(in[1], wide));
    int digits = wide ? 52 : 23, place = a->absolute ? -24 : ilogbl(exact) - digits;
    double x = value_of(found, wide), e = (double)(fabsl(x - exact) / ldexpl(1, place));
    return isnan(e) ? INFINITY : e;
}

static bool find_row(const char *opcode, struct row_form *f)
{
    for (unsigned k = 0; row_form(k, f); k++)
        if (!strcmp(f->opcode, opcode))
            return true;
    return false;
}

/* A part of the points on one machine; false: err says why not. */
static bool measure_part(struct machine *m, const struct approximation *a, const struct row_form *f, const char *text,
                         struct buffer *b, unsigned n, struct error *e, char *err, size_t room)
{
    struct { uint64_t out, in; uint8_t par[ROW_PAR]; } params = { m->memory + offsetof(struct buffer, out), m->memory,
                                                                  { 0 } };
    const struct machine_launch l = { .text = text, .grid = { CHUNK / ROW_BLOCK, 1 }, .block = { ROW_BLOCK, 1, 1 },
                                      .params = &params, .param_bytes = sizeof params, .data = b,
                                      .data_bytes = sizeof *b };
    const bool wide = f->result == T_F64;
    if (machine_run(m, &l, err, room) != RAN)
        return false;
    for (unsigned i = 0; i < n; i++) {
        uint64_t found;
        memcpy(&found, b->out + ROW_RECORD * i, 8);
        e->result[i] = found;
        double x = error_of(a, wide, &b->in[ROW_SLOTS * i], found);
        e->max = fmax(e->max, x);
        e->sum += x;
    }
    return true;
}

/* A row of the table of errors, over the range of an instruction. */
static bool measure_row(struct machine *const machine[2], const struct approximation *a, struct buffer *b,
                        struct error e[2], uint64_t points, char *err, size_t room)
{
    struct row_form f;
    char text[ROW_TEXT];
    uint64_t same = 0;
    if (!find_row(a->opcode, &f))
        abort();
    row_kernel(&f, text);
    for (unsigned k = 0; k < 2; k++)
        e[k].max = e[k].sum = 0;
    for (uint64_t at = 0; at < points; at += CHUNK) {
        unsigned n = points - at < CHUNK ? (unsigned)(points - at) : CHUNK;
        memset(b, 0, sizeof *b);
        for (unsigned i = 0; i < CHUNK; i++)
            operands_at(a, f.result == T_F64, at + (i < n ? i : 0), points, &b->in[ROW_SLOTS * i]);
        for (unsigned k = 0; k < 2; k++)
            if (machine[k] && !measure_part(machine[k], a, &f, text, b, n, &e[k], err, room))
                return false;
        for (unsigned i = 0; machine[1] && i < n; i++)
            same += e[0].result[i] == e[1].result[i];
    }
    printf("| `%s` | %s | %s | %.2f | %.3f |", a->opcode, a->range, a->absolute ? "2^-24" : "last place", e[0].max,
           e[0].sum / (double)points);
    if (machine[1])
        printf(" %.2f | %.3f | %.3f %% |\n", e[1].max, e[1].sum / (double)points,
               100 * (double)same / (double)points);
    else
        printf(" – | – | – |\n");
    fflush(stdout);
    return true;
}

int oracle_errors(uint64_t points)
{
    static struct cuda_api own, real_api;
    struct machine ours, gpu, *machine[2] = { &ours, NULL };
    char err[8192] = "no memory";
    struct buffer *b = malloc(sizeof *b);
    struct error *e = malloc(2 * sizeof *e);
    cuda_api_own(&own);
    bool ok = b && e && machine_open(&ours, &own, sizeof *b, err, sizeof err);
    if (ok && cuda_api_open(&real_api, false, err, sizeof err) &&
        machine_open(&gpu, &real_api, sizeof *b, err, sizeof err))
        machine[1] = &gpu, fprintf(stderr, "gt200 oracle: the GPU is that of %s\n", real_api.path);
    else if (ok)
        fprintf(stderr, "gt200 oracle: no GPU beside our machine: %s\n", err);
    if (ok)
        printf("| instruction | operands | unit | ours: worst | mean | GPU: worst | mean | same bits |\n"
               "|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; ok && i < sizeof approximations / sizeof *approximations; i++)
        ok = measure_row(machine, &approximations[i], b, e, points, err, sizeof err);
    if (machine[1])
        machine_close(&gpu);
    if (b && e)
        machine_close(&ours);
    free(b);
    free(e);
    return ok ? CLI_OK : cli_failure("oracle", "%s", err);
}
