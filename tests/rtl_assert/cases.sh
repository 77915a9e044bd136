# SPDX-License-Identifier: Apache-2.0
# fails UNIT "WHY" "STEPS" [SED]     the assertion of rtl/.../UNIT.sv with that reason is false while the inputs of the
#                                    unit go through STEPS (bench.awk): what its surroundings never do. Where no inputs
#                                    make it false, the unit has the fault SED, an edit of one line.

# a row of everything that is initialised: warps, loads on their way
init='init_active = 1; repeat (64) begin tick(1); init_row = init_row + 1; end init_active = 0;'
init_warps='init_active = 1; repeat (32) begin tick(1); init_wid = init_wid + 1; end init_active = 0;'

fails sync_fifo 'a queue holds at most DEPTH entries' 'in_valid = 1; tick(6);' \
    's/in_ready  = !count_q\[AW\];/in_ready  = in_valid;/'
fails sync_fifo 'as many entries lie between head and tail as are counted' \
    'in_valid = 1; tick(2); out_ready = 1; tick(2);' 's/if (push != pop) count_q/if (push) count_q/'
fails distributor 'no more blocks wait at an SM than it has places' \
    "grid_x = 32'd64; grid_y = 32'd1; places = 4'd9; rst = 1; tick(1); rst = 0; en = 1; tick(80);"
fails sram_1r1w_fwd 'no row is read while it is written' "rd_en = 1; wr_en = 1; wr_be = '1; tick(1);" \
    's/FORWARD = 1/FORWARD = 0/'

fails load_wb 'the queue of shared-memory beats has room: the limit on picked passes keeps it' 'sb_valid = 1; tick(6);'
fails load_wb 'one load from l[] or g[] completes in a cycle' \
    "$init pd_valid = 1; pd_last = 1; pd_sector.hit = 1; tick(1); pd_sector.hit = 0; tick(1); pd_valid = 0;
     rsp_valid = 1; tick(1); rsp.id = 1; rf_g_grant = 1; tick(1); rsp_valid = 0; rf_g_grant = 0; tick(2);" \
    's/g_pass  = g_empty \&\& !(g_last \&\& g_done_q);/g_pass  = g_empty;/'
fails load_wb 'a beat is written that is there' 'rf_s_grant = 1; tick(1);'
fails load_wb 'one beat is written in a cycle' 'rf_s_grant = 1; rf_g_grant = 1; tick(1);'

fails lsu 'an entry is free when an instruction issues' 'is_valid = 1; tick(4);'
fails lsu 'at most three entries are queued' 'is_valid = 1; tick(6);' \
    "s/q_lsu_ok = (count_q <= 3'd2);/q_lsu_ok = (count_q <= 3'd7);/"
fails lsu 'as many entries lie between head and tail as are counted' \
    'is_valid = 1; is_lsm.space = `SPACE_G; is_lsm.store = 1; tick(1); is_valid = 0; tick(20);' \
    "s/if (leave) head_q <= head_q + 2'd1;/if (leave) head_q <= head_q + 2'd2;/"
fails lsu 'the head leaves once, and is there' 'is_valid = 1; tick(1);' \
    's/leave = sm_leave || co_leave || tx_leave;/leave = sm_leave || co_leave || tx_leave || is_valid;/'
fails lsu 'coalescer and texture fetches do not send together' \
    'is_valid = 1; is_lsm.space = `SPACE_T; is_tex.comps = 1; h_exec = 1; tick(1); is_valid = 0; tick(12);' \
    "s/\.hd_valid, \.hd_lsm, \.hd_lbase/.hd_valid, .hd_lsm(hd_lsm ^ 86'h4000000), .hd_lbase/"

fails smem 'every pass serves a lane' \
    'hd_valid = 1; hd_lsm.store = 1; hd_rdy = 3; hd_mask = 1; tick(2);' "s/alone\[i\] = (mine != '0);/alone[i] = 1'b0;/"
