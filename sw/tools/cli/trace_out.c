/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens what was asked for, feeds it the events, and finishes each file.
 */
#include "trace_out.h"

#include <stdio.h>
#include <string.h>

#include "files.h"

#ifdef HAVE_TRACE_FST
#include "trace_fst.h"
#endif

bool trace_out_any(const struct trace_out *o)
{
    return o->konata || o->perfetto || o->lanes || o->events || o->fst;
}

bool trace_out_clash(const struct trace_out *o, char *err, size_t errn)
{
    const struct { const char *name, *path; } out[] = {
        { "--konata", o->konata }, { "--perfetto", o->perfetto }, { "--lanes", o->lanes },
        { "--events", o->events }, { "--fst", o->fst },
    };
    const size_t n = sizeof out / sizeof *out;

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (out[i].path && out[k].path && !strcmp(out[i].path, out[k].path)) {
                snprintf(err, errn, "%s and %s: the same file %s", out[i].name, out[k].name, out[i].path);
                return true;
            }
    return false;
}

bool trace_out_stdout(const struct trace_out *o)
{
    const char *const out[] = { o->konata, o->perfetto, o->lanes, o->events };

    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
        if (out[i] && !strcmp(out[i], "-"))
            return true;
    return false;
}

struct trace *trace_out_begin(const struct trace_out *o, const struct gt_gpu *g, const struct gt_launch *l)
{
    return trace_new(g, l, o->from, o->to, o->events != NULL);
}

struct output {
    const struct trace *t;
    bool (*writer)(const struct trace *, FILE *);
};

static bool call(FILE *f, const void *data)
{
    const struct output *o = data;
    return o->writer(o->t, f);
}

static bool write_one(const struct trace *t, const char *path, bool (*writer)(const struct trace *, FILE *),
                      char *err, size_t errn)
{
    if (!path)
        return true;
    if (strcmp(path, "-"))
        return gt_replace_file(path, call, &(struct output){ t, writer }, err, errn);
    return writer(t, stdout);           /* an error of writing is told where the program ends */
}

bool trace_out_end(const struct trace_out *o, struct trace *t, char *err, size_t errn)
{
    bool ok = write_one(t, o->konata, trace_konata, err, errn) &&
              write_one(t, o->perfetto, trace_perfetto, err, errn) &&
              write_one(t, o->lanes, trace_lanes, err, errn) && write_one(t, o->events, trace_log, err, errn);
#ifdef HAVE_TRACE_FST
    int error = ok && o->fst ? trace_fst(t, o->fst) : 0;
    if (error) {
        snprintf(err, errn, "%s: %s", o->fst, strerror(error));
        ok = false;
    }
#endif
    if (ok && t->full) {
        snprintf(err, errn, "out of memory: the trace ends at cycle %llu (use --from and --to)",
                 t->count ? (unsigned long long)t->insn[t->count - 1].issue : 0ull);
        ok = false;
    }
    trace_free(t);
    return ok;
}
