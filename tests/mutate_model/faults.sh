# SPDX-License-Identifier: Apache-2.0
# fault FILE SED "TEST ..." "WHAT (RULE)": a line of cmodel/FILE is changed; each of these tests must notice it without
# the Verilog beside it, as it would notice the same fault in both. run.sh says what the tests are.

# the three that lockstep was shown not to see when the Verilog has them, too
fault lsu/smem.c 's/left &= ~served;/left = 0;/' 'diagrams units' \
    'the word of a broadcast has a pass of its own (SMEM-2)'
fault sm/barrier.c 's/need == 0xfff || need > warps/need == 0xfff/' 'diagrams program:ends_waited_for' \
    'a count may be more than the warps that are left (BAR-2)'
fault gpu/tlb_l2.c 's/&first(set, at)->entry : NULL/\&set[at].entry : NULL/' steps \
    'first in, first out in the L2 TLB (MMU-2)'

fault lsu/smem.c 's/#define PACE 2/#define PACE 3/' 'diagrams units rules' 'passes three cycles apart (SMEM-1)'
fault lsu/smem.c 's/#define READ_LATENCY 5/#define READ_LATENCY 6/' 'diagrams units' 'data a cycle late (SMEM-4)'
fault sm/barrier.c 's/GT_BAR_TOKEN_CYCLES;/GT_BAR_TOKEN_CYCLES + 2;/' 'diagrams units numbers' \
    'an arrival two cycles late (BAR-3)'
fault sm/barrier.c \
    's/if (in->bar_inc && reached(b, blk, id, alive))/if (b->cnt[blk][id] > 1 \&\& reached(b, blk, id, alive))/' \
    'diagrams units' 'a lone warp waits for another (BAR-1, BAR-2)'
fault sm/bru.c 's/ti->predicated ? 6 : 2/ti->predicated ? 7 : 2/' 'diagrams units' 'e is t+7 (BRU-1)'
fault sm/bru.c 's/(unsigned)pops + late;/(unsigned)pops + (late \&\& pops > 9);/' 'diagrams rules' \
    'an empty stack costs nothing (BRU-2)'
fault sm/bru.c 's/b->idle = b->finish + 1;/b->idle = b->finish + 3;/' 'diagrams rules' \
    'the BRU is idle late (BRU-3)'
fault sm/issue.c 's/is->sp_next = cycle + 4;/is->sp_next = cycle + 6;/' 'diagrams numbers' \
    'SP instructions six cycles apart (ISSUE-7)'
fault sm/issue.c 's/t < is->sp_next + GT_ODD_LATE_CYCLES/false/' 'diagrams rules numbers' \
    'a fresh odd warp is not late (ISSUE-8)'
fault sm/issue.c 's/ti->two_rounds ? 8 : 4/ti->two_rounds ? 6 : 4/' 'diagrams units' \
    'a wide store keeps its parity for six cycles (ISSUE-9)'
fault sm/issue.c 's/can & ~fresh ? can & ~fresh : can/can/' numbers 'mature warps are not first (ISSUE-5)'
fault sm/issue.c 's/is->mul_sfu = !is->mul_sfu;/is->mul_sfu = true;/' 'diagrams special' \
    'the toggle stays with the SFU (SFU-3)'
fault sm/issue.c 's/if (c.stall >> w & 1)/if (0)/' numbers 'nothing waits for the SFU and the bank rule (SFU-4)'
fault lsu/coalescer.c 's/bytes >= 4 ? 128 : bytes \* 32/bytes >= 4 ? 64 : bytes * 32/' 'units' \
    'segments of 64 bytes (COAL-4)'
fault lsu/coalescer.c 's/while (segment > 32)/while (segment > 64)/' 'units' 'segments do not shrink to 32 (COAL-4)'
fault lsu/coalescer.c 's/m->word \* 128u : 0/m->word * 64u : 0/' units 'words of l[] 64 bytes apart (COAL-5)'
fault sm/const.c 's/con->pass = cycle + 2;/con->pass = cycle + 3;/' 'diagrams units' \
    'passes of constants three cycles apart (CONST-5)'
fault sm/const.c 's/con->pass = cycle + 6; /con->pass = cycle + 7; /' 'diagrams units' \
    'the first pass in t+7 (CONST-5)'
