/* SPDX-License-Identifier: Apache-2.0
 *
 * Operands of the assembler: each class reads its text and puts the fields into the words.
 */
#include "asm_int.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Puts v into the field; false: it does not fit, or is no multiple of the field's unit. */
static bool put_checked(struct asm_line *a, int field, uint32_t v, const char *what)
{
    if (!isa_fits(field, v)) {
        const struct isa_field *f = &isa_fields[field];
        uint32_t max = (uint32_t)((1ull << f->width) - (1ull << f->shift));

        if (f->shift)
            return asm_expect(a, "%s, a multiple of %u up to 0x%x", what, 1u << f->shift, max);
        return asm_expect(a, "%s up to %u", what, max);
    }
    isa_put(field, v, a->w);
    return true;
}

/* A decimal number right behind a prefix such as $r. */
static bool index_after(struct asm_line *a, const char *prefix, uint32_t *v)
{
    const char *start = a->p;

    if (!asm_take(a, prefix) || !isdigit((unsigned char)*a->p)) {
        a->p = start;
        return false;
    }
    *v = 0;
    while (isdigit((unsigned char)*a->p) && *v < 100000)
        *v = *v * 10 + (uint32_t)(*a->p++ - '0');
    return true;
}

/* A register as the operand's kind wants it: $rN, $rNl or $rNh, $rNd, $rNq; v: a word or a half. */
static bool reg_field(struct asm_line *a, const char *kind, const struct isa_base *b, int *value)
{
    const char *start = a->p;
    const char *want = strcmp(kind, "64") == 0 ? "a register pair $rNd"
                       : strcmp(kind, "128") == 0 ? "a register quad $rNq"
                       : kind[0] == '1' || kind[0] == '8' ? "a half register $rNl or $rNh"
                       : kind[0] == 'v' ? "a register $rN, $rNl or $rNh" : "a register $rN";
    bool half, word;
    uint32_t v;
    char c;

    if (!index_after(a, "$r", &v))
        return asm_expect(a, "%s", want);
    c = *a->p;
    half = c == 'l' || c == 'h';
    word = !half && c != 'd' && c != 'q';
    if (!word)
        a->p++;
    if ((kind[0] == 'v' && !half && !word) || (strcmp(kind, "64") == 0 && c != 'd')
        || (strcmp(kind, "128") == 0 && c != 'q') || (strcmp(kind, "32") == 0 && !word)
        || ((strncmp(kind, "16", 2) == 0 || kind[0] == '8') && !half) || isalnum((unsigned char)*a->p)) {
        a->p = start;
        return asm_expect(a, "%s", want);
    }
    if (half)
        v = v * 2 + (c == 'h');
    if (b->w >= 0)
        isa_put(b->w, word, a->w);
    if (!isa_fits(b->field, v)) {
        uint32_t max = (1u << isa_fields[b->field].width) - 1;

        a->p = start;
        return asm_expect(a, "a register up to $r%u", half ? max / 2 : max);
    }
    isa_put(b->field, v, a->w);
    *value = (int)v;
    return true;
}

/* [0x10] [$a1] [$a1+0x10] [$a1++0x4] [$a1++-0x4]; *off in bytes */
static bool take_address(struct asm_line *a, bool may_a, int32_t *off)
{
    const struct isa_slot *asel = isa_row_slot(a->row, ISA_SLOT_asel);
    const char *start;
    uint32_t v = 0;
    bool neg = false;

    *off = 0;
    if (!asm_take(a, "["))
        return asm_expect(a, "'['");
    start = a->p;
    if (index_after(a, "$a", &v)) {
        if (!may_a || !asel || a->a_used || !isa_fits(asel->value, v)) {
            a->p = start;
            return asm_expect(a, "a constant address");
        }
        a->a_used = true;
        isa_put(asel->value, v, a->w);
        if (asm_take(a, "]"))
            return true;
        if (!asm_take(a, "+"))
            return asm_expect(a, "'+', '++' or ']'");
        if (asm_take(a, "+"))
            isa_put(ISA_POS_ainc, 1, a->w);
    }
    if (!asm_number(a, &v, &neg))
        return asm_expect(a, "an offset");
    *off = neg ? -(int32_t)v : (int32_t)v;
    if (!asm_take(a, "]"))
        return asm_expect(a, "']'");
    return true;
}

