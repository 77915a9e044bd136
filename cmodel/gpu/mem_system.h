/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything between the TPCs and the memory chips, and these (docs/units/mem-system.md): for each TPC what it has in
 * front of the crossbar, the crossbar, MMU, L3, partitions. As rtl/gpu/mem_system.sv, cycle by cycle; cycle 0 is the
 * first one, and a step is every even one.
 *
 * What the ports of tpc[] show of a cycle (tpc_mem.h) follows from what was before it; then mem_system_cycle ends it.
 * Or in parts: for so many cycles as mem_system_apart says, mem_system_tpc for each TPC and mem_system_middle for all
 * that is behind, in any order or side by side in threads, then mem_system_exchange. What rests costs nothing.
 */
#ifndef GT200_GPU_MEM_SYSTEM_H
#define GT200_GPU_MEM_SYSTEM_H

#include "l3.h"
#include "look.h"
#include "mem_count.h"
#include "mem_middle.h"
#include "mmu.h"
#include "partition.h"
#include "physical.h"
#include "tpc_mem.h"
#include "xbar.h"

struct mem_chips {
    struct dram_chip chip;
    uint8_t *bytes;                     /* rows of 4 KB of 8 banks, by sector; NULL: they are elsewhere */
    uint64_t since, until;              /* cycles in which the partition rests, if it is not awake */
};

struct mem_system {
    unsigned tpcs, partitions;
    uint32_t clock_khz, mem_clock_khz;
    uint64_t cycle;                     /* of all behind the TPCs */
    uint64_t tpc_cycle[XBAR_L3];
    unsigned awake;                     /* mask of partitions */
    struct tpc_mem tpc[XBAR_L3];
    struct xbar *xbar;
    struct mmu *mmu;
    struct l3 l3;
    struct partition partition[XBAR_TO_L3];
    struct mem_chips chips[XBAR_TO_L3];
    struct gpu_looks *looks;            /* of the present cycle; NULL: nobody wants to know */
    struct mem_count *count;            /* NULL: nothing is counted */
    const struct gpu_req *host;         /* a store that the host offers (HOST-10), taken in a step or not; NULL: none */
    bool host_taken;                    /*  in the last cycle */
    bool hosted;                        /* a host's queue runs the chip: launches begin and fences end in its cycles,
                                           and the chips hold what it has stored */
    struct mem_middle *middle;          /* in place of all from the TPCs' links on; NULL: it is here */
};

/* An empty one: 1 to 10 TPCs of 1 to 3 SMs, 1, 2, 4, 6 or 8 partitions whose chips have 2^row_bits rows (0 to 12), all
   bytes 0; where page directory and L3's lines lie (MMU-7, L3-4). To be freed with mem_system_free. NULL: no memory, or
   no such size. */
struct mem_system *mem_system_new(unsigned tpcs, unsigned sms, unsigned partitions, unsigned row_bits,
                                  uint32_t dir_base, uint32_t l3_base);
/* That of a chip, whose memory chips hold what `physical` says. maker: what is behind the links is of this kind, and
   freed with it; NULL: of the model's. */
struct mem_system *mem_system_on(struct physical *physical, const struct mem_middle_maker *maker);
/* From now on they hold what this one says, of a chip of the same size (GPU-4). */
void mem_system_behind(struct mem_system *m, struct physical *physical);
void mem_system_free(struct mem_system *m);

/* Of mem_system_new: the byte at a physical address in the chips (MSYS-3); 31 more behind one whose address is a
   multiple of 32. */
uint8_t *mem_system_byte(struct mem_system *m, uint32_t addr);

/* One cycle; in: of each TPC. */
void mem_system_cycle(struct mem_system *m, const struct tpc_mem_in in[]);

/* So many cycles the parts can be apart (XBAR-11). */
unsigned mem_system_apart(const struct mem_system *m);
/* A cycle of a TPC; its cycles before `cycle`, in which nothing comes into its ports. */
void mem_system_tpc(struct mem_system *m, unsigned tpc, const struct tpc_mem_in *in);
void mem_system_tpc_alone(struct mem_system *m, unsigned tpc, uint64_t cycle);
/* Nothing is under way in front of it. */
bool mem_system_tpc_rests(const struct mem_system *m, unsigned tpc);
/* The cycles before `cycle` of what is behind the TPCs. */
void mem_system_middle(struct mem_system *m, uint64_t cycle);
/* All parts are in the same cycle. */
void mem_system_exchange(struct mem_system *m);
/* Nothing is under way, no partition is awake. */
bool mem_system_rests(const struct mem_system *m);
/* Nothing is under way: `idle` of the Verilog. */
bool mem_system_idle(const struct mem_system *m);
/* The cycles before `cycle`, in which nothing comes into any port. */
void mem_system_alone(struct mem_system *m, uint64_t cycle);
/* GPU-9, with mem_system_idle: GT_INV_* of what is invalid from the next cycle on. */
void mem_system_invalidate(struct mem_system *m, unsigned what);
/* What is on the pins of a partition, of the model's own before a cycle, of another one behind it (mem_middle.h). */
const struct dram_pins *mem_system_pins(const struct mem_system *m, unsigned partition);

#endif
