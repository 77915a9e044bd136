/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes a kernel slow: causes, each with the cycles that would be saved at most without it (PROF-8).
 */
#include "prof.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define PASS_CYCLES 2           /* SMEM-1 */

struct findings { struct prof_finding *f; unsigned n; uint64_t all; };

static void add_finding(struct findings *to, uint64_t cycles, const char *fmt,
                        ...) __attribute__((format(printf, 3, 4)));

/* Causes of less than a twentieth of the cycles are not worth a word. */
static void add_finding(struct findings *to, uint64_t cycles, const char *fmt, ...)
{
    unsigned i = to->n;
    va_list ap;

    if (20 * cycles < to->all || !cycles)
        return;
    if (i == PROF_FINDINGS) {
        if (to->f[--i].cycles >= cycles)
            return;
        to->n--;
    }
    for (; i && to->f[i - 1].cycles < cycles; i--)
        to->f[i] = to->f[i - 1];
    to->f[i].cycles = cycles;
    va_start(ap, fmt);
    vsnprintf(to->f[i].text, sizeof to->f[i].text, fmt, ap);
    va_end(ap);
    to->n++;
}

/* "line 12" or "pc 0x48". */
static const char *place_text(const struct prof_row *r, char text[32])
{
    if (r->source)
        snprintf(text, 32, "line %u", (unsigned)r->line);
    else
        snprintf(text, 32, "pc 0x%x", (unsigned)r->pc);
    return text;
}

/* The row with the most of something. */
typedef uint64_t amount(const struct prof_counts *c);
static const struct prof_row *most_of(const struct prof_row *row, size_t n, amount *of)
{
    const struct prof_row *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (of(&row[i].c) && (!best || of(&row[i].c) > of(&best->c)))
            best = &row[i];
    return best;
}

/* Bytes moved that nobody asked for, when whole sectors are. */
static uint64_t bytes_wasted(const struct prof_counts *c)
{
    uint64_t moved = prof_moved(c), useful = (c->useful + 31) / 32 * 32;
    return moved > useful ? moved - useful : 0;
}
static uint64_t conflict_passes(const struct prof_counts *c) { return c->serialized; }
static uint64_t of_memory(const struct prof_counts *c) { return c->cycles[PROF_MEMORY] + c->cycles[PROF_MEMORY_QUEUE]; }
static uint64_t of_operands(const struct prof_counts *c)
{
    return c->cycles[PROF_SP] + c->cycles[PROF_SFU] + c->cycles[PROF_DPU] + c->cycles[PROF_DECODE];
}
static uint64_t barrier_cycles(const struct prof_counts *c) { return c->cycles[PROF_BARRIER]; }
static uint64_t branch_cycles(const struct prof_counts *c)
{
    return c->cycles[PROF_BRANCH] + c->cycles[PROF_CONTROL_BUSY];
}
static uint64_t constant_cycles(const struct prof_counts *c) { return c->cycles[PROF_CONSTANT]; }
static uint64_t fetch_cycles(const struct prof_counts *c) { return c->cycles[PROF_FETCH]; }
static uint64_t register_file(const struct prof_counts *c) { return c->cycles[PROF_BANK] + c->cycles[PROF_PORT]; }
static uint64_t double_precision(const struct prof_counts *c) { return c->cycles[PROF_X_BUSY]; }

/* The same of single instructions. */
static const struct prof_insn *worst_of(const struct prof_kernel *k, amount *of)
{
    const struct prof_insn *best = NULL;
    for (uint32_t i = 0; i < k->code_words; i++)
        if (of(&k->insn[i].c) && (!best || of(&k->insn[i].c) > of(&best->c)))
            best = &k->insn[i];
    return best;
}
static uint64_t all_wasted(const struct prof_kernel *k)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < k->code_words; i++)
        all += bytes_wasted(&k->insn[i].c);
    return all;
}

/* "store of line 12". */
static const char *access_at(const struct prof_kernel *k, const struct prof_insn *n, char text[48])
{
    const struct prof_counts *c = &n->c;
    const bool stores = c->gst[0] + c->gst[1] + c->gst[2] + c->local_store;
    const char *what = !c->accesses ? "access" : stores ? "store" : "load";
    if (n->source)
        snprintf(text, 48, "%s of line %u", what, (unsigned)n->line);
    else
        snprintf(text, 48, "%s at pc 0x%x", what, (unsigned)(4 * (n - k->insn)));
    return text;
}

/* a * b / c; sums of all SMs of long programs have products of more than 64 bits. */
static uint64_t share_of(uint64_t a, uint64_t b, uint64_t c)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)a * b / c);
}

/* What the memory side waits for most. */
static void memory_side(const struct gt_memory_counts *m, char *text, size_t n)
{
    struct prof_memory_wait w[PROF_MEMORY_WAITS];
    unsigned worst = GT_BUS_ACTIVATE;

    for (unsigned i = worst, count = prof_memory_waits(m, w); i < count; i++)
        worst = w[i].percent > w[worst].percent ? i : worst;
    snprintf(text, n, "; data pins: %.0f %% data, %.0f %% %s; TLBs wait for pages %.0f %% of the time",
             w[GT_BUS_DATA].percent, w[worst].percent, w[worst].name, prof_memory_pages(m));
}

