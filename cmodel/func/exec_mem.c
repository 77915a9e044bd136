/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory: ld/st to g[], l[], s[], ld from c[], and s[]/c[] operands (ISA sections 2, 5.2, 7.3).
 *
 * A misaligned or out-of-range address of an executing lane is a fault of the lowest such lane, found before
 * anything is changed. Lanes store in ascending order, so at equal addresses the highest lane wins.
 */
#include <string.h>

#include "fault.h"
#include "micro.h"

static uint32_t load_le(const uint8_t *p, unsigned size)
{
    uint32_t v = 0;
    memcpy(&v, p, size);
    return v;
}

static uint32_t extend_sign(uint32_t v, unsigned size, bool sext)
{
    if (!sext || size == 4)
        return v;
    unsigned n = 32 - 8 * size;
    return (uint32_t)((int32_t)(v << n) >> n);
}

void gt_autoinc(struct gt_warp *w, const struct gt_insn *in, uint32_t exec)
{
    if (in->areg < 1 || in->areg > 4)
        return;
    gt_areg_written(w, in->areg);
    for (int i = 0; i < 32; i++)
        if (exec >> i & 1)
            w->areg[in->areg][i] = (uint16_t)(w->areg[in->areg][i] + (uint32_t)in->mem_off);
}

void gt_mem_addr16(const struct gt_warp *w, const struct gt_micro *u, uint32_t *addr)
{
    const struct gt_insn *in = u->in;
    u->kn->addr16(addr, w->areg[in->areg & 7], in->ainc ? 0 : (uint32_t)in->mem_off);
}

/* The slow part only runs when there is a fault to find. */
bool gt_mem_check(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                  const uint32_t *addr, uint32_t bytes, uint32_t base, uint32_t room, uint32_t limit_fault)
{
    uint32_t span = room < bytes ? 0 : room - bytes;
    if (room >= bytes && u->kn->check(addr, exec, base, span, bytes))
        return true;
    for (uint32_t i = 0; i < 32; i++) {
        if (!(exec >> i & 1))
            continue;
        bool outside = room < bytes || addr[i] - base > span;
        if (addr[i] % bytes || outside) {
            gt_fault_at(c, w, u->in, addr[i] % bytes ? GT_F_MISALIGNED : limit_fault, i, addr[i]);
            return false;
        }
    }
    return true;
}

/* Word loads: the check and the loads in one pass. */
static inline bool load_checked(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                               uint32_t *row, const uint8_t *mem, const uint32_t *addr, uint32_t base, uint32_t room,
                               uint32_t limit_fault)
{
    if (room >= 4 && u->kn->load32(row, mem, addr, exec, base, room - 4))
        return true;
    return gt_mem_check(c, w, u, exec, addr, 4, base, room, limit_fault);
}

static void gather_row(const struct gt_micro *u, uint32_t *row, const uint8_t *mem, const uint32_t *addr, uint32_t base,
                       uint32_t exec, unsigned size, bool sext)
{
    if (size == 4) {
        u->kn->gather(row, mem, addr, base, exec);
        return;
    }
    for (int i = 0; i < 32; i++)
        row[i] = exec >> i & 1 ? extend_sign(load_le(mem + (addr[i] - base), size), size, sext) : 0;
}

static void scatter_row(const uint32_t *row, uint8_t *mem, const uint32_t *addr, uint32_t base, uint32_t exec,
                        unsigned size)
{
    if (size == 4 && exec == 0xffffffff)
        for (int i = 0; i < 32; i++)
            memcpy(mem + (addr[i] - base), &row[i], 4);
    else
        for (int i = 0; i < 32; i++)
            if (exec >> i & 1)
                memcpy(mem + (addr[i] - base), &row[i], size);
}

/* One loaded row into register dst + word (or a half). */
static void write_loaded(struct gt_warp *w, const struct gt_micro *u, unsigned word, const uint32_t *row, uint32_t exec)
{
    if (u->dkind == GT_K_R16) {
        if (u->dst / 2u < w->nregs)
            u->kn->blend16(w->regs + u->dst / 2 * 32, row, exec, u->dst & 1);
    } else if (u->dkind != GT_K_NONE && u->dst + word < w->nregs) {
        u->kn->blend32(w->regs + (u->dst + word) * 32, row, exec);
    }
}

