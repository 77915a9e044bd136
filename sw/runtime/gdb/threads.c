/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes as threads.
 */
#define _POSIX_C_SOURCE 200809L
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "func.h"
#include "gt_chip.h"
#include "image.h"
#include "insn.h"
#include "func/micro.h"
#include "target_xml.h"

#define SEAT GT_THREADS_PER_BLOCK

unsigned gdb_thread_id(unsigned seat, unsigned warp, unsigned lane)
{
    return seat * SEAT + warp * GT_LANES + lane + 1;
}

static struct gdb_warp *find_warp(const struct gdb_threads *t, const struct gt_warp *w)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->warp[i].w == w)
            return &t->warp[i];
    return NULL;
}

void gdb_threads_begin(struct gdb_threads *t, uint32_t vars, uint32_t bytes)
{
    gdb_threads_clear(t);
    t->vars = vars;
    t->bytes = bytes;
}

bool gdb_threads_add(struct gdb_threads *t, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    struct gdb_warp *old = find_warp(t, w);

    if (!old && t->n == t->room) {
        const size_t room = t->room ? 2 * t->room : 32;
        struct gdb_warp *warp = realloc(t->warp, room * sizeof *warp);
        if (!warp)
            return false;
        t->warp = warp;
        t->room = room;
    }
    if (old)
        free(old->copy);
    else
        old = &t->warp[t->n++];
    *old = (struct gdb_warp){ c, seat, w, false, t->bytes ? calloc(t->bytes, GT_LANES) : NULL };
    return old->copy || !t->bytes;
}

void gdb_threads_remove(struct gdb_threads *t, const struct gt_warp *w)
{
    struct gdb_warp *old = find_warp(t, w);
    if (old)
        old->ended = true;
}

bool gdb_threads_fault(struct gdb_threads *t, struct gt_core *c, unsigned seat, struct gt_warp *w, unsigned lane)
{
    struct gdb_warp *old = find_warp(t, w);

    t->faulty = w;
    t->lane = lane;
    if (!old)
        return gdb_threads_add(t, c, seat, w);
    old->ended = false;
    return true;
}

void gdb_threads_clear(struct gdb_threads *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->warp[i].copy);
    t->n = 0;
    t->faulty = NULL;
}

/* Has the lane not ended? */
static bool lane_lives(const struct gdb_threads *t, const struct gdb_warp *w, unsigned lane)
{
    return !w->ended && (!(w->w->exited >> lane & 1) || (w->w == t->faulty && lane == t->lane));
}

void gdb_threads_free(struct gdb_threads *t)
{
    gdb_threads_clear(t);
    free(t->warp);
    *t = (struct gdb_threads){ .n = 0 };
}

bool gdb_threads_find(const struct gdb_threads *t, unsigned id, struct gdb_thread *found)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct gdb_warp *w = &t->warp[i];
        const unsigned lane = id - gdb_thread_id(w->seat, w->w->warp_in_block, 0);
        if (lane < GT_LANES && lane_lives(t, w, lane)) {
            *found = (struct gdb_thread){ w->core, w->w, lane, t };
            return true;
        }
    }
    return false;
}

/* ---- variables of the source --------------------------------------------------------------------------------- */

/* The copy of a byte of a place; NULL: it is none. */
static uint8_t *copy_of(const struct gdb_threads *t, const struct gt_warp *w, unsigned lane, uint32_t at)
{
    const struct gdb_warp *of = t && at - t->vars < t->bytes ? find_warp(t, w) : NULL;
    const uint32_t inside = t ? at - t->vars : 0;

    return of && of->copy ? of->copy + inside / 4 * 4 * GT_LANES + 4 * lane + inside % 4 : NULL;
}

/* A store of a register to a place: 1, 2 or 4 bytes, or words side by side. */
void gdb_threads_note(struct gdb_threads *t, const struct gt_warp *w, const struct gt_micro *u)
{
    const struct gt_insn *in = u->in;
    const bool half = in->src[1].kind == GT_K_R16;
    const unsigned first = half ? in->src[1].idx / 2 : in->src[1].idx;

    if (in->op != GT_OP_ST_L || in->areg || (uint32_t)in->mem_off - t->vars >= t->bytes)
        return;
    for (uint32_t m = gt_micro_exec(w, u); m; m &= m - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(m);
        for (uint32_t i = 0; i < (uint32_t)u->size * u->words; i++) {
            const unsigned r = first + i / 4;
            uint8_t *to = copy_of(t, w, lane, (uint32_t)in->mem_off + i);
            const uint32_t v = r < w->nregs ? w->regs[r * GT_LANES + lane] : 0;
            if (to)
                *to = (uint8_t)(v >> (half && in->src[1].idx % 2 ? 16 : 0) >> 8 * (i % 4));
        }
    }
}

/* ---- lists ----------------------------------------------------------------------------------------------- */

static void thread_coordinates(const struct gdb_thread *t, unsigned at[3])
{
    const struct gt_launch *l = t->core->launch;
    const unsigned i = t->w->warp_in_block * GT_LANES + t->lane;

    at[0] = i % l->block_x;
    at[1] = i / l->block_x % l->block_y;
    at[2] = i / l->block_x / l->block_y;
}

