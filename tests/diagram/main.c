/* SPDX-License-Identifier: Apache-2.0
 *
 * diagrams model|rtl PAGE...: every timing diagram of the pages, run there.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagram.h"
#ifdef WITH_RTL
#include "rtl_sm.h"
#endif

#define MEMORY (1u << 20)
#define OUT_BYTES 65536u

struct trace {
    struct gt_event *ev;
    size_t n, room;
};

static void keep(void *ctx, const struct gt_event *e, size_t n)
{
    struct trace *t = ctx;
    for (size_t i = 0; i < n; i++) {
        if (t->n == t->room) {
            t->room = t->room ? 2 * t->room : 1024;
            t->ev = realloc(t->ev, t->room * sizeof *t->ev);
            if (!t->ev) {
                fputs("diagrams: out of memory\n", stderr);
                exit(2);
            }
        }
        t->ev[t->n++] = e[i];
    }
}

/* One block after the other runs the code; the address of 64 KB of memory is the parameter, s[0x10]. */
static bool run(const struct diagram *d, bool rtl, struct trace *t)
{
    struct gt_gpu *gpu = gt_gpu_new(MEMORY);
    uint32_t out = gpu ? gt_alloc(gpu, OUT_BYTES) : 0;
    struct gt_launch l = {.name = d->name, .code = d->code, .code_words = d->words, .regs = d->regs, .smem = d->smem,
                          .grid_x = d->blocks, .grid_y = 1, .block_x = d->threads, .block_y = 1, .block_z = 1,
                          .params = &out, .param_words = 1};
    struct gt_result res = {0};
    if (!out) {
        fputs("diagrams: out of memory\n", stderr);
        exit(2);
    }
    if (d->texture && !gt_texture_bind(gpu, 0, &(struct gt_texture){.addr = out, .width = d->texture, .comps = 1,
                                                                    .bits = 32, .type = GT_TEX_UINT})) {
        fprintf(stderr, "%s:%u: diagram %s: no texture of %u words\n", d->file, d->line, d->name, d->texture);
        gt_gpu_free(gpu);
        return false;
    }
#ifdef WITH_RTL
    if (rtl)
        gt_rtl_run(gpu, &l, &res, &(struct gt_rtl_opts){.sink = keep, .sink_ctx = t});
    else
#endif
        gt_model_run_events(gpu, &l, &res, NULL, NULL, keep, t);
    (void)rtl;
    gt_gpu_free(gpu);
    if (res.status == GT_OK || res.status == GT_FAULT)          /* a fault may be what the diagram is about */
        return true;
    fprintf(stderr, "%s:%u: diagram %s: %s\n", d->file, d->line, d->name, res.message);
    return false;
}

int main(int argc, char **argv)
{
    bool rtl = argc > 1 && !strcmp(argv[1], "rtl"), ok = true;
    unsigned count = 0;
    if (argc < 3 || (!rtl && strcmp(argv[1], "model"))) {
        fputs("usage: diagrams model|rtl PAGE...\n", stderr);
        return 2;
    }
#ifndef WITH_RTL
    if (rtl) {
        fputs("diagrams: built without the RTL\n", stderr);
        return 2;
    }
#endif
    struct diagram *d = malloc(sizeof *d);
    for (int i = 2; d && i < argc; i++) {
        FILE *page = fopen(argv[i], "r");
        if (!page) {
            fprintf(stderr, "diagrams: %s: %s\n", argv[i], strerror(errno));
            return 2;
        }
        unsigned line = 0;
        int got;
        while ((got = diagram_read(page, argv[i], &line, d, stderr)) > 0) {
            struct trace t = {0};
            ok = run(d, rtl, &t) && diagram_check(d, t.ev, t.n, stderr) && ok;
            free(t.ev);
            count++;
        }
        ok = ok && got == 0;
        fclose(page);
    }
    free(d);
    printf("%u diagrams on %s%s\n", count, argv[1], ok ? ", all true" : "");
    return !ok || !count;
}
