/* SPDX-License-Identifier: Apache-2.0
 *
 * Collecting. Between two issues of an SM the slots that each warp has lost are kept by reason; the warp that issues
 * next is charged with its own (PROF-5).
 */
#include "prof.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "gt_chip.h"
#include "lsu/coalescer.h"
#include "lsu/smem.h"
#include "text.h"

#define SLOT 2              /* cycles from one issue slot to the next (ISSUE-1) */

#define PARTITIONS 8
#define WINDOW_CYCLES 1024  /* PROF-9 */

struct prof_sm {
    uint32_t waits[GT_WAITS];               /* since the last event that told */
    uint64_t since;                         /* slots before this cycle are accounted for */
    uint64_t gap[GT_WARPS][PROF_REASONS];   /* cycles since the last issue */
    uint64_t gap_cycles, gap_idle;
    uint32_t seen;                          /* warps with a gap */
    unsigned resident;                      /* blocks */
    uint32_t last_pc[GT_WARPS];             /* issued last */
    bool     last_branch[GT_WARPS], last_bar[GT_WARPS];
    uint8_t  depth[GT_WARPS];
    bool     queue_shared;                  /* what the load/store unit worked on last is of s[] */
};

struct prof_run {
    struct prof_kernel *kernel;
    struct tinfo *access;                   /* of each word; in NULL: not looked at */
    struct gt_insn *decoded;
    struct prof_counts before;
    struct gt_memory_counts memory;
    unsigned sms, partitions;
    bool strict;                            /* its coalescer (COAL-11) */
    uint64_t window, asked[PARTITIONS];     /* requests to each partition in that window of cycles */
    struct prof_sm sm[];
};

static const struct { const char *name, *column, *text; } reasons[PROF_REASONS] = {
    [PROF_ISSUE] = { "issue", "issue", "an instruction issues" },
    [PROF_MEMORY] = { "memory", "memory", "waits for a load, an atomic or a texture" },
    [PROF_MEMORY_QUEUE] = { "memory queue", "memory_queue", "load/store queue full of transactions of memory" },
    [PROF_SHARED] = { "shared", "shared", "waits for a load from shared memory" },
    [PROF_SHARED_QUEUE] = { "shared queue", "shared_queue", "load/store queue full of passes of shared memory" },
    [PROF_SP] = { "operand SP", "operand_sp", "waits for a result of the SPs" },
    [PROF_SFU] = { "operand SFU", "operand_sfu", "waits for a result of the SFU" },
    [PROF_DPU] = { "operand DPU", "operand_dpu", "waits for a result in double precision" },
    [PROF_SP_BUSY] = { "SP busy", "sp_busy", "ready, SPs at work: one warp instruction in 4 cycles" },
    [PROF_X_BUSY] = { "SFU/DPU busy", "sfu_dpu_busy", "ready, SFU or DPU at work" },
    [PROF_CONTROL_BUSY] = { "control busy", "control_busy", "ready, branch unit or constant unit at work" },
    [PROF_BANK] = { "bank rule", "bank_rule", "ready, held back by the register file's rules" },
    [PROF_PORT] = { "write port", "write_port", "ready, held back for results of loads, SFU or DPU" },
    [PROF_DECODE] = { "decode", "decode", "next instruction is being read and decoded" },
    [PROF_FETCH] = { "fetch", "fetch", "line of instructions not there" },
    [PROF_CONSTANT] = { "constant", "constant", "constant not there" },
    [PROF_BRANCH] = { "branch", "branch", "control operation, join or exit under way" },
    [PROF_BARRIER] = { "barrier", "barrier", "waits at a barrier" },
    [PROF_BLOCK] = { "block", "block", "block being started or ended" },
    [PROF_IDLE] = { "no block", "no_block", "no block on the SM" },
    [PROF_OTHER] = { "other", "other", "none of these" },
};

const char *prof_reason_name(enum prof_reason r) { return reasons[r].name; }
const char *prof_reason_column(enum prof_reason r) { return reasons[r].column; }
const char *prof_reason_text(enum prof_reason r) { return reasons[r].text; }

struct prof *prof_new(void) { return calloc(1, sizeof(struct prof)); }

