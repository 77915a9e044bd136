/* SPDX-License-Identifier: Apache-2.0
 *
 * Warp-synchronous programs: lanes of one warp exchange data through shared memory with no barrier, so that each load
 * and store must happen where the PTX has it. One warp runs each program; the same program is worked out here, one
 * instruction at a time for all lanes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

enum { LANES = 32, WORDS = 128, REGS = 6, STEPS = 40, PROGRAMS = 60 };

/* Registers %r0 to %r5 of all lanes, and shared memory. */
struct warp { uint32_t r[REGS][LANES], s[WORDS]; };

enum what { LOAD, STORE, STORE_ODD, LOAD_FIXED, ADD, XOR, WHATS };

/* Loads and stores: word LANE + c, or LANE ^ 1 + c with `other`; LOAD_FIXED: word c. Sums: r[a] = r[b] op r[c]. */
struct step { enum what what; int a, b, c; bool other; };

static unsigned word_of(const struct step *x, unsigned lane)
{
    return (x->what == LOAD_FIXED ? 0 : x->other ? lane ^ 1 : lane) + (unsigned)x->c;
}

static void host_step(struct warp *w, const struct step *x)
{
    for (unsigned i = 0; i < LANES; i++)
        switch (x->what) {
        case LOAD: case LOAD_FIXED: w->r[x->a][i] = w->s[word_of(x, i)]; break;
        case ADD: w->r[x->a][i] = w->r[x->b][i] + w->r[x->c][i]; break;
        case XOR: w->r[x->a][i] = w->r[x->b][i] ^ w->r[x->c][i]; break;
        default:
            if (x->what == STORE || i % 2)
                w->s[word_of(x, i)] = w->r[x->a][i];
        }
}

static int print_step(char *out, const struct step *x)
{
    const char *base = x->other ? "%other" : "%own";
    switch (x->what) {
    case LOAD: return sprintf(out, "ld.shared.u32 %%r%d, [%s+%d];\n", x->a, base, 4 * x->c);
    case LOAD_FIXED: return sprintf(out, "ld.shared.u32 %%r%d, [s+%d];\n", x->a, 4 * x->c);
    case STORE: return sprintf(out, "st.shared.u32 [%s+%d], %%r%d;\n", base, 4 * x->c, x->a);
    case STORE_ODD: return sprintf(out, "@%%odd st.shared.u32 [%s+%d], %%r%d;\n", base, 4 * x->c, x->a);
    default: return sprintf(out, "%s %%r%d, %%r%d, %%r%d;\n", x->what == ADD ? "add.u32" : "xor.b32", x->a, x->b, x->c);
    }
}

/* Registers start as LANE * 101 + their number, shared word W as W * W + 7. */
static void start_warp(struct warp *w)
{
    for (unsigned r = 0; r < REGS; r++)
        for (unsigned i = 0; i < LANES; i++)
            w->r[r][i] = i * 101 + r;
    for (unsigned k = 0; k < WORDS; k++)
        w->s[k] = k * k + 7;
}

