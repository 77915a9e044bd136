/* SPDX-License-Identifier: Apache-2.0
 *
 * Words to text.
 */
#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"

static const unsigned names[SM70_CHIPS] = { 70, 75, 80, 86, 89, 90 };

enum sm70_chip sm70_chip_of(unsigned sm)
{
    for (unsigned c = 0; c < SM70_CHIPS; c++)
        if (names[c] == sm)
            return (enum sm70_chip)c;
    return SM70_CHIPS;
}

unsigned sm70_chip_name(enum sm70_chip chip)
{
    return names[chip];
}

uint64_t sm70_bits(struct sm70_word w, unsigned pos, unsigned width)
{
    uint64_t v = pos >= 64 ? w.hi >> (pos - 64) : w.lo >> pos;

    if (pos < 64 && pos + width > 64)
        v |= w.hi << (64 - pos);
    return width == 64 ? v : v & ((1ull << width) - 1);
}

static uint64_t low_ones(unsigned width)
{
    return width >= 64 ? ~0ull : (1ull << width) - 1;
}

void sm70_set(struct sm70_word *w, unsigned pos, unsigned width, uint64_t v)
{
    v &= low_ones(width);
    if (pos >= 64) {
        w->hi = (w->hi & ~(low_ones(width) << (pos - 64))) | v << (pos - 64);
        return;
    }
    w->lo = (w->lo & ~(low_ones(width) << pos)) | v << pos;
    if (pos + width > 64)
        w->hi = (w->hi & ~low_ones(pos + width - 64)) | v >> (64 - pos);
}

struct sm70_control sm70_control_of(struct sm70_word w)
{
    return (struct sm70_control){
        .stall = (unsigned)sm70_bits(w, 105, 4), .yield = !sm70_bits(w, 109, 1), .wbar = (unsigned)sm70_bits(w, 110, 3),
        .rbar = (unsigned)sm70_bits(w, 113, 3), .wait = (unsigned)sm70_bits(w, 116, 6),
        .reuse = (unsigned)sm70_bits(w, 122, 4),
    };
}

void sm70_control_set(struct sm70_word *w, struct sm70_control c)
{
    sm70_set(w, 105, 4, c.stall);
    sm70_set(w, 109, 1, !c.yield);
    sm70_set(w, 110, 3, c.wbar);
    sm70_set(w, 113, 3, c.rbar);
    sm70_set(w, 116, 6, c.wait);
    sm70_set(w, 122, 4, c.reuse);
}

static uint64_t field_get(const struct sm70_field *f, struct sm70_word w)
{
    return sm70_bits(w, f->pos, f->width) | (f->width2 ? sm70_bits(w, f->pos2, f->width2) << f->width : 0);
}

void sm70_field_put(const struct sm70_field *f, struct sm70_word *w, uint64_t v)
{
    sm70_set(w, f->pos, f->width, v);
    if (f->width2)
        sm70_set(w, f->pos2, f->width2, v >> f->width);
}

