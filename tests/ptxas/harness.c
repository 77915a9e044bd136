/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiles CUDA C or PTX and runs it on func.
 */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ptxas.h"

/* Constants and variables of the module, on a GPU of its own. */
static void load(struct module *m)
{
    m->gpu = gt_gpu_new(16 << 20);
    for (size_t i = 0; i < m->cubin.nconsts; i++) {
        const struct gt_cubin_data *d = &m->cubin.consts[i];
        static const uint8_t zero[4096];
        if (d->words)
            gt_const_write(m->gpu, d->seg, d->offset, d->words, d->bytes);
        else if (d->bytes <= sizeof zero)
            gt_const_write(m->gpu, d->seg, d->offset, zero, d->bytes);
    }
    for (size_t i = 0; i < m->cubin.nrelocs; i++) {
        const struct gt_cubin_data *d = &m->cubin.relocs[i];
        uint32_t addr = gt_alloc(m->gpu, d->bytes);
        if (d->words)
            gt_write(m->gpu, addr, d->words, d->bytes);
        gt_const_write(m->gpu, d->seg, d->offset, &addr, 4);
    }
}

bool module_compile(struct module *m, const char *cu, const char *const *options)
{
    char in[512], out[] = "/tmp/gt200-test-XXXXXX", err[256];
    char *argv[32] = { (char[]){ "cc" }, in, (char[]){ "-o" }, out, (char[]){ "--cubin" } };
    int argc = 5, fd = mkstemp(out);
    if (fd < 0)
        return false;
    close(fd);
    snprintf(in, sizeof in, "%s/%s", TEST_DIR, cu);
    for (int i = 0; options && options[i]; i++)
        argv[argc++] = strdup(options[i]);
    int rc = gt_cmd_cc(argc, argv);
    for (int i = 5; i < argc; i++)
        free(argv[i]);
    bool ok = !rc && cubin_read(out, &m->cubin, err, sizeof err);
    unlink(out);
    if (!rc && !ok)
        fprintf(stderr, "%s\n", err);
    if (ok)
        load(m);
    return ok;
}

bool module_ptx(struct module *m, const char *ptx) { return module_ptx_options(m, ptx, NULL); }

bool module_ptx_options(struct module *m, const char *ptx, const struct ptxas_options *opt)
{
    struct ptxas_result res;
    char err[256];
    if (!ptxas_compile(ptx, "test.ptx", opt, &res)) {
        fprintf(stderr, "%s\n", res.error);
        return false;
    }
    bool ok = cubin_parse(res.text, res.length, "test.cubin", &m->cubin, err, sizeof err);
    free(res.text);
    if (ok)
        load(m);
    else
        fprintf(stderr, "%s\n", err);
    return ok;
}

void module_free(struct module *m)
{
    cubin_free(&m->cubin);
    gt_gpu_free(m->gpu);
}

uint32_t dev_new(struct module *m, const void *data, uint32_t bytes)
{
    uint32_t a = gt_alloc(m->gpu, bytes);
    uint8_t *zero = data ? NULL : calloc(1, bytes);
    gt_write(m->gpu, a, data ? data : zero, bytes);
    free(zero);
    return a;
}

void dev_get(struct module *m, uint32_t addr, void *data, uint32_t bytes) { gt_read(m->gpu, addr, data, bytes); }

bool module_run(struct module *m, const char *kernel, struct dims d, const uint32_t *params, uint32_t n)
{
    const struct gt_cubin_kernel *k = cubin_kernel(&m->cubin, kernel);
    struct gt_result *res = calloc(1, sizeof *res);
    if (!k) {
        fprintf(stderr, "no kernel %s\n", kernel);
        free(res);
        return false;
    }
    for (size_t i = 0; i < k->nconsts; i++)
        gt_const_write(m->gpu, k->consts[i].seg, k->consts[i].offset, k->consts[i].words, k->consts[i].bytes);
    uint32_t lmem = k->lmem ? 16 : 0;
    while (lmem < k->lmem)
        lmem *= 2;
    struct gt_launch l = {
        .name = kernel, .code = k->code, .code_words = (uint32_t)k->code_words, .regs = k->reg, .smem = k->smem,
        .dyn_smem = d.dyn, .lmem = lmem, .grid_x = d.gx, .grid_y = d.gy ? d.gy : 1, .block_x = d.bx,
        .block_y = d.by ? d.by : 1, .block_z = d.bz ? d.bz : 1, .params = params, .param_words = n,
        .max_cycles = 100000000,
    };
    enum gt_status st = gt_func_run(m->gpu, &l, res, NULL, NULL);
    if (st != GT_OK)
        fprintf(stderr, "%s: %s\n", kernel, res->message);
    free(res);
    return st == GT_OK;
}