static void check_steps(const struct step *x, int n)
{
    static char ptx[20000];
    char *p = ptx;
    struct warp w;
    struct module m;
    uint32_t out[REGS][LANES], left[WORDS];
    p += sprintf(p, ".version 1.4\n.target sm_13\n.entry k(.param .u32 out, .param .u32 in)\n{\n"
                    ".shared .align 4 .b8 s[%d];\n"
                    ".reg .u32 %%t, %%x, %%out, %%in, %%own, %%other, %%r<%d>; .reg .pred %%odd;\n"
                    "cvt.u32.u16 %%t, %%tid.x; ld.param.u32 %%out, [out]; ld.param.u32 %%in, [in];\n"
                    "shl.b32 %%x, %%t, 2; add.u32 %%out, %%out, %%x; add.u32 %%in, %%in, %%x; mov.u32 %%own, s; "
                    "add.u32 %%own, %%own, %%x;\n"
                    "xor.b32 %%other, %%t, 1; shl.b32 %%other, %%other, 2; mov.u32 %%x, s; add.u32 %%other, %%other, "
                    "%%x;\n"
                    "and.b32 %%x, %%t, 1; setp.ne.u32 %%odd, %%x, 0; mul.lo.u32 %%x, %%t, 101;\n", WORDS * 4, REGS);
    for (int k = 0; k < WORDS; k += LANES)
        p += sprintf(p, "ld.global.u32 %%r0, [%%in+%d]; st.shared.u32 [%%own+%d], %%r0;\n", 4 * k, 4 * k);
    for (int r = 0; r < REGS; r++)
        p += sprintf(p, "add.u32 %%r%d, %%x, %d;\n", r, r);
    start_warp(&w);
    uint32_t first[WORDS];
    memcpy(first, w.s, sizeof first);
    for (int k = 0; k < n; k++) {
        p += print_step(p, &x[k]);
        host_step(&w, &x[k]);
    }
    for (int r = 0; r < REGS; r++)
        p += sprintf(p, "st.global.u32 [%%out+%d], %%r%d;\n", r * LANES * 4, r);
    for (int k = 0; k < WORDS; k += LANES)
        p += sprintf(p, "ld.shared.u32 %%r0, [%%own+%d]; st.global.u32 [%%out+%d], %%r0;\n", 4 * k,
                     (REGS * LANES + k) * 4);
    sprintf(p, "exit;\n}\n");
    assert_true(module_ptx(&m, ptx));
    uint32_t params[] = { dev_new(&m, NULL, sizeof out + sizeof left), dev_new(&m, first, sizeof first) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = LANES }, params, 2));
    dev_get(&m, params[0], out, sizeof out);
    dev_get(&m, params[0] + sizeof out, left, sizeof left);
    module_free(&m);
    for (int r = 0; r < REGS; r++)
        for (int i = 0; i < LANES; i++)
            if (out[r][i] != w.r[r][i])
                fail_msg("%%r%d of lane %d: expected 0x%x, found 0x%x in\n%s", r, i, w.r[r][i], out[r][i], ptx);
    for (int k = 0; k < WORDS; k++)
        if (left[k] != w.s[k])
            fail_msg("shared word %d: expected 0x%x, found 0x%x in\n%s", k, w.s[k], left[k], ptx);
}

/* s[i] += s[i + 16], then 8, 4, 2, 1; %r3 gathers what was read, so that the loads are no operands of the sums */
static void test_sum(void **state)
{
    struct step x[5 * 5];
    int n = 0;
    (void)state;
    for (int d = 16; d; d /= 2) {
        x[n++] = (struct step){ .what = LOAD, .a = 0, .c = d };
        x[n++] = (struct step){ .what = LOAD, .a = 1, .c = 0 };
        x[n++] = (struct step){ .what = ADD, .a = 2, .b = 0, .c = 1 };
        x[n++] = (struct step){ .what = XOR, .a = 3, .b = 3, .c = 0 };
        x[n++] = (struct step){ .what = STORE, .a = 2, .c = 0 };
    }
    check_steps(x, n);
}

/* A load stays behind the store that another lane's value comes from, and before the one that would overwrite it; the
 * last of two stores to one word by two lanes is the one that stays. */
static void pairs_of_accesses(void **state)
{
    (void)state;
    check_steps((struct step[]){ { STORE, .a = 0, .c = 0 }, { LOAD, .a = 1, .c = 1 } }, 2);
    check_steps((struct step[]){ { LOAD, .a = 1, .c = 1 }, { STORE, .a = 0, .c = 0 } }, 2);
    check_steps((struct step[]){ { STORE, .a = 0, .c = 1 }, { STORE, .a = 1, .c = 0 } }, 2);
    check_steps((struct step[]){ { LOAD, .a = 1, .c = 8 }, { STORE, .a = 0, .c = 0 }, { LOAD, .a = 2, .c = 8 },
                                 { XOR, .a = 3, .b = 1, .c = 2 } }, 4);
    check_steps((struct step[]){ { STORE, .a = 0, .c = 0 }, { LOAD_FIXED, .a = 1, .c = 9 },
                                { STORE_ODD, .a = 1, .c = 0 } },
                3);
    check_steps((struct step[]){ { STORE_ODD, .a = 0, .c = 4 }, { LOAD, .a = 1, .c = 0, .other = true },
                                 { ADD, .a = 2, .b = 1, .c = 0 } }, 3);
}

static void random_programs(void **state)
{
    uint32_t seed = 2010;
    (void)state;
    for (int k = 0; k < PROGRAMS; k++) {
        struct step x[STEPS];
        for (int i = 0; i < STEPS; i++) {
            uint32_t v[5];
            for (int j = 0; j < 5; j++) {
                seed = seed * 1664525u + 1013904223u;
                v[j] = seed >> 16;
            }
            x[i] = (struct step){ (enum what)(v[0] % WHATS), (int)(v[1] % REGS), (int)(v[2] % REGS), 0, v[4] % 4 == 0 };
            x[i].c = (int)(v[3] % (x[i].what >= ADD ? REGS : 40));
        }
        check_steps(x, STEPS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sum), cmocka_unit_test(pairs_of_accesses), cmocka_unit_test(random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