fails smem 'lanes served are lanes left' 'hd_valid = 1; hd_rdy = 3; hd_mask = 1; tick(2);' \
    's/same\[i\] = p_rem\[i\] \&\& /same[i] = /'
fails smem 'passes are two cycles apart' 'hd_valid = 1; hd_rdy = 3; tick(3);' \
    's/hd_rdy\[half_q\] \&\& !recent_q \&\&/hd_rdy[half_q] \&\&/'
fails smem 'as many beats are written as were picked' 'sb_written = 1; tick(1);'
fails smem 'one writes the lower banks in a cycle' \
    'hd_valid = 1; hd_lsm.store = 1; hd_rdy = 3; hd_mask = 1; init_active = 1; tick(8);'
fails smem 'one writes the upper banks in a cycle' \
    'hd_valid = 1; hd_lsm.store = 1; hd_rdy = 3; hd_mask = 1; la_valid = 1; tick(8);' \
    's/la_hi_v <= !rst \&\& la_lo_v;/la_hi_v <= !rst \&\& la_we;/'
fails smem 'one writes the lock bits in a cycle' \
    'hd_valid = 1; hd_lsm.lock = 1; hd_rdy = 3; hd_mask = 1; lk_clear = 1; lk_clear_addr = 5; tick(8);' \
    's/lk_clear_ready = !(bk_valid \&\& rt_lock) \&\& !(xb_first \&\& xb_lock);/lk_clear_ready = !(bk_valid \&\& rt_lock);/'

fails coalescer 'one access ends in a cycle' \
    'hd_valid = 1; hd_lsm.space = `SPACE_G; hd_lsm.store = 1; hd_rdy = 3; hd_mask = 1; tick(3); req_ready = 1; tick(3);' \
    's/nobody_q <= nobody;/nobody_q <= sending_q;/'
fails coalescer 'a transaction has its lanes until it ends' \
    'hd_valid = 1; hd_lsm.space = `SPACE_G; hd_rdy = 3; hd_mask = 1; tick(2); hd_valid = 0; tick(1);'

fails mem_pending 'the sector that comes was asked for' 'rsp_valid = 1; tick(1);'
fails mem_pending 'a sector is asked for with an id that is free' 'pd_valid = 1; tick(65);'
fails mem_pending 'a load does not get more sectors than it has asked for' \
    "$init pd_valid = 1; pd_last = 1; tick(1); pd_valid = 0; rsp_take = 1; tick(3);"

fails tex_send 'a quad that is sent has lanes' \
    'is_valid = 1; is_tex.comps = 1; tick(1); is_valid = 0; hd_valid = 1; hd_lsm.space = `SPACE_T; hd_rdy = 3;
     hd_mask = 1; req_ready = 1; tick(4);' \
    "s/quad = 3'(k);/quad = 3'(k + 1);/"

fails cache_tags 'a line is in one way' 'tick(9); lk_valid = 1; lk_alloc = 1; tick(3);' 's/: used),/: used | ~used),/'
fails cache_tags 'one way is the oldest' \
    'tick(9); lk_valid = 1; lk_alloc = 1; repeat (4) begin tick(1); lk_tag = lk_tag + 1; end' 's/!used\[j\]/used[j]/'
fails cache_tags 'no lookup while the sets are cleared' 'lk_valid = 1; tick(1);'

fails sm_areg 'an autoincrement that waits is written in the next cycle' 'wr_valid = 1; ai_valid = 1; tick(2);'

fails sm_fetch_slot 'a line that comes was on its way' 'change = 1; came_valid = 1; tick(1);'
fails sm_fetch_slot 'a request that is dropped was on its way' 'change = 1; drop_valid = 1; tick(1);'
fails sm_fetch_slot 'no line is asked for into a slot that waits for one' 'change = 1; asked = 1; tick(2);'
fails sm_fetch_slot 'the line of a warp that issues stands to its pc as its tag does' \
    'change = 1; asked = 1; rq_valid = 1; rq_tag = 5; rq_demand = 1; tick(1); change = 0; rq_valid = 0; leaves = 1;
     is_line = 4; tick(1);'

