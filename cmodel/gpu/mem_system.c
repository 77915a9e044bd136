/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of the whole memory system, all of it or the two sides of the crossbar apart, and when a part can rest.
 */
#include "mem_system.h"

#include <stdlib.h>
#include <string.h>

enum { BANKS_OF_ROW = 8, ROW_BYTES = 4096 };
enum { LOOK_CYCLES = 64 };                          /* how often a partition is looked at, whether it rests */

/* MSYS-3 */
static unsigned partition_of(const struct mem_system *m, uint32_t addr) { return (addr >> 8) % m->partitions; }
static uint32_t near_address(const struct mem_system *m, uint32_t addr)
{
    return (addr >> 8) / m->partitions << 11 | partition_of(m, addr) << 8 | (addr & 0xff);
}

/* --- construction ------------------------------------------------------------------------------------------------- */

static uint8_t *sector_bytes(void *arg, uint32_t sector, bool write)
{
    (void)write;
    return ((struct mem_chips *)arg)->bytes + sector * 32;
}

/* Without memory chips. */
static struct mem_system *make_system(unsigned tpcs, unsigned sms, unsigned partitions, uint32_t dir_base,
                                      uint32_t l3_base)
{
    if (sms < 1 || sms > 3 || !partitions || (partitions != 6 && partitions & (partitions - 1)))
        return NULL;
    struct mem_system *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->tpcs = tpcs;
    m->partitions = partitions;
    m->clock_khz = GT_CLOCK_KHZ;
    m->mem_clock_khz = GT_MEM_CLOCK_KHZ;
    m->xbar = xbar_new(tpcs, partitions);
    m->mmu = m->xbar ? mmu_new(dir_base) : NULL;
    if (!m->mmu) {
        mem_system_free(m);
        return NULL;
    }
    for (unsigned t = 0; t < tpcs; t++)
        tpc_mem_init(&m->tpc[t], sms, t);
    l3_init(&m->l3, l3_base);
    for (unsigned p = 0; p < partitions; p++)
        partition_reset(&m->partition[p], p);
    m->awake = (1u << partitions) - 1;
    return m;
}

struct mem_system *mem_system_new(unsigned tpcs, unsigned sms, unsigned partitions, unsigned row_bits,
                                  uint32_t dir_base, uint32_t l3_base)
{
    struct mem_system *m = row_bits <= 12 ? make_system(tpcs, sms, partitions, dir_base, l3_base) : NULL;
    bool ok = m != NULL;
    for (unsigned p = 0; ok && p < partitions; p++) {
        m->chips[p].bytes = calloc((size_t)BANKS_OF_ROW * ROW_BYTES, (size_t)1 << row_bits);
        ok = m->chips[p].bytes != NULL;
        dram_chip_reset(&m->chips[p].chip, sector_bytes, &m->chips[p]);
    }
    if (ok)
        return m;
    mem_system_free(m);
    return NULL;
}

struct mem_system *mem_system_on(struct physical *physical, const struct mem_middle_maker *maker)
{
    const struct gt_chip *chip = physical->gpu->chip;
    struct mem_system *m = make_system(chip->tpcs, chip->sms, chip->partitions, GT_GPU_DIR_BASE, GT_GPU_L3_BASE);
    for (unsigned p = 0; m && p < chip->partitions; p++)
        dram_chip_reset(&m->chips[p].chip, physical_sector, &physical->chips[p]);
    if (m) {
        m->clock_khz = chip->values->clock_khz;
        m->mem_clock_khz = chip->values->mem_clock_khz;
    }
    if (m && maker && !(m->middle = maker->make(maker->arg, physical))) {
        mem_system_free(m);
        return NULL;
    }
    return m;
}

void mem_system_behind(struct mem_system *m, struct physical *physical)
{
    for (unsigned p = 0; p < m->partitions && !m->hosted; p++)
        m->chips[p].chip.arg = &physical->chips[p];
    if (m->middle)
        m->middle->behind(m->middle, physical);
}

void mem_system_free(struct mem_system *m)
{
    if (!m)
        return;
    xbar_free(m->xbar);
    mmu_free(m->mmu);
    if (m->middle)
        m->middle->free(m->middle);
    for (unsigned p = 0; p < XBAR_TO_L3; p++)
        free(m->chips[p].bytes);
    free(m);
}

uint8_t *mem_system_byte(struct mem_system *m, uint32_t addr)
{
    uint32_t sector = gpu_sector(near_address(m, addr));
    return m->chips[partition_of(m, addr)].bytes + sector * 32 + (addr & 31);
}

/* --- what is looked up, for who compares it (GPU-10) -------------------------------------------------------------- */

