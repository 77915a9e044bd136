/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: reads gt200.isa. Every name is looked up and every row is resolved into slots here, so that
 * the writers of C and Verilog only copy.
 *
 * Operand classes that need no word of explanation in the table: cdst, creg, adst, asrc and sreg are a
 * $c destination, a $c source, an $a destination, an $a source and a special register; carry is the
 * $c of addc (without a field it is $c0); num is a plain number in a slot; texd, texn, texc and texo are
 * result list, texture or sampler number, coordinate list and texel offset.
 */
#include "isagen.h"

#include <stdlib.h>
#include <string.h>

static const char *const form_names[] = { "short", "sctl", "long", "imm", "ctl" };

static int need_slot(const struct gen_line *l, const char *name)
{
    int s = gen_slot(name);

    if (s < 0)
        gen_fail(l->file, l->num, "expected a field of the decoded instruction, found '%s'", name);
    return s;
}

int gen_field_width(const struct gen_field *f)
{
    int w = f->shift;

    for (int i = 0; i < f->parts; i++)
        w += f->part[i].width;
    return w;
}

/* w0[8:2], w1[6], w1[19:14]:w0[26:11]<<2; equal fields share an index */
static int parse_field(struct gen_table *t, const struct gen_line *l, const char *text)
{
    struct gen_field f = { .parts = 0, .shift = 0 };
    const char *p = text;

    while (*p && !(*p == '<' && p[1] == '<')) {
        unsigned word, hi, lo;
        int n = 0;

        if (sscanf(p, "w%u[%u:%u]%n", &word, &hi, &lo, &n) < 3 || !n) {
            n = 0;
            if (sscanf(p, "w%u[%u]%n", &word, &hi, &n) < 2 || !n)
                gen_fail(l->file, l->num, "expected a field like w0[8:2], found '%s'", text);
            lo = hi;
        }
        if (word > 1 || hi > 31 || lo > hi || f.parts == 5)
            gen_fail(l->file, l->num, "no such bits: '%s'", text);
        f.part[f.parts++] = (struct gen_part){ (uint8_t)word, (uint8_t)lo, (uint8_t)(hi - lo + 1) };
        p += n;
        if (*p == ':')
            p++;
    }
    if (*p)
        f.shift = atoi(p + 2);
    for (int i = 0; i < t->fields; i++)
        if (t->field[i].parts == f.parts && t->field[i].shift == f.shift
            && memcmp(t->field[i].part, f.part, sizeof f.part[0] * (size_t)f.parts) == 0)
            return i;
    if (t->fields == 192)
        gen_fail(l->file, l->num, "too many fields");
    t->field[t->fields] = f;
    return t->fields++;
}

static void copy_name(const struct gen_line *l, char *to, size_t n, const char *from)
{
    if (strlen(from) >= n)
        gen_fail(l->file, l->num, "name '%s' is longer than %zu characters", from, n - 1);
    strcpy(to, from);
}

static void want_that(const struct gen_line *l, bool ok, const char *what)
{
    if (!ok)
        gen_fail(l->file, l->num, "expected: %s", what);
}

/* mod NAME SLOT FIELD STRING...: a string for each value of the field. */
static void parse_mod(struct gen_table *t, const struct gen_line *l)
{
    struct gen_mod *m = &t->mod[t->mods];

    want_that(l, l->words >= 5 && l->words <= 20 && t->mods < 64, "mod NAME SLOT FIELD STRING...");
    copy_name(l, m->name, sizeof m->name, l->word[1]);
    m->slot = strcmp(l->word[2], ".") == 0 ? -1 : need_slot(l, l->word[2]);
    m->field = parse_field(t, l, l->word[3]);
    m->names = l->words - 4;
    for (int i = 0; i < m->names; i++)
        copy_name(l, m->str[i], sizeof m->str[i], strcmp(l->word[4 + i], "-") ? l->word[4 + i] : "");
    if (m->names != 1 << gen_field_width(&t->field[m->field]))
        gen_fail(l->file, l->num, "%d strings for a field of %d bits", m->names,
                 gen_field_width(&t->field[m->field]));
    t->mods++;
}

