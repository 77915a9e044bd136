/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory that is read before anybody has written it. A read alone is no fault: compilers load early, structures have
 * gaps. What is read is followed through registers and through shared and local memory; it is a finding, at the
 * instruction that read it, when it decides something: a branch, an address, an atomic, a word of device memory.
 */
#include <string.h>

#include "cubin.h"
#include "inspect_parts.h"
#include "tex.h"

/* ---- bits of written bytes ------------------------------------------------------------------------------- */

/* So many bytes (1, 2, 4) from a multiple of their number on. One that was written makes up for gaps of structures
 * beside it. */
static bool any_written(const uint8_t *bits, uint32_t at, uint32_t bytes)
{
    return bits[at / 8] >> at % 8 & ((1u << bytes) - 1);
}

static void write_bits(uint8_t *bits, uint32_t at, uint32_t bytes, bool valid)
{
    const uint32_t mask = ((1u << bytes) - 1) << at % 8;
    bits[at / 8] = (uint8_t)(valid ? bits[at / 8] | mask : bits[at / 8] & ~mask);
}

/* ---- registers ------------------------------------------------------------------------------------------- */

/* Lanes, those of them whose value may be the gap of a structure as it was read, and where one comes from. */
struct found { uint32_t lanes, gaps; uint8_t from; };

static void join_found(struct found *f, uint32_t lanes, uint8_t from)
{
    f->from = f->lanes ? f->from : from;
    f->lanes |= lanes;
}

static void add_register(struct found *f, const struct taint *t, unsigned r, unsigned n)
{
    for (unsigned k = 0; k < n && r + k < 128; k++) {
        join_found(f, t->reg[r + k], t->reg_from[r + k]);
        f->gaps |= t->gap[r + k];
    }
}

static unsigned words_of(unsigned kind)
{
    switch (kind) {
    case GT_K_R64: case GT_K_T2: return 2;
    case GT_K_T3: return 3;
    case GT_K_R128: case GT_K_T4: return 4;
    default: return 1;
    }
}

static void add_source(struct found *f, const struct taint *t, const struct gt_micro *u, unsigned i)
{
    const unsigned r = u->sidx[i];
    switch (u->skind[i]) {
    case US_ROW:  add_register(f, t, r, words_of(u->in->src[i].kind)); break;
    case US_HALF: add_register(f, t, r >> 1, 1); break;
    case US_AREG: join_found(f, t->areg[r & 7], t->areg_from[r & 7]); break;
    case US_CREG: join_found(f, t->creg[r & 3], t->creg_from[r & 3]); break;
    default: break;
    }
}

static void set_lanes(uint32_t *lanes, uint8_t *from, struct found f, uint32_t exec)
{
    *lanes = (*lanes & ~exec) | f.lanes;
    *from = f.lanes ? f.from : *from;
}

/* f: of the lanes that get the result, and of those of which nobody knows whether they do. word: of several that are
 * loaded. */
static void set_result(struct taint *t, const struct gt_micro *u, unsigned word, struct found f, uint32_t exec)
{
    const unsigned r = (u->dkind == GT_K_R16 ? u->dst / 2u : u->dst) + word;
    if (u->dkind == GT_K_AREG)
        set_lanes(&t->areg[u->dst & 7], &t->areg_from[u->dst & 7], f, exec);
    if (u->dkind == GT_K_AREG || u->dkind == GT_K_NONE || r >= 128)
        return;
    set_lanes(&t->reg[r], &t->reg_from[r], f, exec);
    t->gap[r] = (t->gap[r] & ~exec) | (f.gaps & f.lanes);
}

static void set_results(struct taint *t, const struct gt_micro *u, struct found f, uint32_t exec)
{
    const unsigned n = inspect_is_texture(u) ? 4 : words_of(u->dkind);
    for (unsigned k = 0; k < n; k++)
        set_result(t, u, k, f, exec);
    if (u->ccid != CC_NONE || u->in->cdst_en)
        set_lanes(&t->creg[u->cdst], &t->creg_from[u->cdst], f, exec);
}