/* The id if there is an answer; bytes that are written; of an atomic its operands. */
static void look_req(struct mem_system *m, enum gpu_place place, unsigned at, const struct gpu_req *r)
{
    if (!m->looks || !r)
        return;
    struct gpu_look *k = gpu_look_add(m->looks, place, at, r->dst, r->src, r->kind & 1 ? 0 : r->id, r->kind,
                                      r->space);
    uint32_t mask = r->kind == MEM_STORE ? r->mask : r->kind & 2 ? 0xffff : 0;
    k->value[LOOK_REQ_MASK - 1] = r->addr;
    k->value[LOOK_REQ_MASK] = r->kind == MEM_STORE ? mask : 0;
    for (unsigned i = 0; i < 32; i++)
        k->value[LOOK_REQ_DATA + i / 4] |= mask >> i & 1 ? r->data[i / 4] & 0xffu << 8 * (i % 4) : 0;
}

static void look_rsp(struct mem_system *m, enum gpu_place place, unsigned at, const struct gpu_rsp *r)
{
    if (m->looks && r)
        memcpy(gpu_look_add(m->looks, place, at, r->dst, r->src, r->id, 0, 0)->value + LOOK_RSP_DATA, r->data, 32);
}

static void look_tlbs(struct mem_system *m, unsigned t)
{
    for (unsigned i = 0; m->looks && i < 2; i++) {
        const struct tlb_l1 *l = &m->tpc[t].tlb[i];
        if (l->event.what)
            gpu_look_add(m->looks, i ? LOOK_TLB_T : LOOK_TLB_G, t, l->event.what, l->event.way, l->event.addr,
                         l->event.page, 0);
    }
}

static void look_caches(struct mem_system *m, bool l3, bool mmu)
{
    const struct l3 *l = &m->l3;
    if (m->looks && l3 && l->looked)
        gpu_look_add(m->looks, LOOK_L3, 0, l->hit, l->entry % GT_L3_WAYS, l->now.addr, l->now.src, l->now.id);
    if (m->looks && mmu && m->mmu->event.what)
        gpu_look_add(m->looks, LOOK_MMU, 0, m->mmu->event.what, m->mmu->event.tlb, m->mmu->event.page,
                     m->mmu->event.value, 0);
}

static void look_partition(struct mem_system *m, unsigned p)
{
    const struct partition *part = &m->partition[p];
    if (m->looks && part->event.look)
        gpu_look_add(m->looks, LOOK_PARTITION, p, part->event.found, part->event.sector, part->event.place,
                     part->event.way, part->event.after);
    if (m->looks && part->event.fill)
        gpu_look_add(m->looks, LOOK_FILL, p, part->event.filled, 0, 0, 0, 0);
}

/* --- a TPC -------------------------------------------------------------------------------------------------------- */

/* A request with its partition. */
static struct gpu_req to_partition(const struct mem_system *m, const struct gpu_req *r)
{
    struct gpu_req to = *r;
    if (to.dst < XBAR_TO_L3)
        to.dst = (uint8_t)partition_of(m, to.addr);
    return to;
}

/* In the cycle before tpc_cycle. */
static void count_accepted(struct mem_system *m, unsigned t, const struct tpc_mem_in *in)
{
    for (unsigned i = 0; m->count && i < TPC_PORTS; i++)
        if (in->req[i])
            mem_count_accept(m->count, t, m->tpc_cycle[t] - 1, i == m->tpc[t].port.sms ? TPC_PORT_TEX : i,
                             in->req[i]->kind);
}

bool mem_system_tpc_rests(const struct mem_system *m, unsigned t)
{
    return tpc_mem_idle(&m->tpc[t]) && xbar_near_rests(m->xbar, t);
}