/* Store data: word `word` of the register operand, or a half zero-extended. */
static const uint32_t *store_row(const struct gt_warp *w, const struct gt_micro *u, unsigned word, uint32_t *buf)
{
    unsigned r = u->sidx[1];
    if (u->skind[1] == US_HALF) {
        u->kn->half(buf, gt_row(w, r >> 1), r & 1);
        return buf;
    }
    return gt_row(w, r + word);
}

static void record_row(struct gt_effect *eff, uint32_t *to, const uint32_t *row)
{
    if (eff)
        memcpy(to, row, 32 * sizeof *row);
}

/* ---- s[] and c[] operands --------------------------------------------------------------------- */

bool gt_fetch_smem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, bool w16,
                   uint32_t *row, struct gt_effect *eff)
{
    const struct gt_insn *in = u->in;
    const struct gt_block *b = w->block;
    unsigned size = in->smode == GT_SM_U8 ? 1 : in->smode == GT_SM_B32 ? 4 : 2;
    bool sext = in->smode == GT_SM_S16;
    uint32_t keep = w16 ? 0xffff : 0xffffffff;
    _Alignas(32) uint32_t own[32];
    uint32_t *addr = eff ? eff->addr : own;
    if (!exec) {
        memset(row, 0, 32 * sizeof *row);
        return true;
    }
    if (in->areg == 0) {                /* direct: one word for all lanes */
        uint32_t a = (uint32_t)in->mem_off & 0xffff;
        if (eff || a % size || a + size > b->smem_bytes) {
            u->kn->splat(addr, a);
            if (!gt_mem_check(c, w, u, exec, addr, size, 0, b->smem_bytes, GT_F_SHARED_LIMIT))
                return false;
        }
        u->kn->splat(row, extend_sign(load_le(b->smem + a, size), size, sext) & keep);
        return true;
    }
    gt_mem_addr16(w, u, addr);
    if (size == 4 && !w16)
        return load_checked(c, w, u, exec, row, b->smem, addr, 0, b->smem_bytes, GT_F_SHARED_LIMIT);
    if (!gt_mem_check(c, w, u, exec, addr, size, 0, b->smem_bytes, GT_F_SHARED_LIMIT))
        return false;
    gather_row(u, row, b->smem, addr, 0, exec, size, sext);
    if (w16)
        u->kn->half(row, row, 0);
    return true;
}

/* Constants outside a bound segment read 0 and low address bits are ignored: nothing here can fault. */
void gt_fetch_cmem(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, unsigned size,
                   bool sext, uint32_t *row, struct gt_effect *eff)
{
    const struct gt_insn *in = u->in;
    const uint8_t *seg = c->gpu->cseg[in->cseg & (GT_CONST_SEGS - 1)];
    uint32_t mask = 0xffff & ~(size - 1);
    _Alignas(32) uint32_t addr[32];
    if (!in->a_on_c) {
        uint32_t a = in->c_off & mask;
        u->kn->splat(row, seg ? extend_sign(load_le(seg + a, size), size, sext) : 0);
        if (eff && !in->has_s)
            u->kn->splat(eff->addr, a);
        return;
    }
    gt_mem_addr16(w, u, addr);
    for (int i = 0; i < 32; i++)
        addr[i] &= mask;
    record_row(eff, eff ? eff->addr : NULL, addr);
    if (seg)
        gather_row(u, row, seg, addr, 0, exec, size, sext);
    else
        memset(row, 0, 32 * sizeof *row);
}

/* ---- ld c[], ld s[], st s[] -------------------------------------------------------------------- */

/* CONST-8 */
bool gt_body_ld_c(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[32];
    gt_fetch_cmem(c, w, u, exec, u->size, u->sext, row, eff);
    if (u->dkind == GT_K_R16)
        u->kn->half(row, row, 0);
    write_loaded(w, u, 0, row, exec);
    record_row(eff, eff ? eff->result[0] : NULL, row);
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);
    return true;
}

