// SPDX-License-Identifier: Apache-2.0
// A whole partition, with any requests on eight sectors of four lines of one set, and a memory controller that takes
// what it likes and answers reads in any order. Of one sector, the watched one, the memory keeps a version, one more
// with each write; one request is watched, whichever. It is answered once, at its source, and if it is for that sector,
// with the sector as the requests transferred before it left it; an answer stays until it is taken. What is transferred
// is under way until it is answered or written, and nothing else is (`idle`).
//
// None starves. A step counts if the crossbar takes an answer and the controller takes a request and, if it owes some
// sector, gives one. The head of the queue waits for 25 such steps at most, a request whose sector has come for 49, a
// hit for one: in each, less is left of what goes before it, and never more. A read waits for one step to be taken.
//
// Small: four places, two misses, two atomics, two ways, a queue of two, the ways there and back of no stages (proof
// xbar_link); the word that an atomic changes is word 0 (proof part_atoms). Rules (docs/units): PART-1 to PART-13.
//
//! proves partition: each request once, at its source, with the sector as those before it left it; none lost or made,
//! proves none starves
//! by step:14:1
//! set PARTITION_STAGES=0 PARTITION_BACK_STAGES=0 PARTITION_QUEUE=2 PARTITION_ATOMS=2 TL2_WAYS=2 TL2_MISSES=2
//! in part_answers.sv
//! - [5:0]
//! + [1:0]
//! - [63:0]
//! + [3:0]
//! - (64)
//! + (4)
//! - (6)
//! + (2)
//! - 6'd1
//! + 2'd1
//! - (256)
//! + (3)
//! -   assign room
//! + assign fill_data[255:3]='0;  assign room
//! in tex_l2.sv
//! - SETS   = 16
//! + SETS=2
//! - DW     = 256
//! + DW=3
//! - SW     = 22
//! + SW=6
//! - PW     = 6
//! + PW=2
//! in partition.sv
//! - [5:0]     place
//! + [1:0]place
//! - store, place
//! + store,4'd0,place
//! -   tex_l2
//! + assign hit_data[255:3]='0;  tex_l2
`include "formal.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`include "mem_types.svh"
`include "dp_types.svh"
`default_nettype none

