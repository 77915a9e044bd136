/* SPDX-License-Identifier: Apache-2.0
 *
 * What the records of a GPU do not have of the functional model: constant bank 3, local memory, ends that are none.
 */
#include "run_code.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

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

/* What comes back without a change of memory goes on for ever; all else may end. */
static void for_ever(void **state)
{
    static const struct { const char *loop; bool ever; } of[] = {
        { I "NOP\n", true },
        { I "IADD3 R5, R5, 0x1, RZ\n", false },
        { I "LOP3.LUT R5, R5, 0x1, RZ, 0x3c, !PT\n", true },
        { I "S2R R5, SR_CLOCKLO\n", false },
        { I "ATOMG.E.ADD.STRONG.GPU PT, R5, desc[UR4][R2.64], R6\n", false },
        { I "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], RZ\n", true },
        { I "STG.E desc[UR4][R2.64], R6\n", true },
        { I "STG.E desc[UR4][R2.64], R6\n" I "STG.E desc[UR4][R2.64], RZ\n", false },
        { I "STS [0x400], R6\n", true },
        { I "STS [0x400], R6\n" I "STS [0x400], RZ\n", false },
        { I "STL [RZ+0x4], R6\n" I "STL [RZ+0x4], RZ\n", false },
        { I "ATOMS.ADD RZ, [RZ+0x400], R6\n", false },
        { I "BAR.SYNC 0x0\n", true },
    };
    const struct sm70_launch l = { .grid = { 1, 1, 1 }, .block = { 64, 1, 1 }, .shared = 2048 };
    char message[SM70_MESSAGE], code[512];
    uint32_t words[16];

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(code, sizeof code, ADDRESS I "MOV R5, RZ\n" I "MOV R6, 0x1\nspin:\n%s" I "BRA spin\n",
                 of[i].loop);
        assert_false(run_launch(l, 1300000, code, words, message));
        assert_non_null(strstr(message, of[i].ever ? "it goes round for ever"
                                                   : "more than 1300000 warp instructions"));
    }
}

/* Two SMs with caches: block 0 loads a word before and after block 1 stores there, each in this form. */
static void old_bytes(void **state)
{
#define PAUSE I "NOP\n" I "NOP\n" I "NOP\n" I "NOP\n" I "NOP\n" I "NOP\n" I "NOP\n" I "NOP\n"
#define PASS(load, store, again) \
    ADDRESS I "S2R R6, SR_CTAID.X\n" I "ISETP.EQ.AND P0, PT, R6, 0x1, PT\n" \
    I "@!P0 " load " R4, desc[UR4][R2.64+0x8]\n" PAUSE PAUSE I "MOV R5, 0x7\n" \
    I "@P0 " store " desc[UR4][R2.64+0x8], R5\n" PAUSE PAUSE PAUSE PAUSE \
    I again " R4, desc[UR4][R2.64+0x8]\n" I "IMAD.WIDE R2, R6, 0x4, R2\n" STORE
    static const struct { const char *code; unsigned seen; } of[] = {
        { PASS("LDG.E", "STG.E", "LDG.E"), 0 }, { PASS("LDG.E", "STG.E", "LDG.E.STRONG.GPU"), 7 },
        { PASS("LDG.E.STRONG.SYS", "STG.E", "LDG.E"), 7 }, { PASS("LD.E", "STG.E", "LDG.E"), 0 },
        { PASS("LDG.E", "ST.E", "LDG.E"), 0 }, { PASS("LDG.E", "STG.E", "LD.E"), 0 },
        { PASS("LDG.E", "ST.E", "LD.E.STRONG.GPU"), 7 },
    };
    const struct sm70_launch l = { .grid = { 2, 1, 1 }, .block = { 1, 1, 1 }, .resident = 2, .stale = 2 };
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_int_equal(run_launch(l, 1000, of[i].code, words, message), of[i].seen == 7);
        assert_int_equal(words[0], of[i].seen);
        assert_int_equal(words[1], 7);
        assert_true(of[i].seen == 7 || strstr(message, ": stale, 1 pair of instructions: "));
    }
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
        assert_non_null(strstr(message, ", block (0, 0, 0), warp 0: "));
        assert_non_null(strstr(message, ": it goes round for ever"));
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
        cmocka_unit_test(no_end), cmocka_unit_test(waits_for_later), cmocka_unit_test(old_bytes),
        cmocka_unit_test(for_ever),
        cmocka_unit_test(ends_first), cmocka_unit_test(text_misprinted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
