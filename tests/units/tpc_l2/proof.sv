// SPDX-License-Identifier: Apache-2.0
// tpc_l2 of two sets and two ways, blocks of four words, with three SMs that ask for anything, and a memory that takes
// lines and sends words, in order, when it likes. Each block granted comes whole, in time, at its port, with what
// memory holds; a line is in one way; a line that is missing is asked for when there is a place for it, not while it is
// there or under way; places are neither lost nor made. A constant that is there and offered waits for two blocks at
// most; an instruction block for five, unless a constant of its SM waits for memory. While one more line may be asked
// for and the memory takes it, an SM whose line is missing waits for two lines of others at most.
//
// A block takes 4 cycles and a line 16, the 16 and 64 of the unit: 1 more than whole rounds of three turns, as they are
// (L2-3). An SM wants its next constant 17 cycles behind the grant of one at the earliest, later than three blocks take
// (L2-2, CCACHE-4: 72). The first word of a line comes 4 cycles behind its question at the earliest: a block that is
// read may be of the line that was replaced (L2-6, LPORT-2: more than the 16 cycles of a block). Of a word one bit:
// whether it is the watched word.
// Rules (docs/units): ICACHE-1, L2-3 to L2-6.
//
//! proves L2 of a TPC: a granted block comes whole, with what memory holds; each line asked for once; none is passed
//! proves for long
//! by step:40:1
//! set L2_WAYS=2 L2_BYTES=1024
//! in tpc_l2.sv
//! - TAG(TAG)
//! + TAG(2)
//! - 4'd15
//! + 4'd3
//! - 6'd63)
//! + 4'd15)
//! - 6'd63;
//! + 6'd15;
//! - [5:0]               words_q;
//! + [3:0]               words_q;
//! - words_q[5:4]
//! + words_q[3:2]
//! - words_q[3:0]}
//! + words_q[1:0]}
//! - out_word_q})
//! + out_word_q[1:0]})
//! - DEPTH(64
//! + DEPTH(16
//! - WIDTH(32),
//! + WIDTH(1),
//! - EN_BITS(32)
//! + EN_BITS(1)
`include "formal.svh"
`default_nettype none

