// SPDX-License-Identifier: Apache-2.0
// sm_rfread: operand reads of one parity: addresses for its four register RAMs, and one router per operand slot.
//
// From sm_collect   in_*: a body of this parity in the cycle after its issue (t+1)
// To sm_rf          rd_*: slot s (1..3) of quarter q is read in t+q+s
// To the operand stores   r1, r2, r3: the word of slot s of quarter q in t+1+q+s
//
// The bank rule keeps bodies of one parity at least four cycles apart, so every slot has one quarter per cycle. A
// second round (wide stores, long cas, double precision) reads like another body four cycles later; its parity is kept
// for eight.
`include "assert.svh"
`default_nettype none

module sm_rfread #(
  parameter int WIDTH = 256              // of a quarter's words, or of what a phase has of them
) (
  input  wire           clk,
  input  wire           rst,

  input  wire           in_valid,
  input  wire           in_more,       // has a second round
  input  wire  [5:0]    in_en,         // slots 1, 2, 3, and of the second round
  input  wire  [47:0]   in_row,

  output logic [3:0]    rd_en,         // per quarter
  output logic [31:0]   rd_row,
  input  wire  [4*WIDTH-1:0] rd_data,  // in the next cycle

  output wire  [WIDTH-1:0]  r1,
  output wire  [WIDTH-1:0]  r2,
  output wire  [WIDTH-1:0]  r3
);

  // --- first and second round ----------------------------------------------------------------------
  // RF-4
  logic [3:0]  more_q;                 // bit k: a body with a second round came k+1 cycles ago
  logic [2:0]  hi_en_q;
  logic [23:0] hi_row_q;
  always_ff @(posedge clk) begin
    more_q <= rst ? '0 : {more_q[2:0], in_valid && in_more};
    if (in_valid && in_more) begin
      hi_en_q  <= in_en[5:3];
      hi_row_q <= in_row[47:24];
    end
  end
  wire         v0   = in_valid || more_q[3];
  wire  [2:0]  en0  = in_valid ? in_en[2:0] : more_q[3] ? hi_en_q : 3'b0;
  wire  [23:0] row0 = in_valid ? in_row[23:0] : hi_row_q;

  // --- addresses: position k holds what came k cycles ago ------------------------------------------
  logic [14:0]  en_q;
  logic [119:0] row_q;
  wire  [17:0]  en  = {en_q, en0};
  wire  [143:0] row = {row_q, row0};
  always_ff @(posedge clk)
    if (rst) en_q <= '0;
    else if (en != '0) begin
      en_q  <= en[14:0];
      row_q <= row[119:0];
    end

  // RF-2
  always_comb begin
    rd_en  = '0;
    rd_row = '0;
    for (int q = 0; q < 4; q++)
      for (int s = 0; s < 3; s++)
        if (en[3*(q + s) + s]) begin
          rd_en[q]         = 1'b1;
          rd_row[8*q +: 8] = rd_row[8*q +: 8] | row[24*(q + s) + 8*s +: 8];
        end
  end

  // --- routers -------------------------------------------------------------------------------------
  logic [1:0] s1_quarter_q, s2_quarter_q, s3_quarter_q;        // quarter whose word of the slot is here
  always_ff @(posedge clk) begin
    s1_quarter_q <= v0 ? 2'd0 : s1_quarter_q + 2'd1;
    s2_quarter_q <= s1_quarter_q;
    s3_quarter_q <= s2_quarter_q;
  end

  mux4 #(.WIDTH(WIDTH)) u_r1 (.sel(s1_quarter_q), .d0(rd_data[0 +: WIDTH]), .d1(rd_data[WIDTH +: WIDTH]),
    .d2(rd_data[2*WIDTH +: WIDTH]), .d3(rd_data[3*WIDTH +: WIDTH]), .y(r1));
  mux4 #(.WIDTH(WIDTH)) u_r2 (.sel(s2_quarter_q), .d0(rd_data[0 +: WIDTH]), .d1(rd_data[WIDTH +: WIDTH]),
    .d2(rd_data[2*WIDTH +: WIDTH]), .d3(rd_data[3*WIDTH +: WIDTH]), .y(r2));
  mux4 #(.WIDTH(WIDTH)) u_r3 (.sel(s3_quarter_q), .d0(rd_data[0 +: WIDTH]), .d1(rd_data[WIDTH +: WIDTH]),
    .d2(rd_data[2*WIDTH +: WIDTH]), .d3(rd_data[3*WIDTH +: WIDTH]), .y(r3));

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("no operation meets the second round of another", rst || !in_valid || more_q == '0)

endmodule
`default_nettype wire
