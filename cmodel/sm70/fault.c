/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a launch that cannot go on: what did what where.
 */
#include "core.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void sm70_fail(struct sm70_warp *w, const struct sm70_op *op, const char *format, ...)
{
    struct sm70_block *b = w->block;
    char text[SM70_TEXT_MAX], err[SM70_TEXT_MAX];
    va_list args;

    if (b->failed)
        return;
    b->failed = true;
    uint64_t pc = op ? 16 * (uint64_t)(op - b->program->ops) : 0;
    b->counts->fault_pc = pc;
    int n = snprintf(b->message, SM70_MESSAGE, "%.80s", b->program->name);
    if (op)
        n += snprintf(b->message + n, SM70_MESSAGE - (size_t)n, " at pc 0x%" PRIx64 ", block (%u, %u, %u), warp %u: ",
                      pc, b->ctaid[0], b->ctaid[1], b->ctaid[2], w->number);
    if (op && op->row && sm70_dis(b->program->chip, op->w, pc, NULL, text, err))
        n += snprintf(b->message + n, SM70_MESSAGE - (size_t)n, "%.120s: ", text);
    else if (op)
        n += snprintf(b->message + n, SM70_MESSAGE - (size_t)n, "%016" PRIx64 "%016" PRIx64 ": ", op->w.hi, op->w.lo);
    else
        n += snprintf(b->message + n, SM70_MESSAGE - (size_t)n, ": ");
    va_start(args, format);
    vsnprintf(b->message + n, SM70_MESSAGE - (size_t)n, format, args);
    va_end(args);
}
