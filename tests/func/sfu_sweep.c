/* SPDX-License-Identifier: Apache-2.0
 *
 * Every input of the special functions' core ranges through the functional model, against the host's long double
 * functions: maximum error, share of correctly rounded results, monotonicity. These are properties of the chip's
 * tables: a bit-exact model reproduces the figures of the numerics reference (section 12), which are in the table
 * below, to the last digit. ulp: spacing of fp32 at the true value. About 100 million evaluations, a minute at most.
 * Arguments: rows to run (default all). Exit status 1 when a figure differs.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "func.h"

#define PI_2 1.57079632679489661923132169163975144L
#define FIXED 0x1p-23L                      /* fixed-point arguments have 23 fraction bits */

enum { RCP, RSQRT, LG2, SIN, COS, EX2 };
/* OP $r2, $r1 */
static const uint32_t word1[] = {[RCP] = 0x00000780, [RSQRT] = 0x40000780, [LG2] = 0x60000780, [SIN] = 0x80000780,
                                 [COS] = 0xa0000780, [EX2] = 0xc0000780};

static long double true_rcp(uint32_t x, long double v) { (void)x; return 1 / v; }
static long double true_rsqrt(uint32_t x, long double v) { (void)x; return 1 / sqrtl(v); }
static long double true_sqrt(uint32_t x, long double v) { (void)x; return sqrtl(v); }
static long double true_lg2(uint32_t x, long double v) { (void)x; return log2l(v); }
static long double fixed_value(uint32_t x) { return (x >> 31 ? -FIXED : FIXED) * (long double)(x & 0x7fffffff); }
static long double true_ex2(uint32_t x, long double v) { (void)v; return exp2l(fixed_value(x)); }
static long double true_sin(uint32_t x, long double v) { (void)v; return sinl(PI_2 * fixed_value(x)); }
static long double true_cos(uint32_t x, long double v) { (void)v; return cosl(PI_2 * fixed_value(x)); }

struct row {
    const char *name;
    uint32_t first, count;
    int op, then;                           /* second instruction on the first's result, -1: none */
    int direction;                          /* +1 rising, -1 falling, 0 not looked at */
    bool absolute;                          /* the error is judged absolutely: results reach 0 */
    long double (*truth)(uint32_t x, long double v);
    const char *expected;                   /* ulp, input, absolute error, RN %, steps back */
};

static const struct row rows[] = {
    {"rcp [1,2)",       0x3f800000, 1 << 23, RCP, -1, -1, false, true_rcp,     "0.9749 3f81cfff 2^-24.037 86.79 0"},
    {"rsqrt [1,4)",     0x3f800000, 1 << 24, RSQRT, -1, -1, false, true_rsqrt, "1.5145 3f820399 2^-23.401 78.34 0"},
    {"ex2 core [0,1)",  0x00000000, 1 << 23, EX2, -1, 1, false, true_ex2,      "1.3903 0042fc00 2^-22.525 61.11 0"},
    {"ex2 core (-1,0]", 0x80000000, 1 << 23, EX2, -1, -1, false, true_ex2,     "2.0550 800a0100 2^-22.961 39.85 0"},
    {"lg2 [1,2)",       0x3f800000, 1 << 23, LG2, -1, 1, true, true_lg2,       "- 3f855fff 2^-22.577 34.32 0"},
    {"lg2 [0.5,1)",     0x3f000000, 1 << 23, LG2, -1, 1, true, true_lg2,       "- 3f075fff 2^-22.148 4.89 0"},
    {"sin core",        0x00000000, 1 << 23, SIN, -1, 1, true, true_sin,       "- 00354d00 2^-22.383 28.49 7555"},
    {"cos core",        0x00000000, 1 << 23, COS, -1, -1, true, true_cos,      "- 0073ffcc 2^-21.487 9.63 7555"},
    {"sqrt [1,4)",      0x3f800000, 1 << 24, RSQRT, RCP, 0, false, true_sqrt,  "2.6625 407e0054 2^-21.587 62.64 -"},
};

struct machine {
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_config cfg;
    struct gt_core core;
    struct gt_block block;
    struct gt_warp warp;
    uint32_t regs[4 * 32], code[4];
};

