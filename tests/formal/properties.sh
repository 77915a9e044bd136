# SPDX-License-Identifier: Apache-2.0
# property NAME TOP KIND "FILES" "CONSTANTS" "WHAT"      TOP.sv is beside this file
#     KIND bmc:CYCLES, induct:CYCLES:K (K steps) by an SMT solver; abc:CYCLES, step:CYCLES:K (induction by K steps; only
#     faults take CYCLES), pdr:CYCLES: (induction; faults CYCLES) by abc
# fault FILE SED "WHAT"                                  a fault of the property before it

property fifo f_fifo induct:12:2 "lutram_1r1w sync_fifo" "" \
    'sync_fifo: order kept, nothing lost or invented, no overflow, no underflow'
fault sync_fifo 's/in_ready  = !count_q\[AW\]/in_ready  = 1'"'b1"'/' 'a full queue takes more'
fault sync_fifo 's/out_valid = (count_q != .0)/out_valid = 1'"'b1"'/' 'an empty queue offers data'

property simt f_simt abc:19 "lutram_1r1w sram_1r1w sm_bru sm_simt_stack" \
    "STACK_DEPTH=4 sm_simt_stack:s/{st_wid,/{/g sm_simt_stack:s/32.\*.gpu_cfg/gpu_cfg/ sm_simt_stack:s/_idx})/_idx[1:0]})/g" \
    'SIMT stack: every lane in exactly one place, masks nested, depth bounded, no fault but the limit in legal programs'
fault sm_bru 's/push_mask = rest;/push_mask = act_q;/' 'a divergent branch pushes all lanes'
fault sm_bru 's/fail       = full;/fail       = 1'"'b0"';/' 'push onto a full stack'
fault sm_bru 's/else                 t1_d = t1_q | lanes;/else                 t1_d = t1_q;/' 'ret forgets the lanes'

property barrier f_barrier abc:13 "sm_fn lutram_1r1w sm_barrier" \
    "BAR_TOKEN_CYCLES=2 sm_barrier:s/ba_valid.?.ba_blk.:.look_blk_q/3'd0/ sm_barrier:s/16;/2;/ sm_barrier:s/32;/4;/ sm_barrier:s/DEPTH(16)/DEPTH(4)/" \
    'barrier: opens when and only when all live warps have arrived, releases each waiting warp once'
fault sm_barrier 's/? now >= (/? now + 7'"'d1"' >= (/' 'a barrier opens one arrival early'
fault sm_barrier 's/look_q <= fin_valid || (look_q \&\& ba_valid);/look_q <= 1'"'b0"';/' \
    'the end of a warp does not open a barrier'
fault sm_barrier 's/waiting_q  <= (waiting_q \& ~rel_wmask)/waiting_q  <= waiting_q/' \
    'a released warp still counts as waiting'

property barrier_counts f_barrier_counts step:16:1 "sm_fn lutram_1r1w sm_barrier" \
    "BAR_TOKEN_CYCLES=3 sm_barrier:s/16;/2;/ sm_barrier:s/32;/6;/ sm_barrier:s/DEPTH(16)/DEPTH(4)/ sm_barrier:s/DEPTH(8)/DEPTH(2)/" \
    'barrier: with counts, inc or wait alone, blocks and ends of warps: who waits goes on when the need is there, once, not before'
fault sm_barrier 's/look_q <= fin_valid || (look_q \&\& ba_valid)/look_q <= fin_valid/' \
    'an arrival just then, and the end of a warp opens nothing'
fault sm_barrier 's/ba_valid ? ba_blk : look_blk_q/look_q ? look_blk_q : ba_blk/' \
    'an arrival counts in the block of a warp that has just ended'
fault sm_barrier 's/: ba_wait \&\& now == 7.d0/: 1'"'b0/" 'who waits for an empty barrier waits for ever'
fault sm_barrier "s/counts_d\[7\*i +: 7\] = open\[i\] ? 7'd0 : now/counts_d[7*i +: 7] = now/" \
    'an open barrier keeps its count'
fault sm_barrier 's/waiting_q\[w\] \&\& mine\[w\]/waiting_q[w]/' 'warps of another block go on'

property decode f_decode abc:2 "isa_decode sm_decode" "" \
    'decoder: every pair of words is one executable body of one unit with operands that exist, or an error'
fault sm_decode 's/br   = bad ||/br   =/' 'an instruction that must not execute has no unit'
fault sm_decode "s/cdir = sp \&\& ctl.has_c \&\& !cind/cdir = sp \&\& ctl.has_c/" 'a constant is fetched twice'

property rfread f_rfread pdr:14: "sm_rfread mux4 mux4_low" "" \
    'operand reads: each slot of each quarter in its cycle, never two from one RAM, words routed to their slots'
fault sm_rfread 's/s3_quarter_q <= s2_quarter_q;/s3_quarter_q <= s1_quarter_q;/' 'third slot routed a cycle early'
fault sm_rfread 's/hi_en_q  <= in_en\[5:3\];/hi_en_q  <= in_en[2:0];/' 'second round reads the slots of the first'

property rfports f_rf pdr:14: "sm_rfread sm_rf sm_rf_ram mux4 mux4_low" "" \
    'register RAM ports: one access per cycle, by priority; a SP result waits at most 3 cycles; launch writes each RAM once'
fault sm_rf 's/free_sp = ~(rd_en | sp_want)/free_sp = ~rd_en/' 'an SFU or DPU step goes before a SP result'
fault sm_rf 's/la_pend \& free \& ~lw_write/la_pend \& free/' 'launch counts a RAM that a load beat took'
fault sm_rf 's/\&\& !xw_block\[xd_q\] \&\& !xs_grant;/\&\& !xw_block[xd_q];/' 'SFU and DPU step in one cycle'

property fadd f_fadd abc:14 "fp32_path sp_pack" "" \
    'fp32 add with 4 exponent and 5 fraction bits is the exact sum, rounded: all operands, rounding modes, saturation, flags'