static void kernel_free(struct prof_kernel *k)
{
    for (size_t i = 0; i < k->nsources; i++)
        free(k->sources[i]);
    free(k->sources);
    free(k->insn);
    free(k->code);
    free(k->name);
    free(k);
}

static void run_free(struct prof *p)
{
    if (!p->run)
        return;
    free(p->run->access);
    free(p->run->decoded);
    free(p->run);
    p->run = NULL;
}

void prof_free(struct prof *p)
{
    if (!p)
        return;
    run_free(p);
    while (p->kernels) {
        struct prof_kernel *k = p->kernels;
        p->kernels = k->next;
        kernel_free(k);
    }
    free(p);
}

/* ---- counts --------------------------------------------------------------------------------------- */

_Static_assert(sizeof(struct prof_counts) % sizeof(uint64_t) == 0, "counts of 64 bits only");
#define COUNTS (sizeof(struct prof_counts) / sizeof(uint64_t))

void prof_add(struct prof_counts *to, const struct prof_counts *from)
{
    uint64_t *a = (uint64_t *)to;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < COUNTS; i++)
        a[i] += b[i];
}

uint64_t prof_cycles(const struct prof_counts *c)
{
    uint64_t n = 0;
    for (unsigned r = 0; r < PROF_REASONS; r++)
        n += c->cycles[r];
    return n;
}

void prof_total(const struct prof_kernel *k, struct prof_counts *sum)
{
    *sum = k->rest;
    for (uint32_t i = 0; i < k->code_words; i++)
        prof_add(sum, &k->insn[i].c);
}

uint64_t prof_moved(const struct prof_counts *c)
{
    return 32 * c->transactions[0] + 64 * c->transactions[1] + 128 * c->transactions[2];
}

uint64_t prof_transactions(const struct prof_counts *c)
{
    return c->transactions[0] + c->transactions[1] + c->transactions[2];
}

bool prof_insn_text(const struct prof_kernel *k, uint32_t pc, char *text, size_t n)
{
    struct gt_insn in;
    uint32_t i = pc / 4;
    if (i >= k->code_words)
        return false;
    isa_decode(k->code[i], i + 1 < k->code_words ? k->code[i + 1] : 0, pc, &in);
    isa_disasm(&in, text, n);
    return true;
}

/* ---- kernels --------------------------------------------------------------------------------------- */

/* The kernel's own copy of a source's name; NULL: out of memory. */
static const char *source_of(struct prof_kernel *k, const char *name)
{
    for (size_t i = 0; i < k->nsources; i++)
        if (!strcmp(k->sources[i], name))
            return k->sources[i];
    char **more = realloc(k->sources, (k->nsources + 1) * sizeof *more);
    if (!more)
        return NULL;
    k->sources = more;
    more[k->nsources] = strdup(name);
    return more[k->nsources] ? more[k->nsources++] : NULL;
}

/* A kernel at its first launch: its code and source lines; NULL: out of memory. */
static struct prof_kernel *kernel_new(const struct gt_launch *l, const char *name, prof_line *line, const void *ctx)
{
    struct prof_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->name = strdup(name);
    k->code_words = l->code_words;
    k->code = malloc(l->code_words * sizeof *k->code);
    k->insn = calloc(l->code_words, sizeof *k->insn);
    if (!k->name || !k->code || !k->insn) {
        kernel_free(k);
        return NULL;
    }
    memcpy(k->code, l->code, l->code_words * sizeof *k->code);
    for (uint32_t i = 0; line && i < l->code_words; i++) {
        const char *source;
        if (line(ctx, 4 * i, &source, &k->insn[i].line))
            k->insn[i].source = source_of(k, source);
    }
    return k;
}

static struct prof_kernel *kernel_of(struct prof *p, const struct gt_launch *l, const char *name, prof_line *line,
                                     const void *ctx)
{
    struct prof_kernel **at = &p->kernels;
    for (; *at; at = &(*at)->next)
        if (!strcmp((*at)->name, name) && (*at)->code_words == l->code_words &&
            !memcmp((*at)->code, l->code, l->code_words * sizeof *l->code))
            return *at;
    return *at = kernel_new(l, name, line, ctx);
}

