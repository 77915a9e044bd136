/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as text: for each kernel why it is slow, where its cycles went, its lines.
 */
#include "prof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINES 12

static double percent(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0.0; }

static void head(const struct prof *p, const struct prof_kernel *k, const struct prof_counts *c, FILE *f)
{
    uint64_t cycles = prof_cycles(c);
    fprintf(f, "%s\n  %" PRIu64 " launch%s, %" PRIu64 " blocks of %u threads, %u registers, %u bytes of shared memory, "
            "at most %u warps on an SM\n", k->name, k->launches, k->launches == 1 ? "" : "es", k->blocks, k->threads,
            k->regs, k->smem, k->warps);
    fprintf(f, "  %" PRIu64 " cycles of chip %s (target %s), %" PRIu64 " of its %u SM%s; %" PRIu64
            " warp instructions, one in %.1f cycles\n", k->cycles, p->chip, p->target, k->sm_cycles, p->sms,
            p->sms == 1 ? "" : "s", c->issues, c->issues ? (double)cycles / (double)c->issues : 0.0);
}

static void why(const struct prof_kernel *k, uint64_t cycles, FILE *f)
{
    struct prof_finding found[PROF_FINDINGS];
    unsigned n = prof_findings(k, found);
    for (unsigned i = 0; i < n && i < 5; i++)
        fprintf(f, "  %s %5.1f %%  %s\n", i ? "    " : "slow", percent(found[i].cycles, cycles), found[i].text);
}

static int by_cycles(const void *a, const void *b)
{
    uint64_t x = prof_cycles(&((const struct prof_row *)a)->c), y = prof_cycles(&((const struct prof_row *)b)->c);
    return x < y ? 1 : x > y ? -1 : 0;
}

static enum prof_reason main_reason(const struct prof_counts *c)
{
    unsigned best = 0;
    for (unsigned r = 1; r < PROF_REASONS; r++)
        if (c->cycles[r] > c->cycles[best])
            best = r;
    return (enum prof_reason)best;
}

/* The reasons, the largest first. */
static void cycles_by_reason(const struct prof_counts *c, FILE *f)
{
    bool shown[PROF_REASONS] = { false };
    uint64_t all = prof_cycles(c);
    fprintf(f, "  cycles by reason\n");
    for (unsigned i = 0; i < PROF_REASONS; i++) {
        unsigned best = PROF_REASONS;
        for (unsigned r = 0; r < PROF_REASONS; r++)
            if (!shown[r] && c->cycles[r] && (best == PROF_REASONS || c->cycles[r] > c->cycles[best]))
                best = r;
        if (best == PROF_REASONS)
            return;
        shown[best] = true;
        fprintf(f, "       %5.1f %%  %-14s %s\n", percent(c->cycles[best], all), prof_reason_name(best),
                prof_reason_text(best));
    }
}

/* What a line does with memory. */
static void accesses(const struct prof_counts *c, char *text, size_t n)
{
    int at = 0;
    *text = '\0';
    if (c->accesses)
        at = snprintf(text, n, "%.1f tr", (double)prof_transactions(c) / (double)c->accesses);
    if (c->shared && (size_t)at < n)
        snprintf(text + at, n - (size_t)at, "%s%.1f ps", at ? " " : "", (double)c->passes / (double)c->shared);
}

/* The lines or instructions that cost most. */
static void rows(const struct prof_kernel *k, uint64_t all, FILE *f)
{
    size_t n;
    struct prof_row *row = prof_rows(k, &n);
    char text[200], memory[32];

    if (!n) {
        free(row);
        return;
    }
    qsort(row, n, sizeof *row, by_cycles);
    fprintf(f, "  %-8s %8s %9s  %-15s %-9s %s\n", row[0].source ? "line" : "pc", "cycles", "issues", "main reason",
            "access", row[0].source ? row[0].source : "instruction");
    for (size_t i = 0; i < n && i < LINES; i++) {
        prof_row_text(k, &row[i], text, sizeof text);
        accesses(&row[i].c, memory, sizeof memory);
        enum prof_reason r = main_reason(&row[i].c);
        if (row[i].source)
            fprintf(f, "  %-8u", (unsigned)row[i].line);
        else
            fprintf(f, "  0x%-6x", (unsigned)row[i].pc);
        fprintf(f, " %6.1f %% %9" PRIu64 "  %-15s %-9s %.70s\n", percent(prof_cycles(&row[i].c), all), row[i].c.issues,
                prof_reason_name(r), memory, text);
    }
    if (n > LINES)
        fprintf(f, "  and %zu more\n", n - LINES);
    free(row);
}

bool prof_text(const struct prof *p, FILE *f)
{
    for (const struct prof_kernel *k = p->kernels; k; k = k->next) {
        struct prof_counts c;
        prof_total(k, &c);
        uint64_t cycles = prof_cycles(&c);
        if (k != p->kernels)
            fprintf(f, "\n");
        head(p, k, &c, f);
        why(k, cycles, f);
        cycles_by_reason(&c, f);
        prof_memory_text(k, p->sms, f);
        rows(k, cycles, f);
    }
    return !ferror(f);
}
