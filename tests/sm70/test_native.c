/* SPDX-License-Identifier: Apache-2.0
 *
 * What NVIDIA's code has and our compiler does not make: generic addresses, jumps by register, predicates as words,
 * parts of registers. The expected values are written out here.
 */
#include "run_code.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

/* Shared memory at R6, R7 as a generic address: its byte 16. */
#define SHARED I "S2R R7, SR_SWINHI\n" I "MOV R6, 0x10\n"
#define IN_SHARED ".smem 64\n" ADDRESS SHARED
#define LOCAL I "MOV R6, c[0x0][0x20]\n" I "MOV R7, c[0x0][0x24]\n"

/* What one thread leaves in R4. */
static uint32_t value_of(const char *code)
{
    char text[2048], message[SM70_MESSAGE];
    uint32_t words[16];

    snprintf(text, sizeof text, "%s" STORE, code);
    if (!run_thread(text, NULL, 0, words, message))
        fail_msg("%s", message);
    return words[0];
}

static void generic_global(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_thread(ADDRESS I "MOV R5, 0x77\n" I "ST.E desc[UR4][R2.64+0x8], R5\n"
                    I "LD.E.U8 R4, [R2+0x8]\n" STORE, NULL, 0, words, message));
    assert_true(words[0] == 0x77 && words[2] == 0x77);
    assert_false(run_thread(ADDRESS I "MOV R3, RZ\n" I "LD.E R4, desc[UR4][R2.64]\n" STORE, NULL, 0, words, message));
    assert_non_null(strstr(message, "outside device memory"));
}

static void generic_shared(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x99\n" I "ST.E [R6+0x4], R5\n" I "LDS R4, [0x14]\n"), 0x99);
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x1234\n" I "STS [0x10], R5\n" I "LD.E.U8 R4, [R6+0x1]\n"), 0x12);
    assert_int_equal(value_of(".smem 64\n" ADDRESS I "MOV R6, 0x10\n" I "MOV R7, c[0x0][0x1c]\n" I "MOV R5, 0x9\n"
                              I "ST.E [R6], R5\n" I "LDS R4, [0x10]\n"), 9);
    assert_false(run_thread(IN_SHARED I "LD.E R4, [R6+0x30]\n" STORE, NULL, 0, words, message));
    assert_non_null(strstr(message, "outside shared memory"));
}

static void generic_local(void **state)
{
    (void)state;
    assert_int_equal(value_of(ADDRESS LOCAL I "MOV R5, 0x66\n" I "ST.E [R6+0x8], R5\n" I "LDL R4, [RZ+0x8]\n"), 0x66);
    assert_int_equal(value_of(ADDRESS LOCAL I "MOV R5, 0x67\n" I "STL [RZ+0x8], R5\n" I "LD.E R4, [R6+0x8]\n"), 0x67);
}

/* Which of .G, .L, .S and .D is said of global, local, shared memory. */
static void asks_the_space(void **state)
{
    static const struct { const char *where, *which; uint32_t want; } of[] = {
        { ADDRESS I "MOV R6, R2\n" I "MOV R7, R3\n", "G", 1 }, { ADDRESS I "MOV R6, R2\n" I "MOV R7, R3\n", "S", 0 },
        { ADDRESS LOCAL, "L", 1 }, { ADDRESS LOCAL, "G", 0 }, { IN_SHARED, "S", 1 }, { IN_SHARED, "L", 0 },
        { IN_SHARED, "D", 1 }, { ADDRESS LOCAL, "D", 0 },
    };
    char code[1024];

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(code, sizeof code, "%s" I "QSPC.E.%s P0, RZ, [R6]\n" I "SEL R4, RZ, 0x1, !P0\n", of[i].where,
                 of[i].which);
        assert_int_equal(value_of(code), of[i].want);
    }
}

/* .CAST says whether the word has been exchanged. */
static void exchange_says(void **state)
{
    (void)state;
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x3\n" I "STS [0x10], R5\n" I "MOV R8, 0x4\n"
                              I "ATOMS.CAST.SPIN R4, [0x10], R5, R8\n"), 1);
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x3\n" I "STS [0x10], R5\n" I "MOV R8, 0x4\n"
                              I "ATOMS.CAST.SPIN R4, [0x10], R8, R5\n"), 0);
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x3\n" I "STS [0x10], R5\n" I "MOV R8, 0x4\n"
                              I "ATOM.E.CAST.SPIN PT, R4, [R6], R5, R8\n" I "LDS R4, [0x10]\n"), 4);
    assert_int_equal(value_of(IN_SHARED I "MOV R10, 0x3\n" I "MOV R11, 0x1\n" I "STS.64 [0x10], R10\n"
                              I "MOV R8, 0x4\n" I "MOV R9, 0x5\n" I "ATOMS.CAST.SPIN.64 R10, [0x10], R10, R8\n"
                              I "IADD3 R4, R10, R11, RZ\n"), 1);
}

