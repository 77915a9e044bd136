/* SPDX-License-Identifier: Apache-2.0
 *
 * What the memory chips of a chip with partitions hold during a launch (docs/units/gpu.md): the bytes behind the pins,
 * of the model's chips and of those around the Verilog alike. Device memory is g->mem itself; code, constant segments
 * and the page table stand where the machine looks for them.
 */
#ifndef GT200_GPU_PHYSICAL_H
#define GT200_GPU_PHYSICAL_H

#include "gsim.h"
#include "gt_chip.h"

struct physical;

/* Where the host begins behind a fence that has ended in this cycle (GPU-4): steps and memory clocks repeat. */
static inline uint64_t gpu_fence_end(uint64_t cycle)
{
    return (cycle + GT_GPU_PREPARE_CYCLES - 1) / GT_GPU_PREPARE_CYCLES * GT_GPU_PREPARE_CYCLES;
}

/* The chips of one partition, for physical_sector. */
struct physical_chips {
    struct physical *physical;
    unsigned partition;
    uint8_t  lost[32];                  /* what is written where nothing can be */
};

struct physical {
    struct gt_gpu *gpu;
    uint8_t *code;                      /* the launch's, whole sectors */
    uint32_t code_bytes;                /* multiple of 32 */
    struct physical_chips chips[GT_CHIP_PARTITIONS];
};

/* For a launch on g, which must outlive it; on a chip with partitions writes the page table if device
 * memory has another size than when that was written (GPU-3). To be freed with physical_free. NULL: out of memory. */
struct physical *physical_new(struct gt_gpu *g, const struct gt_launch *l);
void physical_free(struct physical *p);

/* The 32 bytes at a physical address, a multiple of 32; NULL: nothing is there, zeros are read. */
uint8_t *physical_bytes(struct physical *p, uint32_t addr);

/* The 32 bytes of a sector of a partition (MSYS-3, MEM-6), as dram_chip asks for them; chips: a struct physical_chips.
 * write: some of them are going to be written, which is reported (gt_touch) if it is device memory; what is written
 * elsewhere is lost. */
uint8_t *physical_sector(void *chips, uint32_t sector, bool write);

#endif