/* set NAME SLOT=FIELD...: slots that a row takes together. */
static void parse_set(struct gen_table *t, const struct gen_line *l)
{
    struct gen_set *s = &t->set[t->sets++];

    want_that(l, l->words >= 3 && l->words <= 10 && t->sets <= 12, "set NAME SLOT=FIELD...");
    copy_name(l, s->name, sizeof s->name, l->word[1]);
    for (int i = 2; i < l->words; i++) {
        char *eq = strchr(l->word[i], '=');

        want_that(l, eq != NULL, "SLOT=FIELD");
        *eq = '\0';
        s->slot[s->n] = need_slot(l, l->word[i]);
        s->field[s->n++] = parse_field(t, l, eq + 1);
    }
}

/* smod NAME neg|abs|inv FIELD: a bit that modifies a source. */
static void parse_smod(struct gen_table *t, const struct gen_line *l)
{
    static const char *const what[] = { "neg", "abs", "inv" };
    struct gen_smod *s = &t->smod[t->smods++];

    want_that(l, l->words == 4 && t->smods <= 24, "smod NAME neg|abs|inv FIELD");
    copy_name(l, s->name, sizeof s->name, l->word[1]);
    for (s->what = 0; s->what < 3 && strcmp(what[s->what], l->word[2]) != 0; s->what++)
        ;
    want_that(l, s->what < 3, "neg, abs or inv");
    s->field = parse_field(t, l, l->word[3]);
}

/* "key=FIELD" and flags behind an operand declaration */
static void parse_base_attr(struct gen_table *t, const struct gen_line *l, struct gen_base *b, char *word)
{
    struct { const char *name; int *field; } keys[] = {
        { "s", &b->s }, { "soff", &b->soff }, { "smode", &b->smode }, { "coff", &b->coff },
        { "cseg", &b->cseg }, { "k", &b->k }, { "w", &b->w }, { "seg", &b->seg }, { "mask", &b->aux },
        { "count", &b->aux },
    };
    struct { const char *name; bool *flag; } flags[] = {
        { "o", &b->o }, { "c", &b->c }, { "ck", &b->ck }, { "x", &b->x }, { "dup", &b->dup },
        { "text", &b->text },
    };
    char *eq = strchr(word, '=');

    for (size_t i = 0; !eq && i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(word, flags[i].name) == 0) {
            *flags[i].flag = true;
            return;
        }
    want_that(l, eq != NULL, "a flag or KEY=FIELD");
    *eq = '\0';
    if (strcmp(word, "c") == 0) {
        b->cval = atoi(eq + 1);
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(word, keys[i].name) == 0) {
            *keys[i].field = parse_field(t, l, eq + 1);
            return;
        }
    gen_fail(l->file, l->num, "unknown key '%s'", word);
}

/* An operand class; false: the line is none. */
static bool parse_base(struct gen_table *t, const struct gen_line *l)
{
    static const char *const names[] = { "dst", "src", "imm", "mem", "cdst", "creg", "carry", "adst",
        "asrc", "sreg", "enum", "target", "num", "texd", "texn", "texc", "texo" };
    struct gen_base *b = &t->base[t->bases];
    int c, w = 2;

    for (c = 0; c < 17 && strcmp(names[c], l->word[0]) != 0; c++)
        ;
    if (c == 17)
        return false;
    want_that(l, l->words >= 2 && t->bases < 64, "NAME FIELD ...");
    memset(b, 0, sizeof *b);
    b->cls = (enum gen_class)c;
    b->field = b->s = b->soff = b->smode = b->coff = b->cseg = b->k = b->w = b->seg = b->aux = NO_FIELD;
    copy_name(l, b->name, sizeof b->name, l->word[1]);
    if (b->cls == CLS_MEM || b->cls == CLS_NUM || b->cls == CLS_ENUM) {
        want_that(l, l->words > w, "a space, slot or modifier name");
        if (b->cls == CLS_NUM)
            b->aux = need_slot(l, l->word[w]);
        else if (b->cls == CLS_ENUM)
            b->aux = gen_mod(t, l->word[w], strlen(l->word[w]));
        else
            copy_name(l, b->tag, sizeof b->tag, l->word[w]);
        w++;
    }
    if (w < l->words)
        b->field = parse_field(t, l, l->word[w++]);
    if (b->cls == CLS_TEXN && w < l->words)
        copy_name(l, b->tag, sizeof b->tag, l->word[w++]);
    while (w < l->words)
        parse_base_attr(t, l, b, l->word[w++]);
    t->bases++;
    return true;
}

