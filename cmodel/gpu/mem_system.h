/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything between the TPCs and the memory chips, and these (docs/units/mem-system.md): for each TPC what it has in
 * front of the crossbar, the crossbar, MMU, L3, partitions. As rtl/gpu/mem_system.sv, cycle by cycle; cycle 0 is the
 * first one, and a step is every even one.
 *
 * What the ports of tpc[] show of a cycle (tpc_mem.h) follows from what was before it; then mem_system_cycle ends it.
 */
#ifndef GT200_GPU_MEM_SYSTEM_H
#define GT200_GPU_MEM_SYSTEM_H

#include "l3.h"
#include "mmu.h"
#include "partition.h"
#include "tpc_mem.h"
#include "xbar.h"

struct mem_chips {
    struct dram_chip chip;
    uint8_t *bytes;                     /* rows of 4 KB of 8 banks, by sector */
};

struct mem_system {
    unsigned tpcs, partitions;
    uint64_t cycle;
    uint32_t row_mask;                  /* rows that there are, less one */
    struct tpc_mem tpc[XBAR_L3];
    struct xbar *xbar;
    struct mmu *mmu;
    struct l3 l3;
    struct partition partition[XBAR_TO_L3];
    struct mem_chips chips[XBAR_TO_L3];
};

/* An empty one: 1 to 10 TPCs of 1 to 3 SMs, 1, 2, 4 or 8 partitions whose chips have 2^row_bits rows (0 to 12), all
   bytes 0; where page directory and L3's lines lie (MMU-7, L3-4). To be freed with mem_system_free. NULL: no memory, or
   no such size. */
struct mem_system *mem_system_new(unsigned tpcs, unsigned sms, unsigned partitions, unsigned row_bits,
                                  uint32_t dir_base, uint32_t l3_base);
void mem_system_free(struct mem_system *m);

/* The byte at a physical address in the chips (MSYS-3); 31 more behind one whose address is a multiple of 32. */
uint8_t *mem_system_byte(struct mem_system *m, uint32_t addr);

/* One cycle; in: of each TPC. */
void mem_system_cycle(struct mem_system *m, const struct tpc_mem_in in[]);

#endif