fetching="$init_warps alive = 1; cm_wmask = 1; if_req_ready = 1; tick(4); if_rsp_valid = 1; tick(1); if_rsp_valid = 0;
    tick(4);"
fails sm_fetch 'one warp has the turn' 'tick(1);' "s/turn_q <= 32'd1;/turn_q <= 32'd3;/"
fails sm_fetch 'nobody asks in the cycle that sets the turn' \
    "$init_warps alive = 1; cm_wmask = 1; if_req_ready = 1; if_turn_valid = 1; tick(3);"
fails sm_fetch 'the next pc is known of warps that are alive' 'cm_wmask = 1; tick(2);'
fails sm_fetch 'a warp that is told where to go asks for nothing' \
    "$init_warps alive = 1; cm_wmask = 1; tick(2); br_valid = 1; tick(1);"
fails sm_fetch 'an instruction goes on in its line or in the next' "$init_warps adv_valid = 1; adv_pc = 65; tick(1);"
fails sm_fetch 'the needed line is in one slot' "$fetching" \
    "/u_slot1 (/,/;/s/\.rq_demand(any_demand)/.rq_demand(1'b1)/"
fails sm_fetch 'who demands and who has its line follows from the slots' "$fetching" \
    's/demand_q   <= known \& ~hold \& ~needed0/demand_q   <= known \& ~hold/'
fails sm_fetch 'who prefetches has its line, and nothing is on its way' "$fetching" \
    's/~(after0 | after1 | pending0 | pending1)/~(after0 | after1)/'

fails sm_ibuf 'one warp has the turn' 'tick(1);' "s/turn_q   <= 32'd1;/turn_q   <= 32'd3;/"
fails sm_ibuf 'the warp that is decoded is busy' 'have_wmask = 3; tick(2);' 's/busy_q   <= pick;/busy_q   <= cand;/'
fails sm_ibuf 'no line is read while it comes' 'have_wmask = 1; wr_valid = 1; tick(1);'

fails sm_sb_loads 'a load that completes was under way: first group' "$init clr_valid = 1; clr_r = 1; tick(1);"
fails sm_sb_loads 'a load that completes was under way: second group' "$init clr_valid = 1; clr_t = 1; tick(1);"

fails sm_rfread 'no operation meets the second round of another' 'in_valid = 1; in_more = 1; tick(2);'

fails sm_barrier 'the queue of tokens is not full' 'is_bar = 1; tick(16);'
fails sm_barrier 'the oldest token has not missed its cycle' 'is_bar = 1; tick(1); is_bar = 0; cyc = 16; tick(1);'
fails sm_barrier 'a warp that waits at a barrier does not arrive at another' \
    'blk_live = 2; is_bar = 1; is_ctl.bar_inc = 1; is_ctl.bar_wait = 1; is_ctl.bar_all = 1; tick(1); cyc = 1; tick(1);
     is_bar = 0; cyc = 15; tick(1); cyc = 16; tick(1);'

fails sm_dpu 'an instruction enters a free unit' 'is_valid = 1; tick(2);'
fails sm_dpu 'at most two instructions are not completely written' \
    'repeat (3) begin is_valid = 1; tick(1); is_valid = 0; tick(31); end' 's/ && !out_q\[1\];/;/'
fails sm_dpu 'no instruction enters while lanes of another do' \
    'repeat (2) begin is_valid = 1; tick(1); is_valid = 0; tick(15); end' 's/BUSY = 32;/BUSY = 16;/'
fails sm_dpu 'at most eight result rows wait' 'is_valid = 1; tick(1); is_valid = 0; tick(60);' \
    's/if (rs_row)   wr_q/if (res_valid) wr_q/'
fails sm_dpu 'a row is written that is there' 'st_grant = 1; tick(1);'
fails sm_dpu 'the shared-memory operand that comes is waited for' 'sop_last = 1; tick(1);'