int gen_mod(const struct gen_table *t, const char *name, size_t len)
{
    for (int i = 0; i < t->mods; i++)
        if (strlen(t->mod[i].name) == len && memcmp(t->mod[i].name, name, len) == 0)
            return i;
    return -1;
}

/* --- rows ------------------------------------------------------------------------------------- */

static void put_const(struct gen_row *r, const char *slot, int value)
{
    r->slot[gen_slot(slot)] = (struct gen_src){ false, value };
}

static void put_field(struct gen_row *r, const char *slot, int field)
{
    if (field != NO_FIELD)
        r->slot[gen_slot(slot)] = (struct gen_src){ true, field };
}

/* slot name with the number of the source behind it */
static void put_src(struct gen_row *r, const char *slot, int src, bool is_field, int value)
{
    char name[16];
    int s;

    if (is_field && value == NO_FIELD)
        return;
    snprintf(name, sizeof name, "%s%d", slot, src);
    s = gen_slot(name);
    if (s < 0)
        gen_fail("gt200.isa", r->line, "source %d cannot have '%s'", src, slot);
    r->slot[s] = (struct gen_src){ is_field, value };
}

static int reg_kind(const struct gen_enums *e, const char *kind)
{
    if (strcmp(kind, "64") == 0)
        return gen_enum_value(e, "GT_K_R64");
    if (strcmp(kind, "128") == 0)
        return gen_enum_value(e, "GT_K_R128");
    if (kind[0] == '1' || kind[0] == '8')
        return gen_enum_value(e, "GT_K_R16");
    return gen_enum_value(e, "GT_K_R32");
}

/* The slots of a destination. */
static void row_dst(struct gen_table *t, struct gen_row *r, const struct gen_base *b, int kind)
{
    put_field(r, "dreg", b->field);
    put_const(r, "dkind", kind);
    put_const(r, "dodst", b->o);
    put_const(r, "dvar", b->w != NO_FIELD);
    put_field(r, "dw", b->w);
    if (!b->c && !b->ck)
        return;
    for (int i = 0; i < t->poss; i++) {
        if (strcmp(t->pos[i].name, "cdst") == 0)
            put_field(r, "cdst", t->pos[i].field);
        if (strcmp(t->pos[i].name, "cdst_en") == 0 && b->c)
            put_field(r, "cden", t->pos[i].field);
    }
    if (b->ck)
        put_const(r, "cden", 1);
}

/* The slots of a source. */
static void row_src(const struct gen_enums *e, struct gen_row *r, const struct gen_base *b,
                    struct gen_opnd *o)
{
    bool k16 = o->kind[0] == '8' || (o->kind[0] == '1' && o->kind[1] == '6');

    put_src(r, "reg", o->src, true, b->field);
    put_src(r, "kind", o->src, false, reg_kind(e, o->kind));
    if (b->s != NO_FIELD) {
        put_field(r, "ssel", b->s);
        put_field(r, "soff", b->soff);
        put_field(r, "smode", b->smode);
        put_const(r, "schk", o->kind[0] == '8' ? 3 : !k16 ? 0 : o->kind[2] == 't' ? 2 : 1);
    }
    if (b->cval) {
        put_src(r, "c", o->src, false, b->cval);
        put_field(r, o->src == 2 ? "c2off" : "coff", b->coff);
        put_field(r, "cseg", b->cseg);
        put_const(r, o->src == 2 ? "c2unit2" : "cunit2", k16);
    }
    if (b->k != NO_FIELD) {
        put_src(r, "k", o->src, true, b->k);
        put_field(r, "imm", b->field);
    }
    if (b->w != NO_FIELD) {
        put_src(r, "var", o->src, false, 1);
        put_src(r, "w", o->src, true, b->w);
    }
    if (b->x)
        put_const(r, "x11", 1);
}

