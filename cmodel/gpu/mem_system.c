/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_system.h"

#include <stdlib.h>

enum { BANKS_OF_ROW = 8, ROW_BYTES = 4096 };

static unsigned partition_bits(const struct mem_system *m) { return (unsigned)__builtin_ctz(m->partitions); }

/* MSYS-3 */
static unsigned partition_of(const struct mem_system *m, uint32_t addr) { return addr >> 8 & (m->partitions - 1); }
static uint32_t near_address(const struct mem_system *m, uint32_t addr)
{
    return addr >> (8 + partition_bits(m)) << 11 | partition_of(m, addr) << 8 | (addr & 0xff);
}

static uint8_t *sector_bytes(void *arg, uint32_t sector, bool write)
{
    (void)write;
    return ((struct mem_chips *)arg)->bytes + sector * 32;
}

struct mem_system *mem_system_new(unsigned tpcs, unsigned sms, unsigned partitions, unsigned row_bits,
                                  uint32_t dir_base, uint32_t l3_base)
{
    if (sms < 1 || sms > 3 || !partitions || partitions & (partitions - 1) || row_bits > 12)
        return NULL;
    struct mem_system *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->tpcs = tpcs;
    m->partitions = partitions;
    m->row_mask = (1u << row_bits) - 1;
    m->xbar = xbar_new(tpcs, partitions);
    m->mmu = m->xbar ? mmu_new(dir_base) : NULL;
    bool ok = m->mmu != NULL;
    for (unsigned t = 0; ok && t < tpcs; t++)
        tpc_mem_init(&m->tpc[t], sms, t);
    l3_init(&m->l3, l3_base);
    for (unsigned p = 0; ok && p < partitions; p++) {
        partition_reset(&m->partition[p], p);
        m->chips[p].bytes = calloc((size_t)BANKS_OF_ROW * ROW_BYTES, m->row_mask + 1);
        ok = m->chips[p].bytes != NULL;
        dram_chip_reset(&m->chips[p].chip, sector_bytes, &m->chips[p]);
    }
    if (ok)
        return m;
    mem_system_free(m);
    return NULL;
}

void mem_system_free(struct mem_system *m)
{
    if (!m)
        return;
    xbar_free(m->xbar);
    mmu_free(m->mmu);
    for (unsigned p = 0; p < XBAR_TO_L3; p++)
        free(m->chips[p].bytes);
    free(m);
}

uint8_t *mem_system_byte(struct mem_system *m, uint32_t addr)
{
    uint32_t sector = gpu_sector(near_address(m, addr));
    return m->chips[partition_of(m, addr)].bytes + sector * 32 + (addr & 31);
}

/* What is offered in a step, and whether it is taken; all of it follows from what was before. */
struct offers {
    struct gpu_req to[XBAR_SOURCES];                /* of those who ask, with their partition */
    const struct gpu_req *c_req[XBAR_SOURCES];
    const struct gpu_rsp *c_rsp[XBAR_SOURCES];
    const struct gpu_req *s_req[XBAR_DESTINATIONS];
    const struct gpu_rsp *s_rsp[XBAR_DESTINATIONS];
    bool     c_req_taken[XBAR_SOURCES], s_rsp_taken[XBAR_DESTINATIONS];
    unsigned s_req_taken, c_rsp_taken;              /* masks */
};

static void client(const struct mem_system *m, struct offers *o, unsigned c, const struct gpu_req *r)
{
    o->c_rsp[c] = xbar_rsp(m->xbar, c);
    if (!r)
        return;
    o->to[c] = *r;
    if (r->dst < XBAR_TO_L3)
        o->to[c].dst = (uint8_t)(r->dst & (m->partitions - 1));
    o->c_req[c] = &o->to[c];
    o->c_req_taken[c] = xbar_req_ready(m->xbar, c);
}

static void server(const struct mem_system *m, struct offers *o, unsigned s, bool ready, const struct gpu_rsp *r)
{
    o->s_req[s] = xbar_req(m->xbar, s);
    o->s_req_taken |= (unsigned)(o->s_req[s] && ready) << s;
    o->s_rsp[s] = r;
    o->s_rsp_taken[s] = r && xbar_rsp_ready(m->xbar, s, r);
}

static void look(const struct mem_system *m, struct offers *o)
{
    for (unsigned t = 0; t < m->tpcs; t++) {
        client(m, o, t, tpc_mem_req(&m->tpc[t]));
        if (o->c_rsp[t])
            o->c_rsp_taken |= (unsigned)tpc_mem_rsp_ready(&m->tpc[t], o->c_rsp[t]) << t;
    }
    client(m, o, m->tpcs, l3_read(&m->l3));
    client(m, o, m->tpcs + 1, mmu_read(m->mmu));
    o->c_rsp_taken |= 3u << m->tpcs;
    for (unsigned p = 0; p < m->partitions; p++)
        server(m, o, p, partition_ready(&m->partition[p]), partition_answer(&m->partition[p]));
    server(m, o, m->partitions, l3_ready(&m->l3), l3_answer(&m->l3));
    server(m, o, m->partitions + 1, mmu_ready(m->mmu), mmu_answer(m->mmu));
}

void mem_system_cycle(struct mem_system *m, const struct tpc_mem_in in[])
{
    bool step = !(m->cycle & 1), mstep = gpu_mstep(m->cycle);
    struct offers o = {.s_req_taken = 0};
    struct gpu_req req[XBAR_DESTINATIONS];          /* what is taken: it is gone when the crossbar has moved */
    struct gpu_rsp rsp[XBAR_SOURCES];
    if (step) {
        look(m, &o);
        for (unsigned s = 0; s < m->partitions + 2; s++)
            if (o.s_req_taken >> s & 1)
                req[s] = *o.s_req[s];
        for (unsigned c = 0; c < m->tpcs + 2; c++)
            if (o.c_rsp[c])
                rsp[c] = *o.c_rsp[c];
        xbar_step(m->xbar, o.c_req, o.s_rsp, o.s_req_taken, o.c_rsp_taken);
    }
    unsigned l3 = m->partitions, mmu = l3 + 1, tpcs = m->tpcs;
    for (unsigned t = 0; t < tpcs; t++)
        tpc_mem_cycle(&m->tpc[t], step, &in[t], o.c_req_taken[t], o.c_rsp_taken >> t & 1 ? &rsp[t] : NULL);
    if (step) {
        l3_step(&m->l3, o.s_req_taken >> l3 & 1 ? &req[l3] : NULL, o.s_rsp_taken[l3], o.c_req_taken[tpcs],
                o.c_rsp[tpcs] ? &rsp[tpcs] : NULL);
        mmu_step(m->mmu, o.s_req_taken >> mmu & 1 ? &req[mmu] : NULL, o.s_rsp_taken[mmu], o.c_req_taken[tpcs + 1],
                 o.c_rsp[tpcs + 1] ? &rsp[tpcs + 1] : NULL);
    }
    for (unsigned p = 0; p < m->partitions; p++) {
        struct partition *part = &m->partition[p];
        struct dram_pins pins = part->dram.pins;
        bool taken = o.s_req_taken >> p & 1;
        if (taken)
            req[p].addr = near_address(m, req[p].addr);
        partition_cycle(part, step, mstep, taken ? &req[p] : NULL, o.s_rsp_taken[p], m->chips[p].chip.out);
        if (mstep)
            dram_chip_clock(&m->chips[p].chip, &pins);
    }
    m->cycle++;
}
