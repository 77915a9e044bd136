/* SPDX-License-Identifier: Apache-2.0
 *
 * Products, and a kernel made ready for one: each instruction with its body and operands.
 */
#include "bound.h"

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
    sm70_texture_bodies,
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

/* A field of the instruction word as an operand; its kind decides what the bits are. */
static void read_operand(struct sm70_op *op, const struct sm70_field *f, struct sm70_operand *o)
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

static void read_pred(struct sm70_op *op, const struct sm70_field *f, struct sm70_pred *p)
{
    p->kind = f->kind == SM70_P ? PRED_P : PRED_U;
    p->n = (uint8_t)sm70_bits(op->w, f->pos, 3);
    p->neg = bit_at(op->w, f->neg);
}

/* Decodes the word at `at`: body, guard, operands in the order of the row's fields, branch target. */
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
    op->target = SIZE_MAX;
    for (unsigned i = 0; i < op->row->nfields; i++) {
        const struct sm70_field *f = &op->row->fields[i];
        if (f->kind == SM70_OFFSET)
            op->target = (uint64_t)((int64_t)(at + 1) + sm70_field_signed(f, op->w) / 4);
        if (f->kind >= SM70_MEM && f->kind <= SM70_MEM_DESC && !op->address)
            op->address = f;
        if ((f->kind == SM70_R || f->kind == SM70_U) && f->pos == 16)
            read_operand(op, f, &op->d);
        else if (is_operand(f) && sources < 3)
            read_operand(op, f, &op->s[sources++]);
        else if (f->kind == SM70_P || f->kind == SM70_UP)
            switch (f->pos) {
            case 81: read_pred(op, f, &op->pd[0]); break;
            case 84: read_pred(op, f, &op->pd[1]); break;
            case 87: read_pred(op, f, &op->ps[0]); break;
            case 77: read_pred(op, f, &op->ps[1]); break;
            case 68: read_pred(op, f, &op->ps[2]); break;
            default: break;
            }
    }
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
    *p = (struct sm70_program){ .chip = chip, .name = k->name, .n = k->ncode, .regs = k->regs, .shared = k->shared,
                                .kernel = k, .ops = ops };
    for (size_t i = 0; i < k->ncode; i++) {
        ops[i].w = k->code[i];
        make_ready(chip, i, &ops[i]);
    }
    sm70_bind(p);
    return p;
}

void sm70_program_free(struct sm70_program *p)
{
    if (!p)
        return;
    free(p->pool);
    free(p->ops);
    free(p);
}