fails sm_simt_stack 'a warp is no deeper than its stack' 'st_we = 1; st_depth = 65; tick(1);'

fails sm_bru 'a control operation begins when none is under way' 'is_valid = 1; tick(2);'
fails sm_bru 'nothing is pushed on a full stack' \
    'is_valid = 1; is_ctl.op = `OP_JOINAT; is_ctl.cond = 15; is_depth = 65; tick(1); is_valid = 0; tick(3);'
fails sm_bru 'nothing is popped from an empty stack' \
    'is_valid = 1; is_uop = `UOP_JOIN; look_entry[58:56] = `E_JOINAT; tick(1); is_valid = 0; tick(4);' \
    's/empty    = depth_q == /empty    = ~depth_q == /'

fails sm_rf 'a result of the SP that waits is written before the next of its quarter' \
    "rd_en = '1; sw_valid = 1; tick(2);"
fails sm_rf 'a RAM does one thing in a cycle' "rd_en = '1; xs_valid = 1; tick(1);" \
    's/free_sp = ~(rd_en | sp_want);/free_sp = ~sp_want;/'

fails sm_scoreboard 'a body goes to one unit' 'set_sp = 1; set_lsu = 1; tick(1);'
fails sm_scoreboard 'no two loads leave the queue in one cycle' \
    'set_lsu = 1; set_ctl.op = `OP_LD_G; set_ctl.dst_kind = `KIND_R32; tick(1); set_lsu = 0; ld_sent = 1;
     ls_done_valid = 8; ls_done_dst_kind[15:12] = `KIND_R32; tick(1);'

fails sm_xwb 'one unit is written in a cycle' 'sf_grant = 1; dp_grant = 1; tick(1);'

fails sm_head 'a head has one next micro-operation' \
    'id_valid = 1; id_ctl.join_m = 1; tick(1); id_valid = 0; is_valid = 1; is_uop = `UOP_CFETCH; tick(1); is_valid = 0;
     tick(1);'
fails sm_head 'a head is not overwritten' 'id_valid = 1; tick(2);'
fails sm_head 'a micro-operation leaves a head that is there' 'is_valid = 1; tick(1);'
fails sm_head 'a warp that a barrier releases has no head' \
    'id_valid = 1; tick(1); id_valid = 0; rel_wmask = 1; tick(1);'
fails sm_head 'a constant fetch ends that was under way' 'cf_done = 1; tick(1);'

# a line of the request, then word 15 of each of its blocks
fails sm_icache 'a word comes for a line on its way' 'l2_rsp_valid = 1; tick(1);'
fails sm_icache 'a block comes once' \
    'tick(20); req_valid = 1; tick(1); req_valid = 0; tick(4); l2_rsp_valid = 1; l2_rsp_word = 15; tick(2);'
fails sm_icache 'two lines on their way have two places' \
    'tick(20);
     for (int n = 0; n < 5; n++) begin
       req_valid = 1; req_addr = n == 0 ? 0 : 16 * n + 4; tick(1); req_valid = 0; tick(2);
       l2_rsp_valid = 1; l2_rsp_word = 15;
       for (int b = 0; b < 4; b++) begin l2_rsp_block = b; tick(1); end
       l2_rsp_valid = 0; tick(2);
       if (n == 0) begin req_valid = 1; req_addr = 2; tick(1); req_valid = 0; tick(4); end
     end' \
    's/free && !on_ahead : !on_demand;/free : !on_demand;/'
fails sm_icache 'no line begins while one of its kind is under way' \
    'tick(20); req_valid = 1; tick(1); req_addr = 16; tick(3);' 's/free && !on_ahead : !on_demand;/!on_ahead : !on_demand;/'
