/* SPDX-License-Identifier: Apache-2.0
 *
 * GT200_MEMCHECK: is each lane's access inside an allocation, the block's shared memory, a constant that was written?
 */
#include "bounds.h"

#include <stdio.h>

#include "fault.h"
#include "api/mem.h"

/* Does each lane stay inside one allocation? A lane outside is a fault at its address. */
static bool global_ok(struct gt_core *c, const struct gt_access *a)
{
    uint32_t base = 1, bytes = 0;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        uint32_t at = a->addr[i];
        if (at >= base && at - base < bytes && a->bytes <= bytes - (at - base))
            continue;                   /* in the allocation of the lane before */
        if (!gt_access_bytes(a, c->gpu, i))
            return true;                /* outside device memory: the instruction's own fault */
        if (!gt_mem_asked(c->gpu, at, &base, &bytes) || at - base >= bytes || a->bytes > bytes - (at - base)) {
            gt_fault_at(c, a->warp, a->u->in, GT_F_OUTSIDE_ALLOCATION, i, at);
            return false;
        }
    }
    return true;
}

/* The window is rounded up; what the kernel was given ends earlier. */
static bool shared_ok(struct gt_core *c, const struct gt_access *a)
{
    uint32_t end = c->launch->smem + c->launch->dyn_smem;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        if (a->addr[i] + a->bytes > end) {
            gt_fault_at(c, a->warp, a->u->in, GT_F_SHARED_LIMIT, i, a->addr[i]);
            return false;
        }
    }
    return true;
}

/* Constants at an address that the kernel computes. */
static bool constant_ok(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    const struct gt_insn *in = u->in;
    bool read = in->op == GT_OP_LD_C;
    for (int i = 0; i < 3; i++)
        read |= u->skind[i] == US_CMEM;
    if (!read || !in->a_on_c)
        return true;
    uint32_t addr[32], end = c->gpu->cseg_bytes[in->cseg & (GT_CONST_SEGS - 1)];
    gt_mem_addr16(w, u, addr);
    for (uint32_t m = exec; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        if (addr[i] >= end) {
            gt_fault_at(c, w, in, GT_F_OUTSIDE_CONSTANT, i, addr[i]);
            return false;
        }
    }
    return true;
}

bool gt_bounds_ok(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                  const struct gt_access *a)
{
    if (a && !(a->space == GT_SPACE_GLOBAL ? global_ok(c, a) : shared_ok(c, a)))
        return false;
    return constant_ok(c, w, u, exec);
}

void gt_bounds_tell(const struct gt_gpu *g, const struct gt_fault *f, char *out, size_t n)
{
    uint32_t base, bytes;
    out[0] = 0;
    if (f->code == GT_F_OUTSIDE_CONSTANT)
        snprintf(out, n, ", no constant there");
    if (f->code != GT_F_OUTSIDE_ALLOCATION)
        return;
    if (!gt_mem_nearest(g, f->addr, &base, &bytes))
        snprintf(out, n, ", nothing is allocated");
    else if (f->addr < base)
        snprintf(out, n, ", %u bytes before the allocation of %u bytes at 0x%x", (unsigned)(base - f->addr),
                 (unsigned)bytes, (unsigned)base);
    else if (f->addr - base < bytes)
        snprintf(out, n, ", across the end of the allocation of %u bytes at 0x%x", (unsigned)bytes, (unsigned)base);
    else
        snprintf(out, n, ", %u bytes behind the end of the allocation of %u bytes at 0x%x",
                 (unsigned)(f->addr - base - bytes), (unsigned)bytes, (unsigned)base);
}
