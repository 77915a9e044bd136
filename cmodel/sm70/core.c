/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions made ready, and operands.
 */
#include "core.h"

#include <stdlib.h>

static const struct sm70_product products[] = {
    { "h100", SM70_90, true }, { "h200", SM70_90, true }, { "l40", SM70_89, false }, { "a6000", SM70_86, false },
    { "a100", SM70_80, false }, { "t4", SM70_75, false }, { "v100", SM70_70, false },
};

const struct sm70_product *sm70_product_find(const char *name)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (!strcmp(products[i].name, name))
            return &products[i];
    return NULL;
}

static const struct sm70_bodies *const units[] = {
    sm70_integer_bodies, sm70_f32_bodies, sm70_f64_bodies, sm70_f16_bodies, sm70_convert_bodies, sm70_mufu_bodies,
    sm70_lane_bodies, sm70_memory_bodies, sm70_atomic_bodies, sm70_control_bodies, sm70_special_bodies,
};

static sm70_body *body_of(const struct sm70_row *row)
{
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (const struct sm70_bodies *b = units[u]; b->name; b++)
            if (!strcmp(b->name, row->name))
                return b->body;
    return NULL;
}

bool sm70_row_has_body(size_t row)
{
    return body_of(&sm70_table[row]) != NULL;
}

static bool bit_at(struct sm70_word w, unsigned pos)
{
    return pos != SM70_NONE && sm70_bits(w, pos, 1);
}

static void operand(struct sm70_op *op, const struct sm70_field *f, struct sm70_operand *o)
{
    uint64_t v = sm70_bits(op->w, f->pos, f->width);

    o->neg = bit_at(op->w, f->neg);
    o->abs = bit_at(op->w, f->abs);
    o->inv = bit_at(op->w, f->inv);
    if (f->width2)
        v |= sm70_bits(op->w, f->pos2, f->width2) << f->width;
    switch (f->kind) {
    case SM70_R:
        o->kind = OPERAND_R;
        o->n = (uint8_t)v;
        break;
    case SM70_U:
        o->kind = OPERAND_U;
        o->n = (uint8_t)v;
        break;
    case SM70_BANK:
        o->kind = OPERAND_BANK;
        o->bank = (uint8_t)sm70_bits(op->w, 54, 5);
        o->v = (uint32_t)sm70_bits(op->w, 38, 16);
        break;
    default:
        o->kind = OPERAND_IMM;
        o->high = f->kind == SM70_F64;
        o->v = (uint32_t)v;
    }
}

/* Fields that are operands of arithmetic: registers but the destination, and what stands in their place. */
static bool is_operand(const struct sm70_field *f)
{
    switch (f->kind) {
    case SM70_R: case SM70_U:
        return f->pos != 16;
    case SM70_BANK:
        return true;
    case SM70_HEX: case SM70_SIGNED: case SM70_F32: case SM70_F64: case SM70_HALVES:
        return f->pos == 32 && f->width + f->width2 == 32;
    default:
        return false;
    }
}

static void pred(struct sm70_op *op, const struct sm70_field *f, struct sm70_pred *p)
{
    p->kind = f->kind == SM70_P ? PRED_P : PRED_U;
    p->n = (uint8_t)sm70_bits(op->w, f->pos, 3);
    p->neg = bit_at(op->w, f->neg);
}

static void make_ready(enum sm70_chip chip, size_t at, struct sm70_op *op)
{
    size_t row = sm70_row_of(chip, op->w);
    unsigned sources = 0;
    uint64_t target;

    if (row == SIZE_MAX)
        return;
    op->row = &sm70_table[row];
    op->body = body_of(op->row);
    op->guard.kind = sm70_uniform_guard(op->row) ? PRED_U : PRED_P;
    op->guard.n = (uint8_t)sm70_bits(op->w, 12, 3);
    op->guard.neg = bit_at(op->w, 15);
    for (unsigned i = 0; i < op->row->nfields; i++) {
        const struct sm70_field *f = &op->row->fields[i];
        if ((f->kind == SM70_R || f->kind == SM70_U) && f->pos == 16)
            operand(op, f, &op->d);
        else if (is_operand(f) && sources < 3)
            operand(op, f, &op->s[sources++]);
        else if (f->kind == SM70_P || f->kind == SM70_UP)
            switch (f->pos) {
            case 81: pred(op, f, &op->pd[0]); break;
            case 84: pred(op, f, &op->pd[1]); break;
            case 87: pred(op, f, &op->ps[0]); break;
            case 77: pred(op, f, &op->ps[1]); break;
            case 68: pred(op, f, &op->ps[2]); break;
            default: break;
            }
    }
    op->target = SIZE_MAX;
    if (sm70_target(chip, op->w, 16 * at, &target))
        op->target = target / 16;
}

struct sm70_program *sm70_program_new(enum sm70_chip chip, const struct sm70_kernel *k)
{
    struct sm70_program *p = calloc(1, sizeof *p);
    struct sm70_op *ops = calloc(k->ncode + 1, sizeof *ops);

    if (!p || !ops) {
        free(p);
        free(ops);
        return NULL;
    }
    *p = (struct sm70_program){ chip, k->name, k->ncode, k->regs, k->shared, ops };
    for (size_t i = 0; i < k->ncode; i++) {
        ops[i].w = k->code[i];
        make_ready(chip, i, &ops[i]);
    }
    return p;
}

void sm70_program_free(struct sm70_program *p)
{
    if (!p)
        return;
    free(p->ops);
    free(p);
}

static const uint32_t *fill(uint32_t *buf, uint32_t v)
{
    EACH(l)
        buf[l] = v;
    return buf;
}

