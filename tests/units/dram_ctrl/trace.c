/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_trace CYCLES: what the model says to random requests, a line of hexadecimal digits a cycle, for bench.sv.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/dram_ctrl.h"
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
    static struct dram_ctrl ctrl;
    static struct dram_chip chip;
    if (argc != 2) {
        fprintf(stderr, "usage: dram_trace CYCLES\n");
        return 2;
    }
    uint64_t cycles = strtoull(argv[1], NULL, 10);
    stim_init(&stim, 7);
    memcpy(bytes, stim.memory, sizeof bytes);
    dram_ctrl_reset(&ctrl);
    dram_chip_reset(&chip, sector, bytes);
    for (uint64_t c = 0; c < cycles; c++) {
        bool step = c % 2 == 0, offer = step ? stim_step(&stim) : stim.offers;
        const struct dram_req r = stim.req;
        const struct dram_pins *p = &ctrl.pins;
        const struct dram_rsp *a = dram_ctrl_answer(&ctrl);
        static const struct dram_rsp none;
        printf("%x%x%02x%06x%08x", offer, r.write, r.id, r.sector, r.mask);
        words(r.data, 8);
        printf("%x%x%02x", dram_ctrl_ready(&ctrl), a != NULL, (a ? a : &none)->id);
        words((a ? a : &none)->data, 8);
        printf("%x%x%03x%02x%x%x%04x", p->op, p->bank, p->row, p->col, p->close, p->drive, p->mask);
        words(p->data, 4);
        printf("\n");
        bool take = step && offer && dram_ctrl_ready(&ctrl);
        if (step && a && stim.taken[a->id])
            stim_answer(&stim, a->id, a->data);
        if (take)
            stim_taken(&stim, c);
        dram_cycle(&ctrl, &chip, step, gpu_mstep(c), take ? &r : NULL);
    }
    return 0;
}