fault sm/ccache.c 's/GT_CL1_WAYS/2/' caches 'the constant L1 has two ways (CCACHE-2)'
fault common/cache_tags.c '/c->line\[e\] == line/,/return true/s/c->used\[e\] = ++c->uses;//' caches \
    'first in, first out in all caches near the SM (ICACHE-1)'
fault sm/icache.c 's/GT_IFETCH_LATENCY - 1;/GT_IFETCH_LATENCY;/' 'diagrams units' 'a line a cycle late (ICACHE-2)'
fault sm/icache.c 's/if (block & 2) {/if (block == 3) {/' caches \
    'the line ahead is noted in the last block (ICACHE-5)'
fault tpc/l2.c 's/#define ARRIVE 17u/#define ARRIVE 20u/' 'diagrams units caches' \
    'a block comes three cycles late (L2-4)'
fault sm/cta.c 's/(16 + 4 \* param_words + 63) \/ 64/(16 + 4 * param_words + 63) \/ 64 + 1/' units \
    'a row more (CTA-6)'
fault sm/cta.c \
    's/__builtin_ctz(~(uint32_t)c->resident)/31 - (unsigned)__builtin_clz(~(uint32_t)c->resident \& 255)/' \
    rules 'the highest free slot (CTA-5)'
fault lsu/load_wb.c '/if (s->last)/,/lwb_done/s/cycle + 1)/cycle + 3)/' 'diagrams units' \
    'a load of s[] completes two cycles late (LDWB-4)'
fault lsu/load_wb.c '/if (g->last)/,/lwb_done/s/cycle + 1)/cycle + 3)/' 'diagrams units' \
    'a load of g[] completes two cycles late (LDWB-4)'
fault lsu/load_wb.c 's/lwb_done(wb, b.mop, cycle + 1 + completed);/lwb_done(wb, b.mop, cycle + 1);/' rules \
    'two loads complete in one cycle (MEM-19)'
fault lsu/lsu.c 's/lwb_done(out->load_wb, m, cycle + 1);/lwb_done(out->load_wb, m, cycle + 3);/' 'diagrams units' \
    'no lanes: two cycles late (COAL-3)'
fault sm/spq.c 's/s->decide = cycle + 2;/s->decide = cycle + 3;/' 'diagrams units' \
    'halves three cycles apart (SPQ-1)'
fault sm/spq.c 's/#define DECIDE 5 /#define DECIDE 6 /' 'diagrams units rules' 'decided six cycles before (SPQ-2)'
fault sm/xwb.c 's/{3 + GT_SFU_STAGES, 4, 11}/{3 + GT_SFU_STAGES, 4, 9}/' 'diagrams special' \
    'the SFU takes a body every 14 cycles (SFU-2)'
fault sm/xwb.c 's/{7 + GT_DPU_STAGES, 8, 24}/{7 + GT_DPU_STAGES, 9, 24}/' 'diagrams special' \
    'quarters of the DPU nine cycles apart (DPU-4)'
fault sm/xwb.c 's/last->last_pass\[1\] + 5)/last->last_pass[1] + 7)/' 'diagrams special' \
    'an s[] operand two cycles late (DPU-5)'
fault tpc/tex_l1.c \
    's/c->count && room && (c->way\[id\].hit ? !fills : /c->count \&\& room \&\& (c->way[id].hit ? fills | true : /' \
    tex_l1 'a hit does not wait for the fill (TL1-6)'
fault run/distributor.c 's/d->tpc = (tpc + 1) % d->tpcs;/d->tpc = tpc;/' chip 'blocks stay on a TPC (DIST-2)'
fault run/distributor.c 's/+ GT_BLOCK_SEND_CYCLES;/+ GT_BLOCK_SEND_CYCLES + 2;/' chip \
    'a block two cycles late (DIST-3)'
fault port/memory.c 's/cycle + GT_MEM_LATENCY/cycle + GT_MEM_LATENCY + 2/' 'units memory' \
    'answers two cycles late (MEM-20)'
fault gpu/tlb_l1.c 's/\*page = use(t, at)->page\[p\];/*page = t->line[t->order[at]].page[p];/' steps \
    'first in, first out in the L1 TLB (TLB-2)'
fault gpu/tex_l2.c 's/l->there\[entry\] = 0;/;/' steps 'a new line has the sectors of the old one (PART-8)'
fault gpu/tex_l2.c '/^void tex_l2_take/,/^}/s/live = false/live = true/' steps \
    'a miss stays live behind a write (PART-9)'