/* Puts a byte offset into an operand's offset field of units of 1 << shift bytes. */
static bool put_offset(struct asm_line *a, int field, int32_t off, int shift, bool use_a)
{
    int32_t width = isa_fields[field].width;
    bool inc = use_a && isa_get(ISA_POS_ainc, a->w[0], a->w[1]);
    int32_t lo = inc ? -(1 << (width - 1)) : 0;
    int32_t hi = inc ? (1 << (width - 1)) - 1 : (1 << width) - 1;

    if (off % (1 << shift) || off / (1 << shift) < lo || off / (1 << shift) > hi)
        return asm_expect(a, "an offset from %d to %d in steps of %d", lo * (1 << shift), hi * (1 << shift),
                          1 << shift);
    isa_put(field, (uint32_t)(off / (1 << shift)), a->w);
    return true;
}

/* s[OFFSET].TYPE or s[$aN + OFFSET].TYPE as a source. */
static bool s_operand(struct asm_line *a, const struct isa_base *b)
{
    int32_t off;

    if (b->s < 0)
        return asm_expect(a, "a register");
    asm_take(a, "s");
    if (!take_address(a, true, &off))
        return false;
    for (uint32_t m = 0; m < 4; m++) {
        const char *start = a->p;

        if (asm_take(a, ".") && asm_take(a, isa_smode_names[m]) && !isalnum((unsigned char)*a->p)) {
            a->s_used = true;
            isa_put(b->s, 1, a->w);
            isa_put(b->smode, m, a->w);
            return put_offset(a, b->soff, off, m == 3 ? 2 : m ? 1 : 0, true);
        }
        a->p = start;
    }
    return asm_expect(a, "the access type .u8, .u16, .s16 or .b32 of s[]");
}

/* cN[OFFSET] as a source; only one operand of an instruction can be one. */
static bool c_operand(struct asm_line *a, const struct isa_base *b, bool k16)
{
    bool use_a = !a->s_used;
    const char *start = a->p;
    uint32_t seg;
    int32_t off;

    if (!b->cval || !index_after(a, "c", &seg))
        return asm_expect(a, "a register");
    if (a->s_used && !isa_row_slot(a->row, ISA_SLOT_long)) {
        a->p = start;
        return asm_expect(a, "a register (the short form has either s[] or c[])");
    }
    if (isa_get(ISA_POS_scsel, a->w[0], a->w[1]) != 0 && isa_row_slot(a->row, ISA_SLOT_long)) {
        a->p = start;
        return asm_expect(a, "a register (one c[] operand only)");
    }
    if (!put_checked(a, b->cseg, seg, "a c[] segment"))
        return false;
    isa_put(ISA_POS_scsel, b->cval, a->w);
    return take_address(a, use_a, &off) && put_offset(a, b->coff, off, k16 ? 1 : 2, use_a);
}

/* A source: modifiers, then a register, a count, s[] or c[]. */
static bool take_source(struct asm_line *a, const struct isa_opnd *o, const struct isa_base *b)
{
    bool k16 = o->kind[0] == '8' || strncmp(o->kind, "16", 2) == 0;
    bool abs = false;
    int reg;

    if (b->k >= 0 && isdigit((unsigned char)*a->p)) {
        const char *start = a->p;
        uint32_t v;

        if (!asm_number(a, &v, NULL) || !isa_fits(b->field, v)) {
            a->p = start;
            return asm_expect(a, "a count up to 0x%x", (1u << isa_fields[b->field].width) - 1);
        }
        isa_put(b->k, 1, a->w);
        isa_put(b->field, v, a->w);
        return true;
    }
    if (*a->p == '-' && o->neg >= 0 && asm_take(a, "-"))
        isa_put(o->neg, 1, a->w);
    if (*a->p == '~' && o->inv >= 0 && asm_take(a, "~"))
        isa_put(o->inv, 1, a->w);
    if (*a->p == '|' && o->abs >= 0 && asm_take(a, "|")) {
        isa_put(o->abs, 1, a->w);
        abs = true;
    }
    if (a->p[0] == 's' && a->p[1] == '[') {
        if (!s_operand(a, b))
            return false;
    } else if (*a->p == 'c' && b->cval) {
        if (!c_operand(a, b, k16))
            return false;
    } else if (b->dup) {
        const char *start = a->p;

        if (!reg_field(a, o->kind, b, &reg))
            return false;
        if (reg != a->dst_reg) {
            a->p = start;
            return asm_expect(a, "the destination register $r%d", a->dst_reg);
        }
    } else if (!reg_field(a, o->kind, b, &reg)) {
        return false;
    }
    if (abs && !asm_take(a, "|"))
        return asm_expect(a, "'|'");
    return true;
}

static bool take_creg(struct asm_line *a, uint32_t *v)
{
    const char *start = a->p;

    if (!index_after(a, "$c", v) || *v > 3) {
        a->p = start;
        return asm_expect(a, "$c0 to $c3");
    }
    return true;
}

