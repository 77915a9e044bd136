/* SPDX-License-Identifier: Apache-2.0
 *
 * partition_trace CYCLES: what the model says to random requests, a line of hexadecimal digits a cycle, for
 * bench.sv. Exit status 1: an answer is not what it must be.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/partition.h"
#include "stimulus.h"

static struct stimulus stim;
static uint8_t *sector(void *arg, uint32_t n, bool write) { (void)write; return (uint8_t *)arg + 32 * n; }

static void words(const uint32_t *w, unsigned n)
{
    while (n--)
        printf("%08x", w[n]);
}

int main(int argc, char **argv)
{
    static uint32_t bytes[STIM_SECTORS][8];
    static struct partition part;
    static struct dram_chip chip;
    const char *wrong = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: partition_trace CYCLES\n");
        return 2;
    }
    uint64_t cycles = strtoull(argv[1], NULL, 10);
    stim_init(&stim, 7, 400);
    memcpy(bytes, stim.memory, sizeof bytes);
    partition_reset(&part, STIM_NUMBER);
    dram_chip_reset(&chip, sector, bytes);
    for (uint64_t c = 0; c < cycles; c++) {
        bool step = c % 2 == 0, offer = step ? stim_step(&stim) : stim.offers;
        const struct gpu_req r = stim.req;
        const struct dram_pins p = part.dram.pins;
        static const struct gpu_rsp none;
        const struct gpu_rsp *a = partition_answer(&part), *shown = a ? a : &none;
        bool ready = partition_ready(&part), take = step && offer && ready;
        printf("%x%x%02x%x%x%x%x%08x%08x", offer, r.src, r.id, r.kind, r.space, r.aop, r.mtype, r.addr, r.mask);
        words(r.data, 8);
        printf("%x%x%x%x%x%02x", stim.ready, !step || ready, a != NULL, shown->dst, shown->src, shown->id);
        words(shown->data, 8);
        uint32_t command = (uint32_t)p.op << 23 | (uint32_t)p.bank << 20 | (uint32_t)p.row << 8 | p.col << 1 | p.close;
        if (step && a && stim.ready && stim.taken[a->id]) {
            const char *why = stim_answer(&stim, a);
            wrong = why ? why : wrong;
        }
        if (take)
            stim_taken(&stim, c);
        partition_cycle(&part, step, gpu_mstep(c), take ? &r : NULL, step && stim.ready, chip.out);
        if (gpu_mstep(c))
            dram_chip_clock(&chip, &p);
        printf("%x%x%06x%x%07x%x%04x", part.event.look, part.event.found, part.event.sector, part.event.fill, command,
               p.drive, p.mask);
        words(p.data, 4);
        printf("\n");
    }
    if (wrong)
        fprintf(stderr, "partition_trace: %s\n", wrong);
    return wrong != NULL;
}
