/* SPDX-License-Identifier: Apache-2.0
 * Modules, their kernels and variables. */
#include "shim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_name.h"

struct gts_module *gts_load(struct gts_device *d, const char *text, size_t n, const char *name, char *err, size_t errn)
{
    struct gts_module *m = calloc(1, sizeof *m);

    if (!m) {
        snprintf(err, errn, "out of memory");
        return NULL;
    }
    if (!gt_module_load_text(&m->m, d->gpu, text, n, name, err, errn)) {
        free(m);
        return NULL;
    }
    m->device = d;
    d->active = m;
    return m;
}

void gts_unload(struct gts_module *m)
{
    if (!m)
        return;
    if (m->device->active == m)
        m->device->active = NULL;
    gt_module_free(&m->m);
    free(m);
}

uint32_t gts_kernels(const struct gts_module *m)
{
    return (uint32_t)m->m.cubin.nkernels;
}

bool gts_kernel(const struct gts_module *m, uint32_t kernel, struct gts_kernel *k)
{
    struct run_args args = { 0 };

    if (kernel >= m->m.cubin.nkernels)
        return false;
    const struct gt_cubin_kernel *c = &m->m.cubin.kernels[kernel];
    kernel_params(c, &args);
    *k = (struct gts_kernel){ .name = c->name, .regs = c->reg, .shared = c->smem, .local = c->lmem,
                              .max_threads = c->max_threads, .code_bytes = (uint32_t)(4 * c->code_words),
                              .nparams = c->has_params ? (uint32_t)c->nparams : 0, .has_params = c->has_params };
    snprintf(k->text, sizeof k->text, "%s", *args.kernel ? args.kernel : c->name);
    return true;
}

static uint32_t type_of(enum run_type t)
{
    switch (t) {
    case RUN_INTEGER: return GTS_INTEGER;
    case RUN_FLOAT:   return GTS_FLOAT;
    case RUN_DOUBLE:  return GTS_DOUBLE;
    case RUN_POINTER: return GTS_POINTER;
    default:          return GTS_UNKNOWN;
    }
}

bool gts_param(const struct gts_module *m, uint32_t kernel, uint32_t param, struct gts_param *p)
{
    struct run_args args = { 0 };

    if (kernel >= m->m.cubin.nkernels || !m->m.cubin.kernels[kernel].has_params ||
        param >= m->m.cubin.kernels[kernel].nparams)
        return false;
    const struct gt_cubin_kernel *c = &m->m.cubin.kernels[kernel];
    *p = (struct gts_param){ .offset = c->params[param].offset, .bytes = c->params[param].bytes };
    if (kernel_params(c, &args)) {
        p->type = type_of(args.known[param].type);
        snprintf(p->text, sizeof p->text, "%s", args.known[param].text);
    }
    return true;
}

int32_t gts_find(const struct gts_module *m, const char *name, char *err, size_t errn)
{
    return kernel_by_name(&m->m.cubin, name, err, errn);
}

/* ---- variables ----------------------------------------------------------------------------- */

struct variable { bool constant; unsigned seg; uint32_t at, bytes; };

static bool find_variable(const struct gts_module *m, const char *name, struct variable *v, char *err, size_t errn)
{
    v->constant = gt_module_constant(&m->m, name, &v->seg, &v->at, &v->bytes);
    if (v->constant || gt_module_variable(&m->m, name, &v->at, &v->bytes))
        return true;
    snprintf(err, errn, "the module has no variable '%s'", name);
    return false;
}

static bool range(const struct gts_module *m, const char *name, uint32_t offset, uint32_t bytes, struct variable *v,
                  char *err, size_t errn)
{
    if (!find_variable(m, name, v, err, errn))
        return false;
    if (offset <= v->bytes && bytes <= v->bytes - offset)
        return true;
    snprintf(err, errn, "variable %s has %" PRIu32 " bytes, not %" PRIu32 " from %" PRIu32 " on", name, v->bytes, bytes,
             offset);
    return false;
}

bool gts_variable(const struct gts_module *m, const char *name, uint32_t *bytes, char *err, size_t errn)
{
    struct variable v;

    if (!find_variable(m, name, &v, err, errn))
        return false;
    *bytes = v.bytes;
    return true;
}

bool gts_variable_write(struct gts_module *m, const char *name, uint32_t offset, const void *src, uint32_t bytes,
                        char *err, size_t errn)
{
    struct variable v;

    if (!range(m, name, offset, bytes, &v, err, errn))
        return false;
    if (!v.constant)
        return gt_write(m->m.gpu, v.at + offset, src, bytes);
    memcpy(m->m.image[v.seg] + v.at + offset, src, bytes);
    return m->device->active != m || gt_const_write(m->m.gpu, v.seg, v.at + offset, src, bytes);
}

bool gts_variable_read(struct gts_module *m, const char *name, uint32_t offset, void *dst, uint32_t bytes, char *err,
                       size_t errn)
{
    struct variable v;

    if (!range(m, name, offset, bytes, &v, err, errn))
        return false;
    if (!v.constant)
        return gt_read(m->m.gpu, v.at + offset, dst, bytes);
    memcpy(dst, m->m.image[v.seg] + v.at + offset, bytes);
    return true;
}