fault gpu/xbar.c 's/GT_XBAR_CROSS/8/' steps 'eight packets where two ports meet (XBAR-6)'
fault gpu/l3.c 's/(l->now.addr >> 6 & 3) \* 2 + l->sent/l->sent/' steps 'sector 0 first, whatever is wanted (L3-5)'
fault gpu/dram_ctrl.c 's/GT_DRAM_PASSES/(2 * GT_DRAM_PASSES)/' steps '32 younger requests may pass (DRAM-8)'
fault gpu/tpc_port.c 's/p->at = (p->at + 1) % GT_TPC_PORT_STAGES/p->at = (p->at + 1) % (GT_TPC_PORT_STAGES - 1)/' \
    steps 'a stage less in front of the TLB (TPORT-3)'
fault gpu/l2_port.c 's/p->at = (p->at + 1) % GT_L2_PORT_STAGES/p->at = (p->at + 1) % (GT_L2_PORT_STAGES - 1)/' steps \
    'a stage less in front of the crossbar (LPORT-2)'
fault gpu/partition.c 's/p->there_at + 1) % GT_PARTITION_STAGES/p->there_at + 1) % (GT_PARTITION_STAGES - 1)/' steps \
    'a step less on the way to the lookup (PART-1)'
fault gpu/partition.c 's/p->back_at + 1) % GT_PARTITION_BACK_STAGES/p->back_at + 1) % (GT_PARTITION_BACK_STAGES - 2)/' \
    steps 'two steps less on the way back (PART-5)'
fault tpc/tex.c 's/cycle + GT_TEX_ADDR_CYCLES/cycle + GT_TEX_ADDR_CYCLES + 1/' 'diagrams tex special' \
    'a quad asks a cycle late (TEX-13)'
fault tpc/tex.c 's/t->begin_from = cycle + LANES;/t->begin_from = cycle + LANES + 1;/' 'diagrams tex special' \
    'five cycles to a component (TEX-6)'
fault tpc/tex.c 's/t->pick_from = cycle + LANES;/t->pick_from = cycle + LANES + 1;/' 'diagrams tex special' \
    'a pick every five cycles (TEX-13)'
fault sm/fetch.c 's/if (may \&\& !b->pend \&\& find(b/if (0 \&\& may \&\& find(b/' units \
    'no line is fetched before it is needed (FETCH-2)'
fault common/rf.c 's/(cycle + (unsigned)__builtin_ctz(m) + q)/(cycle + 1 + (unsigned)__builtin_ctz(m) + q)/' \
    'diagrams special' 'operands are read a cycle late (RF-2)'
fault tpc/l2.c 's/(l2->now + GT_TPC_SMS - 1) % GT_TPC_SMS/(l2->now + GT_TPC_SMS) % GT_TPC_SMS/' units \
    'turns of SMs a cycle early (L2-3)'
fault tpc/l2.c 's/l2->fills == LINE_PORT_LINES/l2->fills == 1/' caches 'one line under way to the L2 (L2-5)'
fault tpc/l2.c 's/l2->data_free = l2->now + BLOCK_CYCLES;/l2->data_free = l2->now + BLOCK_CYCLES + 3;/' caches \
    'a block every 18 cycles (L2-4)'
fault sm/icache.c \
    's/else if (hit || c->fill.DEMAND.\.on ||/else if (hit || c->fill[DEMAND].on || c->fill[AHEAD].on ||/' \
    caches 'one line under way to the instruction L1 (ICACHE-6)'
fault sm/issue.c 's/c.sp \&= ~(fresh \& ODD_WARPS);/c.sp \&= ~fresh;/' 'diagrams rules numbers' \
    'a fresh even warp is late, too (ISSUE-8)'
fault sm/issue.c 's/if (mask \& is->never)/if (0)/' 'diagrams rules units' \
    'who has never issued is not first (ISSUE-6)'
fault sm/cta.c 's/if (2u \* ++c->pair < cfg->nwarps)/if (++c->pair < cfg->nwarps)/' units \
    'a cycle for each warp instead of a pair (CTA-8)'
fault sm/xwb.c 's/#define DPU_BODIES 2/#define DPU_BODIES 1/' 'special numbers diagrams' \
    'one body of the DPU under way (DPU-2)'
fault run/distributor.c 's/+ GT_BLOCK_DONE_CYCLES <= cycle/+ GT_BLOCK_DONE_CYCLES + 2 <= cycle/' chip \
    'a place is free two cycles late (DIST-3)'