fault fp32_path 's/u5.fp && st\[l\]/1'"'b0"'/' 'no sticky bit'
fault fp32_path 's/n\[5:3\] > 3.(g) ?/n[5:3] >= 3'"'(g)"' ?/' 'the sticky bit takes eight bits whole'
fault fp32_path 's/pick(zero | (tiny & no_c)/pick((tiny \& no_c)/' 'sign of an exact zero'
fault sp_pack 's/({32{rm == 2.d1}} & s)/({32{rm == 2'"'d1"'}} \& ~s)/' 'overflow to the wrong side when rounding down'

property fmul f_fmul abc:14 "fp32_path sp_pack" "" \
    'fp32 mul at that width is the exact product, rounded: all operands, rounding modes, saturation, flags'
fault fp32_path 's/{32{pl\[PL-1:0\] != .0}} | //' 'sticky bits of the low part of the product'
fault fp32_path 's/pick(carry, pick(top/pick(32'"'d0"', pick(top/' 'rounding up to 2 leaves the exponent'

property xwb f_xwb pdr:14 "sm_xwb sm_rf sm_rf_ram mux4 mux4_low" "" \
    'write-back of SFU and DPU: each step written once, in order, in its own lanes, at most one per cycle; starve after 8 cycles'
fault sm_rf 's/xs_grant = xs_valid \&\& free_sp\[{xs_par, xs_q}\]/xs_grant = xs_valid/' \
    'a SFU step granted while its RAM is taken'
fault sm_xwb 's/regno  = m.dst + {7.b0, high};/regno  = m.dst;/' \
    'both words of a double to one register'
fault sm_xwb 's/high  = !sf_grant \&\& dp_high;/high  = dp_high;/' \
    'a SFU step takes the word number of the DPU step that waits'

property issue f_issue pdr:14: "sm_fn sm_issue" "" \
    'issue: one micro-operation in an even cycle, of the first warp its unit can take, to one unit; none overtaken twice by the same'
fault sm_issue 's/row = mature\[i\] ? .*;/row = age_q[32*i +: 32];/' \
    'fresh warps as early as mature ones'
fault sm_issue 's/ & ~move_q & below(i);/ \& below(i);/' 'an issued warp stays older than the others'
fault sm_issue 's/(win & rdy_join)/(win \& rdy_cf)/' 'a join is told as another micro-operation'
fault sm_issue 's/move_q  <= even ? won : never;/move_q  <= won;/' \
    'a warp that has never issued keeps the place of the one before'
fault sm_issue 's/to_sfu = sfu_can & (mul_sfu_q ? 32.hffff_ffff : ~sp_can)/to_sfu = sfu_can/' \
    'mul.f32 always goes to the SFU'
fault sm_issue \
    's/assign is_sp  = (win & sp_can & ~to_sfu)/assign is_sp  = (win \& sp_can)/' \
    'mul.f32 goes to both units'
fault sm_issue 's/ls_past_q   <= is_lsu || is_smem;/ls_past_q   <= is_lsu;/' \
    'an s[] operand does not take the load queue'

property smem f_smem abc:36 "smem smem_rows smem_words smem_xbar lane_extract" "" \
    'shared memory: every lane in exactly one pass of at most 16, one word per bank, broadcast to all lanes that want it'
fault smem 's/serve    = alone | same;/serve    = alone;/' 'no broadcast'
fault smem 's/(hd_addr\[32\*i + 2 +: 12\] == first_word)/(hd_addr[32*i + 2 +: 11] == first_word[10:0])/' \
    'words 8 KB apart are one'
fault smem 's/alone\[i\] = (mine != .0);/alone[i] = (mine != '"'0) | (i == 2 \&\& p_rem[i]);"'/' \
    'lane 2 does not wait for its bank'
fault smem 's/rem_q  <= p_rem & ~serve;/rem_q  <= p_rem \& ~alone;/' 'lanes of a broadcast are served again'
fault smem 's/if (i \/ 8 == 1)       lane3/if (i \/ 8 == 0)       lane3/' 'a bank takes the row of another lane'
fault smem 's/lane(bk_valid ? rt_lane\[63:32\]/lane(rt_valid ? rt_lane[63:32]/' \
    'rows of the banks change places'

property coalescer f_coalescer step:32:1 "coalescer coalescer_data coalescer_words" "" \
    'coalescer: every lane in exactly one request of its sector; each transaction inside the segment of the lowest lane, as small as the rule; no cycle is lost'
fault coalescer "s/(diff\[31:16\] == '0)/(diff[27:16] == '0)/" 'lanes 256 MB apart are in one segment'
fault coalescer 's/rem_q      <= s_rem & ~match;/rem_q      <= s_rem;/' 'a lane is served twice'
fault coalescer 's/!(diff\[5\] \&\& seg32)/1'"'b1"'/' 'segment of byte accesses too large'
fault coalescer \
    's/sec_last  = both ? 2.d3 : {lead_sec\[1\], lead_sec\[0\] || pair}/sec_last  = both ? 2'"'d3 : lead_sec"'/' \
    'the upper sector of a half is left out'
fault coalescer 's/word_end = half_end \&\& (tx_half_q || (mask1 == .0))/word_end = half_end/' 'half 1 is left out'
fault coalescer 's/ : 25.d0) + {23.b0, word_q}/ : 25'"'d0)"'/' 'every word of a wide local access is word 0'
fault coalescer 's/(hd_lsm.store || !pd_full)/!pd_full/' 'a store waits for the pending table'
fault coalescer 's/(s_half ? hd_rdy\[1\] : hd_rdy\[0\])/(hd_rdy == 2'"'b11)/" 'half 0 waits for half 1'
fault coalescer "s/if (sent) sec_q <= sec_q + 2'd1/if (sent \&\& rem_q != 16'h8000) sec_q <= sec_q + 2'd1/" \
    'while lane 15 is left the first sector is sent again and again'

