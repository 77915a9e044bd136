/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: what stands between the name of a kernel and its body, and the registers that its launch bounds leave.
 */
#include "limits.h"
#include "occupancy.h"
#include "parser.h"

enum { MAX_EXTENT = 1u << 16, MAX_BLOCK = GT_THREADS_PER_BLOCK };

/* One to three extents of a block; the missing ones are 1. */
static void take_extents(struct parser *p, const char *directive, uint32_t extent[3])
{
    unsigned line = p->lx.line;
    uint64_t all = 1;
    for (int i = 0; i < 3; i++) {
        uint64_t n = i == 0 || px_accept(p, ',') ? px_take_number(p) : 1;
        all *= n < MAX_EXTENT ? n : 0;
        extent[i] = (uint32_t)n;
    }
    if (!all || all > UINT32_MAX)
        cx_error(p->cx, line, ".%s: expected one to three numbers from 1 to %d, together below 2^32", directive,
                 MAX_EXTENT - 1);
}

static void take_limit(struct parser *p, const char *directive, unsigned *to)
{
    unsigned line = p->lx.line;
    uint64_t n = px_take_number(p);
    if (!n || n > UINT32_MAX)
        cx_error(p->cx, line, ".%s: expected a number from 1, found %llu", directive, (unsigned long long)n);
    *to = (unsigned)n;
}

void px_parse_hints(struct parser *p, struct pentry *e)
{
    uint32_t extent[3];
    while (p->lx.kind == TK_DIRECTIVE) {
        if (px_accept_dir(p, "maxnreg")) {
            take_limit(p, "maxnreg", &e->max_regs);
        } else if (px_accept_dir(p, "maxntid")) {
            take_extents(p, "maxntid", extent);
            e->max_threads = extent[0] * extent[1] * extent[2];
        } else if (px_accept_dir(p, "reqntid")) {
            take_extents(p, "reqntid", e->block);
        } else if (px_accept_dir(p, "minnctapersm") || px_accept_dir(p, "maxnctapersm")) {  /* its name in PTX 1.x */
            take_limit(p, "minnctapersm", &e->min_blocks);
        } else if (px_accept_dir(p, "pragma")) {
            while (p->lx.kind == TK_STRING || px_is_punct(p, ','))
                lex_next(&p->lx);
            px_expect(p, ';');
        } else if (!px_accept_dir(p, "noreturn") && !px_accept_dir(p, "noinline")) {
            cx_error(p->cx, p->lx.line, "directive .%.*s is not supported here", p->lx.len > 60 ? 60 : (int)p->lx.len,
                     p->lx.text);
        }
    }
}

/* Blocks that the threads alone let a multiprocessor hold. */
static unsigned room(const struct cx *cx, unsigned threads)
{
    struct gt_occupancy o;
    gt_occupancy(cx->chip, threads, 1, 0, &o);
    return o.by_warps;
}

/* The most registers with which `blocks` blocks of `threads` threads share a multiprocessor. A launch counts them by
   fours (CTA-3), as silicon does (X.regfile.alloc_unit), so 320 threads have 48, though 320 times 51 is there. */
static unsigned most_registers(const struct cx *cx, unsigned threads, unsigned blocks)
{
    struct gt_occupancy o;
    unsigned n = LIMIT_REGISTERS;
    for (; n > LIMIT_LEAST_REGISTERS; n--) {
        gt_occupancy(cx->chip, threads, (n + 3) / 4 * 4, 0, &o);
        if (o.by_registers >= blocks)
            break;
    }
    return n;
}

unsigned entry_registers(struct cx *cx, const struct pentry *e)
{
    unsigned limit = cx->opt->max_regs ? cx->opt->max_regs : LIMIT_REGISTERS;
    unsigned threads = e->block[0] ? e->block[0] * e->block[1] * e->block[2] : e->max_threads;
    unsigned blocks = e->min_blocks ? e->min_blocks : 1;
    if (threads) {              /* as nvcc has it, launch bounds go before -maxrregcount */
        threads = threads < MAX_BLOCK ? threads : MAX_BLOCK;
        if (blocks > room(cx, threads)) {
            cx_warn(cx, e->line,
                    "%s: %u blocks of %u threads per multiprocessor, which has room for %u: not taken into account",
                    e->name, blocks, threads, room(cx, threads));
            blocks = 1;
        }
        limit = most_registers(cx, threads, blocks);
    } else if (e->min_blocks) {
        cx_warn(cx, e->line, "%s: .minnctapersm without .maxntid or .reqntid: not taken into account", e->name);
    }
    if (e->max_regs && e->max_regs < limit)
        limit = e->max_regs < LIMIT_LEAST_REGISTERS ? LIMIT_LEAST_REGISTERS : e->max_regs;
    return limit;
}
