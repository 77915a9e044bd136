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

/* What of a pair must be equal, from the narrowest to the widest. The unit of the writer, the file, and whether a
 * predicate is a guard, always must: writers of a unit take equally long. */
enum { WPART = 1, READER = 2, OPERAND = 4, IN = 8 };
static const struct { uint8_t equal; enum hz_ground ground; } levels[] = {
    { WPART | READER | OPERAND, HZ_UNIT }, { WPART | READER, HZ_SAME }, { WPART | IN | OPERAND, HZ_UNIT },
    { WPART | IN, HZ_UNIT }, { WPART, HZ_LONGEST }, { IN, HZ_UNIT }, { 0, HZ_LONGEST },
};

static bool fits(const struct hz_link *l, const struct hz_link *want, unsigned equal)
{
    const struct hz_family *f = hz_families;

    return l->file == want->file && (l->slot == HZ_GUARD) == (want->slot == HZ_GUARD) &&
           f[l->writer].out == f[want->writer].out && (!(equal & WPART) || l->wpart == want->wpart) &&
           (!(equal & READER) || l->reader == want->reader) &&
           (!(equal & OPERAND) || (l->slot == want->slot && l->rpart == want->rpart)) &&
           (!(equal & IN) || f[l->reader].in == f[want->reader].in);
}

struct hz_figure hz_latency(uint8_t writer, uint8_t wpart, uint8_t reader, uint8_t slot, uint8_t rpart, uint8_t file)
{
    const struct hz_link want = { writer, wpart, reader, slot, rpart, file, 0 };

    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct hz_figure found = { 0, levels[i].ground };
        for (unsigned k = 0; k < hz_nlinks; k++) {
            const struct hz_link *l = &hz_links[k];
            if (!fits(l, &want, levels[i].equal) || l->clocks < found.clocks)
                continue;
            /* the first level, and this writer */
            found.ground = !i && (l->writer == writer || (l->clocks == found.clocks && found.ground == HZ_MEASURED))
                               ? HZ_MEASURED : levels[i].ground;
            found.clocks = l->clocks;
        }
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

unsigned hz_latency_over(uint8_t reader, uint8_t writer, uint8_t file)
{
    const struct hz_family *f = hz_families;

    for (unsigned level = 0; level < 3 && !f[writer].late; level++) {
        unsigned most = 0;
        for (unsigned k = 0; k < hz_novers; k++) {
            const struct hz_over *o = &hz_overs[k];
            if (o->file == file && o->clocks > most &&
                (!level ? o->reader == reader && o->writer == writer
                        : f[o->reader].in == f[reader].in && (level == 2 || f[o->writer].out == f[writer].out)))
                most = o->clocks;
        }
        if (most)
            return most;
    }
    return 1;
}

bool hz_reads_later(uint8_t reader, uint8_t file)
{
    for (unsigned k = 0; k < hz_novers; k++)
        if (hz_overs[k].file == file && hz_overs[k].clocks > 1 &&
            hz_families[hz_overs[k].reader].in == hz_families[reader].in)
            return true;
    return false;
}

unsigned hz_latency_max(void)
{
    unsigned most = 0;

    for (unsigned k = 0; k < hz_nlinks; k++)
        if (!hz_families[hz_links[k].writer].late && hz_links[k].clocks > most)
            most = hz_links[k].clocks;
    return most;
}
