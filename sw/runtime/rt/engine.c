/* SPDX-License-Identifier: Apache-2.0
 *
 * GT200's engine, and the way to others.
 */
#include "engine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gt_chip.h"
#include "options.h"

/* A text cubin, if the chip runs its code. */
static bool load(struct gt_module *m, const char *image, size_t n, const char *name, char *err, size_t errn)
{
    const unsigned has = m->gpu->chip->values->compute;

    if (!cubin_parse(image, n, name, &m->cubin, err, errn))
        return false;
    if (m->cubin.arch > has) {
        snprintf(err, errn, "%s: code of sm_%u, chip %s runs that of sm_%u (-arch=sm_%u)", name, m->cubin.arch,
                 m->gpu->chip->name, has, has);
        cubin_free(&m->cubin);
        return false;
    }
    return gt_module_place(m, err, errn);
}

static bool compile(const struct gt_engine *e, const char *ptx, const char *name, const struct ptxas_options *opt,
                    struct ptxas_result *res)
{
    (void)e;
    return ptxas_compile(ptx, name, opt, res);
}

static void unload(struct gt_module *m)
{
    gt_module_displace(m);
}

static enum gt_status run(const struct gt_module *m, int kernel, enum gt_target t, const struct gt_launch *l,
                          struct gt_result *res, const struct gt_run_opts *opts)
{
    (void)kernel;
    return gt_target_run(t, m->gpu, l, res, opts);
}

const struct gt_engine gt_engine_gt200 = {
    .limits = { .major = GT_COMPUTE / 10, .minor = GT_COMPUTE % 10, .threads = GT_THREADS_PER_BLOCK,
                .block = { GT_THREADS_PER_BLOCK, GT_THREADS_PER_BLOCK, GT_BLOCK_DEPTH },
                .grid = { GT_GRID_EXTENT, GT_GRID_EXTENT, 1 }, .regs = GT_REGS_PER_SM,
                .shared = GT_SMEM_BYTES, .params = GT_PARAM_BYTES, .textures = true },
    .load = load, .compile = compile, .unload = unload, .run = run,
};

bool gt_engine_has(const char *chip)
{
    return cli_word_in(GT_ENGINE_CHIPS, chip, strlen(chip));
}

const struct gt_engine *gt_engine_find(const char *chip, char *err, size_t errn)
{
    static const char file[] = "func70.so";
    const char *home = getenv("GT200_HOME");
    char path[4200];

    if (!gt_engine_has(chip))
        return &gt_engine_gt200;
    snprintf(path, sizeof path, "%.4096s/lib/%s", home ? home : "", file);
    void *so = dlopen(home && !access(path, R_OK) ? path : file, RTLD_NOW | RTLD_LOCAL);
    if (!so) {
        snprintf(err, errn, "chip %s: its machine cannot be loaded: %s (GT200_HOME names a folder with lib/%s)", chip,
                 dlerror(), file);
        return NULL;
    }
    union { void *symbol; gt_engine_opener *open; } at = { dlsym(so, GT_ENGINE_OPENER) };
    const struct gt_engine *e = at.symbol ? at.open(chip) : NULL;
    if (!e)
        snprintf(err, errn, "chip %s: %s does not have it", chip, file);
    return e;
}

const struct gt_engine *gt_engine_of(unsigned major, unsigned minor)
{
    char name[16], err[1024];

    for (const char *at = GT_ENGINE_CHIPS; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        const struct gt_engine *e = gt_engine_find(name, err, sizeof err);
        if (!e || (e->limits.major == major && e->limits.minor == minor))
            return e;
        at += n;
    }
    return NULL;
}
