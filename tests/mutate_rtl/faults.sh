# SPDX-License-Identifier: Apache-2.0
# fault UNIT SED "WHAT"      one line of rtl/.../UNIT.sv is changed; each must be noticed by lockstep (run.sh)
# folded UNIT SED "WHAT"     the same of a machine whose datapath works in four phases (docs/units/fold.md)

fault sm_areg 's/hd_valid_q <= !rst \&\& wr_valid \&\& ai_valid;/hd_valid_q <= 1'"'b0"';/' \
    'an autoincrement that meets a SP result is lost'
fault sm_areg 's/else if (hd_valid_q) begin/else if (hd_valid_q \& ~hd_mask_q[7]) begin/' \
    'one that waited is lost when lane 7 takes part'
fault sm_half 's/ & {2{s1.lmask}};/;/' 'a mov writes lanes that its lane mask has not'
fault sm_barrier 's/: ba_wait \&\& now == 7.d0;/: 1'"'b0"';/' 'a wait at a barrier of which nobody is left does not end'
fault sm_barrier 's/look_q <= fin_valid || (look_q \&\& ba_valid);/look_q <= fin_valid;/' \
    'the end of a warp beside an arrival is forgotten'
fault sm_barrier 's/(specs\[6\*i + 5\] || {2.d0, specs\[6\*i +: 5\]} > live/(specs[6*i + 5]/' \
    'a count may be more than the warps that are left when one ends'
fault sm_bru 's/t0_d  = t0_q \& ~(top_mask \& ~t1_q);/t0_d  = t0_q \& ~top_mask;/' \
    'lanes that have returned come back after a break'
fault sm_bru 's/if ((top_mask \& t0_q \& ~t1_q) != 32.d0) begin/if (1'"'b0"') begin/' \
    'a break out of a call is no fault'
fault sm_bru \
    's/quads = act_q | act_q >> 1;/quads = act_q | (act_q \& 32'"'h7777_7777"') >> 1;/' \
    'a quad of which only the last lane is active stays out'
fault sm_ccache 's/\&\& !(fill_q \&\& line == fill_line_q);/;/' 'a word of a line that is on its way is read'
fault sm_cfetch 's/off\[0\] ? half\[15:8\] : half\[7:0\]/half[7:0]/' \
    'bytes of indirect constants at odd addresses are those before them'
fault sm_const 's/if (c_filled \&\& starter_q) turn_q <= sm_fn::onehot(1.b1, starter_wid_q);/;/' \
    'the warp that began a line is not asked first'
fault sm_start \
    's/if (fill_index_q\[0\]) fill_row_q <= fill_row_q + {/fill_row_q <= fill_row_q + {/' \
    'both warps of a pair have rows of their own'
fault sm_cta \
    's/== header_last) st_q <= locked_q\[slot_q\] ? ST_LOCK : ST_RF;/== header_last) st_q <= ST_RF;/' \
    'locks of a block that has ended stay'
fault sm_fetch 's/hold  = if_filled ? 32.d0 : /hold  = /' \
    'a fetch that was dropped is not repeated'
fault sm_fetch 's/(needed1 \& ~pending1));/needed1);/' 'the old line in slot 1 counts as the new one'
fault sm_fetch_slot 's/((moved \& next)/((moved \& need)/' \
    'a warp that goes on takes its old line for the next'
fault sm_ibuf 's/pick  = prev != 32.d0 ? prev :/pick  =/' \
    'the warp that has just issued is not refilled first'
fault sm_icache 's/\&\& !(on_ahead \&\& !ahead_have_q\[lk_block_q\]);/;/' \
    'a block that is fetched ahead is used before it is there'
fault sm_icache 's/claim        = lk_q .*/claim = 1'"'b0"';/' \
    'a request that finds the place of its line taken is dropped'
fault sm_icache 's/free \&\& !on_ahead : !on_demand;/free \&\& !on_ahead : 1'"'b1;"'/' \
    'a line fetched ahead takes the place of the demanded one'
fault sm_icache 's/next_line_q <= lk_line_q + 16.d1;/next_line_q <= {lk_line_q[15:4], lk_line_q[3:0] + 4'"'d1"'};/' \
    'the line behind one of 16 is the first of these'
