/* SPDX-License-Identifier: Apache-2.0
 *
 * Decoded fields of one instruction of each kind, and every decode error. The words come from the
 * assembler or are written out where the assembler refuses them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "decode.h"
#include "text.h"

#include <string.h>

static struct gt_insn decode_text(const char *text)
{
    struct gt_insn in;
    char err[256];
    uint32_t w0, w1;
    int len;

    if (!isa_asm_line(text, &w0, &w1, &len, err, sizeof err))
        fail_msg("%s: %s", text, err);
    isa_decode(w0, w1, 0, &in);
    assert_int_equal(in.len, len);
    return in;
}

static struct gt_insn decode_words(uint32_t w0, uint32_t w1)
{
    struct gt_insn in;

    isa_decode(w0, w1, 0, &in);
    return in;
}

static void src_is(const struct gt_src *s, unsigned kind, unsigned idx)
{
    assert_int_equal(s->kind, kind);
    assert_int_equal(s->idx, idx);
}

static void add_family(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_text("@$c2.lg sub.b32.sat $r5|$c1, $r6, $r7");
    assert_int_equal(in.op, GT_OP_IADD);
    assert_int_equal(in.k, 1);
    assert_int_equal(in.cond, 5);
    assert_int_equal(in.cread, 2);
    assert_true(in.sat && in.cdst_en && in.cdst == 1 && !in.w16 && !in.uses_carry);
    assert_int_equal(in.dst_kind, GT_K_R32);
    assert_int_equal(in.dst, 5);
    src_is(&in.src[0], GT_K_R32, 6);
    src_is(&in.src[1], GT_K_R32, 7);
    src_is(&in.src[2], GT_K_NONE, 0);

    in = decode_text("addc.b16 $r1h, $r2l, $r3h, $c3");
    assert_true(in.uses_carry && in.w16 && in.k == 3 && in.cread == 3 && in.cond == 15);
    src_is(&in.src[1], GT_K_R16, 7);
    assert_int_equal(in.dst, 3);

    in = decode_text("add.b32 $r1, s[0x10].b32, c3[0x40]");
    assert_true(in.has_s && in.has_c && !in.a_on_c);
    src_is(&in.src[0], GT_K_SMEM, 0);
    src_is(&in.src[1], GT_K_CMEM, 0);
    assert_int_equal(in.mem_off, 0x10);
    assert_int_equal(in.smode, GT_SM_B32);
    assert_int_equal(in.cseg, 3);
    assert_int_equal(in.c_off, 0x40);

    /* Three sources: each has its own field for a c[] offset, and the factors of madd.u16 are half as wide as its
     * addend. */
    in = decode_text("slct.b32 $r8, $r7, c1[0x20], $r5");
    assert_true(in.src[1].kind == GT_K_CMEM && in.cseg == 1 && in.c_off == 0x20);
    in = decode_text("mad.f32 $r8, $r7, $r5, c1[0x24]");
    assert_true(in.src[2].kind == GT_K_CMEM && in.cseg == 1 && in.c_off == 0x24);
    in = decode_text("madd.u16 $r8, $r7l, c1[0x22], $r5");
    assert_true(in.src[1].kind == GT_K_CMEM && in.c_off == 0x22);
    in = decode_text("madd.u16 $r8, $r7l, $r5h, c1[0x28]");
    assert_true(in.src[2].kind == GT_K_CMEM && in.c_off == 0x28);

    in = decode_text("add.b32 $r1, $r2, c3[$a2+0x40]");
    assert_true(in.a_on_c && in.areg == 2 && in.mem_off == 0x40 && in.c_off == 0);

    in = decode_text("add.b16 $r1l, s[$a1++-0x2].u16, 0x12345");
    assert_true(in.ainc && in.areg == 1 && in.mem_off == -2 && in.smode == GT_SM_U16);
    src_is(&in.src[1], GT_K_IMM, 0);
    assert_int_equal(in.imm, 0x2345);
    assert_int_equal(in.form, GT_FORM_IMM);
}

