/* SPDX-License-Identifier: Apache-2.0
 *
 * Operands: sources as rows, destinations, predicates.
 */
#include "core.h"

static const uint32_t *fill_lanes(uint32_t *buf, uint32_t v)
{
    EACH(l)
        buf[l] = v;
    return buf;
}

static const uint8_t *bank_of(const struct sm70_block *b, unsigned bank, uint32_t *n)
{
    const struct sm70_launch *l = b->launch;
    const struct sm70_kernel *k = b->program->kernel;

    *n = bank == 0 ? b->nconstants : bank == 2 ? k->nconstants : bank == 3 ? l->nconstants :
         bank == 4 ? l->naddresses : 0;
    return bank == 0 ? b->constants : bank == 2 ? k->constants : bank == 3 ? l->constants :
           bank == 4 ? l->addresses : NULL;
}

const uint8_t *sm70_constant_place(const struct sm70_block *b, unsigned bank, uint32_t at, unsigned bytes)
{
    uint32_t n;
    const uint8_t *p = bank_of(b, bank, &n);

    return p && at <= n && n - at >= bytes && !(at & (bytes - 1)) ? p + at : NULL;
}

const uint8_t *sm70_constant(struct sm70_warp *w, const struct sm70_op *op, unsigned bank, uint32_t at, unsigned bytes)
{
    const uint8_t *p = sm70_constant_place(w->block, bank, at, bytes);
    uint32_t n;

    if (!p) {
        bank_of(w->block, bank, &n);
        sm70_fail(w, op, "c[0x%x][0x%x] is not there (expected a multiple of %u below 0x%x)", bank, at, bytes, n);
    }
    return p;
}

static void read_constant(struct sm70_warp *w, const struct sm70_op *op, const struct sm70_operand *o, unsigned bytes,
                          void *out)
{
    const uint8_t *p = sm70_constant(w, op, o->bank, o->v, bytes);

    memset(out, 0, bytes);
    if (p)
        memcpy(out, p, bytes);
}

const uint32_t *sm70_words(struct sm70_warp *w, const struct sm70_op *op, const struct sm70_operand *o, uint32_t *buf)
{
    uint32_t v;

    switch (o->kind) {
    case OPERAND_IMM:
        return fill_lanes(buf, o->v);
    case OPERAND_BANK:
        read_constant(w, op, o, 4, &v);
        return fill_lanes(buf, v);
    default:
        return fill_lanes(buf, 0);
    }
}

const uint32_t *sm70_changed_int(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf)
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

const uint32_t *sm70_changed_f32(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint32_t *buf)
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
        read_constant(w, op, o, 8, &v);
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

/* A uniform register is one of the warp: whichever lanes write it, all read that. */
static void put_uniform(struct sm70_warp *w, unsigned n, const uint32_t *out, uint32_t mask)
{
    if (n < URZ && mask)
        fill_lanes(w->u[n], out[__builtin_ctz(mask)]);
}

void sm70_put_row(struct sm70_warp *w, const struct sm70_op *op, unsigned n, const uint32_t *out, uint32_t mask)
{
    if (op->d.kind == OPERAND_U) {
        put_uniform(w, n, out, mask);
        return;
    }
    uint32_t *row = w->r[n];

    if (n >= RZ)
        return;
    if (mask == ALL)
        memcpy(row, out, LANES * sizeof *row);
    else
        EACH(l)
            row[l] = mask >> l & 1 ? out[l] : row[l];
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
