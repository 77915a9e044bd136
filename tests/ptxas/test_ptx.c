/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX beyond single instructions: functions, memories, generic addresses, atomics, votes. Each program runs 128
 * threads on the functional model; thread i finds i in %i and its input in %a (as 64 bits in %la), and leaves its
 * result in %q.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness.h"
#include "ptxas.h"

enum { N = 128 };

static uint32_t nth_input(uint32_t i) { return i * 2654435761u ^ i << 7; }

/* Compiles and runs; `top` stands before the kernel. */
static void run_body(const char *top, const char *body, uint32_t out[N])
{
    static char ptx[20000];
    uint32_t in[N];
    struct module m;
    snprintf(
        ptx, sizeof ptx,
        ".version 3.2\n.target sm_20\n.address_size 64\n%s\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
        ".reg .b16 %%h<9>; .reg .b32 %%i, %%a, %%q, %%r<20>; .reg .b64 %%la, %%o, %%x, %%l<20>; .reg .f32 %%f<9>; "
        ".reg .f64 %%d<9>;\n"
        ".reg .pred %%p<9>; mov.u32 %%i, %%tid.x; mul.wide.u32 %%x, %%i, 4; ld.param.u64 %%o, [out]; add.u64 %%o, "
        "%%o, %%x;\n"
        "ld.param.u64 %%la, [in]; add.u64 %%la, %%la, %%x; ld.global.u32 %%a, [%%la]; cvt.u64.u32 %%la, %%a;\n"
        "%s\nst.global.u32 [%%o], %%q;\nret;\n}\n",
        top, body);
    for (uint32_t i = 0; i < N; i++)
        in[i] = nth_input(i);
    if (!module_ptx(&m, ptx))
        fail_msg("%s\n%s", top, body);
    uint32_t p[] = { dev_new(&m, NULL, N * 4), 0, dev_new(&m, in, sizeof in), 0 };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = N }, p, 4));
    dev_get(&m, p[0], out, N * 4);
    module_free(&m);
}

typedef uint32_t host(uint32_t i, uint32_t a);

static void expect_result(const char *top, const char *body, host *want)
{
    uint32_t out[N];
    run_body(top, body, out);
    for (uint32_t i = 0; i < N; i++)
        if (out[i] != want(i, nth_input(i)))
            fail_msg("thread %u: expected 0x%x, found 0x%x in\n%s\n%s", i, want(i, nth_input(i)), out[i], top, body);
}

/* ---- functions -------------------------------------------------------------------------------------------- */

static uint32_t w_square(uint32_t i, uint32_t a) { return a * a + i; }
static uint32_t w_abs(uint32_t i, uint32_t a) { (void)i; return (int32_t)a < 0 ? 0u - a : a; }
static uint32_t w_struct(uint32_t i, uint32_t a) { return a + (uint32_t)(int32_t)(int8_t)a + (a & 0xffff) + i; }
static uint32_t w_twice(uint32_t i, uint32_t a) { (void)i; return 4 * a + 6; }
static uint32_t w_guarded(uint32_t i, uint32_t a) { return i & 1 ? a * a : 5; }
static uint32_t w_pick(uint32_t i, uint32_t a) { return i & 1 ? a : a + 1; }

