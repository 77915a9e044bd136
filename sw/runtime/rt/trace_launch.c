/* SPDX-License-Identifier: Apache-2.0
 * GT200_TRACE=KERNEL[:N]: the N-th launch of that kernel, in GT200_TRACE_FILES. */
#include "trace_launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "gtkw.h"
#include "printable.h"
#include "profile.h"
#include "trace.h"

/* By the end of a file's name. */
enum kind { EVENTS, KONATA, PERFETTO, LANES, WAVE, KINDS };
static const char *const ends[KINDS] = { ".events", ".log", ".json", ".svg", ".fst" };
static bool (*const writers[KINDS])(const struct trace *, FILE *) = {
    [EVENTS] = trace_log, [KONATA] = trace_konata, [PERFETTO] = trace_perfetto, [LANES] = trace_lanes,
};

static struct {
    pthread_mutex_t lock;               /* held while the launch runs */
    unsigned long   seen;               /* launches of the kernel */
    bool            asked, done;        /* a context has been created */
    bool            model;              /* on target model */
    struct trace   *t;
    const char     *wave;
    char            kernel[512];
    struct gt_cubin_kernel const *of;
    const struct gt_cubin *cubin;
    gt_event_sink  *next;               /* who else gets the events */
    void           *next_ctx;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static enum kind kind_of(const char *name, size_t n)
{
    unsigned k = 0;
    while (k < KINDS && (n <= strlen(ends[k]) || strncmp(name + n - strlen(ends[k]), ends[k], strlen(ends[k]))))
        k++;
    return (enum kind)k;
}

/* KERNEL, and N behind a colon alone (names have two); N = 1. false: N is no number, 0 or too large. */
static bool parse_wanted(const char *text, size_t *length, unsigned long *n)
{
    const char *colon = strrchr(text, ':');
    char *end;

    *n = 1;
    *length = strlen(text);
    if (!colon || (colon > text && colon[-1] == ':' && colon[1]))
        return true;
    *length = (size_t)(colon - text);
    *n = strtoul(colon + 1, &end, 10);
    return *length && colon[1] >= '0' && colon[1] <= '9' && !*end && *n && *n < 1000000000;
}

static const char *text_of(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value ? value : NULL;
}

static bool warp_of(unsigned *warp)
{
    const char *text = text_of("GT200_TRACE_WARP");
    char *end;
    *warp = 0;
    if (!text)
        return true;
    unsigned long w = strtoul(text, &end, 10);
    *warp = (unsigned)w;
    return *text >= '0' && *text <= '9' && !*end && w < GT_WARPS;
}

CUresult trace_valid(enum gt_target t, const struct gt_chip *chip)
{
    const char *kernel = text_of("GT200_TRACE"), *files = text_of("GT200_TRACE_FILES");
    size_t length, n;
    unsigned long number;
    unsigned warp, waves = 0;

    if (!kernel)
        return files || text_of("GT200_TRACE_WARP")
                   ? drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: which launch? GT200_TRACE=KERNEL[:N] says it",
                              files ? "GT200_TRACE_FILES" : "GT200_TRACE_WARP")
                   : CUDA_SUCCESS;
    if (!parse_wanted(kernel, &length, &number))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE: '%s' is not KERNEL or KERNEL:N, N from 1 on", kernel);
    if (!files)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE: GT200_TRACE_FILES says what to write: FILE.svg, "
                        "FILE.json, FILE.log, FILE.events, FILE.fst");
    for (; *files; files += n + (files[n] == ',')) {
        n = strcspn(files, ",");
        const enum kind k = kind_of(files, n);
        if (k == KINDS)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE_FILES: '%.*s' is none of FILE.svg (lanes), "
                            "FILE.json (Perfetto), FILE.log (Konata), FILE.events, FILE.fst (waves)", (int)n, files);
        if (k == WAVE && t != GT_TARGET_RTL && t != GT_TARGET_MODEL)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE_FILES: %.*s: target %s writes no waves (expected "
                            "model or rtl)", (int)n, files, gt_target_name(t));
        if (k == WAVE && chip && chip->tpcs * chip->sms > 1)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE_FILES: %.*s: chip %s writes no waves (expected sm)",
                            (int)n, files, chip->name);
        if (k == WAVE && waves++)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE_FILES: %.*s: one file of waves at most", (int)n,
                            files);
        if (!drv_folder_takes(files, n))
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE_FILES: %.*s: %s", (int)n, files, strerror(errno));
    }
    if (!warp_of(&warp))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_TRACE_WARP: '%s' is not a warp slot from 0 to %d",
                        getenv("GT200_TRACE_WARP"), GT_WARPS - 1);
    state.asked = true;
    state.model = t == GT_TARGET_MODEL;
    return CUDA_SUCCESS;
}

/* Does the source call the kernel so? name: its whole name there, "void space::k<2>(int*)"; asked: also k<2>, space::k
 * or k. */
