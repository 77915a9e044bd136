/* SPDX-License-Identifier: Apache-2.0
 *
 * What the checker has found: each instruction, or pair of them, once; and which variable an instruction is meant to
 * access.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cubin.h"
#include "inspect_parts.h"

struct gt_finding *inspect_find(struct gt_inspect *i, enum finding_kind kind, uint32_t pc, uint32_t other)
{
    static const enum gt_finding_class classes[] = {
        [FIND_OUTSIDE] = GT_FIND_MEMORY, [FIND_FREED] = GT_FIND_MEMORY, [FIND_SHARED] = GT_FIND_MEMORY,
        [FIND_ARRAY] = GT_FIND_MEMORY, [FIND_PARAMETERS] = GT_FIND_MEMORY, [FIND_CONSTANT] = GT_FIND_MEMORY,
        [FIND_HEAP] = GT_FIND_MEMORY, [FIND_HEAP_FREED] = GT_FIND_MEMORY, [FIND_HEAP_TWICE] = GT_FIND_MEMORY,
        [FIND_RACE] = GT_FIND_RACE, [FIND_DIVERGENT] = GT_FIND_SYNC,
        [FIND_PLACES] = GT_FIND_SYNC, [FIND_LEFT] = GT_FIND_SYNC, [FIND_UNWRITTEN] = GT_FIND_UNINIT,
    };
    for (size_t k = 0; k < i->found; k++) {
        struct gt_finding *f = &i->finding[k];
        if (f->kind == kind && f->side[0].pc == pc && (other == ANY_PC || f->side[1].pc == other)) {
            f->times++;
            return NULL;
        }
    }
    if (i->found == FINDINGS) {
        i->more++;
        return NULL;
    }
    struct gt_finding *f = &i->finding[i->found++];
    *f = (struct gt_finding){ .what = classes[kind], .kind = kind, .times = 1, .sides = 1 };
    f->side[0].pc = pc;
    f->side[1].pc = other;
    return f;
}

struct gt_finding_side inspect_side(const struct gt_warp *w, uint32_t lane, const char *does)
{
    return (struct gt_finding_side){ w->pc, w->block->ctaid_x, w->block->ctaid_y, w->warp_in_block, lane, does };
}

void inspect_say(struct gt_finding *f, const char *title, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    snprintf(f->title, sizeof f->title, "%s", title);
    vsnprintf(f->detail, sizeof f->detail, format, args);
    va_end(args);
}

const char *inspect_does(const struct gt_access *a)
{
    return a->atomic ? "atomic" : a->write ? "write" : "read";
}

const struct gt_cubin_array *inspect_array(const struct gt_inspect *i, uint32_t pc, bool constant)
{
    size_t low = 0, high = i->arrays;
    while (low < high) {
        const size_t mid = (low + high) / 2;
        if (i->array[mid].pc < pc)
            low = mid + 1;
        else
            high = mid;
    }
    const struct gt_cubin_array *v = &i->array[low];
    return low < i->arrays && v->pc == pc && v->constant == constant ? v : NULL;
}