static void exchange_of_64_bits(void **state)
{
    (void)state;
    assert_int_equal(value_of(IN_SHARED I "MOV R10, 0x3\n" I "MOV R11, 0x1\n" I "STS.64 [0x10], R10\n"
                              I "MOV R8, 0x40\n" I "MOV R9, 0x500\n" I "ATOMS.EXCH.64 R10, [0x10], R8\n"
                              I "LDS.64 R8, [0x10]\n" I "IADD3 R4, R10, R11, RZ\n" I "IADD3 R4, R4, R8, R9\n"), 0x544);
}

/* A sum of numbers is done in global memory alone, which its predicate says; one of integers everywhere. */
static void generic_atomics(void **state)
{
    (void)state;
    assert_int_equal(value_of(ADDRESS I "MOV R5, 1\n"
                              I "ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU P0, R4, desc[UR4][R2.64+0x4], R5\n"
                              I "SEL R4, RZ, 0x1, !P0\n"), 1);
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x40000000\n" I "STS [0x10], R5\n"
                              I "ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU P0, R4, desc[UR4][R6.64], R5\n"
                              I "LDS R4, [0x10]\n" I "@P0 MOV R4, RZ\n"), 0x40000000);
    assert_int_equal(value_of(IN_SHARED I "MOV R5, 0x5\n" I "STS [0x10], R5\n"
                              I "ATOM.E.ADD.STRONG.GPU PT, R8, desc[UR4][R6.64], R5\n"
                              I "LDS R4, [0x10]\n" I "IADD3 R4, R4, R8, RZ\n"), 15);
}

/* BRX and CALL.REL count from the next instruction. */
static void jumps_by_register(void **state)
{
    (void)state;
    assert_int_equal(value_of(ADDRESS I "MOV R4, 0x1\n" I "MOV R6, 0x20\n" I "MOV R7, RZ\n" I "BRX R6 -0x10\n"
                              I "MOV R4, 0x2\n" I "IADD3 R4, R4, 0x10, RZ\n"), 0x11);
    assert_int_equal(value_of(ADDRESS I "MOV R4, 0x1\n" I "MOV R6, 0x10\n" I "MOV R7, RZ\n"
                              I "CALL.REL.NOINC R6 `(here)\n" "here:\n" I "MOV R4, 0x2\n" I "IADD3 R4, R4, 0x20, RZ\n"),
                     0x21);
}

static void predicates_as_words(void **state)
{
    (void)state;
    /* P0 and P2 true, P1 false, of them P0 and P1 into byte 1 */
    assert_int_equal(value_of(ADDRESS I "ISETP.EQ.AND P0, P1, RZ, RZ, PT\n" I "ISETP.EQ.AND P2, PT, RZ, RZ, PT\n"
                              I "MOV R5, 0x12345678\n" I "P2R.B1 R4, PR, R5, 0x3\n"), 0x12345578);
    /* bits 0 and 2 of byte 2, P1 not named */
    assert_int_equal(value_of(ADDRESS I "ISETP.EQ.AND P0, P1, RZ, RZ, PT\n" I "MOV R5, 0x60000\n"
                              I "R2P PR, R5.B2, 0x5\n" I "P2R R4, PR, RZ, 0x7\n"), 4);
    assert_int_equal(value_of(ADDRESS I "UMOV UR6, 0x5\n" I "UR2UP UPR, UR6\n" I "UP2UR UR8, UPR, URZ, 0xf\n"
                              I "MOV R4, UR8\n"), 5);
    /* of the signs of -1, 1 and -1: a and not b */
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0xffffffff\n" I "MOV R6, 0x1\n"
                              I "PLOP3.LUT P0, P1, R5.SIGN, R6.SIGN, R5.SIGN, 0x30, 0xc\n"
                              I "SEL R4, RZ, 0x1, !P0\n" I "@P1 MOV R4, 0x7\n"), 1);
}

