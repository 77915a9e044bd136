// SPDX-License-Identifier: Apache-2.0
// sm_rf_words: the words that sm_rf writes.
//
// From sm_rf   sw_*: a result of the SP comes, of quarter sw_q;  sk_valid: quarters whose result has waited;
//              init_active: rows are cleared, init_we: one is written;  xw_*, lw_*: words of a step of the SFU or the
//              DPU, of a load beat, which are written
// To   sm_rf   sp_src: of each quarter;  xw_src, lw_src
//
// LANES below 8: what is written is written in the phases of the next cycle, so it is kept, and comes in them
// (docs/units/fold.md). A result of the SP comes again in the phases of all cycles until the next one of its quarter
// (sp_part).
// Rules: FOLD-24 (docs/units).
`default_nettype none

module sm_rf_words #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,
  input  wire           init_active,
  input  wire           init_we,

  input  wire           sw_valid,
  input  wire  [1:0]    sw_q,
  input  wire  [255:0]  sw_data,         // LANES 8
  input  wire           sw_half,         // LANES below 8: the result has 16 bits, for both halves of the word
  input  wire  [128*LANES-1:0] sp_part,  // LANES below 8: of the last result of each quarter, the words of the phase
  input  wire  [3:0]    sk_valid,

  input  wire           xw_valid,
  input  wire  [255:0]  xw_data,
  input  wire           lw_valid,
  input  wire  [511:0]  lw_data,

  output wire  [128*LANES-1:0] sp_src,
  output wire  [32*LANES-1:0]  xw_src,
  output wire  [64*LANES-1:0]  lw_src
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_now
    logic [1023:0] sk_data_q;
    always_ff @(posedge clk)
      for (int q = 0; q < 4; q++) begin
        if (sw_valid && (sw_q == 2'(q))) sk_data_q[256*q +: 256] <= sw_data;
        if (rst || init_active) sk_data_q[256*q +: 256] <= '0;
      end
    for (genvar q = 0; q < 4; q++) begin : g_sp
      assign sp_src[256*q +: 256] = sk_valid[q] || init_we ? sk_data_q[256*q +: 256] : sw_data;
    end
    assign {xw_src, lw_src} = {xw_data, lw_data};
    wire unused = &{1'b0, clk_p, phase, sw_half, sp_part, xw_valid, lw_valid};
  end else begin : g_held
    localparam int W  = 32 * LANES;
    localparam int PB = $clog2(FOLD);
    wire  [PB-1:0] p = phase[PB-1:0];
    logic [255:0]  xw_q;
    logic [511:0]  lw_q;
    always_ff @(posedge clk) begin
      if (xw_valid) xw_q <= xw_data;
      if (lw_valid) lw_q <= lw_data;
    end
    // FOLD-24
    logic [3:0]    half_q;
    logic          zero_q;
    always_ff @(posedge clk) begin
      zero_q <= rst || init_active;
      for (int q = 0; q < 4; q++)
        if (sw_valid && (sw_q == 2'(q))) half_q[q] <= sw_half;
    end
    for (genvar w = 0; w < 4 * LANES; w++) begin : g_sp  // words of a phase: quarter after quarter
      wire [31:0] word = sp_part[32*w +: 32];
      assign sp_src[32*w +: 32] = zero_q ? 32'd0 : {half_q[w / LANES] ? word[15:0] : word[31:16], word[15:0]};
    end
    assign xw_src = xw_q[W*p +: W];
    assign lw_src = {lw_q[256 + W*p +: W], lw_q[W*p +: W]};
    wire unused = &{1'b0, clk_p, phase, sw_data, sk_valid, init_we};
  end

endmodule
`default_nettype wire
