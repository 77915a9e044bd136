/* SPDX-License-Identifier: Apache-2.0
 *
 * Modules: loading, what they have, what a run of them says. Here, too, where constants and variables of GT200 go.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Contents of a data block into the device's constant segment; zeros when the cubin gives none. */
static bool place_data(struct gt_gpu *g, const struct gt_cubin_data *d)
{
    static const uint32_t zero[64];
    bool ok = true;

    if (d->words)
        return gt_const_write(g, d->seg, d->offset, d->words, d->bytes);
    for (uint32_t at = 0; ok && at < d->bytes; at += sizeof zero) {
        uint32_t n = d->bytes - at < sizeof zero ? d->bytes - at : (uint32_t)sizeof zero;
        ok = gt_const_write(g, d->seg, d->offset + at, zero, n);
    }
    return ok;
}

/* Bytes into the module's own copy of a constant segment; words NULL: zeros. */
static bool keep_bytes(struct gt_module *m, uint32_t seg, uint32_t offset, const void *words, uint32_t bytes)
{
    if (seg >= GT_CONST_SEGS || offset > GT_CONST_BYTES || bytes > GT_CONST_BYTES - offset)
        return false;
    if (!m->image[seg] && !(m->image[seg] = calloc(1, GT_CONST_BYTES)))
        return false;
    if (words)
        memcpy(m->image[seg] + offset, words, bytes);
    if (m->image_bytes[seg] < offset + bytes)
        m->image_bytes[seg] = offset + bytes;
    return true;
}

bool gt_module_activate(const struct gt_module *m)
{
    for (unsigned seg = 0; seg < GT_CONST_SEGS; seg++)
        if (m->image[seg] && !gt_const_write(m->gpu, seg, 0, m->image[seg], m->image_bytes[seg]))
            return false;
    return true;
}

/* What the data start as, addresses filled in; free() it. NULL: err says why. */
static uint8_t *data_contents(const struct gt_module *m, const struct gt_cubin_data *d, char *err, size_t errn)
{
    uint8_t *p = calloc(1, d->bytes ? d->bytes : 1);

    if (!p) {
        snprintf(err, errn, "variable '%s': out of memory", d->name);
        return NULL;
    }
    if (d->words)
        memcpy(p, d->words, d->bytes);
    for (size_t i = 0; i < d->naddresses; i++) {
        const struct gt_cubin_address *a = &d->addresses[i];
        int v = cubin_variable(&m->cubin, a->name);

        if (v < 0) {
            snprintf(err, errn,
                     "variable '%s': its initial value is the address of '%s', which the module does not have",
                     d->name, a->name);
            free(p);
            return NULL;
        }
        uint32_t value = m->variables[v] + a->add;
        memcpy(p + a->offset, &value, 4);
    }
    return p;
}

static bool allocate_variable(struct gt_module *m, size_t i, char *err, size_t errn)
{
    const struct gt_cubin_data *d = &m->cubin.relocs[i];

    m->variables[i] = gt_alloc(m->gpu, d->bytes ? d->bytes : 4);
    if (!m->variables[i]) {
        snprintf(err, errn, "variable '%s': %u bytes do not fit in device memory", d->name, d->bytes);
        return false;
    }
    return true;
}

/* Initial contents of a variable, and its address in the constant segment where the code looks for it. */
static bool place_variable(struct gt_module *m, size_t i, char *err, size_t errn)
{
    const struct gt_cubin_data *d = &m->cubin.relocs[i];
    uint8_t *start = data_contents(m, d, err, errn);

    if (!start)
        return false;
    bool ok = gt_write(m->gpu, m->variables[i], start, d->bytes) &&
              keep_bytes(m, d->seg, d->offset, &m->variables[i], 4);
    free(start);
    if (!ok)
        snprintf(err, errn, "variable '%s': c%u[0x%x] is not a constant address", d->name, d->seg, d->offset);
    return ok;
}