static void test_functions(void **state)
{
    (void)state;
    expect_result(".func (.reg .u32 %r) sq(.reg .u32 %v)\n{ mul.lo.u32 %r, %v, %v; ret; }",
                  "call (%q), sq, (%a); add.u32 %q, %q, %i;", w_square);
    expect_result(".func (.param .b32 r) sq(.param .b32 v)\n{ .reg .b32 %x; ld.param.u32 %x, [v]; "
                  "mul.lo.u32 %x, %x, %x; st.param.b32 [r], %x; ret; }",
                  "{ .param .b32 p; st.param.b32 [p+0], %a; .param .b32 t; call.uni (t), sq, (p); ld.param.b32 %q, [t+0]; } "
                  "add.u32 %q, %q, %i;",
                  w_square);
    /* Several returns, one of them under a guard; labels of the same name in caller and callee. */
    expect_result(".func (.reg .s32 %r) f(.reg .s32 %v)\n{ .reg .pred %p; setp.ge.s32 %p, %v, 0; mov.u32 %r, %v; "
                  "@%p ret; @!%p bra L; ret; L: neg.s32 %r, %v; ret; }",
                  "call (%q), f, (%a); bra L; mov.u32 %q, 0; L:", w_abs);
    /* A structure: parts of several sizes. */
    expect_result(".func (.param .align 8 .b8 r[16]) f(.param .align 8 .b8 v[16])\n{ .reg .b32 %x, %y, %z; "
                  ".reg .b64 %w; ld.param.u32 %x, [v]; ld.param.s8 %y, [v+4];"
                  " ld.param.u16 %z, [v+6]; ld.param.u64 %w, [v+8]; st.param.b64 [r+8], %w; st.param.v2.b32 [r], {%x, %y}; "
                  "add.u32 %z, %z, 0; st.param.b32 [r+8], %z; ret; }",
                  "{ .param .align 8 .b8 p[16]; .param .align 8 .b8 t[16]; .reg .b64 %w; cvt.u64.u32 %w, %i; st.param.b32 "
                  "[p], %a; st.param.b8 [p+4], %a; st.param.b16 [p+6], %a;"
                  " st.param.b64 [p+8], %w; call.uni (t), f, (p); ld.param.v2.b32 {%r1, %r2}, [t]; ld.param.b32 %r3, [t+8]; "
                  "} add.u32 %q, %r1, %r2; add.u32 %q, %q, %r3; add.u32 %q, %q, %i;",
                  w_struct);
    expect_result(".func (.reg .u32 %r) g(.reg .u32 %v)\n{ add.u32 %r, %v, 1; ret; }\n"
                  ".func (.reg .u32 %r) f(.reg .u32 %v)\n{ .reg .u32 %t; call (%t), g, (%v); add.u32 %r, %t, %t; "
                  "ret; }",
                  "call (%q), f, (%a); call (%q), f, (%q);", w_twice);
    expect_result(".func (.reg .u32 %r) sq(.reg .u32 %v)\n{ mul.lo.u32 %r, %v, %v; ret; }",
                  "mov.u32 %q, 5; and.b32 %r1, %i, 1; setp.ne.u32 %p1, %r1, 0; @%p1 call (%q), sq, (%a);", w_guarded);
    /* The address of a parameter is taken: it lies in memory. */
    expect_result(".func (.param .b32 r) f(.param .align 4 .b8 v[8], .param .b32 n)\n{ .reg .b64 %p, %o; .reg .b32 %x; "
                  "mov.u64 %p, v; ld.param.u32 %x, [n]; mul.wide.u32 %o, %x, 4;"
                  " add.u64 %p, %p, %o; ld.local.u32 %x, [%p]; st.param.b32 [r], %x; ret; }",
                  "{ .param .align 4 .b8 p[8]; .param .b32 n; .param .b32 t; add.u32 %r1, %a, 1; xor.b32 %r2, %i, 1; and.b32 "
                  "%r2, %r2, 1; st.param.b32 [p], %a; st.param.b32 [p+4], %r1;"
                  " st.param.b32 [n], %r2; call (t), f, (p, n); ld.param.b32 %q, [t]; }",
                  w_pick);
}

/* ---- memories ---------------------------------------------------------------------------------------------- */

static uint32_t w_bytes(uint32_t i, uint32_t a)
{
    (void)i;
    return (a & 255) + (uint32_t)(int32_t)(int8_t)a + (a & 0xffff) + (uint32_t)(int32_t)(int16_t)a;
}
static uint32_t w_neighbour(uint32_t i, uint32_t a) { (void)a; return nth_input(i ^ 1) + (nth_input(i ^ 1) ^ 77); }
static uint32_t w_difference(uint32_t i, uint32_t a) { return a + (i & 3) * 4; }
static uint32_t w_local(uint32_t i, uint32_t a) { return (i & 3) == 2 ? a : 10 + (i & 3); }
static uint32_t w_const(uint32_t i, uint32_t a)
{
    (void)a;
    static const uint32_t t[] = { 5, 6, 0xffffffff, 8 };
    return t[i & 3] + 0x3fc00000 + 65 + 9;
}
static uint32_t w_vec(uint32_t i, uint32_t a) { return a + 2 * (a ^ i) + 3 * (a + i) + 4 * i; }
static uint32_t w_id(uint32_t i, uint32_t a) { (void)i; return a; }

enum { MANY = 260 };

static uint32_t w_many(uint32_t i, uint32_t a)
{
    uint32_t q = 0;
    for (uint32_t k = 0; k < MANY; k++)
        q += (a ^ i) < k * 16519105u ? k : 0;
    return q;
}

/* More predicates at once than there are condition codes or registers. */
static void many_predicates(void **state)
{
    static char body[20000];
    char *p = body;
    (void)state;
    p += sprintf(p, ".reg .pred %%z<%d>; xor.b32 %%r1, %%a, %%i; mov.u32 %%q, 0;", MANY);
    for (uint32_t k = 0; k < MANY; k++)
        p += sprintf(p, "setp.lt.u32 %%z%u, %%r1, %u;", k, k * 16519105u);
    for (uint32_t k = 0; k < MANY; k++)
        p += sprintf(p, "@%%z%u add.u32 %%q, %%q, %u;", k, k);
    expect_result("", body, w_many);
}

