/* SPDX-License-Identifier: Apache-2.0
 *
 * A list of addresses, each with its conditions as GDB has sent them (agent.h).
 */
#include "breakpoints.h"

#include <stdlib.h>
#include <string.h>

#include "func.h"
#include "agent.h"
#include "gt_chip.h"
#include "packet.h"

#define CONDITION 1024                  /* bytes of a condition; GDB asks about longer ones by itself */

/* ;Xlength,bytes - as often as there are conditions. false: they are damaged, or out of memory. */
static bool take_conditions(struct gdb_breakpoint *b, const char *p)
{
    const size_t most = strlen(p) / 2 + 2;
    uint8_t *to = malloc(most);
    size_t at = 0;

    for (p += *p == ';'; to && *p == 'X'; ) {
        char *end;
        const unsigned long n = strtoul(p + 1, &end, 16);
        if (*end != ',' || !n || n > CONDITION || gdb_unhex(to + at + 2, n, end + 1, strlen(end + 1)) < n)
            break;
        to[at] = (uint8_t)(n >> 8);
        to[at + 1] = (uint8_t)n;
        at += 2 + n;
        p = end + 1 + 2 * n;
    }
    if (!to || (*p && strncmp(p, ";cmds", 5))) {
        free(to);
        return false;
    }
    free(b->condition);
    b->condition = to;
    b->bytes = at;
    return true;
}

static void drop_breakpoint(struct gdb_breakpoints *b, unsigned i)
{
    free(b->list[i].condition);
    b->list[i] = b->list[--b->n];
}

const char *gdb_breakpoints_packet(struct gdb_breakpoints *b, const char *p)
{
    unsigned i = 0;
    char *end;

    if ((p[1] != '0' && p[1] != '1') || p[2] != ',')
        return "";
    const uint64_t addr = strtoull(p + 3, &end, 16);
    while (i < b->n && b->list[i].addr != addr)
        i++;
    if (*p == 'z') {
        if (i < b->n)
            drop_breakpoint(b, i);
        return "OK";
    }
    if (i == GDB_BREAKPOINTS)
        return "E1c";
    if (i == b->n)
        b->list[b->n++] = (struct gdb_breakpoint){ .addr = addr };
    end += strcspn(end, ";");
    if (!take_conditions(&b->list[i], end)) {
        drop_breakpoint(b, i);
        return "E16";
    }
    return "OK";
}

void gdb_breakpoints_clear(struct gdb_breakpoints *b)
{
    while (b->n)
        drop_breakpoint(b, 0);
}

/* What cannot be judged holds, so that GDB tells why. */
static bool condition_holds(const struct gdb_breakpoint *b, uint64_t base, const struct gdb_thread *t)
{
    size_t n;

    for (size_t at = 0; at < b->bytes; at += 2 + n) {
        uint64_t value;
        n = (size_t)b->condition[at] << 8 | b->condition[at + 1];
        if (!gdb_agent_value(t, base, b->condition + at + 2, n, &value) || value)
            return true;
    }
    return !b->bytes;
}

/* The lane of the warp for which the breakpoint stops; GT_LANES: none. */
static unsigned stopping_lane(const struct gdb_breakpoint *b, uint64_t base, struct gdb_thread *t, unsigned chosen)
{
    t->lane = chosen;
    if (chosen < GT_LANES && t->w->active >> chosen & 1 && condition_holds(b, base, t))
        return chosen;
    for (uint32_t m = t->w->active; m; m &= m - 1) {
        t->lane = (unsigned)__builtin_ctz(m);
        if (condition_holds(b, base, t))
            return t->lane;
    }
    return GT_LANES;
}

bool gdb_breakpoints_stop(const struct gdb_breakpoints *b, const struct gdb_threads *t, uint64_t base,
                          struct gt_core *c, struct gt_warp *w, unsigned chosen, unsigned *lane)
{
    struct gdb_thread one = { c, w, 0, t };

    for (unsigned i = 0; i < b->n; i++)
        if (b->list[i].addr == base + w->pc && (*lane = stopping_lane(&b->list[i], base, &one, chosen)) < GT_LANES)
            return true;
    return false;
}
