/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions with a constant, for every pair of a constant and an operand at the edges of 16 and 32 bits: what the
 * passes conclude from a constant holds for its neighbours beyond the edge, too, or it does not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

static const uint32_t edges[] = {
    0, 1, 2, 3, 7, 0x7e, 0x80, 0xff, 0x100, 0xff00, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x10000, 0x10001,
    70000, 0x17fff, 0x18000, 0xffffff, 0x1000000, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0x80008000,
    0xff000000, 0xffff0000, 0xffff7fff, 0xffff8000, 0xffff8001, 0xffffff80, 0xfffffffe, 0xffffffff, 0x12345678,
};
enum { N = sizeof edges / sizeof *edges };

/* Runs a body that makes %q of %a, the operand of the thread; C stands for the constant, as `form` prints it. */
static void run_body(const char *body, const char *form, uint64_t c, const uint32_t in[N], uint32_t out[N])
{
    char ptx[2000], text[1000], number[40], *t = text;
    struct module m;

    snprintf(number, sizeof number, form, (unsigned long long)c);
    for (const char *p = body; *p; p++)
        t += *p == 'C' ? sprintf(t, "%s", number) : sprintf(t, "%c", *p);
    snprintf(ptx, sizeof ptx,
             ".version 3.2\n.target sm_20\n.address_size 32\n.entry k(.param .u32 out, .param .u32 in)\n{\n.reg .b32 %%a, "
             "%%q, %%t, %%o, %%r<9>; .reg .b64 %%l<5>; .reg .b16 %%h<5>; .reg .f32 %%f<5>; .reg .pred %%p<3>;\n"
             "mov.u32 %%t, %%tid.x; shl.b32 %%t, %%t, 2; ld.param.u32 %%o, [out]; add.u32 %%o, %%o, %%t;\n"
             "ld.param.u32 %%r1, [in]; add.u32 %%r1, %%r1, %%t; ld.global.u32 %%a, [%%r1];\n%s\n"
             "st.global.u32 [%%o], %%q; ret;\n}\n", text);
    if (!module_ptx(&m, ptx))
        fail_msg("%s", text);
    const uint32_t p[] = { dev_new(&m, NULL, N * 4), dev_new(&m, in, N * 4) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = N }, p, 2));
    dev_get(&m, p[0], out, N * 4);
    module_free(&m);
}

/* ---- whole numbers ---- */

typedef uint32_t host(uint32_t a, int64_t c);
struct row { const char *body; host *want; };

/* A comparison that only a branch reads. */
#define BRANCH "@%p1 bra L; mov.u32 %q, 9; bra M;\nL: mov.u32 %q, 7; st.global.u32 [%o], %q;\nM:"
#define COMPARISONS(name, value, type, cast) \
    static uint32_t name##_lt(uint32_t a, int64_t c) { return (value) < (cast)c ? 7 : 9; } \
    static uint32_t name##_le(uint32_t a, int64_t c) { return (value) <= (cast)c ? 7 : 9; } \
    static uint32_t name##_eq(uint32_t a, int64_t c) { return (value) == (cast)c ? 7 : 9; } \
    static uint32_t name##_ne(uint32_t a, int64_t c) { return (value) != (cast)c ? 7 : 9; } \
    static uint32_t name##_gt(uint32_t a, int64_t c) { return (value) > (cast)c ? 7 : 9; } \
    static uint32_t name##_ge(uint32_t a, int64_t c) { return (value) >= (cast)c ? 7 : 9; }