/* v, a value of the field, with its sign. */
static int64_t sign_extended(const struct sm70_field *f, uint64_t v)
{
    unsigned bits = f->width + f->width2;

    return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

int64_t sm70_field_signed(const struct sm70_field *f, struct sm70_word w)
{
    return sign_extended(f, field_get(f, w));
}

static bool is_mem(const struct sm70_field *f)
{
    return f->kind >= SM70_MEM && f->kind <= SM70_MEM_DESC;
}

/* Sets the bits that the field is made of, but reuse, which is part of the control code. */
static void field_cover(const struct sm70_field *f, struct sm70_word *w)
{
    sm70_set(w, f->pos, f->width, ~0ull);
    if (f->width2)
        sm70_set(w, f->pos2, f->width2, ~0ull);
    if (f->neg != SM70_NONE)
        sm70_set(w, f->neg, 1, 1);
    if (f->abs != SM70_NONE)
        sm70_set(w, f->abs, 1, 1);
    if (f->inv != SM70_NONE)
        sm70_set(w, f->inv, 1, 1);
    if (is_mem(f) || f->kind == SM70_BANK_R)
        sm70_set(w, 24, 8, ~0ull);
    if (f->kind == SM70_BANK_U)
        sm70_set(w, 24, 6, ~0ull);
    if (f->ur != SM70_NONE)
        sm70_set(w, f->ur, 6, ~0ull);
    if (f->scale != SM70_NONE)
        sm70_set(w, 78, 2, ~0ull);
}

/* Bits that every row has. */
static void cover_all(struct sm70_word *w)
{
    sm70_set(w, 12, 4, 15);
    sm70_set(w, 105, 21, 0x1fffff);
}

static bool alias_applies(const struct sm70_row *row, struct sm70_word w)
{
    uint64_t v = sm70_bits(w, 32, 32);

    return row->alias != 1 || (v > 1 && !(v & (v - 1)) && v != 0x10000 && v != 0x80000000);
}

static bool is_listed(const struct sm70_field *f)
{
    return f->kind == SM70_MOD || f->kind == SM70_WORD || f->kind == SM70_SUFFIX;
}

static const char *from_list(unsigned list, uint64_t v)
{
    return v < sm70_list_lengths[list] ? sm70_lists[list][v] : NULL;
}

/* All bits that the row gives a meaning. */
static struct sm70_word row_covered(const struct sm70_row *row)
{
    struct sm70_word c = { row->mask[0], row->mask[1] };

    cover_all(&c);
    for (unsigned i = 0; i < row->nfields; i++)
        field_cover(&row->fields[i], &c);
    return c;
}

bool sm70_row_fits(const struct sm70_row *row, struct sm70_word w, struct sm70_word *extra)
{
    if ((w.lo & row->mask[0]) != row->match[0] || (w.hi & row->mask[1]) != row->match[1] || !alias_applies(row, w))
        return false;
    struct sm70_word c = row_covered(row);
    extra->lo = w.lo & ~c.lo;
    extra->hi = w.hi & ~c.hi;
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        if ((is_listed(f) && !from_list(f->list, field_get(f, w))) ||
            (f->kind == SM70_SB && field_get(f, w) > 5))
            return false;
    }
    return true;
}

size_t sm70_row_of(enum sm70_chip chip, struct sm70_word w)
{
    struct sm70_word extra;

    for (size_t r = 0; r < sm70_table_rows; r++)
        if ((sm70_table[r].chips >> chip & 1) && sm70_row_fits(&sm70_table[r], w, &extra) && !extra.lo && !extra.hi)
            return r;
    return SIZE_MAX;
}

/* The message for a word that is no instruction: the row that is nearest, and the bits that it lacks. */
static bool refuse_word(enum sm70_chip chip, struct sm70_word w, char *err)
{
    struct sm70_word extra;
    int n = snprintf(err, SM70_TEXT_MAX, "0x%016" PRIx64 " 0x%016" PRIx64 " is no instruction of sm_%u", w.hi, w.lo,
                     names[chip]);

    for (size_t r = 0; r < sm70_table_rows; r++)
        if ((sm70_table[r].chips >> chip & 1) && sm70_row_fits(&sm70_table[r], w, &extra)) {
            snprintf(err + n, (size_t)(SM70_TEXT_MAX - n), " (nearest: %s, which has no bits 0x%" PRIx64 " 0x%" PRIx64
                     ")", sm70_table[r].name, extra.hi, extra.lo);
            break;
        }
    return false;
}

struct out { char *s; size_t n; };