void mem_system_tpc(struct mem_system *m, unsigned t, const struct tpc_mem_in *in)
{
    struct tpc_mem *tpc = &m->tpc[t];
    bool step = !(m->tpc_cycle[t]++ & 1);
    if (!tpc_mem_asked(in) && mem_system_tpc_rests(m, t)) {
        xbar_near_skip(m->xbar, t, step);
        return;
    }
    if (!step) {
        count_accepted(m, t, in);
        if (tpc_mem_asked(in) || in->answered || tpc->l2.count)     /* else nothing changes between steps */
            tpc_mem_cycle(tpc, false, in, false, NULL);
        return;
    }
    const struct gpu_req *r = tpc_mem_req(tpc);
    const struct gpu_rsp *rsp = xbar_rsp(m->xbar, t);       /* its place in the link stays as it is in this step */
    bool taken = r && xbar_req_ready(m->xbar, t);
    if (rsp && !tpc_mem_rsp_ready(tpc, rsp))
        rsp = NULL;
    if (taken) {
        struct gpu_req to = to_partition(m, r);
        look_req(m, LOOK_REQ_IN, t, &to);
        xbar_near_step(m->xbar, t, &to, rsp != NULL);
    } else {
        xbar_near_step(m->xbar, t, NULL, rsp != NULL);
    }
    look_rsp(m, LOOK_RSP_OUT, t, rsp);
    if (m->count && rsp)
        mem_count_answer(m->count, t, m->tpc_cycle[t] - 1, rsp);
    const bool held = r && !taken;
    tpc_mem_cycle(tpc, true, in, taken, rsp);
    look_tlbs(m, t);
    if (m->count) {
        const enum look_tlb what[2] = {tpc->tlb[0].event.what, tpc->tlb[1].event.what};
        mem_count_tpc(m->count, t, what, held);
        count_accepted(m, t, in);
    }
}

void mem_system_tpc_alone(struct mem_system *m, unsigned t, uint64_t cycle)
{
    static const struct tpc_mem_in nothing;
    while (m->tpc_cycle[t] < cycle && !mem_system_tpc_rests(m, t))
        mem_system_tpc(m, t, &nothing);
    if (m->tpc_cycle[t] < cycle) {
        xbar_near_skip(m->xbar, t, (unsigned)((cycle + 1) / 2 - (m->tpc_cycle[t] + 1) / 2));
        m->tpc_cycle[t] = cycle;
    }
}

/* --- between the links and the partitions ------------------------------------------------------------------------- */

/* What is taken in a step, or offered by a link that then has its step. */
struct taken {
    struct gpu_req req[XBAR_DESTINATIONS];
    unsigned requests;                              /* mask */
    bool     answer[XBAR_DESTINATIONS];
};

static bool server_ready(const struct mem_system *m, unsigned s)
{
    return s < m->partitions    ? partition_ready(&m->partition[s])
           : s == m->partitions ? l3_ready(&m->l3)
                                : mmu_ready(m->mmu);
}

static const struct gpu_rsp *server_answer(const struct mem_system *m, unsigned s)
{
    return s < m->partitions    ? partition_answer(&m->partition[s])
           : s == m->partitions ? l3_answer(&m->l3)
                                : mmu_answer(m->mmu);
}

/* Who answers, and the switches. */
static void serve_answers(struct mem_system *m, struct taken *k)
{
    const struct gpu_rsp *rsp[XBAR_DESTINATIONS];
    unsigned answers = 0;
    for (unsigned s = 0; s < m->partitions + 2; s++) {
        const struct gpu_req *r = xbar_req(m->xbar, s);
        if (r && server_ready(m, s)) {
            k->requests |= 1u << s;
            k->req[s] = *r;                         /* it is gone when the crossbar has moved */
            look_req(m, LOOK_REQ_OUT, s, r);
        }
        rsp[s] = server_answer(m, s);
        k->answer[s] = rsp[s] && xbar_rsp_ready(m->xbar, s, rsp[s]);
        look_rsp(m, LOOK_RSP_IN, s, k->answer[s] ? rsp[s] : NULL);
        answers |= (unsigned)(rsp[s] != NULL) << s;
        if (m->count && s < m->partitions && (r || rsp[s] || m->count->partition[s].inside))
            mem_count_partition(m->count, s, r ? r->kind : -1, k->requests >> s & 1, rsp[s] != NULL, k->answer[s]);
    }
    if (!answers && xbar_middle_rests(m->xbar))
        xbar_middle_skip(m->xbar, 1);
    else
        xbar_middle_step(m->xbar, rsp, k->requests);
}

/* L3 and MMU at their ends of links, of which a step later is none apart. Returns whether the read is taken. */
static bool ask_memory(struct mem_system *m, unsigned client, const struct gpu_req *r, const struct gpu_rsp **sector)
{
    *sector = xbar_rsp(m->xbar, client);
    look_rsp(m, LOOK_RSP_OUT, client, *sector);
    bool taken = r && xbar_req_ready(m->xbar, client);
    if (taken) {
        struct gpu_req to = to_partition(m, r);
        look_req(m, LOOK_REQ_IN, client, &to);
        xbar_near_step(m->xbar, client, &to, true);
    } else {
        xbar_near_step(m->xbar, client, NULL, true);
    }
    return taken;
}

