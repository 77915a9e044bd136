/* SPDX-License-Identifier: Apache-2.0
 *
 * Every function of bodies.h, on the functional model and on the host, with the same random inputs; also compiled
 * without optimisation, with rolled loops and with few registers (spilling).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies.h"
#include "harness.h"

enum { N = 600 };

typedef u32 body(u32 a, u32 b, u32 c);

static const struct { const char *kernel; body *host; } tests[] = {
#define X(name) { "k_" #name, name },
    LIST(X)
#undef X
};

static void inputs(u32 *in)
{
    static const u32 corner[] = { 0, 1, 2, 0xffffffff, 0x80000000, 0x7fffffff, 0xffff, 0x10000, 255, 31 };
    u32 s = 12345;
    for (int i = 0; i < 3 * N; i++) {
        s = s * 1664525u + 1013904223u;
        in[i] = s ^ s >> 15;
        if (i % 7 == 0)
            in[i] = corner[(s >> 20) % 10];
        if (i % 5 == 0)
            in[i] &= 0xff;
    }
}

static void run_all(const char *const *options)
{
    struct module m;
    u32 in[3 * N], out[N];
    int bad = 0;
    inputs(in);
    assert_true(module_compile(&m, "bodies.cu", options));
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
        u32 p[3] = { dev_new(&m, NULL, sizeof out), dev_new(&m, in, sizeof in), N };
        if (!module_run(&m, tests[t].kernel, (struct dims){ .gx = 5, .bx = 128 }, p, 3)) {
            bad++;
            continue;
        }
        dev_get(&m, p[0], out, sizeof out);
        for (int i = 0; i < N; i++) {
            u32 want = tests[t].host(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
            if (out[i] != want) {
                fprintf(stderr, "%s(0x%x, 0x%x, 0x%x): expected 0x%x, found 0x%x (thread %d)\n", tests[t].kernel,
                        in[3 * i], in[3 * i + 1], in[3 * i + 2], want, out[i], i);
                bad++;
                break;
            }
        }
        gt_release(m.gpu, p[1]);
        gt_release(m.gpu, p[0]);
    }
    module_free(&m);
    assert_int_equal(bad, 0);
}

static void optimised(void **state)
{
    (void)state;
    run_all(NULL);
}

static void unoptimised(void **state)
{
    (void)state;
    run_all((const char *const[]){ "-O0", NULL });
}

static void rolled(void **state)
{
    (void)state;
    run_all((const char *const[]){ "-O1", "-fno-unroll-loops", NULL });
}

static void few_registers(void **state)
{
    (void)state;
    run_all((const char *const[]){ "-maxrregcount=8", NULL });
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(optimised), cmocka_unit_test(unoptimised), cmocka_unit_test(rolled),
        cmocka_unit_test(few_registers),
    };
    return cmocka_run_group_tests(list, NULL, NULL);
}