fails sm_icache 'no line is demanded while the next one waits for its place' \
    'tick(20);
     for (int n = 0; n < 4; n++) begin
       req_valid = 1; req_addr = n == 0 ? 0 : 16 * n + 4; tick(1); req_valid = 0; tick(2);
       l2_rsp_valid = 1; l2_rsp_word = 15;
       for (int b = 0; b < 4; b++) begin l2_rsp_block = b; tick(1); end
       l2_rsp_valid = 0; tick(2);
       if (n == 0) begin req_valid = 1; req_addr = 2; tick(1); req_valid = 0; tick(4); end
     end
     req_valid = 1; req_addr = 68; tick(1); req_addr = 8; tick(3);' \
    's/free      = !demand_q && !claim_q;/free      = !demand_q;/'

fails sm_ccache 'a word comes for the line on its way' 'l2_rsp_valid = 1; tick(1);'

# a product, whose age comes late, and a function behind it, whose last row is written then
fails sm_sfu 'one instruction completes in a cycle' \
    'is_valid = 1; is_ctl.op = `OP_FMUL; tick(1);
     for (int i = 1; i < 80; i++) begin
       is_valid = i == 8; is_ctl.op = `OP_RCP; st_grant = st_valid && (dut.rd_q != 7 || dut.by_age); tick(1);
     end' \
    's/EX_STAGES + 3;/EX_STAGES + 30;/'
fails sm_sfu 'an instruction enters a free unit' 'is_valid = 1; tick(2);'
fails sm_sfu 'at most three instructions are not completely written' \
    'is_ctl.op = `OP_FMUL; repeat (4) begin is_valid = 1; tick(1); is_valid = 0; tick(7); end' \
    "s/ && out_q < 3'd3;/;/"
fails sm_sfu 'no instruction enters while lanes of another do' \
    'repeat (2) begin is_valid = 1; tick(1); is_valid = 0; tick(7); end' 's/FN_CYCLES = 16;/FN_CYCLES = 8;/'
fails sm_sfu 'at most sixteen result rows wait' \
    'repeat (2) begin is_valid = 1; tick(1); is_valid = 0; tick(15); end tick(10);' \
    's/if (rs_row)   wr_q/if (res_valid) wr_q/'
fails sm_sfu 'a row is written that is there' 'st_grant = 1; tick(1);'

fails sm_cfetch 'no lanes come while passes are left' "cf_valid = '1; tick(2);"
fails sm_cfetch 'a pass that is served was asked for' 'served = 1; tick(1);'
fails sm_cfetch 'a pass asks for a lane that is left' \
    "cf_valid = 8; cf_mask = 32'h8000_0000; tick(1); cf_valid = 0; tick(2);" 's/ || come.i.)/)/'

# warps 0 and 1 are launched and have their places
launched='cm_wmask = 3; tick(1); cm_wmask = 0; tick(1); even = 1; tick(1); even = 0; tick(1); even = 1;'
fails sm_issue 'a body goes to one unit' \
    "$launched rdy_body = 1; sp_wmask = 1; dpu_wmask = 1; q_sp_ok = 1; dpu_ok = 1; tick(1);"
fails sm_issue 'nothing issues in an odd cycle' "$launched even = 0; rdy_join = 1; bru_idle = 1; tick(1);" \
    's/go      = even && !hold/go      = !hold/'
fails sm_issue 'one warp is the oldest' "$launched rdy_join = 3; bru_idle = 1; tick(1);" \
    "s/led    = 32'd1;/led    = 32'd3;/"
fails sm_issue 'there is an oldest warp when some can issue' \
    "$launched rdy_join = 2; bru_idle = 1; tick(1);" 's/(row & can) == 32/(row) == 32/'
fails sm_issue 'a warp that issues is ready' "$launched sp_wmask = 1; tick(1);" \
    's/| sp_can | sfu_can | dpu_can | stall;/| sp_can | sfu_can | dpu_can | stall | sp_wmask;/'
fails sm_issue 'warps that have never issued come first, lowest number first' \
    "$launched rdy_join = 3; bru_idle = 1; tick(1);" \
    "s/((move_q\[i\] ? 32'd0 : age_q\[32\*i +: 32\]) | move_q)/32'd0/"