/* Initial contents of a constant. */
static bool place_constant(struct gt_module *m, const struct gt_cubin_data *d, char *err, size_t errn)
{
    uint8_t *start = data_contents(m, d, err, errn);

    if (!start)
        return false;
    bool ok = keep_bytes(m, d->seg, d->offset, start, d->bytes);
    free(start);
    if (!ok)
        snprintf(err, errn, "constant '%s': %u bytes at c%u[0x%x] are outside the segment", d->name, d->bytes, d->seg,
                 d->offset);
    return ok;
}

bool gt_module_place(struct gt_module *m, char *err, size_t errn)
{
    const struct gt_cubin *c = &m->cubin;

    m->variables = calloc(c->nrelocs ? c->nrelocs : 1, sizeof *m->variables);
    if (!m->variables) {
        snprintf(err, errn, "out of memory");
        goto bad;
    }
    for (size_t i = 0; i < c->nrelocs; i++)
        if (!allocate_variable(m, i, err, errn))
            goto bad;
    for (size_t i = 0; i < c->nconsts; i++)
        if (!place_constant(m, &c->consts[i], err, errn))
            goto bad;
    for (size_t i = 0; i < c->nrelocs; i++)
        if (!place_variable(m, i, err, errn))
            goto bad;
    if (!gt_module_activate(m)) {
        snprintf(err, errn, "out of memory");
        goto bad;
    }
    return true;
bad:
    gt_module_free(m);
    return false;
}

bool gt_module_load(struct gt_module *m, const struct gt_engine *engine, struct gt_gpu *g, uint64_t base,
                    const char *image, size_t n, const char *name, char *err, size_t errn)
{
    *m = (struct gt_module){ .gpu = g, .engine = engine, .base = base, .alloc = gt_alloc, .release = gt_release };
    return engine->load(m, image, n, name, err, errn);
}

bool gt_module_load_file(struct gt_module *m, struct gt_gpu *g, const char *path, char *err, size_t errn)
{
    *m = (struct gt_module){ .gpu = g };
    return cubin_read(path, &m->cubin, err, errn) && gt_module_place(m, err, errn);
}

bool gt_module_load_text(struct gt_module *m, struct gt_gpu *g, const char *text, size_t n, const char *name, char *err,
                         size_t errn)
{
    *m = (struct gt_module){ .gpu = g };
    return cubin_parse(text, n, name, &m->cubin, err, errn) && gt_module_place(m, err, errn);
}

void gt_module_displace(struct gt_module *m)
{
    for (size_t i = 0; m->variables && i < m->cubin.nrelocs; i++)
        if (m->variables[i])
            gt_release(m->gpu, m->variables[i]);
    for (unsigned seg = 0; seg < GT_CONST_SEGS; seg++)
        free(m->image[seg]);
    free(m->variables);
    m->variables = NULL;
    memset(m->image, 0, sizeof m->image);
}

void gt_module_free(struct gt_module *m)
{
    if (m->engine)
        m->engine->unload(m);
    else
        gt_module_displace(m);
    cubin_free(&m->cubin);
    memset(m, 0, sizeof *m);
}

int gt_module_kernel(const struct gt_module *m, const char *name, char *err, size_t errn)
{
    const struct gt_cubin_kernel *k = cubin_kernel(&m->cubin, name);

    if (k)
        return (int)(k - m->cubin.kernels);
    int n = snprintf(err, errn, "no kernel '%s'; there %s", name,
                     m->cubin.nkernels == 0   ? "are none"
                     : m->cubin.nkernels == 1 ? "is"
                                              : "are");
    for (size_t i = 0; i < m->cubin.nkernels && n > 0 && (size_t)n < errn; i++)
        n += snprintf(err + n, errn - (size_t)n, "%s %s", i ? "," : "", m->cubin.kernels[i].name);
    return -1;
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

bool gt_module_params(const struct gt_module *m, int kernel, uint32_t bytes, char *err, size_t errn)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];

    if (!k->has_param || (k->param + 3) / 4 == (bytes + 3) / 4)
        return true;
    snprintf(err, errn, "kernel %s takes %u bytes of parameters, %u were given", k->name, k->param, bytes);
    return false;
}