static void out_print(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void out_print(struct out *o, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vsnprintf(o->s + o->n, SM70_TEXT_MAX - o->n, fmt, ap);
    va_end(ap);
    o->n += (size_t)n;
    if (o->n >= SM70_TEXT_MAX)
        o->n = SM70_TEXT_MAX - 1;
}

static void put_reg(struct out *o, uint64_t v)
{
    if (v == 255)
        out_print(o, "RZ");
    else
        out_print(o, "R%u", (unsigned)v);
}

static void put_ureg(struct out *o, uint64_t v)
{
    if (v == 63)
        out_print(o, "URZ");
    else
        out_print(o, "UR%u", (unsigned)v);
}

static void put_pred(struct out *o, uint64_t v, const char *prefix)
{
    if (v == 7)
        out_print(o, "%sT", prefix);
    else
        out_print(o, "%s%u", prefix, (unsigned)v);
}

/* As nvdisasm writes numbers: 20 digits, with an exponent 21. A NaN that is not the common one is 0f and its bits,
 * which nvdisasm does not distinguish. */
static void put_real(struct out *o, double v, bool common_nan, const char *prefix, uint64_t raw, int digits)
{
    if (isnan(v)) {
        if (common_nan)
            out_print(o, "%sQNAN", signbit(v) ? "-" : "+");
        else
            out_print(o, "%s%0*" PRIx64, prefix, digits, raw);
    } else if (isinf(v)) {
        out_print(o, "%sINF", signbit(v) ? "-" : "+");
    } else if (fabs(v) >= 1e9) {
        out_print(o, "%.20e", v);
    } else {
        out_print(o, "%.20g", v);
    }
}

static double half_value(unsigned h)
{
    unsigned e = h >> 10 & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, (int)e - 25) : ldexp(m, -24);

    return h >> 15 ? -v : v;
}

/* A constant by its kind. */
static void put_imm(struct out *o, const struct sm70_field *f, uint64_t v)
{
    union { uint32_t u; float f; } f32 = { .u = (uint32_t)v };
    union { uint64_t u; double d; } f64 = { .u = v << 32 };

    switch (f->kind) {
    case SM70_F32:
        put_real(o, f32.f, (f32.u & 0x7fffffff) == 0x7fc00000, "0f", v, 8);
        break;
    case SM70_F64:
        put_real(o, f64.d, (v & 0x7fffffff) == 0x7ff80000, "0d", v, 8);
        break;
    case SM70_HALVES:
        for (int i = 1; i >= 0; i--) {
            unsigned h = v >> 16 * i & 0xffff;
            put_real(o, half_value(h), (h & 0x7fff) == 0x7e00, "0h", h, 4);
            out_print(o, i ? ", " : "");
        }
        break;
    case SM70_SIGNED: {
        int64_t s = sign_extended(f, v);
        out_print(o, s < 0 ? "-0x%" PRIx64 : "0x%" PRIx64, s < 0 ? -(uint64_t)s : (uint64_t)s);
        break;
    }
    default:
        out_print(o, "0x%" PRIx64, v);
    }
}

static void put_offset(struct out *o, struct sm70_word w, const struct sm70_field *f, bool first)
{
    int64_t s = sign_extended(f, field_get(f, w));

    if (s || first)
        out_print(o, s < 0 ? "%s-0x%" PRIx64 : "%s0x%" PRIx64, first ? "" : "+", s < 0 ? -(uint64_t)s : (uint64_t)s);
}

static void put_mem(struct out *o, struct sm70_word w, const struct sm70_field *f)
{
    uint64_t r = sm70_bits(w, 24, 8), u = f->ur == SM70_NONE ? 63 : sm70_bits(w, f->ur, 6);
    uint64_t scale = f->scale == SM70_NONE ? 0 : sm70_bits(w, 78, 2);
    bool zero = !field_get(f, w), first = true;
    /* RZ is written where nothing else is. */
    bool reg = r != 255 || scale || (f->kind != SM70_MEM ? false : zero);

    if (f->kind == SM70_MEM_U32)
        reg = true;
    if (f->kind == SM70_MEM_DESC) {
        out_print(o, "desc[");
        put_ureg(o, u);
        out_print(o, "]");
        reg = true;
    }
    out_print(o, "[");
    if (reg) {
        put_reg(o, r);
        out_print(o, "%s%s", f->kind == SM70_MEM_U64 || f->kind == SM70_MEM_DESC ? ".64" :
                  f->kind == SM70_MEM_U32 ? ".U32" : "", f->scale == SM70_NONE ? "" : sm70_lists[f->scale][scale]);
        first = false;
    }
    if (f->kind == SM70_MEM_U || f->kind == SM70_MEM_U32 || f->kind == SM70_MEM_U64 || f->kind == SM70_MEM_UZ) {
        if (!first)
            out_print(o, "+");
        put_ureg(o, u);
        first = false;
    }
    put_offset(o, w, f, first);
    out_print(o, "]");
}

