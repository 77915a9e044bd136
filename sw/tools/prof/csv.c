/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as comma-separated values: a row for each instruction of each kernel, and one for the cycles of none.
 */
#include "prof.h"

#include <inttypes.h>
#include <string.h>

#include "quoted.h"

/* The columns of numbers. */
static void counts(const struct prof_counts *c, FILE *f)
{
    const uint64_t rest[] = { c->issues, c->micro, c->lanes, c->accesses, c->transactions[0], c->transactions[1],
                              c->transactions[2], c->useful, c->atomics, c->shared, c->passes, c->branches,
                              c->divergent };
    fprintf(f, ",%" PRIu64, prof_cycles(c));
    for (unsigned r = 0; r < PROF_REASONS; r++)
        fprintf(f, ",%" PRIu64, c->cycles[r]);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        fprintf(f, ",%" PRIu64, rest[i]);
    putc('\n', f);
}

/* An instruction that has cost something. */
static void row(const struct prof_kernel *k, uint32_t i, FILE *f)
{
    const struct prof_insn *n = &k->insn[i];
    char text[200];

    if (!prof_cycles(&n->c) && !n->c.issues && !n->c.accesses && !n->c.shared)
        return;
    quoted(f, k->name);
    putc(',', f);
    quoted(f, n->source ? n->source : "");
    fprintf(f, ",%u,0x%x,", (unsigned)n->line, (unsigned)(4 * i));
    quoted(f, prof_insn_text(k, 4 * i, text, sizeof text) ? text : "");
    counts(&n->c, f);
}

bool prof_csv(const struct prof *p, FILE *f)
{
    fprintf(f, "kernel,source,line,pc,instruction,cycles");
    for (unsigned r = 0; r < PROF_REASONS; r++)
        fprintf(f, ",%s", prof_reason_column(r));
    fprintf(f, ",issues,micro_operations,lanes,accesses,transactions_32,transactions_64,transactions_128,bytes_used,"
               "atomics,shared_accesses,shared_passes,branches,divergent_branches\n");
    for (const struct prof_kernel *k = p->kernels; k; k = k->next) {
        for (uint32_t i = 0; i < k->code_words; i++)
            row(k, i, f);
        quoted(f, k->name);
        fprintf(f, ",\"\",0,,\"\"");
        counts(&k->rest, f);
    }
    return !ferror(f);
}