static void test_memories(void **state)
{
    (void)state;
    static const char *const space[] = { "shared", "local" };
    for (int k = 0; k < 2; k++) {
        char body[1500];
        snprintf(body, sizeof body,
                 ".%s .align 4 .b8 m[1024]; mov.u64 %%l1, m; mul.wide.u32 %%l2, %%i, %d; add.u64 %%l1, %%l1, %%l2; "
                 "st.%s.u8 [%%l1], %%a; st.%s.u16 [%%l1+2], %%a;"
                 " ld.%s.u8 %%r1, [%%l1]; ld.%s.s8 %%r2, [%%l1]; ld.%s.u16 %%r3, [%%l1+2]; ld.%s.s16 %%r4, [%%l1+2];"
                 " add.u32 %%q, %%r1, %%r2; add.u32 %%q, %%q, %%r3; add.u32 %%q, %%q, %%r4;",
                 space[k], k ? 4 : 8, space[k], space[k], space[k], space[k], space[k], space[k]);
        expect_result("", body, w_bytes);
        snprintf(body, sizeof body,
                 ".%s .align 16 .b8 m[2048]; mov.u64 %%l1, m; mul.wide.u32 %%l2, %%i, 16; add.u64 %%l1, %%l1, %%l2; "
                 "xor.b32 %%r1, %%a, %%i; add.u32 %%r2, %%a, %%i;"
                 " st.%s.v4.u32 [%%l1], {%%a, %%r1, %%r2, %%i}; ld.%s.v2.u32 {%%r3, %%r4}, [%%l1]; ld.%s.u64 %%l3, "
                 "[%%l1+8]; mov.b64 {%%r5, %%r6}, %%l3;"
                 " mul.lo.u32 %%r4, %%r4, 2; mul.lo.u32 %%r5, %%r5, 3; mul.lo.u32 %%r6, %%r6, 4; add.u32 %%q, %%r3, "
                 "%%r4; add.u32 %%q, %%q, %%r5; add.u32 %%q, %%q, %%r6;",
                 space[k], space[k], space[k], space[k]);
        expect_result("", body, w_vec);
    }
    expect_result("",
                  ".shared .align 4 .b32 m[128]; .shared .b32 n[128]; mov.u64 %l1, m; mul.wide.u32 %l2, %i, 4; add.u64 %l3, "
                  "%l1, %l2; st.shared.u32 [%l3], %a; xor.b32 %r1, %a, 77;"
                  " mov.u64 %l4, n; add.u64 %l4, %l4, %l2; st.shared.u32 [%l4], %r1; bar.sync 0; xor.b64 %l2, %l2, 4; "
                  "add.u64 %l3, %l1, %l2; ld.shared.u32 %q, [%l3]; mov.u64 %l4, n;"
                  " add.u64 %l4, %l4, %l2; ld.shared.u32 %r1, [%l4]; add.u32 %q, %q, %r1;",
                  w_neighbour);
    expect_result("",
                  ".local .align 4 .b32 m[4]; mov.u64 %l1, m; cvta.local.u64 %l1, %l1; st.u32 [%l1], 10; st.u32 [%l1+4], 11; "
                  "st.u32 [%l1+12], 13; st.u32 [%l1+8], %a; and.b32 %r1, %i, 3;"
                  " mul.wide.u32 %l2, %r1, 4; add.u64 %l1, %l1, %l2; ld.u32 %q, [%l1];",
                  w_local);
    expect_result(".const .b8 u[3] = {7, 8, 9}; .const .align 4 .u32 t[4] = {5, 6, -1, 8}; "
                  ".global .f32 g = 1.5; .global .align 1 .b8 c[] = {65, 66};",
                  "mov.u64 %l1, t; and.b32 %r1, %i, 3; mul.wide.u32 %l2, %r1, 4; add.u64 %l1, %l1, %l2; ld.const.u32 %q, "
                  "[%l1]; ld.global.u32 %r2, [g]; add.u32 %q, %q, %r2;"
                  " mov.u64 %l3, c; ld.global.nc.u8 %r3, [%l3]; add.u32 %q, %q, %r3; ld.const.u8 %r4, [u+2]; "
                  "add.u32 %q, %q, %r4;",
                  w_const);
    /* The address of a kernel parameter. */
    expect_result("",
                  "mov.b64 %l1, out; add.u64 %l1, %l1, 4; ld.param.u64 %l2, [%l1+4]; add.u64 %l2, %l2, %x; ld.global.u32 %q, "
                  "[%l2];",
                  w_id);
    /* Pointers kept in local memory. */
    expect_result("",
                  ".local .align 8 .b8 d[16]; .shared .align 4 .b32 m[128]; mov.u64 %l1, m; mul.wide.u32 %l2, %i, 4; add.u64 "
                  "%l1, %l1, %l2; cvta.shared.u64 %l1, %l1; mov.u64 %l3, d;"
                  " cvta.local.u64 %l4, %l3; st.u64 [%l4+8], %l1; st.u64 [%l4], %o; ld.u64 %l5, [%l4+8]; st.u32 [%l5], %a; "
                  "ld.local.u64 %l6, [%l3+8]; ld.u32 %q, [%l6];",
                  w_id);
    /* A difference of addresses is a number, which any memory may have; an address less a difference is an address. */
    expect_result(".global .align 8 .b64 g[128];",
                  ".local .align 4 .b32 m[4]; mov.u64 %l5, m; cvta.local.u64 %l1, %l5; and.b32 %r1, %i, 3; "
                  "mul.wide.u32 %l2, %r1, 4; add.u64 %l3, %l1, %l2; sub.u64 %l4, %l3, %l1; mul.wide.u32 %l5, %i, 8; "
                  "mov.u64 %l6, g; add.u64 %l6, %l6, %l5; st.global.u64 [%l6], %l4; sub.u64 %l3, %l3, %l4; "
                  "st.u32 [%l3], %a; ld.local.u32 %r2, [m]; ld.global.u32 %q, [%l6]; add.u32 %q, %q, %r2;",
                  w_difference);
}

