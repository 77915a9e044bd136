/* SPDX-License-Identifier: Apache-2.0
 *
 * Special registers.
 */
#include "core.h"

unsigned sm70_multiprocessors(const struct sm70_launch *l)
{
    return l->stale ? l->stale : l->sms ? l->sms : 1;
}

/* Where the warp runs, as a chip could have it that deals blocks to its multiprocessors in turn: a block's warps follow
 * those of the blocks that were dealt to the same one before, modulo 64 places. */
static uint32_t place_of(const struct sm70_warp *w, bool warp)
{
    const struct sm70_block *b = w->block;
    const unsigned sms = sm70_multiprocessors(b->launch);

    if (warp)
        return (b->number / sms * b->nwarps + w->number) % 64;
    return b->stale ? b->sm : b->number % sms;
}

/* Bytes of shared memory, with what is the system's, in the steps in which a multiprocessor gives it. */
static uint32_t shared_size(const struct sm70_block *b)
{
    const enum sm70_chip chip = b->program->chip;
    const uint32_t step = chip < SM70_80 ? 256 : 128;
    const uint32_t system = chip == SM70_90 && !b->program->shared ? SYSTEM_SHARED : 0;     /* else they are counted */

    return (b->nshared + system + step - 1) & -step;
}

/* Special register `number` of a lane, in 64 bits; false: this model has none. */
static bool value(struct sm70_warp *w, unsigned number, unsigned lane, uint64_t *v)
{
    const struct sm70_block *b = w->block;
    const unsigned *n = b->launch->block;
    uint32_t t = 32 * w->number + lane, bit = 1u << lane;

    switch (number) {
    case 0: *v = lane; return true;
    case 3: *v = place_of(w, true) << 8; return true;           /* what else it says is not known */
    case 33: *v = t % n[0]; return true;
    case 34: *v = t / n[0] % n[1]; return true;
    case 35: *v = t / n[0] / n[1]; return true;
    case 37: case 38: case 39: *v = b->ctaid[number - 37]; return true;
    case 47: *v = SHARED_WINDOW >> 32; return true;
    case 50: *v = shared_size(b); return true;
    case 56: *v = bit; return true;
    case 57: *v = bit - 1; return true;
    case 58: *v = bit | (bit - 1); return true;
    case 59: *v = ~(bit | (bit - 1)); return true;
    case 60: *v = ~(bit - 1); return true;
    case 67: *v = place_of(w, false); return true;
    case 80: *v = b->counts->warp_instructions; return true;    /* of the clock, too: there is no other time here */
    case 81: *v = b->counts->warp_instructions >> 32; return true;
    case 82: *v = b->counts->warp_instructions; return true;    /* of the timer, which counts as clocks do here */
    case 83: *v = b->counts->warp_instructions >> 32; return true;
    case 136: *v = 0; return true;                              /* a cluster is one block */
    case 255: *v = 0; return true;
    default: return false;
    }
}

/* S2R, CS2R and their uniform forms. */
static void exec_s2r(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned number = bits(op, 72, 8);
    bool clocks = bits(op, 0, 12) == 0x805, pair = clocks && bits(op, 80, 1);
    uint64_t out[LANES], v, more = 0;
    uint32_t low[LANES];

    if (op->d.kind == OPERAND_U) {
        if (number >= 56 && number <= 60) {
            sm70_fail(w, op, "a mask of lanes in a uniform register is not known");
            return;
        }
    }
    EACH(l) {
        if (!value(w, number, l, &v) || (clocks && number != 255 && number != 80 && number != 82 &&
                                         (pair || (number != 81 && number != 83)))) {
            sm70_fail(w, op, "special register %u has no value in this model", number);
            return;
        }
        if (pair && (number == 80 || number == 82))
            value(w, number + 1, l, &more);
        out[l] = (v & ALL) | more << 32;
        low[l] = (uint32_t)v;
    }
    if (op->d.kind == OPERAND_U)        /* of the first lane that goes on */
        for (unsigned l = LANES, first = (unsigned)__builtin_ctz(w->path[w->current].mask); l--;)
            low[l] = low[first];
    if (pair)
        sm70_put_wide(w, op, out, mask);
    else
        sm70_put(w, op, low, mask);
}

const struct sm70_bodies sm70_special_bodies[] = {
    { "S2R", exec_s2r }, { "S2UR", exec_s2r }, { "CS2R", exec_s2r }, { "CS2R.32", exec_s2r }, { NULL, NULL }
};
