/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory before a program, its parameters, and the first word that differs after it.
 */
#include "data.h"

#include <stdio.h>
#include <string.h>

unsigned data_threads(const struct program *p)
{
    return p->grid[0] * p->grid[1] * p->block[0] * p->block[1] * p->block[2];
}

void data_fresh(const struct program *p, struct data *d)
{
    memset(d, 0, sizeof *d);
    gen_inputs(p, d->in, data_threads(p), d->scalars, d->counters);
}

size_t data_params(const struct program *p, const struct data *d, const uint64_t address[3], uint8_t to[DATA_PARAMS])
{
    unsigned size = p->address_bits / 8, at = (3 * size + 15) & ~15u;
    memset(to, 0, at);
    for (unsigned i = 0; i < 3; i++)
        memcpy(to + i * size, &address[i], size);
    memcpy(to + at, d->scalars, GEN_SCALARS);
    return at + GEN_SCALARS;
}

bool data_differ(const struct program *p, const struct data *want, const struct data *found, char *what, size_t room)
{
    for (unsigned i = 0; i < data_threads(p) * GEN_RECORD; i++)
        if (want->out[i] != found->out[i]) {
            snprintf(what, room, "thread %u, byte %u of its results: expected 0x%02x, found 0x%02x", i / GEN_RECORD,
                     i % GEN_RECORD, want->out[i], found->out[i]);
            return true;
        }
    for (unsigned i = 0; i < GEN_COUNTERS / 4; i++)
        if (want->counters[i] != found->counters[i]) {
            snprintf(what, room, "counter %u: expected 0x%x, found 0x%x", i, want->counters[i], found->counters[i]);
            return true;
        }
    bool same = !memcmp(want->in, found->in, sizeof want->in) &&
                !memcmp(want->out, found->out, sizeof want->out);
    if (!same)
        snprintf(what, room, "memory that the program does not write has changed");
    return !same;
}
