# SPDX-License-Identifier: Apache-2.0
# plant UNIT PROGRAM SED "WHY"      the edit of rtl/.../UNIT.sv makes the assertion with that reason fail in PROGRAM
# (run_assertions.sh)

plant sync_fifo shared 's/if (push != pop) count_q/if (push) count_q/' \
    'as many entries lie between head and tail as are counted'
plant smem shared 's/wire rd_en = bk_valid \&\& !rt_store;/wire rd_en = 1'"'b1"';/' 'no row is read while it is written'
plant sm_areg const \
    's/hd_valid_q <= !rst \&\& wr_valid \&\& ai_valid;/hd_valid_q <= !rst \&\& (wr_valid || hd_valid_q);/' \
    'an autoincrement that waits is written in the next cycle'
plant sm_barrier barrier 's/wr_q <= wr_q + 4.d1;/wr_q <= wr_q + 4'"'d15"';/' 'the queue of tokens is not full'
plant sm_barrier barrier 's/wr_q != rd_q \&\& due == cyc;/wr_q != rd_q \&\& due + 5'"'d1"' == cyc;/' \
    'the oldest token has not missed its cycle'
plant sm_barrier barrier 's/waiting_q  <= (waiting_q \& ~rel_wmask)/waiting_q  <= waiting_q/' \
    'a warp that waits at a barrier does not arrive at another'
plant sm_spq shared 's/assign q_sp_ok  = (count_q <= 3.d2);/assign q_sp_ok  = 1'"'b1"';/' \
    'at most three entries are queued'
plant sm_spq shared 's/if (leave) head_q <= head_q + 2.d1;/if (leave) head_q <= head_q + 2'"'d2"';/' \
    'as many entries lie between head and tail as are counted'
plant sm_spq shared 's/recent_q <= go;/recent_q <= 1'"'b0"';/' 'two quarters are never read in one cycle'
plant sm_inflight shared 's/valid_q\[tail_q\]   <= 1.b1;/valid_q[tail_q]   <= 1'"'b0"';/' \
    'the body that completes is under way'
plant sm_issue shared 's/go      = even \&\& !hold/go      = !hold/' 'nothing issues in an odd cycle'
plant sm_issue diverge 's/(row & can) == 32.d0/row == 32'"'d0"'/' \
    'there is an oldest warp when some can issue'
plant sm_issue shared 's/| sp_can | sfu_can | dpu_can | stall;/| sp_can | sfu_can | dpu_can | stall | sp_wmask;/' \
    'a warp that issues is ready'
plant sm_issue blocks 's/(move_q\[i\] ? 32.d0 : age_q\[32\*i +: 32\]) | move_q)/32'"'d0"')/' \
    'warps that have never issued come first, lowest number first'
plant sm_issue shared 's/move_q  <= even ? won : never;/move_q  <= even ? won : never | move_q;/' \
    'what issued is moved in an odd cycle'
plant sm_head shared 's/next_fetch_q\[id_wid\]  <= !id_ctl.join_m \&\& id_cind;/next_fetch_q[id_wid]  <= 1'"'b1"';/' \
    'a head has one next micro-operation'
plant sm_ibuf shared 's/cand  = have_wmask \& ~head_wmask \& ~busy_q;/cand  = have_wmask \& ~busy_q;/' \
    'a head is not overwritten'
plant sm_head shared 's/go = full_q \& ~wait_branch_q/go = ~wait_branch_q/' \
    'a micro-operation leaves a head that is there'
plant sm_head const 's/wait_fetch_q\[is_wid\] <= 1.b1;/wait_fetch_q[is_wid]  <= 1'"'b0"';/' \
    'a constant fetch ends that was under way'
plant sm_bru trap_depth 's/push_valid = push \&\& !fail;/push_valid = push;/' 'nothing is pushed on a full stack'
plant sm_cta blocks 's/alive <= (alive \& ~fin_oh) | cm_wmask;/alive <= alive | cm_wmask;/' \
    'a block is launched into an empty slot'
plant sm_cta shared 's/ \&\& blk_flight\[8\*b +: 8\] == 8.d0;/;/' \
    'a block that has ended has no instruction in flight'
plant sm_fetch_slot shared 's/(pending_q \& ~came \& ~dropped) | asked;/pending_q \& ~came \& ~dropped;/' \
    'a line that comes was on its way'
plant sm_icache shared 's/drop_valid  *= lk_q \&\& !usable \&\& !demand_start \&\& !claim;/drop_valid = !lk_q;/' \
    'a request that is dropped was on its way'
plant sm_fetch shared 's/demand_q   <= known \& ~hold .*/demand_q   <= known;/' \
    'no line is asked for into a slot that waits for one'
plant sm_fetch diverge 's/known = (known_q \& ~lost)/known = known_q/' \
    'a warp that is told where to go asks for nothing'
plant sm_fetch_slot diverge 's/b_tag == b_line ?/b_tag[0] == b_line[0] ?/' \
    'the line of a warp that issues stands to its pc as its tag does'
plant sm_icache shared 's/demand_block_q <= demand_block_q + 2.d1;/demand_block_q <= demand_block_q;/' \
    'a block comes once'
plant sm_cfetch const 's/if (last) busy_q <= 1.b0;/;/' 'no lanes come while passes are left'