/* An operand in a constant bank. */
static void put_bank(struct out *o, struct sm70_word w, const struct sm70_field *f)
{
    uint64_t offset = sm70_bits(w, f->pos, f->width);
    uint64_t r = f->kind == SM70_BANK_R ? sm70_bits(w, 24, 8) : 255;

    out_print(o, "c[0x%x][", (unsigned)sm70_bits(w, f->pos2, f->width2));
    if (f->kind == SM70_BANK_U) {
        put_ureg(o, sm70_bits(w, 24, 6));
        if (offset)
            out_print(o, "+0x%" PRIx64, offset);
    } else if (r != 255 || (f->kind == SM70_BANK_R && !offset)) {
        put_reg(o, r);
        if (offset)
            out_print(o, "+0x%" PRIx64, offset);
    } else {
        out_print(o, "0x%" PRIx64, offset);
    }
    out_print(o, "]");
}

static uint64_t branch_target(const struct sm70_field *f, struct sm70_word w, uint64_t pc)
{
    return pc + 16 + (uint64_t)sign_extended(f, field_get(f, w)) * 4;
}

/* An operand with its modifiers. */
static void put_field(struct out *o, struct sm70_word w, const struct sm70_field *f, uint64_t pc, const char *target)
{
    uint64_t v = field_get(f, w);
    bool abs = f->abs != SM70_NONE && sm70_bits(w, f->abs, 1);

    if (f->neg != SM70_NONE && sm70_bits(w, f->neg, 1))
        out_print(o, f->kind == SM70_P || f->kind == SM70_UP ? "!" : "-");
    if (f->inv != SM70_NONE && sm70_bits(w, f->inv, 1))
        out_print(o, "~");
    if (abs)
        out_print(o, "|");
    switch (f->kind) {
    case SM70_WORD:
        out_print(o, "%s", from_list(f->list, v));
        break;
    case SM70_R:
        put_reg(o, v);
        break;
    case SM70_U:
        put_ureg(o, v);
        break;
    case SM70_P:
        put_pred(o, v, "P");
        break;
    case SM70_UP:
        put_pred(o, v, "UP");
        break;
    case SM70_B:
        out_print(o, "B%u", (unsigned)v);
        break;
    case SM70_SB:
        out_print(o, "SB%u", (unsigned)v);
        break;
    case SM70_BANK: case SM70_BANK_R: case SM70_BANK_U:
        put_bank(o, w, f);
        break;
    case SM70_MEM: case SM70_MEM_U: case SM70_MEM_U32: case SM70_MEM_U64: case SM70_MEM_UZ: case SM70_MEM_DESC:
        put_mem(o, w, f);
        break;
    case SM70_REL:
        if (target)
            out_print(o, "`(%s)", target);
        else
            out_print(o, "0x%" PRIx64, branch_target(f, w, pc));
        break;
    case SM70_OFFSET: {
        int64_t bytes = sign_extended(f, v) * 4;
        out_print(o, bytes < 0 ? "-0x%" PRIx64 : "0x%" PRIx64, bytes < 0 ? -(uint64_t)bytes : (uint64_t)bytes);
        break;
    }
    case SM70_PR:
        out_print(o, f->zero ? "UPR" : "PR");
        break;
    default:
        put_imm(o, f, v);
    }
    if (abs)
        out_print(o, "|");
    if (f->reuse != SM70_NONE && sm70_bits(w, f->reuse, 1))
        out_print(o, ".reuse");
}

static bool is_omitted(const struct sm70_field *f, struct sm70_word w)
{
    return f->optional && field_get(f, w) == (f->zero ? 0 : (1u << f->width) - 1) &&
           (f->neg == SM70_NONE || !sm70_bits(w, f->neg, 1));
}

/* Of two that may be left out in a row the first one is not when the second is there. */
static bool left_out(const struct sm70_row *row, unsigned i, struct sm70_word w)
{
    bool next = i + 1 < row->nfields && row->fields[i + 1].optional && !row->fields[i + 1].zero &&
                row->fields[i].kind == row->fields[i + 1].kind && !is_omitted(&row->fields[i + 1], w);

    return is_omitted(&row->fields[i], w) && !next;
}