struct sums { long double ulp, abs; uint32_t at_ulp, at_abs, rounded, back; float last; };

static float as_float(uint32_t x)
{
    float f;
    memcpy(&f, &x, sizeof f);
    return f;
}

/* Adds an input to the sums: error, rounding, monotonicity. */
static void judge_result(const struct row *r, struct sums *s, uint32_t i, uint32_t x, uint32_t result)
{
    float got = as_float(result);
    long double t = r->truth(x, as_float(x)), err = fabsl((long double)got - t);
    int e;
    frexpl(t, &e);
    long double ulp = t == 0 ? 0 : ldexpl(err, 24 - e);
    if (ulp > s->ulp) {
        s->ulp = ulp;
        s->at_ulp = x;
    }
    if (err > s->abs) {
        s->abs = err;
        s->at_abs = x;
    }
    s->rounded += got == (float)t;
    s->back += i && (got - s->last) * (float)r->direction < 0;
    s->last = got;
}

/* All inputs of a row, 32 at a time. */
static bool sweep_inputs(struct machine *m, const struct row *r)
{
    struct gt_insn one, two;
    struct sums s = {0};
    char line[128], ulp[16] = "-", back[16] = "-";
    isa_decode(0x90000209, word1[r->op], 0, &one);
    isa_decode(0x90000409, word1[r->then < 0 ? RCP : r->then], 0, &two);    /* OP $r2, $r2 */
    for (uint32_t i = 0; i < r->count; i += 32) {
        for (uint32_t k = 0; k < 32; k++)
            m->regs[32 + k] = r->first + i + k;
        if (!gt_exec_body(&m->core, &m->warp, &one, NULL) ||
            (r->then >= 0 && !gt_exec_body(&m->core, &m->warp, &two, NULL))) {
            printf("%s: the model stopped\n", r->name);
            return false;
        }
        for (uint32_t k = 0; k < 32; k++)
            judge_result(r, &s, i + k, r->first + i + k, m->regs[64 + k]);
    }
    if (!r->absolute)
        snprintf(ulp, sizeof ulp, "%.4Lf", s.ulp);
    if (r->direction)
        snprintf(back, sizeof back, "%u", (unsigned)s.back);
    snprintf(line, sizeof line, "%s %08x 2^%.3Lf %.2f %s", ulp, (unsigned)(r->absolute ? s.at_abs : s.at_ulp),
             log2l(s.abs), 100.0 * s.rounded / r->count, back);
    bool same = strcmp(line, r->expected) == 0;
    printf("%-16s %9u inputs: %s%s%s\n", r->name, (unsigned)r->count, line, same ? "" : "   EXPECTED ",
           same ? "" : r->expected);
    fflush(stdout);
    return same;
}

static bool set_up(struct machine *m)
{
    struct gt_result res;
    m->gpu = gt_gpu_new(4096);
    m->launch = (struct gt_launch){.name = "sweep",
                                   .code = m->code, .code_words = 4, .regs = 4, .smem = 16, .grid_x = 1, .grid_y = 1,
                                   .block_x = 32, .block_y = 1, .block_z = 1};
    m->warp.regs = m->regs;
    m->warp.nregs = 4;
    m->warp.block = &m->block;
    m->warp.active = 0xffffffff;
    return m->gpu && gt_launch_config(m->gpu, &m->launch, &m->cfg, &res) &&
           gt_core_init(&m->core, m->gpu, &m->launch, &m->cfg);
}

int main(int argc, char **argv)
{
    struct machine *m = calloc(1, sizeof *m);
    bool ok = true;
    if (!m || !set_up(m)) {
        fprintf(stderr, "sfu_sweep: out of memory\n");
        return 1;
    }
    printf("function, inputs: largest error in ulp, at input, largest absolute error, correctly rounded %%, steps "
           "back\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted |= strncmp(rows[i].name, argv[a], strlen(argv[a])) == 0;
        if (wanted)
            ok = sweep_inputs(m, &rows[i]) && ok;
    }
    gt_core_done(&m->core);
    gt_gpu_free(m->gpu);
    free(m);
    printf(ok ? "all figures as measured on silicon\n" : "figures DIFFER from those of silicon\n");
    return !ok;
}
