/* SPDX-License-Identifier: Apache-2.0 */
#include "latency.h"

#include <string.h>

uint8_t hz_family_of(size_t row)
{
    const char *name = sm70_row_name(row);

    for (unsigned f = 0; f < hz_nfamilies; f++)
        if (!strcmp(hz_families[f].name, name))
            return (uint8_t)f;
    return HZ_NO_FAMILY;
}

/* What of a pair must be equal, from the narrowest to the widest. The file, and whether a predicate is a guard, always
 * must. */
enum { WRITER = 1, WPART = 2, READER = 4, OPERAND = 8, OUT = 16, IN = 32 };
static const struct { uint8_t equal; enum hz_ground ground; } levels[] = {
    { WRITER | WPART | READER | OPERAND, HZ_MEASURED }, { OUT | WPART | READER | OPERAND, HZ_UNIT },
    { WRITER | WPART | READER, HZ_SAME }, { WRITER | READER, HZ_SAME },
    { WRITER | WPART | IN | OPERAND, HZ_UNIT }, { OUT | WPART | IN | OPERAND, HZ_UNIT },
    { WRITER | WPART | IN, HZ_UNIT }, { WRITER | IN, HZ_UNIT },
    { OUT | WPART | READER, HZ_UNIT }, { OUT | WPART | IN, HZ_UNIT }, { OUT | IN, HZ_UNIT },
    { WRITER, HZ_LONGEST }, { OUT, HZ_LONGEST },
};

static bool fits(const struct hz_link *l, const struct hz_link *want, unsigned equal)
{
    const struct hz_family *f = hz_families;

    return l->file == want->file && (l->slot == HZ_GUARD) == (want->slot == HZ_GUARD) &&
           (!(equal & WRITER) || l->writer == want->writer) && (!(equal & WPART) || l->wpart == want->wpart) &&
           (!(equal & READER) || l->reader == want->reader) &&
           (!(equal & OPERAND) || (l->slot == want->slot && l->rpart == want->rpart)) &&
           (!(equal & OUT) || f[l->writer].out == f[want->writer].out) &&
           (!(equal & IN) || f[l->reader].in == f[want->reader].in);
}

struct hz_figure hz_latency(uint8_t writer, uint8_t wpart, uint8_t reader, uint8_t slot, uint8_t rpart, uint8_t file)
{
    const struct hz_link want = { writer, wpart, reader, slot, rpart, file, 0 };

    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct hz_figure found = { 0, levels[i].ground };
        for (unsigned k = 0; k < hz_nlinks; k++)
            if (fits(&hz_links[k], &want, levels[i].equal) && hz_links[k].clocks > found.clocks)
                found.clocks = hz_links[k].clocks;
        if (found.clocks)
            return found;
    }
    return (struct hz_figure){ hz_latency_max(), HZ_UNKNOWN };
}

struct hz_figure hz_latency_again(uint8_t first, uint8_t part, uint8_t second, uint8_t file)
{
    const struct hz_family *f = hz_families;
    static const enum hz_ground grounds[] = { HZ_MEASURED, HZ_SAME, HZ_UNIT, HZ_LONGEST };

    for (unsigned g = 0; g < sizeof grounds / sizeof *grounds; g++) {
        struct hz_figure found = { 0, grounds[g] };
        /* Variable latency is longer than any fixed one; a unit ends in order. */
        if (g == HZ_UNIT && (f[second].late || f[first].out == f[second].out))
            return (struct hz_figure){ 1, HZ_UNIT };
        for (unsigned k = 0; k < hz_nagains; k++) {
            const struct hz_again *a = &hz_agains[k];
            if (a->file == file && a->clocks > found.clocks &&
                (g < HZ_UNIT ? a->first == first && a->second == second && (g == HZ_SAME || a->part == part)
                             : f[a->first].out == f[first].out &&
                               (g == HZ_LONGEST || f[a->second].out == f[second].out)))
                found.clocks = a->clocks;
        }
        if (found.clocks)
            return found;
    }
    return (struct hz_figure){ 1, HZ_UNKNOWN };
}

unsigned hz_latency_max(void)
{
    unsigned most = 0;

    for (unsigned k = 0; k < hz_nlinks; k++)
        if (!hz_families[hz_links[k].writer].late && hz_links[k].clocks > most)
            most = hz_links[k].clocks;
    return most;
}
