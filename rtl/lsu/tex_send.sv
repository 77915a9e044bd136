// SPDX-License-Identifier: Apache-2.0
// tex_send: the SM's side of texture fetches: the head of the load/store queue to requests for the TPC's texture unit.
//
// From lsu        entries as they are issued (is_*: texture number, components, offsets), the head of its queue (hd_*)
// To   lsu        the request (req_*), which goes through the SM's memory port; its record for the pending table
//                 (pd_*), in the cycle of the transfer
//
// A quad of lanes is a request: two coordinates of four lanes are the 32 bytes that the port carries; of three
// coordinates a quad goes as two requests of a pair of lanes. Quads with executing lanes go in ascending order, one in
// a cycle, from the cycle behind SELECT on: the first one in which the half is collected and the fetch is the head.
// (The mask of the last lanes comes a cycle behind the coordinates of half 0.) Rules: docs/units/tex.md.
// Rules: TEX-1, TEX-2, MEM-22 (docs/units).
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`default_nettype none

module tex_send (
  input  wire           clk,
  input  wire           clk_g,         // of what follows the head: clk, or that without edges before which nothing of
                                       // l[], g[] or textures is at the head and holds is 0
  input  wire           rst,
  output wire           holds,

  input  wire           is_valid,      // any entry of the queue is issued
  input  wire  [1:0]    is_entry,
  input  texop_t        is_tex,

  input  wire           hd_valid,
  input  lsm_t          hd_lsm,
  input  wire  [1:0]    hd_entry,
  input  wire  [1:0]    hd_rdy,
  output wire           hd_half,       // whose coordinates are looked at
  input  wire  [511:0]  hd_x,
  input  wire  [511:0]  hd_y,
  input  wire  [511:0]  hd_z,          // in cycles with hold
  output wire           hold,          // the half of the cycle before is looked at (lsu_store)
  input  wire  [31:0]   hd_mask,
  output wire           hd_leave,
  output wire           first,         // the first quad of a half goes
  output wire           none,          // or the head leaves without one: no lanes, or no components

  output wire           req_valid,
  input  wire           req_ready,
  output texop_t        req_op,
  output logic [3:0]    req_lanes,
  output logic [255:0]  req_data,

  input  wire           pd_full,
  output wire           pd_valid,
  output wire           pd_pair,
  output logic [15:0]   pd_hit,        // lanes of the half
  output wire           pd_last,

  output logic          done,          // of a fetch without quads
  output ldm_t          done_ldm
);

  lutram_1r1w #(.WIDTH(`TEXOP_W), .DEPTH(4), .EN_BITS(`TEXOP_W)) u_op (
    .clk, .rd_addr(hd_entry), .rd_data(req_op), .wr_en(is_valid), .wr_addr(is_entry), .wr_be(1'b1), .wr_data(is_tex));

  // --- the lowest quad left ---------------------------------------------------------------------------
  wire         head = hd_valid && (hd_lsm.space == `SPACE_T);
  wire         three = req_op.coords[1];
  wire  [31:0] mask = (req_op.comps != '0) ? hd_mask : '0;
  logic [1:0]  select_q;               // halves
  logic        odd_q;                  // of the lowest quad left the first pair has gone
  logic [7:0]  gone_q, waits, after;
  logic [2:0]  quad;
  always_comb begin
    waits  = '0;
    after = '0;
    quad  = 3'd7;
    if (head) begin
      for (int k = 0; k < 8; k++) waits[k] = (mask[4*k +: 4] != '0) && !gone_q[k];
      for (int k = 6; k >= 0; k--)
        if (waits[k]) quad = 3'(k);
      after = waits & (waits - 8'd1);
    end
  end
  // TEX-4: no lanes, or no components
  assign hd_half = quad[2] && (waits != '0);
  assign none    = head && hd_rdy[1] && (waits == '0);

  assign req_valid = (waits != '0) && select_q[quad[2]] && !pd_full;
  logic [3:0]   lanes;
  logic [127:0] x, y, z;
  logic         odd;                   // the pair is the second one
  logic         whole;                 // nothing of the quad is left behind it
  always_comb begin
    {lanes, x, y, z, odd, whole, req_lanes, req_data} = 'x;
    if (waits != '0) begin
      lanes = mask[{quad, 2'b0} +: 4];
      x     = hd_x[{quad[1:0], 7'b0} +: 128];
      y     = hd_y[{quad[1:0], 7'b0} +: 128];
      z     = hd_z[{quad[1:0], 7'b0} +: 128];
      // MEM-22
      odd   = three && (odd_q || lanes[1:0] == 2'd0);
      whole = !three || odd || lanes[3:2] == 2'd0;
      req_lanes = odd ? {2'd0, lanes[3:2]} : {lanes[3:2] & {2{!three}}, lanes[1:0]};
      req_data  = {three ? (odd ? z[127:64] : z[63:0]) : y[127:64], odd ? y[127:64] : y[63:0],
                   x[127:64], odd ? x[127:64] : x[63:0]};
    end
  end
  wire   sent      = req_valid && req_ready;
  assign first     = sent && !odd_q && ((quad[2] ? gone_q[7:4] : gone_q[3:0]) == '0);
  // TEX-2: of three coordinates one half at a time
  assign hold      = three && head && select_q[hd_half];
  assign hd_leave  = (sent && pd_last) || none;

  assign pd_valid = sent;
  assign pd_last  = (after == '0) && whole;
  assign pd_pair  = three;
  always_comb begin
    pd_hit = '0;
    if (sent) pd_hit[{quad[1:0], 2'b0} +: 4] = odd ? {lanes[3:2], 2'd0} : req_lanes;
  end

  assign holds = done || (select_q != '0);
  always_ff @(posedge clk_g)
    if (rst) begin
      select_q <= '0;
      gone_q   <= '0;
      odd_q    <= 1'b0;
      done     <= 1'b0;
    end else if (head || holds) begin
      select_q <= (head && !hd_leave) ? hd_rdy & (three ? {hd_half, !hd_half} : 2'b11) : 2'd0;
      done     <= none;
      if (none) done_ldm <= hd_lsm.ld;
      if (sent) begin
        odd_q <= !whole;
        if (whole) gone_q[quad] <= 1'b1;
        if (pd_last) gone_q <= '0;
      end
    end

  wire unused = &{1'b0, hd_lsm};

  // --- cannot happen ----------------------------------------------------------------------------------
  `ASSERT("a quad that is sent has lanes", rst || !sent || req_lanes != '0)

endmodule
`default_nettype wire
