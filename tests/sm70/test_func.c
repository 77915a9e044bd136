/* SPDX-License-Identifier: Apache-2.0
 *
 * What the records of a GPU do not have of the functional model: constant bank 3, local memory, ends that are none.
 */
#include "sm70_func.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

/* Runs kernel code. Its first parameter is the address of 64 bytes, which are words. */
static bool run_launch(struct sm70_launch l, uint64_t limit, const char *code, uint32_t words[16],
                       char message[SM70_MESSAGE])
{
    char text[4096], err[512];
    struct sm70_module m;
    struct sm70_counts counts;
    struct sm70_device d = { .chip = SM70_90, .base = 0x100000000, .bytes = 64, .memory = (uint8_t *)words,
                             .limit = limit };
    uint64_t address = d.base;

    l.params = &address;
    l.nparams = 8;
    memset(words, 0, 64);
    snprintf(text, sizeof text, ".arch sm_90\n.kernel k\n.reg 32\n.params 0 8\n%s", code);
    if (!sm70_text_read(text, "k", &m, err, sizeof err))
        fail_msg("%s", err);
    struct sm70_program *p = sm70_program_new(m.chip, m.kernels);
    assert_non_null(p);
    bool ok = sm70_launch_run(&d, p, &l, &counts, message);
    sm70_program_free(p);
    sm70_module_free(&m);
    return ok;
}

/* The same, one block. */
static bool run_block(unsigned threads, const char *code, const void *constants, uint32_t n, uint32_t words[16],
                      char message[SM70_MESSAGE])
{
    const struct sm70_launch l = { .grid = { 1, 1, 1 }, .block = { threads, 1, 1 }, .constants = constants,
                                   .nconstants = n };
    return run_launch(l, 1000, code, words, message);
}

static bool run_thread(const char *code, const void *constants, uint32_t n, uint32_t words[16],
                       char message[SM70_MESSAGE])
{
    return run_block(1, code, constants, n, words, message);
}

#define I "[B------:R-:W-:-:S01] "
#define ADDRESS I "MOV R2, c[0x0][0x210]\n" I "MOV R3, c[0x0][0x214]\n" I "ULDC.64 UR4, c[0x0][0x208]\n"
#define STORE   I "STG.E desc[UR4][R2.64], R4\n" I "EXIT\n"

static void bank_3(void **state)
{
    static const uint32_t constants[] = { 7, 0x12345678, 9 };
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_thread(ADDRESS I "MOV R5, c[0x3][0x8]\n" I "LDC R4, c[0x3][0x4]\n" I "IADD3 R4, R4, R5, RZ\n" STORE,
                    constants, sizeof constants, words, message));
    assert_int_equal(words[0], 0x12345678 + 9);
    assert_false(run_thread(ADDRESS I "LDC R4, c[0x3][0xc]\n" STORE, constants, sizeof constants, words, message));
    assert_non_null(strstr(message, "c[0x3][0xc] is not there (expected a multiple of 4 below 0xc)"));
    assert_false(run_thread(ADDRESS I "LDC R4, c[0x2][0x0]\n" STORE, constants, sizeof constants, words, message));
}

/* F2F.F32.F64 with FTZ beside what an H200 gives: flushes_subnormals when it is subnormal after rounding as such. */
static void flushes_subnormals(void **state)
{
    static const struct { const char *round; uint64_t x; uint32_t want; } of[] = {
        { "", 0x380fffffe0000000, 0x00800000 }, { "", 0xb80fffffe0000000, 0x80800000 },
        { "", 0x380fffffdf800000, 0x00000000 }, { "", 0xb80fffffdf800000, 0x80000000 },
        { ".RZ", 0x380fffffffffffff, 0x00000000 }, { ".RZ", 0x3810000000000000, 0x00800000 },
        { ".RP", 0x380fffffd0000000, 0x00800000 }, { ".RP", 0x380fffffc0000000, 0x00000000 },
        { ".RP", 0xb80fffffffffffff, 0x80000000 },
    };
    char message[SM70_MESSAGE], code[512];
    uint32_t words[16];

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(code, sizeof code, ADDRESS I "MOV R6, 0x%x\n" I "MOV R7, 0x%x\n" I "F2F.FTZ.F32.F64%s R4, R6\n" STORE,
                 (unsigned)of[i].x, (unsigned)(of[i].x >> 32), of[i].round);
        assert_true(run_thread(code, NULL, 0, words, message));
        assert_int_equal(words[0], of[i].want);
    }
}

static void local_memory(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_thread(ADDRESS I "MOV R1, c[0x0][0x28]\n" I "IADD3 R1, R1, -0x10, RZ\n" I "MOV R4, 0x55\n"
                    I "STL [R1+0x4], R4\n" I "MOV R4, RZ\n" I "LDL R4, [R1+0x4]\n" STORE, NULL, 0, words, message));
    assert_int_equal(words[0], 0x55);
    assert_false(run_thread(I "LDL R4, [RZ+0xffffc]\n" I "EXIT\n", NULL, 0, words, message));
    assert_non_null(strstr(message, "outside local memory"));
}