#define ROWS(name, make, type, of) \
    { make " setp.lt." type " %p1, " of ", C; " BRANCH, name##_lt }, \
    { make " setp.le." type " %p1, " of ", C; " BRANCH, name##_le }, \
    { make " setp.eq." type " %p1, " of ", C; " BRANCH, name##_eq }, \
    { make " setp.ne." type " %p1, " of ", C; " BRANCH, name##_ne }, \
    { make " setp.gt." type " %p1, " of ", C; " BRANCH, name##_gt }, \
    { make " setp.ge." type " %p1, " of ", C; " BRANCH, name##_ge }
COMPARISONS(s16, (int16_t)a, "s32", int32_t)
COMPARISONS(u16, (uint16_t)a, "u32", uint32_t)
COMPARISONS(s32, (int32_t)a, "s32", int32_t)
COMPARISONS(u32, a, "u32", uint32_t)
COMPARISONS(s64, (int64_t)(int32_t)a, "s64", int64_t)
COMPARISONS(u64, (uint64_t)a, "u64", uint64_t)

static uint32_t host_sum(uint32_t a, int64_t c) { return a + (uint32_t)c; }
static uint32_t host_product(uint32_t a, int64_t c) { return a * (uint32_t)c; }
static uint32_t host_upper(uint32_t a, int64_t c) { return (uint32_t)((int64_t)(int32_t)a * (int32_t)c >> 32); }
static uint32_t upper_unsigned(uint32_t a, int64_t c) { return (uint32_t)((uint64_t)a * (uint32_t)c >> 32); }
static uint32_t sum_of_product(uint32_t a, int64_t c) { return a * (uint32_t)c + a; }
static uint32_t host_least(uint32_t a, int64_t c) { return (int32_t)a < (int32_t)c ? a : (uint32_t)c; }
static uint32_t host_most(uint32_t a, int64_t c) { return a > (uint32_t)c ? a : (uint32_t)c; }
static uint32_t host_shift(uint32_t a, int64_t c) { return (uint32_t)c > 31 ? 0 : a << c; }
static uint32_t shifted_down(uint32_t a, int64_t c) { return (uint32_t)((int32_t)a >> ((uint32_t)c > 31 ? 31 : c)); }
static uint32_t host_shift_twice(uint32_t a, int64_t c) { return host_shift(host_shift(a, c), c); }
static uint32_t host_quotient(uint32_t a, int64_t c) { return c ? a / (uint32_t)c : 0; }
static uint32_t host_rest(uint32_t a, int64_t c)
{
    return (int32_t)c == 0 ? 0 : (int32_t)c == -1 ? 0 : (uint32_t)((int32_t)a % (int32_t)c);
}
static uint32_t host_byte(uint32_t a, int64_t c) { return ((a & 255) * (a >> 16) + (a & (uint32_t)c)) & 0xff00; }
static uint32_t host_half(uint32_t a, int64_t c) { return (uint16_t)a * (uint32_t)(uint16_t)c; }

static const struct row rows[] = {
    ROWS(s16, "cvt.s32.s16 %r2, %a;", "s32", "%r2"), ROWS(u16, "cvt.u32.u16 %r2, %a;", "u32", "%r2"),
    ROWS(s32, "", "s32", "%a"), ROWS(u32, "", "u32", "%a"),
    { "add.u32 %q, %a, C;", host_sum }, { "mul.lo.u32 %q, %a, C;", host_product },
    { "mul.hi.s32 %q, %a, C;", host_upper }, { "mul.hi.u32 %q, %a, C;", upper_unsigned },
    { "mad.lo.u32 %q, %a, C, %a;", sum_of_product },
    { "min.s32 %q, %a, C;", host_least }, { "max.u32 %q, %a, C;", host_most },
    { "shl.b32 %q, %a, C;", host_shift }, { "shr.s32 %q, %a, C;", shifted_down },
    { "shl.b32 %r2, %a, C; shl.b32 %q, %r2, C;", host_shift_twice },
    /* what the addend gives to the wanted bits, and what it carries there */
    { "and.b32 %r2, %a, 255; shr.u32 %r3, %a, 16; and.b32 %r4, %a, C; mul.lo.u32 %r5, %r2, %r3; add.u32 %r6, %r5, %r4; "
      "and.b32 %q, %r6, 0xff00;", host_byte },
    { "cvt.u16.u32 %h1, %a; mov.u32 %r2, C; cvt.u16.u32 %h2, %r2; mul.wide.u16 %q, %h1, %h2;", host_half },
};
static const struct row rows_by[] = {
    { "div.u32 %q, %a, C;", host_quotient }, { "rem.s32 %q, %a, C;", host_rest },
};
static const struct row rows64[] = {
    ROWS(s64, "cvt.s64.s32 %l1, %a;", "s64", "%l1"), ROWS(u64, "cvt.u64.u32 %l1, %a;", "u64", "%l1"),
};

static void check_row(const struct row *r, const char *form, int64_t c)
{
    uint32_t out[N];
    run_body(r->body, form, (uint64_t)c, edges, out);
    for (unsigned i = 0; i < N; i++)
        if (out[i] != r->want(edges[i], c))
            fail_msg("0x%x with 0x%llx: expected 0x%x, found 0x%x in\n%s", edges[i], (unsigned long long)c,
                     r->want(edges[i], c), out[i], r->body);
}

static void test_numbers(void **state)
{
    (void)state;
    for (unsigned k = 0; k < N; k++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            check_row(&rows[i], "%lld", edges[k]);
        for (size_t i = 0; edges[k] && i < sizeof rows_by / sizeof *rows_by; i++)
            check_row(&rows_by[i], "0x%llx", edges[k]);
        for (size_t i = 0; i < sizeof rows64 / sizeof *rows64; i++) {
            check_row(&rows64[i], "%lld", edges[k]);
            check_row(&rows64[i], "%lld", (int32_t)edges[k]);
            check_row(&rows64[i], "%lld", (int64_t)edges[k] << 32);
        }
    }
}

/* ---- quotients ---- */

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* div.full of numbers around 2^126 and beyond by such: two units in the last place. */
static void test_quotients(void **state)
{
    static const uint32_t large[] = { 0x7e000000, 0x7e7fffff, 0x7e800000, 0x7e800001, 0x7f000000, 0x7f7fffff };
    uint32_t in[N], out[N];
    (void)state;
    for (unsigned i = 0; i < N; i++)
        in[i] = large[i % 6] ^ (i / 6 & 1) << 31;
    for (unsigned k = 0; k < 12; k++) {
        const uint32_t by = large[k % 6] ^ (k / 6) << 31;
        for (int turned = 0; turned < 2; turned++) {
            run_body(turned ? "mov.b32 %f1, %a; mov.f32 %f2, 0fC; div.full.f32 %f3, %f2, %f1; mov.b32 %q, %f3;"
                            : "mov.b32 %f1, %a; div.full.f32 %f3, %f1, 0fC; mov.b32 %q, %f3;",
                     "%08llx", by, in, out);
            for (unsigned i = 0; i < N; i++) {
                const double want = turned ? (double)float_of(by) / float_of(in[i])
                                           : (double)float_of(in[i]) / float_of(by);
                const double off = float_of(out[i]) / want - 1;
                if (!(off < 4e-7 && off > -4e-7))
                    fail_msg("%g by %g, turned %d: found %g", float_of(in[i]), float_of(by), turned, float_of(out[i]));
            }
        }
    }
}

/* ---- more constants than c1[] has room for ---- */

/* Products under a predicate of the operand's low half and `halves` constants, and its minima with `words` others:
   forms that have no constant inside. */
static void compile_many(unsigned halves, unsigned words)
{
    enum { TEXT = 64 };
    char *ptx = malloc(1000 + (halves + words) * TEXT), *t = ptx;
    uint32_t in[N], out[N];
    struct module m;

    assert_non_null(ptx);
    t += sprintf(t, ".version 3.2\n.target sm_20\n.address_size 32\n.entry k(.param .u32 out, .param .u32 in)\n{\n"
                    ".reg .b32 %%a, %%q, %%t, %%o, %%r<4>; .reg .b16 %%h; .reg .pred %%p;\n"
                    "mov.u32 %%t, %%tid.x; shl.b32 %%t, %%t, 2; ld.param.u32 %%o, [out]; add.u32 %%o, %%o, %%t;\n"
                    "ld.param.u32 %%r1, [in]; add.u32 %%r1, %%r1, %%t; ld.global.u32 %%a, [%%r1];\n"
                    "cvt.u16.u32 %%h, %%a; mov.u32 %%q, 0; setp.gt.u32 %%p, %%a, 5;\n");
    for (unsigned i = 0; i < halves; i++)
        t += sprintf(t, "@%%p mad.wide.u16 %%q, %%h, %u, %%q;\n", 0x8003 + 257 * (i % 127) + i / 127);
    for (unsigned i = 0; i < words; i++)
        t += sprintf(t, "min.u32 %%r2, %%a, %u; add.u32 %%q, %%q, %%r2;\n", 70001 * (i + 1));
    sprintf(t, "st.global.u32 [%%o], %%q; ret;\n}\n");
    assert_true(module_ptx(&m, ptx));
    const uint32_t p[] = { dev_new(&m, NULL, sizeof out), dev_new(&m, edges, sizeof edges) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = N }, p, 2));
    dev_get(&m, p[0], out, sizeof out);
    module_free(&m);
    free(ptx);
    memcpy(in, edges, sizeof in);
    for (unsigned n = 0; n < N; n++) {
        uint32_t q = 0;
        for (unsigned i = 0; i < halves; i++)
            q += in[n] > 5 ? (in[n] & 0xffff) * (0x8003 + 257 * (i % 127) + i / 127) : 0;
        for (unsigned i = 0; i < words; i++)
            q += in[n] < 70001 * (i + 1) ? in[n] : 70001 * (i + 1);
        if (out[n] != q)
            fail_msg("%u constants of 16 bits and %u of 32, operand 0x%x: 0x%x, expected 0x%x", halves, words, in[n],
                     out[n], q);
    }
}

/* An operand of 16 bits reaches the first 64 words of c1[], one of 32 bits 128. */
static void test_room(void **state)
{
    (void)state;
    for (unsigned halves = 62; halves <= 66; halves++)
        compile_many(halves, 0);
    compile_many(200, 0);
    compile_many(60, 68);
    compile_many(60, 69);
    compile_many(70, 70);
    compile_many(0, 128);
    compile_many(0, 129);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_quotients), cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
