/* SPDX-License-Identifier: Apache-2.0
 *
 * Every PTX instruction x type: each row of the tables is a small kernel, run on the functional model over random and
 * special values, and compared with the host's result.
 *
 * A row is X(kind of inputs, kind of result, "PTX", host expression). The PTX finds its inputs in registers of every
 * type: %ha %hb %hc (16 bits), %ra.. (32), %la.. (64), %fa.. (f32), %da.. (f64), and leaves its result in %hq, %rq,
 * %lq, %fq, %dq or %pq. The expression finds the same values in h (u16), i (s16), r (u32), s (s32), l (u64), k (s64),
 * f (float), d (double), each an array of three.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../harness.h"
#include "host.h"

enum { N = 1024, PTX_BYTES = 20000 };

struct values {
    uint16_t h[3]; int16_t i[3]; uint32_t r[3]; int32_t s[3]; uint64_t l[3]; int64_t k[3]; float f[3]; double d[3];
};

struct row {
    enum input in;
    enum result out;
    const char *ptx;
    uint64_t (*host)(const struct values *);
    unsigned line;
    const char *file;
};

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define UNPACK \
    const uint16_t *h = v->h; \
    const int16_t *i = v->i; \
    const uint32_t *r = v->r; \
    const int32_t *s = v->s; \
    const uint64_t *l = v->l; \
    const int64_t *k = v->k; \
    const float *f = v->f; \
    const double *d = v->d; \
    (void)h; \
    (void)i; \
    (void)r; \
    (void)s; \
    (void)l; \
    (void)k; \
    (void)f; \
    (void)d;
#define X(in, out, ptx, expr) \
    static uint64_t CAT(TABLE, __LINE__)(const struct values *v) { UNPACK return pack_##out(expr); }
#define TABLE int_
#include "table_int.h"
#undef TABLE
#define TABLE bits_
#include "table_bits.h"
#undef TABLE
#define TABLE float_
#include "table_float.h"
#undef TABLE
#define TABLE cvt_
#include "table_cvt.h"
#undef TABLE
#undef X

#define X(in, out, ptx, expr) { in, out, ptx, CAT(TABLE, __LINE__), __LINE__, FILE_NAME },
#define TABLE int_
#define FILE_NAME "table_int.h"
static const struct row int_rows[] = {
#include "table_int.h"
};
#undef TABLE
#undef FILE_NAME
#define TABLE bits_
#define FILE_NAME "table_bits.h"
static const struct row bits_rows[] = {
#include "table_bits.h"
};
#undef TABLE
#undef FILE_NAME
#define TABLE float_
#define FILE_NAME "table_float.h"
static const struct row float_rows[] = {
#include "table_float.h"
};
#undef TABLE
#undef FILE_NAME
#define TABLE cvt_
#define FILE_NAME "table_cvt.h"
static const struct row cvt_rows[] = {
#include "table_cvt.h"
};
#undef TABLE
#undef FILE_NAME

static void values_of(const uint64_t x[3], struct values *v)
{
    for (int n = 0; n < 3; n++) {
        v->l[n] = x[n];
        v->k[n] = (int64_t)x[n];
        v->r[n] = (uint32_t)x[n];
        v->s[n] = (int32_t)x[n];
        v->h[n] = (uint16_t)x[n];
        v->i[n] = (int16_t)x[n];
        memcpy(&v->f[n], &v->r[n], 4);
        memcpy(&v->d[n], &x[n], 8);
    }
}

static void write_kernel(char *ptx, const struct row *t)
{
    static const char *const store[] = {
        [H] = "cvt.u64.u16 %lq, %hq;", [R] = "cvt.u64.u32 %lq, %rq;", [L] = "",
        [F] = "mov.b32 %rq, %fq; cvt.u64.u32 %lq, %rq;", [D] = "mov.b64 %lq, %dq;",
        [P] = "selp.u32 %rq, 1, 0, %pq; cvt.u64.u32 %lq, %rq;",
    };
    snprintf(ptx, PTX_BYTES,
             ".version 3.2\n.target sm_20\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in, "
             ".param .u32 n)\n{\n"
             ".reg .b16 %%ha, %%hb, %%hc, %%hq, %%hz; .reg .b32 %%ra, %%rb, %%rc, %%rq, %%rz, %%i, %%w; .reg .b64 "
             "%%la, %%lb, %%lc, %%lq, %%lz, %%a, %%o, %%x;\n"
             ".reg .f32 %%fa, %%fb, %%fc, %%fq, %%fz; .reg .f64 %%da, %%db, %%dc, %%dq, %%dz; .reg .pred %%pq, %%pa, "
             "%%pb, %%pc, %%p;\n"
             "mov.u32 %%i, %%ctaid.x; mov.u32 %%w, %%ntid.x; mul.lo.u32 %%i, %%i, %%w; mov.u32 %%w, %%tid.x; add.u32 "
             "%%i, %%i, %%w;\n"
             "ld.param.u32 %%w, [n]; setp.ge.u32 %%p, %%i, %%w; @%%p exit;\n"
             "ld.param.u64 %%a, [in]; mul.wide.u32 %%x, %%i, 24; add.u64 %%a, %%a, %%x;\n"
             "ld.param.u64 %%o, [out]; mul.wide.u32 %%x, %%i, 8; add.u64 %%o, %%o, %%x;\n"
             "ld.global.u64 %%la, [%%a]; ld.global.u64 %%lb, [%%a+8]; ld.global.u64 %%lc, [%%a+16];\n"
             "mov.b64 %%da, %%la; mov.b64 %%db, %%lb; mov.b64 %%dc, %%lc;\n"
             "cvt.u32.u64 %%ra, %%la; cvt.u32.u64 %%rb, %%lb; cvt.u32.u64 %%rc, %%lc;\n"
             "mov.b32 %%fa, %%ra; mov.b32 %%fb, %%rb; mov.b32 %%fc, %%rc; cvt.u16.u32 %%ha, %%ra; cvt.u16.u32 %%hb, "
             "%%rb; cvt.u16.u32 %%hc, %%rc;\n"
             "setp.lt.s32 %%pa, %%ra, 0; setp.lt.s32 %%pb, %%rb, 0; setp.lt.s32 %%pc, %%rc, 0;\n"
             "%s\n%s\nst.global.u64 [%%o], %%lq;\nret;\n}\n",
             t->ptx, store[t->out]);
}

static bool same_result(enum result out, uint64_t a, uint64_t b)
{
    if (a == b)
        return true;
    if (out == F)
        return (a & 0x7fffffff) > 0x7f800000 && (b & 0x7fffffff) > 0x7f800000;
    return out == D && (a << 1) > 0xffe0000000000000u && (b << 1) > 0xffe0000000000000u;
}

static int check_row(const struct row *t)
{
    static uint64_t in[3 * N], out[N];
    static char ptx[PTX_BYTES];
    struct module m;
    host_inputs(t->in, in, N);
    write_kernel(ptx, t);
    if (!module_ptx(&m, ptx)) {
        fprintf(stderr, "%s:%u: %s\n", t->file, t->line, t->ptx);
        return 1;
    }
    uint32_t p[] = { dev_new(&m, NULL, sizeof out), 0, dev_new(&m, in, sizeof in), 0, N };
    bool ran = module_run(&m, "k", (struct dims){ .gx = N / 128, .bx = 128 }, p, 5);
    dev_get(&m, p[0], out, sizeof out);
    module_free(&m);
    if (!ran) {
        fprintf(stderr, "%s:%u: %s\n", t->file, t->line, t->ptx);
        return 1;
    }
    for (int n = 0; n < N; n++) {
        struct values v;
        values_of(&in[3 * n], &v);
        uint64_t want = t->host(&v);
        if (same_result(t->out, want, out[n]))
            continue;
        fprintf(stderr, "%s:%u: %s\n  of 0x%llx, 0x%llx, 0x%llx: expected 0x%llx, found 0x%llx\n", t->file, t->line,
                t->ptx, (unsigned long long)in[3 * n], (unsigned long long)in[3 * n + 1],
                (unsigned long long)in[3 * n + 2], (unsigned long long)want, (unsigned long long)out[n]);
        return 1;
    }
    return 0;
}

static void check_rows(const struct row *rows, size_t n)
{
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad += check_row(&rows[i]);
    print_message("%zu instructions\n", n);
    assert_int_equal(bad, 0);
}

static void test_integers(void **state) { (void)state; check_rows(int_rows, sizeof int_rows / sizeof *int_rows); }
static void test_bits(void **state) { (void)state; check_rows(bits_rows, sizeof bits_rows / sizeof *bits_rows); }
static void test_floats(void **state) { (void)state; check_rows(float_rows, sizeof float_rows / sizeof *float_rows); }
static void test_conversions(void **state) { (void)state; check_rows(cvt_rows, sizeof cvt_rows / sizeof *cvt_rows); }

/* A checker that cannot fail proves nothing. */
static uint64_t wrong_sum(const struct values *v) { return v->r[0] + v->r[1] + 1; }
static void test_planted(void **state)
{
    (void)state;
    const struct row bad = { INT, R, "add.u32 %rq, %ra, %rb;", wrong_sum, 0, "planted, must differ" };
    assert_int_equal(check_row(&bad), 1);
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(test_integers),  cmocka_unit_test(test_bits),  cmocka_unit_test(test_floats),
        cmocka_unit_test(test_conversions), cmocka_unit_test(test_planted),
    };
    return cmocka_run_group_tests(list, NULL, NULL);
}
