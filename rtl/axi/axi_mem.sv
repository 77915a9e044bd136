// SPDX-License-Identifier: Apache-2.0
// axi_mem: requests of memory ports, one after the other, as an AXI4 master with beats of a sector of 32 bytes; lines
// of instructions and constants besides. Rules: docs/units/axi.md.
//
//    in ----> a place in the table --+--> AR                R --> answers --+--> loads, atoms: out
//    line_req -----------------------+--> AR                |               +--> mem_atomic --> result, to be written
//                                    +--> AW, W <- results  +--> lines: line_rsp
//                                                           B --> the place is free
//
// A request has a place until its last answer. One that could overtake another of the same sector, or be overtaken by
// it, waits, and with it those behind it (AXI-4): the bus does not keep that order.
`include "mem_types.svh"
`include "isa_ops.svh"
`include "assert.svh"
`default_nettype none

module axi_mem #(
  parameter int PORTS       = 2,                     // 2 to 4
  parameter int ADDR_W      = 32,                    // of a bus address: 32 to 64
  parameter int OUTSTANDING = 16                     // requests under way: a power of two, 2 to 64
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire  [31:5]              mem_base,         // device addresses that are there: others read 0, are not written
  input  wire  [31:5]              mem_limit,
  input  wire  [ADDR_W-1:5]        offset,           // bus address of device address 0
  output wire                      idle,             // nothing is under way
  output wire                      error,            // an answer in this clock says so

  input  wire                      in_valid,
  output wire                      in_ready,
  input  wire  [$clog2(PORTS)-1:0] in_port,
  input  wire  [`MEM_REQ_W-1:0]    in_req,           // mem_req_t
  output wire                      out_valid,
  input  wire                      out_ready,
  output wire  [$clog2(PORTS)-1:0] out_port,
  output wire  [5:0]               out_id,
  output wire  [255:0]             out_data,

  input  wire                      line_req_valid,   // two beats
  output wire                      line_req_ready,
  input  wire  [ADDR_W-1:6]        line_req_addr,
  output wire                      line_rsp_valid,   // in the order of the requests; cannot wait
  output wire  [255:0]             line_rsp_data,

  output logic                     ar_valid,
  input  wire                      ar_ready,
  output logic [6+$clog2(PORTS):0] ar_id,
  output logic [ADDR_W-1:0]        ar_addr,
  output logic [7:0]               ar_len,
  input  wire                      r_valid,
  output wire                      r_ready,
  input  wire  [6+$clog2(PORTS):0] r_id,
  input  wire  [255:0]             r_data,
  input  wire  [1:0]               r_resp,
  output logic                     aw_valid,
  input  wire                      aw_ready,
  output logic [6+$clog2(PORTS):0] aw_id,
  output logic [ADDR_W-1:0]        aw_addr,
  output logic                     w_valid,
  input  wire                      w_ready,
  output logic [31:0]              w_strb,
  output logic [255:0]             w_data,
  input  wire                      b_valid,
  output wire                      b_ready,
  input  wire  [6+$clog2(PORTS):0] b_id,
  input  wire  [1:0]               b_resp
);

  localparam int PW = $clog2(PORTS), IW = 7 + PW, N = OUTSTANDING, NW = $clog2(N);
  if (PORTS < 2 || PORTS > 4 || ADDR_W < 32 || ADDR_W > 64 || N < 2 || N > 64 || N != 1 << NW) begin : g_bad
    axi_mem_PORTS_ADDR_W_or_OUTSTANDING_is_out_of_range u();
  end

  // --- what it asks for ------------------------------------------------------------------------------
  mem_req_t      req;
  assign req = in_req;
  wire           computes = req.kind[1];
  wire           stores   = req.kind == `MEM_STORE;
  wire  [31:5]   sector   = req.addr[31:5];
  wire           there    = sector >= mem_base && sector < mem_limit;
  wire           nothing  = req.kind[0] && (!there || (stores && req.mask == '0));   // no answer, no effect
  wire           zeros    = !there && !req.kind[0];                                  // AXI-7
  wire  [ADDR_W-1:5] at   = offset + (ADDR_W-5)'(sector);

  // --- the table -------------------------------------------------------------------------------------
  logic [N-1:0]    used_q, writes_q, made_q;         // made: what an atomic writes is there
  logic [27*N-1:0] sector_q;
  logic [N-1:0]    clash;
  logic [NW-1:0]   free, back;                       // lowest place that is free, whose result goes back next
  always_comb begin
    clash = '0;
    free  = '0;
    back  = '0;
    for (int i = 0; i < N; i++)
      clash[i] = used_q[i] && sector_q[27*i +: 27] == sector && (writes_q[i] || req.kind != `MEM_LOAD);
    for (int i = N - 1; i >= 0; i--) begin
      if (!used_q[i]) free = NW'(i);
      if (made_q[i])  back = NW'(i);
    end
  end

  wire   ar_room  = !ar_valid || ar_ready;
  wire   w_room   = (!aw_valid || aw_ready) && (!w_valid || w_ready);
  wire   backs    = made_q != '0 && w_room;          // an atomic is written, before stores
  wire   room     = clash == '0 && used_q != '1;
  wire   zero_room;
  assign line_req_ready = ar_room;                   // before loads
  assign in_ready = nothing || (zeros ? zero_room
                                      : room && (stores ? w_room && made_q == '0 : ar_room && !line_req_valid));
  wire   put      = in_valid && in_ready && !nothing && !zeros;

  // --- requests on the bus: stay until they are taken --------------------------------------------------
  wire  [31:0]  back_mask;
  wire  [63:0]  result;
  wire          result_two;                          // of 8 bytes
  wire  [2:0]   result_word;
  wire  [31:5]  back_sector;
  always_ff @(posedge clk)
    if (rst) begin
      ar_valid <= 1'b0;
      aw_valid <= 1'b0;
      w_valid  <= 1'b0;
    end else begin
      if (ar_room) ar_valid <= line_req_valid || (put && !stores);
      if (aw_ready) aw_valid <= 1'b0;
      if (w_ready)  w_valid  <= 1'b0;
      if (backs || (put && stores)) begin
        aw_valid <= 1'b1;
        w_valid  <= 1'b1;
      end
    end
  always_ff @(posedge clk) begin
    if (ar_room) begin
      // AXI-2: loads: port, id; atomics: their place; lines: all ones
      ar_id   <= line_req_valid ? '1 : computes ? {1'b1, (IW-1)'(free)} : {1'b0, in_port, req.id};
      ar_addr <= line_req_valid ? {line_req_addr, 6'd0} : {at, 5'd0};
      ar_len  <= {7'd0, line_req_valid};
    end
    if (backs) begin
      aw_id   <= IW'(back);
      aw_addr <= {offset + (ADDR_W-5)'(back_sector), 5'd0};
      w_strb  <= back_mask;
      w_data  <= result_two ? {4{result}} : {8{result[31:0]}};
    end else if (put && stores) begin
      aw_id   <= IW'(free);
      aw_addr <= {at, 5'd0};
      w_strb  <= req.mask;
      w_data  <= req.data;
    end
  end

  // --- answers ---------------------------------------------------------------------------------------
  // AXI-7: one that is zeros goes into the queue when there is one, and R waits for that clock.
  wire           zero_valid, answers_room, of_zeros, answer_valid, answer_take;
  wire  [PW+5:0] zero_tag;
  wire  [IW-1:0] answer_id;
  sync_fifo #(.WIDTH(PW + 6), .DEPTH(2)) u_zeros (
    .clk, .rst, .in_valid(in_valid && zeros), .in_ready(zero_room), .in_data({in_port, req.id}),
    .out_valid(zero_valid), .out_ready(answers_room), .out_data(zero_tag));
  assign r_ready = answers_room && !zero_valid;
  wire   of_line = r_id == '1;
  assign line_rsp_valid = r_valid && r_ready && of_line;
  assign line_rsp_data  = r_data;
  sync_fifo #(.WIDTH(257 + IW), .DEPTH(2)) u_answers (
    .clk, .rst, .in_valid(zero_valid || (r_valid && !of_line)), .in_ready(answers_room),
    .in_data(zero_valid ? {1'b1, 1'b0, zero_tag, 256'd0} : {1'b0, r_id, r_data}),
    .out_valid(answer_valid), .out_ready(answer_take), .out_data({of_zeros, answer_id, out_data}));

  // whose it is: place of a load by its port and id; of an atomic what it asked for
  wire           of_atomic = answer_id[IW-1];
  wire  [NW-1:0] load_place;
  wire  [NW-1:0] place     = of_atomic ? answer_id[NW-1:0] : load_place;
  lutram_1r1w #(.WIDTH(NW), .DEPTH(64 * PORTS), .EN_BITS(NW)) u_places (
    .clk, .rd_addr((PW+6)'(answer_id)), .rd_data(load_place), .wr_en(put && req.kind == `MEM_LOAD),
    .wr_addr({in_port, req.id}), .wr_be(1'b1), .wr_data(free));
  wire           red;
  wire  [PW-1:0] atom_port;
  wire  [5:0]    atom_id;
  wire  [2:0]    word, mtype;
  wire  [3:0]    aop;
  wire  [127:0]  operands;
  lutram_1r1w #(.WIDTH(145 + PW), .DEPTH(N), .EN_BITS(145 + PW)) u_atoms (
    .clk, .rd_addr(answer_id[NW-1:0]), .rd_data({red, atom_port, atom_id, word, aop, mtype, operands}),
    .wr_en(put && computes), .wr_addr(free), .wr_be(1'b1),
    .wr_data({req.kind[0], in_port, req.id, req.addr[4:2], req.aop, req.mtype, req.data[127:0]}));

  assign out_valid   = answer_valid && !(of_atomic && red);
  assign answer_take = out_ready || (of_atomic && red);
  assign out_port    = of_atomic ? atom_port : answer_id[6 +: PW];
  assign out_id      = of_atomic ? atom_id : answer_id[5:0];
  wire   taken       = answer_valid && answer_take && !of_zeros;

  // --- atomics: computed when the sector has come, written back --------------------------------------
  wire  [287:0]  wide = {32'd0, out_data};
  wire  [63:0]   becomes;
  mem_atomic u_atomic (.clk, .aop, .mtype, .old(wide[32*word +: 64]), .operand(operands[63:0]),
                       .other(operands[127:64]), .result(becomes));
  lutram_1r1w #(.WIDTH(68), .DEPTH(N), .EN_BITS(68)) u_results (
    .clk, .rd_addr(back), .rd_data({result_two, result_word, result}), .wr_en(taken && of_atomic), .wr_addr(place),
    .wr_be(1'b1), .wr_data({mtype == `MT_B64, word, becomes}));
  lutram_1r1w #(.WIDTH(27), .DEPTH(N), .EN_BITS(27)) u_sectors (
    .clk, .rd_addr(back), .rd_data(back_sector), .wr_en(put && computes), .wr_addr(free), .wr_be(1'b1),
    .wr_data(sector));
  assign back_mask = (result_two ? 32'hff : 32'hf) << {result_word, 2'd0};

  assign b_ready = 1'b1;
  always_ff @(posedge clk)
    if (rst) begin
      used_q <= '0;
      made_q <= '0;
    end else begin
      if (put)                 used_q[free]  <= 1'b1;
      if (taken && !of_atomic) used_q[place] <= 1'b0;
      if (taken && of_atomic)  made_q[place] <= 1'b1;
      if (backs)               made_q[back]  <= 1'b0;
      if (b_valid)             used_q[b_id[NW-1:0]] <= 1'b0;
    end
  always_ff @(posedge clk)
    for (int i = 0; i < N; i++)
      if (put && free == NW'(i)) begin
        writes_q[i]          <= req.kind != `MEM_LOAD;
        sector_q[27*i +: 27] <= sector;
      end

  assign idle  = !in_valid && used_q == '0 && !answer_valid && !zero_valid;
  assign error = (r_valid && r_ready && r_resp[1]) || (b_valid && b_resp[1]);

  wire unused = &{1'b0, req, r_resp[0], b_resp[0], b_id};

  // --- cannot happen ---------------------------------------------------------------------------------
  `ASSERT("a request is for the memory", rst || !in_valid || req.kind != `MEM_QUAD)
  `ASSERT("an answer belongs to a request", rst || !taken || used_q[place])
  `ASSERT("a write that is answered was asked for", rst || !b_valid || (used_q[b_id[NW-1:0]] && writes_q[b_id[NW-1:0]]))

endmodule
`default_nettype wire