char *gdb_threads_xml(const struct gdb_threads *t)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    if (!f)
        return NULL;
    fprintf(f, "<?xml version=\"1.0\"?>\n<threads>\n");
    for (size_t i = 0; i < t->n; i++) {
        const struct gt_warp *w = t->warp[i].w;
        for (unsigned lane = 0; lane < GT_LANES; lane++) {
            const struct gdb_thread one = { t->warp[i].core, t->warp[i].w, lane, t };
            unsigned at[3];
            if (!lane_lives(t, &t->warp[i], lane))
                continue;
            thread_coordinates(&one, at);
            fprintf(f, "<thread id=\"%x\" name=\"block (%u,%u) thread (%u,%u,%u)\">warp %u lane %u%s</thread>\n",
                    gdb_thread_id(t->warp[i].seat, w->warp_in_block, lane), w->block->ctaid_x, w->block->ctaid_y,
                    at[0], at[1], at[2], w->warp_in_block, lane, w->active >> lane & 1 ? "" : ", not active");
        }
    }
    fprintf(f, "</threads>\n");
    if (fclose(f)) {
        free(text);
        return NULL;
    }
    return text;
}

char *gdb_threads_warps(const struct gdb_threads *t, uint64_t base)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    if (!f)
        return NULL;
    for (size_t i = 0; i < t->n; i++) {
        const struct gt_warp *w = t->warp[i].w;
        if (t->warp[i].ended)
            continue;
        fprintf(f, "block (%u,%u) warp %u: pc 0x%llx active %08x depth %d, threads %u to %u\n", w->block->ctaid_x,
                w->block->ctaid_y, w->warp_in_block, (unsigned long long)base + w->pc, w->active, w->depth,
                gdb_thread_id(t->warp[i].seat, w->warp_in_block, 0),
                gdb_thread_id(t->warp[i].seat, w->warp_in_block, GT_LANES - 1));
    }
    if (fclose(f)) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- one thread ------------------------------------------------------------------------------------------ */

uint32_t gdb_thread_pc(const struct gdb_thread *t)
{
    if (t->w->active >> t->lane & 1)
        return t->w->pc;
    for (int i = t->w->depth - 1; i >= 0; i--)
        if (t->w->stack[i].mask >> t->lane & 1)
            return t->w->stack[i].pc;
    return t->w->pc;
}

/* COAL-5: as func/exec_mem.c has it. */
static uint8_t *local_byte(const struct gdb_thread *t, uint32_t at)
{
    const struct gt_config *cfg = t->core->cfg;
    const uint32_t warp = cfg->local_words * 4 * GT_LANES;
    const uint32_t inside = (at >> 2) * 4 * GT_LANES + 4 * t->lane + (at & 3);

    if (at >= 4 * cfg->local_words)
        return NULL;
    return t->w->block->local ? t->w->block->local + t->w->warp_in_block * warp + inside
                              : t->core->gpu->mem + (cfg->local_base - GT_G_BASE) + t->w->slot * warp + inside;
}

uint8_t *gdb_thread_byte(const struct gdb_thread *t, uint64_t addr)
{
    const struct gt_gpu *g = t->core->gpu;
    const uint32_t at = (uint32_t)addr;

    switch (addr >> 32) {
    case 0:
        if (at < t->w->block->smem_bytes)
            return t->w->block->smem + at;
        return at >= GT_G_BASE && at - GT_G_BASE < g->mem_bytes ? g->mem + (at - GT_G_BASE) : NULL;
    case GDB_REGISTERS >> 32:
        return at / 4 < t->w->nregs ? (uint8_t *)&t->w->regs[at / 4 * GT_LANES + t->lane] + at % 4 : NULL;
    case GDB_LOCAL >> 32: {
        uint8_t *copy = copy_of(t->all, t->w, t->lane, at);
        return copy ? copy : local_byte(t, at);
    }
    case GDB_CONSTANT >> 32:
        return at / GT_CONST_BYTES < GT_CONST_SEGS && g->cseg[at / GT_CONST_BYTES]
                   ? g->cseg[at / GT_CONST_BYTES] + at % GT_CONST_BYTES : NULL;
    default:
        return NULL;
    }
}

/* ---- registers ------------------------------------------------------------------------------------------- */

unsigned gdb_register_count(void) { return GDB_OWN + GDB_OWN_END; }

/* A register that is the lane's own, or one of those that say where it is. */
static uint32_t own_register(const struct gdb_thread *t, unsigned i)
{
    const struct gt_warp *w = t->w;
    unsigned at[3];

    if (i < GDB_A)
        return i < w->nregs ? w->regs[i * GT_LANES + t->lane] : 0;
    if (i < GDB_C)
        return w->areg[1 + i - GDB_A][t->lane];
    if (i < GDB_PLACE)
        return w->creg[i - GDB_C][t->lane];
    thread_coordinates(t, at);
    const uint32_t place[] = { at[0], at[1], at[2], w->block->ctaid_x, w->block->ctaid_y, w->warp_in_block, t->lane,
                               w->active, (uint32_t)w->depth };
    return place[i - GDB_PLACE];
}

unsigned gdb_register_read(const struct gdb_thread *t, uint64_t base, unsigned i, uint8_t *bytes)
{
    const unsigned n = i <= GDB_RIP ? 8 : i >= GDB_ST0 && i < GDB_FCTRL ? 10 : 4;
    const uint64_t v = i == GDB_RIP ? base + gdb_thread_pc(t) : i >= GDB_OWN ? own_register(t, i - GDB_OWN) : 0;

    memset(bytes, 0, n);
    memcpy(bytes, &v, n < 8 ? n : 8);
    return n;
}

bool gdb_register_write(const struct gdb_thread *t, unsigned i, const uint8_t *bytes)
{
    if (i < GDB_OWN || i - GDB_OWN >= GDB_A || i - GDB_OWN >= t->w->nregs)
        return false;
    memcpy(&t->w->regs[(i - GDB_OWN) * GT_LANES + t->lane], bytes, 4);
    return true;
}
