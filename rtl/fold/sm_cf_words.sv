// SPDX-License-Identifier: Apache-2.0
// sm_cf_words: what a constant fetch has got, a word for every lane.
//
// From sm_cfetch    put, with the lanes of a pass and its word
// From sm_collect   rd_q: the quarter that is collected in this cycle
// To   sm_spopd, sm_xopd, through sm_collect: rd_data, its words, as they were put in the cycles before
//
// LANES below 8: the words of the phase. The words of the last 32 passes are in LUT RAM, and each lane knows which
// pass was its own, so nothing may be put while the words of the fetch before are collected; a body collects its
// operand long before the next fetch has its first word.
// Rules: CONST-6, FOLD-28 (docs/units).
`default_nettype none

module sm_cf_words #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,
  input  wire           rst,

  input  wire           put,
  input  wire  [31:0]   lanes,
  input  wire  [31:0]   word,

  input  wire  [1:0]    rd_q,
  output wire  [32*LANES-1:0] rd_data
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_whole
    logic [1023:0] words_q;
    always_ff @(posedge clk)
      if (put)
        for (int i = 0; i < 32; i++)
          if (lanes[i]) words_q[32*i +: 32] <= word;
    mux4 #(.WIDTH(256)) u_quarter (
      .sel(rd_q), .d0(words_q[255:0]), .d1(words_q[511:256]), .d2(words_q[767:512]), .d3(words_q[1023:768]),
      .y(rd_data));
    wire unused = &{1'b0, clk_p, phase, rst};
  end else begin : g_fold
    localparam int N = LANES;       // lanes of a phase
    logic [4:0]   pass_q;              // the one whose word comes next
    logic [159:0] whose_q;             // the last pass of each lane
    always_ff @(posedge clk) begin
      pass_q <= rst ? 5'd0 : pass_q + 5'(put);
      if (put)
        for (int i = 0; i < 32; i++)
          if (lanes[i]) whose_q[5*i +: 5] <= pass_q;
    end
    wire [39:0]    quarter;
    wire [5*N-1:0] at;
    mux4 #(.WIDTH(40)) u_quarter (
      .sel(rd_q), .d0(whose_q[39:0]), .d1(whose_q[79:40]), .d2(whose_q[119:80]), .d3(whose_q[159:120]), .y(quarter));
    fold_part #(.FOLD(FOLD), .WIDTH(5 * N)) u_at (.clk_p, .phase, .all(quarter), .part(at));
    lutram_nr1w #(.WIDTH(32), .DEPTH(32), .EN_BITS(32), .PORTS(N)) u_words (
      .clk, .rd_addr(at), .rd_data, .wr_en(put), .wr_addr(pass_q), .wr_be(1'b1), .wr_data(word));
  end

endmodule
`default_nettype wire