static bool is_called(const char *name, const char *asked, size_t n)
{
    const char *end = name + strlen(name), *from = name;
    int depth = 0;

    for (const char *p = name; *p && end == name + strlen(name); p++) {
        depth += (*p == '<') - (*p == '>');
        if (*p == '(' && !depth && strncmp(p, "(anonymous", 10))
            end = p;
        else if (*p == ' ' && !depth && strncmp(p, " namespace)", 11))
            from = p + 1;               /* behind the type that a template returns */
    }
    const size_t whole = (size_t)(end - from), base = strcspn(from, "<(");
    const size_t lengths[] = { whole, base < whole ? base : whole };
    for (unsigned i = 0; i < 2; i++)
        if (lengths[i] >= n && !strncmp(from + lengths[i] - n, asked, n) &&
            (lengths[i] == n || from[lengths[i] - n - 1] == ':'))
            return true;
    return false;
}

static bool line_at(const void *ctx, uint32_t pc, const char **source, uint32_t *line)
{
    (void)ctx;
    return cubin_line_at(state.cubin, state.of, pc, source, line);
}

/* Hands events on to who had them before, and those of the machine to the trace. */
static void sink_events(void *ctx, const struct gt_event *e, size_t n)
{
    (void)ctx;
    if (state.next)
        state.next(state.next_ctx, e, n);
    for (size_t i = 0, from = 0; i <= n; i++)       /* those of profiles are none of a trace */
        if (i == n || e[i].type == GT_EV_WAITS) {
            if (i > from)
                trace_events(state.t, e + from, i - from);
            from = i + 1;
        }
}

/* The next name of a list, and where to go on; NULL: out of memory. */
static char *take_name(const char **files)
{
    const size_t n = strcspn(*files, ",");
    char *name = strndup(*files, n);
    *files += n + ((*files)[n] == ',');
    return name;
}

/* The file of waves; NULL: there is none. */
static char *wave_of(const char *files)
{
    while (*files) {
        char *name = take_name(&files);
        if (name && kind_of(name, strlen(name)) == WAVE)
            return name;
        free(name);
    }
    return NULL;
}

bool trace_begin(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const char *name,
                 struct gt_run_opts *opts)
{
    const char *kernel = text_of("GT200_TRACE"), *files = text_of("GT200_TRACE_FILES");
    size_t n;
    unsigned long number;

    if (!kernel || !files || !parse_wanted(kernel, &n, &number) ||
        !((strlen(l->name) == n && !strncmp(l->name, kernel, n)) || is_called(name, kernel, n)))
        return false;
    pthread_mutex_lock(&state.lock);
    if (state.done || ++state.seen != number || !(state.t = trace_new(c->gpu, l, 0, 0, true))) {
        pthread_mutex_unlock(&state.lock);
        return false;
    }
    state.done = true;
    state.cubin = &f->module->m.cubin;
    state.of = &state.cubin->kernels[f->kernel];
    state.t->line = line_at;
    state.wave = wave_of(files);
    snprintf(state.kernel, sizeof state.kernel, "%s", name);
    state.next = opts->sink;
    state.next_ctx = opts->sink_ctx;
    opts->sink = sink_events;
    opts->fst = state.wave;
    return true;                        /* the lock is kept */
}

static bool write_gtkw(FILE *f, const void *warp)
{
    return trace_gtkw(f, state.wave, state.kernel, *(const unsigned *)warp, state.model);
}

static bool write_kind(FILE *f, const void *kind)
{
    return writers[*(const enum kind *)kind](state.t, f);
}

/* wave.fst has its save file wave.gtkw beside it. */
static void save_file(void)
{
    unsigned warp;
    char *name = malloc(strlen(state.wave) + 2), err[512];

    if (!name || !warp_of(&warp))
        return;
    sprintf(name, "%.*s.gtkw", (int)(strlen(state.wave) - strlen(".fst")), state.wave);
    if (!gt_replace_file(name, write_gtkw, &warp, err, sizeof err))
        gt_tell("gt200: GT200_TRACE: %s\n", err);
    free(name);
}

void trace_end(void)
{
    char err[512];

    for (const char *files = text_of("GT200_TRACE_FILES"); *files;) {
        char *name = take_name(&files);
        const enum kind k = name ? kind_of(name, strlen(name)) : WAVE;
        if (k < WAVE && !gt_replace_file(name, write_kind, &k, err, sizeof err))
            gt_tell("gt200: GT200_TRACE: %s\n", err);
        free(name);
    }
    if (state.t->full)
        gt_tell("gt200: GT200_TRACE: out of memory, the rest of the launch is missing\n");
    trace_free(state.t);
    if (state.wave)
        save_file();
    free((char *)state.wave);
    state.t = NULL;
    pthread_mutex_unlock(&state.lock);
}

/* A launch that never came is no silence. */
__attribute__((destructor)) static void warn_of_no_launch(void)
{
    const char *kernel = text_of("GT200_TRACE");

    if (state.asked && kernel && text_of("GT200_TRACE_FILES") && !state.done)
        gt_tell("gt200: GT200_TRACE: no such launch: %s (%lu of that kernel)\n", kernel, state.seen);
}