bool gt_body_ld_s(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[32];
    if (!gt_fetch_smem(c, w, u, exec, u->dkind == GT_K_R16, row, eff))
        return false;
    write_loaded(w, u, 0, row, exec);
    record_row(eff, eff ? eff->result[0] : NULL, row);
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);
    return true;
}

/* A loaded word to the destination register, in the lanes of exec, and to the recorded effect. */
static void write_word(struct gt_warp *w, const struct gt_micro *u, const uint32_t *row, uint32_t exec,
                       struct gt_effect *eff)
{
    if (u->dst < w->nregs) {
        uint32_t *dst = w->regs + u->dst * 32;
        if (exec == 0xffffffff)
            memcpy(dst, row, 32 * sizeof *row);
        else
            u->kn->blend32(dst, row, exec);
    }
    record_row(eff, eff ? eff->result[0] : NULL, row);
}

bool gt_body_ld_s32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                    struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[32];
    if (exec == 0xffffffff && u->dst < w->nregs && !eff)        /* straight into the register */
        return gt_fetch_smem32(c, w, u, exec, w->regs + u->dst * 32, NULL);
    if (!gt_fetch_smem32(c, w, u, exec, row, eff))
        return false;
    write_word(w, u, row, exec, eff);
    return true;
}

/* ld of one aligned 32-bit word from g[], the most frequent load: without the generic path's loop over words. */
bool gt_body_ld_g32(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                    struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[32];
    const struct gt_config *cfg = c->cfg;
    const uint32_t *addr = gt_row(w, u->sidx[0]);
    record_row(eff, eff ? eff->addr : NULL, addr);
    if (c->deferred)
        return gt_mem_check(c, w, u, exec, addr, 4, cfg->g_base, cfg->g_limit - cfg->g_base, GT_F_GLOBAL_LIMIT_READ);
    if (!load_checked(c, w, u, exec, row, c->gpu->mem + (cfg->g_base - GT_G_BASE), addr, cfg->g_base,
                      cfg->g_limit - cfg->g_base, GT_F_GLOBAL_LIMIT_READ))
        return false;
    write_word(w, u, row, exec, eff);
    return true;
}

/* st to s[]. Stores of 32 bits try the kernel set's check and scatter in one; when that refuses, the check says why. */
bool gt_body_st_s(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    struct gt_block *b = w->block;
    _Alignas(32) uint32_t own[32], buf[32];
    uint32_t *addr = eff ? eff->addr : own;
    gt_mem_addr16(w, u, addr);
    const uint32_t *data = store_row(w, u, 0, buf);
    record_row(eff, eff ? eff->data[0] : NULL, data);
    if (u->size != 4 || !u->kn->store32(b->smem, addr, data, exec, 0, b->smem_bytes - 4)) {
        if (!gt_mem_check(c, w, u, exec, addr, u->size, 0, b->smem_bytes, GT_F_SHARED_LIMIT))
            return false;
        scatter_row(data, b->smem, addr, 0, exec, u->size);
    }
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);
    return true;
}

/* ---- g[] and l[] ------------------------------------------------------------------------------- */

/* The register row of an address may be the row that is loaded: addresses are copied first. */
static bool load_words(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                       const uint32_t *addr, uint32_t step, struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[32], at[32];
    memcpy(at, addr, sizeof at);
    for (unsigned k = 0; k < u->words; k++) {
        gather_row(u, row, gt_memory_of(c, w, u), at, GT_G_BASE, exec, u->size, u->sext);
        write_loaded(w, u, k, row, exec);
        record_row(eff, eff ? eff->result[k] : NULL, row);
        for (int i = 0; i < 32; i++)
            at[i] += step;
    }
    return true;
}