fault sm_fetch 's/else if (if_turn_valid) turn_q/else if (1'"'b0"') turn_q/' \
    'requests that find their lines move the turn'
fault sm_head 's/if (late_q \&\& even) wait_exit_q/if (late_q) wait_exit_q/' \
    'the exit marker waits a cycle less'
fault sm_scoreboard 's/.KIND_R64:            m = r\[1\] ? 4.b1100 : 4.b0011;/`KIND_R64:            m = 4'"'b0011"';/' \
    'the upper pair of a group is not waited for'
fault sm_inflight 's/(ADDR != 0 \&\& (a_q\[e\] \& id_a) != 4.d0));/1'"'b0"');/' \
    'a head does not wait for an address register'
fault sm_sb_loads 's/if (clr_valid) re_hit = look(re_bits, head_r, 1.b1, clr_r, clr_t);/re_hit = 1'"'b0"';/' \
    'a head that waits for two loads goes after the first'
fault sm_issue 's/(mul_sfu_q ? 32.hffff_ffff : ~sp_can)/~sp_can/' \
    'mul.f32 goes to the SFU only when the SP is busy'
fault sm_issue 's/sp_past_q   <= {sp_past_q\[LATE-1:0\], is_sp};/sp_past_q   <= '"'0"';/' \
    'SP instructions enter every second cycle'
fault sm_rfread 's/hi_row_q <= in_row\[47:24\];/hi_row_q <= in_row[23:0];/' \
    'the second round reads the rows of the first'
fault sm_rf 's/sk_be_q\[16\*q +: 16\]     <= sw_be;/sk_be_q[16*q +: 16]     <= 16'"'hffff"';/' \
    'a SP result that had to wait is written in all lanes'
fault sm_spq 's/s_done_q\[{tail_q, 1.b1}\]    <= 1.b0;/;/' \
    'the second half of a shared operand is taken before it is there'
fault lsu_operands 's/found_q \&\& !(s2_quarter_q\[0\] \&\& even_q)) begin/found_q) begin/' \
    'of two faulting quarters the upper one is told'
fault sm_writeback 's/regno  = is_r16 ? {1.b0, m.dst\[7:1\]} : m.dst;/regno  = m.dst;/' \
    'a 16-bit result goes to the register of its own number'
fault sm_sfu 's/done_spm   = by_age ? spm_q\[old_ent\] : spm_q\[rd_ent\];/done_spm   = spm_q[rd_ent];/' \
    'a product that completes by its age tells of another instruction'
fault sm_dpu 's/if (st_grant) st_high <= st_wide \&\& !st_high;/if (st_grant) st_high <= st_wide;/' \
    'the upper words are written twice'
fault sm_xwb 's/to_c   = m.cdst_en \&\& !high;/to_c   = m.cdst_en;/' 'flags of a double are written with both words'
fault lsu 's/if (al_valid_q\[7\] \&\& al_wide_q\[7\])  rdy0_q/if (al_valid_q[5] \&\& al_wide_q[5])  rdy0_q/' \
    'a wide store is sent before its words are there'
fault smem 's/!(is_load \&\& (beats_q == 3.d4));/1'"'b1"';/' 'more passes of loads than there is room for'
fault smem \
    's/(hd_addr\[32\*i + 2 +: 12\] == first_word)/(hd_addr[32*i + 2 +: 11] == first_word[10:0])/' \
    'lanes that read words 8 KB apart get the same word'
fault smem 's/we_lock = {HALF{init_active || lk_go}} |/we_lock = {HALF{init_active}} |/' \
    'locks are not cleared for the next block'
fault coalescer 's/assign pd_words = local_sp ? 2.d0 : words;/assign pd_words = words;/' \
    'a local sector counts as many words as the access has'
fault coalescer "s/(diff\[31:16\] == '0)/(diff[27:16] == '0)/" 'lanes 256 MB apart are in one segment'
fault mem_pending 's/.rd_en(rsp_take), .rd_addr(rsp_id),/.rd_en(rsp_take), .rd_addr(rsp_id - 1'"'b1"'),/' \
    'the record of the sector before is used'
