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
    { WRITER | WPART | READER | OPERAND, HZ_MEASURED }, { WRITER | WPART | READER, HZ_SAME },
    { WRITER | READER, HZ_SAME }, { WRITER | WPART | IN, HZ_UNIT }, { WRITER | IN, HZ_UNIT },
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

unsigned hz_latency_again(uint8_t first, uint8_t fpart, uint8_t second, uint8_t spart, uint8_t file)
{
    unsigned least = 0;

    for (unsigned k = 0; k < hz_nlinks; k++) {
        const struct hz_link *l = &hz_links[k];
        if (l->writer != first || l->wpart != fpart || l->file != file)
            continue;
        unsigned other = hz_latency(second, spart, l->reader, l->slot, l->rpart, file).clocks;
        unsigned longer = l->clocks > other ? l->clocks - other : 1;
        if (!least || longer < least)
            least = longer;
    }
    return least ? least : 1;
}

unsigned hz_latency_max(void)
{
    unsigned most = 0;

    for (unsigned k = 0; k < hz_nlinks; k++)
        if (!hz_families[hz_links[k].writer].late && hz_links[k].clocks > most)
            most = hz_links[k].clocks;
    return most;
}
