// SPDX-License-Identifier: Apache-2.0
// sm_dpu: one double-precision body after the other through the DPU, lane by lane; results wait here for the register
// file.
//
// From sm_issue    is_valid: a body issues (cycle t); ok says in each cycle whether one could
// From smem        sop_last: last shared-memory pass of an s[] operand
// To sm_collect    the lane that enters (en_*); its operands come back in the same cycle
// To sm_xwb        one word of a quarter at a time (st_*), taken when st_grant; done_*: completion
//
// Lane i enters in X+i with X = t+8 (s[] operand: five cycles after the last pass): 32 cycles a body, one operation a
// clock, and a dependent at t+48, the paper's Table III. Results go to a buffer of two
// bodies, one row per quarter. A quarter of 64-bit results is written in two steps, low words first.
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "isa_ops.svh"
`default_nettype none

module sm_dpu (
  input  wire          clk,
  input  wire          rst,

  input  wire          is_valid,
  input  ctl_t         is_ctl,
  input  spm_t         is_spm,
  input  wire          sop_last,
  output wire          ok,
  output logic         is_ent,           // operand entry of the body that issues

  output logic         en_valid,
  output logic         en_ent,
  output logic [4:0]   en_lane,
  input  wire  [63:0]  en_a,
  input  wire  [63:0]  en_b,
  input  wire  [63:0]  en_c,
  input  wire  [7:0]   en_mask,

  output wire          st_valid,
  output logic         st_high,          // second word
  output wire  [1:0]   st_q,
  output spm_t         st_spm,
  output wire  [7:0]   st_mask,
  output logic [255:0] st_data,
  output logic [31:0]  st_cc,
  input  wire          st_grant,

  output wire          holds,            // an instruction is under way
  output wire          done_valid,
  output spm_t         done_spm
);

  localparam int BUSY = 32;              // cycles between two issues; 3 less from the last pass of an s[] operand

  logic [3:0] rd_q, wr_q;                // result rows {wrap, entry, quarter} written; complete

  // --- issue -------------------------------------------------------------------------------------
  logic [4:0] free_q;
  logic       wait_q;
  logic [1:0] out_q;                     // bodies not completely written
  logic [6:0] start_q;
  ctl_t       is_ctl_q;
  // DPU-6
  wire        st_wide = st_spm.dst_kind == `KIND_R64;
  logic       st_row, st_last;
  always_comb begin
    {st_row, st_last} = 2'b00;
    if (st_grant) begin
      st_row  = st_high || !st_wide;
      st_last = st_row && (st_q == 2'd3);
    end
  end

  // DPU-2
  assign ok = free_q == '0 && !wait_q && !out_q[1];

  always_ff @(posedge clk)
    if (rst) begin
      free_q  <= '0;
      wait_q  <= 1'b0;
      out_q   <= '0;
      start_q <= '0;
      is_ent  <= 1'b0;
    end else if (is_valid || (out_q != '0)) begin     // else nothing is under way
      if (is_valid) begin
        free_q <= 5'(BUSY - 1);
        wait_q <= is_ctl.has_s;
        is_ent <= !is_ent;
      // DPU-5
      end else if (sop_last) begin
        free_q <= 5'(BUSY - 4);
        wait_q <= 1'b0;
      end else if (free_q != '0) free_q <= free_q - 5'd1;
      if (is_valid != st_last) out_q <= is_valid ? out_q + 2'd1 : out_q - 2'd1;
      start_q <= {start_q[5:0], is_valid && !is_ctl.has_s} | {3'b0, sop_last, 3'b0};
    end

  logic [`SPM_W-1:0] spm_q [0:1];
  always_ff @(posedge clk)
    if (is_valid) begin
      is_ctl_q      <= is_ctl;
      spm_q[is_ent] <= is_spm;
    end

  // --- lanes enter -------------------------------------------------------------------------------
  // DPU-4
  ctl_t en_ctl_q;
  always_ff @(posedge clk)
    if (rst) begin
      en_valid <= 1'b0;
      en_ent   <= 1'b0;
    end else if (start_q[6] || en_valid) begin
      if (start_q[6]) en_valid <= 1'b1;
      else if (en_lane == 5'd31) en_valid <= 1'b0;
      if (en_valid && (en_lane == 5'd31)) en_ent <= !en_ent;
      en_lane <= start_q[6] ? 5'd0 : en_lane + 5'd1;
      if (start_q[6]) en_ctl_q <= is_ctl_q;
    end

  wire        res_valid;
  wire [63:0] res_r;
  wire [3:0]  res_cc;
  dpu u_dpu (
    .clk, .rst, .in_valid(en_valid), .in_ctl(en_ctl_q), .in_a(en_a), .in_b(en_b), .in_c(en_c),
    .out_valid(res_valid), .out_r(res_r), .out_cc(res_cc));

  lutram_1r1w #(.WIDTH(8), .DEPTH(8), .EN_BITS(8)) u_mask (
    .clk, .rd_addr(rd_q[2:0]), .rd_data(st_mask),
    .wr_en(en_valid && (en_lane[2:0] == 3'd0)), .wr_addr({en_ent, en_lane[4:3]}), .wr_be(1'b1), .wr_data(en_mask));

  // --- results come out in the order of entry ------------------------------------------------------
  logic [5:0]   rs_q;                    // {entry, lane} of the next result
  logic         rs_row, now;             // a row is complete; it is the one to be written next
  always_comb begin
    {rs_row, now} = 2'b00;
    if (res_valid) begin
      rs_row = rs_q[2:0] == 3'd7;
      now    = rs_row && (rd_q == wr_q);
    end
  end
  wire  [7:0]   rs_be  = 8'd1 << rs_q[2:0];
  wire  [255:0] row_lo, row_hi;
  wire  [31:0]  row_cc;
  always_ff @(posedge clk)
    if (rst)            rs_q <= '0;
    else if (res_valid) rs_q <= rs_q + 6'd1;

  lutram_1r1w #(.WIDTH(256), .DEPTH(8), .EN_BITS(32)) u_lo (
    .clk, .rd_addr(rd_q[2:0]), .rd_data(row_lo),
    .wr_en(res_valid), .wr_addr(rs_q[5:3]), .wr_be(rs_be), .wr_data({8{res_r[31:0]}}));
  lutram_1r1w #(.WIDTH(256), .DEPTH(8), .EN_BITS(32)) u_hi (
    .clk, .rd_addr(rd_q[2:0]), .rd_data(row_hi),
    .wr_en(res_valid), .wr_addr(rs_q[5:3]), .wr_be(rs_be), .wr_data({8{res_r[63:32]}}));
  lutram_1r1w #(.WIDTH(32), .DEPTH(8), .EN_BITS(4)) u_cc (
    .clk, .rd_addr(rd_q[2:0]), .rd_data(row_cc),
    .wr_en(res_valid), .wr_addr(rs_q[5:3]), .wr_be(rs_be), .wr_data({8{res_cc}}));

  // --- rows wait to be written -----------------------------------------------------------------------
  assign st_valid = rd_q != wr_q || now;
  assign st_q     = rd_q[1:0];
  assign st_spm   = spm_q[rd_q[2]];

  // Only the last lane can be missing in the row, and only at the first step.
  always_comb begin
    st_data = '0;
    st_cc   = '0;
    if (st_valid) begin
      st_data = st_high ? row_hi : row_lo;
      st_cc   = row_cc;
      if (now) begin
        st_data[255:224] = res_r[31:0];
        st_cc[31:28]     = res_cc;
      end
    end
  end

  always_ff @(posedge clk)
    if (rst) begin
      rd_q    <= '0;
      wr_q    <= '0;
      st_high <= 1'b0;
    end else begin
      if (rs_row)   wr_q    <= wr_q + 4'd1;
      if (st_row)   rd_q    <= rd_q + 4'd1;
      if (st_grant) st_high <= st_wide && !st_high;
    end

  assign done_valid = st_last;
  assign holds      = (out_q != '0);
  assign done_spm   = st_spm;

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("an instruction enters a free unit", rst || !is_valid || ok)
  `ASSERT("at most two instructions are not completely written", rst || out_q <= 2'd2)
  `ASSERT("no instruction enters while lanes of another do", rst || !start_q[6] || !en_valid || en_lane == 5'd31)
  `ASSERT("at most eight result rows wait", rst || wr_q - rd_q <= 4'd8)
  `ASSERT("a row is written that is there", rst || !st_grant || st_valid)
  `ASSERT("the shared-memory operand that comes is waited for", rst || !sop_last || wait_q)

endmodule
`default_nettype wire
