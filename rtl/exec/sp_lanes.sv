// SPDX-License-Identifier: Apache-2.0
// sp_lanes: LANES scalar processors, the ten stages between operands and results.
//
// From sp_array   valid, uop, raw words, *_half/*_hi (as sp_operands), all of one clock; uop is zero without valid
// To   sp_array   out_r, out_cc ten clocks later; they hold their value when nothing comes
//
// One operation per clock, no stall. rst drops what is under way.
`include "exec/exec_types.svh"
`default_nettype none

module sp_lanes #(
  parameter int LANES = 2,
  parameter int LATE = 0
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         valid,
  input  uop_t        uop,
  input  wire         a_half,
  input  wire         a_hi,
  input  wire         b_half,
  input  wire         b_hi,
  input  wire  [32*LANES-1:0] in_a,
  input  wire  [32*LANES-1:0] in_b,
  input  wire  [32*LANES-1:0] in_c,
  input  wire  [4*LANES-1:0]  in_cin,
  output wire  [32*LANES-1:0] out_r,
  output wire  [4*LANES-1:0]  out_cc
);

  uop_t u1, u2, u3, u4, u4d, u5, u6, u7, u7d, u8, u9, u9d;

  always_ff @(posedge clk)
    if (rst) begin
      u1 <= '0;
      u2 <= '0;
      u3 <= '0;
      u4 <= '0;
      u5 <= '0;
      u6 <= '0;
      u7 <= '0;
      u8 <= '0;
      u9 <= '0;
    end else begin
      u1 <= uop;
      u2 <= u1;
      u3 <= u2;
      u4 <= u3;
      u5 <= u4d;
      u6 <= u5;
      u7 <= u6;
      u8 <= u7d;
      u9 <= u8;
    end

  // the second clocks of stages 5, 8 and 10
  if (LATE != 0) begin : g_late
    always_ff @(posedge clk)
      if (rst) begin
        u4d <= '0;
        u7d <= '0;
        u9d <= '0;
      end else begin
        u4d <= u4;
        u7d <= u7;
        u9d <= u9;
      end
  end else begin : g_now
    assign {u4d, u7d, u9d} = {u4, u7, u9};
  end

  wire  [32*LANES-1:0] a1, b1, c1, ma1, mb1, ph3, pl3, ix8, co8, cx8;
  wire  [32*LANES-1:0] cv_x4, cv_n4, cv_e4, cv_f4, sum7, e7, f7, sig9, e9, f9;
  wire  [4*LANES-1:0]  cin1;
  logic [32*LANES-1:0] c2, c3, c4, x9, co9;
  logic [4*LANES-1:0]  cin2, cin3, cin4;

  sp_operands #(.LANES(LANES)) u_operands (
    .clk, .valid, .uop, .a_half, .a_hi, .b_half, .b_hi, .in_a, .in_b, .in_c, .in_cin, .a1, .b1, .c1, .ma1, .mb1, .cin1);

  // The addend and the carry (bit 2 of $c) wait for the product.
  always_ff @(posedge clk) begin
    if (u1.fp || u1.iadd) begin
      c2   <= c1;
      cin2 <= cin1 & {LANES{4'd4}};
    end
    if (u2.fp || u2.iadd) begin
      c3   <= c2;
      cin3 <= cin2;
    end
    if (u3.fp || u3.iadd) begin
      c4   <= c3;
      cin4 <= cin3;
    end
  end

  int_mul #(.LANES(LANES)) u_mul (.clk, .go2(u1.mul), .ma1, .mb1, .go3(u2.mul), .ph3, .pl3);

  // These have stage 5 in one clock: stage 8's results are there a clock early with LATE, and wait two with its own.
  wire  [32*LANES-1:0] ix, co, cx;

  int_alu #(.LANES(LANES)) u_alu (
    .clk, .u1, .u2, .u3, .u4, .u5(LATE != 0 ? u4d : u5), .u6(LATE != 0 ? u5 : u6), .u7(LATE != 0 ? u6 : u7),
    .a1, .b1, .c1, .cin1, .ph3, .pl3, .c4, .cin4, .ix8(ix), .co8(co));

  fp_cvt #(.LANES(LANES)) u_cvt (
    .clk, .u1, .u2, .u3, .u7, .a1, .ph3, .x4(cv_x4), .n4(cv_n4), .e4(cv_e4), .f4(cv_f4), .sum7, .e7, .f7, .cx8(cx));

  fp32_path #(.LANES(LANES), .LATE(LATE)) u_fp (
    .clk, .u1, .u2, .u3, .u4, .u4d, .u5, .u6, .u7, .u7d, .u8, .a1, .b1, .c1, .ph3, .pl3, .c4,
    .cv_x4, .cv_n4, .cv_e4, .cv_f4, .sum7, .e7, .f7, .sig9, .e9, .f9);

  if (LATE != 0) begin : g_wait
    logic [32*LANES-1:0] ix_q, co_q, ix_qq, co_qq, cx_q;
    always_ff @(posedge clk) begin
      if (u7.alu || u7.imul) begin
        ix_q <= ix;
        co_q <= co;
      end
      if (u7d.alu || u7d.imul) begin
        ix_qq <= ix_q;
        co_qq <= co_q;
      end
      if (u7d.clampi || u7d.nar) cx_q <= cx;
    end
    assign {ix8, co8, cx8} = {ix_qq, co_qq, cx_q};
  end else begin : g_here
    assign {ix8, co8, cx8} = {ix, co, cx};
  end

  // Stage 9: results that are not from the fp32 rounder.
  always_ff @(posedge clk)
    if (u8.clampi || u8.nar) begin
      x9  <= cx8;
      co9 <= '0;
    end else if (u8.alu || u8.imul) begin
      x9  <= ix8;
      co9 <= co8 & {LANES{32'd3}};
    end

  sp_pack #(.LANES(LANES), .LATE(LATE)) u_pack (.clk, .u9, .u9d, .x9, .co9, .sig9, .e9, .f9, .out_r, .out_cc);

endmodule
`default_nettype wire
