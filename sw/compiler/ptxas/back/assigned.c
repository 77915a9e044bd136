/* SPDX-License-Identifier: Apache-2.0
 *
 * Forwards through the emitted code, over the kernel's control flow: a word is assigned at an instruction when it is on
 * each way there.
 */
#include "assigned.h"

#include <string.h>

enum { UNIT = 4 };              /* bytes that are looked at together */

static size_t count_units(const struct assigned *a) { return a->bytes / UNIT; }
static size_t row_words(const struct assigned *a) { return (count_units(a) + 63) / 64; }
static uint32_t words_of(uint32_t bytes) { return (bytes + UNIT - 1) / UNIT; }

static void set_bit(uint64_t *bits, size_t i, bool to)
{
    bits[i / 64] = (bits[i / 64] & ~(1ull << i % 64)) | (uint64_t)to << i % 64;
}

static unsigned stored_bytes(const struct gt_insn *in)
{
    switch (in->mtype) {
    case GT_MT_U8: case GT_MT_S8: return 1;
    case GT_MT_U16: case GT_MT_S16: return 2;
    case GT_MT_B64: return 8;
    case GT_MT_B128: return 16;
    default: return 4;
    }
}

/* What an instruction does to the bits. Lanes that its condition leaves out have not stored. */
static void step_over(const struct assigned *a, const struct gt_insn *in, uint64_t *bits)
{
    const uint32_t at = (uint32_t)in->mem_off;

    if (in->op != GT_OP_ST_L || in->areg)
        return;
    if (at - a->vars < a->bytes && in->cond == GT_CC_ALWAYS)
        for (uint32_t i = (at - a->vars) / UNIT;
             i <= (at - a->vars + stored_bytes(in) - 1) / UNIT && i < count_units(a); i++)
            set_bit(bits, i, true);
    if (at - a->gone < count_units(a))
        set_bit(bits, at - a->gone, false);
    if (at - a->lost < count_units(a))
        for (uint32_t i = 0; i < a->length[at - a->lost]; i++)
            set_bit(bits, at - a->lost + i, false);
}

/* The address behind the kernel's own code: that of its first routine. */
static uint32_t kernel_end(const struct assigned *a)
{
    const struct fn *f = a->f;
    const uint32_t last = f->blocks.v[f->blocks.n - 1]->addr;
    uint32_t end = a->e->addr;

    for (size_t i = 0; i < f->routines.n; i++) {
        const struct fn *r = f->routines.v[i]->fn;
        if (r && r->blocks.n && r->blocks.v[0]->addr > last && r->blocks.v[0]->addr < end)
            end = r->blocks.v[0]->addr;
    }
    return end;
}

static uint32_t block_end(const struct assigned *a, size_t b)
{
    return b + 1 < a->f->blocks.n ? a->f->blocks.v[b + 1]->addr : kernel_end(a);
}

/* The first instruction at or behind an address. */
static size_t code_at(const struct assigned *a, uint32_t addr)
{
    size_t low = 0, high = a->e->code.n;
    while (low < high) {
        const size_t mid = (low + high) / 2;
        if (a->e->code.v[mid].addr < addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

void assigned_begin(struct cx *cx, struct assigned *a)
{
    a->length = cx_alloc(cx, (count_units(a) + 1) * sizeof *a->length);
    a->in = cx_alloc(cx, (a->f->blocks.n * row_words(a) + 1) * sizeof *a->in);
}

void assigned_variable(struct assigned *a, uint32_t offset, uint32_t bytes)
{
    if (offset < a->bytes && words_of(bytes) <= count_units(a) - offset / UNIT)
        a->length[offset / UNIT] = words_of(bytes);
}

/* What is assigned at the end of block b, and at the beginning of those that follow. true: that has changed. */
static bool flow_through(const struct assigned *a, size_t b, uint64_t *bits)
{
    const struct mblock *from = a->f->blocks.v[b];
    const uint32_t end = block_end(a, b);
    bool changed = false;

    memcpy(bits, a->in + b * row_words(a), row_words(a) * sizeof *bits);
    for (size_t i = code_at(a, from->addr); i < a->e->code.n && a->e->code.v[i].addr < end; i++)
        step_over(a, &a->e->code.v[i].in, bits);
    for (int s = 0; s < (from->term == TERM_COND ? 2 : from->term == TERM_JUMP); s++) {
        uint64_t *to = a->in + (size_t)from->succ[s]->id * row_words(a);
        for (size_t i = 0; i < row_words(a); i++) {
            changed |= (to[i] & bits[i]) != to[i];
            to[i] &= bits[i];
        }
    }
    return changed;
}

void assigned_run(struct cx *cx, struct assigned *a)
{
    uint64_t *bits = cx_alloc(cx, (row_words(a) + 1) * sizeof *bits);
    bool changed = true;

    memset(a->in + row_words(a), 0xff, (a->f->blocks.n - 1) * row_words(a) * sizeof *a->in);
    while (changed) {
        changed = false;
        for (size_t b = 0; b < a->f->blocks.n; b++)
            changed |= flow_through(a, b, bits);
    }
}

static void add_range(struct gt_cubin_words *w, uint32_t from, uint32_t to, const char *mask)
{
    char text[16];

    if (from == to || !strchr(mask, '1'))
        return;
    cubin_add_word(w, "in");
    snprintf(text, sizeof text, "%u", from);
    cubin_add_word(w, text);
    snprintf(text, sizeof text, "%u", to);
    cubin_add_word(w, text);
    cubin_add_word(w, mask);
}

void assigned_ranges(struct cx *cx, const struct assigned *a, uint32_t offset, uint32_t bytes, struct gt_cubin_words *w)
{
    const size_t first = offset / UNIT, n = words_of(bytes);
    uint64_t *bits = cx_alloc(cx, (row_words(a) + 1) * sizeof *bits);
    char *mask = cx_alloc(cx, n + 1), *now = cx_alloc(cx, n + 1);
    uint32_t from = 0;

    for (size_t b = 0; b < a->f->blocks.n && first + n <= count_units(a); b++) {
        const uint32_t start = a->f->blocks.v[b]->addr, end = block_end(a, b);
        memcpy(bits, a->in + b * row_words(a), row_words(a) * sizeof *bits);
        for (size_t i = code_at(a, start); i < a->e->code.n && a->e->code.v[i].addr < end; i++) {
            for (size_t k = 0; k < n; k++)
                now[k] = bits[(first + k) / 64] >> (first + k) % 64 & 1 ? '1' : '0';
            if (memcmp(now, mask, n)) {
                add_range(w, from, a->e->code.v[i].addr, mask);
                from = a->e->code.v[i].addr;
                memcpy(mask, now, n);
            }
            step_over(a, &a->e->code.v[i].in, bits);
        }
    }
    add_range(w, from, kernel_end(a), mask);
}
