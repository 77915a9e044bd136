/* SPDX-License-Identifier: Apache-2.0
 *
 * What the units of a memory system do in a launch, counted (docs/units/profile.md, PROF-10 to PROF-13): by who watches
 * the model's, or those of the Verilog, at the same places. Numbers of cycles are those of the memory system.
 *
 * What is of a TPC, and what is of the partitions, may be told by two threads.
 */
#ifndef GT200_GPU_MEM_COUNT_H
#define GT200_GPU_MEM_COUNT_H

#include "dram_chip.h"
#include "gsim.h"
#include "look.h"
#include "packet.h"

/* A row that is opened, and what had to be over before (PROF-11). */
struct count_open { uint64_t at; enum gt_bus why; };
enum { COUNT_OPENS = 8 };

struct count_bank { uint64_t opened, to_close, to_open; };

struct count_partition {
    struct count_bank bank[DRAM_BANKS];
    struct count_open open[COUNT_OPENS];        /* the last ones, a ring */
    unsigned opens;
    uint64_t read, write, refreshed;            /* the last of each, plus one; 0: none */
    uint64_t busy;                              /* the data pins are, up to this clock */
    uint64_t run;                               /* commands in each clock from here to `last` */
    uint64_t last;                              /* plus one */
    int64_t  inside;                            /* requests */
};

struct count_tpc {
    int64_t  before[2];                         /* requests of a stream in front of its TLB's end */
    bool     asked[2];
    uint32_t flight[GT_MEMORY_SMS];
    uint64_t since[GT_MEMORY_SMS];              /* cycle from which on so many are */
};

struct mem_count {
    struct gt_memory_counts *out;
    uint64_t begins;                            /* cycle */
    struct count_tpc tpc[GT_MEMORY_TPCS];
    struct count_partition partition[GT_MEMORY_PARTITIONS];
};

/* From this cycle on, in which nothing is under way; out: all 0 first, and to be there until mem_count_end. */
void mem_count_begin(struct mem_count *c, struct gt_memory_counts *out, unsigned tpcs, unsigned partitions,
                     uint64_t cycle);
/* Up to this cycle, in which nothing is under way again. */
void mem_count_end(struct mem_count *c, uint64_t cycle);

/* A TPC. In a step: what its TLBs do (enum look_tlb), whether it offers the crossbar what is not taken; the answer that
 * it takes, NULL: none. Steps in which nothing of it is under way may be left out. */
void mem_count_tpc(struct mem_count *c, unsigned tpc, const enum look_tlb what[2], bool held);
void mem_count_answer(struct mem_count *c, unsigned tpc, uint64_t cycle, const struct gpu_rsp *r);
/* Behind that, in any cycle: a request of this kind is accepted at port 0 to 3. */
void mem_count_accept(struct mem_count *c, unsigned tpc, uint64_t cycle, unsigned port, unsigned kind);

/* A partition in a step: the kind of request that is offered to it, -1: none, and whether it takes it; the same of its
 * answer. Steps without either, and with nothing inside, may be left out. */
void mem_count_partition(struct mem_count *c, unsigned partition, int offered, bool taken, bool answers, bool sent);
/* Behind that, in a memory clock in which there is a command on its pins; cycle: in which it is. */
void mem_count_pins(struct mem_count *c, unsigned partition, uint64_t cycle, const struct dram_pins *pins);

#endif
