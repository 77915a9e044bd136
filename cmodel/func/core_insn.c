/* SPDX-License-Identifier: Apache-2.0
 *
 * The decoded and prepared instructions of a kernel, by address.
 */
#include "micro.h"

const struct gt_insn *gt_core_insn(struct gt_core *c, uint32_t pc)
{
    const struct gt_priv *p = c->priv;
    return pc / 4 < c->launch->code_words ? &c->decoded[pc / 4] : &p->out_insn;
}

const struct gt_micro *gt_core_micro(struct gt_core *c, uint32_t pc)
{
    struct gt_priv *p = c->priv;
    if (pc / 4 >= c->launch->code_words)
        return &p->out_micro;
    return &p->micros[pc / 4];
}

const struct gt_micro *gt_core_cached(struct gt_core *c, const struct gt_insn *in)
{
    const struct gt_priv *p = c->priv;
    if (in == &p->out_insn)
        return &p->out_micro;
    uintptr_t first = (uintptr_t)c->decoded, at = (uintptr_t)in;
    if (at < first || at >= first + c->launch->code_words * sizeof *in)
        return NULL;
    return gt_core_micro(c, (uint32_t)((at - first) / sizeof *in) * 4);
}
