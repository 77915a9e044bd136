/* SPDX-License-Identifier: Apache-2.0
 *
 * Launch bounds: the registers that .maxntid, .reqntid, .minnctapersm and .maxnreg leave, what the cubin says of them,
 * and messages. The kernel keeps 60 words, more than any of these bounds leaves registers for.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "occupancy.h"

enum { WORDS = 60 };

static void write_ptx(char *p, const char *hints)
{
    p += sprintf(p, ".version 3.2\n.target sm_20\n.address_size 32\n.entry k(.param .u32 out, .param .u32 in) %s\n{\n"
                    ".reg .u32 %%t, %%o, %%i, %%r<%d>; mov.u32 %%t, %%tid.x; shl.b32 %%t, %%t, 2; ld.param.u32 %%o, "
                    "[out];\n"
                    "ld.param.u32 %%i, [in]; add.u32 %%i, %%i, %%t; add.u32 %%o, %%o, %%t;\n", hints, WORDS);
    for (int k = 0; k < WORDS; k++)
        p += sprintf(p, "ld.global.u32 %%r%d, [%%i+%d];\n", k, 2048 * k);
    p += sprintf(p, "bar.sync 0;\n");
    for (int k = WORDS; k-- > 0;)
        p += sprintf(p, "st.global.u32 [%%o+%d], %%r%d;\n", 2048 * k, k);
    sprintf(p, "ret;\n}\n");
}

/* Compiles the kernel; what warnings and -v say goes to *said, to be freed. */
static void compile_kernel(struct module *m, const char *hints, unsigned max_regs, char **said)
{
    static char ptx[20000];
    size_t n;
    FILE *f = open_memstream(said, &n);
    struct ptxas_options o = { .max_regs = max_regs, .warnings = f, .verbose = f };
    write_ptx(ptx, hints);
    assert_true(module_ptx_options(m, ptx, &o));
    fclose(f);
}

/* Expects as many registers as the bounds leave or, of those, nearly as many: the kernel could use them all. */
static void expect_registers(const char *hints, unsigned max_regs, unsigned limit)
{
    struct module m;
    char *said;
    compile_kernel(&m, hints, max_regs, &said);
    unsigned regs = m.cubin.kernels[0].reg;
    if (regs > limit || regs + 6 < limit)
        fail_msg("%s, at most %u: expected up to %u registers, found %u", hints, max_regs, limit, regs);
    free(said);
    module_free(&m);
}

static void test_registers(void **state)
{
    (void)state;
    expect_registers(".maxntid 512, 1, 1", 0, 32);
    expect_registers(".maxntid 16, 16, 2", 0, 32);
    expect_registers(".maxntid 512 .minnctapersm 2", 0, 16);
    expect_registers(".minnctapersm 2 .maxntid 512", 0, 16);
    expect_registers(".maxntid 256 .minnctapersm 3", 0,
                     20);   /* of 16384 / 768 = 21, in units of 512 for each block: 20 */
    expect_registers(".maxntid 320", 0, 51);
    expect_registers(".maxntid 1024", 0, 32);           /* no block has more than 512 threads */
    expect_registers(".reqntid 16, 16", 0, 63);
    expect_registers(".maxnreg 24", 0, 24);
    expect_registers(".maxntid 512 .maxnreg 24", 0, 24);
    expect_registers(".maxntid 512 .maxnreg 40", 0, 32);
    expect_registers("", 28, 28);
    expect_registers(".maxntid 512", 20, 32);           /* launch bounds go before the option */
}

/* Blocks of as many threads as allowed run, and several at a time: the values are right. */
static void test_runs(void **state)
{
    static uint32_t in[512 * WORDS], out[512 * WORDS];
    struct module m;
    char *said;
    (void)state;
    for (uint32_t i = 0; i < 512 * WORDS; i++)
        in[i] = i * 2654435761u;
    compile_kernel(&m, ".maxntid 512 .minnctapersm 2", 0, &said);
    uint32_t p[] = { dev_new(&m, NULL, sizeof out), dev_new(&m, in, sizeof in) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = 512 }, p, 2));
    dev_get(&m, p[0], out, sizeof out);
    assert_memory_equal(in, out, sizeof in);
    struct gt_occupancy o;
    gt_occupancy(gt_occupancy_values(13), 512, m.cubin.kernels[0].reg, m.cubin.kernels[0].smem, &o);
    assert_int_equal(o.blocks, 2);
    free(said);
    module_free(&m);
}

static void test_recorded(void **state)
{
    struct module m;
    char *said;
    (void)state;
    compile_kernel(&m, ".maxntid 16, 8, 2", 0, &said);
    assert_int_equal(m.cubin.kernels[0].max_threads, 256);
    assert_int_equal(m.cubin.kernels[0].block[0], 0);
    assert_non_null(strstr(said, "k: launch bounds leave each thread 64 registers\n"));
    free(said);
    module_free(&m);
    compile_kernel(&m, ".reqntid 16, 8", 0, &said);
    assert_int_equal(m.cubin.kernels[0].max_threads, 0);
    assert_int_equal(m.cubin.kernels[0].block[0], 16);
    assert_int_equal(m.cubin.kernels[0].block[1], 8);
    assert_int_equal(m.cubin.kernels[0].block[2], 1);
    free(said);
    module_free(&m);
}

static void test_warnings(void **state)
{
    struct module m;
    char *said;
    (void)state;
    compile_kernel(&m, ".maxntid 512 .minnctapersm 3", 0, &said);
    assert_non_null(strstr(said, "k: 3 blocks of 512 threads per multiprocessor, which has room for 2: not taken into "
                                 "account\n"));
    free(said);
    module_free(&m);
    compile_kernel(&m, ".minnctapersm 3", 0, &said);
    assert_non_null(strstr(said, "k: .minnctapersm without .maxntid or .reqntid: not taken into account\n"));
    free(said);
    module_free(&m);
}

static void expect_refusal(const char *hints, const char *message)
{
    static char ptx[20000];
    struct ptxas_result r;
    write_ptx(ptx, hints);
    assert_false(ptxas_compile(ptx, "a.ptx", NULL, &r));
    if (!strstr(r.error, message))
        fail_msg("%s: expected %s, found %s", hints, message, r.error);
}

static void test_errors(void **state)
{
    (void)state;
    expect_refusal(".maxntid 0",
                   "a.ptx:4: .maxntid: expected one to three numbers from 1 to 65535, together below 2^32");
    expect_refusal(".maxntid 65535, 65535, 2", ".maxntid: expected one to three numbers");
    expect_refusal(".reqntid 16, 0", ".reqntid: expected one to three numbers");
    expect_refusal(".minnctapersm 0", ".minnctapersm: expected a number from 1, found 0");
    expect_refusal(".maxnreg 0", ".maxnreg: expected a number from 1, found 0");
    expect_refusal(".maxntidy 4", "directive .maxntidy is not supported here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers), cmocka_unit_test(test_runs), cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_warnings), cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
