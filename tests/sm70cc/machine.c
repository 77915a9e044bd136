/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled code for later chips on their functional model, with the verifier of control codes in front.
 */
#include "machine.h"

#include "hazards.h"

#include <stdlib.h>
#include <string.h>

/* Variables whose addresses are known at the end of the memory, and these addresses. */
static bool place_variables(struct sm70_module *m, const struct later_launch *l)
{
    uint64_t at[SM70_PLACES] = { 0 }, end = l->bytes;
    bool placed[SM70_PLACES] = { false };

    for (size_t i = 0; i < m->naddresses; i++) {
        const struct sm70_address *a = &m->addresses[i];
        const struct sm70_data *d = &m->data[a->to];
        if (!placed[a->to] && d->n > end)
            return false;
        if (!placed[a->to])
            end = at[a->to] = (end - d->n) & ~255ull;
        placed[a->to] = true;
        const uint64_t value = l->base + at[a->to] + a->offset;
        memcpy(m->data[a->place].bytes + a->at, &value, sizeof value);
    }
    for (unsigned p = 0; p < SM70_PLACES; p++)
        if (placed[p] && m->data[p].bytes)
            memcpy((char *)l->memory + at[p], m->data[p].bytes, m->data[p].n);
        else if (placed[p])
            memset((char *)l->memory + at[p], 0, m->data[p].n);
    return true;
}

bool later_run_cubin(const void *cubin, size_t bytes, const struct later_launch *l, char *err, size_t room)
{
    struct sm70_module m;
    struct sm70_counts counts;
    char message[SM70_MESSAGE] = "no such kernel";
    if (!sm70_cubin_read(cubin, bytes, &m, err, room))
        return false;
    struct sm70_program *p = NULL;
    for (size_t i = 0; i < m.nkernels; i++)
        if (!strcmp(m.kernels[i].name, l->kernel))
            p = sm70_program_new(m.chip, &m.kernels[i]);
    const struct sm70_device d = { .chip = m.chip, .base = l->base, .bytes = l->bytes, .memory = l->memory,
                                   .limit = 20000000 };
    const struct sm70_launch n = { .grid = { l->grid[0], l->grid[1], 1 }, .params = l->params,
                                   .block = { l->block[0], l->block[1], l->block[2] },
                                   .nparams = (uint32_t)l->param_bytes, .constants = m.data[SM70_CONSTANTS].bytes,
                                   .nconstants = (uint32_t)m.data[SM70_CONSTANTS].n,
                                   .addresses = m.data[SM70_ADDRESSES].bytes,
                                   .naddresses = (uint32_t)m.data[SM70_ADDRESSES].n };
    const bool placed = place_variables(&m, l);
    if (!placed)
        snprintf(message, sizeof message, "no room for variables");
    bool ok = p && placed && sm70_launch_run(&d, p, &n, &counts, message);
    if (!ok)
        snprintf(err, room, "%.280s", message);
    if (p)
        sm70_program_free(p);
    sm70_module_free(&m);
    return ok;
}

static void note(void *ctx, const struct hz_hazard *h)
{
    const struct hz_hazard **first = ctx;
    static struct hz_hazard copy;
    if (*first)
        return;
    copy = *h;
    *first = &copy;
}

bool later_check_cubin(const void *cubin, size_t bytes, char *err, size_t room)
{
    struct sm70_module m;
    struct hz_result r = { 0 };
    const struct hz_hazard *first = NULL;
    if (!sm70_cubin_read(cubin, bytes, &m, err, room))
        return false;
    bool ok = true;
    for (size_t i = 0; i < m.nkernels && ok; i++)
        ok = hz_check(m.chip, &m.kernels[i], note, &first, &r, err, room);
    if (first)
        snprintf(err, room, "hazard: instruction 0x%x comes too early behind 0x%x (%s)", 16 * first->at,
                 16 * first->from, first->name);
    free(r.assumed);
    sm70_module_free(&m);
    return ok && !first;
}

bool later_run(unsigned arch, const char *text, const struct ptxas_options *opt, const struct later_launch *l,
               char *err, size_t room)
{
    struct ptxas_result r;
    if (!sm70cc_compile(arch, text, "ptx", opt, &r)) {
        snprintf(err, room, "%.280s", r.error);
        return false;
    }
    bool ok = later_check_cubin(r.text, r.length, err, room) && later_run_cubin(r.text, r.length, l, err, room);
    free(r.text);
    return ok;
}
