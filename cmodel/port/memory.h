/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands behind the ports of a chip's TPCs (docs/units/mem-port.md, l2.md): device memory of fixed latency, or
 * with jitter if gpu->jitter is set, and lines after L3_LATENCY; or, on a chip with partitions, the memory system
 * (docs/units/gpu.md). The cycle model and the harness of the Verilog each have one.
 *
 *   in every cycle of a TPC   its ports (memport.h, lineport.h), then memory_tpc
 *   now and then              memory_step
 */
#ifndef GT200_MEMORY_H
#define GT200_MEMORY_H

#include "gpu/mem_middle.h"
#include "gsim.h"
#include "lineport.h"
#include "message.h"
#include "memport.h"

struct memory;

/* For so many TPCs, of so many SMs each, at the beginning of a launch (NULL: of none; no code is there, and the memory
 * is one of fixed latency). NULL: out of memory. `g` must outlive it. */
struct memory *memory_new(struct gt_gpu *g, const struct gt_launch *l, unsigned tpcs, unsigned sms);
/* The same of a chip with partitions whose memory system is another one from the TPCs' links on (gpu/mem_middle.h);
 * NULL: the model's. */
struct memory *memory_new_on(struct gt_gpu *g, const struct gt_launch *l, unsigned tpcs, unsigned sms,
                             const struct mem_middle_maker *maker);
/* What went wrong in that first; NULL: nothing. */
const char *memory_failed(const struct memory *m);
void memory_free(struct memory *m);
/* Of the SMs, TPC by TPC; behind them of the texture units. */
struct mem_port *memory_port(struct memory *m, unsigned number);
/* Of the L2 of a TPC. */
struct line_port *memory_lines(struct memory *m, unsigned tpc);

/* So many cycles the TPCs can be apart: what one does in cycle c another one sees in c + memory_way at the earliest. A
 * request accepted by the memory of fixed latency in cycle c arrives no earlier. */
uint64_t memory_way(const struct memory *m);

/* The end of a cycle at the ports of a TPC. In several threads for several TPCs. */
void memory_tpc(struct memory *m, unsigned tpc);
/* Before it: an access of this TPC that the memory system does not map (TLB-6); NULL: none in this cycle. */
const struct tlb_fault *memory_fault(const struct memory *m, unsigned tpc);
/* The SM of the TPC that is stopped by it, and its code: that of the limits (LSU-5). */
unsigned memory_fault_sm(const struct tlb_fault *f);
enum gt_fault_code memory_fault_code(const struct tlb_fault *f);
/* Something is under way, but in a memory of fixed latency. */
bool memory_moves(const struct memory *m);
/* Nothing is under way in front of this TPC; and then: nothing comes into its ports in the cycles before `cycle`. */
bool memory_rests(const struct memory *m, unsigned tpc);
void memory_skip(struct memory *m, unsigned tpc, uint64_t cycle);
/* The cycles before `cycle` of what is common to the TPCs: a part of memory_step that can be done beside them, in
 * another thread, if it is done since the last memory_step. */
void memory_middle(struct memory *m, uint64_t cycle);
/* All TPCs have reached `cycle`: requests accepted before it are there; on the memory of fixed latency what arrives
 * before cycle + memory_way takes effect, and its answers can be offered. To be called once in memory_way cycles at
 * least. */
void memory_step(struct memory *m, uint64_t cycle);
/* TPCs in other processes (peers.h). The host has the middle: before its memory_step it hears what each of those TPCs
 * has done since the last one, and tells what the middle has. The others hear that and meet, which is their
 * memory_step. */
void memory_tell_tpc(const struct memory *m, unsigned tpc, struct gt_message *to);
void memory_hear_tpc(struct memory *m, unsigned tpc, struct gt_message *from);
void memory_tell_middle(const struct memory *m, unsigned tpc, struct gt_message *to);
void memory_hear_middle(struct memory *m, unsigned tpc, struct gt_message *from);
void memory_meet(struct memory *m, uint64_t cycle);
/* All that is in front of a TPC moves: before the first quantum to its process (GPU-4), at the end, before memory_end,
 * to the host. */
void memory_give_tpc(const struct memory *m, unsigned tpc, struct gt_message *to);
void memory_take_tpc(struct memory *m, unsigned tpc, struct gt_message *from);

/* The end: requests accepted before `cycle` take effect, later ones never do (MEM-16). On chips with partitions up to
 * the end of the fence (GPU-6). */
void memory_end(struct memory *m, uint64_t cycle);
/* Behind memory_end. The first access that was found to be not mapped then; NULL: none (GPU-7). */
const struct tlb_fault *memory_late_fault(const struct memory *m);
/* The launch's cycle in which the fence has ended; 0: it has none. */
uint64_t memory_fence(const struct memory *m);
/* Cycles up to the next launch's cycle 0: those of the launch, or with a fence up to GPU-4's. */
uint64_t memory_took(const struct memory *m, uint64_t cycles);
/* Behind a launch that ended well, when g->clock counts these: g's next launch finds its memory as it is. */
void memory_keep(struct memory *m, struct gt_gpu *g);
/* From now on what is looked up is added there; NULL: nowhere. On chips with partitions. */
void memory_looks(struct memory *m, struct gpu_looks *looks);
/* The pins of a partition, as those of gt_machine_pins; if they are of another memory system, those of the cycle
 * before, NULL: it was no memory clock. */
const struct dram_pins *memory_pins(const struct memory *m, unsigned partition);

#endif
