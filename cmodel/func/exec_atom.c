/* SPDX-License-Identifier: Apache-2.0
 *
 * Read-modify-write: atom and red on g[], ld.lock and st.unlock on s[]. Lanes one after the other,
 * the lowest first; an address that is refused is found before anything is changed.
 */
#include <string.h>

#include "fault.h"
#include "micro.h"

enum { AOP_ADD, AOP_EXCH, AOP_CAS, AOP_INC = 4, AOP_DEC, AOP_MAX, AOP_MIN, AOP_AND = 10, AOP_OR, AOP_XOR };

/* New memory value: m the old one, b the operand, n the new value of cas. */
static uint32_t atomic_update32(unsigned op, bool sgn, uint32_t m, uint32_t b, uint32_t n)
{
    bool less = sgn ? (int32_t)m < (int32_t)b : m < b;
    switch (op) {
    case AOP_ADD:  return m + b;
    case AOP_EXCH: return b;
    case AOP_CAS:  return m == b ? n : m;
    case AOP_INC:  return m + 1 > b ? 0 : m + 1;        /* unsigned for both sizes */
    case AOP_DEC:  return m - 1 > b ? b : m - 1;
    case AOP_MAX:  return less ? b : m;
    case AOP_MIN:  return less ? m : b;
    case AOP_AND:  return m & b;
    case AOP_OR:   return m | b;
    case AOP_XOR:  return m ^ b;
    default:       return m;
    }
}

static uint64_t atomic_update64(unsigned op, uint64_t m, uint64_t b, uint64_t n)
{
    switch (op) {
    case AOP_ADD:  return m + b;
    case AOP_EXCH: return b;
    case AOP_CAS:  return m == b ? n : m;
    default:       return m;
    }
}

uint64_t gt_atomic_value(unsigned aop, unsigned mtype, uint64_t m, uint64_t b, uint64_t n)
{
    if (mtype == GT_MT_B64)
        return atomic_update64(aop, m, b, n);
    return atomic_update32(aop, mtype == GT_MT_S32, (uint32_t)m, (uint32_t)b, (uint32_t)n);
}

void gt_atomic(struct gt_gpu *g, unsigned aop, unsigned mtype, uint32_t addr, const uint32_t data[4], uint32_t old[2])
{
    uint8_t *at = g->mem + (addr - GT_G_BASE);
    bool two = mtype == GT_MT_B64;
    uint64_t m = 0, b = data[0] | (uint64_t)data[1] << 32, n = data[2] | (uint64_t)data[3] << 32;
    memcpy(&m, at, two ? 8 : 4);
    old[0] = (uint32_t)m;
    old[1] = (uint32_t)(m >> 32);
    m = gt_atomic_value(aop, mtype, m, b, n);
    memcpy(at, &m, two ? 8 : 4);
    gt_touch(g, addr, two ? 8 : 4);
}

static void write_old(struct gt_warp *w, const struct gt_micro *u, uint32_t old[2][32], uint32_t exec)
{
    for (unsigned k = 0; u->dkind != GT_K_NONE && k < u->words; k++)
        if (u->dst + k < w->nregs)
            u->kn->blend32(w->regs + (u->dst + k) * 32, old[k], exec);
}

/* atom and red. When effects are recorded for the memory system (deferred), nothing is changed here. */
bool gt_body_atom(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const struct gt_insn *in = u->in;
    const struct gt_config *cfg = c->cfg;
    const uint32_t *addr = gt_row(w, u->sidx[0]);
    const uint32_t *src[2][2];          /* operand and new value of cas, low and high word */
    _Alignas(32) uint32_t old[2][32];
    uint32_t bytes = 4u * u->words;
    for (unsigned k = 0; k < 2; k++) {
        bool there = u->skind[1 + k] == US_ROW;
        src[k][0] = there ? gt_row(w, u->sidx[1 + k]) : gt_zero_row;
        src[k][1] = there && u->words == 2 ? gt_row(w, u->sidx[1 + k] + 1u) : gt_zero_row;
    }
    if (eff) {
        memcpy(eff->addr, addr, sizeof eff->addr);
        for (unsigned k = 0; k < 2; k++) {
            memcpy(eff->data[2 * k], src[k][0], sizeof eff->data[0]);
            memcpy(eff->data[2 * k + 1], src[k][1], sizeof eff->data[0]);
        }
    }
    if (!gt_mem_check(c, w, u, exec, addr, bytes, cfg->g_base, cfg->g_limit - cfg->g_base,
                      in->op == GT_OP_RED ? GT_F_GLOBAL_LIMIT_RED : GT_F_GLOBAL_LIMIT_ATOM))
        return false;
    if (c->deferred)
        return true;
    memset(old, 0, sizeof old);
    for (int i = 0; i < 32; i++) {
        if (!(exec >> i & 1))
            continue;
        const uint32_t data[4] = {src[0][0][i], src[0][1][i], src[1][0][i], src[1][1][i]};
        uint32_t was[2];
        gt_atomic(c->gpu, in->aop, in->mtype, addr[i], data, was);
        old[0][i] = was[0];
        old[1][i] = was[1];
    }
    write_old(w, u, old, exec);
    if (eff)
        memcpy(eff->result, old, sizeof old);
    return true;
}

/* ---- SMEM-6: locks on s[] ----------------------------------------------------------------------- */

/* A lane that gets the lock loads the word and sees flags 2; the others see 1 and keep their register. */
bool gt_body_ld_lock(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                     struct gt_effect *eff)
{
    struct gt_block *b = w->block;
    _Alignas(32) uint32_t addr[32], row[32];
    uint8_t flags[32];
    uint32_t got = 0;
    gt_mem_addr16(w, u, addr);
    if (eff)
        memcpy(eff->addr, addr, sizeof addr);
    if (!gt_mem_check(c, w, u, exec, addr, 4, 0, b->smem_bytes, GT_F_SHARED_LIMIT))
        return false;
    memset(row, 0, sizeof row);
    memset(flags, 1, sizeof flags);
    for (int i = 0; i < 32; i++) {
        if (!(exec >> i & 1))
            continue;
        uint32_t *lock = &b->lock[addr[i] >> 7], bit = 1u << (addr[i] >> 2 & 31);
        memcpy(&row[i], b->smem + addr[i], 4);
        if (*lock & bit)
            continue;
        *lock |= bit;
        got |= 1u << i;
        flags[i] = 2;
    }
    if (u->dkind == GT_K_R16)
        u->kn->half(row, row, 0);
    if (u->dkind == GT_K_R32 && u->dst < w->nregs)
        u->kn->blend32(w->regs + u->dst * 32, row, got);
    if (u->dkind == GT_K_R16 && u->dst / 2u < w->nregs)
        u->kn->blend16(w->regs + u->dst / 2 * 32, row, got, u->dst & 1);
    if (u->in->cdst_en)
        u->kn->blend8(w->creg[u->cdst], flags, exec);
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);
    if (eff) {
        memcpy(eff->result[0], row, sizeof row);
        memcpy(eff->cc, flags, sizeof flags);
    }
    return true;
}

/* st.unlock: a store, then the lock bit of each lane's word is cleared, whoever held it. */
bool gt_body_st_unlock(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                       struct gt_effect *eff)
{
    struct gt_block *b = w->block;
    _Alignas(32) uint32_t addr[32];
    gt_mem_addr16(w, u, addr);
    if (!gt_body_st_s(c, w, u, exec, eff))
        return false;
    for (int i = 0; i < 32; i++)
        if (exec >> i & 1)
            b->lock[addr[i] >> 7] &= ~(1u << (addr[i] >> 2 & 31));
    return true;
}
