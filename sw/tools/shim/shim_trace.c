/* SPDX-License-Identifier: Apache-2.0
 * Traces: events and micro-operations as rows, and the writers' texts. */
#define _POSIX_C_SOURCE 200809L
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

struct gts_trace {
    struct trace    *t;
    struct gt_launch launch;            /* the trace looks into it */
    const struct gts_module *module;
    uint32_t kernel;
};

static bool source_line(const void *ctx, uint32_t pc, const char **source, uint32_t *line)
{
    const struct gts_trace *t = ctx;
    const struct gt_cubin *c = &t->module->m.cubin;

    return cubin_line_at(c, &c->kernels[t->kernel], pc, source, line);
}

struct gts_trace *shim_trace_new(const struct gts_module *m, uint32_t kernel, const struct gt_launch *l,
                                 const struct gts_launch *asked)
{
    struct gts_trace *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->launch = *l;
    t->module = m;
    t->kernel = kernel;
    if (!(t->t = trace_new(m->device->gpu, &t->launch, asked->from, asked->to, true))) {
        free(t);
        return NULL;
    }
    t->t->line = source_line;
    t->t->line_ctx = t;
    return t;
}

void shim_trace_take(void *ctx, const struct gt_event *e, size_t n)
{
    struct gts_trace *t = ctx;
    trace_events(t->t, e, n);
}

void gts_trace_free(struct gts_trace *t)
{
    if (t)
        trace_free(t->t);
    free(t);
}

/* ---- rows ---------------------------------------------------------------------------------- */

#define COLUMN(row, member) { #member, offsetof(struct row, member), sizeof ((struct row *)0)->member, 1 }
#define COLUMNS(row, member) \
    { #member, offsetof(struct row, member), sizeof ((struct row *)0)->member[0], \
      sizeof ((struct row *)0)->member / sizeof ((struct row *)0)->member[0] }
#define E(member) COLUMN(gts_event, member)
#define I(member) COLUMN(gts_insn, member)

static const struct gts_column event_columns[] = {
    E(cycle), E(type), E(sm), E(warp), E(pc), E(next_pc), E(micro_op), E(active), E(lanes), E(quarter), E(half),
    E(writes), { "register", offsetof(struct gts_event, reg), 1, 1 }, E(row), E(enables), E(depth), E(finished),
    E(kind), E(mtype), E(operation), E(space), E(id), E(address), E(byte_mask), E(done), E(slot), E(block),
    COLUMNS(gts_event, values), COLUMNS(gts_event, addresses), COLUMNS(gts_event, cc),
};
static const struct gts_column insn_columns[] = {
    I(issue), I(start), I(write), I(done), I(pc), I(active), I(block), I(warp), I(micro_op), I(unit),
};

const struct gts_column *gts_event_columns(uint32_t *n, uint32_t *row_bytes)
{
    *n = sizeof event_columns / sizeof *event_columns;
    *row_bytes = sizeof(struct gts_event);
    return event_columns;
}

const struct gts_column *gts_insn_columns(uint32_t *n, uint32_t *row_bytes)
{
    *n = sizeof insn_columns / sizeof *insn_columns;
    *row_bytes = sizeof(struct gts_insn);
    return insn_columns;
}

/* The column of a field of the log. */
static const char *column_of(const struct gt_event_field *f)
{
    static const struct { const char *field, *column; bool lanes; } other[] = {
        { "next pc", "next_pc", false }, { "micro-op", "micro_op", false }, { "byte mask", "byte_mask", false },
        { "block y:x", "block", false }, { "type", "mtype", false },
        { "result", "values", true }, { "data", "values", true }, { "operand", "values", true },
        { "address", "addresses", true }, { "$c", "cc", true },
    };

    for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
        if (!strcmp(f->name, other[i].field) && other[i].lanes == (f->index >= 0))
            return other[i].column;
    return f->name;
}

/* Puts a field into its column. false: there is none, or it is too narrow. */
static bool put_row(struct gts_event *row, const struct gt_event_field *f)
{
    const char *name = column_of(f);
    const uint32_t at = f->index < 0 ? 0 : (uint32_t)f->index;

    for (unsigned i = 0; i < sizeof event_columns / sizeof *event_columns; i++) {
        const struct gts_column *c = &event_columns[i];
        if (strcmp(c->name, name))
            continue;
        if (at >= c->count || (c->bytes == 1 && f->value > 0xff))
            return false;
        char *to = (char *)row + c->offset + at * c->bytes;
        if (c->bytes == 1)
            *(uint8_t *)to = (uint8_t)f->value;
        else
            memcpy(to, &f->value, sizeof f->value);
        return true;
    }
    return false;
}

static bool is_whole(const struct trace *t, char *err, size_t errn)
{
    if (t->full)
        snprintf(err, errn, "out of memory: the trace is not whole (from and to make it shorter)");
    return !t->full;
}

uint64_t gts_trace_events(const struct gts_trace *t)
{
    return t->t->events;
}

uint64_t gts_trace_insns(const struct gts_trace *t)
{
    return t->t->count;
}

bool gts_trace_copy_events(const struct gts_trace *t, struct gts_event *rows, char *err, size_t errn)
{
    struct gt_event *e = is_whole(t->t, err, errn) ? trace_sorted(t->t) : NULL;
    struct gt_event_field field[GT_EVENT_FIELDS];
    bool ok = e != NULL;

    if (!ok && !t->t->full)
        snprintf(err, errn, "out of memory");
    for (size_t i = 0; ok && i < t->t->events; i++) {
        rows[i] = (struct gts_event){ .cycle = e[i].cycle, .type = e[i].type, .sm = e[i].sm };
        const unsigned n = gt_event_fields(&e[i], field);
        for (unsigned k = 0; ok && k < n; k++)
            if (!(ok = put_row(&rows[i], &field[k])))
                snprintf(err, errn, "the rows of this library have no place for %s %x of an event %s", field[k].name,
                         field[k].value, gt_event_name(e[i].type));
    }
    free(e);
    return ok;
}

bool gts_trace_copy_insns(const struct gts_trace *t, struct gts_insn *rows, char *err, size_t errn)
{
    if (!is_whole(t->t, err, errn))
        return false;
    for (size_t i = 0; i < t->t->count; i++) {
        const struct trace_insn *p = &t->t->insn[i];
        rows[i] = (struct gts_insn){ p->issue, p->start, p->write, p->done, p->pc, p->mask, p->block, p->warp, p->uop,
                                     p->unit };
    }
    return true;
}

const char *gts_event_name(uint32_t type)
{
    return type <= GT_EV_FAULT ? gt_event_name(type) : NULL;
}

const char *gts_unit_name(uint32_t unit)
{
    return unit < TRACE_UNITS ? trace_unit_name(unit) : NULL;
}

char *gts_trace_text(const struct gts_trace *t, const char *format, char *err, size_t errn)
{
    static const struct { const char *name; bool (*write)(const struct trace *, FILE *); } all[] = {
        { "events", trace_log }, { "konata", trace_konata }, { "perfetto", trace_perfetto }, { "lanes", trace_lanes },
    };
    char *text = NULL;
    size_t n;

    if (!is_whole(t->t, err, errn))
        return NULL;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].name, format))
            continue;
        FILE *f = open_memstream(&text, &n);
        bool ok = f && all[i].write(t->t, f);
        ok = f && !fclose(f) && ok;
        if (ok)
            return text;
        free(text);
        snprintf(err, errn, "out of memory");
        return NULL;
    }
    snprintf(err, errn, "trace format '%s' is none of events, konata, perfetto, lanes", format);
    return NULL;
}