module mem_atomic (input wire clk, input wire [3:0] aop, input wire [2:0] mtype, input wire [63:0] old, operand, other,
                   output wire [63:0] result);
  assign result = {62'd0, old[1:0] + operand[1:0]};
endmodule

// Of the watched sector a version is kept; it has bit 2, others read as 0.
module dram_ctrl (
  input  wire clk, rst, step, mstep, req_valid,
  output wire req_ready,
  input  wire dram_req_t req,
  output wire rsp_valid,
  output wire dram_rsp_t rsp,
  output wire dram_cmd_t cmd,
  output wire dq_drive,
  output wire [15:0] dq_mask,
  output wire [127:0] dq_out,
  input  wire [127:0] dq_in,
  output wire idle
);
  (* anyseq *) wire       take, come;
  (* anyseq *) wire [1:0] at;
  reg  [1:0]  memory;
  reg  [3:0]  on;
  reg  [11:0] data;
  wire        go    = step && req_valid && take;
  wire        mine  = {req.sector[5:4], req.sector[0]} == 3'd3;
  wire        wrote = go && req.write;
  wire        goes_on = take && (on == 4'd0 || rsp_valid);
  assign {req_ready, rsp_valid, idle} = {take, come && on[at], on == 4'd0};
  assign rsp = {4'd0, at, 253'd0, data[3*at +: 3]};
  assign {cmd, dq_drive, dq_mask, dq_out} = '0;
  always @(posedge clk)
    if (rst) begin
      on <= 4'd0;
      memory <= 2'd0;
    end else if (step) begin
      if (rsp_valid) on[at] <= 1'b0;
      if (go && !req.write) begin
        on[req.id[1:0]] <= 1'b1;
        data[3*req.id[1:0] +: 3] <= mine ? {1'b1, memory} : 3'd0;
      end
      if (wrote && mine && req.mask[0]) memory <= req.data[1:0];
    end
endmodule

module proof (
  input wire       clk, step, want, ready, tex, masked, pick, src, forget,
  input wire [1:0] kind,
  input wire [2:0] sector
);
  `F_RESET
  `F_INSIDE       \dut.u_dram.wrote ;
  `F_INSIDE       \dut.u_dram.goes_on ;
  wire         fair = step && ready && \dut.u_dram.goes_on ;
  reg          there;                    // the watched request is under way
  reg  [4:0]   n;                        // answers and writes to come
  wire         idle, req_ready, rsp_valid;
  wire         req_valid = want && !rst;
  wire         answered  = !kind[0];
  wire         take      = step && req_valid && req_ready;
  wire         mine      = take && pick && answered && !there;
  gpu_req_t    req;
  gpu_rsp_t    rsp;
  always @* begin
    req       = '0;
    req.src   = {3'd0, src};
    req.id    = {7'd0, mine};
    req.kind  = {1'b0, kind};
    req.space = tex ? `SPACE_T : `SPACE_G;
    req.mtype = `MT_B32;
    req.addr  = {18'd0, sector[2:1], 6'd0, sector[0], 5'd0};
    req.mask  = {31'd0, masked};
    req.data  = {254'd0, kind[1] ? 2'd1 : memory + 2'd1};
  end
  wire        inv = forget && idle && !req_valid && !rst;
  (* keep *) partition dut (
    .clk, .rst, .step, .mstep(1'b0), .inv, .number(3'd5), .req_valid, .req_ready, .req, .rsp_valid,
    .rsp_ready(ready), .rsp, .cmd(), .dq_drive(), .dq_mask(), .dq_out(), .dq_in(128'd0), .idle);

  // --- what memory holds, as requests are transferred ----------------------------------------------------------
  reg  [1:0]  memory, expect;
  reg         known, to;
  wire        on_it = sector == 3'd3;
  wire        leave = step && rsp_valid && ready;
  always @(posedge clk)
    if (rst) {memory, there, n} <= '0;
    else begin
      n <= n + (!take ? 5'd0 : kind == `MEM_ATOM ? 5'd2 : 5'd1) - {4'd0, leave} - {4'd0, \dut.u_dram.wrote };
      if (take && on_it && (kind == `MEM_STORE ? masked : kind[1])) memory <= memory + 2'd1;
      if (leave && rsp.id[0]) there <= 1'b0;
      if (mine) begin
        there  <= 1'b1;
        {known, expect, to} <= {on_it, memory, src};
      end
    end

  reg held;
  reg [269:0] was;
  always @(posedge clk) begin
    held <= !rst && rsp_valid && !(step && ready);
    was  <= {rsp.dst, rsp.src, rsp.id, rsp.data[2:0]};
  end
  `F_INSIDE       \dut.u_l2.u_data.rd_en ;
  `F_INSIDE       \dut.u_l2.u_data.wr_en ;
  `F_INSIDE [4:0] \dut.u_l2.u_data.rd_addr ;
  `F_INSIDE [4:0] \dut.u_l2.u_data.wr_addr ;
  always @* if (!rst) begin
    if (rsp_valid) begin
      assert(rsp.src == 4'd5 && rsp.id[7:1] == 7'd0);
      if (rsp.id[0]) begin
        assert(there && rsp.dst == {3'd0, to});
        if (known) assert(rsp.data[2:0] == {1'b1, expect});
      end
    end
    assert(idle == (n == 5'd0));
    if (held) assert(rsp_valid && was == {rsp.dst, rsp.src, rsp.id, rsp.data[2:0]});
    if (\dut.u_l2.u_data.rd_en && \dut.u_l2.u_data.wr_en )
      assert(\dut.u_l2.u_data.rd_addr != \dut.u_l2.u_data.wr_addr );
  end

  // --- what is where: what makes this an induction ---------------------------------------------------------------
  // requests that wait for a sector: of a place the sector; it waits behind another one for the sector of place `root`;
  // which has had its turn. Of a miss, of an atomic: its place.
  `F_INSIDE         \dut.u_answers.take_valid ;
  `F_INSIDE         \dut.u_answers.pop ;
  `F_INSIDE         \dut.u_answers.chain ;
  `F_INSIDE [1:0]   \dut.u_answers.head ;
  `F_INSIDE [1:0]   \dut.u_answers.next ;
  `F_INSIDE [1:0]   \dut.u_answers.place ;
  `F_INSIDE         \dut.u_l2.miss ;
  `F_INSIDE         \dut.joins ;
  `F_INSIDE [1:0]   \dut.join_after ;
  `F_INSIDE         \dut.miss_index ;
  `F_INSIDE         \dut.atom_index ;
  `F_INSIDE         \dut.u_atoms.put_valid ;
  `F_INSIDE [21:0]  \dut.sector ;
  reg  [11:0] sect;
  reg  [7:0]  root;
  reg  [3:0]  join_q, run;
  reg  [3:0]  miss_at, atom_at;
  wire [1:0]  new_at = \dut.u_answers.place ;
  wire [1:0]  of     = root[2*\dut.join_after +: 2];
  always @(posedge clk)
    if (rst) {join_q, run} <= 8'd0;
    else if (step) begin
      for (int i = 0; i < 4; i++)
        if (\dut.u_answers.pop && join_q[i] && !run[i] && root[2*i +: 2] == \dut.u_answers.head ) run[i] <= 1'b1;
      if (\dut.u_answers.chain ) begin
        join_q[\dut.u_answers.next ] <= 1'b0;
        run[\dut.u_answers.next ]    <= 1'b0;
      end
      if (\dut.u_answers.take_valid ) begin
        sect[3*new_at +: 3] <= {\dut.sector [5:4], \dut.sector [0]};
        join_q[new_at]      <= \dut.joins ;
        run[new_at]         <= \dut.joins && \dut.u_answers.pop && of == \dut.u_answers.head ;
        root[2*new_at +: 2] <= \dut.joins ? of : new_at;
      end
      if (\dut.u_l2.miss ) miss_at[2*\dut.miss_index +: 2] <= new_at;
      if (\dut.u_atoms.put_valid ) atom_at[2*\dut.atom_index +: 2] <= new_at;
    end

  `F_INSIDE         \dut.go ;
  `F_INSIDE         \dut.h_go ;
  `F_INSIDE         \dut.hit_turn_q ;
  `F_INSIDE [1:0]   \dut.u_in.count_q ;
  `F_INSIDE         \dut.u_in.head_q ;
  `F_INSIDE         \dut.u_in.tail_q ;
  `F_INSIDE [347:0] \dut.u_in.u_mem.mem[0] ;
  `F_INSIDE [347:0] \dut.u_in.u_mem.mem[1] ;
  `F_INSIDE         \dut.d_valid_q ;
  `F_INSIDE [316:0] \dut.d_q ;
  `F_INSIDE [1:0]   \dut.u_dram.memory ;
  `F_INSIDE [3:0]   \dut.u_dram.on ;
  `F_INSIDE [11:0]  \dut.u_dram.data ;
  `F_INSIDE [3:0]   \dut.u_answers.busy_q ;
  `F_INSIDE [3:0]   \dut.u_answers.chained_q ;
  `F_INSIDE         \dut.cur_valid ;
  `F_INSIDE [1:0]   \dut.u_answers.cur_q ;
  `F_INSIDE [1:0]   \dut.cur_kind ;
  `F_INSIDE [3:0]   \dut.cur_src ;
  `F_INSIDE [7:0]   \dut.cur_id ;
  `F_INSIDE         \dut.cur_index ;
  `F_INSIDE [255:0] \dut.cur_data ;
  `F_INSIDE [2:0]   \dut.u_answers.u_came.count_q ;
  `F_INSIDE [1:0]   \dut.u_answers.u_came.head_q ;
  `F_INSIDE [1:0]   \dut.u_answers.u_came.tail_q ;
  `F_INSIDE [1:0]   \dut.u_answers.u_came.u_mem.mem[0] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_came.u_mem.mem[1] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_came.u_mem.mem[2] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_came.u_mem.mem[3] ;
  `F_INSIDE [2:0]   \dut.u_answers.u_data.mem[0] ;
  `F_INSIDE [2:0]   \dut.u_answers.u_data.mem[1] ;
  `F_INSIDE [2:0]   \dut.u_answers.u_data.mem[2] ;
  `F_INSIDE [2:0]   \dut.u_answers.u_data.mem[3] ;
  `F_INSIDE [14:0]  \dut.u_answers.u_records.mem[0] ;
  `F_INSIDE [14:0]  \dut.u_answers.u_records.mem[1] ;
  `F_INSIDE [14:0]  \dut.u_answers.u_records.mem[2] ;
  `F_INSIDE [14:0]  \dut.u_answers.u_records.mem[3] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_next.mem[0] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_next.mem[1] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_next.mem[2] ;
  `F_INSIDE [1:0]   \dut.u_answers.u_next.mem[3] ;
  `F_INSIDE [1:0]   \dut.u_l2.clear_q ;
  `F_INSIDE [1:0]   \dut.u_l2.u_tags.clear_q ;
  `F_INSIDE [5:0]   \dut.u_l2.u_tags.u_tags.mem[0] ;
  `F_INSIDE [31:0]  \dut.u_l2.there_q ;
  `F_INSIDE [1:0]   \dut.u_l2.used_q ;
  `F_INSIDE [1:0]   \dut.u_l2.live_q ;
  `F_INSIDE [11:0]  \dut.u_l2.sector_q ;
  `F_INSIDE [1:0]   \dut.u_l2.way_q ;
  `F_INSIDE [3:0]   \dut.u_l2.last_q ;
  `F_INSIDE [2:0]   \dut.u_l2.rd_data ;
  `F_INSIDE [2:0]   \dut.u_l2.u_data.g_any.mem[1] ;
  `F_INSIDE [2:0]   \dut.u_l2.u_data.g_any.mem[9] ;
  `F_INSIDE [1:0]   \dut.u_atoms.used_q ;
  `F_INSIDE [43:0]  \dut.u_atoms.sector_q ;
  `F_INSIDE [137:0] \dut.u_atoms.u_ops.mem[0] ;
  `F_INSIDE [137:0] \dut.u_atoms.u_ops.mem[1] ;
  `F_INSIDE         \dut.h_valid_q ;
  `F_INSIDE [3:0]   \dut.h_src_q ;
  `F_INSIDE [7:0]   \dut.h_id_q ;

  // the queue
  wire [1:0]  qn = \dut.u_in.count_q ;
  gpu_req_t   q0, q1;
  assign q0 = \dut.u_in.head_q ? \dut.u_in.u_mem.mem[1] : \dut.u_in.u_mem.mem[0] ;
  assign q1 = \dut.u_in.head_q ? \dut.u_in.u_mem.mem[0] : \dut.u_in.u_mem.mem[1] ;
  wire [1:0]  legal;
  assign legal[0] = !q0.kind[2] && q0.mtype == `MT_B32 && (q0.addr & 32'hffffcfdf) == 32'd0 && q0.src[3:1] == 3'd0 &&
                    q0.id[7:1] == 7'd0 && !(q0.id[0] && q0.kind[0]) && (!q0.kind[1] || q0.data[1:0] == 2'd1);
  assign legal[1] = !q1.kind[2] && q1.mtype == `MT_B32 && (q1.addr & 32'hffffcfdf) == 32'd0 && q1.src[3:1] == 3'd0 &&
                    q1.id[7:1] == 7'd0 && !(q1.id[0] && q1.kind[0]) && (!q1.kind[1] || q1.data[1:0] == 2'd1);
  wire        w0   = {q0.addr[13:12], q0.addr[5]} == 3'd3, w1 = {q1.addr[13:12], q1.addr[5]} == 3'd3;
  wire        adds0 = qn != 2'd0 && w0 && (q0.kind[1] || (q0.kind[0] && q0.mask[0]));
  wire        adds1 = qn[1] && w1 && (q1.kind[1] || (q1.kind[0] && q1.mask[0]));
  // the controller's request
  wire        d_there = \dut.d_valid_q , d_write = \dut.d_q [316];
  wire [1:0]  d_place = \dut.d_q [311:310];
  wire        d_w     = {\dut.d_q [293:292], \dut.d_q [288]} == 3'd3;
  wire [1:0]  m       = \dut.u_dram.memory ;
  wire        d_write_w = d_there && d_write && d_w;
  // places
  wire [3:0]  busy    = \dut.u_answers.busy_q , chained = \dut.u_answers.chained_q , on = \dut.u_dram.on ;
  wire [7:0]  next    = {\dut.u_answers.u_next.mem[3] , \dut.u_answers.u_next.mem[2] , \dut.u_answers.u_next.mem[1] ,
                         \dut.u_answers.u_next.mem[0] };
  wire [59:0] record  = {\dut.u_answers.u_records.mem[3] , \dut.u_answers.u_records.mem[2] ,
                         \dut.u_answers.u_records.mem[1] , \dut.u_answers.u_records.mem[0] };
  wire [7:0]  came    = {\dut.u_answers.u_came.u_mem.mem[3] , \dut.u_answers.u_came.u_mem.mem[2] ,
                         \dut.u_answers.u_came.u_mem.mem[1] , \dut.u_answers.u_came.u_mem.mem[0] };
  wire [11:0] came_data = {\dut.u_answers.u_data.mem[3] , \dut.u_answers.u_data.mem[2] ,
                           \dut.u_answers.u_data.mem[1] , \dut.u_answers.u_data.mem[0] };
  wire [2:0]  cn      = \dut.u_answers.u_came.count_q ;
  wire [1:0]  ch      = \dut.u_answers.u_came.head_q , cur = \dut.u_answers.cur_q ;
  wire        cur_there = \dut.cur_valid ;
  wire [14:0] cur_record = {\dut.cur_kind , \dut.cur_src , \dut.cur_id , \dut.cur_index };
  // atomics
  wire [1:0]  atoms   = \dut.u_atoms.used_q ;
  wire [43:0] a_sect  = \dut.u_atoms.sector_q ;
  wire        atom_w  = (atoms[0] && {a_sect[5:4], a_sect[0]} == 3'd3) ||
                        (atoms[1] && {a_sect[27:26], a_sect[22]} == 3'd3);
  wire [275:0] ops    = {\dut.u_atoms.u_ops.mem[1] , \dut.u_atoms.u_ops.mem[0] };
  // the cache
  wire [1:0]  used    = \dut.u_l2.used_q , live = \dut.u_l2.live_q ;
  wire [5:0]  tags    = \dut.u_l2.u_tags.u_tags.mem[0] ;
  wire [31:0] row     = \dut.u_l2.there_q ;
  // the watched sector behind what is under way
  wire [1:0]  v1 = d_write_w && \dut.d_q [256] ? \dut.d_q [1:0] : m;
  wire [1:0]  v2 = v1 + {1'b0, atom_w};
  wire [1:0]  v3 = v2 + {1'b0, adds0};
  wire [1:0]  v4 = v3 + {1'b0, adds1};

  // places: read not taken; sector came; wait by themselves; of the watched request; wait that have had their turn
  reg  [3:0]  in_d, in_c, first, mine_at;
  reg  [2:0]  runs, ahead;               // how many those are; sectors that came up to that of the watched request
  reg         has_come;                  // that is there
  reg  [4:0]  head_left;                 // what is left of those that the head of the queue may wait for
  reg  [5:0]  mine_left;                 // of those that the watched request may, when its sector is there
  reg  [1:0]  mine_root;
  wire        turn = cur_there && \dut.hit_turn_q ;
  always @* begin
    in_d = d_there && !d_write ? 4'd1 << d_place : 4'd0;
    in_c = 4'd0;
    for (int k = 0; k < 4; k++)
      if (cn > 3'(k)) in_c[came[2*2'(ch + 2'(k)) +: 2]] = 1'b1;
    first = busy & ~join_q & ~(cur_there ? 4'd1 << cur : 4'd0);
    runs      = 3'd0;
    head_left = {4'd0, turn};
    mine_root = 2'd0;
    for (int i = 0; i < 4; i++) begin
      mine_at[i] = busy[i] && record[15*i + 1];
      runs       = runs + {2'd0, run[i]};
      if (busy[i]) head_left = head_left + (in_d[i] ? 5'd6 : on[i] ? 5'd5 : in_c[i] ? 5'd4 : 5'd2);
      if (mine_at[i]) mine_root = root[2*i +: 2];
    end
    ahead = 3'd0;
    has_come = (mine_at & run) != 4'd0 || (cur_there && mine_at[cur]);
    if (mine_at != 4'd0 && !has_come && in_c[mine_root]) begin
      has_come = 1'b1;
      for (int k = 3; k >= 0; k--)
        if (cn > 3'(k) && came[2*2'(ch + 2'(k)) +: 2] == mine_root) ahead = 3'(k + 1);
    end
    mine_left = 6'd10 * {3'd0, ahead} + {2'd0, {1'b0, runs} + {3'd0, cur_there}, 1'b0} + {5'd0, turn};
  end
  // in the cycle before: a step in which all goes on; the head stayed; what was left; a hit of the watched one stayed
  reg         fair_q, stay_q, come_q, hit_q;
  reg  [4:0]  head_q;
  reg  [5:0]  mine_q;
  wire        hit_mine = \dut.h_valid_q && \dut.h_id_q [0];
  always @(posedge clk)
    if (rst) {fair_q, stay_q, come_q, hit_q} <= 4'd0;
    else begin
      fair_q <= fair;
      stay_q <= qn != 2'd0 && !\dut.go && \dut.u_l2.clear_q == 2'd2;
      come_q <= has_come;
      head_q <= head_left;
      mine_q <= mine_left;
      hit_q  <= hit_mine && !\dut.h_go && (hit_q || fair);
    end

  reg  [3:0]  behind;
  reg  [1:0]  p, q;
  reg  [2:0]  got;
  reg  [4:0]  sum;
  reg  [5:0]  s;
  always @* if (!rst) begin
    // the queue
    assert(qn <= 2'd2 && \dut.u_in.tail_q == (\dut.u_in.head_q ^ qn[0]));
    if (qn != 2'd0) assert(legal[0]);
    if (qn[1])      assert(legal[1]);
    assert(memory == v4);
    if (qn != 2'd0 && w0 && q0.kind == `MEM_STORE && q0.mask[0]) assert(q0.data[1:0] == v2 + 2'd1);
    if (qn[1] && w1 && q1.kind == `MEM_STORE && q1.mask[0])      assert(q1.data[1:0] == v3 + 2'd1);
    if (qn != 2'd0 && q0.id[0]) assert(known == w0 && q0.src[0] == to && (!known || expect == v2));
    if (qn[1] && q1.id[0])      assert(known == w1 && q1.src[0] == to && (!known || expect == v3));
    // places
    for (int k = 0; k < 4; k++)
      for (int j = 0; j < k; j++)
        if (cn > 3'(k)) assert(came[2*2'(ch + 2'(k)) +: 2] != came[2*2'(ch + 2'(j)) +: 2]);
    assert(cn <= 3'd4 && \dut.u_answers.u_came.tail_q == ch + cn[1:0]);
    assert((in_d & on) == 4'd0 && (in_d & in_c) == 4'd0 && (on & in_c) == 4'd0 && (in_d | on | in_c) == first);
    if (d_there) assert((\dut.d_q [309:288] & ~22'h31) == 22'd0 && \dut.d_q [315:312] == 4'd0);
    if (d_there && !d_write) assert({\dut.d_q [293:292], \dut.d_q [288]} == sect[3*d_place +: 3]);
    if (cur_there) assert(busy[cur] && !join_q[cur] && cur_record == record[15*cur +: 15]);
    assert((join_q & ~busy) == 4'd0 && (run & ~join_q) == 4'd0 && (run == 4'd0 || cur_there));
    sum = 5'd0;
    for (int i = 0; i < 4; i++)
      if (busy[i]) begin
        sum = sum + (record[15*i+13 +: 2] == `PLACE_ATOM ? 5'd2 : 5'd1);
        assert(record[15*i+2 +: 7] == 7'd0 && record[15*i+10 +: 3] == 3'd0);
        p = root[2*i +: 2];
        if (chained[i]) begin
          q = next[2*i +: 2];
          assert(busy[q] && join_q[q] && 2'(i) - new_at < q - new_at);
          for (int k = 0; k < i; k++) assert(!busy[k] || !chained[k] || next[2*k +: 2] != q);
          if (run[q]) assert(run[i] || (cur_there && cur == 2'(i)));
          else assert(root[2*q +: 2] == p && !run[i] && !(cur_there && cur == 2'(i)));
        end
        if (join_q[i]) begin
          behind = 4'd0;
          for (int k = 0; k < 4; k++) behind[k] = busy[k] && chained[k] && next[2*k +: 2] == 2'(i);
          assert(behind != 4'd0 && record[15*i+13 +: 2] == `PLACE_LOAD);
          if (run[i]) assert(sect[3*i +: 3] == sect[3*cur +: 3]);
          else assert(first[p] && sect[3*i +: 3] == sect[3*p +: 3] && record[15*p+13 +: 2] == `PLACE_TEX);
        end else if (first[i]) assert(p == 2'(i));
        // of the watched request
        if (mine_at[i]) begin
          assert(record[15*i+9] == to && known == (sect[3*i +: 3] == 3'd3));
          assert(record[15*i+13 +: 2] != `PLACE_RED);
          got = on[p] ? \dut.u_dram.data [3*p +: 3] : came_data[3*p +: 3];
          if (known) begin
            if (run[i] || (cur_there && cur == 2'(i))) assert(\dut.cur_data [2:0] == {1'b1, expect});
            else if (in_d[p])                          assert(m == expect);
            else                                       assert(got == {1'b1, expect});
          end
        end
        // of a miss, an atomic
        if (first[i] && record[15*i+13 +: 2] == `PLACE_TEX)
          assert(used[record[15*i]] && miss_at[2*record[15*i] +: 2] == 2'(i));
        if (record[15*i+14]) begin
          assert(atoms[record[15*i]] && atom_at[2*record[15*i] +: 2] == 2'(i) && !join_q[i]);
          s = {sect[3*i+1 +: 2], 3'd0, sect[3*i]};
          assert(a_sect[22*record[15*i] +: 22] == {16'd0, s});
          got = on[i] ? \dut.u_dram.data [3*i +: 3] : in_c[i] ? came_data[3*i +: 3] : \dut.cur_data [2:0];
          if (sect[3*i +: 3] == 3'd3 && !in_d[i]) assert(got == {1'b1, m} && !d_write_w);
        end
      end
    for (int x = 0; x < 2; x++)
      if (atoms[x]) begin
        p = atom_at[2*x +: 2];
        assert(busy[p] && record[15*p+14] && record[15*p] == 1'(x));
        assert(ops[138*x+135 +: 3] == 3'd0 && ops[138*x+128 +: 3] == `MT_B32 && ops[138*x +: 2] == 2'd1);
      end
    if (atoms == 2'b11) assert(a_sect[21:0] != a_sect[43:22]);
    // the cache
    assert(\dut.u_l2.clear_q == \dut.u_l2.u_tags.clear_q && \dut.u_l2.clear_q <= 2'd2 && (live & ~used) == 2'd0);
    if (\dut.u_l2.clear_q != 2'd2) assert(used == 2'd0 && row == 32'd0);
    if (\dut.u_l2.clear_q == 2'd1) assert(tags == 6'd0);
    if (\dut.u_l2.clear_q == 2'd2) assert(!tags[2] || tags[2:0] != tags[5:3]);
    if (live == 2'b11) assert(\dut.u_l2.sector_q [5:0] != \dut.u_l2.sector_q [11:6]);
    for (int i = 0; i < 2; i++) begin
      p = miss_at[2*i +: 2];
      s = \dut.u_l2.sector_q [6*i +: 6];
      if (used[i]) assert(first[p] && record[15*p+13 +: 2] == `PLACE_TEX && record[15*p] == 1'(i));
      if (live[i]) begin
        assert((s & ~6'h31) == 6'd0 && {s[5:4], s[0]} == sect[3*p +: 3]);
        assert(tags[3*\dut.u_l2.way_q [i] +: 3] == {1'b1, s[5:4]} && !row[{1'b0, \dut.u_l2.way_q [i], s[2:0]}]);
        q = \dut.u_l2.last_q [2*i +: 2];
        assert(busy[q] && !chained[q] && !run[q] && root[2*q +: 2] == p && !(cur_there && cur == q));
        if ({s[5:4], s[0]} == 3'd3) begin
          assert(!d_write_w && !atom_w);
          got = on[p] ? \dut.u_dram.data [3*p +: 3] : came_data[3*p +: 3];
          if (!in_d[p]) assert(got == {1'b1, m});
        end
      end
    end
    if (\dut.u_l2.clear_q == 2'd2 && tags[2:0] == 3'd5 && row[1])
      assert(\dut.u_l2.u_data.g_any.mem[1] == {1'b1, m} && !d_write_w && !atom_w);
    if (\dut.u_l2.clear_q == 2'd2 && tags[5:3] == 3'd5 && row[9])
      assert(\dut.u_l2.u_data.g_any.mem[9] == {1'b1, m} && !d_write_w && !atom_w);
    // hits, and all together
    if (\dut.h_valid_q ) begin
      assert(\dut.h_id_q [7:1] == 7'd0 && \dut.h_src_q [3:1] == 3'd0);
      if (\dut.h_id_q [0]) assert(\dut.h_src_q [0] == to && (!known || \dut.u_l2.rd_data == {1'b1, expect}));
    end
    assert({4'd0, there} == {4'd0, mine_at[0]} + {4'd0, mine_at[1]} + {4'd0, mine_at[2]} + {4'd0, mine_at[3]} +
      {4'd0, qn != 2'd0 && q0.id[0]} + {4'd0, qn[1] && q1.id[0]} + {4'd0, \dut.h_valid_q && \dut.h_id_q [0]} +
      {4'd0, rsp_valid && rsp.id[0]});
    assert(n == sum + (qn == 2'd0 ? 5'd0 : q0.kind == `MEM_ATOM ? 5'd2 : 5'd1) +
      (!qn[1] ? 5'd0 : q1.kind == `MEM_ATOM ? 5'd2 : 5'd1) + {4'd0, d_there && d_write} + {4'd0, \dut.h_valid_q } +
      {4'd0, rsp_valid});
    // none starves
    assert(head_left <= 5'd25 && (!has_come || mine_left <= 6'd49));
    if (stay_q) assert(head_left + {4'd0, fair_q} <= head_q);
    if (come_q && has_come) assert(mine_left + {5'd0, fair_q} <= mine_q);
    if (hit_q && hit_mine) assert(\dut.hit_turn_q && (!fair || \dut.h_go ));
  end
endmodule
`default_nettype wire
