/* SPDX-License-Identifier: Apache-2.0
 *
 * The trace as a wave (FST, one time step a shader clock): for each warp of each SM its last issued pc, active mask
 * and a pulse at each issue; for each unit the warp it works for. The writer is the one that comes with Verilator.
 */
#include "trace_fst.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fst_writer.h"
#include "gtkwave/fstapi.h"

enum { BEGIN, FINISH };
struct edge { uint64_t cycle; size_t insn; uint8_t what; };     /* what: issue begins, ends (BEGIN, FINISH), 2/3 the
                                                                   same of the unit */

static int by_cycle(const void *a, const void *b)
{
    const struct edge *p = a, *q = b;

    if (p->cycle != q->cycle)
        return p->cycle < q->cycle ? -1 : 1;
    return (q->what & 1) - (p->what & 1);       /* ends before beginnings */
}

static void bits(void *w, fstHandle h, uint32_t value, unsigned n)
{
    char text[33];

    for (unsigned i = 0; i < n; i++)
        text[i] = (char)('0' + (value >> (n - 1 - i) & 1));
    text[n] = 0;
    fstWriterEmitValueChange(w, h, text);
}

/* When each instruction issues and a unit begins and ends, sorted by cycle. */
static size_t edges(const struct trace *t, struct edge *e)
{
    size_t n = 0;

    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        e[n++] = (struct edge){ p->issue, i, BEGIN };
        e[n++] = (struct edge){ p->issue + 1, i, FINISH };
        if (p->start != TRACE_NEVER) {
            e[n++] = (struct edge){ p->start, i, 2 | BEGIN };
            e[n++] = (struct edge){ (p->unit == TRACE_SP ? p->start + 3 : p->done) + 1, i, 2 | FINISH };
        }
    }
    qsort(e, n, sizeof *e, by_cycle);
    return n;
}

/* The signals of one SM. */
struct signals {
    fstHandle pc[32], active[32], issue[32], unit[TRACE_UNITS];
    unsigned  busy[TRACE_UNITS];
};

/* The signals of an SM. */
static void declare(const struct trace *t, void *w, struct signals *s, unsigned sm)
{
    char name[16];

    if (t->sms > 1) {
        snprintf(name, sizeof name, "sm%02u", sm & 0xff);
        fstWriterSetScope(w, FST_ST_VCD_MODULE, name, NULL);
    }
    fstWriterSetScope(w, FST_ST_VCD_MODULE, "units", NULL);
    for (unsigned u = 0; u < TRACE_UNITS; u++)
        s->unit[u] = fstWriterCreateVar(w, FST_VT_VCD_REG, FST_VD_IMPLICIT, 5, trace_unit_name(u), 0);
    fstWriterSetUpscope(w);
    for (unsigned i = 0; i < 32; i++) {
        snprintf(name, sizeof name, "warp%02u", i);
        fstWriterSetScope(w, FST_ST_VCD_MODULE, name, NULL);
        s->issue[i] = fstWriterCreateVar(w, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "issue", 0);
        s->pc[i] = fstWriterCreateVar(w, FST_VT_VCD_REG, FST_VD_IMPLICIT, 32, "pc", 0);
        s->active[i] = fstWriterCreateVar(w, FST_VT_VCD_REG, FST_VD_IMPLICIT, 32, "active", 0);
        fstWriterSetUpscope(w);
    }
    if (t->sms > 1)
        fstWriterSetUpscope(w);
}

/* The signals that an edge changes. */
static void change(void *w, struct signals *s, const struct trace_insn *p, uint8_t what)
{
    unsigned warp = p->warp % 32;

    switch (what) {
    case BEGIN:
        bits(w, s->issue[warp], 1, 1);
        bits(w, s->pc[warp], p->pc, 32);
        bits(w, s->active[warp], p->mask, 32);
        break;
    case FINISH:
        bits(w, s->issue[warp], 0, 1);
        break;
    case 2 | BEGIN:
        s->busy[p->unit]++;
        bits(w, s->unit[p->unit], warp, 5);
        break;
    default:
        if (!--s->busy[p->unit])
            fstWriterEmitValueChange(w, s->unit[p->unit], "zzzzz");
    }
}

int trace_fst(const struct trace *t, const char *path)
{
    fst_writer_error();             /* of an earlier wave, if nobody asked */
    errno = 0;
    void *w = fstWriterCreate(path, 1);
    struct edge *e = malloc((4 * t->count + 1) * sizeof *e);
    struct signals *s = calloc(t->sms, sizeof *s);
    int error = w && e && s ? 0 : errno ? errno : EIO;

    if (!error) {
        fstWriterSetTimescale(w, -9);
        fstWriterSetDate(w, "gt200 trace");         /* not today's: equal runs give equal files */
        for (unsigned sm = 0; sm < t->sms; sm++)
            declare(t, w, &s[sm], sm);
        size_t n = edges(t, e);
        uint64_t now = UINT64_MAX;
        for (size_t i = 0; i < n; i++) {
            const struct trace_insn *p = &t->insn[e[i].insn];
            if (e[i].cycle != now)
                fstWriterEmitTimeChange(w, now = e[i].cycle);
            change(w, &s[p->warp / 32], p, e[i].what);
        }
    }
    free(e);
    free(s);
    if (w)
        fstWriterClose(w);
    int writing = fst_writer_error();
    if (!error)
        error = writing;
    if (w && error)
        remove(path);
    return error;
}
