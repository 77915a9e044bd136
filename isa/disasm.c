/* SPDX-License-Identifier: Apache-2.0
 *
 * Disassembler: prints the operands of the row from the words, not from the decoded fields, so that
 * nothing the words say is lost.
 */
#include "text.h"
#include "text_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct out {
    char    *buf;
    size_t   n, len;
    uint32_t w0, w1;
    const struct isa_row *row;
};

static void put_text(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put_text(struct out *o, const char *fmt, ...)
{
    va_list ap;
    int k;

    va_start(ap, fmt);
    k = vsnprintf(o->len < o->n ? o->buf + o->len : NULL, o->len < o->n ? o->n - o->len : 0, fmt, ap);
    va_end(ap);
    o->len += (size_t)k;
}

static uint32_t get_field(const struct out *o, int field)
{
    return field < 0 ? 0 : isa_get(field, o->w0, o->w1);
}

/* A register by its kind: word, half, pair, quad; v: as the bit says. */
static void put_reg(struct out *o, const char *kind, bool word, uint32_t idx)
{
    if (kind[0] == 'v')
        kind = word ? "32" : "16";
    if (strcmp(kind, "64") == 0)
        put_text(o, "$r%ud", idx);
    else if (strcmp(kind, "128") == 0)
        put_text(o, "$r%uq", idx);
    else if (kind[0] == '8' || kind[0] == '1')
        put_text(o, "$r%u%c", idx >> 1, idx & 1 ? 'h' : 'l');
    else
        put_text(o, "$r%u", idx);
}

static void put_signed(struct out *o, int32_t v)
{
    if (v < 0)
        put_text(o, "-0x%x", (unsigned)-v);
    else
        put_text(o, "0x%x", (unsigned)v);
}

/* [0x10], [$a1], [$a1+0x10], [$a1++0x4]; off is already in bytes */
static void put_addr(struct out *o, bool use_a, int32_t off)
{
    const struct isa_slot *asel = isa_row_slot(o->row, ISA_SLOT_asel);
    uint32_t a = use_a && asel ? get_field(o, asel->value) : 0;
    bool inc = use_a && get_field(o, ISA_POS_ainc);

    put_text(o, "[");
    if (a || inc)
        put_text(o, "$a%u%s", a, inc ? "++" : off ? "+" : "");
    if (!a || inc || off)
        put_signed(o, off);
    put_text(o, "]");
}

/* Operand offsets are signed when the address register is incremented. */
static int32_t get_offset(const struct out *o, int field, int shift, bool use_a)
{
    uint32_t v = get_field(o, field);
    uint32_t top = 1u << (isa_fields[field].width - 1);

    if (use_a && get_field(o, ISA_POS_ainc))
        v = (v ^ top) - top;
    return (int32_t)(v << shift);
}

static bool source1_is_s(const struct out *o)
{
    const struct isa_slot *s = isa_row_slot(o->row, ISA_SLOT_ssel);

    return s && get_field(o, s->value);
}

/* A source with its modifiers: count, s[], c[] or register. */
static void put_src(struct out *o, const struct isa_base *b, const struct isa_opnd *x)
{
    bool abs = get_field(o, x->abs) != 0;
    bool k16 = x->kind[0] == '8' || strncmp(x->kind, "16", 2) == 0;

    if (b->k >= 0 && get_field(o, b->k)) {
        put_text(o, "0x%x", get_field(o, b->field));
        return;
    }
    put_text(o, "%s%s%s", get_field(o, x->neg) ? "-" : "", get_field(o, x->inv) ? "~" : "", abs ? "|" : "");
    if (b->s >= 0 && get_field(o, b->s)) {
        uint32_t mode = get_field(o, b->smode);

        put_text(o, "s");
        put_addr(o, true, get_offset(o, b->soff, mode == 3 ? 2 : mode ? 1 : 0, true));
        put_text(o, ".%s", isa_smode_names[mode]);
    } else if (b->cval && get_field(o, ISA_POS_scsel) == b->cval) {
        bool use_a = !source1_is_s(o);

        put_text(o, "c%u", get_field(o, b->cseg));
        put_addr(o, use_a, get_offset(o, b->coff, k16 ? 1 : 2, use_a));
    } else {
        put_reg(o, x->kind, get_field(o, b->w) != 0, get_field(o, b->field));
    }
    put_text(o, "%s", abs ? "|" : "");
}

static void put_dst(struct out *o, const struct isa_base *b, const struct isa_opnd *x)
{
    if (b->o && get_field(o, ISA_POS_odst))
        put_text(o, "_");
    else
        put_reg(o, x->kind, get_field(o, b->w) != 0, get_field(o, b->field));
    if (b->ck || (b->c && get_field(o, ISA_POS_cdst_en)))
        put_text(o, "|$c%u", get_field(o, ISA_POS_cdst));
}

/* {$r0,_,$r1,_} */
static void put_list(struct out *o, uint32_t first, uint32_t mask, int n)
{
    put_text(o, "{");
    for (int i = 0; i < n; i++) {
        put_text(o, i ? "," : "");
        if (mask >> i & 1)
            put_text(o, "$r%u", first++);
        else
            put_text(o, "_");
    }
    put_text(o, "}");
}

/* An operand of any class. */
static void put_operand(struct out *o, const struct isa_opnd *x)
{
    const struct isa_base *b = &isa_bases[x->base];
    uint32_t v = get_field(o, b->field);

    switch ((enum isa_class)b->cls) {
    case ISA_DST:    put_dst(o, b, x); break;
    case ISA_SRC:    put_src(o, b, x); break;
    case ISA_IMM:    put_text(o, "%s0x%x", get_field(o, x->neg) ? "-" : "", v); break;
    case ISA_CDST:
    case ISA_CREG:
    case ISA_CARRY:  put_text(o, "$c%u", v); break;
    case ISA_ADST:
    case ISA_ASRC:   put_text(o, "$a%u", v); break;
    case ISA_SREG:   put_text(o, "$%s", isa_sreg_names[v]); break;
    case ISA_ENUM:   put_text(o, "%s", isa_mods[b->aux].str[get_field(o, isa_mods[b->aux].field)]); break;
    case ISA_TARGET:
    case ISA_NUM:    put_text(o, "0x%x", v); break;
    case ISA_TEXD:   put_list(o, v, b->aux < 0 ? 15 : get_field(o, b->aux), 4); break;
    case ISA_TEXN:   put_text(o, "%s%u", b->tag, v); break;
    case ISA_TEXC:   put_list(o, v, 15, (int)get_field(o, b->aux) + 1); break;
    case ISA_TEXO:   put_signed(o, (int32_t)(v ^ 8) - 8); break;
    case ISA_MEM:
        if (b->tag[0] == 'g') {
            put_text(o, "g%u[$r%u]", get_field(o, b->seg), v);
            break;
        }
        put_text(o, "%c", b->tag[0]);
        if (b->tag[0] == 'c')
            put_text(o, "%u", get_field(o, b->seg));
        put_addr(o, true, (int32_t)v);
        break;
    }
}

static void put_mnemonic(struct out *o)
{
    for (const char *p = o->row->text; *p; p++) {
        const struct isa_mod *m = isa_text_mod(*p);

        if (m)
            put_text(o, "%s", m->str[get_field(o, m->field)]);
        else
            put_text(o, "%c", *p);
    }
}

/* A whole instruction: predicate, mnemonic, suffixes, operands. */
static void put_insn(struct out *o)
{
    const struct isa_row *r = o->row;

    if (isa_row_slot(r, ISA_SLOT_pred)) {
        uint32_t cond = get_field(o, ISA_POS_cond);

        if (cond == 0)
            put_text(o, "@never ");
        else if (cond != 15)
            put_text(o, "@$c%u.%s ", get_field(o, ISA_POS_cread), isa_cond_names[cond]);
    }
    put_mnemonic(o);
    if (r->form == ISA_FORM_SHORT || r->form == ISA_FORM_SCTL)
        put_text(o, ".half");
    if (isa_row_slot(r, ISA_SLOT_mark)) {
        uint32_t m = get_field(o, ISA_POS_marker);

        put_text(o, "%s", m == 1 ? ".exit" : m == 2 ? ".join" : "");
    }
    for (int i = 0; i < r->opnds; i++) {
        put_text(o, i ? ", " : " ");
        put_operand(o, &r->opnd[i]);
    }
}

int isa_disasm(const struct gt_insn *in, char *buf, size_t n)
{
    char text[ISA_TEXT_MAX], err[128];
    struct out o = { .buf = text, .n = sizeof text, .w0 = in->w0, .w1 = in->w1 };
    uint32_t w0, w1;
    int len;

    if (in->row != ISA_ROW_NONE && (in->err == GT_DE_NONE || in->err == GT_DE_TRAP)) {
        o.row = &isa_table[in->row];
        put_insn(&o);
        if (isa_asm_line(text, &w0, &w1, &len, err, sizeof err) && len == in->len) {
            if (w0 != in->w0 || w1 != in->w1)
                put_text(&o, " ^%x:%x", w0 ^ in->w0, w1 ^ in->w1);
            return snprintf(buf, n, "%s", text);
        }
    }
    if (in->len == 4)
        return snprintf(buf, n, ".word 0x%08x", in->w0);
    return snprintf(buf, n, ".word 0x%08x, 0x%08x", in->w0, in->w1);
}