/* A step of L3 and MMU, where they have something to do. */
static void step_caches(struct mem_system *m, const struct taken *k, const struct gpu_rsp *const sector[2],
                        const bool read_taken[2])
{
    unsigned l3 = m->partitions, mmu = l3 + 1;
    bool to_l3 = k->requests >> l3 & 1, to_mmu = k->requests >> mmu & 1;
    bool l3_steps = to_l3 || !l3_idle(&m->l3), mmu_steps = to_mmu || !mmu_idle(m->mmu);
    if (l3_steps)
        l3_step(&m->l3, to_l3 ? &k->req[l3] : NULL, k->answer[l3], read_taken[0], sector[0]);
    if (mmu_steps)
        mmu_step(m->mmu, to_mmu ? &k->req[mmu] : NULL, k->answer[mmu], read_taken[1], sector[1]);
    look_caches(m, l3_steps, mmu_steps);
}

/* A step of what stands at the crossbar's middle: L3 and MMU ask and answer, and the host in place of the L3. */
static void step_middle(struct mem_system *m, struct taken *k)
{
    const struct gpu_rsp *sector[2];
    bool read_taken[2];
    const struct gpu_req *read[2] = {m->host ? m->host : l3_read(&m->l3), mmu_read(m->mmu)};
    for (unsigned i = 0; i < 2; i++)
        read_taken[i] = ask_memory(m, m->tpcs + i, read[i], &sector[i]);
    m->host_taken = m->host && read_taken[0];       /* HOST-10 */
    read_taken[0] = read_taken[0] && !m->host;
    serve_answers(m, k);
    step_caches(m, k, sector, read_taken);
    for (unsigned i = 0; i < 2; i++)
        xbar_exchange(m->xbar, m->tpcs + i);
}

/* --- partitions --------------------------------------------------------------------------------------------------- */

/* Memory clocks in the cycles before this one. */
static uint64_t mem_clocks(const struct mem_system *m, uint64_t cycle)
{
    return cycle * m->mem_clock_khz / m->clock_khz;
}

/* Nothing moves in it from this cycle on, but its times; until before its next refresh. */
static void let_rest(struct mem_system *m, unsigned p)
{
    struct mem_chips *c = &m->chips[p];
    uint64_t left = m->partition[p].dram.refresh - m->partition[p].dram.now;
    if (left < LOOK_CYCLES || !partition_rests(&m->partition[p]) || c->chip.under_way)
        return;
    m->awake &= ~(1u << p);
    c->since = m->cycle;
    c->until = m->cycle + (left - 2) * m->clock_khz / m->mem_clock_khz;
}

static void wake_partition(struct mem_system *m, unsigned p)
{
    struct mem_chips *c = &m->chips[p];
    uint64_t slept = mem_clocks(m, m->cycle) - mem_clocks(m, c->since);
    partition_skip(&m->partition[p], m->cycle - c->since, slept);
    c->chip.now += slept;
    m->awake |= 1u << p;
}

/* A cycle of the partitions and their chips; those that rest are left out until something comes. */
static void step_partitions(struct mem_system *m, bool step, struct taken *k)
{
    bool mstep = gpu_mstep_of(m->cycle, m->clock_khz, m->mem_clock_khz);
    for (unsigned p = 0; p < m->partitions; p++) {
        struct partition *part = &m->partition[p];
        struct dram_pins pins = {0};
        bool taken = step && k->requests >> p & 1;
        if (!(m->awake >> p & 1)) {
            if (!taken && m->cycle < m->chips[p].until)
                continue;
            wake_partition(m, p);
        }
        if (taken)
            k->req[p].addr = near_address(m, k->req[p].addr);
        if (mstep) {
            pins = part->dram.pins;
            if (m->count && pins.op != DRAM_OP_NOP)
                mem_count_pins(m->count, p, m->cycle, &pins);
        }
        partition_cycle(part, step, mstep, taken ? &k->req[p] : NULL, step && k->answer[p], m->chips[p].chip.out);
        look_partition(m, p);
        if (mstep)
            dram_chip_clock(&m->chips[p].chip, &pins);
    }
    if (!(++m->cycle % LOOK_CYCLES))
        for (unsigned p = 0; p < m->partitions; p++)
            if (m->awake >> p & 1)
                let_rest(m, p);
}

const struct dram_pins *mem_system_pins(const struct mem_system *m, unsigned p)
{
    return m->middle ? m->middle->pins(m->middle, p) : &m->partition[p].dram.pins;
}

/* --- from the links on, elsewhere --------------------------------------------------------------------------------- */