/* Stores u->words rows; word k of a lane lies k * step bytes behind its address (l[] interleaves lanes by 128). */
static bool store_words(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                        const uint32_t *addr, uint32_t step, struct gt_effect *eff)
{
    _Alignas(32) uint32_t buf[32], at[32];
    memcpy(at, addr, sizeof at);
    for (unsigned k = 0; k < u->words; k++) {
        const uint32_t *data = store_row(w, u, k, buf);
        record_row(eff, eff ? eff->data[k] : NULL, data);
        scatter_row(data, gt_memory_of(c, w, u), at, GT_G_BASE, exec, u->size);
        for (int i = 0; i < 32; i++)
            at[i] += step;
    }
    return true;
}

/* The 8 bytes of an aligned access are one access of the chip's: other threads of this machine, which run other blocks,
 * see all of it or nothing. Two rows of registers, from or to g[]. */
static void load_pairs(uint32_t *low, uint32_t *high, const uint8_t *mem, const uint32_t *addr, uint32_t exec)
{
    for (unsigned i = 0; i < 32; i++) {
        const void *at = mem + (addr[i] - GT_G_BASE);
        const uint64_t v = exec >> i & 1 ? __atomic_load_n((const uint64_t *)at, __ATOMIC_RELAXED) : 0;
        low[i] = (uint32_t)v;
        high[i] = (uint32_t)(v >> 32);
    }
}

static void store_pairs(const uint32_t *low, const uint32_t *high, uint8_t *mem, const uint32_t *addr, uint32_t exec)
{
    for (unsigned i = 0; i < 32; i++) {
        void *at = mem + (addr[i] - GT_G_BASE);
        if (exec >> i & 1)
            __atomic_store_n((uint64_t *)at, low[i] | (uint64_t)high[i] << 32, __ATOMIC_RELAXED);
    }
}

static bool load_wide(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                      const uint32_t *addr, struct gt_effect *eff)
{
    _Alignas(32) uint32_t row[4][32];
    for (unsigned k = 0; k < u->words; k += 2)
        load_pairs(row[k], row[k + 1], gt_memory_of(c, w, u) + 4 * k, addr, exec);
    for (unsigned k = 0; k < u->words; k++) {
        write_loaded(w, u, k, row[k], exec);
        record_row(eff, eff ? eff->result[k] : NULL, row[k]);
    }
    return true;
}

static bool store_wide(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                       const uint32_t *addr, struct gt_effect *eff)
{
    for (unsigned k = 0; k < u->words; k += 2) {
        const uint32_t *low = gt_row(w, u->sidx[1] + k), *high = gt_row(w, u->sidx[1] + k + 1);
        store_pairs(low, high, gt_memory_of(c, w, u) + 4 * k, addr, exec);
        record_row(eff, eff ? eff->data[k] : NULL, low);
        record_row(eff, eff ? eff->data[k + 1] : NULL, high);
    }
    return true;
}

/* Store data for the caller. */
static void record_store(const struct gt_warp *w, const struct gt_micro *u, struct gt_effect *eff)
{
    _Alignas(32) uint32_t buf[32];
    for (unsigned k = 0; k < u->words; k++)
        record_row(eff, eff->data[k], store_row(w, u, k, buf));
}

static bool global_ok(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                      const uint32_t *addr, uint32_t code)
{
    const struct gt_config *cfg = c->cfg;
    return gt_mem_check(c, w, u, exec, addr, (uint32_t)u->size * u->words, cfg->g_base, cfg->g_limit - cfg->g_base,
                        code);
}

bool gt_body_ld_g(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const uint32_t *addr = gt_row(w, u->sidx[0]);
    record_row(eff, eff ? eff->addr : NULL, addr);
    if (!global_ok(c, w, u, exec, addr, GT_F_GLOBAL_LIMIT_READ))
        return false;
    return c->deferred || (u->size == 4 && u->words > 1 ? load_wide(c, w, u, exec, addr, eff)
                                                        : load_words(c, w, u, exec, addr, 4, eff));
}