fault mem_pending 's/rs_end_q \&\& all_rs \&\& (sent_rs == got)/rs_end_q \&\& all_rs/' \
    'a load completes with any sector once all have been asked for'
fault load_wb 's/r.word | g_beat_q | g_word_q;/r.word | g_beat_q;/' 'all components of a texel go to the first register'
fault tex_send 's/assign hd_half = quad\[2\] \&\& (todo != .0);/assign hd_half = quad[2];/' \
    'a fetch without lanes counts as half 1'
fault tex_quads 's/c4     <= c3;/c4     <= c2;/' \
    'lanes get the size of texels of the quad behind them'
fault tex_quads 's/(!run_q || (lane_q == 2.d3)) \&\& (used_q != 3.d4)/(!run_q || (lane_q == 2'"'"'d3))/' \
    'a quad is picked without a place for its texels'
fault tex_sectors 's/lowest_q <= after \& -after;/lowest_q <= lowest;/' \
    'what is left of a quad is looked for at the texel that was sent'
fault tex_sectors 's/= got_q >= (AW+1).(out_n);/= got_q != '"'0"';/' \
    'a quad is converted when its first sector is there'
fault tex_sectors 's/assign in_done = sent \&\& (after == .0);/assign in_done = sent;/' \
    'only one sector of a quad is asked for'
fault tex_results 's/ \&\& !more;/;/' 'the sectors of a quad are given up with its first component'
fault tex_filter 's/linear_q\[11\] ? mean : near11_q;/mean;/' 'integers are filtered'
fault tex_filter "s/odd_q\[9\] ? sum10_q : 44'd0/44'd0/" 'the slice above takes the place of the one below'
fault tex_filter 's/(pair_q\[7\] \&\& (most6_q > most7_q))/1'"'"'b0/' \
    'a mean of eight is summed from the largest of the slice below'
fault tex_addr 's/odd4 ? slice1\[11:0\] : slice0\[11:0\]/slice0[11:0]/' 'both slots of a lane read the slice below'
fault tex_send 's/hd_rdy \& (three ? {hd_half, !hd_half} : 2.b11)/hd_rdy/' 'half 1 of pairs is selected beside half 0'
folded lsu 's/co_sending || tx_hold/co_sending/' 'the third coordinate is that of the half in the cycle'
fault mem_fork 's/side_q ^ !held_q : tex_rsp_valid/!side_q : tex_rsp_valid/' \
    'an answer that waits gives way to one of the other side'
fault tpc_l2 's/nth   = block - fill_first_q[^;]*;/nth   = block;/' \
    'blocks of a line on its way are read in the wrong order'
fault cache_tags 's/if (used\[i\]) way = way | i\[\$clog2(WAYS)-1:0\];/if (used[i]) way = i[$clog2(WAYS)-1:0] \& ~1;/' \
    'a way of two is never used'
fault sp_pack 's/({32{rm == 2.d1}} & s)/({32{rm == 2'"'d1"'}} \& ~s)/' 'overflow to the wrong side when rounding down'
fault fp32_path 's/u5.fp && st\[l\]/1'"'b0"'/' 'no sticky bit in an addition'
fault fp32_path 's/u5.fp ? 40.(\(small5[^)]*\)) : {[^}]*}/40'"'(\\1)"'/' \
    'a conversion takes its guard bit for one below it, too'
fault sfu 's/u0.ex2 \&\& in_xa\[31\] \&\& !whole/u0.ex2 \&\& in_xa[31]/' 'ex2 of a negative integer is complemented'
fault clock_gate 's/if (!clk) open = en;/open = 1'"'b1"';/' 'the clock cannot be stopped'
fault tpc_top 's/always_ff @(posedge gclk)/always_ff @(posedge clk)/' 'inputs are taken while the clock is stopped'
fault tpc_top 's/\.clk(gclk), \(.*\.c_req_valid\)/.clk, \1/' 'the L2 is on the clock that is never stopped'
fault load_wb 's/g_pass  = g_empty && !(g_last && g_done_q);/g_pass  = g_empty;/' 'two loads complete in one cycle'
fault lane_extract 's/{{24{esg && bits\[7\]}}, bits}/{{24{esg \&\& half[15]}}, bits}/' \
    'a byte takes the sign of the half word around it'
