/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fail(char *err, size_t errn, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static bool fail(char *err, size_t errn, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err, errn, fmt, ap);
    va_end(ap);
    return false;
}

/* A block's bytes into its constant segment; without data they are zero. */
static bool write_const(struct gt_gpu *g, const struct gt_cubin_data *d, const char *where, char *err, size_t errn)
{
    void *zero = d->words ? NULL : calloc(1, d->bytes ? d->bytes : 1);

    if (!d->words && !zero)
        return fail(err, errn, "out of memory");
    bool ok = gt_const_write(g, d->seg, d->offset, d->words ? (void *)d->words : zero, d->bytes);
    free(zero);
    return ok ? true : fail(err, errn, "%s: constant block c%u[0x%x] of %u bytes does not fit a segment (%d bytes)",
                            where, d->seg, d->offset, d->bytes, GT_CONST_BYTES);
}

/* Device memory for every variable, and its address in c14[]. */
static bool place_variables(struct gt_module *m, const char *name, char *err, size_t errn)
{
    const struct gt_cubin *c = &m->cubin;

    m->reloc_addr = calloc(c->nrelocs + 1, sizeof *m->reloc_addr);
    if (!m->reloc_addr)
        return fail(err, errn, "out of memory");
    for (size_t i = 0; i < c->nrelocs; i++) {
        const struct gt_cubin_data *d = &c->relocs[i];
        uint8_t zero[256] = { 0 };
        m->reloc_addr[i] = gt_alloc(m->gpu, d->bytes);
        if (!m->reloc_addr[i])
            return fail(err, errn, "%s: no device memory for variable %s (%u bytes)", name, d->name, d->bytes);
        for (uint32_t at = 0; at < d->bytes; at += sizeof zero)
            gt_write(m->gpu, m->reloc_addr[i] + at, d->words ? (uint8_t *)d->words + at : zero,
                     d->bytes - at < sizeof zero ? d->bytes - at : sizeof zero);
        if (!gt_const_write(m->gpu, d->seg, d->offset, &m->reloc_addr[i], 4))
            return fail(err, errn, "%s: variable %s: no place for its address at c%u[0x%x]", name, d->name, d->seg, d->offset);
    }
    return true;
}

static bool place(struct gt_module *m, const char *name, char *err, size_t errn)
{
    for (size_t i = 0; i < m->cubin.nconsts; i++)
        if (!write_const(m->gpu, &m->cubin.consts[i], name, err, errn)) {
            gt_module_free(m);
            return false;
        }
    if (!place_variables(m, name, err, errn)) {
        gt_module_free(m);
        return false;
    }
    return true;
}

bool gt_module_load_file(struct gt_module *m, struct gt_gpu *g, const char *path, char *err, size_t errn)
{
    memset(m, 0, sizeof *m);
    m->gpu = g;
    return cubin_read(path, &m->cubin, err, errn) && place(m, path, err, errn);
}

bool gt_module_load_text(struct gt_module *m, struct gt_gpu *g, const char *text, size_t n, const char *name, char *err, size_t errn)
{
    memset(m, 0, sizeof *m);
    m->gpu = g;
    return cubin_parse(text, n, name, &m->cubin, err, errn) && place(m, name, err, errn);
}

void gt_module_free(struct gt_module *m)
{
    for (size_t i = 0; m->reloc_addr && i < m->cubin.nrelocs; i++)
        if (m->reloc_addr[i])
            gt_release(m->gpu, m->reloc_addr[i]);
    free(m->reloc_addr);
    cubin_free(&m->cubin);
    memset(m, 0, sizeof *m);
}

int gt_module_kernel(const struct gt_module *m, const char *name, char *err, size_t errn)
{
    const struct gt_cubin *c = &m->cubin;

    for (size_t i = 0; i < c->nkernels; i++)
        if (!strcmp(c->kernels[i].name, name))
            return (int)i;
    if (c->nkernels == 0) {
        fail(err, errn, "no kernel '%s': the module has none", name);
        return -1;
    }
    int n = snprintf(err, errn, "no kernel '%s'; there %s", name, c->nkernels == 1 ? "is" : "are");
    for (size_t i = 0; i < c->nkernels && n >= 0 && (size_t)n < errn; i++)
        n += snprintf(err + n, errn - (size_t)n, "%s %s", i ? "," : "", c->kernels[i].name);
    return -1;
}

static const struct gt_cubin_data *find(const struct gt_cubin_data *d, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (d[i].name && !strcmp(d[i].name, name))
            return &d[i];
    return NULL;
}

bool gt_module_constant(const struct gt_module *m, const char *name, unsigned *seg, uint32_t *offset, uint32_t *bytes)
{
    const struct gt_cubin_data *d = find(m->cubin.consts, m->cubin.nconsts, name);

    if (!d)
        return false;
    *seg = d->seg;
    *offset = d->offset;
    *bytes = d->bytes;
    return true;
}

bool gt_module_variable(const struct gt_module *m, const char *name, uint32_t *addr, uint32_t *bytes)
{
    const struct gt_cubin_data *d = find(m->cubin.relocs, m->cubin.nrelocs, name);

    if (!d)
        return false;
    *addr = m->reloc_addr[d - m->cubin.relocs];
    *bytes = d->bytes;
    return true;
}

void gt_module_launch(const struct gt_module *m, int kernel, struct gt_launch *l)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];

    memset(l, 0, sizeof *l);
    l->name = k->name;
    l->code = k->code;
    l->code_words = (uint32_t)k->code_words;
    l->regs = k->reg;
    l->smem = k->smem;
    l->lmem = k->lmem;
    l->grid_x = l->grid_y = l->block_x = l->block_y = l->block_z = 1;
}

bool gt_module_bind(const struct gt_module *m, int kernel, char *err, size_t errn)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];

    for (size_t i = 0; i < k->nconsts; i++)
        if (!write_const(m->gpu, &k->consts[i], k->name, err, errn))
            return false;
    return true;
}