/* ---- atomics ------------------------------------------------------------------------------------------------ */

/* All threads on one word: the old values are 0, 1, 2 ... in some order, and the final value is their number. */
static void expect_counts(const char *top, const char *body)
{
    uint32_t out[N];
    bool seen[N] = { false };
    run_body(top, body, out);
    for (int i = 0; i < N; i++) {
        assert_in_range(out[i], 0, N - 1);
        assert_false(seen[out[i]]);
        seen[out[i]] = true;
    }
}

#define ZERO "setp.eq.u32 %p1, %i, 0; @%p1 st.shared.u32 [w], 0; bar.sync 0; "

static uint32_t w_op_add(uint32_t i, uint32_t a) { return a + (a + i); }
static uint32_t w_op_and(uint32_t i, uint32_t a) { return a + (a & i); }
static uint32_t w_op_or(uint32_t i, uint32_t a) { return a + (a | i); }
static uint32_t w_op_xor(uint32_t i, uint32_t a) { return a + (a ^ i); }
static uint32_t w_op_exch(uint32_t i, uint32_t a) { return a + i; }
static uint32_t w_op_minu(uint32_t i, uint32_t a) { return a + (a < i ? a : i); }
static uint32_t w_op_maxu(uint32_t i, uint32_t a) { return a + (a > i ? a : i); }
static uint32_t w_op_mins(uint32_t i, uint32_t a) { return a + ((int32_t)a < (int32_t)i ? a : i); }
static uint32_t w_op_maxs(uint32_t i, uint32_t a) { return a + ((int32_t)a > (int32_t)i ? a : i); }
static uint32_t w_op_inc(uint32_t i, uint32_t a) { return a + (a >= i ? 0 : a + 1); }
static uint32_t w_op_dec(uint32_t i, uint32_t a) { return a + (a == 0 || a > i ? i : a - 1); }
static uint32_t w_op_cas(uint32_t i, uint32_t a) { return a + (i & 1 ? i : a); }
static uint32_t w_half(uint32_t i, uint32_t a) { (void)a; return i == 0 ? 64 : 0; }
static uint32_t w_add64(uint32_t i, uint32_t a) { (void)i; return (uint32_t)(((uint64_t)a + 0x1ffffffffull) >> 32); }