fails sm_issue 'what issued is moved in an odd cycle' "$launched rdy_join = 1; bru_idle = 1; tick(2);"

fails sm_inflight 'an entry is free when a body issues' 'push = 1; tick(5);'
fails sm_inflight 'the body that completes is under way' 'pop = 1; tick(1);'

fails sm_const 'one constant fetch at a time' 'even = 1; is_cf = 1; tick(2);'
fails sm_const 'one warp has the turn' 'tick(1);' "s/turn_q    <= 32'd1;/turn_q    <= 32'd3;/"
fails sm_const 'a request that begins a line misses' 'c_starts = 1; c_hit = 1; tick(1);'

fails sm_collect 'operations are at least two cycles apart' 'is_valid = 1; tick(3);'

fails sm_writeback 'results leave the SPs when they are expected' 'res_valid = 1; tick(1);'

fails sm_spq 'an entry is free when an instruction issues' 'is_sp = 1; tick(4);'
fails sm_spq 'at most three entries are queued' 'is_sp = 1; is_has_s = 1; tick(5);' \
    "s/q_sp_ok  = (count_q <= 3'd2);/q_sp_ok  = (count_q <= 3'd7);/"
fails sm_spq 'as many entries lie between head and tail as are counted' 'is_sp = 1; tick(1); is_sp = 0; tick(12);' \
    "s/if (leave) head_q <= head_q + 2'd1;/if (leave) head_q <= head_q + 2'd2;/"
fails sm_spq 'two quarters are never read in one cycle' 'is_sp = 1; tick(1); is_sp = 0; tick(12);' \
    "s/recent_q <= go;/recent_q <= 1'b0;/"
fails sm_spq 'the last pass of a half is of an entry that waits for it' 'sm_last = 1; tick(1);'

# one block slot of one warp; a block there
start='cfg.nwarps = 1; cfg.max_blocks = 1; cfg.slot_warps = 2; blk_wmask = 1; init_done = 1;'
launch="$start blk_valid = 1; la_smem_ready = 1; la_rf_done = 1; tick(4);"
fails sm_cta 'a warp that finishes is alive' "$start fin_valid = 1; tick(1);"
fails sm_cta 'a block is launched into an empty slot' "$launch fin_valid = 1; tick(1); fin_valid = 0; tick(6);" \
    's/alive <= (alive & ~fin_oh) | cm_wmask;/alive <= alive | cm_wmask;/'
fails sm_cta 'a block that has ended has no instruction in flight' "$start is_flight = 1; tick(2);"

fails sm_flight 'no more instructions complete than are in flight' 'sp_done_valid = 1; tick(1);'
fails sm_flight 'the count of instructions in flight does not overflow' 'is_flight = 1; tick(256);'

fails tex_quads 'a quad that is done is there' 'out_done = 1; tick(1);'
fails tex_quads 'quads that are there were picked' 'in_valid = 1; tick(40);' \
    "s/used_q <= pick ? used_q + 3'd1/used_q <= pick ? used_q/"
fails tex_quads 'there is a place for each quad' 'in_valid = 1; tick(60);' "s/ \&\& (used_q != 3'd4);/;/"

fails tex_sectors 'the texel of the first request is the lowest' 'in_valid = 1; in.need = 3; in.lowest = 2; tick(1);'
fails tex_sectors 'every request has a texel' 'in_valid = 1; tick(1);'
fails tex_sectors 'no more sectors are there than asked for' \
    'in_valid = 1; in.need = 1; in.lowest = 1; come_valid = 1; tick(2);'
fails tex_sectors 'no more sectors are there than there is room for' \
    'in_valid = 1; in.need = 1; in.lowest = 1; ask_ready = 1; tick(1); come_valid = 1; tick(40);'
fails tex_sectors 'a quad that is done was there' 'out_done = 1; tick(1);'

fails tex_l1 'no more sectors are under way than there are ids' 'tick(20); req_ready = 1; in_valid = 1; tick(70);'
fails tex_l1 'the sector that comes was asked for' 'rsp_valid = 1; tick(1);'