fault coalescer_words 's/keep = {s\[15:12\], s\[11:8\] & ~s\[15:12\],/keep = {s[15:12] \& ~s[11:8], s[11:8],/' \
    'of two neighbouring lanes that store to a byte the lower wins'
fault lsu_faults 's/exec\[i\] && (last\[32\] || (addr/exec[i] \&\& ((addr/' \
    'a memory smaller than the access has no limit'
fault sm_decode 's/ || (ctl.op == `OP_ATOM \&\& ctl.c.kind == `KIND_R64));/);/' \
    'the new value of a 64-bit cas is not waited for'
fault tex_axis 's/ + {24.d0, neg};/;/' 'negative coordinates have no carry'
fault tex_axis 's/fixed_q\[27:0\] ^ {28{fixed_q\[28\]}}/fixed_q[27:0]/' 'a mirror is a repetition'
fault tex_format "s/if (m8\[7\])   m8  = 8'h7f;/;/" 'the least byte of a signed texture is less than -1'
fault fp64_cvt 's/o = o || (half && (!s || rest));/o = o || half;/' 'the least integer is out of range'
fault fp64_fma "s/lost = (l != 46'd0) || (h\[17:0\] != 18'd0);/lost = 1'b0;/" \
    'what an alignment by 64 and more shifts out is forgotten'
fault fp_cvt "s/neg ? (v != 32'd0) \&\& !/neg ? !/" '-0 becomes the least integer'
fault int_alu 's/: x\[31\] || (neg && co4\[32\*l+LOW\]);/: x[31];/' 'the largest difference of a sad does not overflow'
fault int_alu "s/c\[31\] && (c\[30:23\] != 8'd0))/c[31])/" 'slct takes -0 for negative'
fault sfu_pack "s/r = away ? {s, 8'hff, 23'd0} : {s, 31'h7f7fffff};/r = {s, 8'hff, 23'd0};/" \
    'a product that is too large is infinite in every rounding'

folded lsu_store "s/take(!rd_hold \&\& /take(/" 'parts are gathered while they are sent'
folded sp_array_fold 's/next_ph = phase\[PB-1:0\] + PB.(1);/next_ph = phase[PB-1:0];/' \
    'the row of a phase is read a phase late'
folded sm_spopd 's/last ? {ex_entry, ex_q} : {entry_q, quarter_q}/{ex_entry, ex_q}/' \
    'the parts of a quarter are those of the quarter behind it'
folded sm_spopd 's/quad ? from\[2 -: PB\] : next/next/' 'a quadop takes another lane'
folded sm_rf_ram 's/last ? {rd_addr, {PB{1.b0}}} : {row_q, p + PB.(1)}/{rd_addr, p + PB'"'(1)"'}/' \
    'the parts of a row are those of the row that is read next'
folded smem_xbar 's/all(upper ? from\[63:32\] : from\[31:0\])/all(upper ? from[31:0] : from[63:32])/' \
    'the words of a pass change places'
folded lsu_parts 's/rd_half, next}/rd_half, p}/' 'stores have the data of the lanes beside them'
folded lsu_lanes 's/lane_q\[3\] ? odd : even/even/' 'the upper lanes of a half store what the lower ones do'
folded coalescer_lanes 's/ && (l >= LANES || !old_odd\[b\])//' 'of lanes that store to a byte not the highest is kept'
folded sm_areg 's/sp_q      <= wr_valid;/sp_q      <= 1'"'b1;"'/' 'an autoincrement writes a result of the SP'
folded sm_rf 's/half_q\[w \* FOLD . 8\] ? word\[15:0\] :/1'"'b0 ? word[15:0] :"'/' \
    'a result of 16 bits is lost in an upper half'
folded fold_reads 's/phase == 3.(k + 1 + LATE)) row_q/phase == 3'"'(k + LATE)"') row_q/' \
    'what one lookup finds the next one is told'
folded sm_start 's/last ? la_pair : pair_q/la_pair/' 'thread ids are those of the next pair'