/* Every 64th time: is any register still marked? While none is, instructions need no look. */
static void look_again(struct taint *t)
{
    if (++t->since % 64)
        return;
    uint32_t any = 0;
    for (unsigned r = 0; r < 128; r++)
        any |= t->reg[r];
    for (unsigned r = 0; r < 8; r++)
        any |= t->areg[r];
    for (unsigned r = 0; r < 4; r++)
        any |= t->creg[r];
    t->any = any != 0;
}

/* ---- reads and uses -------------------------------------------------------------------------------------- */

/* Number of the read at this pc, which a mark carries along; the last one stands for all beyond the table. */
static uint8_t origin_of(struct gt_inspect *i, const struct gt_warp *w, unsigned lane, enum memory memory,
                         uint32_t addr)
{
    unsigned k = 0;
    while (k < i->origins && i->origin[k].side.pc != w->pc)
        k++;
    if (k == ORIGINS)
        return ORIGINS - 1;
    if (k == i->origins)
        i->origins++;
    i->origin[k] = (struct origin){ inspect_side(w, lane, "read"), memory, addr };
    return (uint8_t)k;
}

/* The compiler may read a constant before the condition under which the source does: what is beyond gives 0, and only
 * who uses that is wrong. */
static void used_constant(struct gt_inspect *i, const struct gt_warp *w, const struct origin *o, uint32_t lane,
                          const char *as)
{
    const struct gt_cubin_array *v = inspect_array(i, o->side.pc, true);
    struct gt_finding *new = inspect_find(i, FIND_CONSTANT, o->side.pc, ANY_PC);
    if (!new)
        return;
    new->side[0] = o->side;
    new->side[1] = inspect_side(w, lane, as);
    new->sides = 2;
    new->name = v ? v->name : NULL;
    if (v)
        inspect_say(new, "read outside the constant variable", "constant memory 0x%x, the variable lies from 0x%x to "
                    "0x%x", (unsigned)o->addr, (unsigned)v->begin, (unsigned)v->end - 1);
    else
        inspect_say(new, "read beyond the constants", "constant memory 0x%x", (unsigned)o->addr);
}

/* Notes that lanes decide something by a value that nobody has written. */
static void note_used(struct gt_inspect *i, const struct gt_warp *w, struct found f, uint32_t lanes, const char *as)
{
    static const char *const names[] = { "shared", "device", "local" };
    if (!(f.lanes & lanes))
        return;
    const struct origin *o = &i->origin[f.from];
    if (o->memory == MEMORY_CONSTANT) {
        used_constant(i, w, o, (uint32_t)__builtin_ctz(f.lanes & lanes), as);
        return;
    }
    struct gt_finding *new = inspect_find(i, FIND_UNWRITTEN, o->side.pc, ANY_PC);
    if (!new)
        return;
    new->side[0] = o->side;
    new->side[1] = inspect_side(w, (uint32_t)__builtin_ctz(f.lanes & lanes), as);
    new->sides = 2;
    inspect_say(new, "read of memory that nobody has written", "%s memory 0x%x, and the value is used",
                names[o->memory], (unsigned)o->addr);
}

/* A memory and the addresses of its accesses: bits from address base on. first: where variables begin, behind
 * parameters. */
struct accesses { enum memory memory; uint8_t *bits; const uint32_t *addr; uint32_t base, bytes, lanes, first; };

/* Lanes whose word k nobody has written; it may be a gap when one beside it has been, in the same 8 bytes. */
static struct found read_word(struct gt_inspect *i, const struct gt_warp *w, const struct accesses *x, unsigned k)
{
    const uint32_t bytes = x->bytes < 4 ? x->bytes : 4;
    struct found f = { 0, 0, 0 };
    for (uint32_t m = x->lanes, last = UINT32_MAX; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const uint32_t at = x->addr[l] - x->base + 4 * k;
        if (at == last || at % bytes || any_written(x->bits, at, bytes))
            last = at;
        else
            join_found(&f, 1u << l, f.lanes ? f.from : origin_of(i, w, l, x->memory, x->addr[l] + 4 * k));
        const uint32_t beside = (at & ~3u) ^ 4;
        if (f.lanes >> l & 1 && beside >= x->first && any_written(x->bits, beside, 4))
            f.gaps |= 1u << l;
    }
    return f;
}