module proof (
  input wire        clk, take, come,
  input wire [2:0]  c_go, i_go, i_id,
  input wire [14:0] c_at, i_at           // {line, block} of each port
);
  `F_RESET
  (* anyconst *) wire [6:0] watched;     // {line, block, word}

  reg  [1:0]  begun;                     // two cycles clear the tags
  always @(posedge clk) begun <= rst ? 2'd0 : begun == 2'd3 ? 2'd3 : begun + 2'd1;
  wire        on = begun >= 2'd2 && !rst;
  reg  [14:0] rest;                      // cycles until an SM may want constants again
  wire [2:0]  may_c   = {rest[14:10] == 5'd0, rest[9:5] == 5'd0, rest[4:0] == 5'd0};
  wire [2:0]  c_valid = c_go & may_c & {3{on}}, i_valid = i_go & {3{on}};
  wire [2:0]  c_ready, i_ready, c_rsp, i_rsp;
  wire [1:0]  rsp_block;
  wire        rsp_id, l3_req_valid;
  wire [3:0]  rsp_word;
  wire [31:0] rsp_data;
  wire [24:6] l3_req_addr;

  // --- memory: lines {line, block} that were asked for, the oldest in the low bits --------------------------------
  reg  [19:0] q;
  reg  [2:0]  n;
  reg  [3:0]  nth, gap;
  wire        word_in = come && n != 3'd0 && !(n == 3'd1 && gap > 4'd12) && !rst;
  wire        last    = word_in && nth == 4'd15;
  wire        ask     = l3_req_valid && take;
  wire [2:0]  left    = n - {2'd0, last};
  wire [1:0]  block_in = q[1:0] + nth[3:2];
  (* keep *) tpc_l2 #(.PORTS(3)) dut (
    .clk, .rst, .c_req_valid(c_valid), .c_req_ready(c_ready), .i_req_valid(i_valid), .i_req_id(i_id),
    .c_req_addr({14'd0, c_at[14:10], 14'd0, c_at[9:5], 14'd0, c_at[4:0]}),
    .i_req_addr({14'd0, i_at[14:10], 14'd0, i_at[9:5], 14'd0, i_at[4:0]}), .i_req_ready(i_ready),
    .c_rsp_valid(c_rsp), .i_rsp_valid(i_rsp), .i_rsp_id(rsp_id), .i_rsp_block(rsp_block), .rsp_word, .rsp_data,
    .l3_req_valid, .l3_req_addr, .l3_req_ready(take), .l3_rsp_valid(word_in),
    .l3_rsp_data({31'd0, {q[4:2], block_in, nth[1:0]} == watched}));

  // --- reference: whose turn, what it offers; of each set the line used last and the one before, {there, line} -----
  reg  [1:0]  p;
  reg  [2:0]  vain;
  wire        is_c  = c_valid[p] && !(i_valid[p] && vain[p]);
  wire        offer = c_valid[p] || i_valid[p];
  wire [4:0]  a     = is_c ? c_at[5*p +: 5] : i_at[5*p +: 5];
  reg  [7:0]  list0, list1;
  wire [7:0]  l     = a[2] ? list1 : list0;
  wire        young = l[3:0] == {1'b1, a[4:2]}, old = l[7:4] == {1'b1, a[4:2]}, in = young || old;
  reg         under, blocked;            // on its way; the oldest place is of one that is
  always @* begin
    {under, blocked} = 2'b00;
    for (int k = 0; k < 4; k++)
      if (n > 3'(k)) begin
        if (q[5*k+2 +: 3] == a[4:2]) under = 1'b1;
        if (l[7:4] == {1'b1, q[5*k+2 +: 3]}) blocked = 1'b1;
      end
  end
  wire        first = n != 3'd0 && q[4:2] == a[4:2];              // it comes just now
  wire [1:0]  ahead = a[1:0] - q[1:0];
  wire        there = offer && in && (!under || (first && ahead < nth[3:2]));
  reg  [2:0]  busy;                      // words left to read
  wire        grant   = there && busy <= 3'd1;
  wire        missing = offer && !in && !blocked;
  wire        wants   = missing && n != 3'd4 && gap == 4'd0;
  wire        use_it  = offer && (in || (wants && take));
  wire [7:0]  l_next  = young ? l : {l[3:0], 1'b1, a[4:2]};
  // the block that goes out {at, id, port, constant}, its word; behind it what must be there
  reg  [8:0]  out;
  reg         here;
  reg  [10:0] now;
  // blocks that passed a request that is there, lines that passed one that is missing; 1 more
  function automatic [2:0] more(input [2:0] count, input one);
    more = one && count != 3'd7 ? count + 3'd1 : count;
  endfunction
  reg         mine;
  reg  [8:0]  c_passed, i_passed, a_passed;
  always @(posedge clk)
    if (rst) begin
      vain <= 3'd0;
      {p, gap, list0, list1, n, nth, busy, here, rest, c_passed, i_passed, a_passed} <= '0;
    end else begin
      p <= p == 2'd2 ? 2'd0 : p + 2'd1;
      if (offer) vain[p] <= is_c && !there;
      gap <= ask ? 4'd15 : gap == 4'd0 ? 4'd0 : gap - 4'd1;
      if (use_it && !a[2]) list0 <= l_next;
      if (use_it && a[2])  list1 <= l_next;
      if (last) q[14:0] <= q[19:5];
      if (ask) q[5*left[1:0] +: 5] <= a;
      n <= left + {2'd0, ask};
      if (word_in) nth <= nth + 4'd1;
      busy <= grant ? 3'd4 : busy == 3'd0 ? 3'd0 : busy - 3'd1;
      if (grant) out <= {a, i_id[p], p, is_c};
      here <= busy != 3'd0;
      now  <= {2'd0 - busy[1:0], out};
      for (int k = 0; k < 3; k++) begin
        rest[5*k +: 5] <= c_ready[k] ? 5'd16 : rest[5*k +: 5] == 5'd0 ? 5'd0 : rest[5*k +: 5] - 5'd1;
        // from an offer in vain on, while it is wanted
        mine = p == 2'(k);
        if (!c_valid[k] || c_ready[k] || (offer && mine && is_c && !there)) c_passed[3*k +: 3] <= 3'd0;
        else if (c_passed[3*k +: 3] != 3'd0) c_passed[3*k +: 3] <= more(c_passed[3*k +: 3], grant);
        else if (offer && mine && is_c)      c_passed[3*k +: 3] <= 3'd1;
        if (!i_valid[k] || i_ready[k] || (offer && mine && !there)) i_passed[3*k +: 3] <= 3'd0;
        else if (i_passed[3*k +: 3] != 3'd0) i_passed[3*k +: 3] <= more(i_passed[3*k +: 3], grant);
        else if (offer && mine && !is_c)     i_passed[3*k +: 3] <= 3'd1;
        if (!take || n == 3'd4 || (mine && (!missing || ask))) a_passed[3*k +: 3] <= 3'd0;
        else if (a_passed[3*k +: 3] != 3'd0) a_passed[3*k +: 3] <= more(a_passed[3*k +: 3], ask);
        else if (mine)                       a_passed[3*k +: 3] <= 3'd1;
      end
    end

  // rows of the memory that are read and written in one cycle (COLLIDE 0)
  `F_INSIDE       \dut.u_data.rd_en ;
  `F_INSIDE       \dut.u_data.wr_en ;
  `F_INSIDE [5:0] \dut.u_data.rd_addr ;
  `F_INSIDE [5:0] \dut.u_data.wr_addr ;
  always @* if (!rst) begin
    for (int k = 0; k < 3; k++) begin
      assert(c_ready[k] == (grant && is_c && p == 2'(k)) && i_ready[k] == (grant && !is_c && p == 2'(k)));
      assert(c_rsp[k] == (here && now[0] && now[2:1] == 2'(k)) && i_rsp[k] == (here && !now[0] && now[2:1] == 2'(k)));
      assert(c_passed[3*k +: 3] <= 3'd3 && i_passed[3*k +: 3] <= 3'd6 && a_passed[3*k +: 3] <= 3'd3);
    end
    assert(l3_req_valid == wants);
    if (wants) assert(l3_req_addr == {14'd0, a} && !under);
    if (here) begin
      assert(rsp_word == {2'd0, now[10:9]} && rsp_data[0] == ({now[8:4], now[10:9]} == watched));
      if (!now[0]) assert(rsp_id == now[3] && rsp_block == now[5:4]);
    end
    if (\dut.u_data.rd_en && \dut.u_data.wr_en ) assert(\dut.u_data.rd_addr != \dut.u_data.wr_addr );
  end

  // --- how far it is: what makes this an induction ---------------------------------------------------------------
  `F_INSIDE [1:0]  \dut.turn_q ;
  `F_INSIDE [2:0]  \dut.vain_q ;
  `F_INSIDE [3:0]  \dut.fill_q ;
  `F_INSIDE [7:0]  \dut.fill_line_q ;
  `F_INSIDE [7:0]  \dut.fill_first_q ;
  `F_INSIDE [1:0]  \dut.new_q ;
  `F_INSIDE [1:0]  \dut.old_q ;
  `F_INSIDE [3:0]  \dut.words_q ;
  `F_INSIDE [5:0]  \dut.gap_q ;
  `F_INSIDE        \dut.out_q ;
  `F_INSIDE        \dut.out_c_q ;
  `F_INSIDE        \dut.out_id_q ;
  `F_INSIDE [1:0]  \dut.out_line_q ;
  `F_INSIDE [1:0]  \dut.out_block_q ;
  `F_INSIDE [1:0]  \dut.out_port_q ;
  `F_INSIDE [3:0]  \dut.out_word_q ;
  `F_INSIDE [1:0]  \dut.u_tags.clear_q ;
  `F_INSIDE [5:0]  \dut.u_tags.u_tags.mem[0] ;
  `F_INSIDE [5:0]  \dut.u_tags.u_tags.mem[1] ;
  `F_INSIDE        \dut.u_tags.u_order.mem[0] ;
  `F_INSIDE        \dut.u_tags.u_order.mem[1] ;
  `F_INSIDE \dut.u_data.g_any.mem[0] ; `F_INSIDE \dut.u_data.g_any.mem[1] ; `F_INSIDE \dut.u_data.g_any.mem[2] ;
  `F_INSIDE \dut.u_data.g_any.mem[3] ; `F_INSIDE \dut.u_data.g_any.mem[4] ; `F_INSIDE \dut.u_data.g_any.mem[5] ;
  `F_INSIDE \dut.u_data.g_any.mem[6] ; `F_INSIDE \dut.u_data.g_any.mem[7] ; `F_INSIDE \dut.u_data.g_any.mem[8] ;
  `F_INSIDE \dut.u_data.g_any.mem[9] ; `F_INSIDE \dut.u_data.g_any.mem[10] ; `F_INSIDE \dut.u_data.g_any.mem[11] ;
  `F_INSIDE \dut.u_data.g_any.mem[12] ; `F_INSIDE \dut.u_data.g_any.mem[13] ; `F_INSIDE \dut.u_data.g_any.mem[14] ;
  `F_INSIDE \dut.u_data.g_any.mem[15] ; `F_INSIDE \dut.u_data.g_any.mem[16] ; `F_INSIDE \dut.u_data.g_any.mem[17] ;
  `F_INSIDE \dut.u_data.g_any.mem[18] ; `F_INSIDE \dut.u_data.g_any.mem[19] ; `F_INSIDE \dut.u_data.g_any.mem[20] ;
  `F_INSIDE \dut.u_data.g_any.mem[21] ; `F_INSIDE \dut.u_data.g_any.mem[22] ; `F_INSIDE \dut.u_data.g_any.mem[23] ;
  `F_INSIDE \dut.u_data.g_any.mem[24] ; `F_INSIDE \dut.u_data.g_any.mem[25] ; `F_INSIDE \dut.u_data.g_any.mem[26] ;
  `F_INSIDE \dut.u_data.g_any.mem[27] ; `F_INSIDE \dut.u_data.g_any.mem[28] ; `F_INSIDE \dut.u_data.g_any.mem[29] ;
  `F_INSIDE \dut.u_data.g_any.mem[30] ; `F_INSIDE \dut.u_data.g_any.mem[31] ; `F_INSIDE \dut.u_data.g_any.mem[32] ;
  `F_INSIDE \dut.u_data.g_any.mem[33] ; `F_INSIDE \dut.u_data.g_any.mem[34] ; `F_INSIDE \dut.u_data.g_any.mem[35] ;
  `F_INSIDE \dut.u_data.g_any.mem[36] ; `F_INSIDE \dut.u_data.g_any.mem[37] ; `F_INSIDE \dut.u_data.g_any.mem[38] ;
  `F_INSIDE \dut.u_data.g_any.mem[39] ; `F_INSIDE \dut.u_data.g_any.mem[40] ; `F_INSIDE \dut.u_data.g_any.mem[41] ;
  `F_INSIDE \dut.u_data.g_any.mem[42] ; `F_INSIDE \dut.u_data.g_any.mem[43] ; `F_INSIDE \dut.u_data.g_any.mem[44] ;
  `F_INSIDE \dut.u_data.g_any.mem[45] ; `F_INSIDE \dut.u_data.g_any.mem[46] ; `F_INSIDE \dut.u_data.g_any.mem[47] ;
  `F_INSIDE \dut.u_data.g_any.mem[48] ; `F_INSIDE \dut.u_data.g_any.mem[49] ; `F_INSIDE \dut.u_data.g_any.mem[50] ;
  `F_INSIDE \dut.u_data.g_any.mem[51] ; `F_INSIDE \dut.u_data.g_any.mem[52] ; `F_INSIDE \dut.u_data.g_any.mem[53] ;
  `F_INSIDE \dut.u_data.g_any.mem[54] ; `F_INSIDE \dut.u_data.g_any.mem[55] ; `F_INSIDE \dut.u_data.g_any.mem[56] ;
  `F_INSIDE \dut.u_data.g_any.mem[57] ; `F_INSIDE \dut.u_data.g_any.mem[58] ; `F_INSIDE \dut.u_data.g_any.mem[59] ;
  `F_INSIDE \dut.u_data.g_any.mem[60] ; `F_INSIDE \dut.u_data.g_any.mem[61] ; `F_INSIDE \dut.u_data.g_any.mem[62] ;
  `F_INSIDE \dut.u_data.g_any.mem[63] ;
  wire [63:0] data = {
    \dut.u_data.g_any.mem[63] , \dut.u_data.g_any.mem[62] , \dut.u_data.g_any.mem[61] , \dut.u_data.g_any.mem[60] ,
    \dut.u_data.g_any.mem[59] , \dut.u_data.g_any.mem[58] , \dut.u_data.g_any.mem[57] , \dut.u_data.g_any.mem[56] ,
    \dut.u_data.g_any.mem[55] , \dut.u_data.g_any.mem[54] , \dut.u_data.g_any.mem[53] , \dut.u_data.g_any.mem[52] ,
    \dut.u_data.g_any.mem[51] , \dut.u_data.g_any.mem[50] , \dut.u_data.g_any.mem[49] , \dut.u_data.g_any.mem[48] ,
    \dut.u_data.g_any.mem[47] , \dut.u_data.g_any.mem[46] , \dut.u_data.g_any.mem[45] , \dut.u_data.g_any.mem[44] ,
    \dut.u_data.g_any.mem[43] , \dut.u_data.g_any.mem[42] , \dut.u_data.g_any.mem[41] , \dut.u_data.g_any.mem[40] ,
    \dut.u_data.g_any.mem[39] , \dut.u_data.g_any.mem[38] , \dut.u_data.g_any.mem[37] , \dut.u_data.g_any.mem[36] ,
    \dut.u_data.g_any.mem[35] , \dut.u_data.g_any.mem[34] , \dut.u_data.g_any.mem[33] , \dut.u_data.g_any.mem[32] ,
    \dut.u_data.g_any.mem[31] , \dut.u_data.g_any.mem[30] , \dut.u_data.g_any.mem[29] , \dut.u_data.g_any.mem[28] ,
    \dut.u_data.g_any.mem[27] , \dut.u_data.g_any.mem[26] , \dut.u_data.g_any.mem[25] , \dut.u_data.g_any.mem[24] ,
    \dut.u_data.g_any.mem[23] , \dut.u_data.g_any.mem[22] , \dut.u_data.g_any.mem[21] , \dut.u_data.g_any.mem[20] ,
    \dut.u_data.g_any.mem[19] , \dut.u_data.g_any.mem[18] , \dut.u_data.g_any.mem[17] , \dut.u_data.g_any.mem[16] ,
    \dut.u_data.g_any.mem[15] , \dut.u_data.g_any.mem[14] , \dut.u_data.g_any.mem[13] , \dut.u_data.g_any.mem[12] ,
    \dut.u_data.g_any.mem[11] , \dut.u_data.g_any.mem[10] , \dut.u_data.g_any.mem[9] , \dut.u_data.g_any.mem[8] ,
    \dut.u_data.g_any.mem[7] , \dut.u_data.g_any.mem[6] , \dut.u_data.g_any.mem[5] , \dut.u_data.g_any.mem[4] ,
    \dut.u_data.g_any.mem[3] , \dut.u_data.g_any.mem[2] , \dut.u_data.g_any.mem[1] , \dut.u_data.g_any.mem[0]  };
  wire [11:0] tags = {\dut.u_tags.u_tags.mem[1] , \dut.u_tags.u_tags.mem[0] };
  function automatic [7:0] by_age(input [5:0] t, input set, order);
    by_age = order ? {t[5:3], set && t[5], t[2:0], set && t[2]} : {t[2:0], set && t[2], t[5:3], set && t[5]};
  endfunction
  function automatic [1:0] mod3(input [4:0] x);
    mod3 = 2'(x % 5'd3);
  endfunction
  // turns between that in which the way back or that to memory is free again, and that of an SM
  wire [1:0] hold   = busy > 3'd1 ? 2'(busy - 3'd1) : 2'd0;
  wire [1:0] free_b = mod3({3'd0, p} + {3'd0, hold}), free_a = mod3({3'd0, p} + {1'b0, gap});
  reg  [1:0] to_b, to_a, at, place;
  reg  [3:0] come_at;
  reg        comes;
  always @* if (!rst) begin
    if (begun == 2'd0) assert(\dut.u_tags.clear_q == 2'd0);
    if (begun == 2'd1) assert(\dut.u_tags.clear_q == 2'd1 && tags[5:0] == 6'd0 && !\dut.u_tags.u_order.mem[0] );
    if (begun >= 2'd2) assert(\dut.u_tags.clear_q == 2'd2);
    assert(p <= 2'd2 && \dut.turn_q == p && \dut.vain_q == vain && \dut.gap_q == {2'd0, gap});
    assert(n <= 3'd4 && (nth == 4'd0 || n != 3'd0) && \dut.words_q == nth && \dut.new_q == \dut.old_q + n[1:0]);
    if (begun < 2'd2) assert({list0, list1} == 16'd0 && n == 3'd0 && busy == 3'd0);
    else begin
      assert(list0 == by_age(tags[5:0], 1'b0, \dut.u_tags.u_order.mem[0] ));
      assert(list1 == by_age(tags[11:6], 1'b1, \dut.u_tags.u_order.mem[1] ));
      assert(!list0[7] || list0[6:4] != list0[2:0]);
      assert(!list1[7] || list1[6:4] != list1[2:0]);
    end
    for (int k = 0; k < 4; k++) begin
      at = \dut.old_q + 2'(k);
      assert(\dut.fill_q [at] == (n > 3'(k)));
      if (n > 3'(k)) begin
        place = \dut.fill_line_q [2*at +: 2];
        assert(\dut.fill_first_q [2*at +: 2] == q[5*k +: 2] && place[1] == q[5*k+2]);
        assert(tags[3*place +: 3] == {1'b1, q[5*k+3 +: 2]});
        for (int j = 0; j < k; j++) assert(q[5*j+2 +: 3] != q[5*k+2 +: 3]);
      end
    end
    if (n == 3'd1 && nth != 4'd0) assert(gap <= 4'd12);
    // what has come
    if (begun >= 2'd2)
      for (int r = 0; r < 64; r++)
        if (tags[3*(r/16) + 2]) begin
          comes   = 1'b0;
          come_at = {2'(r/4) - q[1:0], 2'(r)};
          for (int k = 0; k < 4; k++)
            if (n > 3'(k) && q[5*k+2 +: 3] == {tags[3*(r/16) +: 2], 1'(r/32)} && (k != 0 || come_at >= nth))
              comes = 1'b1;
          if (!comes) assert(data[r] == ({tags[3*(r/16) +: 2], 1'(r/32), 4'(r)} == watched));
        end
    // what is read: of a line that was replaced, too, whose words come later
    assert(busy <= 3'd4 && \dut.out_q == (busy != 3'd0));
    if (busy != 3'd0) begin
      assert(\dut.out_word_q == 4'd4 - {1'b0, busy} && \dut.out_block_q == out[5:4] && \dut.out_id_q == out[3]);
      assert(\dut.out_port_q == out[2:1] && out[2:1] <= 2'd2 && \dut.out_c_q == out[0]);
      for (int w = 0; w < 4; w++)
        if (3'(w) + busy >= 3'd4) assert(data[{\dut.out_line_q , out[5:4], 2'(w)}] == ({out[8:4], 2'(w)} == watched));
      for (int k = 0; k < 4; k++) begin
        at = \dut.old_q + 2'(k);
        if (n > 3'(k) && \dut.fill_line_q [2*at +: 2] == \dut.out_line_q )
          assert((k == 0 && out[5:4] - q[1:0] < nth[3:2]) || (n == 3'(k + 1) && {1'b0, gap} >= 5'd12 + {2'd0, busy}));
      end
    end
    if (here) assert(now[2:1] <= 2'd2);
    // who waits
    for (int k = 0; k < 3; k++) begin
      to_b = mod3(5'(k) + 5'd3 - {3'd0, free_b});
      to_a = mod3(5'(k) + 5'd3 - {3'd0, free_a});
      if (c_passed[3*k +: 3] != 3'd0) assert(!vain[k] && c_passed[3*k +: 3] <= 3'd3 - {1'b0, to_b});
      if (i_passed[3*k +: 3] > 3'd3 - {1'b0, to_b})
        assert(i_passed[3*k +: 3] <= 3'd6 - {1'b0, to_b} && rest[5*k +: 5] >= {3'd0, hold} + {1'b0, to_b, 2'd0} + 5'd1);
      if (a_passed[3*k +: 3] != 3'd0) assert(a_passed[3*k +: 3] <= 3'd3 - {1'b0, to_a});
      assert(rest[5*k +: 5] <= 5'd16);
    end
  end
endmodule
`default_nettype wire