/* A cycle of a middle that another machine has: what the TPCs ask and hear in it. */
static void step_elsewhere(struct mem_system *m)
{
    bool step = !(m->cycle & 1);
    struct mem_middle_step s;
    s.rsp_ready = s.taken = s.answered = 0;
    for (unsigned t = 0; step && t < m->tpcs; t++) {
        s.req[t] = xbar_far_req(m->xbar, t);
        s.rsp_ready |= (unsigned)xbar_far_ready(m->xbar, t) << t;
    }
    m->middle->count(m->middle, m->count);
    m->middle->cycle(m->middle, m->cycle++, step ? &s : NULL);
    for (unsigned t = 0; step && t < m->tpcs; t++)
        xbar_far_step(m->xbar, t, s.taken >> t & 1, s.answered >> t & 1 ? &s.rsp[t] : NULL);
}

/* --- together ----------------------------------------------------------------------------------------------------- */

static bool middle_rests(const struct mem_system *m)
{
    if (m->middle)
        return m->middle->idle(m->middle) && xbar_middle_rests(m->xbar);
    return !m->awake && l3_idle(&m->l3) && mmu_idle(m->mmu) && xbar_middle_rests(m->xbar);
}

/* The first cycle in which a partition has something to do. */
static uint64_t first_alarm(const struct mem_system *m)
{
    uint64_t first = m->chips[0].until;
    for (unsigned p = 1; p < m->partitions; p++)
        if (m->chips[p].until < first)
            first = m->chips[p].until;
    return first;
}

void mem_system_middle(struct mem_system *m, uint64_t cycle)
{
    m->host_taken = false;
    while (m->middle && m->cycle < cycle)
        step_elsewhere(m);
    while (m->cycle < cycle) {
        uint64_t to = middle_rests(m) && !m->host ? first_alarm(m) : 0;
        if (to > m->cycle) {
            to = to < cycle ? to : cycle;
            xbar_middle_skip(m->xbar, (unsigned)((to + 1) / 2 - (m->cycle + 1) / 2));
            m->cycle = to;
            continue;
        }
        struct taken k;
        bool step = !(m->cycle & 1);
        k.requests = 0;
        if (step)
            step_middle(m, &k);
        step_partitions(m, step, &k);
    }
}

void mem_system_exchange(struct mem_system *m)
{
    for (unsigned t = 0; t < m->tpcs; t++)
        xbar_exchange(m->xbar, t);
}

void mem_system_cycle(struct mem_system *m, const struct tpc_mem_in in[])
{
    for (unsigned t = 0; t < m->tpcs; t++)
        mem_system_tpc(m, t, &in[t]);
    mem_system_middle(m, m->cycle + 1);
    mem_system_exchange(m);
}

bool mem_system_rests(const struct mem_system *m)
{
    for (unsigned t = 0; t < m->tpcs; t++)
        if (!mem_system_tpc_rests(m, t))
            return false;
    return middle_rests(m);
}

bool mem_system_idle(const struct mem_system *m)
{
    bool idle = m->middle ? middle_rests(m) : l3_idle(&m->l3) && !m->mmu->asked && xbar_middle_rests(m->xbar);
    for (unsigned t = 0; idle && t < m->tpcs; t++)
        idle = mem_system_tpc_rests(m, t);
    for (unsigned p = 0; idle && !m->middle && p < m->partitions; p++)
        idle = partition_idle(&m->partition[p]);
    return idle;
}

void mem_system_alone(struct mem_system *m, uint64_t cycle)
{
    while (m->cycle < cycle) {
        uint64_t to = m->cycle + mem_system_apart(m);
        to = to < cycle ? to : cycle;
        for (unsigned t = 0; t < m->tpcs; t++)
            mem_system_tpc_alone(m, t, to);
        mem_system_middle(m, to);
        mem_system_exchange(m);
    }
}

void mem_system_invalidate(struct mem_system *m, unsigned what)
{
    for (unsigned t = 0; what & GT_INV_PAGES && t < m->tpcs; t++)
        for (unsigned i = 0; i < 2; i++)
            tlb_l1_invalidate(&m->tpc[t].tlb[i]);
    if (m->middle) {
        m->middle->invalidate(m->middle, what);
        return;
    }
    if (what & GT_INV_PAGES)
        mmu_invalidate(m->mmu);
    if (what & GT_INV_CODE)
        l3_init(&m->l3, m->l3.base);
    for (unsigned p = 0; what & GT_INV_TEXTURES && p < m->partitions; p++)
        tex_l2_reset(&m->partition[p].l2);
}

unsigned mem_system_apart(const struct mem_system *m)
{
    unsigned steps = xbar_steps(0);
    for (unsigned t = 1; t < m->tpcs; t++)
        steps = xbar_steps(t) < steps ? xbar_steps(t) : steps;
    return 2 * steps;
}