static void write_word(const struct accesses *x, unsigned k, uint32_t unwritten)
{
    const uint32_t bytes = x->bytes < 4 ? x->bytes : 4;
    for (uint32_t m = x->lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const uint32_t at = x->addr[l] - x->base + 4 * k;
        if (at % bytes == 0)
            write_bits(x->bits, at, bytes, !(unwritten >> l & 1));
    }
}

/* ---- local memory: thread after thread, each with all its bytes ------------------------------------------ */

static bool is_local(const struct gt_micro *u) { return u->in->op == GT_OP_LD_L || u->in->op == GT_OP_ST_L; }

/* Addresses of local memory as the picture keeps it, each lane's bytes in a row; returns the lanes in range. */
static uint32_t local_addresses(const struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u,
                                uint32_t lanes, uint32_t *addr)
{
    const uint32_t each = c->cfg->local_words * 4, bytes = (uint32_t)u->size * u->words;
    gt_mem_addr16(w, u, addr);
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (addr[l] + bytes > each)
            lanes &= ~(1u << l);                /* the machine's own fault */
        addr[l] += l * each;
    }
    return lanes;
}

/* ---- an instruction -------------------------------------------------------------------------------------- */

/* The memory that it accesses; false: none. own: room for addresses. */
static bool accesses_of(struct accesses *x, struct gt_core *c, struct seat *s, const struct gt_warp *w,
                        const struct gt_micro *u, uint32_t exec, const struct gt_access *a, uint32_t own[32])
{
    if (is_local(u)) {
        const uint32_t lanes = local_addresses(c, w, u, exec, own);
        *x = (struct accesses){ MEMORY_LOCAL, s->local + (size_t)w->warp_in_block * c->cfg->local_words * 16, own, 0,
                                (uint32_t)u->size * u->words, lanes, 0 };
    } else if (a && a->space == GT_SPACE_GLOBAL) {
        *x = (struct accesses){ MEMORY_DEVICE, c->gpu->valid, a->addr, GT_G_BASE, a->bytes, a->lanes, 0 };
    } else if (a) {
        *x = (struct accesses){ MEMORY_SHARED, s->shared, a->addr, 0, a->bytes, a->lanes,
                                shared_header(c) };
    }
    return a || is_local(u);
}

/* A load or store of several words, or one of an instruction that computes with it. */
static unsigned access_words(const struct accesses *x) { return x->bytes > 4 ? x->bytes / 4 : 1; }

static bool is_store(const struct gt_micro *u)
{
    return u->in->op == GT_OP_ST_G || u->in->op == GT_OP_ST_S || u->in->op == GT_OP_ST_L ||
           u->in->op == GT_OP_ST_UNLOCK;
}

static bool is_atomic(const struct gt_micro *u) { return u->in->op == GT_OP_ATOM || u->in->op == GT_OP_RED; }

/* A store hands marks on to memory; into device memory it is a finding, since others read that. */
static void mark_store(struct gt_inspect *i, struct gt_warp *w, const struct taint *t, const struct gt_micro *u,
                       const struct accesses *x)
{
    for (unsigned k = 0; k < access_words(x); k++) {
        struct found data = { 0, 0, 0 };
        if (t->any && u->skind[1] == US_HALF)
            add_register(&data, t, u->sidx[1] >> 1, 1);
        else if (t->any)
            add_register(&data, t, u->sidx[1] + k, 1);
        if (x->memory == MEMORY_DEVICE)
            note_used(i, w, data, x->lanes & ~data.gaps, "stored to device memory");
        else if (data.lanes && i->origin[data.from].memory == MEMORY_CONSTANT)
            note_used(i, w, data, x->lanes, "stored");
        write_word(x, k, x->memory == MEMORY_DEVICE ? data.gaps : data.lanes);
    }
}