static void test_multiply(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_text("mul.u16.s16 $r4, $r1l, $r2h");
    assert_true(in.op == GT_OP_IMUL && in.w16 && !in.sgn && in.sgn2);
    in = decode_text("mul.hi.s24.half $r4, $r1, $r2");
    assert_true(!in.w16 && in.hi && in.sgn && in.form == GT_FORM_SHORT && in.len == 4);
    in = decode_text("maddc.sat.s16 $r4, $r1l, $r2h, $r3, $c1");
    assert_true(in.op == GT_OP_IMAD && in.sat && in.sgn && in.sgn2 && in.w16 && in.k == 3 && in.cread == 1);
    src_is(&in.src[2], GT_K_R32, 3);
    in = decode_text("madd.u24.half $r4, $r1, $r2, $r4");
    src_is(&in.src[2], GT_K_R32, 4);
    in = decode_text("mad.f32 $r4, -$r1, 0x3f800000, -$r4");
    assert_true(in.op == GT_OP_FMAD && in.src[0].neg && in.src[2].neg && !in.src[1].neg);
    src_is(&in.src[2], GT_K_R32, 4);
    in = decode_text("mul.f32.sat.rz $r4, $r1, -c1[0x4]");
    assert_true(in.unit == GT_UNIT_MULTI && in.sat && in.rnd == 3 && in.src[1].neg && in.cseg == 1);
}

static void compare_and_logic(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_text("set.le.s32 _|$c0, $r1, $r2");
    assert_true(in.op == GT_OP_ISET && in.cmp == 3 && in.sgn && in.dst_kind == GT_K_NONE && in.cdst_en);
    in = decode_text("set.geu.f32 $r1, |$r2|, -$r3");
    assert_true(in.op == GT_OP_FSET && in.cmp == 14 && in.src[0].abs && in.src[1].neg && !in.src[1].abs);
    in = decode_text("and.b32 $r1, ~$r2, $r3");
    assert_true(in.op == GT_OP_AND && in.src[0].inv && !in.src[1].inv);
    in = decode_text("shl.b32 $r1, $r2, 0x21");
    src_is(&in.src[1], GT_K_IMM, 0);
    assert_int_equal(in.imm, 0x21);
    in = decode_text("shr.s16 $r1l, $r2l, $r3h");
    assert_true(in.sgn && in.w16 && in.imm == 0);
    src_is(&in.src[1], GT_K_R16, 7);
    in = decode_text("cvt.s8.u8w $r1l, -|$r2|");
    assert_true(in.op == GT_OP_I2I && in.dsigned && in.d8 && !in.d32 && !in.ssigned && in.s8 && in.s32);
    assert_true(in.src[0].neg && in.src[0].abs);
    in = decode_text("cvt.rzi.s32.f32 $r1, $r2");
    assert_true(in.op == GT_OP_F2I && in.rnd == 3 && in.dsigned && in.d32 && in.s32 && !in.rint);
    in = decode_text("cvt.sat.rmi.f32.f32 $r1, $r2");
    assert_true(in.op == GT_OP_F2F && in.rint && in.sat && in.rnd == 1);
    in = decode_text("fma.rz.f64 $r4d, $r6d, $r8d, -$r10d");
    assert_true(in.unit == GT_UNIT_DPU && in.rnd == 3 && in.src[2].neg && in.dst_kind == GT_K_R64);
    in = decode_text("quadop.f32.add.subr.sub.mov2 $r1, l2, $r2, $r3");
    assert_int_equal(in.quad, 2 << 8 | 3 << 6 | 2 << 4 | 1 << 2 | 0);
    src_is(&in.src[2], GT_K_R32, 3);
}

static void test_moves(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_text("mov.b32.lm5 $r1, $r2");
    assert_true(in.op == GT_OP_MOV && in.lmask == 5);
    assert_int_equal(decode_text("mov.b32 $r1, 0x5").lmask, 15);
    in = decode_text("mov.b32 $r1, $clock");
    src_is(&in.src[0], GT_K_SREG, 1);
    in = decode_text("mov.b32 $r1, $a3");
    src_is(&in.src[0], GT_K_AREG, 3);
    in = decode_text("mov $c2, $r7");
    assert_true(in.cdst_en && in.cdst == 2 && in.dst_kind == GT_K_NONE);
    in = decode_text("shl $a1, $r3, 0x2");
    assert_true(in.dst_kind == GT_K_AREG && in.dst == 1 && in.imm == 2);
    in = decode_text("add $a2, $a1, 0x1234");
    assert_true(in.dst == 2 && in.imm == 0x1234 && in.areg == 0);
    src_is(&in.src[0], GT_K_AREG, 1);
    in = decode_text("nop.join");
    assert_true(in.join && !in.exit && in.unit == GT_UNIT_NONE);
}

