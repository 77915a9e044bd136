/* SPDX-License-Identifier: Apache-2.0
 *
 * Between lanes: SHFL, VOTE, MATCH, REDUX; and R2UR, which takes a register of one lane.
 */
#include "core.h"

/* SHFL: the lane read lies in the segment that c's mask names; outside of it a lane reads itself. */
static void exec_shfl(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    unsigned how = bits(op, 58, 2), code = bits(op, 0, 12);
    bool lane_imm = code >> 8 == 9 || code >> 8 == 15, clamp_imm = code >> 8 == 5 || code >> 8 == 15;
    const uint32_t *v = w->r[bits(op, 24, 8)], *b = w->r[bits(op, 32, 8)], *c = w->r[bits(op, 64, 8)];
    uint32_t out[LANES], inside = 0;

    EACH(l) {
        uint32_t delta = (lane_imm ? bits(op, 53, 5) : b[l]) & 31, k = clamp_imm ? bits(op, 40, 13) : c[l];
        uint32_t clamp = k & 31, segment = k >> 8 & 31;
        int most = (int)((l & segment) | (clamp & ~segment)), j;
        bool in;
        switch (how) {
        case 0:
            j = (int)((l & segment) | (delta & ~segment));
            in = j <= most;
            break;
        case 1:
            j = (int)l - (int)delta;
            in = j >= most;
            break;
        case 2:
            j = (int)(l + delta);
            in = j <= most;
            break;
        default:
            j = (int)(l ^ delta);
            in = j <= most;
        }
        j = in ? j : (int)l;
        out[l] = mask >> j & 1 ? v[j] : 0;      /* of a lane that does not execute it */
        inside |= (uint32_t)in << l;
    }
    sm70_put(w, op, out, mask);
    sm70_put_pred(w, op->pd[0], inside, mask);
}

/* The lanes that execute it vote. */
static void exec_vote(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t out[LANES], p = sm70_pred(w, op->ps[0]) & mask;
    unsigned how = bits(op, 72, 2);
    bool uniform = op->pd[0].kind == PRED_U;
    bool result = how == 0 ? p == mask : how == 1 ? p != 0 : p == mask || !p;

    if (!mask)
        return;
    EACH(l)
        out[l] = p;
    sm70_put(w, op, out, uniform ? ALL : mask);
    sm70_put_pred(w, op->pd[0], result ? ALL : 0, uniform ? ALL : mask);
}

/* MATCH: .ANY, the lanes with the same value; .ALL, all of them if they agree, else 0. */
static void exec_match(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const unsigned n = bits(op, 24, 8);
    const uint32_t *v = w->r[n];
    uint32_t out[LANES] = { 0 }, all = ALL;
    bool any = bits(op, 79, 1), wide = bits(op, 73, 1);

    if (wide && n & 1) {
        sm70_fail(w, op, "register %u of a pair (expected an even one)", n);
        return;
    }
    const uint32_t *high = wide && n != RZ ? w->r[n + 1] : w->r[RZ];
    EACH(l)
        for (unsigned k = 0; mask >> l & 1 && k < LANES; k++)
            out[l] |= (uint32_t)((mask >> k & 1) && v[k] == v[l] && high[k] == high[l]) << k;
    if (!any) {
        EACH(l)
            all = mask >> l & 1 && out[l] != mask ? 0 : all;
        EACH(l)
            out[l] = all ? mask : 0;
        sm70_put_pred(w, op->pd[0], all, mask);
    }
    sm70_put(w, op, out, mask);
}

/* REDUX: the lanes' values reduced to one, for all of them. */
static void exec_redux(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const uint32_t *v = w->r[bits(op, 24, 8)];
    unsigned how = bits(op, 78, 3);
    bool is_signed = bits(op, 73, 1), first = true;
    uint32_t r = 0, out[LANES];

    EACH(l) {
        if (!(mask >> l & 1))
            continue;
        uint32_t x = v[l];
        bool less = is_signed ? (int32_t)x < (int32_t)r : x < r;
        r = first ? x : how == 0 ? r & x : how == 1 ? r | x : how == 2 ? r ^ x : how == 3 ? r + x :
            less == (how == 4) ? x : r;
        first = false;
    }
    if (first)
        return;
    EACH(l)
        out[l] = r;
    sm70_put(w, op, out, ALL);
}

/* The lowest lane that executes. */
static void exec_r2ur(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t out[LANES], lanes = mask & w->path[w->current].mask;

    if (sm70_has_pred(op->pd[0])) {
        sm70_fail(w, op, "what it writes to a predicate is not known");
        return;
    }
    if (!lanes)
        return;
    uint32_t v = w->r[bits(op, 24, 8)][__builtin_ctz(lanes)];
    EACH(l)
        out[l] = v;
    sm70_put(w, op, out, ALL);
}

const struct sm70_bodies sm70_lane_bodies[] = {
    { "SHFL", exec_shfl }, { "VOTE", exec_vote }, { "VOTEU", exec_vote }, { "MATCH.ALL", exec_match },
    { "MATCH.ANY", exec_match }, { "REDUX", exec_redux }, { "R2UR", exec_r2ur }, { NULL, NULL }
};