/* Memory: access that is not coalesced, partition camping, latency, throughput, each less those before it. */
static void find_memory(const struct prof_kernel *k, const struct prof_row *row, size_t n,
                        const struct prof_counts *sum, struct findings *to)
{
    const struct prof_insn *worst = worst_of(k, bytes_wasted);
    const struct prof_row *waits = most_of(row, n, of_memory);
    uint64_t cycles = of_memory(sum), lost = 0;
    char at[48];

    if (worst && 2 * bytes_wasted(&worst->c) >= prof_moved(&worst->c)) {
        lost = share_of(cycles, all_wasted(k), prof_moved(sum));
        add_finding(to, lost, "not coalesced: %s, %.1f transactions for a half-warp, %.0f bytes moved for %.0f used",
                    access_at(k, worst, at), (double)prof_transactions(&worst->c) / (double)worst->c.accesses,
                    (double)prof_moved(&worst->c) / (double)worst->c.accesses,
                    (double)worst->c.useful / (double)worst->c.accesses);
    }
    if (!waits)
        return;
    if (k->partitions > 1 && sum->requests && k->partitions * sum->busiest >= 2 * sum->requests) {
        /* with all partitions at work what the busiest does would take its share of the time */
        const uint64_t even = (sum->requests + k->partitions - 1) / k->partitions;
        const uint64_t camping = share_of(cycles - lost, sum->busiest - even, sum->busiest);
        add_finding(to, camping,
                    "partition camping: the busiest of %u partitions has %.1f times its share of the requests at "
                    "a time; %s waits", (unsigned)k->partitions, (double)k->partitions * (double)sum->busiest /
                    (double)sum->requests, place_text(waits, at));
        lost += camping;
    }
    uint64_t latency = share_of(sum->cycles[PROF_MEMORY], cycles - lost, cycles);
    uint64_t queue = share_of(sum->cycles[PROF_MEMORY_QUEUE], cycles - lost, cycles);
    add_finding(to, latency,
                "memory latency: %s waits for what it has loaded; at most %u of 32 warps are there to hide it",
                place_text(waits, at), (unsigned)k->warps);
    char side[160] = "";
    if (k->memory.partitions)
        memory_side(&k->memory, side, sizeof side);
    add_finding(to, queue, "memory throughput: %s waits behind the transactions before it%s", place_text(waits, at),
                side);
}

/* Shared memory: bank conflicts, and the rest. */
static void find_shared(const struct prof_kernel *k, const struct prof_counts *sum, struct findings *to)
{
    const struct prof_insn *worst = worst_of(k, conflict_passes);
    uint64_t extra = PASS_CYCLES * conflict_passes(sum);
    char at[48];

    if (worst)
        add_finding(to, extra, "bank conflicts: %s, %.1f passes of shared memory for a half-warp",
                    access_at(k, worst, at), (double)worst->c.passes / (double)worst->c.shared);
    uint64_t cycles = sum->cycles[PROF_SHARED] + sum->cycles[PROF_SHARED_QUEUE];
    if (cycles > extra)
        add_finding(to, cycles - extra, "shared memory: its latency, and one half-warp in 2 cycles");
}

static void find_cause(const struct prof_row *row, size_t n, const struct prof_counts *sum, struct findings *to,
                       amount *of, const char *what)
{
    const struct prof_row *worst = most_of(row, n, of);
    char at[32];
    if (worst)
        add_finding(to, of(sum), "%s (most at %s)", what, place_text(worst, at));
}

/* No cause but what the kernel is for: behind all others. */
static void add_work(struct findings *to, uint64_t cycles)
{
    struct findings last = { to->f + to->n, 0, to->all };
    if (to->n == PROF_FINDINGS)
        return;
    add_finding(&last, cycles, "instructions: they issue, or wait while the SPs are at work");
    to->n += last.n;
}

unsigned prof_findings(const struct prof_kernel *k, struct prof_finding f[PROF_FINDINGS])
{
    struct prof_counts sum;
    size_t n;
    struct prof_row *row = prof_rows(k, &n);
    struct findings to = { f, 0, 0 };

    prof_total(k, &sum);
    to.all = prof_cycles(&sum);
    find_memory(k, row, n, &sum, &to);
    find_shared(k, &sum, &to);
    find_cause(row, n, &sum, &to, of_operands, "dependent instructions, too few warps to hide them");
    find_cause(row, n, &sum, &to, barrier_cycles, "barriers: warps wait for others of their block");
    find_cause(row, n, &sum, &to, branch_cycles, "control flow");
    find_cause(row, n, &sum, &to, constant_cycles, "constants that are not in the cache, or at several addresses");
    find_cause(row, n, &sum, &to, fetch_cycles, "instructions that are not in the cache");
    find_cause(row, n, &sum, &to, register_file, "the register file: warps of one parity in turn, or its write ports");
    find_cause(row, n, &sum, &to, double_precision, "SFU or DPU at work");
    add_finding(&to, sum.cycles[PROF_BLOCK], "blocks begin and end: %.0f instructions of a warp are few",
                sum.ctas && k->threads ? (double)sum.issues / ((double)sum.ctas * ((k->threads + 31) / 32)) : 0.0);
    add_finding(&to, sum.cycles[PROF_IDLE], "SMs without a block: %.1f blocks for each SM",
                k->sm_cycles && k->cycles && k->launches
            ? (double)k->blocks / (double)k->launches * (double)k->cycles / (double)k->sm_cycles : 0.0);
    free(row);
    add_work(&to, sum.cycles[PROF_ISSUE] + sum.cycles[PROF_SP_BUSY]);
    return to.n;
}
