// SPDX-License-Identifier: Apache-2.0
// l3: third level of constants and instructions for the whole chip: 32 KB in lines of 256 bytes.
//
// From the L2s     req_*: a line that is missing in an L2, addr as in L2-1, the block wanted in bits 7:6
// To   the L2s     rsp_*: its eight sectors, the wanted block's first, wrapping
// To   a partition mem_req_*: the eight sectors of a line that is missing here; the id is the sector's number
// From a partition mem_rsp_*: these sectors, always taken
// From the host    base: where the addresses of L2-1 begin in device memory
//
// One line at a time: taken, looked up, brought if it is missing, read, sent; a line that is there leaves the way free
// for the next after 13 steps. rst makes all lines invalid; no request may come in the next 16 cycles.
// Rules: docs/units/l3.md. With `step` alone anything changes.
`include "assert.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module l3 (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire  [31:8]  base,

  input  wire          req_valid,
  output wire          req_ready,
  input  gpu_req_t     req,
  output logic         rsp_valid,
  input  wire          rsp_ready,
  output gpu_rsp_t     rsp,

  output wire          mem_req_valid,
  input  wire          mem_req_ready,
  output gpu_req_t     mem_req,
  input  wire          mem_rsp_valid,
  input  gpu_rsp_t     mem_rsp,
  output wire          idle                       // has no line to bring or to send
);

  localparam int WAYS = gpu_cfg::L3_WAYS;
  localparam int SETS = gpu_cfg::L3_BYTES / (256 * WAYS);
  localparam int SW   = $clog2(SETS);
  localparam int WW   = $clog2(WAYS);

  // --- lines asked for, in order --------------------------------------------------------------------------
  wire         head_valid;
  wire  [3:0]  head_src;
  wire  [7:0]  head_id;
  wire  [24:6] head_addr;
  typedef enum logic [2:0] {ST_IDLE = 3'd0, ST_LOOK = 3'd1, ST_KNOWN = 3'd2, ST_BRING = 3'd3, ST_SEND = 3'd4} l3_st_t;
  l3_st_t      state_q;
  wire         take = step && state_q == ST_IDLE && head_valid;
  sync_fifo #(.WIDTH(4 + 8 + 19), .DEPTH(4)) u_in (
    .clk, .rst, .in_valid(step && req_valid), .in_ready(req_ready), .in_data({req.src, req.id, req.addr[24:6]}),
    .out_valid(head_valid), .out_ready(take), .out_data({head_src, head_id, head_addr}));

  // --- the one that is being worked on -----------------------------------------------------------------
  // L3-2, L3-3
  logic [3:0]    src_q;
  logic [7:0]    id_q;
  logic [24:6]   addr_q;
  logic          hit_q;
  logic [WW-1:0] way_q;
  logic [3:0]    asked_q, come_q;                 // sectors
  logic [3:0]    read_q;                          // sectors read for the answer
  logic          row_valid_q, row_last_q;         // a sector at the memory's output
  logic          last_q;                          // the sector offered is the last one
  wire           hit;
  wire  [WW-1:0] way;
  wire  [SW-1:0] set = addr_q[8 +: SW];
  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(17 - SW)) u_tags (
    .clk, .rst, .lk_valid(step && state_q == ST_LOOK), .lk_set(set), .lk_tag(addr_q[24:8+SW]), .lk_alloc(1'b1),
    .hit, .way);

  wire           come = step && mem_rsp_valid;
  wire           move = !rsp_valid || rsp_ready;  // the sector at the memory's output goes on
  wire           read = step && state_q == ST_SEND && !read_q[3] && (!row_valid_q || move);
  always_ff @(posedge clk)
    if (rst) begin
      state_q     <= ST_IDLE;
      row_valid_q <= 1'b0;
      rsp_valid   <= 1'b0;
    end else if (step) begin
      case (state_q)
        ST_IDLE: if (head_valid) state_q <= ST_LOOK;
        ST_LOOK: state_q <= ST_KNOWN;
        ST_KNOWN: begin
          if (hit_q) state_q <= ST_SEND;
          else       state_q <= ST_BRING;
        end
        ST_BRING: if (come && come_q == 4'd7) state_q <= ST_SEND;
        default: if (rsp_valid && rsp_ready && last_q) state_q <= ST_IDLE;
      endcase
      if (take) {src_q, id_q, addr_q} <= {head_src, head_id, head_addr};
      if (state_q == ST_LOOK) begin
        {hit_q, way_q} <= {hit, way};
        asked_q        <= 4'd0;
        come_q         <= 4'd0;
        read_q         <= 4'd0;
      end
      if (mem_req_valid && mem_req_ready) asked_q <= asked_q + 4'd1;
      if (come) come_q <= come_q + 4'd1;
      if (read) begin
        read_q     <= read_q + 4'd1;
        row_last_q <= read_q == 4'd7;
      end
      if (read)      row_valid_q <= 1'b1;
      else if (move) row_valid_q <= 1'b0;
      if (move) begin
        rsp_valid <= row_valid_q;
        last_q    <= row_last_q;
      end
    end

  // --- sectors --------------------------------------------------------------------------------------------
  // L3-4, L3-5
  wire  [2:0]    nth = {addr_q[7:6], 1'b0} + read_q[2:0];
  wire  [255:0]  row;
  logic [255:0]  data_q;
  sram_1r1w #(.WIDTH(256), .DEPTH(8*SETS*WAYS), .EN_BITS(256), .COLLIDE(0)) u_data (
    .clk, .rd_en(read), .rd_addr({set, way_q, nth}), .rd_data(row),
    .wr_en(come), .wr_addr({set, way_q, mem_rsp.id[2:0]}), .wr_be(1'b1), .wr_data(mem_rsp.data));
  always_ff @(posedge clk)
    if (step && row_valid_q && move) data_q <= row;
  assign rsp = {src_q, `XBAR_TO_L3, id_q, data_q};

  wire  [31:5]   at = {base, 3'd0} + {7'd0, addr_q[24:8], asked_q[2:0]};
  assign mem_req_valid = state_q == ST_BRING && !asked_q[3];
  assign mem_req = {1'b0, at[10:8], `XBAR_L3, 5'd0, asked_q[2:0], `MEM_LOAD, `SPACE_S, 4'd0, 3'd0, at, 5'd0, 32'd0,
                    256'd0};

  assign idle = state_q == ST_IDLE && !head_valid;
  wire unused = &{1'b0, req, mem_rsp};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a sector comes that was asked for", rst || !come || (state_q == ST_BRING && come_q < asked_q))

endmodule
`default_nettype wire