fails tex_hold 'no more entries come than there is room for' 'in_valid = 1; tick(66);'
fails tex_hold 'the queue has room for what is read' 'in_valid = 1; tick(8); in_valid = 0; tick(250);' \
    "s/room_q != '0/1'b1/"

fails tpc_l2 'a word comes for a line on its way' 'l3_rsp_valid = 1; tick(1);'
fails tpc_l2 'a line takes a free place of the four on their way' \
    'tick(20); l3_req_ready = 1; c_req_valid = 1; repeat (4) begin tick(3); c_req_addr = c_req_addr + 4; end' \
    "s/\(ask .*\) && gap_q == 6'd0;/\1;/"
fails tpc_l2 'a line is on its way once' \
    'tick(20); l3_req_ready = 1; c_req_valid = 1; c_req_addr = 4; tick(70); c_req_addr = 8; tick(70); c_req_addr = 0;
     tick(4);' \
    "s/\(fill_line_q\[.*\) <= {set, way};/\1 <= '0;/"
fails tpc_l2 'a block is read to its end before the next' \
    'tick(20); l3_req_ready = 1; c_req_valid = 1; tick(4); l3_rsp_valid = 1; tick(40);' \
    "s/ && (!out_q || out_word_q == 4'd15);/;/"

fails tex_results 'no more answers wait than were begun' 'in_valid = 1; in_fmt.want = 1; tick(280);' \
    "s/due_q + 1'b1 : due_q - 1'b1/due_q : due_q - 1'b1/"
fails tex_results 'a quad asks for components' 'in_valid = 1; tick(1);'

fails dram_ctrl 'there is room for what is written and for ids of reads' \
    'step = 1; mstep = 1; req_valid = 1; req.write = 1; tick(60);' 's/WIDTH(288), .DEPTH(8)/WIDTH(288), .DEPTH(2)/'
fails dram_ctrl 'data and ids are there when their clock comes' 'step = 1; mstep = 1; req_valid = 1; tick(60);' \
    's/\.in_valid(mstep \&\& op == `DRAM_READ)/.in_valid(op == `DRAM_REF)/'
fails dram_ctrl 'an answer has been taken when the next one comes' \
    'step = 1; mstep = 1; req_valid = 1; tick(4); step = 0; tick(80);'
fails dram_ctrl 'an open row is wanted by a request' 'step = 1; mstep = 1; req_valid = 1; tick(1);
     req_valid = 0; tick(60);' \
    "s/closing = follow == '0/closing = rst/"
fails xbar_link 'a packet comes to a free place' 'step = 1; in_valid = 1; tick(60);' \
    "s/.DEPTH(QUEUE)/.DEPTH(QUEUE \/ 2)/"
fails xbar_link 'there are no more credits than places' 'step = 1; in_valid = 1; tick(60);' \
    "s/in_ready = credits_q != '0;/in_ready = 1'b1;/"
fails xbar_switch 'a packet goes to a port that is there' "step = 1; in_valid = 1; in_to = '1; tick(1);"

fails l2_port 'there is a place for each sector' 'step = 1; rsp_valid = 1; tick(6);' 's/8 \* LINES/2/'
fails l2_port 'lines come in the order in which they were asked for' 'step = 1; rsp_valid = 1; tick(12);'

# a request whose page the MMU tells
tlb_asks='req_valid = 1; tick(1); req_valid = 0; tick(3); page_valid = 1; tick(1); page_valid = 0; tick(3);'
fails tlb_l1 'a line is in one way' \
    "step = 1; out_ready = 1; page.valid = 1; $tlb_asks req.addr = 4096; $tlb_asks req_valid = 1; tick(2);" \
    "s/known = match != '0;/known = match != '0 \&\& !addr[12];/"
