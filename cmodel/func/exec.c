/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies of the arithmetic, move and vote instructions: fetch operand rows, run the kernel, write the lanes
 * that execute.
 */
#include <string.h>

#include "fault.h"
#include "micro.h"

bool gt_body_nop(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    (void)c, (void)w, (void)u, (void)exec, (void)eff;
    return true;
}

/* Counts once per warp, whatever the predicate, in the counters that count event n. */
bool gt_body_pmevent(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                     struct gt_effect *eff)
{
    (void)w, (void)exec, (void)eff;
    uint32_t n = u->in->imm & 15;
    for (unsigned i = 0; c->pm && n < 8 && i < 4; i++)
        c->pm[i] += c->cfg->pm[i] == GT_PM_TRIGGER0 + n;
    return true;
}

bool gt_body_unimplemented(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                           struct gt_effect *eff)
{
    (void)exec, (void)eff;
    gt_fault_at(c, w, u->in, u->in->err ? GT_F_DECODE : GT_F_UNIMPLEMENTED, GT_FAULT_NO_LANE, 0);
    return false;
}

/* Runs the kernel on three rows and writes the lanes of exec to register u->dst. */
static inline __attribute__((always_inline)) void rows_to_register(struct gt_warp *w, const struct gt_micro *u,
                                                                   const uint32_t *const s[3], uint32_t exec,
                                                                   struct gt_effect *eff)
{
    _Alignas(32) uint32_t tmp[32];
    if (exec == 0xffffffff && u->dst < w->nregs) {
        uint32_t *out = w->regs + u->dst * 32;
        u->kern(u, s[0], s[1], s[2], out, NULL, w->creg[u->carry]);
        if (eff)
            memcpy(eff->result[0], out, sizeof tmp);
        return;
    }
    u->kern(u, s[0], s[1], s[2], tmp, NULL, w->creg[u->carry]);
    if (u->dst < w->nregs)
        u->kn->blend32(w->regs + u->dst * 32, tmp, exec);
    if (eff)
        memcpy(eff->result[0], tmp, sizeof tmp);
}

/* Sources are rows or constants. */
bool gt_body_rows(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    (void)c;
    const uint32_t *const s[3] = {gt_src_row(w, u, 0), gt_src_row(w, u, 1), gt_src_row(w, u, 2)};
    rows_to_register(w, u, s, exec, eff);
    return true;
}

/* The first source is a word of s[] through an address register. */
bool gt_body_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[32];
    if (!gt_fetch_smem32(c, w, u, exec, row, eff))
        return false;
    const uint32_t *const s[3] = {row, gt_src_row(w, u, 1), gt_src_row(w, u, 2)};
    rows_to_register(w, u, s, exec, eff);
    return true;
}

static void special_register(const struct gt_core *c, const struct gt_warp *w, unsigned index, uint32_t *row)
{
    for (uint32_t i = 0; i < 32; i++)
        switch (index) {
        case 0:  row[i] = i | w->slot << 8 | (w->physid_sm & 0xff) << 16; break;
        case 1:  row[i] = w->clock; break;
        case 3:  row[i] = 0x20; break;
        case 4: case 5: case 6: case 7: row[i] = c->pm ? c->pm[index - 4] : 0; break;
        default: row[i] = 0; break;
        }
}

const uint32_t *gt_source(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, int i, uint32_t exec,
                          uint32_t *buf, struct gt_effect *eff)
{
    unsigned r = u->sidx[i];
    bool w16 = u->swidth16 >> i & 1;
    switch (u->skind[i]) {
    case US_ROW: return gt_row(w, r);
    case US_IMM: return u->imm;
    case US_HALF: u->kn->half(buf, gt_row(w, r >> 1), r & 1); return buf;
    case US_SMEM: return gt_fetch_smem(c, w, u, exec, w16, buf, eff) ? buf : NULL;
    case US_CMEM: gt_fetch_cmem(c, w, u, exec, w16 ? 2 : 4, false, buf, eff); return buf;
    case US_AREG: u->kn->addr16(buf, w->areg[r & 7], 0); return buf;
    case US_CREG:
        for (int l = 0; l < 32; l++)
            buf[l] = w->creg[r & 3][l];
        return buf;
    case US_SREG: special_register(c, w, r, buf); return buf;
    default: return gt_zero_row;
    }
}

