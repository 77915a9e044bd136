/* SPDX-License-Identifier: Apache-2.0
 *
 * Konata's log (format Kanata 0004): commands in order of cycles. Stages: Is issue and operands, Ex in its unit, Wb
 * results written; loads: Ad addresses, Wb; control: Br.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>

enum { START, STAGE, END };
struct command {
    uint64_t cycle;
    size_t   insn;
    uint8_t  kind;
    char     stage[3];
};

static int by_cycle(const void *a, const void *b)
{
    const struct command *p = a, *q = b;

    if (p->cycle != q->cycle)
        return p->cycle < q->cycle ? -1 : 1;
    if (p->insn != q->insn)
        return p->insn < q->insn ? -1 : 1;
    return (p->kind > q->kind) - (p->kind < q->kind);
}

static const char *work_stage(unsigned unit)
{
    return unit == TRACE_LSU ? "Ad" : unit == TRACE_BRU ? "Br" : unit == TRACE_CONST ? "Cf" : "Ex";
}

/* Commands of all instructions, in their order. */
static size_t commands(const struct trace *t, struct command *c)
{
    size_t n = 0;

    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        const char *work = work_stage(p->unit);
        c[n++] = (struct command){ p->issue, i, START, "Is" };
        if (p->start != TRACE_NEVER && p->start > p->issue)
            c[n++] = (struct command){ p->start, i, STAGE, { work[0], work[1], 0 } };
        if (p->write != TRACE_NEVER && p->write > p->issue && p->write > p->start && p->unit != TRACE_BRU)
            c[n++] = (struct command){ p->write, i, STAGE, "Wb" };
        c[n++] = (struct command){ p->done + 1, i, END, "" };
    }
    return n;
}

bool trace_konata(const struct trace *t, FILE *f)
{
    struct command *c = malloc((t->count * 4 + 1) * sizeof *c);
    uint64_t now = 0, retired = 0;
    char text[192], sm[16];

    if (!c)
        return false;
    size_t n = commands(t, c);
    qsort(c, n, sizeof *c, by_cycle);
    fprintf(f, "Kanata\t0004\nC=\t%" PRIu64 "\n", n ? c[0].cycle : 0);
    now = n ? c[0].cycle : 0;
    for (size_t i = 0; i < n; i++) {
        const struct trace_insn *p = &t->insn[c[i].insn];
        if (c[i].cycle > now) {
            fprintf(f, "C\t%" PRIu64 "\n", c[i].cycle - now);
            now = c[i].cycle;
        }
        if (c[i].kind == START) {
            static const char *const uops[] = { "", "[join] ", "[exit] ", "[const] " };
            trace_text(t, p->pc, text, sizeof text);
            fprintf(f, "I\t%zu\t%zu\t%u\n", c[i].insn, c[i].insn, p->warp);
            fprintf(f, "L\t%zu\t0\t%sw%02u %04x: %s%s\n", c[i].insn, trace_sm_name(t, p->warp / 32, sm), p->warp % 32,
                    p->pc, uops[p->uop & 3], text);
            trace_source(t, p->pc, text, sizeof text);
            fprintf(f, "L\t%zu\t1\tblock (%u,%u) active %08x %s%s%s\n", c[i].insn, p->block & 0xffff, p->block >> 16,
                    p->mask, trace_unit_name(p->unit), *text ? " " : "", text);
        }
        if (c[i].kind == END)
            fprintf(f, "R\t%zu\t%" PRIu64 "\t0\n", c[i].insn, retired++);
        else
            fprintf(f, "S\t%zu\t0\t%s\n", c[i].insn, c[i].stage);
    }
    free(c);
    return !ferror(f);
}