static void test_memory(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_text("ld.s16 $r3, s[$a1+0x102]");
    assert_true(in.op == GT_OP_LD_S && in.smode == GT_SM_S16 && in.mem_off == 0x102 && in.areg == 1 && in.has_s);
    in = decode_text("ld.u8 $r3h, c2[0xfff1]");
    assert_true(in.op == GT_OP_LD_C && in.dst_kind == GT_K_R16 && in.c_off == 0xfff1 && in.cseg == 2 && !in.a_on_c);
    in = decode_text("ld.b32 $r3, c2[$a1+0x8]");
    assert_true(in.a_on_c && in.mem_off == 8 && in.c_off == 0);
    in = decode_text("st.b16 s[0x20], $r3l");
    assert_true(in.op == GT_OP_ST_S && in.mtype == GT_MT_U16 && in.src[0].kind == GT_K_NONE);
    src_is(&in.src[1], GT_K_R16, 6);
    in = decode_text("st.unlock.b32 s[0x20], $r3");
    assert_true(in.op == GT_OP_ST_UNLOCK && in.mtype == GT_MT_B32);
    in = decode_text("ld.lock.b32 $r1|$c2, s[0x20]");
    assert_true(in.op == GT_OP_LD_LOCK && in.cdst_en && in.cdst == 2);
    in = decode_text("st.b128 l[$a1+0x10], $r4q");
    assert_true(in.op == GT_OP_ST_L && in.mtype == GT_MT_B128 && in.mem_off == 0x10 && !in.has_s);
    src_is(&in.src[1], GT_K_R128, 4);
    in = decode_text("ld.s8 $r1, g14[$r2]");
    assert_true(in.op == GT_OP_LD_G && in.gseg == 14 && in.mtype == GT_MT_S8);
    src_is(&in.src[0], GT_K_R32, 2);
    in = decode_text("atom.cas.b64 $r2d, g15[$r8], $r10d, $r12d");
    assert_true(in.op == GT_OP_ATOM && in.aop == 2 && in.gseg == 15 && in.mtype == GT_MT_B64);
    src_is(&in.src[1], GT_K_R64, 10);
    src_is(&in.src[2], GT_K_R64, 12);
    in = decode_text("red.min.s32 g14[$r8], $r9");
    assert_true(in.op == GT_OP_RED && in.aop == 7 && in.mtype == GT_MT_S32 && in.dst_kind == GT_K_NONE);
}

static void test_control(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_text("@$c1.e bra 0x123458");
    assert_true(in.op == GT_OP_BRA && in.target == 0x123458 && in.cond == 2 && in.cread == 1);
    in = decode_words(0x20000003, 0x00000080);  /* call ignores the predicate bits */
    assert_true(in.op == GT_OP_CALL && in.cond == 15 && in.err == GT_DE_NONE);
    in = decode_text("bar.inc.wait 0x3, 0xfff");
    assert_true(in.bar_id == 3 && in.bar_inc && in.bar_wait && !in.bar_all && in.bar_count == 0xfff);
    assert_true(decode_words(0x861ffe03, 0).bar_count == 0xfff);
    in = decode_text("bar.inc.wait.all 0x3");
    assert_true(in.bar_all);
}

