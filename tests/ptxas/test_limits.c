/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of sw/compiler/ptxas/limits.h are those of the instructions: the encoder has the last one of each, and
 * not the
 * next.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "encode.h"
#include "limits.h"

static bool has(struct gt_insn in)
{
    uint32_t w[2];
    in.cond = GT_CC_ALWAYS;
    in.dst_kind = in.op == GT_OP_SHL_TO_A ? GT_K_AREG : GT_K_R32;
    return isa_encode(&in, w);
}

/* A sum, or a 16-bit product, of two registers. */
static struct gt_insn sum(void)
{
    return (struct gt_insn){ .op = GT_OP_IADD, .len = 8, .src = { { .kind = GT_K_R32 }, { .kind = GT_K_R32 } } };
}

static struct gt_insn product(void)
{
    return (struct gt_insn){ .op = GT_OP_IMUL, .len = 8, .w16 = true,
                             .src = { { .kind = GT_K_R16 }, { .kind = GT_K_R16 } } };
}

/* The n-th unit of s[] as the first source. */
static bool has_s(uint8_t mode, int unit, int n)
{
    struct gt_insn in = sum();
    in.src[0].kind = GT_K_SMEM;
    in.has_s = true;
    in.smode = mode;
    in.mem_off = unit * n;
    return has(in);
}

/* The n-th unit of c1[] as the second. */
static bool has_c(struct gt_insn in, int unit, int n)
{
    in.src[1].kind = GT_K_CMEM;
    in.has_c = true;
    in.cseg = 1;
    in.c_off = (uint16_t)(unit * n);
    return has(in);
}

static void operands(void **state)
{
    (void)state;
    assert_true(has_s(GT_SM_B32, 4, LIMIT_S_UNITS - 1));
    assert_false(has_s(GT_SM_B32, 4, LIMIT_S_UNITS));
    assert_true(has_s(GT_SM_U16, 2, LIMIT_S_UNITS - 1));
    assert_false(has_s(GT_SM_U16, 2, LIMIT_S_UNITS));
    assert_true(has_c(sum(), 4, LIMIT_C_UNITS - 1));
    assert_false(has_c(sum(), 4, LIMIT_C_UNITS));
    assert_true(has_c(product(), 2, LIMIT_C_UNITS - 1));
    assert_false(has_c(product(), 2, LIMIT_C_UNITS));
}

/* A short form has the registers below the limit. */
static void registers(void **state)
{
    (void)state;
    for (uint8_t r = LIMIT_SHORT_REGISTERS - 1; r <= LIMIT_SHORT_REGISTERS; r++) {
        struct gt_insn in = sum();
        in.dst = r;
        assert_true(has(in));
        in.len = 4;
        assert_int_equal(has(in), r < LIMIT_SHORT_REGISTERS);
    }
}

static void shifts(void **state)
{
    (void)state;
    struct gt_insn in = { .op = GT_OP_SHL, .len = 8, .src = { { .kind = GT_K_R32 }, { .kind = GT_K_IMM } } };
    in.imm = LIMIT_SHIFT;
    assert_true(has(in));
    in.imm = LIMIT_SHIFT + 1;
    assert_false(has(in));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands), cmocka_unit_test(registers), cmocka_unit_test(shifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
