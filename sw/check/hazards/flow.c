/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of a kernel: blocks from branches, calls entered once for each place, edges of BSYNC and RET.
 */
#include "flow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"

enum { CONTEXTS = 4096, DEPTH = 16 };

struct build {
    struct hz_flow *f;
    uint32_t **of;              /* nodes of each context by instruction */
    uint32_t *work; size_t nwork;
};

static void *make_room(void *p, size_t n, size_t size)
{
    if (n & (n - 1))
        return p;
    p = realloc(p, (n ? 2 * n : 1) * size);
    if (!p)
        abort();
    return p;
}

/* A new context, called from `parent` to go on at `back`; the one that there is. */
static uint32_t context_of(struct build *b, uint32_t parent, uint32_t back)
{
    struct hz_flow *f = b->f;

    for (uint32_t c = 0; c < f->ncontexts; c++)
        if (f->context[c].parent == parent && f->context[c].back == back)
            return c;
    unsigned depth = 0;
    for (uint32_t c = parent; c != HZ_NO_NODE; c = f->context[c].parent)
        depth++;
    if (f->ncontexts == CONTEXTS || depth > DEPTH)
        return HZ_NO_NODE;
    b->of = make_room(b->of, f->ncontexts, sizeof *b->of);
    f->context = make_room(f->context, f->ncontexts, sizeof *f->context);
    f->context[f->ncontexts] = (struct hz_context){ parent, back };
    b->of[f->ncontexts] = malloc(f->ninsns * sizeof **b->of);
    if (!b->of[f->ncontexts])
        abort();
    memset(b->of[f->ncontexts], 255, f->ninsns * sizeof **b->of);
    return (uint32_t)f->ncontexts++;
}

/* The node of an instruction in a calling context, a new one if it was not reached yet. */
static uint32_t node_of(struct build *b, uint32_t context, uint64_t at)
{
    struct hz_flow *f = b->f;

    if (at >= f->ninsns)
        return HZ_NO_NODE;
    uint32_t *of = &b->of[context][at];
    if (*of != HZ_NO_NODE)
        return *of;
    f->node = make_room(f->node, f->nnodes, sizeof *f->node);
    b->work = make_room(b->work, f->nnodes, sizeof *b->work);
    f->node[f->nnodes] = (struct hz_node){ (uint32_t)at, context, { HZ_NO_NODE, HZ_NO_NODE } };
    *of = (uint32_t)f->nnodes++;
    b->work[b->nwork++] = *of;
    return *of;
}

/* Has it a predicate operand beside the guard that may be false? */
static bool may_pass(const struct hz_insn *in, struct sm70_word w)
{
    const struct sm70_row *row = &sm70_table[in->row];

    if (!in->always || !strcmp(row->name, "BRA.U") || (!strcmp(row->name, "BRA") && sm70_bits(w, 33, 1)))
        return true;
    for (unsigned i = 0; i < row->nfields; i++)
        if (row->fields[i].kind == SM70_P && row->fields[i].pos == 87 && sm70_bits(w, 87, 4) != 7)
            return true;
    return false;
}

/* The nodes behind node n; false: err says what the graph cannot have. */
static bool follow_node(struct build *b, enum sm70_chip chip, const struct sm70_kernel *k, uint32_t n, char *err,
                        size_t errn)
{
    const uint32_t at = b->f->node[n].at, c = b->f->node[n].context;
    const struct hz_insn *in = &b->f->insn[at];
    uint32_t next[2] = { HZ_NO_NODE, HZ_NO_NODE };
    uint64_t target = 0;

    if (in->row == SIZE_MAX) {
        char text[SM70_TEXT_MAX], why[SM70_TEXT_MAX];
        sm70_dis(chip, k->code[at], 16ull * at, NULL, text, why);
        snprintf(err, errn, "0x%04x: %s", 16 * at, why);
        return false;
    }
    const char *name = sm70_row_name(in->row);
    bool passes = may_pass(in, k->code[at]);
    bool jumps = !strcmp(name, "BRA") || !strcmp(name, "BRA.U"), calls = !strcmp(name, "CALL.REL");
    bool returns = !strcmp(name, "RET.REL");

    if (!strcmp(name, "BRX") || !strncmp(name, "WARPSYNC.COLLECTIVE", 19) ||
        (calls && sm70_bits(k->code[at], 0, 12) == 0x344)) {
        snprintf(err, errn, "0x%04x: %s: where it goes is not known, so this kernel is not judged", 16 * at, name);
        return false;
    }
    if ((jumps || calls) && (!sm70_target(chip, k->code[at], 16ull * at, &target) || target % 16 ||
                             target / 16 >= b->f->ninsns)) {
        snprintf(err, errn, "0x%04x: expected a target in the kernel, found 0x%" PRIx64, 16 * at, target);
        return false;
    }
    if (passes || (!jumps && !calls && !returns && strcmp(name, "EXIT")))
        next[0] = node_of(b, c, at + 1);
    if (jumps)
        next[1] = node_of(b, c, target / 16);
    if (calls) {
        uint32_t inner = context_of(b, c, at + 1);
        if (inner == HZ_NO_NODE) {
            snprintf(err, errn, "0x%04x: calls within calls, more than %d deep or %d places", 16 * at, DEPTH, CONTEXTS);
            return false;
        }
        next[1] = node_of(b, inner, target / 16);
    }
    if (returns && b->f->context[c].parent != HZ_NO_NODE)
        next[1] = node_of(b, b->f->context[c].parent, b->f->context[c].back);
    memcpy(b->f->node[n].next, next, sizeof next);
    return true;
}

bool hz_flow_make(enum sm70_chip chip, const struct sm70_kernel *k, struct hz_flow *f, char *err, size_t errn)
{
    struct build b = { .f = f };
    bool ok = true;

    *f = (struct hz_flow){ .ninsns = k->ncode };
    if (!k->ncode)
        return true;
    f->insn = calloc(k->ncode, sizeof *f->insn);
    if (!f->insn)
        abort();
    for (size_t i = 0; i < k->ncode; i++)
        hz_operands(chip, k->code[i], &f->insn[i]);
    node_of(&b, context_of(&b, HZ_NO_NODE, HZ_NO_NODE), 0);
    while (ok && b.nwork)
        ok = follow_node(&b, chip, k, b.work[--b.nwork], err, errn);
    for (size_t c = 0; c < f->ncontexts; c++)
        free(b.of[c]);
    free(b.of);
    free(b.work);
    if (!ok)
        hz_flow_free(f);
    return ok;
}

void hz_flow_free(struct hz_flow *f)
{
    free(f->insn);
    free(f->node);
    free(f->context);
    *f = (struct hz_flow){ 0 };
}