/* An exchange does not look at what was there. */
static void mark_atomic(struct gt_inspect *i, struct gt_warp *w, struct taint *t, const struct gt_micro *u,
                        const struct accesses *x)
{
    const bool exchange = is_atomic(u) && u->in->aop == GT_AOP_EXCH;
    for (unsigned k = 0; k < access_words(x); k++) {
        struct found was = read_word(i, w, x, k), data = { 0, 0, 0 };
        for (unsigned n = 1; t->any && is_atomic(u) && n < u->nsrc; n++)
            if (u->skind[n] == US_ROW)
                add_register(&data, t, u->sidx[n] + k, 1);
        note_used(i, w, data, x->lanes, "operand of an atomic");
        if (!exchange)
            note_used(i, w, was, x->lanes, "operand of an atomic");
        was.lanes = exchange ? was.lanes : 0;
        t->any = t->any || was.lanes;
        if (t->any)
            set_result(t, u, k, was, x->lanes);
        write_word(x, k, 0);
    }
}

/* slct takes one of two operands by the sign of the third. */
static void add_chosen(struct found *f, const struct taint *t, const struct gt_warp *w, const struct gt_micro *u)
{
    struct found of[3] = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
    uint32_t second = 0;
    for (unsigned k = 0; k < 3; k++)
        add_source(&of[k], t, u, k);
    for (unsigned l = 0; u->skind[2] == US_ROW && l < 32; l++)
        second |= (gt_row(w, u->sidx[2])[l] >> 31) << l;
    if (u->skind[2] == US_ROW) {
        of[0].lanes &= ~second;
        of[1].lanes &= second;
    }
    for (unsigned k = 0; k < 3; k++)
        if (of[k].lanes)
            join_found(f, of[k].lanes, of[k].from);
}

/* A constant at an address that the kernel computes: lanes that are outside of its variable, or of all. */
static struct found constant_found(struct gt_inspect *i, const struct gt_core *c, const struct gt_warp *w,
                                   const struct gt_micro *u, uint32_t exec)
{
    const struct gt_cubin_array *v = inspect_array(i, w->pc, true);
    uint32_t addr[32], end = v ? v->end : c->gpu->cseg_bytes[u->in->cseg & (GT_CONST_SEGS - 1)];
    struct found f = { 0, 0, 0 };
    gt_mem_addr16(w, u, addr);
    for (uint32_t m = exec; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        if (addr[l] >= end || (v && addr[l] < v->begin))
            join_found(&f, 1u << l, f.lanes ? f.from : origin_of(i, w, l, MEMORY_CONSTANT, addr[l]));
    }
    return f;
}

static bool reads_constant(const struct gt_micro *u)
{
    return u->in->a_on_c && (u->in->op == GT_OP_LD_C || u->skind[0] == US_CMEM || u->skind[1] == US_CMEM ||
                             u->skind[2] == US_CMEM);
}

/* What the instruction computes with: registers, and words of shared memory. */
static struct found operands_found(struct gt_inspect *i, const struct gt_warp *w, const struct taint *t,
                                   const struct gt_micro *u, const struct accesses *x)
{
    struct found f = { 0, 0, 0 };
    if (t->any && u->in->op == GT_OP_SLCT)
        add_chosen(&f, t, w, u);
    else
        for (unsigned k = 0; t->any && k < u->nsrc; k++)
            add_source(&f, t, u, k);
    if (x) {
        const struct found read = read_word(i, w, x, 0);
        if (read.lanes)
            join_found(&f, read.lanes, read.from);
        f.gaps |= read.gaps;
    }
    f.gaps = u->in->op == GT_OP_MOV ? f.gaps : 0;
    return f;
}

static void check_address(struct gt_inspect *i, const struct gt_warp *w, const struct taint *t,
                          const struct gt_micro *u, const struct accesses *x, uint32_t exec)
{
    struct found at = { 0, 0, 0 };
    if (x && x->memory == MEMORY_DEVICE)
        add_register(&at, t, u->sidx[0], 1);
    else if (u->in->areg && (x || u->in->a_on_c))
        join_found(&at, t->areg[u->in->areg & 7], t->areg_from[u->in->areg & 7]);
    note_used(i, w, at, exec, "address");
}