static void test_atomics(void **state)
{
    (void)state;
    static const struct { const char *op; host *want; } ops[] = {
        { "add.u32", w_op_add },  { "add.s32", w_op_add },   { "and.b32", w_op_and },  { "or.b32", w_op_or },
        { "xor.b32", w_op_xor },  { "exch.b32", w_op_exch }, { "min.u32", w_op_minu }, { "max.u32", w_op_maxu },
        { "min.s32", w_op_mins }, { "max.s32", w_op_maxs },  { "inc.u32", w_op_inc },  { "dec.u32", w_op_dec },
    };
    static const char *const space[] = { "shared", "global" };
    for (int s = 0; s < 2; s++) {
        char body[1000], top[100];
        snprintf(top, sizeof top, ".%s .align 8 .b32 w[128];", space[s]);
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
            snprintf(body, sizeof body,
                     "mov.u64 %%l1, w; mul.wide.u32 %%l2, %%i, 4; add.u64 %%l1, %%l1, %%l2; st.%s.u32 [%%l1], %%a; "
                     "atom.%s.%s %%r1, [%%l1], %%i;"
                     " ld.%s.u32 %%r2, [%%l1]; add.u32 %%q, %%r1, %%r2;",
                     space[s], space[s], ops[k].op, space[s]);
            expect_result(top, body, ops[k].want);
            if (!strncmp(ops[k].op, "exch", 4))
                continue;
            snprintf(body, sizeof body,
                     "mov.u64 %%l1, w; mul.wide.u32 %%l2, %%i, 4; add.u64 %%l1, %%l1, %%l2; st.%s.u32 [%%l1], %%a; "
                     "red.%s.%s [%%l1], %%i;"
                     " ld.%s.u32 %%r2, [%%l1]; add.u32 %%q, %%a, %%r2;",
                     space[s], space[s], ops[k].op, space[s]);
            expect_result(top, body, ops[k].want);
        }
        snprintf(body, sizeof body,
                 "mov.u64 %%l1, w; mul.wide.u32 %%l2, %%i, 4; add.u64 %%l1, %%l1, %%l2; st.%s.u32 [%%l1], %%a; "
                 "and.b32 %%r3, %%i, 1; xor.b32 %%r3, %%r3, 1; add.u32 %%r3, %%r3, %%a;"
                 " atom.%s.cas.b32 %%r1, [%%l1], %%r3, %%i; ld.%s.u32 %%r2, [%%l1]; add.u32 %%q, %%r1, %%r2;",
                 space[s], space[s], space[s]);
        expect_result(top, body, w_op_cas);
    }
    expect_counts(".shared .u32 w;", ZERO "atom.shared.add.u32 %q, [w], 1;");
    expect_counts(".shared .u32 w;", ZERO "mov.u64 %l1, w; cvta.shared.u64 %l1, %l1; atom.add.u32 %q, [%l1], 1;");
    expect_counts(".shared .u32 w;", ZERO "atom.shared.inc.u32 %q, [w], 1000;");
    expect_counts(".global .u32 w;", "atom.global.add.u32 %q, [w], 1;");
    expect_counts(".global .u64 w;", "atom.global.add.u64 %l1, [w], 1; cvt.u32.u64 %q, %l1;");
    /* Half of the lanes. */
    expect_result(".shared .u32 w;",
                  ZERO "and.b32 %r1, %i, 1; setp.ne.u32 %p2, %r1, 0; @%p2 red.shared.add.u32 [w], 1; bar.sync 0; "
               "ld.shared.u32 %q, [w]; @!%p1 mov.u32 %q, 0;",
                  w_half);
    expect_result(".global .align 8 .b64 v[128];",
                  "mov.u64 %l1, v; mul.wide.u32 %l2, %i, 8; add.u64 %l1, %l1, %l2; st.global.u64 [%l1], %la; "
                  "atom.global.add.u64 %l3, [%l1], 0x1ffffffff;"
                  " atom.global.exch.b64 %l4, [%l1], 5; atom.global.cas.b64 %l5, [%l1], 5, %l4; ld.global.u64 %l6, [%l1]; "
                  "shr.u64 %l6, %l6, 32; cvt.u32.u64 %q, %l6;",
                  w_add64);
}

/* ---- votes and the rest --------------------------------------------------------------------------------------- */

static uint32_t w_uni(uint32_t i, uint32_t a) { (void)a; return (i / 32 != 1) + 2; }
static uint32_t w_vote(uint32_t i, uint32_t a) { (void)a; return (i < 64) + 2 * (i < 32) + 4 * (i / 32 == 1); }
static uint32_t w_exit(uint32_t i, uint32_t a) { return i < 40 ? 0 : a; }
static uint32_t w_switch(uint32_t i, uint32_t a) { (void)a; return i % 4 == 2 ? 7 : 3; }

static uint32_t w_table(uint32_t i, uint32_t a)
{
    static const uint32_t add[] = { 1, 2, 3, 1, 4, 3 };
    uint32_t k = a % 7;
    return k < 6 ? add[k] + a : i & 1 ? 9 : 8;
}
static uint32_t w_table_twice(uint32_t i, uint32_t a) { return w_table(0, a) + w_table(0, i); }

/* Branches by a table, in a function that is expanded twice, too. */
static void test_tables(void **state)
{
    (void)state;
    static const char cases[] = " { T: .branchtargets A, B, C, A, D, C; setp.lt.u32 p, k, 6; @p brx.idx k, T; }";
    char body[600], top[600];
    snprintf(body, sizeof body,
             "{ .reg .u32 k; .reg .pred p; rem.u32 k, %%a, 7;%s and.b32 %%r1, %%i, 1; add.u32 %%q, %%r1, 8; bra OUT;"
             " A: add.u32 %%q, %%a, 1; bra OUT; B: add.u32 %%q, %%a, 2; bra OUT; C: add.u32 %%q, %%a, 3; bra OUT; D: "
             "add.u32 %%q, %%a, 4; OUT: }",
             cases);
    expect_result("", body, w_table);
    snprintf(top, sizeof top,
             ".func (.reg .u32 q) f (.reg .u32 a) { .reg .u32 k; .reg .pred p; rem.u32 k, a, 7;%s mov.u32 q, 8; ret;"
             " A: add.u32 q, a, 1; ret; B: add.u32 q, a, 2; ret; C: add.u32 q, a, 3; ret; D: add.u32 q, a, 4; ret; }",
             cases);
    expect_result(top, "call (%q), f, (%a); call (%r1), f, (%i); add.u32 %q, %q, %r1;", w_table_twice);
}

