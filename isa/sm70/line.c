/* SPDX-License-Identifier: Apache-2.0
 *
 * A line of text to a word.
 */
#include "fields.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parse {
    const char *s;              /* what is left */
    struct sm70_word w;
    uint64_t    pc;
    sm70_label *label;
    void       *ctx;
    const char *expected;       /* of what failed */
    bool        large;          /* a number does not fit its format, which `expected` says: the rest says less */
};

static bool fail(struct parse *p, const char *expected)
{
    if (!p->large)
        p->expected = expected;
    return false;
}

/* Behind a number. */
static bool too_large(struct parse *p, const char *expected)
{
    fail(p, expected);
    p->large = true;
    return false;
}

static void skip_blanks(struct parse *p)
{
    while (*p->s == ' ' || *p->s == '\t')
        p->s++;
}

static bool take_text(struct parse *p, const char *what)
{
    size_t n = strlen(what);

    if (strncmp(p->s, what, n))
        return false;
    p->s += n;
    return true;
}

static bool word_goes_on(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* PREFIX and a number up to max, or PREFIX and `zero`, which is `all`. */
static bool take_numbered(struct parse *p, const char *prefix, const char *zero, uint64_t all, uint64_t max,
                          uint64_t *v)
{
    size_t n = strlen(prefix), z = strlen(zero);
    const char *s = p->s + n;

    if (strncmp(p->s, prefix, n))
        return false;
    if (z && !strncmp(s, zero, z) && !word_goes_on(s[z])) {
        *v = all;
        p->s = s + z;
        return true;
    }
    if (!isdigit((unsigned char)*s))
        return false;
    char *end;
    unsigned long long u = strtoull(s, &end, 10);
    if (u > max || word_goes_on(*end))
        return false;
    *v = u;
    p->s = end;
    return true;
}

static bool take_reg(struct parse *p, uint64_t *v)
{
    return take_numbered(p, "R", "Z", 255, 254, v);
}

static bool take_ureg(struct parse *p, uint64_t *v)
{
    return take_numbered(p, "UR", "Z", 63, 62, v);
}

/* A whole number of `bits`, negative ones in two's complement. */
static bool take_integer(struct parse *p, unsigned bits, bool is_signed, uint64_t *v)
{
    const char *s = p->s;
    bool minus = *s == '-';
    char *end;

    if (minus)
        s++;
    if (!isdigit((unsigned char)*s))
        return false;
    errno = 0;
    *v = strtoull(s, &end, 0);
    if (errno || *end == '.' || word_goes_on(*end))
        return false;
    uint64_t half = 1ull << (bits ? bits - 1 : 0);
    if (minus ? *v > half : bits < 64 && *v >= (is_signed && bits != 32 ? half : (bits ? half << 1 : 1)))
        return false;
    if (minus)
        *v = -*v;
    if (bits < 64)
        *v &= (1ull << bits) - 1;
    p->s = end;
    return true;
}

/* PREFIX and hexadecimal digits, up to max. */
static bool raw_bits(struct parse *p, const char *prefix, uint64_t max, uint64_t *v)
{
    char *end;

    if (!take_text(p, prefix))
        return false;
    *v = strtoull(p->s, &end, 16);
    if (end == p->s || *v > max)
        return false;
    p->s = end;
    return true;
}

/* A decimal number that is none too large, or an infinity; hexadecimal ones are bits, read by raw_bits(). */
static bool take_real(struct parse *p, double *v)
{
    char *end;

    if (take_text(p, "+INF") || take_text(p, "+inf")) {
        *v = INFINITY;
    } else if (take_text(p, "-INF") || take_text(p, "-inf")) {
        *v = -INFINITY;
    } else {
        const char *s = p->s + (*p->s == '-' || *p->s == '+');
        if (!isdigit((unsigned char)*s) || (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')))
            return false;
        *v = strtod(p->s, &end);
        if (word_goes_on(*end))
            return false;
        p->s = end;
        if (isinf(*v))
            return too_large(p, "a number of f64 in front of this, up to 1.7976931348623157e+308");
    }
    return true;
}

/* A number of f32: 0f and its bits, or decimal, rounded to nearest. */
static bool take_f32(struct parse *p, uint64_t *v)
{
    union { uint32_t u; float f; } x;
    const char *s = p->s;
    double d;

    if (!strncmp(p->s, "0f", 2))
        return raw_bits(p, "0f", UINT32_MAX, v);
    if (take_text(p, "+QNAN")) {
        *v = 0x7fc00000;
    } else if (take_text(p, "-QNAN")) {
        *v = 0xffc00000;
    } else {
        if (!take_real(p, &d))
            return false;
        x.f = isinf(d) ? (float)d : strtof(s, NULL);        /* one rounding, not two */
        if (isinf(x.f) && !isinf(d))
            return too_large(p, "a number of f32 in front of this, up to 3.40282347e+38");
        *v = x.u;
    }
    return true;
}

/* The upper word of a number of f64 whose lower one is 0. */
static bool take_f64(struct parse *p, uint64_t *v)
{
    union { uint64_t u; double d; } x;

    if (!strncmp(p->s, "0d", 2))
        return raw_bits(p, "0d", UINT32_MAX, v);
    if (take_text(p, "+QNAN")) {
        *v = 0x7ff80000;
    } else if (take_text(p, "-QNAN")) {
        *v = 0xfff80000;
    } else {
        if (!take_real(p, &x.d) || (uint32_t)x.u)
            return false;
        *v = x.u >> 32;
    }
    return true;
}

/* A number of f16: 0h and its bits, or a decimal that f16 has exactly. */
static bool take_f16(struct parse *p, uint64_t *v)
{
    double d;

    if (!strncmp(p->s, "0h", 2))
        return raw_bits(p, "0h", UINT16_MAX, v);
    if (take_text(p, "+QNAN")) {
        *v = 0x7e00;
        return true;
    }
    if (take_text(p, "-QNAN")) {
        *v = 0xfe00;
        return true;
    }
    if (!take_real(p, &d))
        return false;
    uint64_t sign = signbit(d) ? 0x8000 : 0;
    int e;
    d = fabs(d);
    if (isinf(d)) {
        *v = sign | 0x7c00;
        return true;
    }
    double m = frexp(d, &e);
    int unit = d == 0 || e < -13 ? -24 : e - 11;     /* of the last place */
    double n = ldexp(m, e - unit);
    if (n != floor(n) || unit > 5)      /* a number that f16 has not */
        return false;
    *v = sign | (n >= 1024 ? (uint64_t)(unit + 25) << 10 | ((uint64_t)n & 1023) : (uint64_t)n);
    return true;
}

/* c[BANK][OFFSET], with a register before the offset where the row has one. */
static bool constant_bank(struct parse *p, const struct sm70_field *f)
{
    uint64_t bank, offset = 0, r = 255;

    if (!take_text(p, "c[") || !take_integer(p, 5, false, &bank) || !take_text(p, "]"))
        return fail(p, "c[BANK]");
    skip_blanks(p);
    if (!take_text(p, "["))
        return fail(p, "[OFFSET]");
    if (f->kind == SM70_BANK_R && take_reg(p, &r)) {
        if (take_text(p, "+") && !take_integer(p, 16, false, &offset))
            return fail(p, "an offset");
    } else if (f->kind == SM70_BANK_U && take_ureg(p, &r)) {
        if (take_text(p, "+") && !take_integer(p, 16, false, &offset))
            return fail(p, "an offset");
    } else if (f->kind == SM70_BANK_U || !take_integer(p, 16, false, &offset)) {
        return fail(p, "an offset below 0x10000");
    }
    if (!take_text(p, "]"))
        return fail(p, "]");
    sm70_set(&p->w, f->pos, f->width, offset);
    sm70_set(&p->w, f->pos2, f->width2, bank);
    if (f->kind == SM70_BANK_R)
        sm70_set(&p->w, 24, 8, r);
    if (f->kind == SM70_BANK_U)
        sm70_set(&p->w, 24, 6, r);
    return true;
}

static bool take_suffix(struct parse *p, unsigned list, uint64_t *v);

/* [R+UR+OFFSET], of it what the row has; desc[UR] in front from sm_80 on. */
static bool take_memory(struct parse *p, const struct sm70_field *f)
{
    uint64_t r = 255, u = 63, offset = 0, scale = 0;
    const char *width = f->kind == SM70_MEM_U32 ? ".U32" :
                        f->kind == SM70_MEM_U64 || f->kind == SM70_MEM_DESC ? ".64" : "";
    bool had_r = false, had_u = false;

    if (f->kind == SM70_MEM_DESC) {
        if (!take_text(p, "desc[") || !take_ureg(p, &u) || !take_text(p, "]"))
            return fail(p, "desc[UR]");
        had_u = true;
    }
    if (!take_text(p, "["))
        return fail(p, "[ADDRESS]");
    for (bool first = true;; first = false) {
        if (first && take_reg(p, &r)) {
            had_r = true;
            if (*width && !take_text(p, width))
                return fail(p, width);
            if (f->scale != SM70_NONE && !take_suffix(p, f->scale, &scale))
                return fail(p, "a factor");
        } else if (!had_u && f->ur != SM70_NONE && take_ureg(p, &u)) {
            had_u = true;
        } else if (take_integer(p, f->width, true, &offset)) {
            break;
        } else {
            return fail(p, "a register or offset that the address can have");
        }
        if (!take_text(p, "+"))
            break;
    }
    if (!take_text(p, "]"))
        return fail(p, "]");
    if ((f->ur != SM70_NONE && !had_u) || (f->kind == SM70_MEM_DESC && !had_r))
        return fail(p, "a uniform register in the address");
    sm70_set(&p->w, 24, 8, r);
    if (f->ur != SM70_NONE)
        sm70_set(&p->w, f->ur, 6, u);
    if (f->scale != SM70_NONE)
        sm70_set(&p->w, 78, 2, scale);
    sm70_field_put(f, &p->w, offset);
    return true;
}

/* The longest string of the list that stands here and ends a word; the empty one, if nothing else does. */
static bool take_suffix(struct parse *p, unsigned list, uint64_t *v)
{
    size_t best = 0;
    bool found = false;

    for (unsigned i = 0; i < sm70_list_lengths[list]; i++) {
        const char *s = sm70_lists[list][i];
        size_t n = s ? strlen(s) : 0;
        if (!s || strncmp(p->s, s, n) || (n && word_goes_on(p->s[n])) || (found && n <= best))
            continue;
        found = true;
        best = n;
        *v = i;
    }
    p->s += best;
    return found;
}

/* A branch target, as a label or an address; the word holds its distance in units of 4 bytes. */
static bool take_relative(struct parse *p, const struct sm70_field *f)
{
    uint64_t at;
    bool tick = take_text(p, "`(");

    if (!tick && take_integer(p, 64, false, &at)) {
        ;
    } else {
        size_t n = strcspn(p->s, tick ? ")" : " \t;,)");
        if (!n || !p->label || !p->label(p->ctx, p->s, n, &at))
            return fail(p, "a label of this kernel, or an address");
        p->s += n + tick;
    }
    int64_t d = (int64_t)(at - p->pc - 16);
    unsigned bits = f->width + f->width2;
    if (d & 3)
        return fail(p, "an address that is a multiple of 4");
    if (d / 4 < -(int64_t)(1ull << (bits - 1)) || d / 4 >= (int64_t)(1ull << (bits - 1)))
        return fail(p, "an address within reach");
    sm70_field_put(f, &p->w, (uint64_t)(d / 4));
    return true;
}

/* The value of a field that is no address. */
static bool take_value(struct parse *p, const struct sm70_field *f, uint64_t *v)
{
    uint64_t low;

    switch (f->kind) {
    case SM70_WORD: case SM70_SUFFIX:
        return take_suffix(p, f->list, v) ||
               fail(p, f->kind == SM70_WORD ? "one of the words of this operand" : "a suffix");
    case SM70_R:
        return take_reg(p, v) || fail(p, "a register");
    case SM70_U:
        return take_ureg(p, v) || fail(p, "a uniform register");
    case SM70_P:
        return take_numbered(p, "P", "T", 7, 6, v) || fail(p, "a predicate");
    case SM70_UP:
        return take_numbered(p, "UP", "T", 7, 6, v) || fail(p, "a uniform predicate");
    case SM70_B:
        return take_numbered(p, "B", "", 0, 15, v) || fail(p, "a barrier B0 to B15");
    case SM70_SB:
        return take_numbered(p, "SB", "", 0, 5, v) || fail(p, "a counter SB0 to SB5");
    case SM70_F32:
        return take_f32(p, v) || fail(p, "a number");
    case SM70_F64:
        return take_f64(p, v) || fail(p, "a number whose low 32 bits are 0");
    case SM70_HALVES:
        if (!take_f16(p, v) || !take_text(p, ","))
            return fail(p, "two numbers of f16");
        skip_blanks(p);
        if (!take_f16(p, &low))
            return fail(p, "a number of f16");
        *v = *v << 16 | low;
        return true;
    default:
        return take_integer(p, f->width + f->width2, f->kind == SM70_SIGNED, v) ||
               fail(p, "a number that the field holds");
    }
}

/* An operand with its modifiers; it is put into the word. */
static bool take_operand(struct parse *p, const struct sm70_field *f)
{
    uint64_t v;

    if (f->neg != SM70_NONE && (*p->s == '-' || *p->s == '!')) {
        if ((*p->s == '!') != (f->kind == SM70_P || f->kind == SM70_UP))
            return fail(p, "an operand");
        sm70_set(&p->w, f->neg, 1, 1);
        p->s++;
    }
    if (f->inv != SM70_NONE && take_text(p, "~"))
        sm70_set(&p->w, f->inv, 1, 1);
    bool abs = f->abs != SM70_NONE && take_text(p, "|");
    if (abs)
        sm70_set(&p->w, f->abs, 1, 1);
    if (f->kind >= SM70_BANK && f->kind <= SM70_BANK_U) {
        if (!constant_bank(p, f))
            return false;
    } else if (f->kind >= SM70_MEM && f->kind <= SM70_MEM_DESC) {
        if (!take_memory(p, f))
            return false;
    } else if (f->kind == SM70_REL) {
        if (!take_relative(p, f))
            return false;
    } else if (f->kind == SM70_OFFSET) {
        if (!take_integer(p, 2 + f->width + f->width2, true, &v) || v & 3)
            return fail(p, "an offset that is a multiple of 4");
        sm70_field_put(f, &p->w, v >> 2);
    } else if (f->kind == SM70_PR) {
        const char *all = f->zero ? "UPR" : "PR";
        if (!take_text(p, all))
            return fail(p, all);
    } else {
        if (!take_value(p, f, &v))
            return false;
        sm70_field_put(f, &p->w, v);
    }
    if (abs && !take_text(p, "|"))
        return fail(p, "|");
    if (f->reuse != SM70_NONE && take_text(p, ".reuse"))
        sm70_set(&p->w, f->reuse, 1, 1);
    return true;
}

/* All ones or nothing, whichever it is that is not written. */
static void leave_out(struct parse *p, const struct sm70_field *f)
{
    sm70_field_put(f, &p->w, f->zero ? 0 : ~0ull);
}

/* Has the operand written another register over one in front of it, which is the same bits? */
static bool writes_over(const struct sm70_row *row, unsigned i, struct sm70_word before, struct sm70_word w)
{
    const struct sm70_field *f = &row->fields[i];

    for (unsigned j = 0; j < i; j++)
        if (f->kind == SM70_R && row->fields[j].kind == SM70_R && row->fields[j].pos == f->pos &&
            sm70_bits(before, f->pos, f->width) != sm70_bits(w, f->pos, f->width))
            return true;
    return false;
}

/* The whole instruction by this row; false: it does not fit. */
static bool try_row(struct parse *p, const struct sm70_row *row)
{
    size_t n = strlen(row->name);
    bool any = false;

    if (strncmp(p->s, row->name, n) || word_goes_on(p->s[n]))
        return fail(p, NULL);
    p->s += n;
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        uint64_t v;
        if (f->kind != SM70_MOD)
            continue;
        if (!take_suffix(p, f->list, &v))
            return fail(p, "a modifier that the instruction needs");
        sm70_field_put(f, &p->w, v);
    }
    if (*p->s == '.' || word_goes_on(*p->s))
        return fail(p, "a modifier that the instruction has");
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        struct parse before = *p;
        if (f->kind == SM70_MOD)
            continue;
        skip_blanks(p);
        if (f->kind != SM70_SUFFIX && any && !(f->kind == SM70_REL && f->zero) && f->kind != SM70_OFFSET &&
            !take_text(p, ",")) {
            if (!f->optional)
                return fail(p, "','");
            leave_out(p, f);
            continue;
        }
        skip_blanks(p);
        if (!take_operand(p, f)) {
            if (!f->optional)
                return false;
            *p = before;
            leave_out(p, f);
            continue;
        }
        if (writes_over(row, i, before.w, p->w)) {
            p->s = before.s;
            return fail(p, "the register in front of it");
        }
        any = true;
    }
    skip_blanks(p);
    take_text(p, ";");
    skip_blanks(p);
    if (*p->s)
        return fail(p, "the end of the line");
    p->w.lo |= row->match[0];
    p->w.hi |= row->match[1];
    struct sm70_word extra;
    if (!sm70_row_fits(row, p->w, &extra) || extra.lo || extra.hi)
        return fail(p, "operands that this form takes");
    return true;
}

/* [B------:R-:W-:-:S01], perhaps :rN before the bracket. */
static bool take_control(struct parse *p, struct sm70_control *c)
{
    *c = (struct sm70_control){ .wbar = 7, .rbar = 7 };
    if (!take_text(p, "[B"))
        return fail(p, "a control code [B------:R-:W-:-:S01]");
    for (unsigned b = 0; b < 6; b++, p->s++) {
        if (*p->s == '0' + (int)b)
            c->wait |= 1u << b;
        else if (*p->s != '-')
            return fail(p, "'-' or the counter's own number");
    }
    for (unsigned which = 0; which < 2; which++) {
        if (!take_text(p, which ? ":W" : ":R"))
            return fail(p, which ? ":W" : ":R");
        if (*p->s != '-' && (*p->s < '0' || *p->s > '6'))
            return fail(p, "a counter 0 to 5, or -");
        *(which ? &c->wbar : &c->rbar) = *p->s == '-' ? 7 : (unsigned)(*p->s - '0');
        p->s++;
    }
    if (*p->s != ':' || (p->s[1] != 'Y' && p->s[1] != '-'))
        return fail(p, ":Y or :-");
    c->yield = p->s[1] == 'Y';
    p->s += 2;
    uint64_t stall;
    if (!take_text(p, ":S") || !isdigit((unsigned char)p->s[0]) || !isdigit((unsigned char)p->s[1]))
        return fail(p, ":S and two digits");
    stall = (uint64_t)(p->s[0] - '0') * 10 + (uint64_t)(p->s[1] - '0');
    if (stall > 15)
        return fail(p, "a stall count up to 15");
    c->stall = (unsigned)stall;
    p->s += 2;
    if (take_text(p, ":r")) {
        char d[2] = { *p->s, 0 }, *end;
        c->reuse = (unsigned)strtoul(d, &end, 16);
        if (end == d)
            return fail(p, "a hexadecimal digit");
        p->s++;
    }
    if (!take_text(p, "]"))
        return fail(p, "]");
    return true;
}

static bool report_error(const struct parse *p, char *err)
{
    snprintf(err, SM70_TEXT_MAX, "expected %s, found '%.80s'", p->expected ? p->expected : "an instruction", p->s);
    return false;
}

bool sm70_as(enum sm70_chip chip, const char *line, uint64_t pc, sm70_label *label, void *ctx, struct sm70_word *w,
             char *err)
{
    struct parse p = { .s = line, .pc = pc, .label = label, .ctx = ctx }, best;
    struct sm70_control c;
    uint64_t guard = 7;
    bool uniform = false, negated = false;
    size_t length;

    skip_blanks(&p);
    if (!take_control(&p, &c))
        return report_error(&p, err);
    skip_blanks(&p);
    if (take_text(&p, "@")) {
        negated = take_text(&p, "!");
        uniform = *p.s == 'U';
        if (!take_numbered(&p, uniform ? "UP" : "P", "T", 7, 6, &guard)) {
            fail(&p, "a predicate");
            return report_error(&p, err);
        }
        skip_blanks(&p);
    }
    best = p;
    best.expected = NULL;
    length = strcspn(p.s, " \t.;");
    for (size_t r = 0; r < sm70_table_rows; r++) {
        const struct sm70_row *row = &sm70_table[r];
        struct parse q = p;
        if (!(row->chips >> chip & 1) || strncmp(row->name, p.s, length) ||
            (row->name[length] && row->name[length] != '.'))
            continue;
        if (!try_row(&q, row)) {
            if (q.expected && (!best.expected || q.s > best.s))
                best = q;
            continue;
        }
        if (guard != 7 && uniform != sm70_uniform(row)) {
            fail(&p, uniform ? "a predicate P" : "a predicate UP");
            return report_error(&p, err);
        }
        sm70_set(&q.w, 12, 4, guard | (negated ? 8 : 0));
        c.reuse |= (unsigned)sm70_bits(q.w, 122, 4);
        sm70_control_set(&q.w, c);
        *w = q.w;
        return true;
    }
    if (!best.expected) {
        snprintf(err, SM70_TEXT_MAX, "sm_%u has no instruction '%.*s'", sm70_chip_name(chip), (int)strcspn(p.s, " \t;"),
                 p.s);
        return false;
    }
    return report_error(&best, err);
}