/* The slots of an address. */
static void row_mem(const struct gen_enums *e, struct gen_row *r, const struct gen_base *b, int areg)
{
    put_field(r, b->tag[0] == 'g' ? "gseg" : "cseg", b->seg);
    if (b->tag[0] == 'g') {
        put_field(r, "reg0", b->field);
        put_const(r, "kind0", gen_enum_value(e, "GT_K_R32"));
        return;
    }
    put_const(r, "msp", b->tag[0] == 's' ? 1 : b->tag[0] == 'l' ? 2 : 3);
    put_field(r, "maddr", b->field);
    put_field(r, "asel", areg);
}

/* Slots that follow from one operand. next_src counts the sources given without @n. */
static void row_operand(struct gen_table *t, const struct gen_enums *e, struct gen_row *r,
                        struct gen_opnd *o, int *next_src, const int areg[2])
{
    const struct gen_base *b = &t->base[o->base];
    bool is_src = (b->cls == CLS_SRC && !b->text) || b->cls == CLS_IMM || b->cls == CLS_CREG
                  || b->cls == CLS_ASRC || b->cls == CLS_SREG;
    bool is_long = r->form == FORM_LONG;

    if (is_src && o->src < 0)
        o->src = (*next_src)++;
    if (is_src) {
        put_src(r, "neg", o->src, true, o->neg);
        put_src(r, "abs", o->src, true, o->abs);
        put_src(r, "inv", o->src, true, o->inv);
    }
    switch (b->cls) {
    case CLS_DST:
        row_dst(t, r, b, reg_kind(e, o->kind));
        break;
    case CLS_SRC:
        if (!b->text)
            row_src(e, r, b, o);
        if (b->s != NO_FIELD || b->cval)
            put_field(r, "asel", areg[is_long]);
        break;
    case CLS_IMM:
        put_src(r, "kind", o->src, false, gen_enum_value(e, "GT_K_IMM"));
        put_field(r, "imm", b->field);
        break;
    case CLS_MEM:
        row_mem(e, r, b, areg[1]);
        break;
    case CLS_CDST:
        put_const(r, "cden", 1);
        put_field(r, "cdst", b->field);
        break;
    case CLS_CARRY:
        put_const(r, "uses_carry", 1);
        break;
    case CLS_ADST:
        put_field(r, "dreg", b->field);
        put_const(r, "dkind", gen_enum_value(e, "GT_K_AREG"));
        break;
    case CLS_CREG: case CLS_ASRC: case CLS_SREG:
        put_src(r, "reg", o->src, true, b->field);
        put_src(r, "kind", o->src, false,
                gen_enum_value(e, b->cls == CLS_CREG ? "GT_K_CREG" : b->cls == CLS_ASRC ? "GT_K_AREG"
                                                                                        : "GT_K_SREG"));
        if (b->cls == CLS_ASRC)
            put_field(r, "asel", b->field);
        break;
    case CLS_TARGET:
        put_field(r, "target", b->field);
        break;
    case CLS_NUM:
        put_field(r, gen_slots[b->aux].name, b->field);
        break;
    default:
        break;                      /* texture operands and enumerations exist in the text only */
    }
}