static uint32_t w_digits(uint32_t i, uint32_t a) { (void)i, (void)a; return 5678; }

/* a + x with its carry, x = -a in odd threads. */
static uint32_t w_sum_is_zero(uint32_t i, uint32_t a)
{
    uint32_t x = i & 1 ? 0u - a : i;
    return (a + x < a) + (a + x ? 300 : 0);
}
static uint32_t w_even_carry(uint32_t i, uint32_t a) { return i & 1 ? 7 : i + (a >> 31); }
static uint32_t w_voted(uint32_t i, uint32_t a) { (void)a; return i & 64 ? 0 : 15; }
static uint32_t w_kept(uint32_t i, uint32_t a) { (void)a; return (i < 64 ? i < 32 : !(i & 4)) ? 5 : 9; }

static uint32_t w_reread(uint32_t i, uint32_t a) { (void)i; return (7 & a) + (1 & a) + (2 & a); }

static void test_others(void **state)
{
    (void)state;
    /* A word of shared memory that a loop reads and writes stays in the loop, also as an operand. */
    expect_result(".shared .align 4 .b32 w[128];",
                  "mov.u64 %l1, w; add.u64 %l1, %l1, %x; st.shared.u32 [%l1], 7; mov.u32 %r1, 0; mov.u32 %q, 0;\n"
                  "L: ld.shared.u32 %r2, [%l1]; and.b32 %r3, %r2, %a; add.u32 %q, %q, %r3; add.u32 %r1, %r1, 1;\n"
                  "st.shared.u32 [%l1], %r1; setp.lt.u32 %p1, %r1, 3; @%p1 bra L;", w_reread);
    /* An index that a loop only steps, in units of words. */
    expect_result(".const .align 4 .b32 tab[4] = {5, 6, 7, 8};",
                  "mov.u32 %r1, 0; mov.u32 %q, 0; mov.u32 %r3, 4;\n"
                  "L: shl.b32 %r2, %r1, 2; cvt.u64.u32 %l1, %r2; mov.u64 %l2, tab; add.u64 %l1, %l1, %l2;\n"
                  "ld.const.u32 %r4, [%l1]; mad.lo.u32 %q, %q, 10, %r4; add.u32 %r1, %r1, 1; sub.u32 %r3, %r3, 1;\n"
                  "setp.ne.u32 %p1, %r3, 0; @%p1 bra L;", w_digits);
    expect_result("",
                  "setp.lt.u32 %p1, %i, 40; vote.uni.pred %p3, %p1; vote.uni.pred %p4, !%p1; selp.u32 %r1, 1, 0, %p3; "
                  "setp.lt.u32 %p2, %i, 200;"
                  " @%p2 bar.sync 0; @!%p2 trap; @%p2 vote.all.pred %p5, %p2; selp.u32 %r2, 2, 0, %p5; @!%p4 add.u32 %r2, "
                  "%r2, %r1; @%p4 add.u32 %r2, %r2, 1;"
                  " add.u32 %q, %r2, 0;",
                  w_uni);
    expect_result("",
                  "setp.lt.u32 %p1, %i, 32; setp.lt.u32 %p2, %i, 33; vote.all.pred %p3, %p1; vote.any.pred %p4, %p2; mov.u32 "
                  "%r1, 0; mov.u32 %r2, 0;"
                  " @%p3 mov.u32 %r1, 2; @%p4 mov.u32 %r2, 1; setp.eq.u32 %p5, %i, 40; vote.any.pred %p6, %p5; selp.u32 %r3, "
                  "4, 0, %p6; add.u32 %q, %r1, %r2; add.u32 %q, %q, %r3;",
                  w_vote);
    expect_result("",
                  "mov.u32 %q, %a; setp.lt.u32 %p1, %i, 40; @%p1 exit; membar.gl; membar.cta; membar.sys; bar.sync 1; "
                  "pmevent 3;",
                  w_exit);
    expect_result("",
                  "{ .reg .pred %p1; and.b32 %r1, %i, 3; setp.eq.u32 %p1, %r1, 2; @%p1 bra L; mov.u32 %q, 3; bra M; L: "
                  "mov.u32 %q, 7; M: }",
                  w_switch);
    /* A sum whose code is read for its carry and for zero. */
    expect_result("",
                  "and.b32 %r1, %i, 1; setp.ne.u32 %p1, %r1, 0; neg.s32 %r2, %a; selp.u32 %r2, %r2, %i, %p1; "
                  "add.cc.u32 %r3, %a, %r2; addc.u32 %q, 0, 0; setp.ne.u32 %p2, %r3, 0; @%p2 add.u32 %q, %q, 300;",
                  w_sum_is_zero);
    /* A sum with carry on one side of a branch. */
    expect_result("",
                  "and.b32 %r1, %i, 1; setp.ne.u32 %p1, %r1, 0; mov.u32 %q, 7; @%p1 bra S; add.cc.u32 %r2, %a, %a; "
                  "addc.u32 %q, %i, 0; S:",
                  w_even_carry);
    /* "is zero" of a value that the instruction in front makes: what a warp votes about, what a guarded test keeps. */
    expect_result("",
                  "and.b32 %r1, %i, 64; setp.eq.u32 %p1, %r1, 0; vote.all.pred %p2, %p1; selp.u32 %q, 15, 0, %p2;",
                  w_voted);
    expect_result("",
                  "and.b32 %r1, %i, 4; setp.eq.u32 %p1, %r1, 0; setp.lt.u32 %p2, %i, 64; @%p2 setp.lt.u32 %p1, %i, 32; "
                  "selp.u32 %q, 5, 9, %p1;",
                  w_kept);
    /* Two blocks with labels of the same name, as inline asm gives. */
    expect_result("",
                  "mov.u32 %q, 3; and.b32 %r1, %i, 3; { .reg .pred p; setp.ne.u32 p, %r1, 2; @p bra L; mov.u32 %q, 5; L: } { "
                  ".reg .pred p; setp.ne.u32 p, %q, 5; @p bra L; mov.u32 %q, 7; L: }",
                  w_switch);
}

