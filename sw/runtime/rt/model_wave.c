/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycle model's tap at the writer of lib/waves.so.
 */
#include "model_wave.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wave.h"

struct writing {
    const struct gt_waves *waves;
    const struct gt_run_opts *o;
    void *wave;                         /* NULL: none is open */
    bool  failed;
};

static const struct gt_waves *find_writer(char *err, size_t errn)
{
    static const char file[] = "waves.so";
    const char *home = getenv("GT200_HOME");
    char path[4200];

    snprintf(path, sizeof path, "%.4096s/lib/%s", home ? home : "", file);
    void *so = dlopen(home && !access(path, R_OK) ? path : file, RTLD_NOW | RTLD_LOCAL);
    const struct gt_waves *w = so ? dlsym(so, GT_WAVES_SYMBOL) : NULL;
    if (!w)
        snprintf(err, errn, "waves of the model: their writer cannot be loaded: %s (cmake --build BUILD --target waves "
                 "makes it, with Verilator 5.006; GT200_HOME names a folder with lib/%s)", dlerror(), file);
    return w;
}

static void take_cycle(void *ctx, const struct gt_signals *s)
{
    struct writing *w = ctx;

    if (w->failed || s->cycle < w->o->fst_from || (w->o->fst_to && s->cycle > w->o->fst_to))
        return;
    if (!w->wave && !(w->wave = w->waves->open(w->o->fst)))
        w->failed = true;
    else
        w->waves->cycle(w->wave, s);
}

enum gt_status gt_model_wave_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                                 const struct gt_run_opts *o)
{
    struct writing w = { .o = o };
    const struct gt_tap tap = { &w, take_cycle };

    memset(res, 0, sizeof *res);
    if (g->chip->tpcs * g->chip->sms > 1)
        snprintf(res->message, sizeof res->message, "waves of the model are of one SM, not of chip %s", g->chip->name);
    else
        w.waves = find_writer(res->message, sizeof res->message);
    if (!w.waves)
        return res->status = GT_BAD_LAUNCH;
    g->tap = &tap;
    gt_model_run_events(g, l, res, o->progress, o->ctx, o->sink, o->sink_ctx);
    g->tap = NULL;
    const int error = w.wave ? w.waves->close(w.wave) : 0;
    if (error || w.failed) {
        const size_t n = strlen(res->message);
        snprintf(res->message + n, sizeof res->message - n, "%s%s: %s", n ? "\n" : "", o->fst,
                 error ? strerror(error) : "cannot be written");
        if (res->status == GT_OK)
            res->status = GT_BAD_LAUNCH;
    }
    return res->status;
}
