// SPDX-License-Identifier: Apache-2.0
// sm_icache of two sets and two ways, blocks of two words, with any requests and an L2 that takes the block asked for,
// and sends the words of the blocks it has taken in order, when it likes; two blocks are granted and not all there at
// most (L2-4). Each request is answered once, in its cycle: by its block, with what memory holds, exactly if line and
// block are there; by a drop; or, kept, behind the first block of its line, which it may have to begin behind the line
// ahead. A line is in one way; its blocks are asked for once each, in order, in time, and not while the line is there.
// Whoever is dropped is told of a block that comes; the turn goes on behind the one whose line is complete. A block of
// the line fetched ahead waits for four others at most.
//
// Of a word one bit: whether it is the watched word. Rules (docs/units): ICACHE-1 to ICACHE-8, FETCH-5, L2-1, L2-2.
//
//! proves instruction L1: each request answered once, with what memory holds; each block asked for once; who is dropped
//! proves is told
//! by pdr:48
//! set IL1_WAYS=2 IL1_BYTES=1024 IFETCH_LATENCY=4 L2_DISTANCE=4
//! in sm_icache.sv
//! - 4'd15
//! + 4'd1
//! - 16 - SW
//! + 4-SW
//! - DEPTH(16)
//! + DEPTH(4)
//! in sm_blocks.sv
//! - WIDTH(512)
//! + WIDTH(2)
//! - EN_BITS(32)
//! + EN_BITS(1)
//! bound 18
`include "formal.svh"
`default_nettype none