/* The control code: [B012345:R-:W-:-:S01], and reuse flags that no operand shows. */
static void put_control(struct out *o, const struct sm70_row *row, struct sm70_word w)
{
    struct sm70_control c = sm70_control_of(w);

    for (unsigned i = 0; i < row->nfields; i++)
        if (row->fields[i].reuse != SM70_NONE && !is_omitted(&row->fields[i], w))
            c.reuse &= ~(1u << (row->fields[i].reuse - 122));
    out_print(o, "[B");
    for (unsigned b = 0; b < 6; b++)
        out_print(o, "%c", c.wait >> b & 1 ? '0' + (int)b : '-');
    out_print(o, ":R%c:W%c:%c:S%02u", c.rbar == 7 ? '-' : '0' + (int)c.rbar, c.wbar == 7 ? '-' : '0' + (int)c.wbar,
              c.yield ? 'Y' : '-', c.stall);
    if (c.reuse)                /* of operands that the instruction has not */
        out_print(o, ":r%x", c.reuse);
    out_print(o, "] ");
}

bool sm70_dis(enum sm70_chip chip, struct sm70_word w, uint64_t pc, const char *target, char *text, char *err)
{
    size_t r = sm70_row_of(chip, w);
    struct out o = { text, 0 };
    bool any = false;

    if (r == SIZE_MAX)
        return refuse_word(chip, w, err);
    const struct sm70_row *row = &sm70_table[r];
    put_control(&o, row, w);
    unsigned guard = (unsigned)sm70_bits(w, 12, 4);
    if (guard != 7) {
        out_print(&o, guard & 8 ? "@!" : "@");
        put_pred(&o, guard & 7, sm70_uniform(row) ? "UP" : "P");
        out_print(&o, " ");
    }
    out_print(&o, "%s", row->name);
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        if (f->kind == SM70_MOD || f->kind == SM70_SUFFIX) {
            out_print(&o, "%s", from_list(f->list, field_get(f, w)));
        } else if (!left_out(row, i, w)) {
            out_print(&o, any && !(f->kind == SM70_REL && f->zero) && f->kind != SM70_OFFSET ? ", " : " ");
            put_field(&o, w, f, pc, target);
            any = true;
        }
    }
    return true;
}

bool sm70_target(enum sm70_chip chip, struct sm70_word w, uint64_t pc, uint64_t *target)
{
    size_t r = sm70_row_of(chip, w);

    if (r == SIZE_MAX)
        return false;
    for (unsigned i = 0; i < sm70_table[r].nfields; i++)
        if (sm70_table[r].fields[i].kind == SM70_REL) {
            *target = branch_target(&sm70_table[r].fields[i], w, pc);
            return true;
        }
    return false;
}

bool sm70_uniform(const struct sm70_row *row)
{
    return row->name[0] == 'U' || !strncmp(row->name, "VOTEU", 5);
}

bool sm70_uniform_guard(const struct sm70_row *row)
{
    return row->name[0] == 'U' || !strcmp(row->name, "S2UR");
}

size_t sm70_rows(void)
{
    return sm70_table_rows;
}

const char *sm70_row_name(size_t r)
{
    return sm70_table[r].name;
}

const char *sm70_row_source(size_t r)
{
    return sm70_table[r].source;
}

bool sm70_row_has(size_t r, enum sm70_chip chip)
{
    return sm70_table[r].chips >> chip & 1;
}

bool sm70_row_word(size_t r, uint64_t (*random)(void *ctx), void *ctx, struct sm70_word *w)
{
    const struct sm70_row *row = &sm70_table[r];
    struct sm70_word c = row_covered(row), extra;

    w->lo = (random(ctx) & c.lo & ~row->mask[0]) | row->match[0];
    w->hi = (random(ctx) & c.hi & ~row->mask[1]) | row->match[1];
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        if (is_listed(f)) {
            uint64_t v = random(ctx) % sm70_list_lengths[f->list];
            sm70_field_put(f, w, v);
        }
    }
    if (row->alias == 1)
        sm70_set(w, 32, 32, 2ull << random(ctx) % 15);
    return sm70_row_fits(row, *w, &extra);
}
