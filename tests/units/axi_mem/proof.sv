// SPDX-License-Identifier: Apache-2.0
// axi_mem between any requests and a bus that answers what was asked for, in any order and at any time, and makes each
// channel wait as it likes. Two places, sectors of a device of four, ids of two bits, one of which is watched.
//
//! proves axi_mem: what is offered stays until it is taken (AXI-1), no id is given twice (AXI-2), of a sector nothing
//! proves that writes is under way with another request (AXI-4), no more than the places (AXI-5); a load or atom is
//! proves answered once, with its port and id; nothing is asked outside (AXI-7); all that is under way ends
//! by abc:8
//! in axi_mem.sv
//! - .DEPTH(64 * PORTS)
//! + .DEPTH(8)
//! - (PW+6)'(answer_id)
//! + {answer_id[6], answer_id[1:0]}
//! - .wr_addr({in_port, req.id})
//! + .wr_addr({in_port, req.id[1:0]})
//! test long
`include "formal.svh"
`include "mem_types.svh"
`include "axi_watch.svh"
`default_nettype none

module proof (
  input wire         clk,
  input wire         in_valid,
  input wire         in_port,
  input wire [2:0]   in_kind,
  input wire [1:0]   in_id,
  input wire [2:0]   in_sector,
  input wire         in_empty,                       // a store of no bytes
  input wire         out_ready,
  input wire         line_req_valid,
  input wire         ar_ready,
  input wire         aw_ready,
  input wire         w_ready,
  input wire         r_go,
  input wire [3:0]   r_pick,
  input wire         b_go,
  input wire         b_pick
);
  `F_RESET
  localparam [31:5] BASE = 27'd1, LIMIT = 27'd3;

  mem_req_t req;
  assign req = {in_kind, {4'd0, in_id}, 2'd2, 4'd0, 3'd0, {24'd0, in_sector, 5'd0}, in_empty ? 32'd0 : 32'd1, 256'd0};
  wire       idle, error, in_ready, out_valid, out_port, line_req_ready, line_rsp_valid, ar_valid, r_ready, aw_valid,
             w_valid, b_ready;
  wire [5:0] out_id;
  wire [255:0] out_data, line_rsp_data, w_data;
  wire [7:0] ar_id, ar_len, aw_id;
  wire [31:0] ar_addr, aw_addr, w_strb;

  // the bus: reads and writes under way, by id
  reg  [15:0]  rd;                                   // {atomic, port, low bits of the id}
  reg  [1:0]   wr_addr, wr_data;                     // by place: address has come, data
  reg  [2:0]   line;                                 // beats of lines
  wire         r_line  = r_pick == 4'hf;
  wire [7:0]   r_id    = r_line ? 8'hff : {r_pick[3:2], 4'd0, r_pick[1:0]};
  wire         r_valid = r_go && (r_line ? line != 3'd0 : rd[r_pick]);
  wire [7:0]   b_id    = {7'd0, b_pick};
  wire         b_valid = b_go && wr_addr[b_pick] && wr_data[b_pick];
  reg  [1:0]   order [0:3];                          // data come in the order of addresses
  reg  [1:0]   put, get;

  (* keep *) axi_mem #(.PORTS(2), .ADDR_W(32), .OUTSTANDING(2)) dut (
    .clk, .rst, .mem_base(BASE), .mem_limit(LIMIT), .offset(27'd0), .idle, .error, .in_valid, .in_ready, .in_port,
    .in_req(req), .out_valid, .out_ready, .out_port, .out_id, .out_data, .line_req_valid, .line_req_ready,
    .line_req_addr(26'd9), .line_rsp_valid, .line_rsp_data, .ar_valid, .ar_ready, .ar_id, .ar_addr, .ar_len, .r_valid,
    .r_ready, .r_id, .r_data(256'd0), .r_resp(2'd0), .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready,
    .w_strb, .w_data, .b_valid, .b_ready, .b_id, .b_resp(2'd0));

  (* anyconst *) reg [31:5] f_sector;
  wire unstable, overtakes, too_many, twice;
  wire [3:0] ar_key = {ar_id[7:6], ar_id[1:0]};
  axi_watch #(.IW(4), .OUTSTANDING(2)) watch (
    .clk, .rst, .sector(f_sector), .ar_valid, .ar_ready, .ar_id(ar_key), .ar_addr, .ar_len, .r_valid, .r_ready,
    .r_id(r_pick), .aw_valid, .aw_ready, .aw_id(aw_id[3:0]), .aw_addr,
    .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id(b_id[3:0]),
    .unstable, .overtakes, .too_many, .twice);

  // what is asked of the bus, and answers
  always @(posedge clk)
    if (rst) begin
      rd <= '0;
      wr_addr <= '0;
      wr_data <= '0;
      {line, put, get} <= '0;
    end else begin
      if (r_valid && r_ready && !r_line) rd[r_pick] <= 1'b0;
      if (ar_valid && ar_ready && ar_key != 4'hf) rd[ar_key] <= 1'b1;
      line <= line + (ar_valid && ar_ready && ar_id == 8'hff ? 3'd2 : 3'd0) - (line_rsp_valid ? 3'd1 : 3'd0);
      if (b_valid) begin
        wr_addr[b_pick] <= 1'b0;
        wr_data[b_pick] <= 1'b0;
      end
      if (aw_valid && aw_ready) begin
        wr_addr[aw_id[0]] <= 1'b1;
        order[put] <= {1'b0, aw_id[0]};
        put <= put + 2'd1;
      end
      if (w_valid && w_ready) begin
        wr_data[w_of] <= 1'b1;
        get <= get + 2'd1;
      end
    end
  // data may come with their address or behind it; before it they wait
  wire w_of = put == get ? aw_id[0] : order[get][0];
  always @* begin
    assume(!(w_valid && w_ready && put == get && !(aw_valid && aw_ready)));
    assume(line <= 3'd4);
  end

  // --- requests of the one id of port and id that is watched (MEM-10) -----------------------------------------------
  (* anyconst *) reg       f_port;
  (* anyconst *) reg [1:0] f_id;
  reg  open;
  wire mine = in_port == f_port && in_id == f_id && !in_kind[0];
  wire asks = in_valid && in_ready && mine;
  wire told = out_valid && out_ready && out_port == f_port && out_id == {4'd0, f_id};
  // of all ids: none is asked for while it is open
  reg  [7:0] opens;
  always @(posedge clk)
    if (rst) begin
      open  <= 1'b0;
      opens <= '0;
    end else begin
      if (told) open <= 1'b0;
      if (asks) open <= 1'b1;
      if (out_valid && out_ready) opens[{out_port, out_id[1:0]}] <= 1'b0;
      if (in_valid && in_ready && !in_kind[0]) opens[{in_port, in_id}] <= 1'b1;
    end
  reg        f_waits;
  reg [7:0]  f_was;
  always @(posedge clk) begin
    f_waits <= !rst && in_valid && !in_ready;
    f_was   <= {in_port, in_kind, in_id, in_sector[1:0]};
  end
  always @* begin
    assume(in_kind < 3'd4);
    assume(!(in_valid && !in_kind[0] && opens[{in_port, in_id}]));
    assume(!f_waits || (in_valid && f_was == {in_port, in_kind, in_id, in_sector[1:0]}));
  end

  always @* if (!rst) begin
    assert(!unstable);
    assert(!overtakes);
    assert(!too_many);
    assert(!twice);
    if (told) assert(open);
    if (ar_valid) assert(ar_id == 8'hff || (ar_id[5:2] == 4'd0 && ar_key != 4'hf));
    if (out_valid) assert(out_id[5:2] == 4'd0);
    if (ar_valid && ar_id != 8'hff) assert(ar_addr[31:5] >= BASE && ar_addr[31:5] < LIMIT);
    if (aw_valid) assert(aw_addr[31:5] >= BASE && aw_addr[31:5] < LIMIT && aw_id < 8'd2);
    if (w_valid) assert(w_strb != '0);
    // an answer that no atomic's result holds back is not forgotten
    if (idle) assert(!open);
  end
endmodule
