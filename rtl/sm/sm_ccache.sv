// SPDX-License-Identifier: Apache-2.0
// sm_ccache: the SM's constant cache, 2 KB in lines of 64 bytes.
//
// From sm_const    req_*: one constant per cycle; hit in the same cycle, the aligned word around its address in the
//                  next
// To   tpc_l2      l2_*: the line of a miss, L2_DISTANCE cycles after it; its words come one per cycle
//
// One miss is outstanding. A request that misses is refused (no hit); it starts the fetch of its line if none is under
// way, and sm_const asks again after `filled`, the cycle of a line's last word. Requests of other lines go on
// meanwhile.
`include "assert.svh"
`default_nettype none

module sm_ccache (
  input  wire         clk,
  input  wire         rst,

  input  wire         req_valid,
  input  wire  [3:0]  req_seg,
  input  wire  [15:0] req_addr,          // byte address
  output wire         hit,
  output wire         starts,            // a miss that starts the fetch of its line
  output wire  [31:0] rsp_data,
  output wire         filled,

  output wire         l2_req_valid,
  output wire  [24:6] l2_req_addr,
  input  wire         l2_req_ready,
  input  wire         l2_rsp_valid,      // a word of the line
  input  wire  [3:0]  l2_rsp_word,
  input  wire  [31:0] l2_rsp_data
);

  localparam int WAYS = gpu_cfg::CL1_WAYS;
  localparam int SETS = gpu_cfg::CL1_BYTES / (64 * WAYS);
  localparam int SW   = $clog2(SETS);
  localparam int WW   = $clog2(WAYS);
  localparam int TAG  = 14 - SW;         // 20 bits of address, lines of 64 bytes

  // --- lookup ------------------------------------------------------------------------------------
  wire [13:0]   line = {req_seg, req_addr[15:6]};
  wire          there;
  wire [WW-1:0] way;
  logic         fill_q;                  // the line fill_line_q is on its way into fill_way_q
  logic [13:0]  fill_line_q;
  logic [WW-1:0] fill_way_q;

  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(TAG)) u_tags (
    .clk, .rst, .lk_valid(req_valid), .lk_set(line[SW-1:0]), .lk_tag(line[13:SW]), .lk_alloc(!fill_q), .hit(there),
    .way);
  // CCACHE-1, CCACHE-2
  assign hit    = req_valid && there && !(fill_q && line == fill_line_q);
  // CCACHE-3
  assign starts = req_valid && !there && !fill_q;

  sram_1r1w #(.WIDTH(32), .DEPTH(16*SETS*WAYS), .EN_BITS(32), .COLLIDE(0)) u_data (
    .clk, .rd_en(hit), .rd_addr({line[SW-1:0], way, req_addr[5:2]}), .rd_data(rsp_data),
    .wr_en(l2_rsp_valid), .wr_addr({fill_line_q[SW-1:0], fill_way_q, l2_rsp_word}), .wr_be(1'b1),
    .wr_data(l2_rsp_data));

  // --- miss --------------------------------------------------------------------------------------
  logic       sent_q;
  logic [5:0] travel_q;                // cycles until the request has reached the L2
  // CCACHE-4
  assign filled       = l2_rsp_valid && l2_rsp_word == 4'd15;
  assign l2_req_valid = fill_q && !sent_q && travel_q == 6'd0;
  // L2-1: constants are the upper half of the L2's addresses
  assign l2_req_addr  = {5'b10000, fill_line_q};

  always_ff @(posedge clk)
    if (rst) begin
      fill_q <= 1'b0;
      sent_q <= 1'b0;
    end else begin
      if (travel_q != 6'd0) travel_q <= travel_q - 6'd1;
      if (l2_req_valid && l2_req_ready) sent_q <= 1'b1;
      if (filled) fill_q <= 1'b0;
      if (starts) begin
        fill_q      <= 1'b1;
        sent_q      <= 1'b0;
        travel_q  <= 6'(gpu_cfg::L2_DISTANCE - 1);
        fill_line_q <= line;
        fill_way_q  <= way;
      end
    end

  wire unused = &{1'b0, req_addr[1:0]};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a word comes for the line on its way", rst || !l2_rsp_valid || (fill_q && sent_q))

endmodule
`default_nettype wire