/* A register or _, and |$cN where the instruction can set flags. */
static bool take_destination(struct asm_line *a, const struct isa_opnd *o, const struct isa_base *b)
{
    uint32_t c;

    if (b->o && asm_take(a, "_")) {
        isa_put(b->field, 127, a->w);
        isa_put(ISA_POS_odst, 1, a->w);
    } else if (!reg_field(a, o->kind, b, &a->dst_reg)) {
        return false;
    }
    if (!b->c && !b->ck)
        return true;
    if (!asm_take(a, "|"))
        return b->c || asm_expect(a, "'|$cN'");
    if (!take_creg(a, &c))
        return false;
    isa_put(ISA_POS_cdst, c, a->w);
    if (b->c)
        isa_put(ISA_POS_cdst_en, 1, a->w);
    return true;
}

/* The $c of addc shares its field with the predicate. */
static bool take_carry(struct asm_line *a, const struct isa_base *b)
{
    const char *start = a->p;
    uint32_t c;

    if (!take_creg(a, &c))
        return false;
    if (b->field < 0 ? c != 0 : a->cread_used && c != isa_get(b->field, a->w[0], a->w[1])) {
        a->p = start;
        return asm_expect(a, b->field < 0 ? "$c0" : "the $c of the predicate");
    }
    if (b->field >= 0)
        isa_put(b->field, c, a->w);
    return true;
}

/* An address register $aN. */
static bool take_areg(struct asm_line *a, const struct isa_base *b)
{
    const char *start = a->p;
    uint32_t v;

    if (!index_after(a, "$a", &v) || !isa_fits(b->field, v)) {
        a->p = start;
        return asm_expect(a, "an address register $aN");
    }
    isa_put(b->field, v, a->w);
    return true;
}

/* A special register, by name or as $srN. */
static bool take_sreg(struct asm_line *a, const struct isa_base *b)
{
    const char *start = a->p;
    uint32_t v;

    for (v = 0; asm_take(a, "$") && v < 16; v++) {
        if (asm_take(a, isa_sreg_names[v]) && !isalnum((unsigned char)*a->p)) {
            isa_put(b->field, v, a->w);
            return true;
        }
        a->p = start;
    }
    a->p = start;
    if (index_after(a, "$sr", &v) && v < 16) {
        isa_put(b->field, v, a->w);
        return true;
    }
    a->p = start;
    return asm_expect(a, "a special register ($physid, $clock, $pm0, $srN)");
}

/* {$r0,_,$r1}: consecutive registers; *mask says which places have one. Returns how many places. */
static int take_list(struct asm_line *a, uint32_t *mask, bool gaps)
{
    int n = 0;
    uint32_t next = 0, v;

    *mask = 0;
    if (!asm_take(a, "{"))
        return asm_expect(a, "'{'");
    do {
        if (n == 4)
            return asm_expect(a, "at most 4 registers");
        asm_blank(a);
        if (gaps && asm_take(a, "_")) {
            n++;
            continue;
        }
        if (!index_after(a, "$r", &v) || (*mask && v != next))
            return asm_expect(a, *mask ? "register $r%u" : "a register $rN", next);
        if (!*mask && a->tex_reg >= 0 && v != (uint32_t)a->tex_reg)
            return asm_expect(a, "register $r%d, the first one of the results", a->tex_reg);
        if (!*mask)
            a->tex_reg = (int)v;
        *mask |= 1u << n++;
        next = v + 1;
        asm_blank(a);
    } while (asm_take(a, ","));
    if (!asm_take(a, "}"))
        return asm_expect(a, "'}'");
    return n;
}

/* The registers of a texture instruction: {results} with gaps by the mask, or {coordinates}. */
static bool tex_list(struct asm_line *a, const struct isa_base *b)
{
    bool results = b->cls == ISA_TEXD;
    const char *start = a->p;
    uint32_t mask;
    int n = take_list(a, &mask, results && b->aux >= 0);

    if (!n)
        return false;
    if (results && n != 4) {
        a->p = start;
        return asm_expect(a, "four results");
    }
    if (b->aux >= 0)
        isa_put(b->aux, results ? mask : (uint32_t)n - 1, a->w);
    if (mask)
        return put_checked(a, b->field, (uint32_t)a->tex_reg, "a register");
    return true;
}

static bool text_reg(struct asm_line *a, const struct isa_opnd *o, const struct isa_base *b)
{
    int reg;

    if (!reg_field(a, o->kind[0] ? o->kind : "32", b, &reg))
        return false;
    if (a->tex_reg >= 0 && reg != a->tex_reg)
        return asm_expect(a, "register $r%d, the first one of the results", a->tex_reg);
    return true;
}

