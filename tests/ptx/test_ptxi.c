/* SPDX-License-Identifier: Apache-2.0
 *
 * The interpreter of PTX by itself: what it says of text and of programs that are wrong, special registers, generic
 * addresses, numbers.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ptxi.h"

#define HEAD ".version 1.4\n.target sm_13, map_f64_to_f32\n"
#define KERNEL HEAD ".entry k (.param .u32 out) {\n.reg .u32 %r<9>, %o; .reg .u64 %l<4>; .reg .f64 %d<4>; " \
    ".reg .f32 %f<4>; .reg .pred %p<3>;\n"

enum { BASE = 0x1000, WORDS = 64 };

/* ---- text that is wrong ---------------------------------------------------------------------------------- */

static void text_errors(void **state)
{
    (void)state;
    static const struct { const char *text, *says; } bad[] = {
        { HEAD "/* one\ntwo", "line 3: a comment without an end" },
        { HEAD "bra L;", "line 3: expected a directive, found 'bra'" },
        { HEAD ".global .u32 g;", "line 3: variables in global memory are not interpreted" },
        { HEAD ".shared .w32 s;", "line 3: expected a type, found '.w32'" },
        { HEAD ".shared .f8 s;", "line 3: expected a type, found '.f8'" },
        { HEAD ".shared .u32 s[x];", "line 3: expected a number, found 'x'" },
        { HEAD ".shared .u32 s[4}", "line 3: expected ']', found '}'" },
        { HEAD ".shared .u32 s[4] = {1};", "line 3: an initial value that the interpreter does not take" },
        { HEAD ".const .u32 c[2] = {1, 2, 3};", "line 3: an initial value that the interpreter does not take" },
        { KERNEL ".reg .u24 %x;", "line 5: expected a type, found '.u24'" },
        { KERNEL "frob.u32 %r1, %r2; }", "line 5: the interpreter does not know 'frob'" },
        { KERNEL "\nadd.q32 %r1, %r2, %r3; }", "line 6: the interpreter does not know '.q32'" },
        { KERNEL "@%p9 ret; }", "line 5: '%p9' is not declared" },
        { KERNEL "ld.global.u32 %r1, [%x]; }", "line 5: '%x' is not declared" },
        { KERNEL "/* a\ncomment */ bra AWAY; }", "line 6: 'AWAY' is not declared" },
        { KERNEL "L: ret;\nL: ret; }", "line 6: 'L' is declared twice" },
        { KERNEL "add.u32 %r1, %r2 %r3; }", "line 5: expected ',' or ';', found '%r3'" },
        { KERNEL "add.u32 %r1, %r2, %r3, %r4, %r5, %r6, %r7; }", "line 5: too many operands" },
        { KERNEL "mov.b64 {%r1, %r2, %r3, %r4, %r5}, %l1; }", "line 5: a vector of more than 4 elements" },
        { KERNEL "{ ret; }", "line 5: expected '}' before the end" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char err[200] = "";
        assert_null(ptxi_parse(bad[i].text, err, sizeof err));
        if (strcmp(err, bad[i].says))
            fail_msg("expected '%s', found '%s' for\n%s", bad[i].says, err, bad[i].text);
    }
    char text[1000], err[200];
    snprintf(text, sizeof text, "%s%0600d", HEAD, 7);
    assert_null(ptxi_parse(text, err, sizeof err));
    assert_string_equal(err, "line 3: a word that is too long");
}

/* ---- programs -------------------------------------------------------------------------------------------- */

static uint32_t memory[WORDS];

/* Runs a grid of (2, 2) blocks of (4, 2, 8) threads on the body; what it says, or NULL. */
static const char *run_body(const char *body, const char *kernel, size_t param_bytes)
{
    static char err[200];
    char text[3000];
    static const uint32_t out = BASE;
    const struct ptxi_memory m = { BASE, (uint8_t *)memory, sizeof memory };
    struct ptxi_launch l = { .kernel = kernel, .grid = { 2, 2 }, .block = { 4, 2, 8 }, .params = &out,
                             .param_bytes = param_bytes, .memory = &m, .nmemory = 1, .max_steps = 5000,
                             .chip = ptxi_gt200 };
    snprintf(text, sizeof text, "%sld.param.u32 %%o, [out];\n%s }", KERNEL, body);
    struct ptxi_module *p = ptxi_parse(text, err, sizeof err);
    if (!p)
        fail_msg("%s in\n%s", err, text);
    memset(memory, 0, sizeof memory);
    bool ok = ptxi_run(p, &l, err, sizeof err);
    ptxi_free(p);
    return ok ? NULL : err;
}

static void test_faults(void **state)
{
    (void)state;
    static const struct { const char *body, *says; } bad[] = {
        { "mov.u32 %r1, 0x2000;\nld.global.u32 %r2, [%r1];",
          "line 7: thread 0,0,0 of block 0,0: no 4 bytes at 0x2000" },
        { "ld.global.u64 %l1, [%o+252];", "line 6: address 0x10fc is not a multiple of 8" },
        { "st.global.v2.u32 [%o+4], {%r1, %r2};", "line 6: address 0x1004 is not a multiple of 8" },
        { ".shared .u32 s[2]; ld.shared.u32 %r1, [s+8];", "line 6: thread 0,0,0 of block 0,0: no 4 bytes at 0x8" },
        { "mov.u32 %r1, %tid.y; setp.eq.u32 %p1, %r1, 1; @%p1 trap;", "line 6: the kernel stops itself" },
        { "\nL: bra L;", "line 7: more steps than were allowed" },
        { "L: ld.global.u32 %r1, L;", "line 6: expected an address" },
        { "add.u32 %r1, %r2, {%r3, %r4};", "line 6: an operand that is no value" },
        { "popc.b64 %r1, %l1; add.f32 %f1, [%o], %f2;", "line 6: an operand that is no value" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *says = run_body(bad[i].body, "k", 4);
        if (!says || strcmp(says, bad[i].says))
            fail_msg("expected '%s', found '%s' for\n%s", bad[i].says, says ? says : "no fault", bad[i].body);
    }
    assert_string_equal(run_body("ret;", "other", 4), "there is no kernel 'other'");
    assert_string_equal(run_body("ret;", "k", 8), "kernel 'k' has 4 bytes of parameters, not 8");
}

/* One value that thread 37 (tid 1,1,4: lane 5 of warp 1) of block (1, 0) stores. */
static uint32_t value_of(const char *body)
{
    char text[2000];
    snprintf(text, sizeof text,
             "%s\nmov.u32 %%r8, %%ctaid.x; mov.u32 %%r7, %%ctaid.y; mad.lo.u32 %%r8, %%r7, 100, %%r8;\n"
             "mov.u32 %%r7, %%tid.x; mad.lo.u32 %%r8, %%r7, 1000, %%r8; mov.u32 %%r7, %%tid.z;\n"
             "mad.lo.u32 %%r8, %%r7, 10000, %%r8; mov.u32 %%r7, %%tid.y; mad.lo.u32 %%r8, %%r7, 1000000, %%r8;\n"
             "setp.eq.u32 %%p2, %%r8, 1041001; @%%p2 st.global.u32 [%%o], %%r1;", body);
    const char *says = run_body(text, "k", 4);
    if (says)
        fail_msg("%s in\n%s", says, text);
    return memory[0];
}

static void test_specials(void **state)
{
    (void)state;
    static const struct { const char *name; uint32_t want; } list[] = {
        { "%tid.x", 1 }, { "%tid.y", 1 }, { "%tid.z", 4 }, { "%ntid.x", 4 }, { "%ntid.y", 2 }, { "%ntid.z", 8 },
        { "%ctaid.x", 1 }, { "%ctaid.y", 0 }, { "%ctaid.z", 0 }, { "%nctaid.x", 2 }, { "%nctaid.y", 2 },
        { "%nctaid.z", 1 }, { "%laneid", 5 }, { "%warpid", 1 }, { "%lanemask_lt", 0x1f }, { "%lanemask_le", 0x3f },
        { "%lanemask_eq", 0x20 }, { "%lanemask_ge", 0xffffffe0 }, { "%lanemask_gt", 0xffffffc0 }, { "WARP_SZ", 32 },
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char body[100];
        snprintf(body, sizeof body, "mov.u32 %%r1, %s;", list[i].name);
        uint32_t found = value_of(body);
        if (found != list[i].want)
            fail_msg("%s: expected 0x%x, found 0x%x", list[i].name, list[i].want, found);
    }
}

static void test_values(void **state)
{
    (void)state;
    /* numbers: of either width, negative, with a point, a suffix */
    assert_int_equal(value_of("mov.f32 %f1, 1.5; mov.b32 %r1, %f1;"), 0x3fc00000);
    assert_int_equal(value_of("mov.f32 %f1, -0f3f800000; mov.b32 %r1, %f1;"), 0xbf800000);
    assert_int_equal(value_of("mov.f64 %d1, -0d3ff0000000000000; cvt.rn.f32.f64 %f1, %d1; mov.b32 %r1, %f1;"),
                     0xbf800000);
    assert_int_equal(value_of("mov.f64 %d1, -2.25; cvt.rn.f32.f64 %f1, %d1; mov.b32 %r1, %f1;"), 0xc0100000);
    assert_int_equal(value_of("mov.u32 %r1, -7U;"), 0xfffffff9);
    /* generic addresses and back */
    assert_int_equal(value_of(".shared .u32 s[4]; mov.u32 %r2, s; add.u32 %r2, %r2, 4; cvta.shared.u32 %r3, %r2;"
                              "mov.u32 %r4, 77; st.u32 [%r3+4], %r4; ld.shared.u32 %r1, [s+8]; "
                              "cvta.to.shared.u32 %r5, %r3; sub.u32 %r5, %r5, %r2; add.u32 %r1, %r1, %r5;"), 77);
    assert_int_equal(value_of(".local .u32 m[4]; mov.u32 %r2, m; cvta.local.u32 %r3, %r2; mov.u32 %r4, 78;"
                              "st.local.u32 [m+12], %r4; ld.u32 %r1, [%r3+12];"), 78);
    assert_int_equal(value_of("cvta.global.u32 %r3, %o; mov.u32 %r1, 5; st.u32 [%r3+8], %r1; "
                              "ld.global.u32 %r1, [%o+8];"),
                     5);
    /* both results of a comparison, the end of the text without ret, an address without a base */
    assert_int_equal(value_of("setp.lt.u32 %p0|%p1, %o, 5; selp.u32 %r1, 1, 2, %p0; selp.u32 %r2, 30, 40, %p1; "
                              "add.u32 %r1, %r1, %r2;"), 32);
    assert_int_equal(value_of("ld.global.u32 %r1, [4096]; add.u32 %r1, %r1, 3; ld.global.u32 %r2, [%o-0]; "), 3);
}

int main(void)
{
    const struct CMUnitTest list[] = { cmocka_unit_test(text_errors), cmocka_unit_test(test_faults),
                                       cmocka_unit_test(test_specials), cmocka_unit_test(test_values) };
    return cmocka_run_group_tests(list, NULL, NULL);
}
