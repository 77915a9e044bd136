/* SPDX-License-Identifier: Apache-2.0 */
#include "run_native.h"

#include "cli.h"
#include "files.h"
#include "kernel_name.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE_BASE 0x200000000u        /* addresses of 64 bits, none of them near 0 */

/* The kernel of that name, in the cubin or in the source. */
static const struct sm70_kernel *find(const struct sm70_module *m, const char *name, char *err, size_t n)
{
    struct gt_cubin names;

    cubin_init(&names);
    for (size_t i = 0; i < m->nkernels; i++)
        cubin_add_kernel(&names, m->kernels[i].name);
    int k = kernel_by_name(&names, name, err, n);
    cubin_free(&names);
    return k < 0 ? NULL : &m->kernels[k];
}

static void parameters(const struct sm70_kernel *k, struct run_args *args)
{
    snprintf(args->kernel, sizeof args->kernel, "%s", k->name);
    for (size_t i = 0; i < k->nparams && i < sizeof args->known / sizeof *args->known; i++)
        args->known[args->nknown++] = (struct run_param){ .offset = k->params[i].offset, .bytes = k->params[i].bytes };
}

static int add(const struct run_native *r, struct run_args *args, struct gt_gpu *g, const char *const *texts, size_t n)
{
    char err[4096];
    bool usage;

    for (size_t i = 0; i < n; i++)
        if (!run_args_add(args, g, texts[i], err, sizeof err, &usage))
            return usage ? cli_usage(r->cmd, "argument %zu: %s", i + 1, err)
                         : cli_failure(r->cmd, "argument %zu: %s", i + 1, err);
    if (args->next < args->nknown)
        return cli_usage(r->cmd, "%s has %zu parameters, %zu were given", args->kernel, args->nknown, args->next);
    for (size_t i = 0; i < args->nbuffers; i++) {
        uint64_t address = DEVICE_BASE + (uint64_t)args->buffers[i].addr;
        memcpy((char *)args->params + args->buffers[i].at, &address, sizeof address);
    }
    return CLI_GO_ON;
}

static int launch(const struct run_native *r, const struct sm70_module *m, struct gt_gpu *g, const char *const *texts,
                  size_t n)
{
    struct run_args args = { .wide_pointers = true };
    char err[4096], message[SM70_MESSAGE];
    const struct sm70_kernel *k = find(m, r->kernel, err, sizeof err);
    struct sm70_counts counts;

    if (!k)
        return cli_failure(r->cmd, "%s", err);
    parameters(k, &args);
    int rc = add(r, &args, g, texts, n);
    if (rc != CLI_GO_ON)
        return rc;
    struct sm70_program *p = sm70_program_new(m->chip, k);
    if (!p)
        return cli_failure(r->cmd, "out of memory");
    const struct sm70_device d = { .chip = m->chip, .base = DEVICE_BASE + GT_G_BASE, .bytes = g->mem_bytes,
                                   .memory = g->mem, .limit = r->limit };
    const struct sm70_launch l = { .grid = { r->grid[0], r->grid[1], 1 }, .shared = r->smem, .params = args.params,
                                   .block = { r->block[0], r->block[1], r->block[2] }, .nparams = args.bytes,
                                   .constants = m->constants, .nconstants = (uint32_t)m->nconstants };
    bool ok = sm70_launch_run(&d, p, &l, &counts, message);
    sm70_program_free(p);
    if (!ok)
        return cli_failure(r->cmd, "%s", message);
    for (size_t i = 0; i < args.nbuffers; i++)
        gt_touch(g, args.buffers[i].addr, args.buffers[i].bytes);
    if (!run_args_write(&args, g, err, sizeof err))
        return cli_failure(r->cmd, "%s", err);
    printf("kernel: %s\ntarget: func\nchip: %s (%s)\n", r->kernel, r->chip->name,
           r->chip->measured ? "values compared with one" : "untested");
    printf("warp instructions: %" PRIu64 "\nthread instructions: %" PRIu64 "\n", counts.warp_instructions,
           counts.thread_instructions);
    return CLI_OK;
}

/* A section that is needed and not there; constant bank 3 is. */
static const char *missing(const struct sm70_module *m)
{
    for (size_t i = 0; i < m->nleft; i++)
        if (strcmp(m->left_out[i], ".nv.constant3"))
            return m->left_out[i];
    return NULL;
}

int run_native(const struct run_native *r, struct gt_gpu *g, const char *const *texts, size_t n)
{
    struct sm70_module m;
    char err[4096];
    size_t size;
    char *image = gt_read_file(r->file, &size);
    int rc;

    if (!image)
        return cli_failure(r->cmd, "%s: %s", r->file, strerror(errno));
    bool ok = sm70_is_text(image) ? sm70_text_read(image, r->file, &m, err, sizeof err)
                                  : sm70_cubin_read(image, size, &m, err, sizeof err);
    free(image);
    if (!ok)
        return cli_failure(r->cmd, "%s", err);
    if (m.chip != r->chip->chip)
        rc = cli_failure(r->cmd, "%s is made for sm_%u, %s is sm_%u", r->file, sm70_chip_name(m.chip), r->chip->name,
                         sm70_chip_name(r->chip->chip));
    else if (missing(&m))
        rc = cli_failure(r->cmd, "%s has a section %s, which this model does not have", r->file, missing(&m));
    else
        rc = launch(r, &m, g, texts, n);
    sm70_module_free(&m);
    return rc;
}