property scoreboard f_scoreboard abc:10 "sm_fn lutram_1r1w lutram_nr1w sm_inflight sm_sb_loads sm_scoreboard" \
    "sm_scoreboard:s/DEPTH([4-7])/DEPTH(2)/ sm_scoreboard:s/sm_sb_loads.#(.FOLD(FOLD))/sm_sb_loads#(.WARPS(2),.REGS(8))/" \
    'scoreboard: a head waits exactly while a register, $c or $a that it reads or writes is being written'
fault sm_inflight 's/wait_q    <= wait_d & ~popped;/wait_q    <= wait_q \& ~popped;/' \
    'a new head is not compared with the bodies under way'
fault sm_scoreboard 's/if (ls_done_valid\[1\] \&\& !re_hit)/if (ls_done_valid[1])/' \
    'a load completes and the head no longer waits for another'
fault sm_sb_loads 's/if (cleared \&\& ops\[9\*i + 4 +: 5\] == gone_t\[8:4\]) m = m & ~gone_t\[3:0\];//' \
    'the second group of a texture fetch stays pending'
fault sm_scoreboard 's/`KIND_T3: m = {2.d0, idx\[1:0\] == 2.d3, idx\[1\]};/`KIND_T3: m = 4'"'"'d0;/' \
    'three texture results in two groups: the second is forgotten'
fault sm_scoreboard 's/if (ld_sent \&\& (queued_wait_old || spill_wait_old)) /if (ld_sent \&\& queued_wait_old) /' \
    'the wait for a second group is lost when the load leaves the queue'
fault sm_inflight 's/wait_q    <= wait_d & ~popped;/wait_q    <= wait_d;/' \
    'a body completes and the head that waits for it alone goes on waiting'

property xbar_link f_xbar_link pdr:16 "lutram_1r1w sync_fifo step_pipe xbar_link" "" \
    'link: order kept, nothing lost or made, credits neither lost nor made, a packet a step two steps later'
fault xbar_link "s/sent ? credits_q - 1'b1/credits_q == 3'd1 ? credits_q : sent ? credits_q - 1'b1/" 'a credit is made'
fault xbar_link 's/if (step \&\& sent != freed)/if (step \&\& sent)/' 'a credit is lost'
fault step_pipe 's/wr_en(step \&\& move \&\& in_valid)/wr_en(move \&\& in_valid)/' 'a packet of another cycle'
fault step_pipe "s/at_q == AW'(STAGES - 1)/at_q == AW'(STAGES)/" 'the ring is too long'

property step_merge f_step_merge pdr:12 "step_merge" "" \
    'merge: nothing lost or doubled, what is offered stays, one that waits is taken after three others'
fault step_merge "s/= behind != '0 ? behind : in_valid/= in_valid/" 'always the first'
fault step_merge "s/= !valid_q || out_ready/= 1'b1/" 'what is held is overwritten'
fault step_merge "s/if (in_valid != '0) behind_q/if (behind != '0) behind_q/" 'the turn stays at its end'

property xbar_switch f_xbar_switch pdr:16 "lutram_1r1w sync_fifo step_merge xbar_switch" "" \
    'switch: packets of each input to each output come in order, once, and nowhere else'
fault xbar_switch 's/step \&\& in_valid\[i\] \&\&/in_valid[i] \&\&/' 'a packet is taken between steps'
fault xbar_switch 's/in_valid\[i\] \&\& room\[INS\*o + i\]/in_valid[i]/' 'a full queue takes more'
fault xbar_switch "s/in_to\[4\*i +: 4\] == 4'(o)), .in_ready/in_to[4*i +: 4] <= 4'(o)), .in_ready/" \
    'a packet goes to two outputs'
fault xbar_switch 's/\.out_ready(step \&\& taken\[i\])/.out_ready(taken[i])/' 'a packet leaves between steps'