bool prof_begin(struct prof *p, const struct gt_gpu *g, const struct gt_launch *l, const char *name, prof_line *line,
                const void *ctx)
{
    struct gt_config cfg;
    static const struct gt_config none;
    struct gt_result *res = malloc(sizeof *res);
    unsigned sms = g->chip->tpcs * g->chip->sms;
    struct prof_kernel *k = kernel_of(p, l, name, line, ctx);
    run_free(p);
    p->run = calloc(1, sizeof *p->run + sms * sizeof *p->run->sm);
    if (p->run) {
        p->run->access = calloc(l->code_words, sizeof *p->run->access);
        p->run->decoded = calloc(l->code_words, sizeof *p->run->decoded);
    }
    if (!res || !k || !p->run || !p->run->access || !p->run->decoded) {
        free(res);
        run_free(p);
        return false;
    }
    if (!gt_launch_config(g, l, &cfg, res))
        cfg = none;                         /* the launch will be refused */
    free(res);
    p->sms = sms;
    p->chip = g->chip->name;
    p->run->sms = sms;
    p->run->partitions = k->partitions = g->chip->partitions;
    p->run->strict = g->chip->values->coalesce_strict;
    p->run->kernel = k;
    prof_total(k, &p->run->before);
    k->launches++;
    k->blocks += (uint64_t)l->grid_x * l->grid_y;
    k->threads = cfg.nthreads;
    k->regs = l->regs;
    k->smem = cfg.smem_bytes;
    k->warps = cfg.nwarps * cfg.max_blocks;
    return true;
}

/* ---- events ------------------------------------------------------------------------------------------ */

static struct prof_counts *counts_at(const struct prof_run *r, uint32_t pc)
{
    return pc / 4 < r->kernel->code_words ? &r->kernel->insn[pc / 4].c : &r->kernel->rest;
}

/* The instruction at pc, decoded once. */
static const struct tinfo *access_of(struct prof_run *r, uint32_t pc)
{
    static const struct gt_insn no_insn;
    static const struct tinfo none = { .in = &no_insn };
    uint32_t i = pc / 4;
    if (i >= r->kernel->code_words)
        return &none;
    struct tinfo *ti = &r->access[i];
    if (!ti->in) {
        const struct prof_kernel *k = r->kernel;
        isa_decode(k->code[i], i + 1 < k->code_words ? k->code[i + 1] : 0, pc, &r->decoded[i]);
        ti->in = &r->decoded[i];
        opdec_access(ti, ti->in);
    }
    return ti;
}

/* What a set of warps waits for (PROF-3). */
static enum prof_reason reason_of(const struct prof_sm *s, unsigned wait, unsigned w)
{
    switch ((enum gt_wait)wait) {
    case GT_WAIT_CONTROL: return s->last_bar[w] ? PROF_BARRIER : PROF_BRANCH;
    case GT_WAIT_CONSTANT: return PROF_CONSTANT;
    case GT_WAIT_FETCH: return PROF_FETCH;
    case GT_WAIT_HEAD: return PROF_DECODE;
    case GT_WAIT_MEMORY: return PROF_MEMORY;
    case GT_WAIT_SHARED: return PROF_SHARED;
    case GT_WAIT_SP: return PROF_SP;
    case GT_WAIT_SFU: return PROF_SFU;
    case GT_WAIT_DPU: return PROF_DPU;
    case GT_WAIT_SP_BUSY: return PROF_SP_BUSY;
    case GT_WAIT_LSU_BUSY: return s->queue_shared ? PROF_SHARED_QUEUE : PROF_MEMORY_QUEUE;
    case GT_WAIT_X_BUSY: return PROF_X_BUSY;
    case GT_WAIT_CONTROL_BUSY: return PROF_CONTROL_BUSY;
    case GT_WAIT_BANK: return PROF_BANK;
    case GT_WAIT_PORT: return PROF_PORT;
    default: return PROF_OTHER;
    }
}