fails tlb_l1 'one line is the oldest' 'step = 1; tick(1);' "s/rank_q  <= rank_first;/rank_q  <= '0;/"
fails tlb_l1 'a page comes when the MMU was asked' 'step = 1; page_valid = 1; tick(1);'
fails tlb_l1 'nothing is under way when the lines become invalid' 'step = 1; req_valid = 1; tick(1); inv = 1; tick(1);'

# the sets are clear
tlb_clear='step = 1; tick(1030);'
fails tlb_l2 'a page is in one way' \
    "$tlb_clear repeat (3) begin lk_valid = 1; put = 0; tick(1); lk_valid = 0; put = 1; tick(1); end" \
    's/used   = hit ? match : oldest;/used   = oldest;/'
fails tlb_l2 'nothing is looked up while the sets are cleared' 'step = 1; lk_valid = 1; tick(1);'
fails tlb_l2 'a page that is used is there' "$tlb_clear lk_valid = 1; tick(1); lk_valid = 0; touch = 1; tick(1);"

fails mmu 'an L1 TLB asks for one page at a time' "$tlb_clear req_valid = 1; tick(3);"
fails mmu 'an entry of the page table comes that is being read' "$tlb_clear mem_rsp_valid = 1; tick(1);"
fails mmu 'an entry of the page table has a place' \
    "$tlb_clear mem_req_ready = 1; req_valid = 1;
     for (int n = 0; n < 12; n++) begin req.src = n; mem_rsp_valid = n >= 4; mem_rsp.id = n - 4; tick(1); end" \
    's/QUEUE = 32 /QUEUE = 2 /'
fails mmu 'a read of the page table has a place' \
    "$tlb_clear req_valid = 1; for (int n = 0; n < 6; n++) begin req.src = n; tick(1); end" 's/QUEUE = 32 /QUEUE = 2 /'
fails mmu 'an answer has a place' \
    "$tlb_clear mem_req_ready = 1;
     for (int n = 0; n < 12; n++) begin
       req_valid = n < 4; req.src = n; mem_rsp_valid = n >= 4 && n < 8; mem_rsp.id = n - 4; tick(1);
     end" \
    's/QUEUE = 32 /QUEUE = 2 /'
fails mmu 'nothing is under way when the TLBs become invalid' \
    "$tlb_clear req_valid = 1; tick(1); req_valid = 0; inv = 1; tick(1);"

fails host_if 'a launch begins while nothing moves' \
    "in_valid = 1; in_data = 32'h50000000; tick(1); in_valid = 0; tick(2300); moving = 1; launch_ready = 1; tick(1);"
fails host_if 'no launch runs but the one that was commanded' 'running = 1; tick(1);'
fails mem_centre 'the host stores while the L3 asks for nothing' \
    "step = 1; tick(20); c_req = {10{4'd8, 344'd0}}; c_req_valid = '1; tick(60); host_req_valid = 1; tick(1);"
fails l3 'a sector comes that was asked for' 'step = 1; tick(20); mem_rsp_valid = 1; tick(1);'
fails tex_l2 'a sector is under way once' 'tick(20); step = 1; lk_valid = 1; tick(4);' \
    's/miss     = load \&\& !hit \&\& !any_same;/miss     = load \&\& !hit;/'
fails tex_l2 'what comes was under way' 'tick(20); fill_valid = 1; tick(1);'
fails tex_l2 'a sector that is there is not under way' \
    'tick(20); step = 1; lk_valid = 1; tick(1); lk_valid = 0; fill_valid = 1; tick(1); fill_valid = 0; lk_valid = 1;
     tick(2);' "s/live_q\[fill_index\] <= 1'b0;//"

fails part_atoms 'an atomic that is written back is under way' 'done = 1; tick(1);'
fails part_atoms 'there is a place for an atomic' 'put_valid = 1; tick(9);'

fails part_answers 'a place that is taken was free' 'step = 1; take_valid = 1; tick(66);'
fails part_answers 'a sector that comes is waited for' 'in_valid = 1; tick(1);'
fails part_answers 'an answer that leaves is there' 'cur_done = 1; tick(1);'