/* Textures: the sampler entry and the instruction with its results in order. */
static void test_textures(void **state)
{
    (void)state;
    struct ptxas_result res;
    static const char ptx[] =
        ".version 1.4\n.target sm_13\n.tex .u64 t0;\n.tex .u64 t1;\n.entry k\n{\n.reg .f32 $f<5>; .reg .s32 $r<5>; "
        ".param .u32 out;\n"
        "mov.s32 $r1, 5; mov.s32 $r2, 0;\ntex.1d.v4.f32.s32 {$f1,$f2,$f3,$f4}, t1, {$r1,$r2,$r2,$r2};\nld.param.u32 "
        "$r3, [out];\nst.global.v4.f32 [$r3], {$f4,$f3,$f2,$f1};\nexit;\n}\n";
    assert_true(ptxas_compile(ptx, "t.ptx", NULL, &res));
    assert_non_null(strstr(res.text, "sampler"));
    assert_non_null(strstr(res.text, "t1"));
    free(res.text);
    /* Two coordinates, and three. */
    static const char two[] = ".version 1.4\n.target sm_13\n.tex .u64 t0;\n.entry k\n{\n.reg .f32 $f<9>; .reg .s32 "
                              "$r<5>; .param .u32 out;\n"
                              "mov.f32 $f5, 0f3f800000; mov.f32 $f6, 0f40000000;\ntex.2d.v4.f32.f32 "
                              "{$f1,$f2,$f3,$f4}, [t0, {$f5,$f6,$f6,$f6}];\nld.param.u32 $r3, [out];\n"
                              "st.global.v4.f32 [$r3], {$f4,$f3,$f2,$f1};\nexit;\n}\n";
    assert_true(ptxas_compile(two, "t.ptx", NULL, &res));
    free(res.text);
    char three[sizeof two];
    strcpy(three, two);
    *strstr(three, "2d") = '3';
    assert_true(ptxas_compile(three, "t.ptx", NULL, &res));
    free(res.text);
    char few[sizeof two];
    strcpy(few, three);
    strcpy(strstr(few, ",$f6,$f6}]"), strstr(two, "}]"));
    assert_false(ptxas_compile(few, "t.ptx", NULL, &res));
    assert_non_null(strstr(res.error, "expected 3 coordinates"));
}