/* The slots in front of `cycle` are gone, with nothing issued in them. */
static void lose_slots(struct prof_sm *s, uint64_t cycle)
{
    cycle += cycle & 1;                     /* the slot of an odd cycle is that of the even one before */
    if (cycle <= s->since)
        return;
    uint64_t n = cycle - s->since;
    s->since = cycle;
    s->gap_cycles += n;
    if (!s->resident)
        s->gap_idle += n;
    for (unsigned k = 0; k < GT_WAITS; k++)
        for (uint32_t m = s->waits[k]; m; m &= m - 1) {
            unsigned w = (unsigned)__builtin_ctz(m);
            s->gap[w][reason_of(s, k, w)] += n;
            s->seen |= 1u << w;
        }
}

static void forget_gaps(struct prof_sm *s)
{
    for (uint32_t m = s->seen; m; m &= m - 1)
        memset(s->gap[__builtin_ctz(m)], 0, sizeof s->gap[0]);
    s->seen = 0;
    s->gap_cycles = s->gap_idle = 0;
}

/* The lost slots are the warp's at c, w < 0: nobody's. */
static void charge_slots(struct prof_run *r, struct prof_sm *s, int w, struct prof_counts *c)
{
    uint64_t left = s->gap_cycles;
    for (unsigned k = 0; w >= 0 && k < PROF_REASONS; k++) {
        c->cycles[k] += s->gap[w][k];
        left -= s->gap[w][k];
    }
    uint64_t idle = s->gap_idle < left ? s->gap_idle : left;
    r->kernel->rest.cycles[PROF_IDLE] += idle;
    r->kernel->rest.cycles[PROF_BLOCK] += left - idle;
    forget_gaps(s);
}

/* An issue takes a slot; the slots that its warp has lost before are charged to it. */
static void count_issue(struct prof_run *r, struct prof_sm *s, const struct gt_event *e)
{
    unsigned w = e->warp;
    struct prof_counts *c = counts_at(r, e->pc);
    const struct tinfo *ti = access_of(r, e->pc);
    lose_slots(s, e->cycle);
    charge_slots(r, s, (int)w, c);
    s->since = e->cycle + SLOT;
    c->cycles[PROF_ISSUE] += SLOT;
    s->last_pc[w] = e->pc;
    s->last_bar[w] = e->uop == GT_UOP_BODY && ti->kind == TK_BAR;
    s->last_branch[w] = e->uop == GT_UOP_BODY && ti->in->op == GT_OP_BRA;
    if (e->uop != GT_UOP_BODY) {
        c->micro++;
        return;
    }
    c->issues++;
    c->lanes += (unsigned)__builtin_popcount(e->active);
    c->branches += s->last_branch[w];
    if (ti->space == TS_GLOBAL && !ti->atomic)
        *(ti->store ? &c->gst_request : &c->gld_request) += 1;
    if (ti->in->op == GT_OP_PMEVENT && ti->in->imm < 8)
        c->trigger[ti->in->imm]++;
}

/* A branch that diverged, or the end of a warp. */
static void count_control(struct prof_run *r, struct prof_sm *s, const struct gt_event *e)
{
    unsigned w = e->warp;
    if (s->last_branch[w] && e->depth > s->depth[w])
        counts_at(r, s->last_pc[w])->divergent++;
    s->depth[w] = e->finished ? 0 : e->depth;
    if (!e->finished)
        return;
    /* what it waited for was its end; another warp may come */
    lose_slots(s, e->cycle);
    memset(s->gap[w], 0, sizeof s->gap[w]);
    s->seen &= ~(1u << w);
    s->last_bar[w] = s->last_branch[w] = false;
}

/* Transactions of a half-warp by size. */
static void count_transactions(bool strict, struct prof_counts *c, const struct tinfo *ti, const struct gt_event *e)
{
    unsigned n[3], lanes = (unsigned)__builtin_popcount(e->lanes);
    coalesce_count(strict, ti, e->lanes, e->address, n);
    if (ti->atomic) {
        c->atomics += n[0];
        return;
    }
    c->accesses++;
    c->useful += (uint64_t)lanes * ti->bytes * ti->words;
    for (unsigned k = 0; k < 3; k++) {
        c->transactions[k] += n[k];
        if (ti->space == TS_GLOBAL)
            (ti->store ? c->gst : c->gld)[k] += n[k];
        else
            *(ti->store ? &c->local_store : &c->local_load) += n[k];
    }
}