/* A fetch: of each component that is wanted the word that it lies in, of all texels that have a weight. Coordinates
 * that come from nowhere make all components. */
static void mark_fetch(struct gt_inspect *i, const struct gt_core *c, const struct gt_warp *w, struct taint *t,
                       const struct gt_micro *u, const struct gt_access *tap, unsigned taps, struct found at,
                       uint32_t exec)
{
    const struct gt_tex_op op = gt_tex_op_of(u->in);
    const struct gt_texture *of = gt_tex_bound(c->gpu, &op);
    unsigned n = 0;
    for (unsigned k = 0; k < 4; k++) {
        struct found f = at;
        if (!(op.mask >> k & 1))
            continue;
        for (unsigned p = 0; k < of->comps && p < taps; p++) {
            const struct accesses x = { MEMORY_DEVICE, c->gpu->valid, tap[p].addr, GT_G_BASE, tap[p].bytes,
                                        tap[p].lanes, 0 };
            const struct found read = read_word(i, w, &x, k * of->bits / 32);
            if (read.lanes)
                join_found(&f, read.lanes, read.from);
        }
        f.lanes &= exec;
        f.gaps = 0;
        t->any = t->any || f.lanes;
        if (t->any)
            set_result(t, u, n, f, exec);
        n++;
    }
}

void inspect_taint(struct gt_inspect *i, struct gt_core *c, struct seat *s, struct gt_warp *w, const struct gt_micro *u,
                   uint32_t exec, const struct gt_access *a, unsigned taps)
{
    struct taint *t = &s->taint[w->warp_in_block];
    const bool conditional = !u->always && t->any && t->creg[u->cread];
    const struct found if_taken = { conditional ? t->creg[u->cread] & w->active : 0, 0, t->creg_from[u->cread] };
    struct accesses x;
    uint32_t own[32];
    if (u->cls == UC_CTL) {
        note_used(i, w, if_taken, w->active, "condition of a branch");
        return;
    }
    if (u->cls == UC_STOP || (!exec && !conditional))
        return;
    exec &= u->lanes;
    if (inspect_is_texture(u)) {
        struct found at = operands_found(i, w, t, u, NULL);
        if (if_taken.lanes)
            join_found(&at, if_taken.lanes, if_taken.from);
        mark_fetch(i, c, w, t, u, a, taps, at, exec);
        return;
    }
    const bool touches = accesses_of(&x, c, s, w, u, exec, a, own);
    const bool loads = u->in->op == GT_OP_LD_G || u->in->op == GT_OP_LD_L || u->in->op == GT_OP_LD_S;
    if (!touches && (loads || is_store(u) || is_atomic(u) || u->in->op == GT_OP_LD_LOCK))
        return;
    if (t->any) {
        look_again(t);
        check_address(i, w, t, u, touches ? &x : NULL, exec);
        if (is_store(u) || is_atomic(u))
            note_used(i, w, if_taken, w->active, "condition of a store");
    }
    if (is_store(u)) {
        mark_store(i, w, t, u, &x);
    } else if (is_atomic(u) || u->in->op == GT_OP_LD_LOCK) {
        mark_atomic(i, w, t, u, &x);
    } else if (touches && x.bytes > 4) {
        for (unsigned k = 0; k < access_words(&x); k++) {
            struct found f = read_word(i, w, &x, k);
            if (if_taken.lanes)
                join_found(&f, if_taken.lanes, if_taken.from);
            t->any = t->any || f.lanes;
            if (t->any)
                set_result(t, u, k, f, exec);
        }
    } else {
        struct found f = loads ? read_word(i, w, &x, 0) : operands_found(i, w, t, u, touches ? &x : NULL);
        const struct found beyond = reads_constant(u) ? constant_found(i, c, w, u, exec) : (struct found){ 0, 0, 0 };
        if (beyond.lanes)
            join_found(&f, beyond.lanes, beyond.from);
        f.lanes &= exec;
        if (if_taken.lanes)
            join_found(&f, if_taken.lanes, if_taken.from);
        t->any = t->any || f.lanes;
        if (t->any)
            set_results(t, u, f, exec);
    }
}