static void parts_of_words(void **state)
{
    (void)state;
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0xfe\n" I "SHF.L.U32 R5, R5, 0x10, RZ\n" I "I2F.S8 R4, R5.B2\n"),
                     0xc0000000);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0xc0000000\n" I "F2F.F64.F16 R8, R5.H1\n" I "MOV R4, R9\n"),
                     0xc0000000);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0xffff7fff\n" I "I2I.S16.S32.SAT R4, R5\n"), 0xffff8000);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x100\n" I "I2I.U8.S32.SAT R4, R5\n"), 0xff);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x01ff0305\n" I "MOV R6, 0x02000304\n" I "MOV R7, 0x10\n"
                              I "VABSDIFF4.U8.ACC R4, R5, R6, R7\n"), 0x10 + 1 + 0xff + 0 + 1);
    assert_int_equal(value_of(ADDRESS I "MOV R4, 0x30002\n" I "MOV R5, 0x7050401\n" I "MOV R6, 0x64\n"
                              I "IDP.2A.LO.U16.U8 R4, R4, R5, -R6\n"), (uint32_t)(2 * 1 + 3 * 4 - 100));
    assert_int_equal(value_of(ADDRESS I "MOV R4, 0x30002\n" I "MOV R5, 0x7050401\n" I "MOV R6, 0x64\n"
                              I "IDP.2A.HI.U16.U8 R4, R4, R5, R6\n"), 2 * 5 + 3 * 7 + 100);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x11000000\n" I "MOV R6, 0x3\n" I "LEA.HI R4, R5, -R6, RZ, 0x8\n"),
                     0xe);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0xfff30005\n" I "MOV R6, 0x3c003c00\n"
                              I "VIMNMX.S16x2.RELU R4, R5, R6, PT\n"), 5);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x40200000\n" I "MOV R6, 0xc0400000\n"
                              I "FMNMX.XORSIGN R4, R6, R5, !PT\n"), 0xc0200000);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x40004200\n" I "HADD2.F32.SAT R4, -RZ, R5.H1_H1\n"), 0x3f800000);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x18001\n" I "HADD2.F32.FTZ R4, -RZ, R5.H0_H0\n"), 0x80000000);
    assert_int_equal(value_of(ADDRESS I "MOV R5, 0x7fc00000\n" I "FMNMX.NAN R4, R5, 2, PT\n"), 0x7fffffff);
}

/* Barrier and number of threads in a register: 2 and 32; and the barrier alone. */
static void barrier_in_register(void **state)
{
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_block(64, ADDRESS I "MOV R5, 0x200002\n" I "BAR.SYNC R5, R5\n" I "MOV R5, 0x3\n"
                          I "BAR.SYNC R5\n" I "MOV R4, 0x1\n" STORE, NULL, 0, words, message));
    assert_int_equal(words[0], 1);
    assert_false(run_block(32, ADDRESS I "MOV R5, 0x400002\n" I "BAR.SYNC R5, R5\n" STORE, NULL, 0, words, message));
}

/* Block 1 polls a word by LD, which block 0 stores later; an SM's first cache keeps the old one (GT200_STALE). */
static void polls_generic(void **state)
{
    static const char code[] = ADDRESS
        I "S2R R6, SR_CTAID.X\n" I "ISETP.EQ.AND P0, PT, R6, RZ, PT\n" I "@P0 BRA first\n"
        "again:\n" I "LD.E R4, [R2]\n" I "ISETP.EQ.AND P1, PT, R4, RZ, PT\n" I "@P1 BRA again\n" I "EXIT\n"
        "first:\n" I "MOV R7, 0x40\n" "wait:\n" I "IADD3 R7, R7, -0x1, RZ\n" I "ISETP.NE.AND P2, PT, R7, RZ, PT\n"
        I "@P2 BRA wait\n" I "MOV R5, 0x1\n" I "ST.E [R2], R5\n" I "EXIT\n";
    struct sm70_launch l = { .grid = { 2, 1, 1 }, .block = { 32, 1, 1 }, .resident = 2 };
    char message[SM70_MESSAGE];
    uint32_t words[16];

    (void)state;
    assert_true(run_launch(l, 100000, code, words, message));
    l.stale = 2;
    assert_false(run_launch(l, 1000000, code, words, message));
    assert_non_null(strstr(message, "polls for ever"));
    assert_non_null(strstr(message, "(LD.E R4, [R2])"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generic_global), cmocka_unit_test(generic_shared), cmocka_unit_test(generic_local),
        cmocka_unit_test(asks_the_space), cmocka_unit_test(exchange_says), cmocka_unit_test(exchange_of_64_bits),
        cmocka_unit_test(generic_atomics),
        cmocka_unit_test(jumps_by_register), cmocka_unit_test(predicates_as_words), cmocka_unit_test(parts_of_words),
        cmocka_unit_test(barrier_in_register), cmocka_unit_test(polls_generic),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