/* A half-warp's addresses: passes of shared memory, or transactions. */
static void count_address(struct prof_run *r, struct prof_sm *s, const struct gt_event *e)
{
    const struct tinfo *ti = access_of(r, e->pc);
    struct prof_counts *c = counts_at(r, e->pc);
    bool shared = ti->smem || ti->space == TS_SHARED;
    lose_slots(s, e->cycle);
    s->queue_shared = shared;
    if (!e->lanes)
        return;
    if (shared) {
        c->shared++;
        c->serialized--;
        for (uint16_t left = e->lanes; left; c->passes++, c->serialized++)
            left &= (uint16_t)~smem_pass(left, e->address, !ti->store && !ti->lock);
    } else if (ti->space == TS_GLOBAL || ti->space == TS_LOCAL) {
        count_transactions(r->strict, c, ti, e);
    }
}

/* PROF-9: the window is over. */
static void close_window(struct prof_run *r)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < r->partitions; i++)
        most = r->asked[i] > most ? r->asked[i] : most;
    r->kernel->rest.busiest += most;
    memset(r->asked, 0, sizeof r->asked);
}

static void count_request(struct prof_run *r, const struct gt_event *e)
{
    if (!r->partitions || r->partitions > PARTITIONS)
        return;
    if (e->cycle / WINDOW_CYCLES != r->window)
        close_window(r);
    r->window = e->cycle / WINDOW_CYCLES;
    r->asked[(e->addr >> 8) % r->partitions]++;
    r->kernel->rest.requests++;
}

/* An event, by type. */
static void count_event(struct prof_run *r, const struct gt_event *e)
{
    struct prof_sm *s = &r->sm[e->sm];
    switch (e->type) {
    case GT_EV_ISSUE: count_issue(r, s, e); break;
    case GT_EV_BRU: count_control(r, s, e); break;
    case GT_EV_LSADDR: count_address(r, s, e); break;
    case GT_EV_MEMREQ: count_request(r, e); break;
    case GT_EV_WAITS:
        lose_slots(s, e->cycle);
        memcpy(s->waits, e->waits, sizeof s->waits);
        break;
    case GT_EV_BLOCK:
        lose_slots(s, e->cycle);
        s->resident += e->done ? -1u : 1u;
        if (!e->done)
            r->kernel->rest.ctas++, r->kernel->rest.sm_ctas += !e->sm;
        break;
    default: break;
    }
}

void prof_events(void *ctx, const struct gt_event *e, size_t n)
{
    struct prof *p = ctx;
    for (; p->run && n; n--, e++)
        count_event(p->run, e);
}

/* The cycles of the SM add up to those of the launch. */
static void close_sm(struct prof_run *r, struct prof_sm *s, uint64_t cycles)
{
    lose_slots(s, cycles);
    uint64_t beyond = s->since > cycles ? s->since - cycles : 0;    /* half a slot */
    if (s->gap_cycles) {
        uint64_t *idle = &s->gap_idle, cut = beyond < s->gap_cycles ? beyond : s->gap_cycles;
        s->gap_cycles -= cut;
        *idle = *idle < s->gap_cycles ? *idle : s->gap_cycles;
        charge_slots(r, s, -1, NULL);
    } else if (beyond) {
        r->kernel->rest.cycles[PROF_BLOCK] -= beyond;
    }
}

struct gt_memory_counts *prof_memory(struct prof *p) { return p->run ? &p->run->memory : NULL; }

void prof_end(struct prof *p, const struct gt_result *res, struct prof_counts *of)
{
    struct prof_run *r = p->run;
    if (!r)
        return;
    for (unsigned i = 0; i < r->sms; i++)
        close_sm(r, &r->sm[i], res->cycles);
    close_window(r);
    if (res->status == GT_OK && r->memory.partitions)
        prof_memory_add(&r->kernel->memory, &r->memory);
    r->kernel->cycles += res->cycles;
    r->kernel->sm_cycles += r->sms * res->cycles;
    if (of) {
        struct prof_counts now;
        prof_total(r->kernel, &now);
        uint64_t *a = (uint64_t *)of;
        for (size_t i = 0; i < COUNTS; i++)
            a[i] = ((uint64_t *)&now)[i] - ((uint64_t *)&r->before)[i];
    }
    run_free(p);
}
