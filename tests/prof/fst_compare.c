/* SPDX-License-Identifier: Apache-2.0
 *
 * fst_compare MODEL.fst RTL.fst [CYCLES]: every signal of the first wave but those of scopes warpNN is in the second
 * one, and in each cycle of both every bit that is not x in the first is the same in the second. Signals of which
 * nothing is ever known are differences, as are fewer than CYCLES cycles. One line for each signal with -v in front.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gtkwave/fstapi.h"

struct change {
    uint64_t time;
    char    *value;
};

struct signal {
    char     *name;
    fstHandle handle;
    struct change *change;
    size_t    n, room;
};

struct wave {
    void *reader;
    struct signal *signal;              /* by name */
    size_t n, room;
    int   *of_handle;                   /* index of the signal whose changes are kept, -1 */
    uint64_t from, to;
};

static void *grow_array(void *p, size_t n, size_t *room, size_t each)
{
    if (n < *room)
        return p;
    *room = *room ? 2 * *room : 64;
    p = realloc(p, *room * each);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return p;
}

static void add_signal(struct wave *w, const char *scope, const struct fstHierVar *v)
{
    char name[4096];
    snprintf(name, sizeof name, "%s.%s", scope, v->name);
    w->signal = grow_array(w->signal, w->n, &w->room, sizeof *w->signal);
    w->signal[w->n++] = (struct signal){ .name = strdup(name), .handle = v->handle };
}

static bool is_open(struct wave *w, const char *path)
{
    struct fstHier *h;
    const char *scope = "";

    w->reader = fstReaderOpen(path);
    if (!w->reader)
        return false;
    while ((h = fstReaderIterateHier(w->reader)))
        if (h->htyp == FST_HT_SCOPE)
            scope = fstReaderPushScope(w->reader, h->u.scope.name, NULL);
        else if (h->htyp == FST_HT_UPSCOPE)
            scope = fstReaderPopScope(w->reader);
        else if (h->htyp == FST_HT_VAR)
            add_signal(w, scope, &h->u.var);
    w->from = fstReaderGetStartTime(w->reader);
    w->to = fstReaderGetEndTime(w->reader);
    const size_t handles = fstReaderGetMaxHandle(w->reader) + 1;
    w->of_handle = malloc(handles * sizeof *w->of_handle);
    memset(w->of_handle, -1, handles * sizeof *w->of_handle);
    fstReaderClrFacProcessMaskAll(w->reader);
    return true;
}

static int find_signal(const struct wave *w, const char *name)
{
    for (size_t i = 0; i < w->n; i++)
        if (!strcmp(w->signal[i].name, name))
            return (int)i;
    return -1;
}

static void keep_signal(struct wave *w, int i)
{
    const fstHandle h = w->signal[i].handle;
    if (w->of_handle[h] < 0)
        w->of_handle[h] = i;
    fstReaderSetFacProcessMask(w->reader, h);
}

static void take_change(void *ctx, uint64_t time, fstHandle h, const unsigned char *value)
{
    struct wave *w = ctx;
    struct signal *s = &w->signal[w->of_handle[h]];
    s->change = grow_array(s->change, s->n, &s->room, sizeof *s->change);
    s->change[s->n++] = (struct change){ time, strdup((const char *)value) };
}

static const char *value_at(const struct signal *s, size_t *i, uint64_t time)
{
    while (*i + 1 < s->n && s->change[*i + 1].time <= time)
        ++*i;
    return s->n && s->change[*i].time <= time ? s->change[*i].value : NULL;
}

static bool values_differ(const char *model, const char *rtl, size_t *known)
{
    bool bad = strlen(model) != strlen(rtl);
    for (size_t i = 0; model[i] && !bad; i++)
        if (model[i] != 'x') {
            ++*known;
            bad = model[i] != rtl[i];
        }
    return bad;
}

/* Differences of one signal; told: the first of them. */
static size_t compare_signal(const struct signal *m, const struct signal *r, uint64_t from, uint64_t to, bool verbose)
{
    size_t i = 0, k = 0, known = 0, bad = 0;
    for (uint64_t t = from; t <= to; t += 2) {
        const char *a = value_at(m, &i, t), *b = value_at(r, &k, t);
        if (a && b && values_differ(a, b, &known) && !bad++)
            printf("%s: cycle %llu: model %s, RTL %s\n", m->name, (unsigned long long)(t / 2), a, b);
    }
    if (!known)
        printf("%s: the model never knows it\n", m->name);
    if (verbose || bad)
        printf("%s: %zu bits compared, %zu cycles differ\n", m->name, known, bad);
    return bad + !known;
}

int main(int argc, char **argv)
{
    const bool verbose = argc > 1 && !strcmp(argv[1], "-v");
    struct wave model = {0}, rtl = {0};
    size_t bad = 0, n = 0;

    argc -= verbose;
    argv += verbose;
    if (argc < 3 || !is_open(&model, argv[1]) || !is_open(&rtl, argv[2])) {
        fprintf(stderr, "fst_compare: no wave\n");
        return 2;
    }
    int *other = malloc((model.n + 1) * sizeof *other);
    for (size_t i = 0; i < model.n; i++) {
        other[i] = -1;
        if (strstr(model.signal[i].name, ".warp"))
            continue;
        other[i] = find_signal(&rtl, model.signal[i].name);
        if (other[i] < 0) {
            printf("%s: not in the RTL's wave\n", model.signal[i].name);
            bad++;
            continue;
        }
        keep_signal(&model, (int)i);
        keep_signal(&rtl, other[i]);
    }
    fstReaderIterBlocks(model.reader, take_change, &model, NULL);
    fstReaderIterBlocks(rtl.reader, take_change, &rtl, NULL);
    const uint64_t from = model.from > rtl.from ? model.from : rtl.from, to = model.to < rtl.to ? model.to : rtl.to;
    for (size_t i = 0; i < model.n; i++)
        if (other[i] >= 0) {
            const fstHandle h = rtl.signal[other[i]].handle;
            bad += compare_signal(&model.signal[i], &rtl.signal[rtl.of_handle[h]], from, to, verbose);
            n++;
        }
    const uint64_t cycles = (to - from) / 2 + 1, least = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    printf("%s %zu signals in %llu cycles\n", bad || cycles < least ? "FAIL" : "ok", n, (unsigned long long)cycles);
    return bad || cycles < least;
}
