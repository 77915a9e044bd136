// SPDX-License-Identifier: Apache-2.0
// sm_spopd_words: the operands that sm_spopd keeps, and the choice at dispatch, as sm_spopd_rows.
//
// LANES below 8: words come in the phases of a cycle, and those of ex_* go in the phases of the next one
// (docs/units/fold.md); then ex_a of a quadop, a register, is that of the lane that it names.
// Rules: FOLD-13 (docs/units).
`default_nettype none

module sm_spopd_words #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           a_valid,       // a quarter that is collected: its words, {entry, quarter}
  input  wire  [3:0]    a_at,
  input  wire  [32*LANES-1:0] a,
  input  wire           b_valid,
  input  wire  [3:0]    b_at,
  input  wire  [32*LANES-1:0] b,
  input  wire           c_valid,
  input  wire  [3:0]    c_at,
  input  wire  [32*LANES-1:0] c,
  input  wire           k_valid,       // an indirect constant, with operand a
  input  wire  [32*LANES-1:0] cdata,
  input  wire           so_valid,
  input  wire  [3:0]    so_at,
  input  wire  [7:0]    so_mask,
  input  wire  [32*LANES-1:0] so_data,

  input  wire           rd_valid,
  input  wire  [3:0]    rd_at,
  input  wire           rd_cbuf,       // an indirect constant
  // in execution, in the next cycle: where from, and what is the same for all lanes
  input  wire  [3:0]    ex_at,
  input  wire           ex_has_s,
  input  wire  [5:0]    ex_take,       // c, b, a: {register, other}
  input  wire           ex_cbuf,
  input  wire           ex_creg,
  input  wire           ex_phys,
  input  wire  [31:0]   ex_scal,
  input  wire  [31:0]   ex_cin,
  input  wire           ex_quad,       // quadop, and the lane it names
  input  wire  [1:0]    ex_lane,
  output logic [32*LANES-1:0] ex_a,
  output logic [32*LANES-1:0] ex_b,
  output logic [32*LANES-1:0] ex_c
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_whole
    sm_spopd_rows u_rows (
      .clk, .a_valid, .a_at, .a, .b_valid, .b_at, .b, .c_valid, .c_at, .c, .k_valid, .cdata, .so_valid, .so_at,
      .so_mask, .so_data, .rd_valid, .rd_at, .rd_cbuf, .ex_at, .ex_has_s, .ex_take, .ex_cbuf, .ex_creg, .ex_phys,
      .ex_scal, .ex_cin, .ex_a, .ex_b, .ex_c);
    wire unused = &{1'b0, clk_p, phase, ex_quad, ex_lane};
  end else begin : g_parts
    localparam int W     = 32 * LANES;
    localparam int PB    = $clog2(FOLD);
    wire [PB-1:0] p    = phase[PB-1:0];
    wire          last = p == '1;

    // The quarter in execution, in the cycle behind.
    logic [3:0]  at_q;                   // {entry, quarter}
    logic [1:0]  lane_q;
    logic        has_s_q, quad_q, cbuf_q, phys_q, creg_q;
    logic [5:0]  take_q;
    logic [31:0] scal_q, cin_q;
    always_ff @(posedge clk) begin
      at_q    <= ex_at;
      lane_q  <= ex_lane;
      has_s_q <= ex_has_s;
      quad_q  <= ex_quad;
      cbuf_q  <= ex_cbuf;
      phys_q  <= ex_phys;
      creg_q  <= ex_creg;
      take_q  <= ex_take;
      scal_q  <= ex_scal;
      cin_q   <= ex_cin;
    end

    // FOLD-13: read for the next phase; of operand a of a quadop the part with the lane that it names
    wire [PB-1:0]   next = p + PB'(1);
    wire            quad = last ? ex_quad : quad_q;
    wire [2:0]      from = {next[PB-1], last ? ex_lane : lane_q};
    wire [PB+3:0]   at   = {last ? ex_at : at_q, next};
    wire [PB+3:0]   at_a = {at[PB+3:PB], quad ? from[2 -: PB] : next};

    // what comes is written a phase later with FOLD = 4 or 8
    localparam int AT = 4 + PB;
    wire             a_en, b_en, c_en, k_en, s_en;
    wire [AT-1:0]    a_to, b_to, c_to, k_to, s_to;
    wire [W-1:0]     a_in, b_in, c_in, k_in, s_in;
    wire [LANES-1:0] s_be;
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_a (
      .clk_p, .now({a_valid, a_at, p, a}), .late({a_en, a_to, a_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_b (
      .clk_p, .now({b_valid, b_at, p, b}),
      .late({b_en, b_to, b_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_c (
      .clk_p, .now({c_valid, c_at, p, c}),
      .late({c_en, c_to, c_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + W)) u_late_k (
      .clk_p, .now({k_valid, a_at, p, cdata}), .late({k_en, k_to, k_in}));
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AT + LANES + W)) u_late_s (
      .clk_p, .now({so_valid, so_at, p, so_mask[LANES*p +: LANES], so_data}), .late({s_en, s_to, s_be, s_in}));

    wire [W-1:0] col_a, col_b, col_c, col_k, col_s;
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opa (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at_a), .rd_data(col_a),
      .wr_en(a_en), .wr_addr(a_to), .wr_be(1'b1), .wr_data(a_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opb (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(col_b),
      .wr_en(b_en), .wr_addr(b_to), .wr_be(1'b1), .wr_data(b_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opc (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(col_c),
      .wr_en(c_en), .wr_addr(c_to), .wr_be(1'b1), .wr_data(c_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(W), .COLLIDE(0)) u_opk (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at), .rd_data(col_k),
      .wr_en(k_en), .wr_addr(k_to), .wr_be(1'b1), .wr_data(k_in));
    sram_1r1w #(.WIDTH(W), .DEPTH(16 * FOLD), .EN_BITS(32), .COLLIDE(0)) u_sopd (
      .clk(clk_p), .rd_en(1'b1), .rd_addr(at_a), .rd_data(col_s),
      .wr_en(s_en), .wr_addr(s_to), .wr_be(s_be), .wr_data(s_in));

    // Lane i of the phase; a word that is stored for operand a may be another's.
    logic [31:0] k;
    logic [2:0]  l, i_a;
    wire  [W-1:0] of_a = has_s_q ? col_s : col_a;
    always_comb
      for (int i = 0; i < LANES; i++) begin
        l   = 3'(LANES * p) + 3'(i);
        i_a = (quad_q ? {p[PB-1], lane_q} : l) & 3'(LANES - 1);
        k   = cbuf_q ? col_k[32*i +: 32] : scal_q;
        if (phys_q) k[2:0] = l;
        if (creg_q) k[3:0] = cin_q[{l, 2'd0} +: 4];
        ex_a[32*i +: 32] = has_s_q || take_q[1] ? of_a[32*i_a +: 32] : take_q[0] ? k : '0;
        ex_b[32*i +: 32] = take_q[3] ? col_b[32*i +: 32] : take_q[2] ? k : '0;
        ex_c[32*i +: 32] = take_q[5] ? col_c[32*i +: 32] : take_q[4] ? k : '0;
      end
    wire unused = &{1'b0, phase, rd_valid, rd_at, rd_cbuf, from};
  end

endmodule
`default_nettype wire