bool gt_module_block(const struct gt_module *m, int kernel, unsigned x, unsigned y, unsigned z, char *err, size_t errn)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];

    if (k->block[0] && (k->block[0] != x || k->block[1] != y || k->block[2] != z)) {
        snprintf(err, errn, "kernel %s: block of %u x %u x %u threads, it was compiled for %u x %u x %u (.reqntid)",
                 k->name, x, y, z, k->block[0], k->block[1], k->block[2]);
        return false;
    }
    if (!k->max_threads || (uint64_t)x * y * z <= k->max_threads)
        return true;
    snprintf(err, errn, "kernel %s: block of %llu threads, its launch bounds allow %u", k->name,
             (unsigned long long)x * y * z, k->max_threads);
    return false;
}

bool gt_module_bind(const struct gt_module *m, int kernel, char *err, size_t errn)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];

    for (size_t i = 0; i < k->nconsts; i++)
        if (!place_data(m->gpu, &k->consts[i])) {
            snprintf(err, errn, "kernel %s: %u bytes at c%u[0x%x] are outside the segment", k->name, k->consts[i].bytes,
                     k->consts[i].seg, k->consts[i].offset);
            return false;
        }
    return true;
}

static const struct gt_cubin_data *find_data(const struct gt_cubin_data *d, size_t n, const char *name, size_t *index)
{
    for (*index = 0; *index < n; (*index)++)
        if (d[*index].name && !strcmp(d[*index].name, name))
            return &d[*index];
    return NULL;
}

bool gt_module_constant(const struct gt_module *m, const char *name, unsigned *seg, uint32_t *offset, uint32_t *bytes)
{
    size_t i;
    const struct gt_cubin_data *d = find_data(m->cubin.consts, m->cubin.nconsts, name, &i);

    if (!d)
        return false;
    *seg = d->seg;
    *offset = d->offset;
    *bytes = d->bytes;
    return true;
}

bool gt_module_variable(const struct gt_module *m, const char *name, uint32_t *addr, uint32_t *bytes)
{
    size_t i;
    const struct gt_cubin_data *d = find_data(m->cubin.relocs, m->cubin.nrelocs, name, &i);

    if (!d)
        return false;
    *addr = m->variables[i];
    *bytes = d->bytes;
    return true;
}

void gt_module_lines(const struct gt_module *m, int kernel, const char *message, char *out, size_t n)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];
    const char *source, *at;
    uint32_t line;
    size_t have = 0;

    while (have < n && (at = strstr(message, "pc 0x"))) {
        char *end;
        uint32_t pc = (uint32_t)strtoul(at + 3, &end, 16);
        int got = snprintf(out + have, n - have, "%.*s", (int)(end - message), message);
        have += (size_t)got;
        if (have < n && cubin_line_at(&m->cubin, k, pc, &source, &line))
            have += (size_t)snprintf(out + have, n - have, " (%s:%u)", source, line);
        message = end;
    }
    if (have < n)
        snprintf(out + have, n - have, "%s", message);
}

void gt_module_explain(const struct gt_module *m, int kernel, const struct gt_result *res, const char *message,
                       char *out, size_t n)
{
    const struct gt_cubin_kernel *k = &m->cubin.kernels[kernel];
    const char *source;
    uint32_t line;

    if (res->status == GT_HANG || res->status == GT_RACE)
        gt_module_lines(m, kernel, message, out, n);
    else if (res->status == GT_FAULT && cubin_line_at(&m->cubin, k, res->fault.pc, &source, &line))
        snprintf(out, n, "%s:%u: %s", source, line, message);
    else
        snprintf(out, n, "%s", message);
}