static void test_errors(void **state)
{
    struct gt_insn in;

    (void)state;
    assert_int_equal(decode_words(0x90000003, 0).err, GT_DE_TRAP);
    assert_int_equal(decode_words(0x90000003, 0).op, GT_OP_TRAP);
    assert_int_equal(decode_words(0x70000001, 0x20000780).err, GT_DE_ILLEGAL_OPCODE);
    assert_int_equal(decode_words(0x60000001, 0x00000783).err, GT_DE_NONE);     /* madd.u16 immediate */
    assert_int_equal(decode_words(0xf0000001, 0x00000783).err, GT_DE_ILLEGAL_OPCODE);
    isa_decode(0x20000001, 0x04000780, 4, &in);
    assert_int_equal(in.err, GT_DE_UNALIGNED_LONG);
    isa_decode(0x20008000, 0, 4, &in);                                         /* short: may be anywhere */
    assert_int_equal(in.err, GT_DE_NONE);
    assert_int_equal(decode_words(0xe0000405, 0x40000780).err, GT_DE_ILLEGAL_OPCODE);   /* fma.f64 to an odd register */
    assert_int_equal(decode_words(0x22000001, 0x04200780).err, GT_DE_ILLEGAL_POSTINCR);
    assert_int_equal(decode_words(0x21808000, 0).err, GT_DE_ILLEGAL_OPCODE);    /* short with s[] and c[] */
    assert_int_equal(decode_words(0x20000001, 0x04000788).err, GT_DE_LD_A_ST_O);
    assert_int_equal(decode_words(0x00000001, 0x00000780).err, GT_DE_LD_A_ST_O);
    assert_int_equal(decode_words(0x80000000, 0).err, GT_DE_INTERP);
    assert_int_equal(decode_words(0xf0000201, 0xc0000780).err, GT_DE_EMIT);
    assert_int_equal(decode_words(0x2000c001, 0x00200780).err, GT_DE_MEMORY_SIZE);  /* add.b16 with s[].b32 */
    assert_int_equal(decode_words(0x30004001, 0x6820c780).err, GT_DE_MEMORY_SIGN);  /* set.s16 with s[].u16 */
    assert_int_equal(decode_words(0xa0004001, 0x04208780).err, GT_DE_MEMORY_BYTE);  /* cvt.u32.u8 with s[].u16 */
    for (unsigned e = 0; e <= GT_DE_MEMORY_SIZE; e++)
        assert_string_not_equal(isa_err_name(e), "unknown error");
}

/* Address registers that do not exist read 0. */
static void missing_areg(void **state)
{
    struct gt_insn in;

    (void)state;
    in = decode_words(0x1400c001, 0x04200784);  /* mov.b32 $r0, s[$a5].b32 */
    assert_int_equal(in.err, GT_DE_NONE);
    assert_int_equal(in.areg, 0);
}

static void test_messages(void **state)
{
    static const struct { const char *text, *expect; } bad[] = {
        { "", "expected an instruction, found the end of the line" },
        { "frob $r1", "expected an instruction, found 'frob'" },
        { "add.b32 $r1, $r2", "expected ',', found the end of the line" },
        { "add.b32 $r128, $r2, $r3", "expected a register up to $r127, found '$r128'" },
        { "add.b32 $r1, $r2l, $r3", "expected a register $rN, found '$r2l'" },
        { "@$c4.lg nop", "expected a predicate @$cN.cond or @never, found '4.lg'" },
        { "@$c1.zz nop", "expected a condition (l, e, le, g, lg, ge, ...), found 'zz'" },
        { "bra 0x2", "expected a code address, a multiple of 4 up to 0xfffffc, found '0x2'" },
        { "ld.b32 $r1, g16[$r2]", "expected a g[] window up to 15, found '[$r2]'" },
        { "madd.u24.half $r4, $r1, $r2, $r5", "expected the destination register $r4, found '$r5'" },
        { "nop nop", "expected the end of the line, found 'nop'" },
        { "ld.b64 $r1d, g14[$r2]", "expected a legal operand combination, found ILLEGAL_OPCODE" },
        { "@$c0.lg call 0x10", "expected an instruction that can have a predicate, found 'call'" },
        { ".word zz", "expected a word, found 'zz'" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char err[256];
        uint32_t w0, w1;
        int len;

        assert_false(isa_asm_line(bad[i].text, &w0, &w1, &len, err, sizeof err));
        assert_string_equal(err, bad[i].expect);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(add_family), cmocka_unit_test(test_multiply), cmocka_unit_test(compare_and_logic),
        cmocka_unit_test(test_moves), cmocka_unit_test(test_memory), cmocka_unit_test(test_control),
        cmocka_unit_test(test_errors), cmocka_unit_test(missing_areg), cmocka_unit_test(test_messages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
