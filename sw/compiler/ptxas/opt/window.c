/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared-memory operands beyond the 32 units that an instruction can name: an $a register is moved to where several of
 * them are (a window), instead of a load for each. There are four $a registers, so what a window saves is weighed
 * against the instructions that bring and exchange them. Needs SSA form.
 */
#include <stdlib.h>
#include <string.h>

#include "areg.h"
#include "smem.h"

enum {
    ALIGN = 16,                 /* of a window: whatever is loaded with its $a, too, keeps its offset in whole units */
    TRIES = 100                 /* windows of one block that are weighed */
};

/* A load that could be an operand of `reader`. */
struct load {
    struct minst *ld, *reader;
    struct minst  before;       /* the reader, when the load became its operand */
    int  turn;                  /* in which it became that, 0: it is a load */
    bool given_up;
};

struct block {
    struct fn *f;
    struct mblock *b;
    VEC(struct load) load;      /* in the order of the block */
    struct load **sorted;       /* by base and offset */
    unsigned cost;
};

/* ---- what a choice costs ------------------------------------------------------------------------------------- */

struct held { struct abase base[AREGS]; int n; };       /* the one used last is the last */

static void drop_base(struct held *h, int i)
{
    memmove(&h->base[i], &h->base[i + 1], (size_t)(--h->n - i) * sizeof h->base[0]);
}

static void use_base(struct held *h, struct abase b)
{
    for (int i = 0; i < h->n; i++)
        if (areg_same(&h->base[i], &b)) {
            drop_base(h, i);
            break;
        }
    if (h->n == AREGS)
        drop_base(h, 0);
    h->base[h->n++] = b;
}

/* Instructions that an access to b costs; any: it is an ld or st of s[], which every window of its base serves. */
static unsigned bring_base(struct held *h, struct abase b, bool any)
{
    bool kin = false;
    for (int i = h->n - 1; i >= 0; i--) {
        kin |= areg_kin(&h->base[i], &b) && b.v >= 0;
        if (areg_same(&h->base[i], &b) || (any && kin)) {
            use_base(h, h->base[i]);
            return 0;
        }
    }
    use_base(h, b);
    return b.v >= 0 && b.off && !kin ? 2 : 1;
}

static void forget_bases(struct held *h, int v)
{
    for (int i = h->n - 1; i >= 0; i--)
        if (h->base[i].v == v)
            drop_base(h, i);
}

/* One pass through the block: loads that are left, and what brings addresses. */
static unsigned walk_block(const struct block *x, struct held *h)
{
    int r[MI_REGS];
    unsigned cost = 0;
    size_t at = 0;
    for EACH_INST(m, x->b) {
        const struct load *l = at < x->load.n && x->load.v[at].ld == m ? &x->load.v[at++] : NULL;
        if (!l || !l->turn)
            cost += (l != NULL) + (areg_indexed(m) ? bring_base(h, areg_base(m), m->op == M_LDS || m->op == M_STS) : 0);
        for (int n = mi_defs(m, r), k = 0; k < n; k++)
            forget_bases(h, r[k]);
    }
    return cost;
}

/* In a loop: from the second round on. */
static unsigned cost_of(const struct block *x)
{
    struct held h = { .n = 0 };
    unsigned cost = walk_block(x, &h);
    return x->b->loop ? walk_block(x, &h) : cost;
}

/* ---- windows --------------------------------------------------------------------------------------------------- */

static uint32_t offset_of(const struct load *l) { return (uint32_t)l->ld->aoff & 0xffff; }

static int by_address(const void *p, const void *q)
{
    const struct load *a = *(struct load *const *)p, *b = *(struct load *const *)q;
    if (a->ld->abase != b->ld->abase)
        return a->ld->abase < b->ld->abase ? -1 : 1;
    if (a->ld->ashift != b->ld->ashift)
        return a->ld->ashift < b->ld->ashift ? -1 : 1;
    if (offset_of(a) != offset_of(b))
        return offset_of(a) < offset_of(b) ? -1 : 1;
    return (a > b) - (a < b);
}

static bool is_open(const struct load *l) { return !l->turn && !l->given_up; }

/* Can l be an operand from the window at the first one? */
static bool in_window(const struct load *first, const struct load *l)
{
    return l->ld->abase == first->ld->abase && l->ld->ashift == first->ld->ashift &&
           offset_of(l) - offset_of(first) / ALIGN * ALIGN < WINDOW_UNITS * smem_unit(l->ld);
}

/* Index of the load that the fullest window starts with; the number of loads if none is left. */
static size_t fullest_window(const struct block *x)
{
    size_t best = x->load.n, most = 0, end = 0, n = 0;
    for (size_t i = 0; i < x->load.n; i++) {
        for (end = end < i ? i : end; end < x->load.n && in_window(x->sorted[i], x->sorted[end]); end++)
            n += is_open(x->sorted[end]);
        if (is_open(x->sorted[i]) && n > most) {
            most = n;
            best = i;
        }
        n -= end > i && is_open(x->sorted[i]);
    }
    return best;
}

static bool has_shared(const struct minst *m)
{
    return m->src[0].kind == O_SMEM || m->src[1].kind == O_SMEM || m->src[2].kind == O_SMEM;
}

/* Makes the loads of the window at the i-th operands if that is less than leaving them. */
static void weigh_window(struct block *x, size_t i, int turn)
{
    const struct load *first = x->sorted[i];
    uint32_t origin = offset_of(first) / ALIGN * ALIGN;
    size_t end = i;
    for (; end < x->load.n && in_window(first, x->sorted[end]); end++) {
        struct load *l = x->sorted[end];
        if (!is_open(l) || has_shared(l->reader))
            continue;
        l->before = *l->reader;
        if (smem_put(x->f, l->reader, l->ld, origin))
            l->turn = turn;
    }
    unsigned cost = cost_of(x);
    bool good = cost < x->cost;
    x->cost = good ? cost : x->cost;
    for (size_t k = i; k < end; k++) {
        struct load *l = x->sorted[k];
        if (!good && l->turn == turn) {
            *l->reader = l->before;
            l->turn = 0;
        }
        l->given_up |= !l->turn;
    }
}

/* Weighs windows for the loads of a block, the fullest first, and removes the loads that have become operands. */
static void one_block(struct fn *f, struct mblock *b)
{
    struct block x = { .f = f, .b = b };
    for EACH_INST(m, b) {
        struct load l = { .ld = m, .reader = smem_reader(f, m) };
        if (l.reader)
            vec_push(f->cx, &x.load, l);
    }
    if (!x.load.n)
        return;
    x.sorted = cx_alloc(f->cx, x.load.n * sizeof *x.sorted);
    for (size_t i = 0; i < x.load.n; i++)
        x.sorted[i] = &x.load.v[i];
    qsort(x.sorted, x.load.n, sizeof *x.sorted, by_address);
    x.cost = cost_of(&x);
    for (int k = 1; k <= TRIES; k++) {
        size_t i = fullest_window(&x);
        if (i == x.load.n)
            break;
        weigh_window(&x, i, k);
    }
    for (size_t i = 0; i < x.load.n; i++)
        if (x.load.v[i].turn)
            mi_remove(x.load.v[i].ld);
}

void window_run(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        one_block(f, f->blocks.v[i]);
}