const uint8_t *sm70_constant(struct sm70_warp *w, const struct sm70_op *op, unsigned bank, uint32_t at, unsigned bytes)
{
    const struct sm70_block *b = w->block;
    const uint8_t *p = bank == 0 ? b->constants : bank == 3 ? b->launch->constants : NULL;
    uint32_t n = bank == 0 ? b->nconstants : bank == 3 ? b->launch->nconstants : 0;

    if (p && at <= n && n - at >= bytes && !(at & (bytes - 1)))
        return p + at;
    sm70_fail(w, op, "c[0x%x][0x%x] is not there (expected a multiple of %u below 0x%x)", bank, at, bytes, n);
    return NULL;
}

static void constant(struct sm70_warp *w, const struct sm70_op *op, const struct sm70_operand *o, unsigned bytes,
                     void *out)
{
    const uint8_t *p = sm70_constant(w, op, o->bank, o->v, bytes);

    memset(out, 0, bytes);
    if (p)
        memcpy(out, p, bytes);
}

const uint32_t *sm70_raw(struct sm70_warp *w, const struct sm70_op *op, const struct sm70_operand *o, uint32_t *buf)
{
    uint32_t v;

    switch (o->kind) {
    case OPERAND_R:
        return w->r[o->n];
    case OPERAND_U:
        return w->u[o->n];
    case OPERAND_IMM:
        return fill(buf, o->v);
    case OPERAND_BANK:
        constant(w, op, o, 4, &v);
        return fill(buf, v);
    default:
        return fill(buf, 0);
    }
}

const uint32_t *sm70_int(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf)
{
    const struct sm70_operand *o = &op->s[k];
    const uint32_t *v = sm70_raw(w, op, o, buf);

    if (o->inv)
        EACH(l)
            buf[l] = ~v[l];
    else if (o->neg)
        EACH(l)
            buf[l] = -v[l];
    return o->inv || o->neg ? buf : v;
}

const uint32_t *sm70_f32(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf)
{
    const struct sm70_operand *o = &op->s[k];
    const uint32_t *v = sm70_raw(w, op, o, buf);
    uint32_t keep = o->abs ? 0x7fffffff : ALL, flip = o->neg ? 0x80000000 : 0;

    if (!o->abs && !o->neg)
        return v;
    EACH(l)
        buf[l] = (v[l] & keep) ^ flip;
    return buf;
}

void sm70_wide(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint64_t *out)
{
    const struct sm70_operand *o = &op->s[k];
    bool uniform = o->kind == OPERAND_U;
    uint64_t v = 0;

    if (o->kind == OPERAND_R || uniform) {
        unsigned zero = uniform ? URZ : RZ;
        uint32_t (*row)[LANES] = uniform ? w->u : w->r;
        if (o->n != zero && o->n & 1) {
            sm70_fail(w, op, "register %u of a pair (expected an even one)", o->n);
            memset(out, 0, LANES * sizeof *out);
            return;
        }
        const uint32_t *low = row[o->n], *high = row[o->n == zero ? zero : o->n + 1u];
        EACH(l)
            out[l] = low[l] | (uint64_t)high[l] << 32;
        return;
    }
    if (o->kind == OPERAND_IMM)
        v = o->high ? (uint64_t)o->v << 32 : o->v;
    else if (o->kind == OPERAND_BANK)
        constant(w, op, o, 8, &v);
    EACH(l)
        out[l] = v;
}

void sm70_f64(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint64_t *out)
{
    const struct sm70_operand *o = &op->s[k];
    uint64_t sign = 1ull << 63, keep = o->abs ? ~sign : ~0ull, flip = o->neg ? sign : 0;

    sm70_wide(w, op, k, out);
    EACH(l)
        out[l] = (out[l] & keep) ^ flip;
}

void sm70_put_row(struct sm70_warp *w, const struct sm70_op *op, unsigned n, const uint32_t *out, uint32_t mask)
{
    bool uniform = op->d.kind == OPERAND_U;
    uint32_t *row = uniform ? w->u[n] : w->r[n];

    if (n >= (uniform ? URZ : RZ))
        return;
    if (mask == ALL)
        memcpy(row, out, LANES * sizeof *row);
    else
        EACH(l)
            row[l] = mask >> l & 1 ? out[l] : row[l];
}

void sm70_put(struct sm70_warp *w, const struct sm70_op *op, const uint32_t *out, uint32_t mask)
{
    if (op->d.kind != OPERAND_NONE)
        sm70_put_row(w, op, op->d.n, out, mask);
}

void sm70_put_wide(struct sm70_warp *w, const struct sm70_op *op, const uint64_t *out, uint32_t mask)
{
    unsigned zero = op->d.kind == OPERAND_U ? URZ : RZ;
    uint32_t part[LANES];

    if (op->d.n == zero)
        return;
    if (op->d.n & 1) {
        sm70_fail(w, op, "register %u of a pair (expected an even one)", op->d.n);
        return;
    }
    EACH(l)
        part[l] = (uint32_t)out[l];
    sm70_put_row(w, op, op->d.n, part, mask);
    EACH(l)
        part[l] = (uint32_t)(out[l] >> 32);
    sm70_put_row(w, op, op->d.n + 1u, part, mask);
}

uint32_t sm70_pred(const struct sm70_warp *w, struct sm70_pred p)
{
    uint32_t v = p.kind == PRED_NONE ? ALL : p.kind == PRED_U ? w->up[p.n] : w->p[p.n];

    return p.neg ? ~v : v;
}

void sm70_put_pred(struct sm70_warp *w, struct sm70_pred p, uint32_t value, uint32_t mask)
{
    uint32_t *to = p.kind == PRED_U ? w->up : w->p;

    if (p.kind != PRED_NONE && p.n != PT)
        to[p.n] = (to[p.n] & ~mask) | (value & mask);
}
