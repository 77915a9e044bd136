/* SPDX-License-Identifier: Apache-2.0
 *
 * Words: each instruction as text, which the assembler turns into bits.
 */
#include "mir.h"

#include "line_map.h"

#include <stdlib.h>
#include <string.h>

enum { DYNAMIC = 1024 };        /* bytes of local memory for what alloca takes: what a driver gives unasked */

static bool label(void *ctx, const char *name, size_t length, uint64_t *address)
{
    const struct fn *f = ctx;
    if (length < 3 || strncmp(name, ".L", 2))
        return false;
    size_t n = strtoul(name + 2, NULL, 10);
    if (n >= f->blocks.n)
        return false;
    *address = f->blocks.v[n]->addr;
    return true;
}

static int control_text(const struct inst *m, char *to, size_t room)
{
    char waits[7];
    for (unsigned b = 0; b < 6; b++)
        waits[b] = m->wait >> b & 1 ? (char)('0' + b) : '-';
    waits[6] = 0;
    return snprintf(to, room, "[B%s:R%c:W%c:%c:S%02u] ", waits, m->rbar == 7 ? '-' : '0' + m->rbar,
                    m->wbar == 7 ? '-' : '0' + m->wbar, m->yield ? 'Y' : '-', m->stall);
}

void native_emit(struct fn *f, struct sm70_module *mod)
{
    struct sm70_kernel *k = sm70_add_kernel(mod, f->entry->name);
    uint32_t at = 0;
    k->regs = f->regs;
    k->shared = f->shared;
    k->barriers = f->bars;
    k->local = f->local + (f->dynamic >= 0 ? DYNAMIC : 0);
    for (size_t i = 0; i < f->entry->params.n; i++)
        sm70_add_param(k, f->entry->params.v[i]->offset - sm70_param_base(f->chip), f->entry->params.v[i]->size);
    for (size_t i = 0; i < f->textures.n; i++)
        sm70_add_handle(k, native_handle(f, i), sm70_add_texture(mod, f->textures.v[i]->name));
    for (size_t i = 0; i < f->blocks.n; i++) {
        f->blocks.v[i]->addr = at;
        for EACH_INST(m, f->blocks.v[i])
            at += 16;
    }
    at = 0;
    if (f->cx->opt->asm_out)
        fprintf(f->cx->opt->asm_out, "// %s\n", f->entry->name);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            char text[2 * SM70_TEXT_MAX], err[SM70_TEXT_MAX];
            struct sm70_word w;
            int n = control_text(m, text, sizeof text);
            ni_text(f, m, text + n, sizeof text - (size_t)n);
            if (f->cx->opt->asm_out)
                fprintf(f->cx->opt->asm_out, "%s%05x  %s\n", m->prev || !f->blocks.v[i]->preds.n ? ""
                        : cx_printf(f->cx, ".L%d:\n", f->blocks.v[i]->id), at, text);
            if (!sm70_as(f->chip, text, at, label, f, &w, err))
                cx_error(f->cx, m->line, "the compiler made an instruction that sm_%u has not: %s: %s", f->sm,
                         text + n, err);
            unsigned line;
            const char *source = line_map_source(f->cx->lines, m->line, &line);
            if (source)
                sm70_add_line(k, at, (uint32_t)sm70_add_file(mod, source), line);
            sm70_add_word(k, w);
            at += 16;
        }
}
