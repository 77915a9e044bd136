/* SPDX-License-Identifier: Apache-2.0 */
#include "ends.h"

#include "values.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWN = 6, MARK = 216 };       /* the program's %r0 to %r5; where in its results a thread notes its end */

struct tree { uint64_t s; char *text; unsigned id, labels; };

static unsigned pick(struct tree *t, unsigned n) { return (unsigned)(values_next(&t->s) >> 33) % n; }

static void put_ptx(struct tree *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put_ptx(struct tree *t, const char *fmt, ...)
{
    const size_t n = strlen(t->text);
    va_list ap;

    va_start(ap, fmt);
    const int k = vsnprintf(t->text + n, GEN_STATEMENT - n, fmt, ap);
    va_end(ap);
    if (k < 0 || (size_t)k >= GEN_STATEMENT - n)
        abort();
}

/* Lanes whose bit is set go to a side of their own; a side ends, goes on behind the tree, or into the other side. */
static void put_side(struct tree *t, unsigned depth)
{
    if (depth && pick(t, 6)) {
        const unsigned label = t->labels++;
        put_ptx(t, "and.b32 %%rt, %%r%u, %u; setp.ne.u32 %%pt, %%rt, 0; @%%pt bra E%u_%u; ", pick(t, OWN),
                1u << pick(t, 8), t->id, label);
        put_side(t, depth - 1);
        put_ptx(t, "E%u_%u: ", t->id, label);
        put_side(t, depth - 1);
        return;
    }
    put_ptx(t, "st.global.u32 [%%out+%d], %u; ", MARK, 1 + pick(t, 99));
    const unsigned how = pick(t, 6);
    if (how < 4)
        put_ptx(t, "%s; ", how ? "exit" : "ret");
    else if (how < 5)
        put_ptx(t, "bra E%u; ", t->id);
}

void ends_add(struct program *p)
{
    struct tree t = { .s = p->seed * 0x9e3779b97f4a7c15u + 0xe4d5u };

    for (unsigned i = 0; i < 4; i++)
        values_next(&t.s);
    const unsigned trees = 1 + pick(&t, 3);
    p->top = realloc(p->top, (p->n + trees) * sizeof *p->top);
    if (!p->top)
        abort();
    memset(&p->top[p->n], 0, trees * sizeof *p->top);
    for (t.id = 0; t.id < trees; t.id++) {
        t.text = p->top[p->n++].text;
        put_side(&t, 2);
        put_ptx(&t, "E%u:", t.id);
    }
}
