/* SPDX-License-Identifier: Apache-2.0
 *
 * The units of units.txt against the record: whatever reads them, the results of a unit take equally long.
 */
#include <stdio.h>
#include <string.h>

#include "latency.h"

/* Readers of two kinds under one name: one writer was measured with both, the others with one. IMAD.HI by an immediate
 * (where HADD2.F32 takes a clock less, too) and by a register, which is later; F2F and F2I of 64 bits and of 32, which
 * is later. */
static bool known(const struct hz_link *l, const struct hz_link *o)
{
    const char *writer = hz_families[o->writer].name, *reader = hz_families[l->reader].name;

    if (!strcmp(reader, "IMAD.HI") && l->slot == 24)
        return !strcmp(writer, "FADD") || !strcmp(hz_families[l->writer].name, "HADD2.F32");
    return (!strcmp(reader, "F2F") || !strcmp(reader, "F2I")) && (!strcmp(writer, "DADD") || !strcmp(writer, "DFMA"));
}

static bool same_operand(const struct hz_link *l, const struct hz_link *o)
{
    return l->wpart == o->wpart && l->reader == o->reader && l->slot == o->slot && l->rpart == o->rpart &&
           l->file == o->file;
}

int main(void)
{
    unsigned compared = 0, fails = 0;

    for (unsigned i = 0; i < hz_nlinks; i++)
        for (unsigned k = 0; k < hz_nlinks; k++) {
            const struct hz_link *l = &hz_links[i], *o = &hz_links[k];
            const struct hz_family *f = &hz_families[l->writer];
            if (f->late || f->out != hz_families[o->writer].out || !same_operand(l, o))
                continue;
            compared++;
            if (l->clocks < o->clocks && !known(l, o)) {
                printf("%s: %s %u, %s %u to %s, bit %u\n", hz_units[f->out], f->name, l->clocks,
                       hz_families[o->writer].name, o->clocks, hz_families[l->reader].name, l->slot);
                fails++;
            }
        }
    printf("%u pairs of measurements\n", compared);
    return fails || compared < 10000;
}