/* NAME[.KIND][+SMOD]...[@SOURCE] */
static void parse_operand(struct gen_table *t, const struct gen_line *l, char *text, struct gen_opnd *o)
{
    char *at = strchr(text, '@');
    char *save = NULL, *mods, *dot;

    *o = (struct gen_opnd){ .src = -1, .neg = NO_FIELD, .abs = NO_FIELD, .inv = NO_FIELD };
    if (at) {
        *at = '\0';
        o->src = atoi(at + 1);
    }
    mods = strchr(text, '+');
    if (mods)
        *mods++ = '\0';
    dot = strchr(text, '.');
    if (dot) {
        *dot = '\0';
        copy_name(l, o->kind, sizeof o->kind, dot + 1);
    }
    for (o->base = 0; o->base < t->bases && strcmp(t->base[o->base].name, text) != 0; o->base++)
        ;
    if (o->base == t->bases)
        gen_fail(l->file, l->num, "unknown operand '%s'", text);
    for (char *m = mods ? strtok_r(mods, "+", &save) : NULL; m; m = strtok_r(NULL, "+", &save)) {
        int i;

        for (i = 0; i < t->smods && strcmp(t->smod[i].name, m) != 0; i++)
            ;
        if (i == t->smods)
            gen_fail(l->file, l->num, "unknown source modifier '%s'", m);
        *(t->smod[i].what == 0 ? &o->neg : t->smod[i].what == 1 ? &o->abs : &o->inv) = t->smod[i].field;
    }
}

/* {NAME} in the text: the modifier's field goes to its slot */
static void row_text(struct gen_table *t, const struct gen_line *l, struct gen_row *r)
{
    for (const char *p = strchr(r->text, '{'); p; p = strchr(p + 1, '{')) {
        const char *end = strchr(p, '}');
        int m = end ? gen_mod(t, p + 1, (size_t)(end - p - 1)) : -1;

        if (m < 0)
            gen_fail(l->file, l->num, "unknown modifier in '%s'", r->text);
        if (t->mod[m].slot >= 0)
            r->slot[t->mod[m].slot] = (struct gen_src){ true, t->mod[m].field };
    }
}

/* SET, SLOT or SLOT=VALUE (number, or the end of an enum constant) */
static void row_attr(struct gen_table *t, const struct gen_enums *e, const struct gen_line *l,
                     struct gen_row *r, char *word)
{
    static const char *const prefix[] = { "GT_DE_", "GT_MT_", "GT_SM_" };
    static const char *const prefix_slot[] = { "err", "mtype", "smode" };
    char *eq = strchr(word, '=');
    int slot, value = 1;

    for (int i = 0; i < t->sets; i++)
        if (strcmp(t->set[i].name, word) == 0) {
            for (int j = 0; j < t->set[i].n; j++)
                r->slot[t->set[i].slot[j]] = (struct gen_src){ true, t->set[i].field[j] };
            return;
        }
    if (eq)
        *eq = '\0';
    slot = need_slot(l, word);
    if (eq) {
        char name[64];

        value = -1;
        for (int i = 0; i < 3; i++)
            if (strcmp(word, prefix_slot[i]) == 0) {
                snprintf(name, sizeof name, "%s%s", prefix[i], eq + 1);
                value = gen_enum_value(e, name);
            }
        if (value < 0)
            value = (int)gen_number(l, eq + 1);
    }
    r->slot[slot] = (struct gen_src){ false, value };
}

/* Value of PREFIX NAME in insn.h's enums. */
static int need_enum(const struct gen_enums *e, const struct gen_line *l, const char *prefix,
                     const char *name)
{
    char full[64];
    int v;

    snprintf(full, sizeof full, "%s%s", prefix, name);
    v = gen_enum_value(e, full);
    if (v < 0)
        gen_fail(l->file, l->num, "insn.h has no %s", full);
    return v;
}