/* A texture in a register, as clang moves it there, also from one to another; one of two is none that can be named. */
static void texture_in_register(void **state)
{
    (void)state;
    static const char held[] =
        ".version 3.2\n.target sm_20\n.tex .u64 t0;\n.tex .u64 t1;\n.entry k(.param .u32 out)\n{\n.reg .f32 %f<5>; "
        ".reg .b32 %r<5>; .reg .b64 %x<5>;\nmov.u64 %x1, t1;\nmov.u64 %x3, t0;\nmov.u64 %x2, %x1;\nmov.u32 %r1, 5;\n"
        "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%x2, {%r1}];\nld.param.u32 %r3, [out];\n"
        "st.global.v4.f32 [%r3], {%f4,%f3,%f2,%f1};\nexit;\n}\n";
    char text[2000] = "", twice[sizeof held];
    FILE *f = fmemopen(text, sizeof text, "w");
    struct ptxas_result res;

    assert_non_null(f);
    assert_true(ptxas_compile(held, "t.ptx", &(struct ptxas_options){ .asm_out = f }, &res));
    fclose(f);
    assert_non_null(strstr(res.text, "name = t1\n\ttexunit = 1\n"));
    if (!strstr(text, ", $t1, "))
        fail_msg("expected a fetch from $t1 in\n%s", text);
    assert_null(strstr(text, ", $t0, "));
    free(res.text);
    strcpy(twice, held);
    memcpy(strstr(twice, "%x3, t0"), "%x2", 3);
    assert_false(ptxas_compile(twice, "t.ptx", NULL, &res));
    assert_non_null(strstr(res.error, "cannot tell which texture '%x2' is"));
}

/* Two ways that both write a word: one of them may read what it was before, and lanes that take neither keep it. */
static uint32_t w_ways(uint32_t i, uint32_t a)
{
    uint32_t x = i * 3, y = a ^ 5, z = a + 9;
    if (a < 0x40000000)
        x = y + z;
    else
        x = x + 1, y = 77;
    if (i & 4)
        z = x ^ y;
    else if (i & 8)
        z = x - y;
    return x * 31 + y * 7 + z;
}

static void test_ways(void **state)
{
    (void)state;
    expect_result("",
                  "mul.lo.u32 %r1, %i, 3; xor.b32 %r2, %a, 5; add.u32 %r3, %a, 9;\n"
                  "setp.lt.u32 %p1, %a, 0x40000000; @%p1 bra A;\nadd.u32 %r1, %r1, 1; mov.u32 %r2, 77; bra.uni B;\n"
                  "A: add.u32 %r1, %r2, %r3;\nB: and.b32 %r4, %i, 4; setp.ne.u32 %p2, %r4, 0; @%p2 bra C;\n"
                  "and.b32 %r4, %i, 8; setp.eq.u32 %p3, %r4, 0; @%p3 bra D;\nsub.u32 %r3, %r1, %r2; bra.uni D;\n"
                  "C: xor.b32 %r3, %r1, %r2;\nD: mul.lo.u32 %r1, %r1, 31; mul.lo.u32 %r2, %r2, 7; add.u32 %q, %r1, %r2;\n"
                  "add.u32 %q, %q, %r3;",
                  w_ways);
}

/* A predicated write to an address that the region has not seen before is no reader of itself: the compiler ends, and
 * the loads see the address that was left or written. */
static void predicated_address(void **state)
{
    (void)state;
    static const char ptx[] =
        ".version 1.4\n.target sm_13\n.entry k(.param .u32 out, .param .u32 in, .param .u32 n)\n{\n"
        ".reg .u32 %o, %a, %b, %x, %n, %s; .reg .pred %p, %q;\n"
        "ld.param.u32 %o, [out]; ld.param.u32 %a, [in]; ld.param.u32 %n, [n]; add.u32 %b, %a, 64; mov.u32 %s, 0;\n"
        "L: setp.eq.u32 %p, %n, 3;\n@%p mov.u32 %a, %b;\nld.global.u32 %x, [%a]; add.u32 %s, %s, %x;\n"
        "sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0;\n@%q bra L;\nst.global.u32 [%o], %s;\nexit;\n}\n";
    uint32_t in[32] = {[0] = 10, [16] = 1000}, out = 0;
    struct module m;
    alarm(60);                                  /* an endless compile ends the test */
    assert_true(module_ptx(&m, ptx));
    alarm(0);
    const uint32_t params[] = {dev_new(&m, &out, sizeof out), dev_new(&m, in, sizeof in), 5};
    assert_true(module_run(&m, "k", (struct dims){1, 1, 1, 1, 1, 0}, params, 3));
    dev_get(&m, params[0], &out, sizeof out);
    assert_int_equal(out, 10 + 10 + 1000 + 1000 + 1000);
    module_free(&m);
}

int main(void)
{
    const struct CMUnitTest list[] = { cmocka_unit_test(test_functions), cmocka_unit_test(test_memories),
                                       cmocka_unit_test(many_predicates), cmocka_unit_test(test_atomics),
                                       cmocka_unit_test(test_tables), cmocka_unit_test(test_others),
                                       cmocka_unit_test(test_textures), cmocka_unit_test(texture_in_register),
                                       cmocka_unit_test(predicated_address), cmocka_unit_test(test_ways) };
    return cmocka_run_group_tests(list, NULL, NULL);
}