module proof (input wire clk, go, take, come, wid, slot, input wire [2:0] line, input wire [1:0] block);
  `F_RESET
  (* anyconst *) wire [6:0] watched;     // {line, block, word}

  reg  [1:0]   begun;                    // two cycles clear the tags
  always @(posedge clk) begun <= rst ? 2'd0 : begun == 2'd3 ? 2'd3 : begun + 2'd1;
  wire         req_valid = go && begun >= 2'd2 && !rst;
  wire         req_ready, drop_valid, drop_slot, filled, turn_valid, rsp_valid, rsp_slot, l2_req_valid, l2_req_id;
  wire [4:0]   drop_wid, turn_wid, rsp_wid;
  wire [511:0] rsp_data;
  wire [24:6]  l2_req_addr;

  // --- the L2: blocks that were taken, {line, block, id}, the oldest in the low bits -------------------------------
  reg  [13:0]  owed;
  reg  [1:0]   owes;
  reg          nth;
  wire         l2_req_ready = take && l2_req_valid && owes != 2'd2;      // L2-4: what is offered
  wire         l2_rsp_valid = come && owes != 2'd0 && !rst;
  wire         last         = l2_rsp_valid && nth;
  wire         ask          = l2_req_ready;
  wire         id           = owed[0];
  wire [1:0]   id_block     = owed[2:1];
  wire         bit_in       = {owed[6:1], nth} == watched;
  wire [1:0]   left         = owes - {1'b0, last};
  (* keep *) sm_icache dut (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .req_valid, .req_addr({13'd0, line, block}), .req_wid({4'd0,
    wid}), .req_slot(slot), .req_ready,
    .drop_valid, .drop_wid, .drop_slot, .filled, .turn_valid, .turn_wid, .rsp_valid, .rsp_wid, .rsp_slot, .rsp_data,
    .l2_req_valid,
    .l2_req_addr, .l2_req_id, .l2_req_ready, .l2_rsp_valid, .l2_rsp_id(id), .l2_rsp_block(id_block),
    .l2_rsp_word({3'd0, nth}), .l2_rsp_data({30'd0, {2{bit_in}}}));
  always @(posedge clk)
    if (rst) {owes, nth} <= 3'd0;
    else begin
      owes <= left + {1'b0, ask};
      if (l2_rsp_valid) nth <= !nth;
      if (last) owed[6:0] <= owed[13:7];
      if (ask && left == 2'd0) owed[6:0]  <= {l2_req_addr[11:6], l2_req_id};
      if (ask && left == 2'd1) owed[13:7] <= {l2_req_addr[11:6], l2_req_id};
    end

  // --- reference -----------------------------------------------------------------------------------------------------
  // of each set the line used last and the one before, {there, line}
  reg  [9:0] list0, list1;
  // lines under way: blocks that are there, asked for; cycles since it began
  reg        dem, ahd, kept, claim;     // claim: dem_line, first, who are those of the next one
  reg  [3:0] dem_line, ahd_line, dem_have, ahd_have;
  reg  [2:0] dem_asked, ahd_asked, dem_age, ahd_age;
  reg  [1:0] first, who;
  // the request of the cycle before; the line to look up for fetching ahead
  reg        lk, note;
  reg  [3:0] lk_line, note_line;
  reg  [1:0] lk_block, lk_who;
  wire       probe = !lk && note && !ahd && !claim;
  wire [3:0] at    = lk ? lk_line : note_line;
  wire [9:0] l     = at[0] ? list1 : list0;
  wire       young = l[4:0] == {1'b1, at}, old = l[9:5] == {1'b1, at}, in = young || old;
  wire       on_dem = dem && dem_line == at, on_ahd = ahd && ahd_line == at;
  wire       found  = lk && in && !(on_dem && !dem_have[lk_block]) && !(on_ahd && !ahd_have[lk_block]);
  wire       no_place   = ahd && l[9:5] == {1'b1, ahd_line};
  wire       next_one   = lk && !in && !dem && !claim;
  wire       dem_begins = next_one && !no_place, claims = next_one && no_place;
  wire       ahd_begins = probe && !in && !(dem && l[9:5] == {1'b1, dem_line});
  wire       use_it = in ? lk || probe : dem_begins || ahd_begins;
  wire [9:0] l_next = young ? l : {l[4:0], 1'b1, at};
  wire       again  = (last && !id && kept) || (claim && !ahd);  // ICACHE-4, ICACHE-7
  wire [3:0] have   = (id ? ahd_have : dem_have) | 4'd1 << id_block;
  wire       ends   = last && !id && have == 4'hf;               // ICACHE-8
  wire       dem_ask = dem && dem_asked != 3'd4 && dem_age == 3'd4;
  wire       ahd_ask = ahd && ahd_asked != 3'd4 && ahd_age == 3'd4;
  reg  [2:0] passed;                     // blocks asked for while one of the line ahead waits
  // found, until the block is given: {found, line, block, who}
  reg  [8:0] f1, f2, f3;
  always @(posedge clk)
    if (rst) begin
      {list0, list1, f1, f2, f3} <= '0;
      {dem, ahd, kept, claim, lk, note, passed} <= '0;
    end else begin
      lk <= again || (req_valid && !ends);
      {lk_line, lk_block, lk_who} <= again ? {dem_line, first, who} : {1'b0, line, block, slot, wid};
      if (use_it && !at[0]) list0 <= l_next;
      if (use_it && at[0])  list1 <= l_next;
      if (found && lk_block[1]) {note, note_line} <= {1'b1, lk_line + 4'd1};
      else if (probe) note <= 1'b0;
      dem_age <= dem_age == 3'd4 ? 3'd4 : dem_age + 3'd1;
      ahd_age <= ahd_age == 3'd4 ? 3'd4 : ahd_age + 3'd1;
      if (ask && dem_ask)  dem_asked <= dem_asked + 3'd1;
      if (ask && !dem_ask) ahd_asked <= ahd_asked + 3'd1;
      if (last && !id) {dem, dem_have, kept} <= {have != 4'hf, have, 1'b0};
      if (last && id)  {ahd, ahd_have} <= {have != 4'hf, have};
      if (next_one) {dem_line, first, who} <= {lk_line, lk_block, lk_who};
      if (dem_begins) {dem, kept, dem_have, dem_asked, dem_age} <= {1'b1, 1'b1, 4'd0, 3'd0, 3'd1};
      claim <= claims || (claim && ahd);
      if (ahd_begins) {ahd, ahd_line, ahd_have, ahd_asked, ahd_age} <= {1'b1, note_line, 4'd0, 3'd0, 3'd1};
      passed <= !ahd_ask || !dem_ask ? 3'd0 : ask && passed != 3'd7 ? passed + 3'd1 : passed;
      f1 <= {found, lk_line, lk_block, lk_who};
      f2 <= f1;
      f3 <= f2;
    end

  // rows of the memory that are read and written in one cycle (COLLIDE 0)
  `F_INSIDE       \dut.u_data.g_whole.u_data.rd_en ;
  `F_INSIDE       \dut.u_data.g_whole.u_data.wr_en ;
  `F_INSIDE [3:0] \dut.u_data.g_whole.u_data.rd_addr ;
  `F_INSIDE [3:0] \dut.u_data.g_whole.u_data.wr_addr ;
  always @* if (!rst) begin
    assert(filled == last && req_ready == !(again || ends));
    assert(turn_valid == ends && (!ends || turn_wid == {4'd0, who[0]}));
    // one answer
    assert(drop_valid == (lk && !found && !next_one));
    if (drop_valid) begin
      assert({drop_slot, drop_wid} == {lk_who[1], 4'd0, lk_who[0]});
      assert(filled || dem || ahd || claim);                     // so a block will come
    end
    assert(rsp_valid == f3[8]);
    if (rsp_valid) begin
      assert({rsp_slot, rsp_wid} == {f3[1], 4'd0, f3[0]});
      assert(rsp_data[1:0] == {{f3[7:2], 1'b1} == watched, {f3[7:2], 1'b0} == watched});
    end
    // each block once, in order
    assert(l2_req_valid == (dem_ask || ahd_ask));
    if (l2_req_valid) begin
      assert(l2_req_id == !dem_ask);
      assert(l2_req_addr == (dem_ask ? {13'd0, dem_line, first + dem_asked[1:0]} : {13'd0, ahd_line, ahd_asked[1:0]}));
    end
    if (ahd_ask) assert(passed <= 3'd4);
    assert(!(dem && ahd && dem_line == ahd_line));
    if (\dut.u_data.g_whole.u_data.rd_en && \dut.u_data.g_whole.u_data.wr_en )
      assert(\dut.u_data.g_whole.u_data.rd_addr != \dut.u_data.g_whole.u_data.wr_addr );
  end

  // --- how far it is: what makes this an induction ---------------------------------------------------------------
  `F_INSIDE        \dut.demand_q ;
  `F_INSIDE        \dut.ahead_q ;
  `F_INSIDE [15:0] \dut.demand_line_q ;
  `F_INSIDE [15:0] \dut.ahead_line_q ;
  `F_INSIDE [1:0]  \dut.demand_place_q ;
  `F_INSIDE [1:0]  \dut.ahead_place_q ;
  `F_INSIDE [3:0]  \dut.demand_have_q ;
  `F_INSIDE [3:0]  \dut.ahead_have_q ;
  `F_INSIDE        \dut.demand_wait_q ;
  `F_INSIDE        \dut.claim_q ;
  `F_INSIDE [5:0]  \dut.demand_wait_for_q ;
  `F_INSIDE [1:0]  \dut.demand_first_q ;
  `F_INSIDE [2:0]  \dut.demand_left_q ;
  `F_INSIDE [2:0]  \dut.ahead_left_q ;
  `F_INSIDE [1:0]  \dut.demand_block_q ;
  `F_INSIDE [1:0]  \dut.ahead_block_q ;
  `F_INSIDE [5:0]  \dut.demand_travel_q ;
  `F_INSIDE [5:0]  \dut.ahead_travel_q ;
  `F_INSIDE        \dut.lk_q ;
  `F_INSIDE [15:0] \dut.lk_line_q ;
  `F_INSIDE [1:0]  \dut.lk_block_q ;
  `F_INSIDE [5:0]  \dut.lk_for_q ;
  `F_INSIDE        \dut.next_q ;
  `F_INSIDE [15:0] \dut.next_line_q ;
  `F_INSIDE [1:0]  \dut.due_q ;
  `F_INSIDE [3:0]  \dut.at_q ;
  `F_INSIDE [1:0]  \dut.place ;
  `F_INSIDE [1:0]  \dut.u_tags.clear_q ;
  `F_INSIDE [7:0]  \dut.u_tags.u_tags.mem[0] ;
  `F_INSIDE [7:0]  \dut.u_tags.u_tags.mem[1] ;
  `F_INSIDE        \dut.u_tags.u_order.mem[0] ;
  `F_INSIDE        \dut.u_tags.u_order.mem[1] ;
  `F_INSIDE [9:0]  \dut.u_way.mem[0] ;
  `F_INSIDE [9:0]  \dut.u_way.mem[1] ;
  `F_INSIDE [9:0]  \dut.u_way.mem[2] ;
  `F_INSIDE [9:0]  \dut.u_way.mem[3] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[0] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[1] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[2] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[3] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[4] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[5] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[6] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[7] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[8] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[9] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[10] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[11] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[12] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[13] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[14] ;
  `F_INSIDE [1:0] \dut.u_data.g_whole.u_data.g_any.mem[15] ;
  wire [31:0] data = {
    \dut.u_data.g_whole.u_data.g_any.mem[15] , \dut.u_data.g_whole.u_data.g_any.mem[14] ,
    \dut.u_data.g_whole.u_data.g_any.mem[13] , \dut.u_data.g_whole.u_data.g_any.mem[12] ,
    \dut.u_data.g_whole.u_data.g_any.mem[11] , \dut.u_data.g_whole.u_data.g_any.mem[10] ,
    \dut.u_data.g_whole.u_data.g_any.mem[9] , \dut.u_data.g_whole.u_data.g_any.mem[8] ,
    \dut.u_data.g_whole.u_data.g_any.mem[7] , \dut.u_data.g_whole.u_data.g_any.mem[6] ,
    \dut.u_data.g_whole.u_data.g_any.mem[5] , \dut.u_data.g_whole.u_data.g_any.mem[4] ,
    \dut.u_data.g_whole.u_data.g_any.mem[3] , \dut.u_data.g_whole.u_data.g_any.mem[2] ,
    \dut.u_data.g_whole.u_data.g_any.mem[1] , \dut.u_data.g_whole.u_data.g_any.mem[0]  };
  wire [15:0] tags = {\dut.u_tags.u_tags.mem[1] , \dut.u_tags.u_tags.mem[0] };
  wire [39:0] ways = {\dut.u_way.mem[3] , \dut.u_way.mem[2] , \dut.u_way.mem[1] , \dut.u_way.mem[0] };
  function automatic [9:0] by_age(input [7:0] t, input set, order);
    by_age = order ? {t[7:4], set && t[7], t[3:0], set && t[3]} : {t[3:0], set && t[3], t[7:4], set && t[7]};
  endfunction
  function automatic [1:0] row(input [3:0] of_line, input [1:0] of_block);
    row = {{of_line, of_block, 1'b1} == watched, {of_line, of_block, 1'b0} == watched};
  endfunction
  function automatic [3:0] blocks(input [1:0] from, input [2:0] count);
    for (int b = 0; b < 4; b++) blocks[b] = {1'b0, 2'(b) - from} < count;
  endfunction
  wire       dem1 = owes != 2'd0 && !owed[0], dem2 = owes == 2'd2 && !owed[7];
  wire       ahd1 = owes != 2'd0 && owed[0],  ahd2 = owes == 2'd2 && owed[7];
  wire [2:0] dem_n = dem_asked - {2'd0, dem1} - {2'd0, dem2}, ahd_n = ahd_asked - {2'd0, ahd1} - {2'd0, ahd2};
  wire [1:0] dem_next = first + dem_n[1:0], ahd_next = ahd_n[1:0];
  reg  [1:0] p1, p2;                     // places of f1, f2
  always @(posedge clk) begin
    p1 <= \dut.place ;
    p2 <= p1;
  end
  wire [1:0] at1 = \dut.at_q [1:0] - 2'd1, at2 = \dut.at_q [1:0] - 2'd2;
  reg  [3:0] comes;                      // blocks of a place that have not come
  always @* if (!rst) begin
    if (begun == 2'd0) assert(\dut.u_tags.clear_q == 2'd0);
    if (begun == 2'd1) assert(\dut.u_tags.clear_q == 2'd1 && tags[7:0] == 8'd0 && !\dut.u_tags.u_order.mem[0] );
    if (begun >= 2'd2) assert(\dut.u_tags.clear_q == 2'd2);
  end
  always @* if (!rst) begin
    if (begun < 2'd2)
      assert({list0, list1} == 20'd0 && !dem && !ahd && !claim && !lk && !note);
    else begin
      assert(list0 == by_age(tags[7:0], 1'b0, \dut.u_tags.u_order.mem[0] ));
      assert(list1 == by_age(tags[15:8], 1'b1, \dut.u_tags.u_order.mem[1] ));
      if (list0[9] || list0[4]) assert(list0[8:5] != list0[3:0] || !list0[9]);
      if (list1[9] || list1[4]) assert(list1[8:5] != list1[3:0] || !list1[9]);
      for (int p = 0; p < 4; p++) begin
        comes = 4'd0;
        if (dem && \dut.demand_place_q == 2'(p)) comes = comes | ~dem_have;
        if (ahd && \dut.ahead_place_q == 2'(p))  comes = comes | ~ahd_have;
        for (int b = 0; b < 4; b++)
          if (tags[4*p + 3] && !comes[b])
            assert(data[8*p + 2*b +: 2] == row({tags[4*p +: 3], p[1]}, 2'(b)));
      end
    end
    assert(\dut.demand_q == dem && \dut.ahead_q == ahd && \dut.lk_q == lk && \dut.next_q == note);
    assert(\dut.demand_wait_q == kept && kept == (dem && dem_n == 3'd0));
    assert(\dut.claim_q == claim && !(claim && dem));
    if (claim || dem)
      assert(\dut.demand_line_q == {12'd0, dem_line} && \dut.demand_first_q == first &&
             \dut.demand_wait_for_q == {who[1], 4'd0, who[0]} && dem_line <= 4'd7);
    if (lk) assert(\dut.lk_line_q == {12'd0, lk_line} && \dut.lk_block_q == lk_block);
    if (lk) assert(\dut.lk_for_q == {lk_who[1], 4'd0, lk_who[0]} && lk_line <= 4'd7);
    if (note) assert(\dut.next_line_q == {12'd0, note_line} && note_line <= 4'd8);
    if (dem) begin
      assert(\dut.demand_have_q == dem_have && \dut.demand_left_q == 3'd4 - dem_asked && dem_asked <= 3'd4);
      assert(\dut.demand_block_q == first + dem_asked[1:0] && \dut.demand_travel_q == 6'd4 - {3'd0, dem_age});
      assert(dem_age != 3'd0 && dem_age <= 3'd4 && (dem_age == 3'd4 || dem_asked == 3'd0));
      assert(tags[4*\dut.demand_place_q +: 4] == {1'b1, dem_line[3:1]} && \dut.demand_place_q [1] == dem_line[0]);
      assert(dem_n < 3'd4 && dem_have == blocks(first, dem_n));
    end
    if (ahd) begin
      assert(\dut.ahead_line_q == {12'd0, ahd_line} && ahd_line <= 4'd8 && \dut.ahead_have_q == ahd_have);
      assert(\dut.ahead_left_q == 3'd4 - ahd_asked && ahd_asked <= 3'd4);
      assert(\dut.ahead_block_q == ahd_asked[1:0] && \dut.ahead_travel_q == 6'd4 - {3'd0, ahd_age});
      assert(ahd_age != 3'd0 && ahd_age <= 3'd4 && (ahd_age == 3'd4 || ahd_asked == 3'd0));
      assert(tags[4*\dut.ahead_place_q +: 4] == {1'b1, ahd_line[3:1]} && \dut.ahead_place_q [1] == ahd_line[0]);
      assert(ahd_n < 3'd4 && ahd_have == blocks(2'd0, ahd_n));
    end
    if (dem && ahd) assert(\dut.demand_place_q != \dut.ahead_place_q );
    assert(owes <= 2'd2 && (!nth || owes != 2'd0));
    if (dem1) assert(dem && owed[6:1] == {dem_line, dem_next});
    if (ahd1) assert(ahd && owed[6:1] == {ahd_line, ahd_next});
    if (dem2) assert(dem && owed[13:8] == {dem_line, dem_next + {1'b0, dem1}});
    if (ahd2) assert(ahd && owed[13:8] == {ahd_line, ahd_next + {1'b0, ahd1}});
    if (nth)
      assert(data[{id ? \dut.ahead_place_q : \dut.demand_place_q , id_block, 1'b0}] == ({owed[6:1], 1'b0} == watched));
    if (ahd_ask && dem_ask) assert(passed <= {1'b0, dem_asked[1:0]});
    // found, and not read
    assert(\dut.due_q == {f2[8], f1[8]});
    if (f1[8]) begin
      assert(ways[10*at1 +: 10] == {p1, f1[3:2], f1[1], 4'd0, f1[0]});
      assert(data[{p1, f1[3:2], 1'b0} +: 2] == row(f1[7:4], f1[3:2]));
      if (dem && \dut.demand_place_q == p1) assert(dem_have[f1[3:2]]);
      if (ahd && \dut.ahead_place_q == p1)  assert(ahd_have[f1[3:2]]);
    end
    if (f2[8]) begin
      assert(ways[10*at2 +: 10] == {p2, f2[3:2], f2[1], 4'd0, f2[0]});
      assert(data[{p2, f2[3:2], 1'b0} +: 2] == row(f2[7:4], f2[3:2]));
      if (dem && \dut.demand_place_q == p2) assert(dem_have[f2[3:2]] || dem_age == 3'd1);
      if (ahd && \dut.ahead_place_q == p2)  assert(ahd_have[f2[3:2]] || ahd_age == 3'd1);
    end
  end
endmodule
`default_nettype wire
