/* SPDX-License-Identifier: Apache-2.0
 *
 * The chips there are, by name (DIST-1).
 */
#include "gsim.h"

#include <stdio.h>
#include <string.h>

static const struct gt_values values[] = {GT_VALUES};
static const struct gt_chip chips[] = {GT_CHIPS(values)};

const struct gt_chip *gt_chip_find(const char *name, char *err, size_t errn)
{
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        if (!strcmp(chips[i].name, name))
            return &chips[i];
    snprintf(err, errn, "unknown chip '%s' (there are " GT_CHIP_LIST ")", name);
    return NULL;
}

void gt_chip_rest(struct gt_gpu *g, uint64_t cycles)
{
    if (g->chip->tpcs * g->chip->sms > 1)
        g->clock += (cycles + 1) & ~1ull;   /* DIST-5: the next launch starts in an even cycle */
}

uint32_t gt_chip_memory(const struct gt_chip *chip)
{
    const struct gt_values *v = chip->values;
    return chip->partitions ? (uint32_t)((uint64_t)chip->partitions * v->partition_bytes - v->gpu_memory_base)
                            : UINT32_MAX;
}