/* An address: gN[$rA], cN[...], s[...] or l[...]. */
static bool take_memory(struct asm_line *a, const struct isa_base *b)
{
    uint32_t v;
    int32_t off;

    if (b->tag[0] == 'g') {
        if (!index_after(a, "g", &v))
            return asm_expect(a, "an address gN[$rA]");
        if (!put_checked(a, b->seg, v, "a g[] window"))
            return false;
        if (!asm_take(a, "[") || !index_after(a, "$r", &v))
            return asm_expect(a, "[$rA]");
        if (!put_checked(a, b->field, v, "a register number"))
            return false;
        return asm_take(a, "]") || asm_expect(a, "']'");
    }
    if (b->tag[0] == 'c') {
        if (!index_after(a, "c", &v))
            return asm_expect(a, "an address cN[...]");
        if (!put_checked(a, b->seg, v, "a c[] segment"))
            return false;
    } else if (!asm_take(a, b->tag)) {
        return asm_expect(a, "an address %s[...]", b->tag);
    }
    if (!take_address(a, true, &off))
        return false;
    /* the 16-bit address wraps, so a negative offset is the same as a large one */
    if (off < 0 && off >= -0x8000)
        off &= 0xffff;
    return put_checked(a, b->field, (uint32_t)off, "an offset");
}

/* A constant; where the row has no sign bit a minus is part of the number. */
static bool take_immediate(struct asm_line *a, const struct isa_opnd *o, const struct isa_base *b)
{
    const char *start = a->p;
    bool neg = false;
    uint32_t v;

    if (o->neg >= 0 && asm_take(a, "-"))
        isa_put(o->neg, 1, a->w);
    if (!asm_number(a, &v, o->neg < 0 ? &neg : NULL))
        return asm_expect(a, "a constant");
    if (neg)
        v = 0u - v;
    if (!isa_fits(b->field, v)) {
        a->p = start;
        return asm_expect(a, "a constant up to 0x%x", (1u << isa_fields[b->field].width) - 1);
    }
    isa_put(b->field, v, a->w);
    return true;
}

/* A texel offset of 4 bits with a sign. */
static bool tex_offset(struct asm_line *a, const struct isa_base *b)
{
    const char *start = a->p;
    bool neg = false;
    uint32_t v;

    if (!asm_number(a, &v, &neg) || v > (neg ? 8u : 7u)) {
        a->p = start;
        return asm_expect(a, "a texel offset from -0x8 to 0x7");
    }
    isa_put(b->field, neg ? 0u - v : v, a->w);
    return true;
}

static bool take_enum(struct asm_line *a, const struct isa_mod *m)
{
    for (uint32_t i = 0; i < m->names; i++)
        if (asm_take(a, m->str[i])) {
            isa_put(m->field, i, a->w);
            return true;
        }
    return asm_expect(a, "%s, %s, ... or %s", m->str[0], m->str[1], m->str[m->names - 1]);
}

bool asm_operand(struct asm_line *a, const struct isa_opnd *o)
{
    const struct isa_base *b = &isa_bases[o->base];
    const char *start = a->p;
    uint32_t v;

    switch ((enum isa_class)b->cls) {
    case ISA_DST:   return take_destination(a, o, b);
    case ISA_SRC:   return b->field >= 0 && strcmp(o->kind, "") == 0 ? text_reg(a, o, b) : take_source(a, o, b);
    case ISA_IMM:   return take_immediate(a, o, b);
    case ISA_MEM:   return take_memory(a, b);
    case ISA_CARRY: return take_carry(a, b);
    case ISA_CDST:
    case ISA_CREG:
        if (!take_creg(a, &v))
            return false;
        isa_put(b->field, v, a->w);
        return true;
    case ISA_ADST:
    case ISA_ASRC:  return take_areg(a, b);
    case ISA_SREG:  return take_sreg(a, b);
    case ISA_ENUM:  return take_enum(a, &isa_mods[b->aux]);
    case ISA_TEXD:
    case ISA_TEXC:  return tex_list(a, b);
    case ISA_TEXO:  return tex_offset(a, b);
    case ISA_TEXN:
        return index_after(a, b->tag, &v) ? put_checked(a, b->field, v, "a number")
                                          : asm_expect(a, "%sN", b->tag);
    case ISA_TARGET:
    case ISA_NUM:
        if (!asm_number(a, &v, NULL))
            return asm_expect(a, b->cls == ISA_TARGET ? "a code address" : "a number");
        if (isa_fits(b->field, v)) {
            isa_put(b->field, v, a->w);
            return true;
        }
        a->p = start;
        return put_checked(a, b->field, v, b->cls == ISA_TARGET ? "a code address" : "a number");
    }
    return false;
}