/* LD and ST with an address of global memory; other spaces have no window. */
static void generic_addresses(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_thread(ADDRESS I "MOV R5, 0x77\n" I "ST.E desc[UR4][R2.64+0x8], R5\n"
                    I "LD.E.U8 R4, desc[UR4][R2.64+0x8]\n" STORE, NULL, 0, words, message));
    assert_true(words[0] == 0x77 && words[2] == 0x77);
    assert_false(run_thread(ADDRESS I "MOV R3, RZ\n" I "LD.E R4, desc[UR4][R2.64]\n" STORE, NULL, 0, words, message));
    assert_non_null(strstr(message, "outside device memory"));
}

static void no_end(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_false(run_thread(I "NOP\n", NULL, 0, words, message));
    assert_non_null(strstr(message, "0x10 is outside its code"));
    assert_false(run_thread(I "BAR.SYNC 0x1, 0x40\n" I "EXIT\n", NULL, 0, words, message));
    assert_non_null(strstr(message, "block (0, 0, 0) waits for ever"));
    assert_false(run_thread(ADDRESS I "LDG.E R4, desc[UR4][R2.64+0x2]\n" I "EXIT\n", NULL, 0, words, message));
    assert_non_null(strstr(message, "is not a multiple of 4"));
}

static void keep_told(void *ctx, uint64_t done, uint64_t blocks, const struct sm70_where *at)
{
    struct sm70_where *kept = ctx;

    assert_true(done <= blocks && blocks == 3);
    if (!done)
        *kept = *at;
}

/* Blocks 0 and 1 wait for what block 2 stores: it comes where three fit at once. Who watches sees where they wait. */
static void waits_for_later(void **state)
{
    static const char code[] = ADDRESS I "S2R R6, SR_CTAID.X\n" I "MOV R4, 0x1\n" I "ISETP.EQ.AND P0, PT, R6, 0x2, PT\n"
                               I "@P0 STG.E desc[UR4][R2.64+0x4], R4\nspin:\n"
                               I "LDG.E.STRONG.SYS R5, desc[UR4][R2.64+0x4]\n" I "ISETP.EQ.AND P1, PT, R5, RZ, PT\n"
                               I "@P1 BRA spin\n" I "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R4\n" I "EXIT\n";
    struct sm70_where at = { .pc = 0 };
    struct sm70_launch l = { .grid = { 3, 1, 1 }, .block = { 1, 1, 1 }, .told = keep_told, .told_ctx = &at };
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    for (l.resident = 0; l.resident < 3; l.resident++) {
        assert_false(run_launch(l, 5000000, code, words, message));
        assert_non_null(strstr(message, "more than 5000000 warp instructions"));
    }
    assert_true(run_launch(l, 5000000, code, words, message));
    assert_int_equal(words[0], 3);
    assert_true(at.ctaid[0] == 0 && at.warp == 0 && at.pc >= 0x70 && at.pc < 0xa0 && at.instructions > 1000000);
}

/* A path that ends takes no other with it: of three lanes the last goes first, and ends in front of another EXIT. */
static void ends_first(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_block(3, ADDRESS I "S2R R4, SR_TID.X\n" I "ISETP.EQ.AND P0, PT, R4, 0x2, PT\n"
                          I "LEA R2, P1, R4, R2, 0x2\n" I "IADD3.X R3, R3, RZ, RZ, P1, !PT\n"
                          I "IADD3 R4, R4, 0x5, RZ\n" I "@P0 BRA `(.L_0)\n" STORE ".L_0:\n" STORE I "EXIT\n",
                          NULL, 0, words, message));
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(words[i], i < 3 ? i + 5 : 0);
}

/* Text of NVIDIA's that says something else than an H100 does. */
static void text_misprinted(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    /* IDP.2A.HI takes the third operand negative, and the same bytes as .LO */
    assert_true(run_thread(ADDRESS I "MOV R4, 0x30002\n" I "MOV R5, 0x7050401\n" I "MOV R6, 0x64\n"
                    I "IDP.2A.HI.U16.U8 R4, R4, R5, R6\n" STORE, NULL, 0, words, message));
    assert_int_equal((int32_t)words[0], 2 * 1 + 3 * 4 - 100);
    /* VOTEU under @UP0, true, and P0, false; S2UR under @P1, false, and UP1, true */
    assert_true(run_thread(ADDRESS I "ISETP.EQ.AND P0, PT, RZ, 0x1, PT\n" I "UISETP.EQ.AND UP0, UPT, URZ, URZ, UPT\n"
                    I "UMOV UR6, 0x7\n" I "@UP0 VOTEU.ALL UR6, UPT, PT\n" I "MOV R4, UR6\n" STORE,
                    NULL, 0, words, message));
    assert_int_equal(words[0], 7);
    assert_true(run_thread(ADDRESS I "ISETP.EQ.AND P1, PT, RZ, 0x1, PT\n" I "UISETP.EQ.AND UP1, UPT, URZ, URZ, UPT\n"
                    I "UMOV UR6, 0x7\n" I "@P1 S2UR UR6, SR_CTAID.X\n" I "MOV R4, UR6\n" STORE,
                    NULL, 0, words, message));
    assert_int_equal(words[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bank_3), cmocka_unit_test(flushes_subnormals), cmocka_unit_test(local_memory),
        cmocka_unit_test(generic_addresses), cmocka_unit_test(no_end), cmocka_unit_test(waits_for_later),
        cmocka_unit_test(ends_first), cmocka_unit_test(text_misprinted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