static void write_areg(struct gt_warp *w, unsigned a, const uint32_t *row, uint32_t exec)
{
    if (a < 1 || a > 4)                 /* $a0 and $a5-$a7 take no value */
        return;
    gt_areg_written(w, a);
    for (int i = 0; i < 32; i++)
        if (exec >> i & 1)
            w->areg[a][i] = (uint16_t)row[i];
}

/* The result of the lanes in exec, to a word, a half register or $a. A register beyond the kernel's is not written. */
static void write_result(struct gt_warp *w, const struct gt_micro *u, const uint32_t *row, uint32_t exec)
{
    switch (u->dkind) {
    case GT_K_R32:
        if (u->dst < w->nregs)
            u->kn->blend32(w->regs + u->dst * 32, row, exec);
        break;
    case GT_K_R16:
        if (u->dst / 2u < w->nregs)
            u->kn->blend16(w->regs + u->dst / 2 * 32, row, exec, u->dst & 1);
        break;
    case GT_K_AREG: write_areg(w, u->dst, row, exec); break;
    default: break;
    }
}

/* Any arithmetic instruction. Lanes that do not execute are computed too and then dropped. */
bool gt_body_alu(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    _Alignas(32) uint32_t buf[3][32], mid[32], out[32];
    _Alignas(32) uint8_t flags[32];
    const uint32_t *s[3] = {gt_zero_row, gt_zero_row, gt_zero_row};
    const uint8_t *carry = w->creg[u->carry];
    exec &= u->lanes;                           /* the others do not read s[] either, and cannot fault */
    for (int i = 0; i < u->nsrc; i++)
        if (!(s[i] = gt_source(c, w, u, i, exec, buf[i], eff)))
            return false;

    uint32_t *dst = out;
    if (exec == 0xffffffff && u->dkind == GT_K_R32 && u->dst < w->nregs && !u->scratch && u->lanes == 0xffffffff)
        dst = w->regs + u->dst * 32;            /* whole row: write in place */
    if (u->kern2) {
        u->kern(u, s[0], s[1], s[2], mid, NULL, carry);
        u->kern2(u, mid, s[2], gt_zero_row, dst, flags, carry);
    } else {
        u->kern(u, s[0], s[1], s[2], dst, flags, carry);
    }
    if (u->ccid != CC_NONE && u->ccid != CC_KERNEL)
        u->kn->cc[u->ccid](dst, flags);
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);             /* before the result, which may go to the same $a */
    if (dst == out)
        write_result(w, u, out, exec);
    if (u->ccid != CC_NONE)
        u->kn->blend8(w->creg[u->cdst], flags, exec);
    if (eff) {
        eff->exec = exec;
        memcpy(eff->result[0], dst, sizeof out);
        if (u->ccid != CC_NONE)
            memcpy(eff->cc, flags, sizeof flags);
    }
    return true;
}

/* The predicate is the input of every active lane, and every active lane gets the answer. */
bool gt_body_vote(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    (void)c;
    uint32_t p = gt_micro_exec(w, u);
    exec = w->active;
    bool yes = u->in->op == GT_OP_VOTE_ANY ? p != 0 : p == exec;
    uint8_t flags[32];
    memset(flags, yes ? 2 : 1, sizeof flags);
    u->kn->blend8(w->creg[u->cdst], flags, exec);
    if (eff) {
        eff->exec = exec;
        memcpy(eff->cc, flags, sizeof flags);
    }
    return true;
}