/* op ...: a row, with everything resolved into slots. */
static void parse_row(struct gen_table *t, const struct gen_enums *e, const struct gen_line *l,
                      const int areg[2])
{
    struct gen_row *r = &t->row[t->rows++];
    char *save = NULL;
    int next_src = 0;

    want_that(l, l->words >= 11 && t->rows <= 512,
              "op NAME FORM w0-mask w0-match w1-mask w1-match UNIT OPERATION TEXT OPERANDS ...");
    memset(r, 0, sizeof *r);
    r->line = l->num;
    copy_name(l, r->name, sizeof r->name, l->word[1]);
    for (r->form = 0; r->form < 5 && strcmp(form_names[r->form], l->word[2]) != 0; r->form++)
        ;
    want_that(l, r->form < 5, "form short, sctl, long, imm or ctl");
    r->m0 = (uint32_t)strtoul(l->word[3], NULL, 16);
    r->k0 = (uint32_t)strtoul(l->word[4], NULL, 16);
    r->m1 = (uint32_t)strtoul(l->word[5], NULL, 16);
    r->k1 = (uint32_t)strtoul(l->word[6], NULL, 16);
    if ((r->k0 & ~r->m0) || (r->k1 & ~r->m1))
        gen_fail(l->file, l->num, "match bits outside the mask");
    put_const(r, "unit", need_enum(e, l, "GT_UNIT_", l->word[7]));
    put_const(r, "op", need_enum(e, l, "GT_OP_", l->word[8]));
    put_const(r, "pred", r->form == FORM_LONG);
    put_const(r, "mark", r->form == FORM_LONG);
    put_const(r, "long", r->form == FORM_LONG);
    copy_name(l, r->text, sizeof r->text, l->word[9]);
    row_text(t, l, r);
    for (char *w = strcmp(l->word[10], "-") ? strtok_r(l->word[10], ",", &save) : NULL; w;
         w = strtok_r(NULL, ",", &save)) {
        want_that(l, r->opnds < 8, "at most 8 operands");
        parse_operand(t, l, w, &r->opnd[r->opnds]);
        if (t->base[r->opnd[r->opnds].base].cls == CLS_MEM)
            next_src = 1;
        row_operand(t, e, r, &r->opnd[r->opnds++], &next_src, areg);
    }
    for (int i = 11; i < l->words; i++)
        row_attr(t, e, l, r, l->word[i]);
    if (r->slot[gen_slot("w16")].value && r->form == FORM_IMM)
        put_const(r, "imm16", 1);
    /* A row that only names an error decodes to nothing else. */
    if (r->slot[gen_slot("err")].value && r->slot[gen_slot("op")].value == 0) {
        struct gen_src err = r->slot[gen_slot("err")];

        memset(r->slot, 0, sizeof r->slot);
        r->slot[gen_slot("err")] = err;
    }
}

void gen_read_table(const char *path, const struct gen_enums *e, struct gen_table *t)
{
    FILE *f = gen_open_in(path);
    struct gen_line l = { .file = path };
    int areg[2];

    memset(t, 0, sizeof *t);
    t->path = path;
    areg[0] = parse_field(t, &l, "w0[27:26]");
    areg[1] = parse_field(t, &l, "w1[2]:w0[27:26]");
    while (gen_next_line(f, &l)) {
        const char *kw = l.word[0];

        if (strcmp(kw, "pos") == 0) {
            want_that(&l, l.words == 3 && t->poss < 16, "pos NAME FIELD");
            copy_name(&l, t->pos[t->poss].name, sizeof t->pos[0].name, l.word[1]);
            t->pos[t->poss++].field = parse_field(t, &l, l.word[2]);
        } else if (strcmp(kw, "mod") == 0) {
            parse_mod(t, &l);
        } else if (strcmp(kw, "set") == 0) {
            parse_set(t, &l);
        } else if (strcmp(kw, "smod") == 0) {
            parse_smod(t, &l);
        } else if (strcmp(kw, "op") == 0) {
            parse_row(t, e, &l, areg);
        } else if (!parse_base(t, &l)) {
            gen_fail(path, l.num, "unknown line '%s'", kw);
        }
    }
    fclose(f);
}

bool gen_row_has_key(const struct gen_row *r, int key)
{
    int cls = key >> 7, op = key >> 3 & 15, sub = key & 7;

    if (cls != r->form || (r->k0 >> 28) != ((uint32_t)op & r->m0 >> 28))
        return false;
    return r->form == FORM_LONG ? (r->k1 >> 29) == ((uint32_t)sub & r->m1 >> 29) : sub == 0;
}
