/* SPDX-License-Identifier: Apache-2.0
 *
 * The recogniser of PTX opcodes: every row, with the least and the most that it takes, comes back as what it is; and
 * the fields of a few instructions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ptx_table.h"

static unsigned split(char *text, const char *part[16])
{
    unsigned n = 0;
    for (char *s = strtok(text, "."); s && n < 16; s = strtok(NULL, "."))
        part[n++] = s;
    return n;
}

static bool recognise(const char *text, unsigned of, struct ptx_code *code)
{
    char copy[200], why[300] = "";
    const char *part[16];
    snprintf(copy, sizeof copy, "%s", text);
    unsigned n = split(copy, part);
    bool ok = ptx_recognise(part, n, of, code, why, sizeof why);
    assert_int_equal(ok, !why[0]);
    return ok;
}

/* The opcode of a row with member number `pick` of every place, or of every place that must be there. */
static void spell(const struct ptx_row *r, unsigned pick, bool all, char *text, size_t room)
{
    snprintf(text, room, "%s", ptx_op_name[r->op]);
    for (unsigned i = 0; i < r->nplaces; i++) {
        const struct ptx_place *p = &r->place[i];
        unsigned left = pick % (unsigned)__builtin_popcount(p->members), m = 0;
        while (!(p->members >> m & 1) || left--)
            m++;
        size_t n = strlen(text);
        if (all || !p->optional)
            snprintf(text + n, room - n, ".%s", ptx_groups[p->group].name[m]);
    }
}

static void rows(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (unsigned i = 0; i < ptx_nrows; i++)
        for (unsigned pick = 0; pick < 64; pick++) {
            struct ptx_code code;
            char text[200];
            spell(&ptx_rows[i], pick / 2, pick & 1, text, sizeof text);
            if (!recognise(text, PTX_OF_LIBRARY | PTX_OF_LATER, &code))
                fail_msg("row %u: %s is not recognised", i, text);
            if (code.op != ptx_rows[i].op)
                fail_msg("row %u: %s is taken for %s", i, text, ptx_op_name[code.op]);
            for (unsigned of = 0; of < 3; of++)
                assert_int_equal(recognise(text, of, &code),
                                 !(ptx_rows[i].lib && of != PTX_OF_LIBRARY) &&
                                     !(ptx_rows[i].later && of != PTX_OF_LATER));
            seen++;
        }
    assert_true(seen > 9000);
}

static void fields(void **state)
{
    struct ptx_code c;
    (void)state;
    assert_true(recognise("add.rz.ftz.sat.f32", false, &c));
    assert_int_equal(c.op, PTX_ADD);
    assert_int_equal(c.rnd, PTX_RND_RZ);
    assert_int_equal(c.ftz, PTX_FTZ_FTZ);
    assert_int_equal(c.sat, PTX_SAT_SAT);
    assert_int_equal(c.type, T_F32);
    assert_int_equal(c.dtype, T_F32);
    assert_true(recognise("setp.ltu.xor.f64", false, &c));
    assert_int_equal(c.op, PTX_SETP);
    assert_int_equal(c.cmp, PTX_CMP_LTU);
    assert_int_equal(c.join, PTX_JOIN_XOR);
    assert_int_equal(c.type, T_F64);
    assert_true(recognise("cvt.rmi.sat.s8.f32", false, &c));
    assert_int_equal(c.irnd, PTX_IRND_RMI);
    assert_int_equal(c.rnd, PTX_RND_NONE);
    assert_int_equal(c.dtype, T_S8);
    assert_int_equal(c.type, T_F32);
    assert_true(recognise("ld.volatile.shared.v4.u16", false, &c));
    assert_int_equal(c.vol, PTX_VOL_VOLATILE);
    assert_int_equal(c.space, PTX_SPACE_SHARED);
    assert_int_equal(c.vec, PTX_VEC_V4);
    assert_int_equal(c.type, T_U16);
    assert_true(recognise("atom.global.cas.b64", false, &c));
    assert_int_equal(c.aop, PTX_AOP_CAS);
    assert_false(recognise("atom.global.cas.u64", false, &c));
    assert_int_equal(c.op, PTX_NO_OP);
}

static void types(void **state)
{
    (void)state;
    assert_int_equal(ptype_parse("s16"), T_S16);
    assert_int_equal(ptype_parse("s17"), T_NONE);
    assert_int_equal(ptx_types[T_F64].bits, 64);
    assert_true(ptx_types[T_S8].is_signed && !ptx_types[T_B8].is_signed && ptx_types[T_F16].is_float);
}

int main(void)
{
    const struct CMUnitTest list[] = { cmocka_unit_test(rows), cmocka_unit_test(fields), cmocka_unit_test(types) };
    return cmocka_run_group_tests(list, NULL, NULL);
}