property l2_port f_l2_port abc:16 "lutram_1r1w sync_fifo step_pipe l2_port" \
    "L2_PORT_STAGES=2 l2_port:s/WIDTH(256)/WIDTH(32)/ l2_port:s/in_data(rsp.data)/in_data(rsp.data[31:0])/
    l2_port:s/sector\[32.word_q.+:.32\]/{28'd0,sector[4*word_q+:4]}/ l2_port:s/.255:0..sector/[31:0]sector/" \
    'port of an L2: each line asked for once, in order; each word once, in order; a place for each sector; none starves'
fault l2_port 's/in_valid(step \&\& rsp_valid)/in_valid(rsp_valid)/' 'a sector is taken twice'
fault l2_port "s/out_ready(word_q == 3'd7)/out_ready(word_q == 3'd6)/" 'the last word is that of the next sector'
fault l2_port 's/assign move = !req_valid || req_ready;/assign move = 1'"'b1;"'/' 'a line that is not taken is lost'
fault l2_port "s/if (step \&\& req_valid \&\& req_ready) number_q/if (step \&\& req_valid) number_q/" \
    'a number is left out when the crossbar waits'
fault l2_port 's/assign move = !req_valid || req_ready;/assign move = req_valid \&\& req_ready;/' 'nothing ever leaves'

property tpc_port f_tpc_port abc:11 "lutram_1r1w sync_fifo step_pipe step_merge tpc_port" \
    "TPC_PORT_STAGES=2 TPC_PORT_QUEUE=2" \
    'ports of a TPC: requests of a port leave once, in order, with its number; answers come at theirs once; none starves'
fault tpc_port "s/{2'(s), first/{2'd0, first/" 'all are SM 0'
fault tpc_port "s/out_ready(step \&\& taken\[p\])/out_ready(taken[p])/" 'a request leaves between steps'
fault tpc_port "s/in_valid(step \&\& here\[p\])/in_valid(step \&\& rsp_valid)/" 'an answer comes at every port'
fault tpc_port "s/assign rsp_ready = (here \& room) != '0;/assign rsp_ready = room != '0;/" \
    'an answer is taken for which there is no room'
fault tpc_port "s/assign rsp_ready = (here \& room) != '0;/assign rsp_ready = \&room;/" 'a port waits for another'
fault step_merge "s/= behind != '0 ? behind : in_valid/= in_valid/" 'always the first SM'

property tlb f_tlb abc:14 "lutram_1r1w sram_1r1w sync_fifo lru tlb_l1" "TLB1_LINE_BYTES=131072" \
    'L1 TLB: requests in order, each translated or a fault, none starves; each page asked for once; no line twice'
fault tlb_l1 's/(known ? news : .1)/(news)/' 'a new line knows the pages of the old one'
fault tlb_l1 's/row_be\[i\]           = page.big || .*/row_be[i] = 1'"'b1"';/' \
    'a page overwrites its neighbours'
fault tlb_l1 's/pop   *= pass || .*/pop = pass;/' 'a request that is not mapped asks again'
fault tlb_l1 's/if (back) wait_q <= 1.b0;/if (put) wait_q <= 1'"'b0;"'/' \
    'nothing is looked up after a page that is not there'
fault tlb_l1 "s/room  = !out_valid || out_ready/room  = out_ready/" 'a request waits for a turn of others'

property tlb_l2 f_tlb_l2 abc:16 "sram_1r1w_fwd lru tlb_l2" "" \
    'L2 TLB: finds what was put in last, in one place, until as many others of the set as there are ways were used'
fault tlb_l2 's/EN_BITS(RW)) u_order/EN_BITS(RW), .FORWARD(0)) u_order/' 'order of a set read while it is written'
fault tlb_l2 's/used   = hit ? match : oldest;/used   = oldest;/' 'a page is put in a second time'
fault tlb_l2 's/(clearing || put || touch)/(clearing || put)/' 'a page that is found stays as old as it was'

property l3 f_l3 abc:25 "lutram_1r1w sram_1r1w sync_fifo cache_tags l3" \
    "L3_WAYS=2 L3_BYTES=1024 l3:s/WIDTH(256),/WIDTH(8),/ l3:s/EN_BITS(256)/EN_BITS(8)/" \
    'L3: each request gets its eight sectors in order, none starves; a line that is missing is read once'
fault l3 "s/nth = {addr_q\[7:6\], 1'b0} + /nth = /" 'sector 0 first, whatever is wanted'
fault l3 "s/come_q == 4'd7/come_q == 4'd6/" 'a line is sent before its last sector is there'
fault l3 "s/asked_q <= asked_q + 4'd1/asked_q <= asked_q/" 'a sector is asked for again and again'
fault l3 "s/come_q == 4'd7/come_q == 4'd8/" 'a line that has come is not sent: its request starves'

property tex_l2 f_tex_l2 step:12:1 "lutram_1r1w sram_1r1w cache_tags tex_l2" "" \
    'texture L2: a hit gives what memory holds, a line is in one way, a sector is under way once and comes once'
fault tex_l2 "s/if (lk_valid \&\& lk_take \&\& tag_hit) there_q/if (1'b0) there_q/" \
    'a write leaves the old sector there'
fault tex_l2 "s/(same\[i\] \&\& lk_take)/1'b0/" 'a sector read before a write of it is kept'
fault tex_l2 's/if (line\[i\] ||/if (/' 'a sector comes into the line that has replaced its own'
fault tex_l2 's/miss     = load \&\& !hit \&\& !any_same/miss     = load \&\& !hit/' 'a sector is read twice'
fault tex_l2 "s/there_q\[{set, way, 3'd0} +: 8\] <= '0/there_q[{set, way, 3'd0} +: 4] <= '0/" \
    'sectors of the line before'
fault tex_l2 "s/used_q\[fill_index\] <= 1'b0/used_q[fill_index] <= load \&\& !hit/" \
    'a miss that comes while another is looked up is never free again'
fault tex_l2 "s/ready      = cleared \&\& used_q != '1/ready = cleared \&\& used_q == '0/" \
    'a lookup waits for all misses'

property tex_l1 f_tex_l1 abc:14 "lutram_1r1w sram_1r1w sram_1r1w_fwd cache_tags tex_l1" "" \
    'texture L1: each sector is handed out once, in order, with what memory holds; a line is in one way, and not asked for twice'
fault tex_l1 's/!(fill_q \&\& (place_q == walk_place))/1'"'b1"'/' 'a line is read while it is filled'
fault tex_l1 's/ : there_q\[walk_q\];/ : 1'"'b1"';/' 'a sector is handed out before its answer has come'
fault tex_l1 's/\.lk_alloc(req_ready)/.lk_alloc(1'"'b1"')/' 'a line is put in that the memory was not asked for'
fault tex_l1 's/\.wr_en(fill_q), \.wr_addr(place_q)/.wr_en(fill_q), .wr_addr(walk_place)/' 'a sector into another place'
fault tex_l1 's/if (rsp_valid) there_q\[rsp_id\] <= 1/if (rsp_valid) there_q[walk_q] <= 1/' \
    'an answer counts for another sector'

property cache_tags f_cache_tags pdr:10 "lutram_1r1w cache_tags" "" \
    'tags of a cache: a line in one way, found until as many others were used as there are ways; the oldest way otherwise'
fault cache_tags 's/used = hit ? match : oldest;/used = oldest;/' 'a line that is found takes the place of the oldest'
fault cache_tags "s/hit || lk_alloc};/lk_alloc};/" 'a line that is found stays as old as it was'
fault cache_tags "s/{!hit \&\& lk_alloc, /{lk_alloc || hit, /; s/used = hit ? match : oldest/used = oldest/" \
    'a line in two ways'
fault cache_tags "s/used\[i\] || (order/(order/" 'a line that comes in does not become the youngest'

property dram_queue f_dram_queue induct:10:2 "dram_queue" "" \
    'queue of the memory controller: nothing lost or invented, order kept, also of a sector, no slot twice'
fault dram_queue "s/same_pushed != '0/1'b0/" 'a second request for a sector does not wait'
fault dram_queue "s/same_popped & (~same_popped + 1'b1)/same_popped/" 'the third need not wait for the second'
fault dram_queue 's/(move\[i\] ? slot_up\[AW\*(i+1) +: AW\] : slot_up\[AW\*i +: AW\])/slot_up[AW*i +: AW]/' \
    'a slot is given twice'

property dram_ctrl f_dram_ctrl abc:28 "lutram_1r1w sync_fifo dram_bank dram_queue dram_ctrl" \
    "DRAM_QUEUE=2 DRAM_PASSES=1 DRAM_RC=3 DRAM_RAS=2 DRAM_RP=1 DRAM_RCD=4 DRAM_RRD=1 DRAM_WTR=1 DRAM_WR=1 DRAM_REFI=64
     DRAM_RFC=2 DRAM_CL=2 DRAM_WL=1" \
    'memory controller with short times: each read is answered once, with its id, within 22 clocks; no other answer'
fault dram_ctrl 's/if (rst)         begin/if (rst || write[0]) begin/' \
    'a write in the queue takes an answer away'
fault dram_ctrl 's/in_data(ids\[6\*at +: 6\])/in_data(ids[5:0])/' 'the id of the oldest for all'
fault dram_ctrl 's/assign req_ready = !there\[N-1\]/assign req_ready = 1'"'b1"'/' 'a full queue takes more'

property part_answers f_part_answers abc:10 "lutram_1r1w sync_fifo part_answers" \
    "part_answers:s/\[5:0\]/[1:0]/;s/\[63:0\]/[3:0]/;s/(64)/(4)/;s/(6)/(2)/g;s/6'd1/2'd1/;s/(256)/(2)/g" \
    'answers of a partition: each request once, in order of the sectors, with its own; places neither lost nor made'
fault part_answers "s/if (joins) chained_q/if (joins \&\& !in_valid) chained_q/" \
    'one that waits behind a miss is forgotten'
fault part_answers "s/chained_q\[place\] <= 1'b0;/;/" 'a place is behind another one as the request before was'
fault part_answers 's/wire \[.:0\] *to *= chain/wire [1:0] to = chain \&\& !head_valid/' \
    'what comes meanwhile goes before those behind a miss'
fault part_answers 's/ \&\& !chain;/;/' 'a sector that comes meanwhile is dropped'
fault part_answers "s/if (cur_done) busy_q\[cur_q\] <= 1'b0;/if (cur_done \&\& !take_valid) busy_q[cur_q] <= 1'b0;/" \
    'a place is lost'
fault part_answers "s/room = !busy_q\[place\]/room = !busy_q[place + 2'd1]/" 'a place is given that is taken'
fault part_answers 's/\&\& (!cur_valid || cur_done) \&\&/\&\& !cur_valid \&\&/' 'an answer waits for a step without one'

property part_atoms f_part_atoms pdr:14 "lutram_1r1w part_atoms" "" \
    'atomics of a partition: the word of the sector is written, as it was changed, once; places neither lost nor made'
fault part_atoms "s/if (done) used_q\[index\] <= 1'b0;/if (done \&\& !put_valid) used_q[index] <= 1'b0;/" \
    'a place is lost'
fault part_atoms "s/assign full = used_q == '1/assign full = used_q[N-1]/" 'a place is refused that is free'
fault part_atoms 's/same\[i\] = used_q\[i\] \&\& /same[i] = used_q[i] \&\& (i != 2) \&\& /' \
    'one atomic does not make its sector wait'
fault part_atoms 's/sector_q\[22\*index +: 22\], mask/sector, mask/' \
    'the sector of the request at the lookup is written'
fault part_atoms "s/32'hff : 32'hf/32'hf : 32'hf/" 'half of eight bytes is written'
fault part_atoms 's/wide\[32\*word +: 64\]/wide[63:0]/' 'always the first word is changed'

property partition f_partition step:14:1 \
    "lutram_1r1w sram_1r1w sync_fifo step_pipe cache_tags part_atoms part_answers tex_l2 partition" \
    "PARTITION_STAGES=0 PARTITION_BACK_STAGES=0 PARTITION_QUEUE=2 PARTITION_ATOMS=2 TL2_WAYS=2 TL2_MISSES=2
    part_answers:s/\[5:0\]/[1:0]/;s/\[63:0\]/[3:0]/;s/(64)/(4)/;s/(6)/(2)/g;s/6'd1/2'd1/;s/(256)/(3)/g
    part_answers:s|^..assign.room|assign/**/fill_data[255:3]='0;&|
    tex_l2:s/SETS...=.16/SETS=2/;s/DW.....=.256/DW=3/;s/SW.....=.22/SW=6/;s/PW.....=.6/PW=2/
    partition:s/\[5:0\].....place/[1:0]place/ partition:s/store,.place/store,4'd0,place/
    partition:s|^..tex_l2|assign/**/hit_data[255:3]='0;&|" \
    'partition: each request once, at its source, with the sector as those before it left it; none lost or made, none starves'
fault partition 's/look = go \&\& (tex || store || atomic)/look = go \&\& (tex || atomic)/' \
    'a store leaves the old sector in the cache'
fault partition 's/!atoms_busy \&\& //' 'a request goes before the write of an atomic on its sector'
fault partition 's/ \&\& !cur_atom \&\&/ \&\&/' 'a request is lost when the write of an atomic takes its place'
fault partition 's/take_valid(go \&\& !store \&\& !hit)/take_valid(go \&\& !store)/' 'a hit takes a place, too'
fault partition 's/(!tex || h_room)/1'"'b1/" 'a hit goes over one that has not left'
fault partition 's/{1.b0, tex \&\& !joins}/{1'"'b0, tex}/" 'one that waits behind a miss is taken for the miss'
fault partition 's/h_go ? {h_src_q,/h_go ? {r.src,/' 'a hit goes to the source of the request at the lookup'
fault partition 's/(!cur_wants || hit_turn_q)/!cur_wants/' 'hits wait while there are answers'
fault partition 's/cur_wants = cur_valid \&\& !red/cur_wants = cur_valid \&\& !h_valid_q \&\& !red/' \
    'answers wait while there are hits'

property mmu f_mmu abc:14 "lutram_1r1w sram_1r1w_fwd sync_fifo lru tlb_l2 mmu" \
    "GTLB2_WAYS=2 TTLB2_WAYS=2 GTLB2_BYTES=16384 TTLB2_BYTES=16384" \
    'MMU: each question answered once, as the page table says, none starves; directory and page read once at most'
fault mmu 's/else if (walk \&\& of_dir) held_q\[region\]/else if (walk \&\& of_dir) held_q[0]/' \
    'the entry of one region is taken for that of another'
fault mmu 's/else if (walk_row\[0\]) nth = .*/else if (1'"'b0"') nth = 2'"'d0"';/' \
    'the wrong entry of a sector for 64 KB pages'
fault mmu 's/in_valid(step \&\& walk), .in_ready(read/in_valid(step \&\& walk \&\& !of_dir), .in_ready(read/' \
    'the page is not read when the directory has come'

property mem_pending f_mem_pending abc:16 "lutram_1r1w lutram_nr1w sram_1r1w mem_pending" "" \
    'sectors of loads under way: ids in turn, neither lost nor given twice; a load ends once, with its last answer'
fault mem_pending "s/rsp_end = rsp_take \&\& !rsp_more/rsp_end = rsp_take/" 'the first of several answers frees the id'
fault mem_pending "s/if (rsp_end) taken_q\[rsp_id\]/if (rsp_end \&\& !pd_valid) taken_q[rsp_id]/" 'an id is lost'
fault mem_pending 's/pd_full = taken_q\[next_q\]/pd_full = taken_q[next_q] \&\& !rsp_take/' \
    'an id is given that is taken'
fault mem_pending 's/(rs_end_q \&\& rs_load == load_q) ? got : got_pd/got_pd/' \
    'a load begins while the one with its number before ends: the count is an old one'
fault mem_pending 's/rs_end_q \&\& all_rs \&\& (sent_rs/rs_end_q \&\& (sent_rs/' 'a load ends before all is sent'
fault mem_pending 's/rd_data({some_of, load_of}),/rd_data({load_of, some_of}),/' \
    'an answer counts for another load'

property load_wb f_load_wb pdr:14 "lutram_1r1w sync_fifo load_wb" "STARVE_CYCLES=2" \
    'loaded data: each beat and each word of an answer written once, in order, in its lanes; a load completes once'
fault load_wb "s/(g_beat_q == r.words)/(g_beat_q == 2'd0)/" 'an answer goes with its first word'
fault load_wb 's/g_empty \&\& !(g_last \&\& g_done_q);/g_empty;/' 'two loads complete in a cycle'
fault load_wb 's/!g_full_q || g_final || g_pass;/!g_full_q || rf_g_grant || g_pass;/' \
    'an answer goes over one that has words left'
fault load_wb 's/if (r_new) g_last_q/if (rf_g_grant) g_last_q/' \
    'one that waits is the last of its load as the one before was'
fault load_wb 's/= g_done_q ? g_ldm_q : r.ld/= r.ld/' 'the load of the next answer completes'
fault load_wb 's/rf_s_grant \&\& s_beat.last/rf_s_grant/' 'a load completes with each beat'
fault load_wb 's/r.word | g_beat_q | g_word_q/r.word | g_word_q/' 'all words into one register'
fault load_wb 's/if (s_starved || g_starved) starve/if (s_starved) starve/' 'an answer that waits does not say so'
fault load_wb 's/out_ready(rf_s_grant), .out_data/out_ready(rf_s_grant || rf_g_grant), .out_data/' 'a beat is lost'

property fold f_fold abc:16 "lutram_1r1w sram_1r1w fold_gather fold_late fold_reads lsu_store lsu_parts" \
    "lsu_store:s/256/8/g lsu_store:s/511/15/ lsu_parts:s/256/8/g lsu_parts:s/512/16/" \
    'memories of the folded machine: in the last phase, or while a half is sent, what memories read at once would give'
fault fold_reads 's/wr_clk(clk), .wr_en/wr_clk(phase == 3'"'d1"'), .wr_en/' 'a cycle reads what it writes'
fault fold_reads 's/phase == 3.(k + 1 + LATE)) row_q/phase == 3'"'(k + LATE)"') row_q/' \
    'a port is told what the one before it finds'
fault lsu_store 's/new_q      <= we \&\& /new_q      <= 1'"'b0 \\&\\& "'/' 'what arrives just in time is lost'
fault lsu_store "s/rd_en(!rd_hold)/rd_en(1'b1)/" 'the last part goes on while it is sent'
fault lsu_parts 's/rd_half, next}/rd_half, p}/' 'a phase has the lanes of the one before'
fault lsu_parts "s/wr_en(we_q \&\& /wr_en(we_q \&\& at_q != '0 \&\& /" 'the first part is not written'

property fold_phases f_fold_phases induct:10:1 "clock_gate fold_phase fold_clock fold_gather fold_part" \
    'clock_gate:s/clk.&&.open/en/ fold_phase:s/(posedge.clk_p)/($global_clock)\tif(clk_p)/
    fold_part:s/(posedge.clk_p)/($global_clock)\tif(clk_p)/' \
    'phases of any length: in order, an edge of the clock of cycles ends the last; parts of a word stand in the last'
fault fold_clock 's/en(adv \&\& last)/en(last)/' 'a last phase that waits ends more than one cycle'
fault fold_clock 's/if (adv) host_q/host_q/' 'a phase does not wait for the host'
fault fold_clock "s/.en(adv), .gclk(clk_p)/.en(1'b1), .gclk(clk_p)/" 'a phase does not wait'
fault fold_gather 's/if (take) before_q/before_q/' 'a part that is not one is taken'
fault fold_gather 's/all = {part, before_q}/all = {before_q, part}/' 'the first part highest'
fault fold_part "s/first_q <= next/first_q <= p/" 'the first part comes a phase late'

property host_if f_host_if abc:14 "lutram_1r1w sync_fifo host_if" \
    "GPU_RESET_CYCLES=4 GPU_PREPARE_CYCLES=2 GPU_FENCE_CYCLES=2" \
    'host interface: answers in order, none lost or made; words of uploads once; a launch begins while nothing moves'
fault host_if "s/rest = !running \&\& !moving/rest = !running/" 'a launch begins while something moves'
fault host_if "s/step \&\& mem_req_ready)) mask_q <= '0/step \&\& mem_req_ready \&\& left_q != '0)) mask_q <= '0/" \
    'a word is stored again with the next upload'
fault host_if "s/HOST_LAUNCH ? 3.d0 :/HOST_LAUNCH ? 3'd1 :/" 'a fence is answered by two words'
fault host_if 's/if (rest)         state_q <= ST_ANSWER/if (rest) state_q <= arg_q[0] ? ST_COMMAND : ST_ANSWER/' \
    'a fence is not answered'

property ccache f_ccache pdr:24: "lutram_1r1w sram_1r1w cache_tags sm_ccache" \
    "CL1_WAYS=2 CL1_BYTES=256 L2_DISTANCE=4 sm_ccache:s/4'd15/4'd3/" \
    'constant L1: a hit gives what memory holds; a line in one way, asked for once while missing; who is refused is told'
fault sm_ccache 's/there \&\& !(fill_q \&\& line == fill_line_q)/there/' 'a line hits before its words have come'
fault sm_ccache 's/fill_way_q, l2_rsp_word}/way, l2_rsp_word}/' 'a word into the way of another lookup'
fault sm_ccache "s/lk_alloc(!fill_q)/lk_alloc(1'b1)/" 'a line is put in that was never asked for'
fault sm_ccache 's/if (l2_req_valid \&\& l2_req_ready) sent_q/if (l2_req_valid \&\& !fill_q) sent_q/' \
    'a line is asked for again and again'
fault sm_ccache 's/starts = req_valid \&\& !there \&\& !fill_q/starts = req_valid \&\& !there/' \
    'a miss replaces the one under way'
fault sm_ccache "s/^        sent_q      <= 1'b0;//" 'the second line is never asked for: its request starves'
fault sm_ccache "s/if (travel_q != 6'd0) travel_q/if (travel_q != 6'd0 \&\& !req_valid) travel_q/" \
    'a miss waits while others are looked up'
fault sm_ccache "s/l2_rsp_word == 4'd3;/l2_rsp_word == 4'd3 \&\& !req_valid;/" 'who is refused is not told of the line'

property icache f_icache pdr:48: "lutram_1r1w sram_1r1w cache_tags sm_icache" \
    "IL1_WAYS=2 IL1_BYTES=1024 IFETCH_LATENCY=4 L2_DISTANCE=4 sm_icache:s/4'd15/4'd1/ sm_icache:s/16.-.SW/4-SW/
    sm_icache:s/DEPTH(16)/DEPTH(4)/ sm_icache:s/WIDTH(512)/WIDTH(2)/ sm_icache:s/EN_BITS(32)/EN_BITS(1)/" \
    'instruction L1: each request answered once, with what memory holds; each block asked for once; who is dropped is told'
fault sm_icache 's/hit \&\& !(on_demand \&\& !demand_have_q\[lk_block_q\])/hit/' 'a block is given before it has come'
fault sm_icache "s/at_q - 4'(WAIT)/at_q - 4'(WAIT - 1)/" 'a block is given to the request behind'
fault sm_icache 's/free \&\& !on_ahead : /free : /' 'a line takes the place of the one fetched ahead'
fault sm_icache "s/ahead_left_q  <= ahead_left_q - 3'd1/ahead_left_q <= ahead_left_q/" \
    'blocks of the line ahead are asked for again and again'
fault sm_icache "/demand_have_q | new_have;/,/demand_wait_q/s/demand_wait_q <= 1'b0;//" \
    'the kept request is answered twice'
fault sm_icache 's/(replay || (req_valid/((req_valid/' 'the kept request is never answered'
fault sm_icache 's/filled  *= there;/filled = there \&\& !l2_rsp_id;/' 'who is dropped is not told of a block ahead'
fault sm_icache 's/= demand_ask || ahead_ask;/= demand_ask || (ahead_ask \&\& !demand_q);/' \
    'the line ahead waits for the whole demanded one'
fault sm_icache 's/ \&\& !demand_start \&\& !claim;/ \&\& !demand_start;/' 'who claims the next line is dropped, too'
fault sm_icache 's/free      = !demand_q \&\& !claim_q;/free      = !demand_q;/' \
    'another line is demanded before the claimed one'
fault sm_icache 's/ \&\& !ahead_q \&\& !claim_q;/ \&\& !ahead_q;/' 'a line ahead begins before the claimed one'
fault sm_icache 's/|| (claim_q \&\& !ahead_q);/;/' 'the claimed line is never looked up again'
fault sm_icache 's/!(replay || demand_end)/!replay/' 'a request beside the last block is before those who wait'
fault sm_icache 's/turn_wid   = demand_wait_for_q/turn_wid   = lk_for_q/' 'the turn goes on behind another warp'

property fetch_turns f_fetch_turns pdr:40: "lutram_1r1w sram_1r1w sm_icache" \
    "IL1_WAYS=2 IL1_BYTES=1024 IFETCH_LATENCY=4 L2_DISTANCE=4 sm_icache:s/4'd15/4'd1/ sm_icache:s/16.-.SW/4-SW/
    sm_icache:s/DEPTH(16)/DEPTH(4)/ sm_icache:s/WIDTH(512)/WIDTH(2)/ sm_icache:s/EN_BITS(32)/EN_BITS(1)/" \
    'instruction L1: three warps, and none whose line is missing is passed twice by another'
fault sm_icache 's/turn_wid   = demand_wait_for_q/turn_wid   = lk_for_q/' 'the turn goes on behind another warp'
fault sm_icache 's/turn_valid = demand_end/turn_valid = 1'"'b0"'/' 'requests that find their lines move the turn'
fault sm_icache 's/!(replay || demand_end)/!replay/' 'a request beside the last block is before those who wait'
fault sm_icache 's/claim        = lk_q.*/claim = 0;/' 'who finds the place of its line taken is passed'

property tpc_l2 f_tpc_l2 step:40:1 "lutram_1r1w sram_1r1w cache_tags tpc_l2" \
    "L2_WAYS=2 L2_BYTES=1024 tpc_l2:s/TAG(TAG)/TAG(2)/ tpc_l2:s/4'd15/4'd3/ tpc_l2:s/6'd63)/4'd15)/
    tpc_l2:s/6'd63;/6'd15;/ tpc_l2:s/\[5:0\]\(.*words_q;\)/[3:0]\1/ tpc_l2:s/words_q\[5:4\]/words_q[3:2]/
    tpc_l2:s/words_q\[3:0\]}/words_q[1:0]}/ tpc_l2:s/out_word_q})/out_word_q[1:0]})/ tpc_l2:s/DEPTH(64/DEPTH(16/
    tpc_l2:s/WIDTH(32),/WIDTH(1),/ tpc_l2:s/EN_BITS(32)/EN_BITS(1)/" \
    'L2 of a TPC: a granted block comes whole, with what memory holds; each line asked for once; none is passed for long'
fault tpc_l2 's/vain_q\[p\] <= rq_c \&\& !there/vain_q[p] <= rq_c/' \
    'a constant that is there takes turns with instructions'
fault tpc_l2 "s/turn_q == 2'(TURNS - 1)/turn_q == 2'(TURNS - 2)/" 'the last SM never has its turn'
fault tpc_l2 's/nth < words_q/nth <= words_q/' 'a block is given while it comes'
fault tpc_l2 "s/out_word_q == 4'd3);/out_word_q >= 4'd2);/" 'a block is cut short'
fault tpc_l2 's/at       = fill_first_q.* + words_q/at = words_q/' \
    'the block that comes first goes to the place of block 0'
fault tpc_l2 's/alloc        = start/alloc = ask/' 'a line is put in that the memory did not take'
fault tpc_l2 "s/!hit \&\& same == '0/!hit/" 'a line that comes is replaced'
fault tpc_l2 "s/new_q         <= new_q + 2'd1/new_q <= new_q/" 'a line takes the place of one under way'
fault tpc_l2 "s/fill_q\[old_q\] <= 1'b0/fill_q[old_q] <= start/" 'a place is lost'
fault tpc_l2 "s/out_port_q  <= turn_q/out_port_q  <= out_q ? out_port_q : turn_q/" \
    'a block goes where the one before went'

property mmu_turns f_mmu_turns step:14:4 "lutram_1r1w sync_fifo mmu" "" \
    'turns of the MMU: each question in one place, answered once, two reads at most; a place for each; no entry starves'
fault mmu "s/ent_pop   = step \&\& !take/ent_pop = step/" 'an entry is lost when a question comes'
fault mmu "s/s2_ent_q   <= !take/s2_ent_q   <= ent_valid/" 'a question is taken for an entry that waits'
fault mmu 's/in_valid(step \&\& walk), .in_ready(read/in_valid(step \&\& walk \&\& !of_dir), .in_ready(read/' \
    'the page is not read when the directory has come'
fault mmu "s/wr_data({id, page, in_dir/wr_data({8'd0, page, in_dir/" 'an answer behind a walk has another id'
fault mmu 's/found || fill || none)), .in_ready/found || fill)), .in_ready/' 'a page that is not mapped is not answered'
fault mmu 's/= {req.space == `SPACE_T, req.src}/= {1'"'b0, req.src}/" 'two TLBs have one walk'
fault mmu "s/ent_pop   = step \&\& !take/ent_pop = step \&\& !take \&\& !s2_valid_q/;
    s/(ent_valid \&\& req_ready)/(ent_valid \&\& req_ready \&\& !s2_valid_q)/" \
    'an entry waits for a step behind no question'

property lsu_queue f_lsu_queue step:30:1 "lutram_1r1w fold_phase lsu" "" \
    'queue of the LSU: the head is the oldest, with its own; its halves are ready in time; room for three; each leaves once'
fault lsu 's/rdy0_q\[al_entry_q\[7:6\]\]/rdy0_q[al_entry_q[5:4]]/' 'the half of another entry is ready'
fault lsu 's/al_valid_q\[9\] \&\& al_wide_q\[9\])/al_valid_q[9] \&\& al_wide_q[9] \&\& !leave)/' \
    'half 1 is never ready when another leaves just then'
fault lsu "s/^        rdy1_q\[tail_q\] <= 1'b0;//" 'half 1 is ready as that of the body before was'
fault lsu 's/if (is_valid != leave) count_q/if (is_valid || leave) count_q/' \
    'a place is lost when one comes and one leaves'
fault lsu "s/q_lsu_ok = (count_q <= 3'd2)/q_lsu_ok = (count_q <= 3'd3)/" 'a fourth waits'
fault lsu 's/if (is_valid) wid_q/if (is_valid \&\& !leave) wid_q/' 'local memory of the warp before'
fault lsu 's/in_entry(al_entry_q\[1:0\])/in_entry(tail_q)/' 'operands go to the entry behind'
fault lsu 's/wire        leave = sm_leave || co_leave || tx_leave/wire leave = sm_leave || co_leave/' \
    'a texture fetch never leaves'