/* st to g[]: aligned 32-bit words in one step, everything else is checked first and then stored word by word. */
bool gt_body_st_g(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const struct gt_config *cfg = c->cfg;
    const uint32_t *addr = gt_row(w, u->sidx[0]);
    record_row(eff, eff ? eff->addr : NULL, addr);
    if (c->deferred) {
        record_store(w, u, eff);
        return global_ok(c, w, u, exec, addr, GT_F_GLOBAL_LIMIT_WRITE);
    }
    if (u->size == 4 && u->words == 1 && u->skind[1] == US_ROW && cfg->g_limit - cfg->g_base >= 4) {
        const uint32_t *data = gt_row(w, u->sidx[1]);
        record_row(eff, eff ? eff->data[0] : NULL, data);
        if (u->kn->store32(c->gpu->mem + (cfg->g_base - GT_G_BASE), addr, data, exec, cfg->g_base,
                           cfg->g_limit - cfg->g_base - 4))
            return true;
    }
    if (!global_ok(c, w, u, exec, addr, GT_F_GLOBAL_LIMIT_WRITE))
        return false;
    return u->size == 4 && u->words > 1 && u->skind[1] == US_ROW ? store_wide(c, w, u, exec, addr, eff)
                                                                 : store_words(c, w, u, exec, addr, 4, eff);
}

/* l[]: word k of lane i of a warp slot lies at base + k * 128 + 4 * i (COAL-5); the same in a memory of the block's
 * own. */
static bool local_addresses(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                            uint32_t code, uint32_t *addr, struct gt_effect *eff)
{
    const struct gt_config *cfg = c->cfg;
    gt_mem_addr16(w, u, addr);
    if (!gt_mem_check(c, w, u, exec, addr, (uint32_t)u->size * u->words, 0, cfg->local_words * 4, code))
        return false;
    uint32_t warp = cfg->local_words * 128;
    uint32_t base = w->block->local ? GT_G_BASE + w->warp_in_block * warp : cfg->local_base + w->slot * warp;
    for (uint32_t i = 0; i < 32; i++)
        addr[i] = base + (addr[i] >> 2) * 128 + 4 * i + (addr[i] & 3);
    record_row(eff, eff ? eff->addr : NULL, addr);
    return true;
}

bool gt_body_ld_l(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    _Alignas(32) uint32_t addr[32];
    if (!local_addresses(c, w, u, exec, GT_F_LOCAL_LIMIT_READ, addr, eff))
        return false;
    if (!c->deferred)
        load_words(c, w, u, exec, addr, 128, eff);
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);
    return true;
}

/* st to l[], whose addresses are local ones until local_addresses() has made them physical. */
bool gt_body_st_l(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    _Alignas(32) uint32_t addr[32];
    if (!local_addresses(c, w, u, exec, GT_F_LOCAL_LIMIT_WRITE, addr, eff))
        return false;
    if (c->deferred)
        record_store(w, u, eff);
    else
        store_words(c, w, u, exec, addr, 128, eff);
    if (u->in->ainc)
        gt_autoinc(w, u->in, exec);
    return true;
}

/* ---- deferred loads ----------------------------------------------------------------------------- */

/* One word to one register of each lane. */
static void load_words32(uint32_t *reg, uint32_t *result, const uint32_t *addr, uint32_t lanes,
                         const uint8_t sector[32])
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        reg[i] = result[i] = load_le(sector + (addr[i] & 28), 4);
    }
}

void gt_load_part(struct gt_core *c, struct gt_warp *w, const struct gt_insn *in, uint32_t lanes, unsigned word,
                  unsigned words, const uint8_t sector[32], struct gt_effect *eff)
{
    const struct gt_micro *u = gt_core_cached(c, in);
    const uint32_t step = u->body == gt_body_ld_l ? 128 : 4;
    const unsigned size = in->op == GT_OP_ATOM || in->op == GT_OP_RED ? 4 : u->size;
    if (words == 1 && size == 4 && u->dkind == GT_K_R32 && u->dst + word < w->nregs) {
        load_words32(&w->regs[(u->dst + word) * 32], eff->result[word], eff->addr, lanes, sector);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        for (unsigned k = word; k < word + words; k++) {
            uint32_t v = extend_sign(load_le(sector + ((eff->addr[i] + k * step) & 31), size), size, u->sext);
            eff->result[k][i] = v;
            gt_write_lane(w, u, k, i, v);
        }
    }
}
